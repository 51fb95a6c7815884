"""Who somebody is: a browser, known by its key, and an account where somebody has logged in there."""

from __future__ import annotations

import msgspec

from barents.server import guard


class Visitor(msgspec.Struct, frozen=True):
    """Whoever asks. A guest has no account, and one who has never sat down no key either."""

    key: str = ""
    account: str = ""
    """The id of the account."""
    name: str = ""
    """The account's name."""
    session: str = ""
    """What is kept of the cookie by which the account is known, so that the connections can end with the session."""

    @property
    def holders(self) -> tuple[str, ...]:
        """Everything under which this visitor may hold seats: the browser first, then the account."""
        browser = (guard.hashed(self.key),) if self.key else ()
        return (*browser, account_holder(self.account)) if self.account else browser

    @property
    def own(self) -> str:
        """What new seats are put under: the account, so that they are there on every device, or else the browser."""
        return account_holder(self.account) if self.account else guard.hashed(self.key)

    def with_key(self) -> Visitor:
        """The same with a key for the browser, a new one if it had none."""
        return self if self.key else msgspec.structs.replace(self, key=guard.new_key())


def account_holder(account: str) -> str:
    """How an account is written among those who hold seats."""
    return f"@{account}"


def account_of(holder: str) -> str:
    """The account that a holder is, or nothing for a browser."""
    return holder.removeprefix("@") if holder.startswith("@") else ""
