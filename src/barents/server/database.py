"""The tables of the database. A change here needs a migration beside it."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

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
    PrimaryKeyConstraint("match", "side"),
)

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
