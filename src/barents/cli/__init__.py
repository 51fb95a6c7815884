"""The command `barents`.

What a command needs is imported inside it, so that `barents --help` and completion come at once. Mistakes of the
person who types are told in a line on standard error, with exit code 2.
"""

from barents.cli import admin, analyse, export, ladder, mcp, odds, play, records, reference, serve, study
from barents.cli.app import app, main

__all__ = [
    "admin",
    "analyse",
    "app",
    "export",
    "ladder",
    "main",
    "mcp",
    "odds",
    "play",
    "records",
    "reference",
    "serve",
    "study",
]
