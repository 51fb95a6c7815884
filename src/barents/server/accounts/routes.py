"""Accounts over HTTP: opening one, logging in and out, what is mine, and leaving."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from barents.kernel import registry
from barents.server.accounts.accounts import Accounts
from barents.server.accounts.sessions import LoggedIn
from barents.server.accounts.visitors import Visitor
from barents.server.lobby.protocol import AccountCard, Career, Credentials, Farewell, NewPassword, Standing
from barents.server.matches.service import Unknown
from barents.server.routes import AnyRequest, GameName, Gate, problem, send_session, whence


async def _welcomed(request: AnyRequest, accounts: Accounts, found: LoggedIn) -> AccountCard:
    send_session(request.scope, found.cookie)
    return await accounts.card(Visitor(account=found.account))


@post("/api/account", responses=problem(400, 403, 413, 429))
async def open_account(
    request: AnyRequest,
    accounts: NamedDependency[Accounts],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    data: JSONBody[Credentials],
) -> AccountCard:
    """Open an account and log in; the seats of this browser come along unless that is not wanted."""
    gate.accounts(request)
    return await _welcomed(request, accounts, await accounts.register(data, visitor))


@get("/api/account")
async def my_account(accounts: NamedDependency[Accounts], visitor: NamedDependency[Visitor]) -> AccountCard:
    """Who I am here; a guest has no name."""
    return await accounts.card(visitor)


@delete("/api/account", status_code=204, responses=problem(400, 403, 413, 429))
async def delete_account(
    request: AnyRequest,
    accounts: NamedDependency[Accounts],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    data: JSONBody[Farewell],
) -> None:
    """Delete my account: running matches are resigned, the name goes, the choices stay for the others."""
    gate.accounts(request)
    await accounts.delete(visitor, data.password, whence(request))
    send_session(request.scope, "")


@post("/api/session", responses=problem(400, 403, 413, 429))
async def log_in(
    request: AnyRequest,
    accounts: NamedDependency[Accounts],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    data: JSONBody[Credentials],
) -> AccountCard:
    """Log in; the seats of this browser come along unless that is not wanted."""
    gate.accounts(request)
    return await _welcomed(request, accounts, await accounts.log_in(data, visitor, whence(request)))


@delete("/api/session", status_code=204, responses=problem(403))
async def log_out(request: AnyRequest, accounts: NamedDependency[Accounts], visitor: NamedDependency[Visitor]) -> None:
    """Log out: whoever comes next at this browser does not hold the account's seats."""
    await accounts.log_out(visitor)
    send_session(request.scope, "")


@post("/api/account/password", status_code=204, responses=problem(400, 403, 413, 429))
async def change_password(
    request: AnyRequest,
    accounts: NamedDependency[Accounts],
    gate: NamedDependency[Gate],
    visitor: NamedDependency[Visitor],
    data: JSONBody[NewPassword],
) -> None:
    """Take a new password; every other device is logged out."""
    gate.accounts(request)
    await accounts.change(visitor, data, whence(request))


@post("/api/account/seats", status_code=204, responses=problem(400, 403))
async def bring_seats(accounts: NamedDependency[Accounts], visitor: NamedDependency[Visitor]) -> None:
    """Bring the seats of this browser to my account."""
    await accounts.bring(visitor)


@get("/api/account/record")
async def my_record(accounts: NamedDependency[Accounts], visitor: NamedDependency[Visitor]) -> Career:
    """What I have finished, and what came of it; a guest's is that of the browser."""
    return await accounts.record(visitor)


@get("/api/ratings/{game:str}", responses=problem(400, 404))
async def ratings(accounts: NamedDependency[Accounts], game: GameName) -> list[Standing]:
    """The best at a game, by rated matches."""
    if game not in registry.names():
        raise Unknown
    return await accounts.standings(game)


ACCOUNT_API = [
    open_account,
    my_account,
    delete_account,
    log_in,
    log_out,
    change_password,
    bring_seats,
    my_record,
    ratings,
]
