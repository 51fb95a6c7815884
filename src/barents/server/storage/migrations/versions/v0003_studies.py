"""The laboratory's studies and the games of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("browser", sa.String(64), nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("milliseconds", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "study_games",
        sa.Column("study", sa.String(32), sa.ForeignKey("studies.id"), nullable=False),
        sa.Column("arm", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("played", sa.Text, nullable=False),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id")),
        sa.PrimaryKeyConstraint("study", "arm", "number"),
    )


def downgrade() -> None:
    """Take them away again."""
    for table in ("study_games", "studies"):
        op.drop_table(table)
