"""What a seat has given beforehand: the rest of an order, and a phase that is left to its staff."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Nobody has given anything yet."""
    for name in ("beforehand", "beforehand_shown"):
        op.add_column("seats", sa.Column(name, sa.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    """Take it away again; what was left of an order is asked of its person."""
    for name in ("beforehand_shown", "beforehand"):
        op.drop_column("seats", name)
