"""Structured logs: a line of JSON for each event, without secrets.

No tokens, cookies or nonces, and nothing of what a seat has chosen or been shown: an error is noted by its kind and the
lines of code on its way, not by its message, which may quote a hidden choice.
"""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

import msgspec

from barents.server import metrics

LOGGER = logging.getLogger("barents.server")
QUIET = ("alembic", "uvicorn", "httpx", "httpcore")
"""Others of whom only warnings are wanted: they would write addresses down."""


def note(event: str, **about: Any) -> None:
    """Write an event with its facts."""
    metrics.count(event)
    LOGGER.info(event, extra={"about": about})


class AsJson(logging.Formatter):
    """A log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        ours = record.name == LOGGER.name
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "pid": record.process,
            "level": record.levelname.lower(),
            "event": record.getMessage() if ours or record.levelno < logging.ERROR else record.msg,
        }
        if not ours:
            line["from"] = record.name
        line |= getattr(record, "about", {})
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["error"] = type(error).__name__
            line["at"] = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
        return msgspec.json.encode(line).decode()


def log_to_stderr() -> None:
    """Send everything to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for quiet in QUIET:
        logging.getLogger(quiet).setLevel(logging.WARNING)
