"""Compares twin worlds by the thousand: does anything reach an observer that it was not told?

    python -m tools.twins [--minutes 5] [--game operations ...] [--workers 2] [--counts FILE] [--leaks DIR]
    python -m tools.twins --again FILE ...

Games of every scenario, with options, data packs and players that are drawn, are played once; at many steps of each,
rare kinds of steps before common ones, a twin is imagined for every observer and compared as
`barents.testing.secrecy` does. Operations and the campaign, which hide the most, come twice as often as the others.
What is counted goes to a file by game and version of its rules, so that runs add up; a leak is written to a folder as
what was played and which twin it was, and `--again` compares that one again. The minutes are of the processor, of
each worker.
"""

from __future__ import annotations

import argparse
import fcntl
import sys
import time
from collections import Counter, deque
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from barents.kernel import registry
from barents.kernel.data import DataError
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from barents.lab.crew import in_processes
from barents.players import Player, answer_of, dice_of, player
from barents.testing.secrecy import OBSERVERS, Report, Secrecy
from tools.fuzzing.failures import kind_of
from tools.fuzzing.plans import Plan, drawn

FIRST = ("operations", "arctic_campaign")
LEVELS = ("random", "captain", "captain", "cadet")
ONWARD = 15  # choices for which twins are compared
LONGEST = 4_000  # choices of a game that is played for them
SECONDS = 60.0  # for one game with its twins: then the next, so that none takes a whole run
REMEMBERED = 40  # choices of either side from which wrong ones are made


class Twin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One comparison: the game as far as it was played, whose eyes, by whom it goes on, and what was found."""

    plan: Plan
    entries: tuple[tuple[Side, str], ...]
    observer: Observer
    onward: str
    found: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"{self.plan.game}-{blake2b(repr(self).encode(), digest_size=4).hexdigest()}.json"


class Count(msgspec.Struct):
    """How much was looked at in one game."""

    games: int = 0
    twins: int = 0
    differing: int = 0
    choices: int = 0
    leaks: int = 0
    seconds: float = 0.0


def compared(twin: Twin, match: Match[Any, Any]) -> Report:
    """Compare a twin of the match, which stands at a step's beginning. Everything hangs on the plan and the place."""
    dice = Dice.seeded("twin", twin.plan.seed, len(twin.entries), twin.observer.value)
    players: dict[Side, Player] = {side: player(twin.onward, match.game.name, match.data) for side in Side}
    remembered = deque((action for _, action in match.choices[-REMEMBERED:]), maxlen=REMEMBERED)
    secrecy = Secrecy(match.game, players)
    return secrecy.compare(match.data, match.step_opening, twin.observer, dice, remembered, ONWARD)


def again(twin: Twin) -> Report:
    """Play as far as the twin, and compare it once more."""
    match = twin.plan.begin()
    for side, text in twin.entries:
        match.act(side, match.game.notation.parse(text))
    return compared(twin, match)


class Twins:
    """One worker's run."""

    def __init__(self, games: list[str], seed: str, counts: Path, leaks: Path) -> None:
        # Those that hide the most come first, and again.
        self.games = [name for name in games if name in FIRST] + games
        self.dice = Dice.seeded("twins", seed)
        self.counts = counts
        self.leaks = leaks
        self.made: Counter[tuple[str, str]] = Counter()
        self.played = self.choices = 0
        self.total: dict[str, Count] = {}

    def run(self, seconds: float) -> None:
        """Game after game."""
        until = time.process_time() + seconds
        while time.process_time() < until:
            plan = drawn(self.dice, [self.games[self.played % len(self.games)]])
            plan = msgspec.structs.replace(plan, players={side: self.dice.choice(LEVELS) for side in Side})
            self.played += 1
            began, count = time.process_time(), Count(games=1)
            self.choices = 0
            try:
                self._play(plan, count, min(until, began + SECONDS))
            except DataError:
                continue  # a pack that cannot be played
            except Exception as error:
                broke = f"BROKE: {kind_of(error)}: {plan}, after {self.choices} choices\n"
                sys.stderr.write(broke)
            count.seconds = time.process_time() - began
            name = f"{plan.game}, rules {registry.find(plan.game).version}"
            add(self.counts, name, count)
            self.total[name] = summed(self.total.get(name, Count()), count)

    def _play(self, plan: Plan, count: Count, until: float) -> None:
        match = plan.begin()
        players = {side: player(name, plan.game, match.data) for side, name in plan.players.items()}
        people = match.game.people(msgspec.convert(plan.options, match.game.options))
        eyes = [observer for observer in OBSERVERS if observer.side is None or observer.side in people]
        while match.pending and len(match.choices) < LONGEST and time.process_time() < until:
            # A step's beginning, which no rule or client may ask for.
            if match._checkpoint.choices == len(match.choices) and self._is_worth_it(match):
                entries = tuple((side, str(action)) for side, action in match.choices)
                onward = self.dice.choice(LEVELS)
                for observer in eyes:
                    self._compare(Twin(plan, entries, observer, onward), match, count)
            side, self.choices = self.dice.choice(tuple(match.pending)), len(match.choices)
            match.act(side, answer_of(players[side], match, side, dice_of(match, side)))

    def _is_worth_it(self, match: Match[Any, Any]) -> bool:
        """The more often a kind of question has been met in this run, the less often it is looked at."""
        kind = match.game.name, "+".join(decision.rule for decision in match.pending.values())
        self.made[kind] += 1
        return self.dice.below(2 + self.made[kind] // 40) == 0

    def _compare(self, twin: Twin, match: Match[Any, Any], count: Count) -> None:
        report = compared(twin, match)
        count.twins += report.twins
        count.differing += report.differing
        count.choices += report.choices
        if report.leaks:
            count.leaks += 1
            found = tuple(f"{leak.channel}: {leak.detail}" for leak in report.leaks)
            kept = msgspec.structs.replace(twin, found=found)
            self.leaks.mkdir(parents=True, exist_ok=True)
            (self.leaks / kept.name).write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1))
            sys.stderr.write(f"LEAK: {kept.name}: {twin.observer.value}: {found[0][:300]}\n")


def summed(one: Count, other: Count) -> Count:
    """Both together."""
    return Count(*(getattr(one, name) + getattr(other, name) for name in Count.__struct_fields__))


def add(file: Path, name: str, count: Count) -> None:
    """Add to what the file has counted; several workers may do so."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+b") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        opened.seek(0)
        content = opened.read()
        counted = msgspec.json.decode(content, type=dict[str, Count]) if content else {}
        counted[name] = summed(counted.get(name, Count()), count)
        counted[name].seconds = round(counted[name].seconds, 1)
        opened.truncate(0)
        opened.write(msgspec.json.format(msgspec.json.encode(dict(sorted(counted.items()))), indent=1) + b"\n")


def _work(games: list[str], seed: str, counts: Path, leaks: Path, seconds: float) -> dict[str, Count]:
    twins = Twins(games, seed, counts, leaks)
    twins.run(seconds)
    return twins.total


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit code is 1 if something leaked."""
    parser = argparse.ArgumentParser(prog="python -m tools.twins", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5.0, help="of the processor, each worker (default 5)")
    parser.add_argument("--game", nargs="+", choices=registry.names(), default=registry.names(), help="only these")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--seed", default="", help="to compare the same once more (default: by the clock)")
    parser.add_argument("--counts", type=Path, default=Path(".cache/twins.json"), help="where all runs are added up")
    parser.add_argument("--leaks", type=Path, default=Path(".cache/leaks"), help="a folder for what leaked")
    parser.add_argument("--again", type=Path, nargs="+", help="compare these, which leaked, once more")
    chosen = parser.parse_args(arguments)
    if chosen.again:
        leaking = 0
        for file in chosen.again:
            report = again(msgspec.json.decode(file.read_bytes(), type=Twin))
            sys.stdout.write(f"{file.name}: {report.leaks or 'nothing leaks'}\n")
            leaking += bool(report.leaks)
        return int(bool(leaking))
    seed = chosen.seed or str(time.time_ns())
    work = [
        (list(chosen.game), f"{seed} {number}", chosen.counts, chosen.leaks, 60 * chosen.minutes)
        for number in range(chosen.workers)
    ]
    totals = [_work(*work[0])] if chosen.workers == 1 else list(in_processes(_work, work, chosen.workers))
    total: dict[str, Count] = {}
    for one in totals:
        for name, count in one.items():
            total[name] = summed(total.get(name, Count()), count)
    for name, count in sorted(total.items()):
        sys.stdout.write(
            f"{name}: {count.twins:,} twins in {count.games:,} games, {count.differing:,} unlike the truth, "
            f"{count.choices:,} choices on, {count.seconds / 60:.1f} minutes; {count.leaks} leaks\n"
        )
    return int(any(count.leaks for count in total.values()))


if __name__ == "__main__":
    sys.exit(main())
