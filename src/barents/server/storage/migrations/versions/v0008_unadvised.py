"""A table may agree to play without an adviser."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """At tables that are there everybody may ask."""
    op.add_column("matches", sa.Column("unadvised", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Take the agreement away again."""
    op.drop_column("matches", "unadvised")
