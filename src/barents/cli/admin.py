"""`barents admin`: the matches and accounts in a server's database, for whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barents.cli.app import app
from barents.cli.common import JsonOption, Mistake, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from barents.server.storage.administration import Administration, State

admin = typer.Typer(no_args_is_help=True, help="Look after a server's database: matches, accounts, backups.")
app.add_typer(admin, name="admin")

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="BARENTS_DATABASE",
        help="The database; if not given, the one in your data folder.",
    ),
]
MatchArgument = Annotated[str, typer.Argument(metavar="MATCH", help="The id of a match, as in its address.")]
YesOption = Annotated[bool, typer.Option("--yes", help="Do not ask whether this is meant.")]


def _url(database: str | None) -> str:
    from barents.server.settings import default_database

    return database or default_database()


@contextmanager
def _told() -> Iterator[None]:
    """Tell what cannot be done in a line."""
    from barents.server.storage.administration import AdministrationError
    from barents.server.storage.backup import BackupError
    from barents.server.storage.store import StoreError

    try:
        yield
    except (AdministrationError, BackupError, StoreError) as error:
        raise Mistake(str(error)) from None


@contextmanager
def _opened(context: typer.Context, database: str | None) -> Iterator[Administration]:
    from barents.server.storage.administration import Administration

    with _told():
        found = Administration(_url(database), context.obj)
        try:
            yield found
        finally:
            found.close_database()


def _insist(question: str, yes: bool) -> None:
    """Go on only if it is meant."""
    if not yes and not typer.confirm(question):
        raise Mistake("nothing was done")


def _moment(milliseconds: int | None) -> str:
    if milliseconds is None:
        return ""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _show(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table in plain columns, which a terminal of any width and a script can read."""
    widths = [max(len(row[place]) for row in (head, *rows)) for place in range(len(head))]
    for row in (head, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        typer.echo("  ".join(cells).rstrip())


# Matches


@admin.command("list")
def list_matches(
    context: typer.Context,
    database: DatabaseOption = None,
    is_open: Annotated[bool, typer.Option("--open", help="Only those under way.")] = False,
    over: Annotated[bool, typer.Option("--over", help="Only those that are over.")] = False,
    closed: Annotated[bool, typer.Option("--closed", help="Only those that were closed.")] = False,
    stopped: Annotated[bool, typer.Option("--stopped", help="Only those whose rules are gone.")] = False,
    game: Annotated[str, typer.Option(metavar="GAME", help="Only those of one game.")] = "",
    older_than: Annotated[
        float | None, typer.Option(metavar="DAYS", min=0, help="Only those without a choice for so many days.")
    ] = None,
    stale: Annotated[
        bool, typer.Option("--stale", help="Only those that this version could not go on with, and why.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """List matches, the oldest first."""
    states: tuple[tuple[State, bool], ...] = (
        ("open", is_open),
        ("over", over),
        ("closed", closed),
        ("stopped", stopped),
    )
    chosen = [name for name, wanted in states if wanted]
    if len(chosen) > 1:
        raise Mistake(f"--{chosen[0]} and --{chosen[1]} exclude each other")
    state = chosen[0] if chosen else None
    with _opened(context, database) as found:
        entries = found.matches(state, game, older_than, stale=stale)
    if json:
        print_json(entries)
        return
    head = ("match", "game", "scenario", "rules", "state", "opened", "choices", "last choice")
    rows = [
        (
            entry.match,
            entry.game,
            entry.scenario,
            entry.rules,
            entry.state,
            _moment(entry.opened),
            str(entry.choices),
            _moment(entry.last),
            *((entry.stale,) if stale else ()),
        )
        for entry in entries
    ]
    if rows:
        _show((*head, "why it cannot go on") if stale else head, rows)
        ending = sum(entry.state == "open" for entry in entries)
        if stale and ending:
            count = "1 match" if ending == 1 else f"{ending} matches"
            typer.echo(f"{count} under way could not go on with this version.")
    else:
        typer.echo("This version can go on with every match." if stale else "There are no such matches.")


@admin.command("write-logs")
def write_logs(context: typer.Context, database: DatabaseOption = None) -> None:
    """Write down the log of each match under way, before an upgrade: one that is stopped by it can be read in full."""
    with _opened(context, database) as found:
        count = found.write_logs()
    typer.echo(f"The log of {'1 match' if count == 1 else f'{count} matches'} under way is written down.")


@admin.command()
def show(
    context: typer.Context, match: MatchArgument, database: DatabaseOption = None, json: JsonOption = False
) -> None:
    """Show a match: its terms, its seats, how it stands; nothing that is a side's secret."""
    with _opened(context, database) as found:
        sheet = found.show(match)
    if json:
        print_json(sheet)
        return
    entry = sheet.entry
    typer.echo(f"{entry.match}: {entry.game} {entry.scenario}, {entry.state}, by rules {entry.rules}")
    if sheet.closed is not None:
        typer.echo(f"closed: {sheet.closed}")
    typer.echo(f"opened {_moment(entry.opened)}, {entry.choices} choices, the last {_moment(entry.last) or 'never'}")
    for seat in sheet.seats:
        who = f"computer ({seat.player})" if seat.kind == "computer" else seat.name or "a guest without a name"
        typer.echo(f"{seat.side.value}: {who if seat.taken else 'free'}")
    terms = {"windows": sheet.windows, "watched": sheet.watched, "rated": sheet.rated, "pace": sheet.pace}
    typer.echo(f"options {sheet.options}, terms {terms}")
    if sheet.result is not None:
        typer.echo(f"result: {sheet.result}")


@admin.command()
def close(
    context: typer.Context,
    match: MatchArgument,
    why: Annotated[str, typer.Option(metavar="TEXT", help="What those who sit there are told.")],
    database: DatabaseOption = None,
) -> None:
    """Close a match: nothing more can be done there. It is kept, and can be opened again."""
    if not why.strip():
        raise Mistake("--why needs a sentence for those who sit there")
    with _opened(context, database) as found:
        found.close(match, why.strip())
    typer.echo(f"{match} is closed; whoever sits there is told.")


@admin.command()
def reopen(context: typer.Context, match: MatchArgument, database: DatabaseOption = None) -> None:
    """Let a match that was closed go on."""
    with _opened(context, database) as found:
        found.reopen(match)
    typer.echo(f"{match} goes on.")


@admin.command()
def export(
    context: typer.Context,
    match: MatchArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the record is written.")],
    database: DatabaseOption = None,
) -> None:
    """Write a match's record into a file."""
    with _opened(context, database) as found:
        content, over = found.record(match)
    file.touch(mode=0o644 if over else 0o600)
    file.write_bytes(content)
    typer.echo(f"{file} has the record of {match}.")
    if not over:
        typer.echo(
            "This match is not over: the file tells both sides' secrets and every die to come. Give it to nobody.",
            err=True,
        )


@admin.command()
def erase(
    context: typer.Context,
    match: Annotated[str | None, typer.Argument(metavar="[MATCH]", help="The id of a match.")] = None,
    account: Annotated[str, typer.Option(metavar="NAME", help="An account instead of a match.")] = "",
    database: DatabaseOption = None,
    yes: YesOption = False,
) -> None:
    """Erase a match, or an account: there is no way back but a backup."""
    if (match is None) == (not account):
        raise Mistake("give the id of a match, or --account with a name")
    with _opened(context, database) as found:
        if match is not None:
            entry = found.show(match).entry
            about = f"{entry.game} {entry.scenario}, {entry.state}, {entry.choices} choices"
            _insist(f"Erase match {match} ({about}) with everything that belongs to it?", yes)
            found.erase(match)
            typer.echo(f"{match} is erased.")
        else:
            _insist(f"Erase the account '{account}'? Its matches under way are closed.", yes)
            matches = found.erase_account(account)
            typer.echo(f"The account is erased; it had sat at {len(matches)} matches.")


# Accounts


@admin.command()
def accounts(context: typer.Context, database: DatabaseOption = None, json: JsonOption = False) -> None:
    """List accounts by name."""
    with _opened(context, database) as found:
        entries = found.accounts()
    if json:
        print_json(entries)
    elif entries:
        rows = [(each.name, _moment(each.opened), str(each.seats), str(each.sessions)) for each in entries]
        _show(("name", "since", "seats", "logged in"), rows)
    else:
        typer.echo("There are no accounts.")


@admin.command()
def password(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")],
    database: DatabaseOption = None,
) -> None:
    """Give an account a new password, for somebody who has forgotten his; every device is logged out."""
    with _opened(context, database) as found:
        new = found.new_password(name)
    typer.echo(f"The new password of {name} is {new}")


# Backups


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where it is written, as barents.backup.gz.")],
    database: DatabaseOption = None,
) -> None:
    """Write everything into one file, also while servers run. It holds secrets: keep it as you keep the database."""
    with _told():
        from barents.server.storage.backup import back_up

        header = back_up(_url(database), file)
    matches = header.tables["matches"].rows
    rows = sum(table.rows for table in header.tables.values())
    typer.echo(f"{file}: {matches} matches, {rows} rows, {file.stat().st_size:,} bytes.")


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: DatabaseOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="Throw away what the database has.")] = False,
    yes: YesOption = False,
) -> None:
    """Put a backup into an empty database, of either kind. No server may be running on it."""
    with _told():
        from barents.server.storage import backup as backups

        url = _url(database)
        if replace:
            _insist("Throw away everything in this database, and put the backup in its place?", yes)
        header = backups.restore(file, url, replace=replace)
    typer.echo(f"{header.tables['matches'].rows} matches are back, as they were at {_moment(header.made)}.")
