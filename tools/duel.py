"""Is one player stronger than another? Games with sides swapped, until a sequential test knows.

    python -m tools.duel GAME SCENARIO A B [--least 20] [--most 400] [--seed 1] [--workers 1] [--better 0.6]

Both games of a pair have the same dice, with the sides swapped; a draw is half a win. Wald's sequential probability
ratio test decides between "A wins half of the games" and "A wins the share `--better`", each wrong in one case of
twenty at most, on the decided games; Ctrl-C breaks it off. It says now and then on standard error how things stand, and
in the end prints the share that A won with its interval, as either side, and how long each player thought about a
decision. The exit code is 0 if A is found to be stronger.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from math import log
from statistics import quantiles
from time import process_time
from typing import Any, NamedTuple

import msgspec

from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.lab.crew import in_processes
from barents.lab.statistics import mean, share
from barents.players import Player, answer_of, player

EVERY = 20  # games after which it says how things stand
ERROR = 0.05  # how often either verdict may be wrong
OPTIONS: dict[str, dict[str, Any]] = {"arctic_campaign": {"convoy_phase": "quick"}}


class Duel(NamedTuple):
    """Who meets whom, and where."""

    game: str
    scenario: str
    players: tuple[str, str]
    seed: int


class Bout(NamedTuple):
    """One game: the first player's side, how much of it that player won, and how long each thought, by decisions."""

    side: Side
    won: float
    thought: dict[str, list[float]]


def fight(duel: Duel, number: int) -> Bout:
    """Game 2n and game 2n + 1 have the same dice; the first player has the Allies in one and the Axis in the other."""
    pair, swapped = divmod(number, 2)
    side = Side.AXIS if swapped else Side.ALLIED
    game = registry.find(duel.game)
    options = msgspec.convert(OPTIONS.get(duel.game, {}), game.options)
    match: Match[Any, Any] = Match.new(game, duel.scenario, seed=f"duel {duel.seed}/{pair}", options=options, log=False)
    first, second = duel.players
    names = {side: first, side.enemy: second}
    seats: dict[Side, Player] = {seat: player(name, duel.game, match.data) for seat, name in names.items()}
    dice = {seat: Dice.seeded("duel", duel.seed, pair, names[seat]) for seat in Side}
    thought: dict[str, list[float]] = defaultdict(list)
    while match.pending:
        asked = next(iter(match.pending))
        began = process_time()
        action = answer_of(seats[asked], match, asked, dice[asked])
        thought[names[asked]].append(process_time() - began)
        match.act(asked, action)
    winner = match.result.winner if match.result is not None else None
    return Bout(side, 0.5 if winner is None else float(winner is side), dict(thought))


def bouts(duel: Duel, most: int, workers: int) -> Iterator[Bout]:
    """Games as they are finished, in their order."""
    if workers <= 1:
        yield from map(partial(fight, duel), range(most))
        return
    yield from in_processes(fight, ((duel, number) for number in range(most)), workers)


def ratio(wins: int, losses: int, better: float) -> float:
    """The logarithm of how much likelier these games are if the first player wins that share than if it wins half.

    >>> round(ratio(30, 10, 0.6), 2), round(ratio(0, 0, 0.6), 2)
    (3.24, 0.0)
    """
    return wins * log(2 * better) + losses * log(2 * (1 - better))


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.duel", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("players", nargs=2, metavar="PLAYER")
    parser.add_argument("--least", type=int, default=20, help="games before any verdict (default 20)")
    parser.add_argument("--most", type=int, default=400, help="games after which it stays open (default 400)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--better", type=float, default=0.6, help="the share that would be clearly stronger (default 0.6)"
    )
    chosen = parser.parse_args(arguments)
    duel = Duel(chosen.game, chosen.scenario, tuple(chosen.players), chosen.seed)
    limit = log((1 - ERROR) / ERROR)
    fought: list[Bout] = []
    verdict = "open"
    try:
        for bout in bouts(duel, chosen.most, chosen.workers):
            fought.append(bout)
            wins, losses = (sum(each.won == score for each in fought) for score in (1.0, 0.0))
            found = ratio(wins, losses, chosen.better)
            if len(fought) >= chosen.least and len(fought) % 2 == 0 and abs(found) >= limit:
                verdict = "stronger" if found > 0 else "not stronger"
                break
            if len(fought) % EVERY == 0:
                print(f"{len(fought)} games: {wins} won, {losses} lost", file=sys.stderr, flush=True)
    except KeyboardInterrupt:  # what has been fought is still worth a report
        verdict = "broken off"
    print("\n".join(report(duel, fought, verdict)))
    return int(verdict != "stronger")


def report(duel: Duel, fought: list[Bout], verdict: str) -> list[str]:
    """What was found, in words."""
    first, second = duel.players
    wins, draws = (sum(bout.won == score for bout in fought) for score in (1.0, 0.5))
    losses = len(fought) - wins - draws
    decided, scored = share(wins, wins + losses), mean([bout.won for bout in fought])
    lines = [
        f"{duel.game} {duel.scenario}, {first} against {second}: {verdict} after {len(fought)} games",
        f"  won {wins}, drawn {draws}, lost {losses}: of the decided games {decided.mean:.0%}"
        f" ({decided.low:.0%} to {decided.high:.0%}),"
        f" of all, draws as halves, {scored.mean:.0%} ({scored.low:.0%} to {scored.high:.0%})",
    ]
    for side in Side:
        played = [bout.won for bout in fought if bout.side is side]
        lines.append(f"  as {side}: {sum(played):g} of {len(played)}")
    for name in dict.fromkeys(duel.players):
        times = [1000 * seconds for bout in fought for seconds in bout.thought.get(name, [])]
        if len(times) > 1:
            usual, late = sum(times) / len(times), quantiles(times, n=20)[-1]
            lines.append(f"  {name}: {usual:.1f} ms a decision, 95% within {late:.1f}, at most {max(times):.0f}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
