"""What happens without a person is held back to the next beat; two people may agree on a pause for their windows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Of matches that are there nothing is held back, and nobody has agreed on a pause."""
    op.add_column("matches", sa.Column("pause", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("held", sa.Integer))
    op.add_column("matches", sa.Column("held_by", sa.String(8)))


def downgrade() -> None:
    """Take it away again; a match in which something was held back shows it at once."""
    for name in ("held_by", "held", "pause"):
        op.drop_column("matches", name)
