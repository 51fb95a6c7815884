"""What a procedure of the rules is worth, asked at a desk instead of in a game.

A game has a list of procedures (ours are in `barents.lab.procedures`): infiltration, a gunnery round, an attack on a
convoy. One says what is there; the procedure sets up that position, and asks the very function that the client's
odds come from. Where the dice are too many to count, the position is played out by the rules many times, and the
answer has an interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from barents.kernel.actions import Action
from barents.kernel.data import suggestion
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.plugins import PlugIns
from barents.kernel.question import Question
from barents.kernel.sides import Side, eyes_of
from barents.kernel.view import Odds
from barents.lab.statistics import Interval, mean, share
from barents.players import CAPTAIN, player


class Given(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of what is said of a position: each field has a default, and a description in its type."""


class Trial(NamedTuple):
    """How one trial of a sampled procedure ended, in words, and how good that is; better than 0 is a success.

    `counts` are what is counted besides, and told on average.
    """

    end: str
    worth: float
    counts: dict[str, int] = {}


class Procedure(NamedTuple):
    """A procedure that can be asked about.

    It is either reckoned (`odds`, from every face of the dice) or sampled (`trial`, one for each seed); `of` says what
    the chance of a sampled one is the chance of.
    """

    name: str
    about: str
    given: type[Given]
    odds: Callable[[Any, Any], Odds | None] | None = None
    trial: Callable[[Any, Any, str], Trial] | None = None
    of: str = ""


class End(msgspec.Struct, frozen=True):
    """One end of a gamble and its chance; of an exact one the interval is a point."""

    words: str
    chance: Interval


class Answer(msgspec.Struct, frozen=True):
    """What was asked, and the answer: `samples` is 0 where it is exact."""

    game: str
    procedure: str
    given: dict[str, Any]
    of: str
    chance: Interval
    modifiers: dict[str, int]
    ends: tuple[End, ...]
    notes: tuple[str, ...]
    samples: int


class NoAnswer(LookupError):
    """What was asked makes no gamble; the message says why."""


# What packages bring for a game, by its name (`barents.kernel.plugins`).
PROCEDURES = PlugIns[Sequence[Procedure]]("barents.procedures")


def procedures(game: str) -> tuple[Procedure, ...]:
    """The procedures of a game that can be asked about."""
    return tuple(PROCEDURES.get(game, ()))


def ask(
    game: Game[Any, Any], procedure: Procedure, given: Given, pack: Any = None, *, samples: int = 2000, seed: int = 1
) -> Answer:
    """The answer to one question; `samples` and `seed` are for procedures that are played out."""
    data = game.data(pack)
    said: dict[str, Any] = msgspec.to_builtins(given)
    if procedure.odds is not None:
        odds = procedure.odds(data, given)
        if odds is None:
            raise NoAnswer(f"in this position {procedure.name} is no gamble: nothing is decided by a die")
        return exact(game.name, procedure.name, said, odds)
    assert procedure.trial is not None
    trials = [procedure.trial(data, given, f"{seed}/{number}") for number in range(samples)]
    counted = Counter(trial.end for trial in trials)
    worths = {trial.end: trial.worth for trial in trials}
    ends = tuple(End(words, share(counted[words], samples)) for words in sorted(counted, key=lambda end: worths[end]))
    chance = share(sum(trial.worth > 0 for trial in trials), samples)
    return Answer(game.name, procedure.name, said, procedure.of, chance, {}, ends, _means(trials), samples)


def _means(trials: Sequence[Trial]) -> tuple[str, ...]:
    """What was counted in the trials, on average with its interval."""
    notes = []
    for name in dict.fromkeys(name for trial in trials for name in trial.counts):
        found = mean([trial.counts.get(name, 0) for trial in trials])
        notes.append(f"{name}: {found.mean:.2f} ({found.low:.2f} to {found.high:.2f})")
    return tuple(notes)


def exact(game: str, procedure: str, given: dict[str, Any], odds: Odds) -> Answer:
    """The odds that the client shows, as an answer."""
    ends = tuple(End(outcome.words, point(outcome.chance)) for outcome in odds.outcomes)
    modifiers = {name: value for name, value in odds.modifiers.items() if value}
    return Answer(game, procedure, given, odds.of, point(odds.chance), modifiers, ends, odds.notes, 0)


def point(chance: float) -> Interval:
    """A chance that is known exactly."""
    return Interval(round(chance, 6), round(chance, 6), round(chance, 6))


# For the procedures themselves


def question(side: Side, asked: Question[Any, Any] | str, action: Action, prompt: str = "") -> Decision[Any]:
    """A decision in which just this can be answered."""
    return Decision(side, asked, Pick([action]), prompt)


def played_out(
    game: Game[Any, Any], data: Any, state: Any, seed: str, goes_on: Callable[[Any], bool], who: str = CAPTAIN
) -> Any:
    """The state after an action has been played by the rules, both sides by a player, as long as it goes on."""
    match: Match[Any, Any] = Match.at(game, data, state, DiceBox.seeded("odds", seed))
    thinker = player(who, game.name, data)
    dice = {side: Dice.seeded("odds", seed, side.value) for side in Side}
    while match.pending and goes_on(match.state):
        side = next(iter(match.pending))
        match.act(side, thinker.choose(match.known(eyes_of(side)), match.pending[side], dice[side]))
    return match.state


def harm(hits: int, sunk: int) -> str:
    """What an attack has done, in words.

    >>> harm(0, 0), harm(1, 0), harm(3, 1)
    ('no hit', '1 hit', '3 hits, 1 sunk')
    """
    if not hits:
        return "no hit"
    return f"{hits} hit{'' if hits == 1 else 's'}" + (f", {sunk} sunk" if sunk else "")


def one_of(what: str, name: str, known: Mapping[str, Any]) -> str:
    """A name that is known; the error gives the nearest."""
    if name not in known:
        raise NoAnswer(f"there is no {what} '{name}': {suggestion(name, known)}")
    return name


def first(what: str, number: int, known: Sequence[str]) -> list[str]:
    """The first so many of some counters."""
    if number > len(known):
        raise NoAnswer(f"there are no {number} {what}: there are {len(known)}")
    return list(known[:number])
