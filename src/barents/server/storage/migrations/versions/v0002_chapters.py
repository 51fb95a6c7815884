"""Matches of several chapters: from which choice on they are played from their base."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Every match that is there is played from its first choice."""
    op.add_column("matches", sa.Column("since", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("matches", "since")
