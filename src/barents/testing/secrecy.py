"""The secrecy test, for any game: does anything reach an observer that it was not told?

A twin of the true world is imagined from what an observer knows. Both run on from the beginning of the same step: dice
that the observer may see fall alike, hidden ones fall apart; the observer does the same in both. As long as it has been
told the same in both, everything that reaches it must be the same, byte for byte and frame for frame.

How the two are kept in step. Hidden choices may be more in one world than in the other, so it is not choices that are
paired but frames: what the feeds send, each with all that had been told by then.

- Frames with the same told behind them must be equal, in order.
- A world that has sent nothing while the other has is given the time for more hidden choices. If it must wait for the
  observer or is over and nothing more has been told, then the other's frame was one too many.
- If a world has been told more than the other, the one behind goes on alone. It is told something else, which ends the
  comparison, or it comes to the same, and then the frames on its way there were too many.
- The end of a game tells everything, so there the number of frames is compared and not what is in them.

A game keeps to one rule for this: what a choice of the other side changes before an observer's eyes, it tells. And
what it tells may differ between twins only by rules that it declares (`barents.testing.disclosures`): all else is a
leak in the channel "told", and a secret die that is thrown openly one in "open dice".
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, permutations
from typing import Any, NamedTuple

import msgspec

from barents.kernel.actions import Action, Allot, NotationError
from barents.kernel.decisions import Decision, Refused
from barents.kernel.dice import Dice
from barents.kernel.feed import Feed, Frame
from barents.kernel.game import Game
from barents.kernel.match import Match, RuleFault
from barents.kernel.question import Asked
from barents.kernel.sides import Observer, Side, eyes_of
from barents.players import Player, RandomPlayer
from barents.testing import disclosures
from barents.testing.disclosures import Disclosures
from barents.testing.observed import Finding, Seen, Streams, World, between_views, differences, unequal

OBSERVERS = (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC)


class Leak(NamedTuple):
    """Something reached an observer that it may not know: by which channel, and how the worlds differed."""

    channel: str
    observer: Observer
    detail: str


@dataclass
class Report:
    """What was found, and how much was looked at."""

    leaks: list[Leak] = field(default_factory=list)
    twins: int = 0
    differing: int = 0
    choices: int = 0
    ends: Counter[str] = field(default_factory=Counter)

    @property
    def channels(self) -> set[str]:
        """The channels by which something leaked."""
        return {leak.channel for leak in self.leaks}

    def add(self, other: Report) -> None:
        """Count another report in."""
        self.leaks += other.leaks
        self.twins += other.twins
        self.differing += other.differing
        self.choices += other.choices
        self.ends += other.ends


def attempt(deed: Callable[[], object]) -> str:
    """The error that something raises, as the one who tried it sees it; nothing if it worked."""
    try:
        deed()
    except (Refused, RuleFault) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def alike(action: Action) -> Iterator[Action]:
    """The action, and the same orders handed to other slots: what was hidden may have changed places."""
    yield action
    if isinstance(action, Allot):
        slots = [slot for slot, _ in action.pairs]
        for values in islice(permutations(value for _, value in action.pairs), 1, 24):
            yield Allot(tuple(zip(slots, values, strict=True)))


def altered(game: Game[Any, Any], action: Action, words: Sequence[str], dice: Dice) -> Action:
    """The action with one of its words exchanged for another; itself if that makes no action."""
    value = msgspec.to_builtins(action)
    leaves = [leaf for leaf in _leaves(value) if leaf[1] != "do"]
    if not leaves or not words:
        return action
    holder, key = dice.choice(leaves)
    holder[key] = dice.choice(words)
    try:
        return game.notation.from_object(value)
    except NotationError:
        return action


def _leaves(value: Any) -> list[tuple[Any, Any]]:
    """Where the words are in plain data: a list or mapping, and the place in it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[tuple[Any, Any]] = []
    for key, inner in items:
        found += [(value, key)] if isinstance(inner, str) else _leaves(inner)
    return found


class Comparison:
    """Two worlds that look alike to an observer, run side by side until it is told of a difference."""

    another = 6
    """One in so many secret answers of the other side is another in the second world; 0 for none."""

    def __init__(
        self,
        truth: World,
        twin: World,
        players: Mapping[Side, Player],
        dice: Dice,
        remembered: deque[Action],
        draws: bool = True,
        declared: Disclosures | None = None,
    ) -> None:
        self.worlds = (truth, twin)
        self.observer = truth.observer
        self.side = truth.observer.side
        self.game: Game[Any, Any] = truth.match.game
        self.players = players
        self.dice = dice
        self.remembered = remembered
        self.draws = draws
        self.declared = declared or disclosures.of(self.game)
        self.leaks: list[Leak] = []
        self.choices = 0
        self.chose: Side | None = None
        self.end = ""

    def run(self, most: int) -> None:
        """Run on for so many choices, or until something is found, told or over."""
        for world in self.worlds:
            world.look()
        self._settle()
        while not self.end and self.choices < most:
            self._probe()
            if not self.end:
                self._move()
                self._settle()

    def _found(self, *found: Finding) -> None:
        if found:
            self.leaks += [Leak(channel, self.observer, detail) for channel, detail in found]
            self.end = "leak"

    # Choosing

    def _move(self) -> None:
        """One choice in both worlds, or a hidden one in one of them."""
        self.choices += 1
        whim = self.dice.below(16)
        if (whim == 0 and self._undo()) or (whim in (1, 2) and self._offer_draw()) or (whim < 6 and self._aside()):
            return
        pending = [world.match.pending for world in self.worlds]
        others = [side for side in self.worlds[0].others() if side in pending[1]]
        if self.side is not None and all(self.side in asked for asked in pending) and not (others and whim % 2):
            self._own_choice(self.side)
        elif others:
            self._others_choice(self.dice.choice(others))
        else:
            moved = [self._alone(world) for world in self.worlds]
            self.end = "" if any(moved) else "over"

    def _choose(self, world: World, side: Side) -> Action:
        player = self.players[side]
        known = None if player.blind else world.match.known(eyes_of(side))
        action = player.choose(known, world.match.pending[side], self.dice)
        self.remembered.append(action)
        return action

    def _own_choice(self, side: Side) -> None:
        action = self._choose(self.worlds[0], side)
        left, right = (attempt(partial(world.match.act, side, action)) for world in self.worlds)
        if left != right:
            self._found(("errors", f"'{action}': {left or 'taken'} | {right or 'taken'}"))
        elif left:
            raise RuntimeError(f"both worlds refuse '{action}', which is among the options: {left}")
        self._look()

    def _others_choice(self, side: Side) -> None:
        """The same action in both worlds where it can be; where it is secret anyway, now and then another."""
        self.chose = side
        lead, follow = self.worlds if self.dice.below(2) else reversed(self.worlds)
        decision = follow.match.pending[side]
        secret = decision.window or len(follow.match.pending) == 2
        action = self._choose(lead, side)
        same = () if secret and self.another and self.dice.below(self.another) == 0 else alike(action)
        reply = next((other for other in same if decision.refusal(other) is None), None)
        follow.match.act(side, reply or self._choose(follow, side))
        lead.match.act(side, action)
        self._look()

    def _alone(self, world: World) -> bool:
        """A choice of the other side in one world only, of whoever chose last; whether there was one to make."""
        others = world.others()
        if others:
            side = self.chose if self.chose in others else self.dice.choice(others)
            world.match.act(side, self._choose(world, side))
            world.look()
        return bool(others)

    def _aside(self) -> bool:
        """In one world the other side does something unasked that leaves its decision open."""
        world = self.dice.choice(self.worlds)
        for side in world.others():
            asides = world.match.pending[side].asides
            if asides is not None and asides.count():
                before = world.told(), list(world.last)
                world.match.act(side, asides.sample(self.dice))
                self._judge_unasked(world, *before)
                return True
        return False

    def _judge_unasked(self, world: World, told: tuple[object, ...], last: Sequence[Frame | None]) -> None:
        """What was done unasked and not told must not be seen either."""
        if world.look() and world.told() == told:
            for before, after in zip(last, world.last, strict=True):
                if before is not None and after is not None:
                    self._found(*between_views(before.view, after.view))

    def _undo(self) -> bool:
        """The observer takes its choice back; or another does, where the worlds have not gone different ways."""
        same = self.worlds[0].match.choices == self.worlds[1].match.choices
        for side in Side:
            if (side is self.side or same) and all(world.match.can_undo(side) for world in self.worlds):
                for world in self.worlds:
                    world.match.undo(side)
                self._look()
                return True
        return False

    def _offer_draw(self) -> bool:
        """Someone offers a draw, in both worlds."""
        if not self.draws or any(world.match.draw_offer is not None for world in self.worlds):
            return False
        side = self.dice.choice(tuple(Side))
        for world in self.worlds:
            world.match.offer_draw(side)
        self._look()
        return True

    def _look(self) -> None:
        for world in self.worlds:
            world.look()

    # Comparing

    def _settle(self) -> None:
        """Pair the frames that have been sent; a world that is behind may go on alone for a while."""
        surplus = False
        self._weigh()
        for _ in range(40):
            for world in self.worlds:
                self._found(*world.faults)
            if self.end:
                return
            truth, twin = self.worlds
            if not truth.unpaired and not twin.unpaired:
                return
            if not (truth.unpaired and twin.unpaired):
                behind, ahead = (twin, truth) if truth.unpaired else (truth, twin)
                if not self._alone(behind):
                    self._judge_unanswered(ahead.unpaired[0], behind, surplus)
                continue
            left, right = truth.unpaired[0], twin.unpaired[0]
            if left.told == right.told:
                if surplus:
                    self._found(("frames", "one world came to the same by more frames than the other"))
                    return
                self._found(*differences(left, right))
                truth.unpaired.popleft()
                twin.unpaired.popleft()
            elif left.over or right.over or not _one_begins_the_other(left.told, right.told):
                self.end = "told"
            else:
                surplus = True
                (truth if len(left.told) < len(right.told) else twin).unpaired.popleft()
        self.end = self.end or "undecided"

    def _judge_unanswered(self, frame: Seen, behind: World, surplus: bool) -> None:
        """One world sent a frame, and the other cannot go on without the observer, or is over."""
        if frame.told == behind.told() and not surplus:
            self._found(("frames", "one world sends a frame and the other has nothing to send"))
        else:
            self.end = "told"

    def _weigh(self) -> None:
        """A difference in what is told must be declared; and where everybody has chosen alike, known from then on."""
        truth, twin = (world.match for world in self.worlds)
        if truth.result is not None or twin.result is not None:
            return
        one, other = disclosures.parted(*(disclosures.heard(match.log or (), self.observer) for match in (truth, twin)))
        together = asked_of(truth) == asked_of(twin)
        if not (one and other) and not (together and (one or other)):
            return
        firsts = [*one[:1], *other[:1]]
        differ = " | ".join(str(heard.event) for heard in firsts)
        found = disclosures.objections(self.declared, one, other, together=together)
        if found:
            self._found(("told", f"{'; '.join(found)}: {differ}"))
        elif (
            truth.choices == twin.choices
            and not any(self.declared.is_passing(heard) for heard in firsts)
            and not list(unequal("known", truth.known(self.observer), twin.known(self.observer)))
        ):
            unless = f"(if it must be so: passing = true in {self.declared.file})"
            self._found(("told", f"told, and afterwards the same is known {unless}: {differ}"))

    def _probe(self) -> None:
        """Compare what the observer can ask for itself, and what it is answered when it does wrong."""
        truth, twin = (world.match for world in self.worlds)
        if truth.result is not None or twin.result is not None:
            self.end = "over"
            return
        self._found(*unequal("known", truth.known(self.observer), twin.known(self.observer)))
        self._found(*unequal("dice", *(world.streams.used() for world in self.worlds)))
        side = self.side
        if side is None or self.end:
            return
        decisions = [match.pending.get(side) for match in (truth, twin)]
        if all(decisions):
            ways = (truth.approach(side), twin.approach(side))
            self._found(*unequal("approach", *((way.known, way.dice, _written(way.choices)) for way in ways)))
            self._found(*unequal("menus", *self._menus(side)))
        before = [world.position() for world in self.worlds]
        for action in self._wrong_actions():
            self._try(side, action, decisions)
        if not truth.can_undo(side) and not twin.can_undo(side):
            self._found(*unequal("errors", attempt(partial(truth.undo, side)), attempt(partial(twin.undo, side))))
        if side.enemy not in (truth.draw_offer, twin.draw_offer):
            errors = [attempt(partial(match.accept_draw, side)) for match in (truth, twin)]
            self._found(*unequal("errors", *errors))
        sent = [world.position() != was and world.look() for world, was in zip(self.worlds, before, strict=True)]
        if any(sent):
            self._found(("errors", "what was refused has changed what is seen"))

    def _menus(self, side: Side) -> list[list[object]]:
        """What a unit of the side's own can do in either world, and an order for it."""
        match = self.worlds[0].match
        seen = match.game.view(match.data, match.known(self.observer), self.observer).pieces
        own = [piece.id for piece in seen if piece.side is side]
        if not own:
            return [[], []]
        unit, number = self.dice.choice(own), self.dice.below(1 << 20)
        return [_orders(world.match, side, unit, number) for world in self.worlds]

    def _wrong_actions(self) -> list[Action]:
        """Actions that anyone took lately, as they were and with a word exchanged."""
        if not self.remembered:
            return []
        known = self.worlds[0].match.known(self.observer)
        words = [*_words(msgspec.to_builtins(known)), *_words([msgspec.to_builtins(a) for a in self.remembered])]
        drawn = [self.dice.choice(self.remembered) for _ in range(4)]
        return [*drawn[:2], *(altered(self.game, action, words, self.dice) for action in drawn)]

    def _try(self, side: Side, action: Action, decisions: list[Decision[Any] | None]) -> None:
        refusals = [decision and decision.refusal(action) for decision in decisions]
        self._found(*unequal("refusals", *refusals))
        if all(decision is None or refusal is not None for decision, refusal in zip(decisions, refusals, strict=True)):
            errors = [attempt(partial(world.match.act, side, action)) for world in self.worlds]
            self._found(*unequal("errors", *errors))


def _orders(match: Match[Any, Any], side: Side, unit: str, number: int) -> list[object]:
    """A unit's menu, and the whole order for one of its deeds."""
    asked = Asked(match.game, match.data, match.known(eyes_of(side)), match.pending[side])
    menu = asked.menu((unit,))
    if menu is None:
        return [None]
    deed = menu.deeds[number % len(menu.deeds)]
    cell = deed.cells[number % len(deed.cells)] if deed.cells else ""
    return [menu, asked.plan((unit,), deed.name, cell)]


def _one_begins_the_other(left: tuple[object, ...], right: tuple[object, ...]) -> bool:
    shorter = min(len(left), len(right))
    return left[:shorter] == right[:shorter]


def asked_of(match: Match[Any, Any]) -> list[tuple[Side, str, bool]]:
    """Who is asked by which rules, the hidden windows too."""
    return [(side, decision.rule, decision.window) for side, decision in match.pending.items()]


def _written(choices: Sequence[tuple[Side, Action]]) -> list[str]:
    return [f"{side}: {action}" for side, action in choices]


def _words(value: object) -> list[str]:
    return sorted({holder[key] for holder, key in _leaves(value)})


@dataclass(frozen=True)
class Secrecy:
    """The test of one game: who plays, and by which match and feed observers are reached."""

    game: Game[Any, Any]
    players: Mapping[Side, Player] = field(default_factory=lambda: {side: RandomPlayer() for side in Side})
    match: type[Match[Any, Any]] = Match
    feed: type[Feed] = Feed
    draws: bool = True
    comparison: type[Comparison] = Comparison

    def play(
        self,
        scenario: str,
        seed: object,
        options: msgspec.Struct | None = None,
        *,
        every: int = 12,
        most: int = 25,
        choices: int | None = None,
    ) -> Report:
        """Play a game; from its opening and from about one step in `every`, compare up to `most` choices.

        A long game can be cut off after so many `choices`.
        """
        dice = Dice.seeded("secrecy", seed)
        chosen = options if options is not None else self.game.options()
        truth: Match[Any, Any] = self.match.new(self.game, scenario, seed=repr(seed), options=chosen, log=False)
        remembered: deque[Action] = deque(maxlen=40)
        report = Report()
        opening = self.game.opening(truth.data, scenario, chosen)
        self._compare_all(truth.data, self.game.encoder.encode(opening), dice, remembered, most, report)
        while truth.pending and (choices is None or len(truth.choices) < choices):
            start = truth._checkpoint  # the state as the step began, which no rule or client may ask for
            if start.choices == len(truth.choices) and dice.below(every) == 0:
                self._compare_all(truth.data, start.state, dice, remembered, most, report)
            side = dice.choice(tuple(truth.pending))
            player = self.players[side]
            known = None if player.blind else truth.known(eyes_of(side))
            action = player.choose(known, truth.pending[side], dice)
            remembered.append(action)
            truth.act(side, action)
        return report

    def _compare_all(
        self, data: Any, state: bytes, dice: Dice, remembered: deque[Action], most: int, report: Report
    ) -> None:
        for observer in OBSERVERS:
            report.add(self.compare(data, state, observer, dice, remembered, most))

    def compare(
        self, data: Any, state: bytes, observer: Observer, dice: Dice, remembered: deque[Action], most: int
    ) -> Report:
        """Imagine a twin of the state at a step's beginning, and run both on."""
        game = self.game
        known = game.known(data, game.decoder.decode(state), observer)
        twin = game.imagine(data, game.clone(known), observer, dice)
        report = Report(twins=1, differing=int(game.encoder.encode(twin) != state))
        found = list(unequal("known", known, game.known(data, twin, observer)))
        if found:
            report.leaks += [Leak(channel, observer, detail) for channel, detail in found]
            report.ends["leak"] += 1
            return report
        seed = dice.below(1 << 32)
        worlds = []
        for name, position in (("truth", game.decoder.decode(state)), ("twin", twin)):
            streams = Streams(seed, observer, name)
            worlds.append(World(self.match.at(game, data, position, streams, log=True), streams, observer, self.feed))
        comparison = self.comparison(worlds[0], worlds[1], self.players, dice, remembered, self.draws)
        comparison.run(most)
        report.leaks += comparison.leaks
        report.choices += comparison.choices
        report.ends[comparison.end or "long enough"] += 1
        report.leaks += self.thrown_again(data, state, observer, dice, min(most, 4))
        return report

    def thrown_again(
        self, data: Any, state: bytes, observer: Observer, dice: Dice, most: int, only: int | None = None
    ) -> list[Leak]:
        """Throw the dice that an observer sees again, or `only` one of them, in the same world; all do the same in it.

        If what is hidden comes out differently, and all that the observer knows is the same, then it was told by a die.
        """
        game, seed, declared = self.game, dice.below(1 << 32), disclosures.of(self.game)
        boxes = (Streams(seed, observer, name, again=True, only=only) for name in ("once", "again"))
        once, again = (self.match.at(game, data, game.decoder.decode(state), box, log=True) for box in boxes)
        for _ in range(most + 1):
            if once.result is not None or again.result is not None:
                return []
            one, other = disclosures.parted(*(disclosures.heard(match.log or (), observer) for match in (once, again)))
            if one or other:
                if list(unequal("known", once.known(observer), again.known(observer))):
                    return []
                hidden = [detail for _, detail in unequal("hidden", once.state, again.state)]
                if hidden and not any(declared.may_be_open(heard) for heard in (*one, *other)):
                    differ = " | ".join(str(heard.event) for heard in (*one[:1], *other[:1]))
                    unless = f"(if it must be so: [[dice]] in {declared.file})"
                    return [
                        Leak("open dice", observer, f"a die decides what is not known {unless}: {differ}: {hidden}")
                    ]
            if not self._same_choice(once, again, dice):
                return []
        return []

    def _same_choice(self, once: Match[Any, Any], again: Match[Any, Any], dice: Dice) -> bool:
        """The same choice of whoever is asked in both; whether there was one."""
        sides = [side for side in once.pending if side in again.pending]
        if not sides:
            return False
        side = dice.choice(sides)
        known = None if self.players[side].blind else once.known(eyes_of(side))
        action = self.players[side].choose(known, once.pending[side], dice)
        if again.pending[side].refusal(action) is not None:
            return False
        for match in (once, again):
            match.act(side, action)
        return True
