"""A connection to PostgreSQL that gives up on a server which does not answer."""

from __future__ import annotations

from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from barents.server.storage.engines import PATIENCE

T = TypeVar("T")


class ImpatientConnection(psycopg.Connection[Any]):
    """Waits only so long for anything.

    A server can be there and yet be silent: stopped, starved, or behind a network that swallows what is sent. The
    limits that the server itself keeps are of no use then.
    """

    patience: float | None = PATIENCE

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Wait for an answer; when none has come, the connection is of no more use."""
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise
