"""The secrecy test with a stopwatch: twin worlds at two tables of the server, and when each message leaves.

A person sits at one side, a computer at the other, and somebody watches. Time is simulated: the loop jumps to its next
timer, and players take a time that is drawn for each of their answers, and in each world anew. The person does the same
in both worlds, so long after being asked. As long as the person has been told the same in both, all messages must be
the same and leave at the same moments.

Instead of the computer another person may sit there, who gives whole orders, leaves all to a staff, or answers each
question by itself. That person takes a while over being asked too, and that is no secret: two worlds are compared as
long as it is asked as often in both; or, if it answers by itself, as long as as many questions were answered, so that
one which was answered for it shows.
"""

from __future__ import annotations

import asyncio
import selectors
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeVar, TypeVarTuple, Unpack

import msgspec

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Refused
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.events import seen
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.menus import PlannedAnswer
from barents.kernel.sides import Side, eyes_of
from barents.players import RandomPlayer, adviser_of, player
from barents.server.accounts.visitors import Visitor
from barents.server.matches import clocks
from barents.server.matches.beforehand import question_of
from barents.server.matches.protocol import Follow, LeaveToStaff, Pace
from barents.server.matches.seating import _Built
from barents.server.matches.seats import Listener, LiveSeat
from barents.server.matches.tables import LiveTable
from barents.server.matches.thinking import Question
from barents.server.settings import Settings
from barents.server.storage.store import Chronicle, Kept, Kind, MatchRow, SeatRow, Store
from barents.testing.observed import Streams
from barents.testing.secrecy import alike

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Other = Literal["computer", "orders", "staff", "person"]
BEAT = 60.0  # seconds: all that a computer does here fits into one
PATIENCE = 7.0  # seconds after which a person answers
LONGEST = 20  # answers in an order of the other person


# Time


class _Jumping(selectors.DefaultSelector):
    """Waits for nothing: the time jumps to the next timer instead."""

    time = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("nothing will ever happen again: somebody waits for nothing")
        self.time += max(0.0, timeout)
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    """A loop in simulated time. What others would do in threads is done at once, and takes no time."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Seconds since the world began."""
        return self._jumping.time

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Do it now."""
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def in_jumping_time(work: Callable[[], Any]) -> Any:
    """Run something in simulated time, to its end."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(work())


@contextmanager
def jumping_clocks(monkeypatch: Any) -> Iterator[None]:
    """The clocks of the tables go by the loop's time."""
    with monkeypatch.context() as patch:
        patch.setattr(clocks, "now", lambda: round(asyncio.get_running_loop().time() * 1000))
        yield


# A table in a world


class Forgetful(Store):
    """A database that counts versions and keeps nothing."""

    def commit(self, match: str, version: int, *_what: Any, **_more: Any) -> int:
        """The next version."""
        return version + 1


class Sent(NamedTuple):
    """A message: when it left, to whom, what it was, all that the person had been told by then, and if it was over."""

    moment: float
    to: str
    content: bytes
    told: tuple[object, ...]
    over: bool


class Stamped(Listener):
    """Notes when it is told what; nobody fetches it."""

    def __init__(self) -> None:
        super().__init__(Visitor())
        self.heard: list[tuple[float, bytes]] = []

    def tell(self, message: Any) -> None:
        """Note it."""
        content = message if isinstance(message, bytes) else msgspec.json.encode(message)
        self.heard.append((round(asyncio.get_running_loop().time(), 6), content))

    @property
    def updates(self) -> list[tuple[float, dict[str, Any]]]:
        """What it was told of the match itself, and when."""
        said = ((moment, msgspec.json.decode(content)) for moment, content in self.heard)
        return [(moment, each["update"]) for moment, each in said if each["is"] == "update"]


class Recorder(Stamped):
    """Notes with it what the person had been told."""

    def __init__(self, name: str, world: Table) -> None:
        super().__init__()
        self._name = name
        self._world = world

    def tell(self, message: Any) -> None:
        """Note it."""
        super().tell(message)
        over = self._world.match.result is not None
        self._world.sent.append(Sent(self.heard[-1][0], self._name, self.heard[-1][1], self._world.told(), over))


class Hidden:
    """In the place of the players' processes: doctrine, and the time that it takes.

    Where it can, it does what was done in the other world, so that the two stay alike for long.
    """

    def __init__(self, seed: object, delay: Callable[[Dice], float]) -> None:
        self._dice = Dice.seeded("delays", seed)
        self._delay = delay
        self.before: dict[str, deque[Action]] = defaultdict(deque)
        self.after: dict[str, deque[Action]] = defaultdict(deque)
        self.answers = 0
        self.table: Table | None = None

    async def choose(self, asked: Question, dice: Dice) -> str:
        """An answer, after a while."""
        assert self.table is not None
        match = self.table.match
        decision = match.pending[asked.side]
        known = match.known(eyes_of(asked.side))
        name = adviser_of(asked.game)
        thinks = player(name, asked.game, match.data) if name else RandomPlayer()
        action = thinks.choose(known, decision, dice)
        for done in list(self.before[decision.rule])[:3]:
            same = next((each for each in alike(done) if decision.refusal(each) is None), None)
            if same is not None:
                action = same
                self.before[decision.rule].remove(done)
                break
        self.after[decision.rule].append(action)
        self.answers += 1
        await asyncio.sleep(self._delay(self._dice))
        return str(action)


class Table(LiveTable):
    """A table whose match stands somewhere in a world, and of which nothing is kept."""

    def __init__(
        self,
        match: Match[Any, Any],
        scenario: str,
        person: Side,
        hidden: Hidden,
        chosen: Settings,
        store: Store,
        other: Kind = "computer",
    ) -> None:
        self._stands: Match[Any, Any] = match
        self.person = person
        self.sent: list[Sent] = []
        row = MatchRow(
            id="twin",
            game=match.game.name,
            scenario=scenario,
            options={},
            secret=b"",
            data_digest="",
            rules=match.game.version,
            windows="orders",
            opened=0,
            opener="",
            watched=True,
            pace=msgspec.json.encode(Pace(minutes=600, seconds=10)).decode(),
        )
        seats = {
            side: SeatRow(side=side, kind="person" if side is person else other, player="captain", nonce="word")
            for side in Side
        }
        nobody: dict[Side, tuple[str, ...]] = dict.fromkeys(Side, ())
        kept = Kept(row, seats, nobody, (), dict.fromkeys([*Side, "public", "umpire"], ()))
        super().__init__(kept, store, hidden, chosen)  # type: ignore[arg-type]
        hidden.table = self

    def _build(self, kept: Kept) -> _Built:
        live_seats = {
            side: LiveSeat(seat, (), self._stands, "orders", alone=self.is_alone(kept.seats[side.enemy]))
            for side, seat in kept.seats.items()
        }
        return _Built(self._stands, live_seats, False, None)

    def is_alone(self, enemy: SeatRow) -> bool:
        """Whether nobody could learn anything from how quickly a seat is answered for."""
        return enemy.kind == "computer"

    def _chapter(self, since: int) -> dict[str, Any]:
        return {}

    def _chronicles(self) -> dict[str, Chronicle]:
        return {}

    def _testament(self, choices: int) -> dict[str, Chronicle]:
        return {}

    def told(self) -> tuple[object, ...]:
        """Every event that the person knows of, the end of the game among them."""
        eyes = eyes_of(self.person)
        events = [event for entry in self.match.log or () if (event := seen(entry, eyes)) is not None]
        return (*events, self.match.result) if self.match.result is not None else tuple(events)


@dataclass
class Run:
    """What became of one world: what was sent, what the person did, and how often the computer was asked.

    Of the other person: the orders that it gave; and whenever only people were waited for, after how many messages and
    when that was, whether it was asked, and with how many answers it was the last time.
    """

    sent: list[Sent] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    answers: int = 0
    hidden: Hidden | None = None
    orders: list[tuple[PlannedAnswer, ...]] = field(default_factory=list)
    asked: list[tuple[int, float, bool, int]] = field(default_factory=list)


class Twins(NamedTuple):
    """What was found of two worlds: where they differ though the same was told, and how much was compared."""

    leak: str
    compared: int
    answers: tuple[int, int]


@dataclass(frozen=True)
class Stopwatch:
    """The test of one game, by which kind of table, and with which players' delays."""

    game: Game[Any, Any]
    scenario: str
    store: Store
    table: type[Table] = Table
    delay: Callable[[Dice], float] = lambda dice: 0.001 + dice.below(200) / 1000
    deeds: int = 6
    other: Other = "computer"

    def play(self, seed: int, choices: int, options: msgspec.Struct | None = None) -> Twins:
        """Play so many choices by doctrine, imagine a twin of what stands then, and run both."""
        dice, game = Dice.seeded("moments", seed), self.game
        truth: Match[Any, Any] = Match.new(game, self.scenario, seed=repr(seed), options=options, log=False)
        staff = self._staff(truth)
        fresh = truth.step_opening
        while truth.pending and (len(truth.choices) < choices or fresh == truth.step_opening):
            if len(truth.choices) < choices:
                fresh = truth.step_opening
            side = dice.choice(tuple(truth.pending))
            truth.act(side, staff.choose(truth.known(eyes_of(side)), truth.pending[side], dice))
        return self.compare(truth, Side.ALLIED if dice.below(2) else Side.AXIS, dice)

    def _staff(self, match: Match[Any, Any]) -> Any:
        name = adviser_of(self.game.name)
        return player(name, self.game.name, match.data) if name else RandomPlayer()

    def compare(self, truth: Match[Any, Any], person: Side, dice: Dice) -> Twins:
        """Run both worlds from the beginning of the step under way."""
        game, data, observer = self.game, truth.data, eyes_of(person)
        state = game.decoder.decode(truth.step_opening)
        twin = game.imagine(data, game.known(data, game.clone(state), observer), observer, dice)
        seed = dice.below(1 << 32)
        one, other = Run(), Run()
        self._run(Match.at(game, data, state, Streams(seed, observer, "truth"), log=True), person, seed, one)
        other.done, other.hidden, other.orders = one.done, one.hidden, one.orders
        self._run(Match.at(game, data, twin, Streams(seed, observer, "twin"), log=True), person, seed, other)
        alike = _asked_alike(one.asked, other.asked)
        leak, compared = _first_difference(one.sent[:alike], other.sent[:alike])
        return Twins(leak, compared, (one.answers, other.answers))

    def _run(self, match: Match[Any, Any], person: Side, seed: int, run: Run) -> None:
        follows = run.hidden is not None
        hidden = Hidden((seed, follows), self.delay)
        if run.hidden is not None:
            hidden.before = run.hidden.after
        chosen = Settings(database="", beat=BEAT, thinkers=0)

        async def play() -> None:
            kind: Kind = "computer" if self.other == "computer" else "person"
            table = self.table(match, self.scenario, person, hidden, chosen, self.store, kind)
            run.sent, run.hidden, run.asked = table.sent, hidden, []
            watcher = Recorder("gallery", table)
            await table.around.watch(watcher)
            await table.listen(person, Recorder("seat", table))
            if kind == "person":
                await table.listen(person.enemy, Stamped())
            await table.settled()
            done, orders = (list(run.done), deque(run.orders)) if follows else (None, None)
            dice, deeds = Dice.seeded("person", seed), 0
            given = 0
            while deeds < self.deeds and len(run.asked) < 4 * self.deeds:
                decision = table.asked(person)
                if kind == "person":
                    other_is_asked = table.asked(person.enemy) is not None
                    asked = asyncio.get_running_loop().time(), other_is_asked, given
                    if self.other == "person":
                        asked = 0.0, False, sum(side is person.enemy for side, _ in match.choices)
                    run.asked.append((len(table.sent), *asked))
                    if decision is None and other_is_asked:
                        await asyncio.sleep(PATIENCE)
                        given = await self._order(table, person.enemy, run, orders)
                        await table.settled()
                        continue
                if decision is None or (done is not None and deeds >= len(done)):
                    break
                await asyncio.sleep(PATIENCE)
                if done is None:
                    known = match.known(eyes_of(person))
                    action = self._staff(match).choose(known, decision, dice)
                    run.done.append(str(action))
                else:
                    action = match.game.notation.parse(done[deeds])
                    if decision.refusal(action) is not None:
                        break
                deeds += 1
                await table.do(person, action)
                await table.settled()
            table.close()

        in_jumping_time(play)
        run.answers = hidden.answers + (len(match.choices) if self.other in ("orders", "person") else 0)

    async def _order(self, table: Table, side: Side, run: Run, before: deque[tuple[PlannedAnswer, ...]] | None) -> int:
        """The other person leaves the phase to its staff, or gives an order: where it can that of the other world.

        How many answers it gave; none if it gave none itself.
        """
        match, decision = table.match, table.match.pending[side]
        revision = table.live_seats[side].feed.revision
        if self.other == "staff":
            with suppress(Refused):
                await table.leave_to_staff(side, LeaveToStaff(revision=revision))
                if table.asked(side) is not decision:
                    return 0
        order = before.popleft() if before else ()
        if self.other == "person":
            order = order[:1]
        if not order or order[0].question != question_of(decision) or _is_refused(decision, match, order[0]):
            order = self._foreseen(match, side)
        if before is None:
            run.orders.append(order)
        await table.follow(side, Follow(answers=order, revision=table.live_seats[side].feed.revision))
        return len(order)

    def _foreseen(self, match: Match[Any, Any], side: Side) -> tuple[PlannedAnswer, ...]:
        """What a person would answer who could try it out first, until the other side is asked."""
        trial, dice = match.fork(DiceBox(b"trial")), Dice.seeded("trial")
        order: list[PlannedAnswer] = []
        longest = 1 if self.other == "person" else LONGEST
        while side in trial.pending and len(order) < longest:
            decision = trial.pending[side]
            action = self._staff(match).choose(trial.known(eyes_of(side)), decision, dice)
            if not decision.window or not order:
                order.append(PlannedAnswer(question_of(decision), str(action)))
            trial.act(side, action)
        return tuple(order)


def _is_refused(decision: Decision[Any], match: Match[Any, Any], planned: PlannedAnswer) -> bool:
    return decision.refusal(match.game.notation.parse(planned.answer)) is not None


def _asked_alike(one: list[tuple[int, float, bool, int]], other: list[tuple[int, float, bool, int]]) -> int | None:
    """After how many messages the other person was not asked, or had not answered, alike in both worlds; None if never.

    What hangs on how long a person takes is left out by that, and nothing else: what was late though the person was not
    has been sent before.
    """
    at = next((number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    return None if at is None else min(one[at], other[at])[0]


def _first_difference(one: list[Sent], other: list[Sent]) -> tuple[str, int]:
    """Where two worlds differ before the person was told anything else; and how many messages were the same."""
    for number, (left, right) in enumerate(zip(one, other, strict=False)):
        if left.told != right.told:
            return "", number
        if left.moment != right.moment:
            return f"message {number} to the {left.to} left at {left.moment} and {right.moment}", number
        if left.over:
            return "", number  # the end tells everything
        if (left.to, left.content) != (right.to, right.content):
            return f"message {number} to the {left.to} or {right.to} differs: {_apart(left, right)}", number
    return "", min(len(one), len(other))


def _apart(left: Sent, right: Sent) -> str:
    at = next((n for n, (a, b) in enumerate(zip(left.content, right.content, strict=False)) if a != b), 0)
    return f"…{left.content[max(0, at - 60) : at + 60]!r} | …{right.content[max(0, at - 60) : at + 60]!r}"
