"""The tables of the database. A change here needs a migration beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)
from sqlalchemy.dialects import postgresql, sqlite

METADATA = MetaData()

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("data_digest", String(64), nullable=False),
    Column("rules", String(32), nullable=False),
    Column("windows", String(8), nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("opener", String(64), nullable=False),
    Column("over", Boolean, nullable=False),
    Column("result", Text),
    Column("base", LargeBinary),
    Column("since", Integer, nullable=False, server_default="0"),
    # Counts every change of a match: a process that does not know the newest has been overtaken and may not write.
    Column("version", Integer, nullable=False, server_default="0"),
    # What the links to its seats are made of.
    Column("door", LargeBinary),
    Column("open_to_all", Boolean, nullable=False, server_default=false()),
    # When whoever opened it was last in the lobby: an offer that nobody stands behind is not shown for ever.
    Column("stood_by", BigInteger, nullable=False, server_default="0"),
    Column("watched", Boolean, nullable=False, server_default=false()),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("pace", Text),
    # When the first clock of it runs out, if one is running.
    Column("due", BigInteger, index=True),
    # Which process answers for computers and standing orders, and until when it may.
    Column("driver", String(32)),
    Column("driver_until", BigInteger, nullable=False, server_default="0"),
    # Why an administrator has closed it.
    Column("closed", Text),
    # The match that was opened to play it once more.
    Column("rematch", String(32)),
    # For how many seconds windows are held open, where two people have agreed on that.
    Column("pause", Integer, nullable=False, server_default="0"),
    # Whether the table has agreed to play without an adviser.
    Column("unadvised", Boolean, nullable=False, server_default=false()),
    # How many choices people have been shown, while others are held back; and whose windows are open meanwhile.
    Column("held", Integer),
    Column("held_by", String(8)),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id"), nullable=False),
    Column("side", String(8), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("player", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("token", String(64), unique=True),
    Column("nonce", Text),
    Column("revision", Integer, nullable=False),
    Column("seen", Integer, nullable=False),
    Column("draft", Text),
    Column("orders", Text, nullable=False),
    Column("summary", Text, nullable=False),
    # What is left on its clock in milliseconds, and since when it runs.
    Column("clock", BigInteger),
    Column("clock_since", BigInteger),
    # When word was last sent that it is this seat's move.
    Column("told_at", BigInteger, nullable=False, server_default="0"),
    # What it has given beforehand, as it stands and as it was last shown.
    Column("beforehand", Text, nullable=False, server_default="{}"),
    Column("beforehand_shown", Text, nullable=False, server_default="{}"),
    PrimaryKeyConstraint("match", "side"),
)

# Who sits where: the hash of a browser's key, or an account, written `@` and its id.
HOLDERS = Table(
    "holders",
    METADATA,
    Column("browser", String(64), nullable=False),
    Column("match", String(32), ForeignKey("matches.id"), nullable=False),
    Column("side", String(8), nullable=False),
    PrimaryKeyConstraint("browser", "match", "side"),
)

# Append-only: what was done is never changed, and taking a choice back is an entry of its own.
CHOICES = Table(
    "choices",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("side", String(8), nullable=False),
    Column("entry", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "seq"),
)

# What the laboratory was asked, by whom, and how far it came; one that runs when a server stops is stopped by the next.
STUDIES = Table(
    "studies",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("browser", String(64), nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("terms", Text, nullable=False),
    Column("plan", Text, nullable=False),
    Column("state", String(8), nullable=False),
    Column("why", Text, nullable=False),
    Column("milliseconds", BigInteger, nullable=False),
    # The process that plays it, and until when its word that it still does so is good.
    Column("process", String(32), nullable=False, server_default=""),
    Column("alive_until", BigInteger, nullable=False, server_default="0"),
)

# Append-only but for `match`: where a game that somebody wanted to see is shown.
STUDY_GAMES = Table(
    "study_games",
    METADATA,
    Column("study", String(32), ForeignKey("studies.id"), nullable=False),
    Column("arm", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("played", Text, nullable=False),
    Column("match", String(32), ForeignKey("matches.id")),
    PrimaryKeyConstraint("study", "arm", "number"),
)

# What each seat was told in the chapters that are over: those are not played again when a match is taken up.
CHRONICLES = Table(
    "chronicles",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id"), nullable=False),
    Column("side", String(8), nullable=False),
    Column("first", Integer, nullable=False),
    Column("lines", LargeBinary, nullable=False),
    PrimaryKeyConstraint("match", "side", "first"),
)

# What is said at a match, in one of two rooms: the seats', and the gallery of those who watch.
CHAT = Table(
    "chat",
    METADATA,
    Column("match", String(32), ForeignKey("matches.id"), nullable=False),
    Column("room", String(8), nullable=False),
    Column("number", Integer, nullable=False),
    Column("author", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("side", String(8), nullable=False),
    Column("words", Text, nullable=False),
    Column("said", BigInteger, nullable=False),
    PrimaryKeyConstraint("match", "room", "number"),
)

# `folded` is the name as it is compared; `password` is argon2's own text, with its parameters.
ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("folded", String(64), nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("opened", BigInteger, nullable=False),
)

# A browser that has logged in. `key` is the hash of its cookie, `former` that of the one before, which is good until
# the new one has been used and a while longer; 0 as long as it has not.
SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("account", String(32), ForeignKey("accounts.id"), nullable=False, index=True),
    Column("opened", BigInteger, nullable=False),
    Column("renewed", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("former", String(64), unique=True),
    Column("former_until", BigInteger, nullable=False),
)

# Passwords tried in vain, by name and by address.
TRIALS = Table(
    "trials",
    METADATA,
    Column("subject", String(80), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("account", String(32), ForeignKey("accounts.id"), nullable=False),
    Column("game", String(64), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("account", "game"),
)

# Where somebody wants to be told that it is his move. An address of mail counts once its owner has said so; by the
# same link, which `token` is the end of, it is given up again.
NOTICES = Table(
    "notices",
    METADATA,
    Column("holder", String(64), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("token", String(64), nullable=False, unique=True),
    Column("confirmed", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    PrimaryKeyConstraint("holder", "kind"),
)

# What is to be sent: a row goes when it was sent, or has failed too often.
OUTBOX = Table(
    "outbox",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("due", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
    # Of a turn that has passed in the meantime nothing need be said: its row goes with it.
    Column("match", String(32), ForeignKey("matches.id"), index=True),
    Column("side", String(8), nullable=False),
)

# When a process last wrote down that the service is open; one row.
PULSE = Table(
    "pulse",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("beaten", BigInteger, nullable=False),
)

# What processes that share a file tell each other; rows go after a minute. PostgreSQL has channels of its own for this.
NEWS = Table(
    "news",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("news", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)


def insert_missing(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows of which others may have added some already: those are left as they are."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


Index("holders_by_match", HOLDERS.c.match)
Index("matches_in_lobby", MATCHES.c.open_to_all, MATCHES.c.over, MATCHES.c.opened)
