"""Does the doctrine player of each game beat the random one, as either side, in every scenario?

    python -m tools.strength [--game nordkapp] [--games 400] [--seed 1] [--workers 2] [--least 0.95]

Each row is a share of wins with its interval; the command fails where a share is below the least.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from barents.kernel import registry
from barents.kernel.sides import Side
from barents.lab.simulate import Study, simulate
from barents.lab.statistics import share
from barents.players import known_names

# What is agreed on for a game: months of the campaign that nobody plays out are enough to tell.
OPTIONS: dict[str, dict[str, Any]] = {"arctic_campaign": {"convoy_phase": "quick"}}


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit code is 1 where doctrine is too weak."""
    parser = argparse.ArgumentParser(prog="python -m tools.strength", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--games", type=int, default=400, help="games for each scenario and side (default 400)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--least", type=float, default=0.95, help="the least share of wins (default 0.95)")
    options = parser.parse_args(arguments)
    table = Table("game", "scenario", "doctrine as", "wins", "share", "95% interval")
    weak = False
    for name in [options.game] if options.game else registry.names():
        if "doctrine" not in known_names(name):
            continue
        rules = registry.find(name)
        for scenario in [each.name for each in rules.scenarios(rules.data(None)) if not each.parts]:
            for side in Side:
                players = {side: "doctrine", side.enemy: "random"}
                study = Study(name, scenario, options.seed, players, OPTIONS.get(name, {}))
                results = [played.result for played in simulate(study, options.games, options.workers)]
                wins = sum(result.winner is side for result in results)
                found = share(wins, options.games)
                weak = weak or found.mean < options.least
                interval = f"{found.low:.1%} to {found.high:.1%}"
                table.add_row(name, scenario, side, f"{wins} of {options.games}", f"{found.mean:.1%}", interval)
    Console().print(table)
    return int(weak)


if __name__ == "__main__":
    sys.exit(main())
