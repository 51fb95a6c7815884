"""The parts of which a game's benches are made: random play, positions on the way, and work on each of them.

Play is driven straight through `Match.act` with a sample of the options, without building what a side knows: this is
the speed of the umpire and of the game's rules.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, TypeAlias, TypeVar

from barents.kernel.dice import Dice, DiceBox
from barents.kernel.game import Game, Procedure
from barents.kernel.match import Match
from barents.kernel.record import Record, decode
from barents.kernel.sides import Observer, eyes_of
from tools.bench.figures import Work

AnyGame: TypeAlias = Game[Any, Any]
AnyMatch: TypeAlias = Match[Any, Any]
T = TypeVar("T")


def play(match: AnyMatch, dice: Dice, most: int = 1_000_000) -> int:
    """Choose at random until the match is over or so many choices are made; how many were made."""
    for made in range(most):
        pending = match.pending
        if not pending:
            return made
        side, decision = next(iter(pending.items()))
        match.act(side, decision.options.sample(dice))
    return most


def playouts(game: AnyGame, scenario: str, *, log: bool) -> Work:
    """Whole random games, each from its set-up to its end, counted in decisions."""
    dice = Dice.seeded("playouts", game.name)
    seeds = count()

    def work() -> int:
        return play(Match.new(game, scenario, seed=next(seeds), log=log), dice)

    return work


def positions(game: AnyGame, scenario: str, number: int = 200) -> list[AnyMatch]:
    """Matches of different random games, each at a random decision of its own."""
    found = []
    for seed in range(number):
        length = play(Match.new(game, scenario, seed=seed, log=False), Dice.seeded("position", seed))
        match: AnyMatch = Match.new(game, scenario, seed=seed)
        play(match, Dice.seeded("position", seed), Dice.seeded("where", seed).below(length))
        found.append(match)
    return found


def finished(game: AnyGame, scenario: str, number: int = 60) -> list[AnyMatch]:
    """Random games played to their ends."""
    found = []
    for seed in range(number):
        match: AnyMatch = Match.new(game, scenario, seed=seed)
        play(match, Dice.seeded("finished", seed))
        found.append(match)
    return found


def each(items: Sequence[T], do: Callable[[T], object]) -> Work:
    """Something done to each of some items, counted in items."""

    def work() -> int:
        for item in items:
            do(item)
        return len(items)

    return work


def asked(match: AnyMatch) -> Observer:
    """The side that is asked first, as an observer."""
    return eyes_of(next(iter(match.pending)))


def depth(match: AnyMatch) -> int:
    """How many choices the side that is asked has to go back to the beginning of the step."""
    return len(match.approach(next(iter(match.pending))).choices)


def clones(game: AnyGame, states: Sequence[Any]) -> Work:
    """A copy of each state."""
    return each(states, game.clone)


def forks(matches: Sequence[AnyMatch]) -> Work:
    """A fork of each match."""
    dice = DiceBox.seeded("forks")
    return each(matches, lambda match: match.fork(dice))


def knowledge(matches: Sequence[AnyMatch]) -> Work:
    """What the side that is asked knows."""
    return each(matches, lambda match: match.known(asked(match)))


def views(matches: Sequence[AnyMatch]) -> Work:
    """The match as the side that is asked sees it, with its whole log."""
    return each(matches, lambda match: match.view(asked(match)))


def imagined(matches: Sequence[AnyMatch]) -> Work:
    """A world that agrees with what the side that is asked knows."""
    known = [(match, match.known(asked(match)), asked(match)) for match in matches]
    dice = Dice.seeded("imagined")

    def imagine(case: tuple[AnyMatch, Any, Observer]) -> None:
        match, known, observer = case
        match.game.imagine(match.data, known, observer, dice)

    return each(known, imagine)


def entries_into_imagined_worlds(matches: Sequence[AnyMatch]) -> Work:
    """The whole way of a search to a decision: how it was reached, a world imagined from that, the decision in it."""
    dice, box = Dice.seeded("entries"), DiceBox.seeded("entries")

    def enter(match: AnyMatch) -> None:
        side = next(iter(match.pending))
        approach = match.approach(side)
        world = match.game.imagine(match.data, approach.known, eyes_of(side), dice)
        Match.enter(match.game, match.data, world, approach, box)

    return each(matches, enter)


def saves(matches: Sequence[AnyMatch]) -> Work:
    """The record of each match, as a file's content."""
    return each(matches, lambda match: match.record.encode())


def loads(matches: Sequence[AnyMatch]) -> Work:
    """The content of each match's file read and checked, but not played again."""
    return each([match.record.encode() for match in matches], decode)


def replays(matches: Sequence[AnyMatch], *, by_entries: bool) -> Work:
    """Each record played again with every die compared, counted in records or in their entries."""
    records: list[Record] = [match.record for match in matches]
    entries = sum(len(chapter.entries) for record in records for chapter in record.chapters)
    units = entries if by_entries else len(records)

    def work() -> int:
        for record in records:
            Match.replay(record)
        return units

    return work


def choices_per_step(
    game: AnyGame, scenario: str, games: int = 300, most: int = 1_000_000, options: Any = None
) -> list[int]:
    """How many choices each step took in which anything was chosen, in random play; a game is broken off after `most`.

    A step begins where the match keeps the state's bytes, so this is what a fork or an undo may have to send again.
    """
    made: list[int] = []

    def counting(procedure: Procedure) -> Procedure:
        def run(umpire: Any, step: Any) -> Generator[Any, Any, Any]:
            made.append(0)
            rule: Any = procedure(umpire, step)
            return (yield from rule)

        return run

    watched = {
        step: counting(procedure) if step in game.asking else procedure for step, procedure in game.steps.items()
    }
    game = replace(game, steps=watched)
    for seed in range(games):
        match: AnyMatch = Match.new(game, scenario, seed=seed, options=options, log=False)
        dice = Dice.seeded("steps", seed)
        for _ in range(most):
            if not match.pending:
                break
            made[-1] += 1  # the choice belongs to the step under way; later ones begin inside `play`
            play(match, dice, most=1)
    return [choices for choices in made if choices]
