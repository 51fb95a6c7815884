"""The first version: matches, seats, holders, choices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("data_digest", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("windows", sa.String(8), nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("opener", sa.String(64), nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("base", sa.LargeBinary),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("side", sa.String(8), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("token", sa.String(64), unique=True),
        sa.Column("nonce", sa.Text),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("draft", sa.Text),
        sa.Column("orders", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "side"),
    )
    op.create_table(
        "holders",
        sa.Column("browser", sa.String(64), nullable=False),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("side", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("browser", "match", "side"),
    )
    op.create_table(
        "choices",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("side", sa.String(8), nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "seq"),
    )


def downgrade() -> None:
    """Take them away again."""
    for table in ("choices", "holders", "seats", "matches"):
        op.drop_table(table)
