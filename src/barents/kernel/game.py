"""What a game is made of: state, steps, scenarios, rules, and what each side may know.

A `Game` is a record of functions and types; nothing is inherited but the few fields that the umpire itself needs in
every state (the agenda, the notebooks, the result).
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import isgeneratorfunction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from barents.kernel.actions import Action, Notation, kebab, tag_of
from barents.kernel.coach import Coach
from barents.kernel.decisions import Options
from barents.kernel.dice import Dice
from barents.kernel.disclosure import Open, Own
from barents.kernel.events import Entry, Fact
from barents.kernel.optional_rules import optional_rules
from barents.kernel.question import Question, questions_in
from barents.kernel.report import Report, ShipCard
from barents.kernel.scenario_words import Counting, ScenarioBriefing
from barents.kernel.sides import PEOPLE, Observer, Side
from barents.kernel.words import capital

if TYPE_CHECKING:
    from barents.kernel.datapack import DataFile, DataPack
    from barents.kernel.decisions import Decision
    from barents.kernel.domains import Neighbours, Refusal
    from barents.kernel.scenarios import ScenarioFolder, ScenarioHead
    from barents.kernel.story import Story
    from barents.kernel.umpire import Rule, Umpire
    from barents.kernel.view import Situation

StepT = TypeVar("StepT")
S = TypeVar("S", bound="BaseState[Any]")
D = TypeVar("D")


class Step(msgspec.Struct, frozen=True, tag_field="step", tag=kebab):
    """A line of the agenda: which procedure runs next, and with what."""


class Sighting(msgspec.Struct, frozen=True):
    """What a side was told of the enemy: where, what it looked like, by whom, and when."""

    cell: Own[str]
    what: Own[str]
    source: Own[str]
    turn: Own[int]


class Notebook(msgspec.Struct):
    """What a side has been told: pieces identified (and by which rule), sightings, and plain facts."""

    identified: Own[dict[str, str]] = {}
    sightings: Own[list[Sighting]] = []
    facts: Own[dict[str, Fact]] = {}


def blank_notebooks() -> dict[Side, Notebook]:
    """A notebook for each side, with nothing in it."""
    return {side: Notebook() for side in Side}


class Result(msgspec.Struct, frozen=True):
    """How a game ended. Without a winner it is a draw."""

    winner: Open[Side | None]
    level: Open[str]
    points: Open[Mapping[str, int | float]] = {}  # a whole number stays one in a record, so that its digest fits
    why: Open[str] = ""

    @property
    def told(self) -> "Result":
        """The same for people to read: a record says by a side's own word who gave up or ran out of time.

        >>> Result(Side.ALLIED, "resigned", why="axis resigned").told.why
        'The Germans resigned.'
        """
        given_up = {"resigned": "resigned", "lost on time": "ran out of time"}.get(self.level)
        if given_up is None or self.winner is None:
            return self
        people = PEOPLE[self.winner.enemy]
        return msgspec.structs.replace(self, why=f"{capital(people)} {given_up}.")


class BaseState(msgspec.Struct, Generic[StepT], kw_only=True):
    """The fields that the umpire needs in the state of every game."""

    agenda: list[StepT]
    notebook: dict[Side, Notebook] = msgspec.field(default_factory=blank_notebooks)
    result: Result | None = None


class Scenario(msgspec.Struct, frozen=True):
    """A scenario as the list of games shows it: what each side has to do, when it begins, how long it takes to play.

    A campaign has `parts`: the scenarios of the same game that it plays one after the other.
    """

    name: str
    title: str
    turns: int
    about: str = ""
    tasks: dict[Side, str] = {}
    begins: str = ""
    minutes: int = 0
    parts: tuple[str, ...] = ()
    briefing: ScenarioBriefing | None = None
    coach: Coach | None = None


class Inner(NamedTuple):
    """A game that is played inside another one, and how its data and what is known of it are found there."""

    game: "Game[Any, Any]"
    place: Callable[[Any, Any], tuple[Any, Any]]


class NoOptions(msgspec.Struct, frozen=True):
    """The options of a game without optional rules."""


Procedure: TypeAlias = Callable[[Any, Any], "Rule[Sequence[Step] | None] | Sequence[Step] | None"]


def plain_words(_data: Any, _known: Any, action: Action) -> str:
    """An action in words, where its notation is plain enough."""
    return str(action)


def plain_heading(_data: Any, kind: type[Action], _action: Action | None) -> str:
    """What draws actions of one kind together: the word that their notation begins with."""
    return tag_of(kind).replace("-", " ").capitalize()


def anybody(_options: Any) -> tuple[Side, ...]:
    """The sides that a person may play, of a game in which that is both."""
    return tuple(Side)


def no_ships(_data: Any) -> Mapping[str, ShipCard]:
    """Of a game without real ships."""
    return {}


def nothing_counted(_data: Any, _scenario: str) -> Counting:
    """Of a game that does not say what counts in it."""
    return Counting()


def plain_report(_data: Any, state: Any, _log: Sequence[Entry]) -> Report:
    """The end of a game that keeps no account of how it came about."""
    return Report(state.result.why if state.result is not None else "")


def plain_story() -> "Story[Any]":
    """Of a game without a storyteller: each line that was told is a passage."""
    from barents.kernel.story import Story

    return Story()


def listed(file: "ScenarioHead", turns: int, begins: str) -> Scenario:
    """The scenario of a file as the list of games shows it."""
    return Scenario(
        file.name,
        file.title,
        turns,
        file.about,
        file.tasks,
        begins.replace("T", " "),
        file.minutes,
        briefing=file.briefing,
        coach=file.coach,
    )


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, D]):
    """Everything that the umpire must be told about a game. `chart` is the map that the list of games shows for it."""

    name: str
    title: str
    version: str
    state: type[S]
    actions: Sequence[type[Action]]
    steps: Mapping[type[Step], Procedure]
    scenarios: Callable[[D], Iterable[Scenario]]
    """What is offered, in the order of lists: it hangs on the data, since a data pack may add scenarios."""
    data: Callable[["DataPack | None"], D]
    opening: Callable[[D, str, Any], S]
    known: Callable[[D, S, Observer], S]
    imagine: Callable[[D, S, Observer, Dice], S]
    view: Callable[[D, S, Observer], "Situation"]
    label: Callable[[D, str], str]
    options: type[msgspec.Struct] = NoOptions
    called: Callable[[D, S, str], str] | None = None
    """What an item of a decision is called by whoever knows this much; `label` knows no state, and so says less."""
    why: Callable[[D, S, "Decision[Any]", str, str], "Refusal | None"] | None = None
    """Why a piece, a cell or both cannot be chosen now, by what their side knows: she has flown, she is not here."""
    asides: Callable[["Umpire[S, D]", Side], Options[Action] | None] | None = None
    do_aside: Callable[["Umpire[S, D]", Side, Action], "Rule[None]"] | None = None
    words: Callable[[D, S, Action], str] = plain_words
    heading: Callable[[D, type[Action], Action | None], str] = plain_heading
    ships: Callable[[D], Mapping[str, ShipCard]] = no_ships
    report: Callable[[D, S, Sequence[Entry]], Report] = plain_report
    story: "Story[D]" = field(default_factory=plain_story)
    """How what happened is told: the log drawn together, one passage a deed."""
    counts: Callable[[D, str], Counting] = nothing_counted
    """What counts in a scenario, with its numbers: for the briefing."""
    about: str = ""
    chart: str = ""
    order: int = 100
    """Where the game stands in lists of games, before those with a higher number; equal ones go by their names."""
    people: Callable[[Any], tuple[Side, ...]] = anybody
    """The sides that a person may play under some options: an automaton's is left to a player."""
    delegated: Callable[[S], bool] = lambda _state: False
    """Whether what is asked now is left to the computer's staffs, whoever sits there: both sides agreed on it."""
    asks_nothing: Mapping[type[Step], Callable[["Umpire[S, D]", Any], bool]] = field(default_factory=dict)
    """Of steps that can ask: whether one, as it begins, will ask nobody. It then needs no checkpoint of its own."""
    boards: Callable[[D], Mapping[str, "Neighbours"]] = lambda _data: {}
    inner: Inner | None = None
    data_files: Sequence["DataFile"] = ()
    """The built-in files, over which a data pack may lay its values."""
    scenario_files: "ScenarioFolder[Any] | None" = None
    """Where a scenario is a file, and a data pack may add its own."""
    schema: int = 1
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        optional_rules(self)  # so that one without its words is noticed at once, also in somebody else's game

    @property
    def package(self) -> str:
        """The package of its rules; its ledger and what it may disclose lie there."""
        return sys.modules[self.state.__module__].__package__ or self.state.__module__

    @cached_property
    def notation(self) -> Notation:
        """Reads this game's actions."""
        return Notation(self.actions)

    @cached_property
    def questions(self) -> Mapping[str, Question[Any, Any]]:
        """What its rules ask, by their ids: whatever stands in the modules of its package."""
        return questions_in(self.state.__module__)

    @cached_property
    def own_questions(self) -> frozenset[int]:
        """The same by identity, for a look at each question that is put."""
        return frozenset(map(id, self.questions.values()))

    def question(self, id: str) -> Question[Any, Any] | None:
        """One of its questions, or of the game inside it."""
        found = self.questions.get(id)
        return found if found is not None or self.inner is None else self.inner.game.question(id)

    @cached_property
    def orders(self) -> Mapping[str, str]:
        """The kinds of silent windows for which a seat can give standing orders: their rules, and words for them."""
        asked = {question.rule: question.order for question in self.questions.values() if question.order}
        return {**asked, **({} if self.inner is None else self.inner.game.orders)}

    @cached_property
    def asking(self) -> frozenset[type[Step]]:
        """The steps whose procedures can ask something; the others run through."""
        return frozenset(step for step, procedure in self.steps.items() if isgeneratorfunction(procedure))

    @cached_property
    def encoder(self) -> msgspec.msgpack.Encoder:
        """Writes states."""
        return msgspec.msgpack.Encoder()

    @cached_property
    def decoder(self) -> "msgspec.msgpack.Decoder[S]":
        """Reads states, typed and checked."""
        return msgspec.msgpack.Decoder(self.state)

    def name_for(self, data: D, known: S, item: str) -> str:
        """What an item of a decision is called, for those who know this much."""
        return self.label(data, item) if self.called is None else self.called(data, known, item)

    def clone(self, state: S) -> S:
        """A copy of a state that shares nothing with it."""
        return self.decoder.decode(self.encoder.encode(state))

    def insist_on_both(self, data: D, scenario: str, options: Any) -> None:
        """Raise `LookupError` for a lesson in solitaire: it is set up for two sides, and its coach speaks of both."""
        found = self.scenario(data, scenario)
        if found.coach is not None and len(self.people(options)) < len(Side):
            raise LookupError(f"{found.title} is a lesson for two sides: play it without solitaire")

    def scenario(self, data: D, name: str) -> Scenario:
        """A scenario by its name; the error lists those there are."""
        offered = {scenario.name: scenario for scenario in self.scenarios(data)}
        try:
            return offered[name]
        except KeyError:
            raise LookupError(f"{self.title} has no scenario '{name}': there are {', '.join(offered)}") from None

    def scenario_title(self, data: D, name: str) -> str:
        """What a scenario is called; its name, where it is not there any more."""
        return next((scenario.title for scenario in self.scenarios(data) if scenario.name == name), name)
