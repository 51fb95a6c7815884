"""Runs the migrations over the connection that `store` hands in."""

from __future__ import annotations

from alembic import context

from barents.server.storage.database import METADATA


def migrate() -> None:
    """Bring the database to the version that is wanted."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # only while Alembic runs this file; whoever merely imports it changes nothing
    migrate()
