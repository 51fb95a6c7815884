"""The log of finished chapters, as each seat was told it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Of chapters that are over already nothing is there; their logs begin with the next."""
    op.create_table(
        "chronicles",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("side", sa.String(8), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match", "side", "first"),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("chronicles")
