"""Leaks planted in the events of any game: umpires that tell everybody what was meant for one side, or for nobody."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice, Die, Roll
from barents.kernel.events import Entry, Fact
from barents.kernel.game import Game, Sighting
from barents.kernel.match import Checkpoint, Match
from barents.kernel.sides import EVERYONE, Audience, Observer, Side
from barents.kernel.umpire import Proceedings, Umpire
from barents.players import Player, RandomPlayer
from barents.testing.secrecy import OBSERVERS, Report, Secrecy

# What a gossip finds worth telling in a state; nothing if there is nothing.
Secret: TypeAlias = Callable[[Any], str]
# The channels that find out what the umpire says, and not what a view shows.
SAID = {"told", "open dice"}
# Which of the dice that are seen are thrown again by themselves, the first twice: few change only what is hidden.
AGAIN = (0, 0, 1, 2, 3)


class Rehearsed(RandomPlayer):
    """Does what was done before, as long as that can be done, so that the same happens again; then anything."""

    def __init__(self, lines: Sequence[Action]) -> None:
        self.lines = list(lines)

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """The next of its lines that is an answer."""
        for number, action in enumerate(self.lines):
            if decision.refusal(action) is None:
                return self.lines.pop(number)
        return super().choose(known, decision, dice)


class Loud(Umpire[Any, Any]):
    """An umpire to whom nothing is secret under some rules."""

    __slots__ = ("rules",)

    def __init__(self, match: Proceedings, game: Game[Any, Any], data: Any, state: Any, rules: frozenset[str]) -> None:
        super().__init__(match, game, data, state)
        self.rules = rules

    def inside(self, game: Game[Any, Any], data: Any, state: Any) -> Loud:
        """A game inside this one is umpired as loudly."""
        return Loud(self._match, game, data, state, self.rules)

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
        """Throw dice before everybody."""
        if rule in self.rules:
            return super().roll(die, rule, subject, modifiers, needs=needs)
        return super().roll(
            die, rule, subject, modifiers, to=to, modifiers_to=modifiers_to, total_to=total_to, needs=needs
        )

    def draw(
        self, items: Iterable[str], count: int, rule: str, subject: str = "", *, to: Audience = EVERYONE
    ) -> list[str]:
        """Draw before everybody."""
        return super().draw(items, count, rule, subject, to=EVERYONE if rule in self.rules else to)

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
        """Write into the right notebooks, and say it to everybody."""
        heard = EVERYONE if rule in self.rules else to
        super().tell(rule, words, to=heard, sighting=None, note=None, **about)
        for side in to.sides:
            notebook = self.state.notebook[side]
            if sighting is not None:
                notebook.sightings.append(sighting)
            if note is not None:
                notebook.facts[note[0]] = note[1]


def loud(*rules: str) -> type[Match[Any, Any]]:
    """A match in which everybody hears all that is told, thrown and drawn under some rules."""

    class LoudMatch(Match[Any, Any]):
        def __init__(self, game: Game[Any, Any], data: Any, state: Any, box: Any, **more: Any) -> None:
            super().__init__(game, data, state, box, **more)
            self.umpire = Loud(self, game, data, state, frozenset(rules))

    return LoudMatch


class Gossip(Umpire[Any, Any]):
    """An umpire that adds a secret to what it says under a rule, in words alone, or as a fact that has a name."""

    __slots__ = ("fact", "rule", "secret")

    def __init__(
        self,
        match: Proceedings,
        game: Game[Any, Any],
        data: Any,
        state: Any,
        rule: str,
        secret: Secret,
        fact: str = "",
    ) -> None:
        super().__init__(match, game, data, state)
        self.rule, self.secret, self.fact = rule, secret, fact

    def inside(self, game: Game[Any, Any], data: Any, state: Any) -> Gossip:
        """A game inside this one has the same umpire."""
        return Gossip(self._match, game, data, state, self.rule, self.secret, self.fact)

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
        """Say what is to be said, and what is not."""
        more = self.secret(self.state) if rule == self.rule else ""
        if more and self.fact:
            words, about = f"{words}. {{{self.fact}}}", {**about, self.fact: more}
        elif more:
            words = f"{words}. {more}"
        super().tell(rule, words, to=to, sighting=sighting, note=note, **about)


def gossip(rule: str, secret: Secret, fact: str = "") -> type[Match[Any, Any]]:
    """A match in which a secret is added to what is said under a rule."""

    class GossipMatch(Match[Any, Any]):
        def __init__(self, game: Game[Any, Any], data: Any, state: Any, box: Any, **more: Any) -> None:
            super().__init__(game, data, state, box, **more)
            self.umpire = Gossip(self, game, data, state, rule, secret, fact)

    return GossipMatch


class Place(NamedTuple):
    """A step's beginning, what was done from there until something was told, and to whom."""

    data: Any
    state: bytes
    script: tuple[tuple[Side, Action], ...]
    audience: Audience

    def compared(
        self, game: Game[Any, Any], match: type[Match[Any, Any]], observers: Iterable[Observer], dice: Dice
    ) -> Iterator[Report]:
        """Twins from here: what was done is done again, and one thing more; then the dice that are seen fall again."""
        most = len(self.script) + 1
        for observer in observers:
            report = self._rehearsed(game, match).compare(self.data, self.state, observer, dice, deque(), most)
            for only in (None, *AGAIN):
                again = self._rehearsed(game, match)
                report.leaks += again.thrown_again(self.data, self.state, observer, dice, most, only)
            yield report

    def _rehearsed(self, game: Game[Any, Any], match: type[Match[Any, Any]]) -> Secrecy:
        """A test in which players do the same once more: those of another one have said their lines."""
        lines = {side: [action for who, action in self.script if who is side] for side in Side}
        players: dict[Side, Player] = {side: Rehearsed(lines[side]) for side in Side}
        return Secrecy(game, players, match, draws=False)


class Moment(NamedTuple):
    """A choice in a game: the beginning of its step, what was done from there on, and all that was told after it."""

    data: Any
    state: bytes
    script: tuple[tuple[Side, Action], ...]
    told: tuple[Entry, ...]


def moments_of(matches: Iterable[Match[Any, Any]]) -> Iterator[Moment]:
    """Every choice of games that are played with a log."""
    start: Checkpoint | None = None
    read = 0
    for match in matches:
        log = match.log or []
        if start is not None and match.choices:  # else a game has just begun
            yield Moment(match.data, start.state, tuple(match.choices[start.choices :]), tuple(log[read:]))
        start, read = match._checkpoint, len(log)


class Kept(Iterable[Moment]):
    """Moments of games that are played once, as far as anyone has asked, however often they are looked at."""

    def __init__(self, moments: Iterator[Moment]) -> None:
        self._coming = moments
        self._seen: list[Moment] = []

    def __iter__(self) -> Iterator[Moment]:
        for number in count():
            while number >= len(self._seen):
                moment = next(self._coming, None)
                if moment is None:
                    return
                self._seen.append(moment)
            yield self._seen[number]


def places_of(
    moments: Iterable[Moment], wanted: Callable[[Entry], bool], *, each: int, enough: int = 1_000
) -> dict[str, list[Place]]:
    """Where events that are wanted were told in games, by their rules; a few of each."""
    found: dict[str, list[Place]] = defaultdict(list)
    for data, state, script, told in moments:
        for entry in filter(wanted, told):
            places = found[entry.event.rule]
            if len(places) < each and (not places or places[-1].state != state):
                places.append(Place(data, state, script, entry.to))
        if sum(len(places) for places in found.values()) >= enough:
            break
    return found


def is_found(
    game: Game[Any, Any], match: type[Match[Any, Any]], places: Iterable[Place], *, aside: bool = False, tries: int = 2
) -> bool:
    """Whether a leak in what the umpire says is found from some places; `aside` by those who hear nothing there."""
    dice = Dice.seeded("plants")
    return any(
        report.channels & SAID
        for place in list(places) * tries
        for report in place.compared(
            game, match, [o for o in OBSERVERS if not (aside and place.audience.includes(o))], dice
        )
    )
