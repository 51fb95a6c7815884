"""Ratings: how strong accounts are at a game, by their rated matches against each other.

The model is that of the laboratory's ladder: strength is a mean and how unsure of it we are. Shown is one careful
number, the mean less three times the doubt: it begins at 0, and somebody is almost certainly better than that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain

from openskill.models import BradleyTerryFull
from sqlalchemy import Connection, func, select, update

from barents.kernel import registry
from barents.kernel.sides import Side
from barents.server.accounts.visitors import account_holder, account_of
from barents.server.lobby.protocol import RatingCard, Standing
from barents.server.storage.database import ACCOUNTS, CHOICES, HOLDERS, RATINGS, insert_missing

MOST_STANDINGS = 100
_MODEL = BradleyTerryFull()


def careful(mu: float, sigma: float) -> float:
    """The one number that is shown, to a tenth.

    >>> careful(25.0, 25.0 / 3)
    0.0
    """
    return round(mu - 3 * sigma, 1) + 0.0


def settlement(match: str, game: str, winner: Side | None) -> Callable[[Connection], None]:
    """What is written with the end of a rated match, in the same breath."""

    def settle(connection: Connection) -> None:
        seated = _accounts(connection, match)
        if len(set(seated.values())) < len(Side) or not _both_have_chosen(connection, match):
            return
        first = {"game": game, "mu": _MODEL.mu, "sigma": _MODEL.sigma, "games": 0}
        insert_missing(connection, RATINGS, [{"account": account, **first} for account in seated.values()])
        # In the order of the accounts, so that two matches that end at once wait for each other and not in a circle.
        wanted = RATINGS.c.account.in_(seated.values()) & (RATINGS.c.game == game)
        query = select(RATINGS).where(wanted).order_by(RATINGS.c.account).with_for_update()
        before = {row.account: row for row in connection.execute(query)}
        teams = [[_MODEL.rating(mu=before[each].mu, sigma=before[each].sigma)] for each in seated.values()]
        ranks = [0.0 if winner in (side, None) else 1.0 for side in seated]
        for account, after in zip(seated.values(), chain.from_iterable(_MODEL.rate(teams, ranks=ranks)), strict=True):
            values = {"mu": after.mu, "sigma": after.sigma, "games": before[account].games + 1}
            this = (RATINGS.c.account == account) & (RATINGS.c.game == game)
            connection.execute(update(RATINGS).where(this).values(values))

    return settle


def _accounts(connection: Connection, match: str) -> dict[Side, str]:
    """The accounts at a match, by side."""
    held = connection.execute(select(HOLDERS).where(HOLDERS.c.match == match).order_by(HOLDERS.c.side)).all()
    return {Side(row.side): account_of(row.browser) for row in held if account_of(row.browser)}


def _both_have_chosen(connection: Connection, match: str) -> bool:
    """Whether each side has made a choice: before that a match can be given up as if it had not been begun."""
    made = (CHOICES.c.match == match) & CHOICES.c.entry.not_like("!%")
    query = select(func.count(CHOICES.c.side.distinct())).where(made)
    return connection.execute(query).scalar() == len(Side)


def ratings_of(connection: Connection, wanted: Collection[tuple[str, str]]) -> dict[tuple[str, str], float]:
    """The ratings of holders, each at a game, where they have one."""
    accounts = sorted({account_of(holder) for holder, _ in wanted if account_of(holder)})
    if not accounts:
        return {}
    found = connection.execute(select(RATINGS).where(RATINGS.c.account.in_(accounts))).all()
    known = {(account_holder(row.account), row.game): careful(row.mu, row.sigma) for row in found}
    return {each: known[each] for each in wanted if each in known}


def seat_ratings(connection: Connection, game: str, holders: Mapping[Side, Sequence[str]]) -> dict[Side, float]:
    """The ratings of those who hold the seats of a match, where they have one."""
    found = ratings_of(connection, [(holder, game) for held in holders.values() for holder in held])
    return {side: found[holder, game] for side, held in holders.items() for holder in held if (holder, game) in found}


def rating_cards(connection: Connection, account: str) -> tuple[RatingCard, ...]:
    """The ratings of an account, in the order of the games."""
    found = {row.game: row for row in connection.execute(select(RATINGS).where(RATINGS.c.account == account))}
    return tuple(
        RatingCard(
            game.name,
            game.title,
            careful(found[game.name].mu, found[game.name].sigma),
            found[game.name].mu,
            found[game.name].sigma,
            found[game.name].games,
        )
        for game in registry.games()
        if game.name in found
    )


def standings(connection: Connection, game: str) -> list[Standing]:
    """The best at a game."""
    careful_number = RATINGS.c.mu - 3 * RATINGS.c.sigma
    query = (
        select(ACCOUNTS.c.name, RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games)
        .join(ACCOUNTS, ACCOUNTS.c.id == RATINGS.c.account)
        .where(RATINGS.c.game == game, RATINGS.c.games > 0)
        .order_by(careful_number.desc(), ACCOUNTS.c.folded)
        .limit(MOST_STANDINGS)
    )
    return [Standing(row.name, careful(row.mu, row.sigma), row.games) for row in connection.execute(query)]
