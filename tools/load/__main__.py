"""The command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import chain
from typing import get_args

import msgspec

import tools.load
from tools.load.hall import SCENARIOS
from tools.load.servers import serve
from tools.load.terms import Kind, Terms
from tools.load.trial import HEAD, TRIALS, cells, run


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.load", description=(tools.load.__doc__ or "").splitlines()[0]
    )
    usual = Terms()
    parser.add_argument("--game", choices=sorted(SCENARIOS), default=usual.game)
    parser.add_argument("--matches", type=int, default=usual.matches, metavar="N")
    parser.add_argument("--rate", type=float, default=usual.rate, metavar="N", help="choices a second")
    parser.add_argument("--seconds", type=float, default=usual.seconds, metavar="S")
    parser.add_argument("--processes", type=int, default=usual.processes, metavar="N")
    parser.add_argument("--database", choices=get_args(Kind), default=usual.database)
    parser.add_argument("--spectators", type=int, default=usual.spectators, metavar="N")
    parser.add_argument("--saturated", type=float, default=usual.saturated, metavar="S")
    parser.add_argument("--report", action="store_true", help="everything that is reported, as a table")
    parser.add_argument("--serve", metavar="URL", help=argparse.SUPPRESS)
    options = vars(parser.parse_args(arguments))
    database, report = options.pop("serve"), options.pop("report")
    if report:
        for row in chain((HEAD, ["---"] * len(HEAD)), (cells(run(terms)) for terms in TRIALS)):
            print(f"| {' | '.join(row)} |", flush=True)
        return 0
    if database:
        serve(database, options["processes"])
        return 0
    outcome = run(Terms(**options))
    print(msgspec.json.format(msgspec.json.encode(outcome), indent=2).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
