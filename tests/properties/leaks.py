"""Leaks planted in The Hunt, one thing changed in each: the secrecy test must find every one.

Each names the channel by which it has to be found; a leak may show by others too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.dice import D6
from barents.kernel.domains import Refusal
from barents.kernel.events import seen
from barents.kernel.feed import Feed, Frame
from barents.kernel.game import Game, Step
from barents.kernel.match import Approach, Match
from barents.kernel.menus import Deed, Menu
from barents.kernel.question import Asked
from barents.kernel.sides import Audience, Observer, Side
from barents.kernel.view import Change, LogLine, Passage, Situation, Track, View
from tests.hunt import GAME
from tests.hunt.data import Data
from tests.hunt.flow import Steps, Umpire, afloat, boilers, is_hidden
from tests.hunt.knowledge import known
from tests.hunt.search import ambush, look, searchers
from tests.hunt.state import Ambush, Boilers, Look, Searchers, State
from tests.hunt.view import view


@dataclass(frozen=True)
class Plant:
    """A leak: what it gives away, the channel by which it must be found, and what was changed."""

    gives_away: str
    channel: str
    game: Game[Any, Any] = GAME
    match: type[Match[Any, Any]] = Match
    feed: type[Feed] = Feed


def with_step(kind: type[Step], procedure: Callable[[Any, Any], Any]) -> Game[State, Data]:
    """The Hunt with one step played otherwise."""
    return replace(GAME, steps={**GAME.steps, kind: procedure})


def with_requests(
    kind: type[Step],
    procedure: Callable[[Any, Any], kernel.Rule[Any]],
    change: Callable[[Umpire, kernel.Request], None],
) -> Game[State, Data]:
    """The Hunt with everything that one step asks changed before it is asked."""

    def changed(u: Umpire, step: Step) -> kernel.Rule[Any]:
        rule, answer = procedure(u, step), None
        while True:
            try:
                request = rule.send(answer)
            except StopIteration as stop:
                return stop.value
            change(u, request)
            answer = yield request

    return with_step(kind, changed)


# In the rules


def window_if_it_can_be_used(u: Umpire, step: Ambush) -> kernel.Rule[Steps]:
    """The ambush is offered only where the raider really lies hidden next to the convoy."""
    raider, convoy = u.state.ships["lutzow"].cell, u.state.ships["convoy"].cell
    if not is_hidden(u.state, "lutzow") or not convoy or u.data.grid.distance(raider, convoy) != 1:
        return ()
    return (yield from ambush(u, step))


def window_before_news(u: Umpire, step: Ambush) -> kernel.Rule[Steps]:
    """The same, and then everyone hears something: one world is a frame longer on the way to the same news."""
    steps = yield from window_if_it_can_be_used(u, step)
    if not steps:
        u.tell("H-6-ambush", "The convoy has not been attacked")
    return steps


def nearest_to_the_raider_first(u: Umpire, request: kernel.Request) -> None:
    """The ships that may search are offered in the order of their distance from the raider."""
    ships, distance = u.state.ships, u.data.grid.distance
    raider = ships["lutzow"].cell
    if raider and isinstance(request, Decision) and isinstance(request.options, Subset):
        request.options = Subset(sorted(request.options.items, key=lambda name: distance(raider, ships[name].cell)))


def refusal_that_knows(u: Umpire, request: kernel.Request) -> None:
    """Whoever looks at the wrong place is told where the raider is."""

    def why_not(_action: Action) -> Refusal:
        return Refusal(f"the raider is at {u.state.ships['lutzow'].cell}")

    if isinstance(request, Decision) and isinstance(request.options, Pick):
        request.options = Pick(request.options.listed, why_not=why_not)


def menu_that_knows(u: Umpire, request: kernel.Request) -> None:
    """Whoever asks what a ship can do is told where the raider is."""

    def menu(_data: Data, _known: State, _decision: Decision[Any], units: Sequence[str]) -> Menu:
        return Menu(tuple(units), (Deed("look", f"Look at {u.state.ships['lutzow'].cell}"),))

    if isinstance(request, Decision) and request.question is not None:
        request.question = replace(request.question, menu=menu)


def secret_die_after_the_searchers(u: Umpire, step: Searchers) -> kernel.Rule[Steps]:
    """The engineers report again if there was trouble; the die ends undo for the Allied player too."""
    onward = yield from searchers(u, step)
    if u.state.slowed:
        u.roll(D6, "H-3.1-boilers", "lutzow", to=Audience.AXIS)
    return onward


def boilers_by_public_dice(u: Umpire, step: Boilers) -> Steps:
    """After trouble the engineers use one of everyone's dice and tell nobody."""
    if u.state.slowed:
        u._match.box[Audience.EVERYONE].roll(D6)
    return boilers(u, step)


# In what is known and how it is shown


def known_with_a_flag(data: Data, state: State, observer: Observer) -> State:
    """Everyone's knowledge holds whether the boilers failed."""
    full = known(data, state, observer)
    full.slowed = state.slowed
    return full


def known_in_true_order(data: Data, state: State, observer: Observer) -> State:
    """Contacts come in the order of the counters that they are."""
    full = known(data, state, observer)
    for name in afloat(state, Side.AXIS, data):
        contact = full.ships.pop(f"contact@{state.ships[name].cell}", None)
        if contact is not None:
            full.ships[contact.id] = contact
    return full


def known_by_spectators(data: Data, state: State, observer: Observer) -> State:
    """Spectators know whether the boilers failed."""
    full = known(data, state, observer)
    if observer is Observer.PUBLIC:
        full.slowed = state.slowed
    return full


def view_for_spectators(data: Data, state: State, observer: Observer) -> Situation:
    """Spectators are shown whether the boilers failed."""
    situation = view(data, state, observer)
    if observer is not Observer.PUBLIC:
        return situation
    track = Track("boilers", "Boiler trouble", int(state.slowed), 1)
    return msgspec.structs.replace(situation, tracks=(*situation.tracks, track))


# In the match and its feeds


class NamesContacts(Match[State, Data]):
    """The id of a contact on the screen is that of the counter."""

    def view(self, observer: Observer, log: tuple[LogLine, ...] | None = None, story: tuple[Passage, ...] = ()) -> View:
        shown = super().view(observer, log, story)
        names = {f"contact@{ship.cell}": name for name, ship in self.state.ships.items() if ship.cell}
        pieces = tuple(msgspec.structs.replace(p, id=names.get(p.id, p.id)) for p in shown.situation.pieces)
        return msgspec.structs.replace(shown, situation=msgspec.structs.replace(shown.situation, pieces=pieces))


class ShowsWindows(Match[State, Data]):
    """A window shows whose it is."""

    def view(self, observer: Observer, log: tuple[LogLine, ...] | None = None, story: tuple[Passage, ...] = ()) -> View:
        return msgspec.structs.replace(super().view(observer, log, story), waiting=tuple(self.pending))


class TrueOdds(Match[State, Data]):
    """Odds are worked out from the truth."""

    def view(self, observer: Observer, log: tuple[LogLine, ...] | None = None, story: tuple[Passage, ...] = ()) -> View:
        shown, side = super().view(observer, log, story), observer.side
        if shown.decision is None or side is None:
            return shown
        actions = {name: self.game.notation.parse(name) for name in shown.decision.odds}
        asked = Asked(self.game, self.data, self.state, self.pending[side])
        odds = {name: chance for name, action in actions.items() if (chance := asked.odds(action)) is not None}
        decision = msgspec.structs.replace(shown.decision, odds=odds)
        return msgspec.structs.replace(shown, decision=decision)


class NumbersEveryEvent(Match[State, Data]):
    """The lines of the log have the numbers that the umpire gave them."""

    def view(self, observer: Observer, log: tuple[LogLine, ...] | None = None, story: tuple[Passage, ...] = ()) -> View:
        shown = super().view(observer, log, story)
        if self.result is not None:
            return shown
        numbers = [number for number, entry in enumerate(self.log or ()) if seen(entry, observer) is not None]
        lines: list[LogLine] = []
        for number, line in zip(numbers, shown.log, strict=True):
            lines.append(msgspec.structs.replace(line, number=number))
        return msgspec.structs.replace(shown, log=tuple(lines))


class TellsOfBoilers(Match[State, Data]):
    """A card of the story shows what has changed in truth."""

    def view(self, observer: Observer, log: tuple[LogLine, ...] | None = None, story: tuple[Passage, ...] = ()) -> View:
        shown = super().view(observer, log, story)
        if not shown.story or self.result is not None:
            return shown
        change = Change("The raider", words=("slower",) if self.state.slowed else ())
        last = msgspec.structs.replace(shown.story[-1], changes=(change,))
        return msgspec.structs.replace(shown, story=(*shown.story[:-1], last))


class SaysHowMuchIsOpen(Match[State, Data]):
    """Whoever speaks out of turn is told how much the other side has to choose from."""

    def _why_not_asked(self, side: Side) -> str:
        counts = [decision.options.count() for decision in self.pending.values()]
        return f"{super()._why_not_asked(side)}: there are {counts} choices to make first"


class ShowsOrders(Match[State, Data]):
    """How a decision was reached holds what the other side has plotted meanwhile."""

    def approach(self, side: Side) -> Approach[State]:
        start = super().approach(side)
        return start._replace(choices=tuple(self.choices[self._checkpoint.choices :]))


class OfferLapses(Match[State, Data]):
    """An offered draw lapses when the other side does something, be it ever so secretly."""

    def act(self, side: Side, action: Action) -> None:
        super().act(side, action)
        if self.draw_offer is not side:
            self.draw_offer = None


class AlwaysSends(Feed):
    """A frame for everything that happens, seen or unseen."""

    def update(self, match: Match[Any, Any]) -> Frame:
        self.revision += 1
        return Frame(self.revision, match.view(self.observer))


class CountsUnseen(Feed):
    """Revisions count what happens, seen or unseen."""

    def update(self, match: Match[Any, Any]) -> Frame | None:
        frame = super().update(match)
        if frame is None:
            self.revision += 1
        return frame


PLANTS = (
    Plant("which counter a contact is, by its id", "view", match=NamesContacts),
    Plant("which counter a contact is, by its place in a list", "known", replace(GAME, known=known_in_true_order)),
    Plant("a hidden flag, by a copy of it", "known", replace(GAME, known=known_with_a_flag)),
    Plant("that the raider is there, by a window", "waiting", with_step(Ambush, window_if_it_can_be_used)),
    Plant("that the raider is there, by the frames on the way", "frames", with_step(Ambush, window_before_news)),
    Plant("that there is a window, by who is waited for", "waiting", match=ShowsWindows),
    Plant(
        "where the raider is, by the options",
        "options",
        with_requests(Searchers, searchers, nearest_to_the_raider_first),
    ),
    Plant("where the raider is, by a refusal", "refusals", with_requests(Look, look, refusal_that_knows)),
    Plant("where the raider is, by a menu", "menus", with_requests(Searchers, searchers, menu_that_knows)),
    Plant("the convoy's formation, by the odds", "odds", match=TrueOdds),
    Plant("boiler trouble, by undo", "undo", with_step(Searchers, secret_die_after_the_searchers)),
    Plant("secret events, by the log's numbers", "log", match=NumbersEveryEvent),
    Plant("boiler trouble, by a card of the story", "story", match=TellsOfBoilers),
    Plant("secret choices, by frames", "frames", feed=AlwaysSends),
    Plant("secret choices, by revision numbers", "revision", feed=CountsUnseen),
    Plant("secret choices, by a lapsed offer", "draw", match=OfferLapses),
    Plant("the other side's orders, by the approach", "approach", match=ShowsOrders),
    Plant("the other side's options, by an error", "errors", match=SaysHowMuchIsOpen),
    Plant("boiler trouble, by the public dice", "dice", with_step(Boilers, boilers_by_public_dice)),
    Plant(
        "boiler trouble, by the spectators' view",
        "spectators",
        replace(GAME, known=known_by_spectators, view=view_for_spectators),
    ),
)
