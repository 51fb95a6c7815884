"""A service for many: several processes, accounts, an open lobby, talk, clocks, and word that it is somebody's move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Matches that are there stay private, unrated and without clocks; their links are no longer shown, but lead in."""
    _widen()
    op.create_table(
        "chat",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("side", sa.String(8), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("said", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "room", "number"),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("folded", sa.String(64), nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("renewed", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("former", sa.String(64), unique=True),
        sa.Column("former_until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "trials",
        sa.Column("subject", sa.String(80), primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("account", "game"),
    )
    op.create_table(
        "notices",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("holder", "kind"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), index=True),
        sa.Column("side", sa.String(8), nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("beaten", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "news",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("news", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("holders_by_match", "holders", ["match"])
    op.create_index("matches_in_lobby", "matches", ["open_to_all", "over", "opened"])


def _widen() -> None:
    for name in ("open_to_all", "watched", "rated"):
        op.add_column("matches", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("door", sa.LargeBinary))
    op.add_column("matches", sa.Column("stood_by", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("pace", sa.Text))
    op.add_column("matches", sa.Column("due", sa.BigInteger))
    op.create_index("ix_matches_due", "matches", ["due"])
    op.add_column("matches", sa.Column("driver", sa.String(32)))
    op.add_column("matches", sa.Column("driver_until", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("closed", sa.Text))
    op.add_column("matches", sa.Column("rematch", sa.String(32)))
    op.add_column("seats", sa.Column("clock", sa.BigInteger))
    op.add_column("seats", sa.Column("clock_since", sa.BigInteger))
    op.add_column("seats", sa.Column("told_at", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("studies", sa.Column("process", sa.String(32), nullable=False, server_default=""))
    op.add_column("studies", sa.Column("alive_until", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Take it all away again."""
    op.drop_index("matches_in_lobby", "matches")
    op.drop_index("holders_by_match", "holders")
    op.drop_index("ix_matches_due", "matches")
    for table in ("news", "pulse", "outbox", "notices", "ratings", "trials", "sessions", "accounts", "chat"):
        op.drop_table(table)
    for name in ("alive_until", "process"):
        op.drop_column("studies", name)
    for name in ("told_at", "clock_since", "clock"):
        op.drop_column("seats", name)
    for name in ("rematch", "closed", "driver_until", "driver", "due", "pace", "stood_by", "door", "version"):
        op.drop_column("matches", name)
    for name in ("rated", "watched", "open_to_all"):
        op.drop_column("matches", name)
