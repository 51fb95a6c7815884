"""Plays games of every kind and looks whether anything breaks.

    python -m tools.fuzz [--minutes 5] [--game nordkapp ...] [--seed S] [--corpus DIR] [--found DIR]
    python -m tools.fuzz --server [--database sqlite postgresql] [--minutes 5] [--game nordkapp ...] [--found DIR]

Game, scenario, options, data pack and players are drawn, the admiral among them; matches are played, undone, saved
and taken up again, gone on with by new dice, forked, imagined, looked at, and asked nonsense. Whatever reaches a
question or a kind of answer that was not met before is kept in the corpus, and gone on from later. What breaks is made
as short as it can be and written to a folder, whose files `tests/found/test_found.py` plays again. The minutes are of
the processor.

With `--server` matches are played at real servers on this machine, which are killed, stopped, asked nonsense and given
newer rules meanwhile (`tools/fuzzing/visits.py`). They keep matches in files of SQLite and, where it is installed, in a
PostgreSQL of their own. Then the minutes are of the clock, since the work is done elsewhere.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from barents.kernel import registry
from barents.kernel.data import DataError
from barents.kernel.dice import Dice
from barents.kernel.match import Control, Match
from barents.kernel.sides import Side
from barents.players import Player, answer_of, dice_of, player
from barents.players.search import Budget
from tools.fuzzing.deeds import Deed, Kind, done
from tools.fuzzing.failures import Finding, keep, kind_of, shrunk, shrunk_visit
from tools.fuzzing.plans import Plan, drawn
from tools.fuzzing.visits import Database, Visit, databases, visit_drawn, visited

FOUND = Path(__file__).parents[1] / "tests" / "found"
QUICK = Budget(times=0.2, milliseconds=30)
CHECKS: tuple[Kind, ...] = ("save", "renew", "fork", "imagine", "look", "nonsense", "wire")
SELDOM = 25  # one deed in so many is something else than an answer
MOST = 1_200  # deeds in one match
MOST_KEPT = 400  # beginnings in the corpus


class Beginning(msgspec.Struct, frozen=True):
    """A match that reached something new, as far as it did."""

    plan: Plan
    deeds: tuple[Deed, ...]
    reached: str


class Fuzzer:
    """One run: what has been met, what broke."""

    def __init__(self, games: list[str], seed: str, corpus: Path | None, found: Path) -> None:
        self.games = games
        self.dice = Dice.seeded("fuzz", seed)
        self.met: set[str] = set()
        self.corpus: list[Beginning] = []
        self.file = None if corpus is None else corpus / "corpus.json"
        self.found = found
        self.broke: Counter[str] = Counter()
        self.counted: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        if self.file is not None and self.file.exists():
            self.corpus = msgspec.json.decode(self.file.read_bytes(), type=list[Beginning])
            self.corpus = [each for each in self.corpus if each.plan.game in games]
            self.met = {each.reached for each in self.corpus}

    def run(self, seconds: float) -> None:
        """Play match after match."""
        until = time.process_time() + seconds
        while time.process_time() < until:
            plan, deeds = self._beginning()
            began = time.process_time()
            self._play(plan, deeds, until)
            self.seconds[plan.game] += round(time.process_time() - began)
            self.counted["matches"] += 1
        if self.file is not None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_bytes(msgspec.json.encode(self.corpus[-MOST_KEPT:]))

    def _beginning(self) -> tuple[Plan, list[Deed]]:
        """A fresh plan; or one of the corpus, as far as it was worth keeping."""
        if self.corpus and self.dice.below(3) == 0:
            chosen = self.dice.choice(self.corpus)
            return chosen.plan, list(chosen.deeds)
        return drawn(self.dice, self.games), []

    def _play(self, plan: Plan, deeds: list[Deed], until: float) -> None:
        most = len(deeds) + 30 + self.dice.below(MOST)
        try:
            match = plan.begin()
        except DataError:
            self.counted["packs refused"] += 1
            return
        try:
            for deed in deeds:
                match = done(match, deed, plan.data_pack)
            players = {side: player(name, plan.game, match.data, QUICK) for side, name in plan.players.items()}
        except Exception as error:
            self._note(plan, deeds[:-1], deeds[-1] if deeds else Deed("look"), error)
            return
        while len(deeds) < most and time.process_time() < until:
            deed = Deed("end")
            try:
                if not match.pending:
                    break
                deed = self._deed(match, players)
                match = done(match, deed, plan.data_pack)
            except Exception as error:
                self._note(plan, deeds, deed, error)
                return
            deeds.append(deed)
            self.counted[deed.kind] += 1
        try:
            done(match, Deed("end"), plan.data_pack)
        except Exception as error:
            self._note(plan, deeds, Deed("end"), error)
        self._cover(plan, deeds, match)

    def _deed(self, match: Match[Any, Any], players: dict[Side, Player]) -> Deed:
        dice = self.dice
        side = dice.choice(tuple(match.pending))
        if dice.below(SELDOM) == 0:
            undoing = [each for each in Side if match.can_undo(each)]
            if undoing and dice.below(3) == 0:
                return Deed("do", dice.choice(undoing), Control.UNDO.value)
            other = match.choices[dice.below(len(match.choices))][1] if match.choices else ""
            return Deed(dice.choice(CHECKS), side, str(other), dice.below(1 << 30))
        if dice.below(20) == 0:
            return Deed("do", side, str(match.pending[side].options.sample(dice)))
        answer = answer_of(players[side], match, side, dice_of(match, side))
        reached = f"{match.game.name} {match.pending[side].rule} {type(answer).__name__}"
        if reached not in self.met:
            self.met.add(reached)
            self._new = reached
        return Deed("do", side, str(answer))

    _new = ""

    def _cover(self, plan: Plan, deeds: list[Deed], match: Match[Any, Any]) -> None:
        """Keep a match that has reached something new."""
        if self._new:
            self.corpus.append(Beginning(plan, tuple(deeds), self._new))
            self._new = ""
            del self.corpus[:-MOST_KEPT]
        self.counted["choices"] += len(match.choices)

    def _note(self, plan: Plan, deeds: list[Deed], deed: Deed, error: Exception) -> None:
        kind = kind_of(error)
        self.broke[kind] += 1
        if self.broke[kind] == 1:
            finding = Finding(plan, (*deeds, deed), kind)
            sys.stderr.write(f"FOUND: {plan.game} {plan.scenario}: {kind}, after {len(deeds)} deeds\n")
            file = keep(shrunk(finding), self.found)
            sys.stderr.write(f"  kept as {file.name}\n")


class Visitor:
    """One run at real servers: what was done there, what broke."""

    def __init__(self, games: list[str], seed: str, found: Path, databases: list[Database]) -> None:
        self.games = games
        self.databases = databases
        self.dice = Dice.seeded("visits", seed)
        self.found = found
        self.broke: Counter[str] = Counter()
        self.once: Counter[str] = Counter()
        self.counted: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()

    def run(self, seconds: float) -> None:
        """Visit after visit; the last may take a little longer."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            visit, began = visit_drawn(self.dice, self.games, self.databases), time.monotonic()
            broke = visited(visit)
            self.counted["visits"] += 1
            self.counted[f"with {visit.database}"] += 1
            self.counted.update(turn.do for turn in visit.turns)
            self.seconds[visit.plan.game] += round(time.monotonic() - began)
            if broke:
                self._note(msgspec.structs.replace(visit, broke=broke))

    def _note(self, visit: Visit) -> None:
        """What happens twice is kept; what does not may be the machine's fault, and is told."""
        where = f"{visit.plan.game} {visit.plan.scenario}: {visit.broke}"
        if visit.broke in self.broke:
            self.broke[visit.broke] += 1
        elif visited(visit) == visit.broke:
            self.broke[visit.broke] += 1
            sys.stderr.write(f"FOUND: {where}, in {len(visit.turns)} turns\n")
            sys.stderr.write(f"  kept as {keep(shrunk_visit(visit), self.found).name}\n")
        else:
            self.once[visit.broke] += 1
            sys.stderr.write(f"SEEN ONCE: {where}: {msgspec.json.encode(visit).decode()}\n")


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit code is 1 if something broke."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5.0, help="of the processor (default 5)")
    parser.add_argument("--game", nargs="+", choices=registry.names(), default=registry.names(), help="only these")
    parser.add_argument("--seed", default="", help="to play the same once more (default: by the clock)")
    parser.add_argument("--corpus", type=Path, help="a folder to keep what was reached, and to go on from")
    parser.add_argument("--found", type=Path, default=FOUND, help="where failures are written (default tests/found)")
    parser.add_argument("--server", action="store_true", help="play at real servers, to which much happens")
    here = databases()
    kinds = "databases of the servers (default: all that are installed)"
    parser.add_argument("--database", nargs="+", choices=here, default=here, help=kinds)
    chosen = parser.parse_args(arguments)
    games, seed = list(chosen.game), chosen.seed or str(time.time_ns())
    fuzzer: Visitor | Fuzzer = Fuzzer(games, seed, chosen.corpus, chosen.found)
    if chosen.server:
        fuzzer = Visitor(games, seed, chosen.found, list(chosen.database))
    fuzzer.run(60 * chosen.minutes)
    sys.stdout.write(", ".join(f"{count:,} {what}" for what, count in fuzzer.counted.most_common()) + ".\n")
    if isinstance(fuzzer, Fuzzer):
        sys.stdout.write(f"{len(fuzzer.met)} kinds of answers to questions met.\n")
    spent = ", ".join(f"{game} {seconds / 60:.1f}" for game, seconds in sorted(fuzzer.seconds.items()))
    sys.stdout.write(f"Minutes by game: {spent}.\n")
    for kind, count in fuzzer.broke.most_common():
        sys.stdout.write(f"BROKE {count} times: {kind}\n")
    return int(bool(fuzzer.broke))


if __name__ == "__main__":
    sys.exit(main())
