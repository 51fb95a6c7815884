"""The umpire: the only way from a rule to a person, to a die, and to what anybody is told.

Rules are generators that are handed an `Umpire`. `yield from u.ask(...)` stops the rule until the side has answered;
everything else happens at once.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import partial
from types import GeneratorType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Decision, Options, Pick, Subset
from barents.kernel.dice import Die, Roll
from barents.kernel.events import Drew, Entry, Event, Fact, Revealed, Rolled, Told
from barents.kernel.game import BaseState, D, Game, Result, S, Sighting, Step
from barents.kernel.question import Question
from barents.kernel.sides import EVERYONE, Audience, Side

A = TypeVar("A", bound=Action)
T = TypeVar("T")
X = TypeVar("X")
Y = TypeVar("Y")
InnerS = TypeVar("InnerS", bound="BaseState[Any]")
InnerD = TypeVar("InnerD")


class RuleError(RuntimeError):
    """A rule asked something of the umpire that a rule may not ask."""


class Both:
    """A request to run a procedure of each side, side by side."""

    __slots__ = ("procedures",)

    def __init__(self, procedures: dict[Side, "Rule[Any]"]) -> None:
        self.procedures = procedures


Asking: TypeAlias = Question[Any, Any] | str
Request: TypeAlias = Decision[Any] | Both
Rule: TypeAlias = Generator[Request, Any, T]


class Stream(Protocol):
    """Dice that fall for an audience."""

    def roll(self, die: Die) -> tuple[int, ...]:
        """The faces of a throw."""

    def sample(self, items: Iterable[T], count: int) -> list[T]:
        """Some items drawn without replacement."""


class Streams(Protocol):
    """The dice of all audiences."""

    def __getitem__(self, audience: Audience) -> Stream: ...


class Proceedings(Protocol):
    """What the umpire needs of a match, or of whatever else runs a rule (see `kernel.odds`)."""

    log: list[Entry] | None
    barred: int
    inside_both: bool
    chapter_closes: bool

    @property
    def box(self) -> Streams:
        """The dice."""

    @property
    def choices(self) -> Sequence[object]:
        """What has been chosen so far."""

    def blind(self, side: Side) -> None:
        """A side does not know all of this step any more."""


class Umpire(Generic[S, D]):
    """What a rule may do: read and change the state, ask, roll, tell.

    `data` holds the game's tables and maps. A rule never sees the match, the log or the dice themselves.
    """

    __slots__ = ("_match", "data", "game", "state")

    def __init__(self, match: Proceedings, game: Game[S, D], data: D, state: S) -> None:
        self._match = match
        self.game = game
        self.data = data
        self.state = state

    # Asking

    def ask(
        self, side: Side, question: Asking, options: Options[A] | Callable[[], Options[A]], prompt: str = ""
    ) -> Rule[A]:
        """Ask a side to decide. Options given as a function are open to asides: they are made anew after each.

        The prompt is the question's, unless this moment needs words of its own.
        """
        self._insist_on(question)
        if not callable(options):
            answer: A = yield Decision(side, question, options, prompt)
            return answer
        find = self.game.asides
        while True:
            decision = Decision(side, question, options(), prompt, None if find is None else partial(find, self, side))
            reply = yield decision
            if self.game.do_aside is None or not decision.is_aside(reply):
                return cast(A, reply)
            yield from self.game.do_aside(self, side, reply)
            self._match.blind(side.enemy)  # an aside is its owner's secret

    def window(self, side: Side, question: Asking, options: Options[A], prompt: str = "") -> Rule[A | None]:
        """Offer a reaction whose very existence is secret; None if it is declined.

        A rule opens a window whenever the other side cannot exclude it, also without a true option.
        """
        self._insist_on(question)
        self._bar()
        offered: Options[Action] = _or_decline(options)
        answer = yield Decision(side, question, offered, prompt, window=True)
        self._bar()  # an answer taken back would show the other side that there was a window
        self._match.blind(side.enemy)
        return None if answer in (Decline(), Choose(())) else cast(A, answer)

    def both(self, allied: Rule[X], axis: Rule[Y]) -> Rule[tuple[X, Y]]:
        """Run a procedure of each side at once. They read the state as it was and change, roll and tell nothing."""
        results = yield Both({Side.ALLIED: allied, Side.AXIS: axis})
        self._match.blind(Side.ALLIED)
        self._match.blind(Side.AXIS)
        return cast(tuple[X, Y], (results[Side.ALLIED], results[Side.AXIS]))

    def within(self, game: Game[InnerS, InnerD], data: InnerD, state: InnerS) -> Rule[bool]:
        """Run one step of a game inside this one, with the same dice and log; whether it goes on after that."""
        inner = self.inside(game, data, state)
        outcome = inner.run(state.agenda.pop())
        if isinstance(outcome, GeneratorType):
            outcome = yield from outcome
        inner.push(cast("Sequence[Step] | None", outcome))
        return bool(state.agenda)

    def inside(self, game: Game[InnerS, InnerD], data: InnerD, state: InnerS) -> "Umpire[InnerS, InnerD]":
        """The umpire of a game inside this one, for procedures of that game that are no whole step."""
        return Umpire(self._match, game, data, state)

    # Dice

    def roll(
        self,
        die: Die,
        rule: str,
        subject: str = "",
        modifiers: Mapping[str, int] | None = None,
        *,
        to: Audience = EVERYONE,
        modifiers_to: Audience | None = None,
        total_to: Audience | None = None,
        needs: str = "",
    ) -> Roll:
        """Throw dice and add the named modifiers. The parts may have different audiences; `needs` has the total's."""
        match = self._bar()
        faces = match.box[to].roll(die)
        named = {} if modifiers is None else dict(modifiers)
        roll = Roll.of(faces, sum(named.values()))
        if not (to is EVERYONE and modifiers_to is None and total_to is None):
            self._hide(to, modifiers_to or to, total_to or to)
        if match.log is not None:
            event = Rolled(rule, subject, str(die), faces, named, int(roll), needs)
            match.log.append(Entry(event, to, modifiers_to or to, total_to or to))
        return roll

    def draw(
        self, items: Iterable[str], count: int, rule: str, subject: str = "", *, to: Audience = EVERYONE
    ) -> list[str]:
        """Draw some items at random without replacement; only the audience knows of it."""
        match = self._bar()
        pool = list(items)
        drawn = match.box[to].sample(pool, count)
        self._hide(to)
        self._note(Drew(rule, subject, count, len(pool), tuple(drawn)), to)
        return drawn

    # Telling

    def tell(
        self,
        rule: str,
        words: str,
        *,
        to: Audience = EVERYONE,
        sighting: Sighting | None = None,
        note: tuple[str, Fact] | None = None,
        **about: Fact,
    ) -> None:
        """Say what happened; a sighting or a fact is also written into the notebooks of those who are told."""
        self._writable()
        self._note(Told(rule, words, about), to)
        if sighting is not None or note is not None:
            for side in to.sides:
                notebook = self.state.notebook[side]
                if sighting is not None:
                    notebook.sightings.append(sighting)
                if note is not None:
                    notebook.facts[note[0]] = note[1]

    def reveal(self, pieces: Sequence[str], rule: str, *, to: Side, told_to: Audience = EVERYONE) -> None:
        """Identify pieces to a side, until they are concealed again. There is no undo past this."""
        self._bar()
        for piece in pieces:
            self.state.notebook[to].identified[piece] = rule
        self._note(Revealed(rule, tuple(pieces)), told_to)

    def conceal(self, pieces: Iterable[str], *, to: Side) -> None:
        """Pieces are turned face down again: from here on the side cannot tell which they are."""
        self._writable()
        for piece in pieces:
            self.state.notebook[to].identified.pop(piece, None)

    def end(self, result: Result) -> None:
        """The game is over. Whatever was still on the agenda is not played."""
        self._writable()
        self.state.result = result
        self.state.agenda.clear()

    def close_chapter(self) -> None:
        """A part of the game is finished for good: the record begins a new chapter with the next step."""
        self._bar()
        self._match.chapter_closes = True

    # The agenda

    def run(self, step: Step) -> "Rule[Sequence[Step] | None] | Sequence[Step] | None":
        """Call the procedure of a step."""
        try:
            procedure = self.game.steps[type(step)]
        except KeyError:
            raise RuleError(f"{self.game.title} has no procedure for the step {type(step).__name__}") from None
        return procedure(self, step)

    def push(self, steps: Sequence[Step] | None) -> None:
        """Put steps on the agenda so that the first of them is played next."""
        if steps and self.state.result is None:
            self.state.agenda.extend(reversed(steps))

    # How it is done

    def _insist_on(self, question: Asking) -> None:
        """A question must stand in a module of its game, where everybody finds it by its id."""
        if isinstance(question, Question) and id(question) not in self.game.own_questions:
            raise RuleError(f"'{question.id}' does not stand in any module of {self.game.title}")

    def _writable(self) -> Proceedings:
        match = self._match
        if match.inside_both:
            raise RuleError("a procedure inside `both` may not roll, draw, reveal, tell or end anything")
        return match

    def _bar(self) -> Proceedings:
        match = self._writable()
        match.barred = len(match.choices)
        return match

    def _hide(self, *audiences: Audience) -> None:
        """Note which sides do not know all of this step any more."""
        for audience in audiences:
            for side in audience.others:
                self._match.blind(side)

    def _note(self, event: Event, to: Audience) -> None:
        log = self._match.log
        if log is not None:
            log.append(Entry(event, to, to, to))


def _or_decline(options: Options[A]) -> Options[Action]:
    """The options of a window, with the one of letting it pass (for a subset: choosing nothing)."""
    if isinstance(options, Pick):
        return Pick([Decline(), *options.listed], *options.products, why_not=options.why_not)
    if isinstance(options, Subset) and not options.least:
        return options
    raise RuleError("a window offers a Pick, or a Subset that may stay empty")
