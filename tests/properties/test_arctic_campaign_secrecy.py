"""The campaign keeps its secrets, and the test that says so finds leaks planted in it.

Twins are made at a step or two of every kind: at the desks, in the North Sea, and at sea in months that are played.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.axis.homebound import homebound
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.knowledge.known import known
from barents.games.arctic_campaign.rules import month
from barents.games.arctic_campaign.rules.passage import intercept, next_passage
from barents.games.arctic_campaign.rules.repairs import overhaul
from barents.games.arctic_campaign.rules.units import Umpire, afloat, desk_of, type_of
from barents.games.arctic_campaign.state import (
    AlliedDesk,
    AxisDesk,
    Homebound,
    Intercept,
    NextPassage,
    Options,
    Signals,
    State,
)
from barents.kernel import umpire as kernel
from barents.kernel.dice import Dice
from barents.kernel.game import Game, Step
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side, eyes_of
from barents.testing.secrecy import OBSERVERS, Report, Secrecy
from tests.properties.arctic_campaign_games import (
    ALL,
    BRIEF,
    ENDLESS,
    PLAYED,
    Chooser,
    at_random,
    by_doctrine,
    option_sets,
    played,
)

# A smaller campaign would show no more, so that none is looked for.
FEWER = settings(
    max_examples=max(settings().max_examples // 50, 1), phases=[Phase.explicit, Phase.reuse, Phase.generate]
)
seeds = st.integers(0, 2**32 - 1)
QUICK = Options(convoy_phase="quick")


def _break_down(u: Umpire, step: Homebound) -> kernel.Rule[None]:
    """The machinery of every destroyer in Norway has failed."""
    for vessel in afloat(u.state.axis):
        if vessel.at != s.GERMANY and type_of(u.data, u.state.axis.ships[vessel.key]).type == "DD":
            vessel.overhaul = True
    yield from homebound(u, step)


BROKEN = replace(ENDLESS, steps={**ENDLESS.steps, Homebound: _break_down})


def compared(
    game: Game[State, Data],
    seed: int,
    options: Options,
    choose: Chooser = at_random,
    *,
    months: int,
    each: int = 1,
    steps: str = "",
    most: int = 12,
) -> Report:
    """A campaign with twins at some steps of each kind, or of one kind only; at sea every kind of step is one."""
    secrecy, dice, report = Secrecy(game), Dice.seeded("secrecy", seed), Report()
    made: Counter[str] = Counter()
    for match in played(seed, options, choose, game=game, months=months):
        start = match._checkpoint  # the state as the step began, which no rule or client may ask for
        if not match.pending or start.choices != len(match.choices):
            continue
        kind = kind_of(GAME.decoder.decode(start.state))
        if made[kind] < each and steps in ("", kind) and not dice.below(2):
            made[kind] += 1
            remembered = deque((action for _, action in match.choices[-40:]), maxlen=40)
            for observer in OBSERVERS:
                report.add(secrecy.compare(match.data, start.state, observer, dice, remembered, most))
        if steps and made[steps] >= each:
            break
    return report


def kind_of(state: State) -> str:
    """The step that is played next, at sea that of the operation."""
    step: Step = state.agenda[-1]
    if isinstance(step, s.Operations) and state.operation is not None:
        step = state.operation.agenda[-1]
    return type(step).__name__


@FEWER
@given(seeds, option_sets())
def test_nothing_reaches_an_observer_at_the_desk_that_it_was_not_told(seed: int, options: Options) -> None:
    options = msgspec.structs.replace(options, convoy_phase="quick")
    assert compared(ENDLESS, seed, options, months=3).leaks == []


@FEWER
@given(seeds, option_sets())
def test_nothing_does_at_sea(seed: int, options: Options) -> None:
    options = msgspec.structs.replace(options, convoy_phase="played")
    assert compared(BRIEF, seed, options, months=1).leaks == []


@pytest.mark.rule("AC-B.3-fog-once", "AC-B.3-fog-59")
def test_nothing_does_under_fog_over_the_north_sea() -> None:
    fog = Options(convoy_phase="quick", interception_fog=True)
    for step in ("Intercept", "AirStrike"):
        report = compared(ENDLESS, 1, fog, months=6, each=3, steps=step)
        assert report.leaks == []
        assert report.twins


@pytest.mark.rule("AC-C.23-when")
def test_nothing_does_where_destroyers_go_home_with_broken_machinery() -> None:
    report = compared(BROKEN, 1, QUICK, months=2, each=4, steps="Intercept")
    assert report.leaks == []
    assert report.twins


@FEWER
@given(seeds)
def test_nothing_does_where_the_staffs_choose(seed: int) -> None:
    assert compared(BRIEF, seed, PLAYED, by_doctrine, months=1).leaks == []


def test_twins_differ_from_the_truth_and_are_compared() -> None:
    """Worlds that are all alike, or that part at once, would prove nothing."""
    total = compared(ENDLESS, 1, ALL, months=4)
    assert total.leaks == []
    assert total.differing / total.twins > 0.8
    assert total.twins > 20
    assert total.choices / total.twins > 2
    assert total.ends["undecided"] < total.twins / 10


# What is not there


@pytest.mark.parametrize(("game", "options"), [(ENDLESS, QUICK), (BRIEF, PLAYED)], ids=["desk", "sea"])
def test_of_the_enemy_a_side_is_given_nothing_but_what_was_disclosed(game: Game[State, Data], options: Options) -> None:
    """Neither ships that it has not seen, by any name, nor fuel, events, plans, bills, or any field of his desk."""
    disclosed = hidden = 0
    for match in played(7, options, game=game, months=3):
        if len(match.choices) % 13 or not match.pending:
            continue
        for side in Side:
            shown = match.known(eyes_of(side))
            desk, truth = desk_of(shown, side.enemy), desk_of(match.state, side.enemy)
            empty = AlliedDesk() if side is Side.AXIS else AxisDesk()
            assert msgspec.structs.replace(desk, vessels={}, ships={}, boats_lost=[]) == empty
            assert list(desk.vessels) == list(desk.ships) == sorted(match.state.notebook[side].identified)
            assert desk.boats_lost == truth.boats_lost
            disclosed += len(desk.vessels)
            secret = truth.vessels.keys() - desk.vessels.keys() - _expected(shown)
            hidden += len(secret)
            assert not secret & words_in(msgspec.to_builtins(shown))
            assert not any(line.words for line in truth.diary if line in desk.diary)
        looked_on = match.known(Observer.PUBLIC)
        assert looked_on.sighted is False
        assert all(vessel.at == s.SUNK for side in Side for vessel in desk_of(looked_on, side).vessels.values())
    assert hidden
    assert disclosed or game is BRIEF


def _expected(shown: State) -> set[str]:
    """The ships that everybody supposes to be there, and those that are in sight at sea, or were in a battle."""
    operation = shown.operation
    if operation is None:
        return set()
    desks = [*operation.expected.values(), *operation.desks.values()]
    books = operation.notebook.values()
    return {key for desk in desks for key in desk.ships} | {key for book in books for key in book.identified}


def words_in(value: Any) -> set[str]:
    """Every word in plain data, the keys too."""
    if isinstance(value, dict):
        return {str(key) for key in value} | words_in(list(value.values()))
    if isinstance(value, list | tuple):
        return {word for one in value for word in words_in(one)}
    return {value} if isinstance(value, str) else set()


def test_who_has_been_seen_is_known_even_when_her_owner_has_done_with_her() -> None:
    """What a side has noted of a ship neither goes with her nor shows the order of it to anybody else."""
    match: Match[State, Data] = Match.new(GAME, "campaign", seed="1", options=QUICK)
    state = match.state
    state.notebook[Side.AXIS].identified |= {"wrestler": "sighted", "rodney": "OP-DMG-sunk", "echo": "sighted"}
    state.allied.vessels["rodney"] = s.Vessel("rodney", "core", s.SUNK)
    state.allied.ships["rodney"] = state.allied.ships["echo"]
    seen = known(match.data, state, Observer.AXIS).allied
    assert {key: vessel.at for key, vessel in seen.vessels.items()} == {"echo": "", "rodney": s.SUNK, "wrestler": ""}
    assert seen.ships["wrestler"].name == "Wrestler"  # who was never in service
    for observer in (Observer.ALLIED, Observer.PUBLIC):
        book = known(match.data, state, observer).notebook[Side.AXIS]
        assert book.identified == {"rodney": "OP-DMG-sunk"}


# Planted leaks


def thrown_on_arrival(u: Umpire, step: NextPassage) -> tuple[Step, ...]:
    """The dice for machinery fall as soon as a fleet is home, and by that the Allies cannot take back what they did."""
    after = next_passage(u, step)
    overhaul(u)
    return after


def the_stock(data: Data, state: State, observer: Observer) -> State:
    """Everybody sees how much oil there is in Norway."""
    shown = known(data, state, observer)
    shown.axis.stock = state.axis.stock
    return shown


def the_letter(data: Data, state: State, observer: Observer) -> State:
    """The Allies see by which letter the Germans call their fleet."""
    shown = known(data, state, observer)
    if shown.passage is not None and state.passage is not None:
        shown.passage.fleet = state.passage.fleet
    return shown


def ready_ships(data: Data, state: State, observer: Observer) -> State:
    """The phase tells whether great ships are ready in Germany."""
    shown = known(data, state, observer)
    ready = [vessel for vessel in state.axis.vessels.values() if vessel.ready <= state.month]
    shown.phase = "convoy" if len(ready) % 2 else shown.phase
    return shown


def asked_if_sighted(u: Umpire, step: Signals) -> kernel.Rule[None]:
    """The Allies are asked only if they have something to react to, and so the Germans see it."""
    if u.state.sighted:
        yield from month.signals(u, step)


def counted_in_the_question(u: Umpire, step: Intercept) -> kernel.Rule[None]:
    """The question says how many ships there are."""
    rule, number = intercept(u, step), sum(len(group.ships) for group in u.state.axis.passing)
    answer: Any = None
    while True:
        try:
            request: Any = rule.send(answer)
        except StopIteration:
            return
        request.prompt = f"{request.prompt} There are {number}"
        answer = yield request


def with_step(kind: type[Step], procedure: Callable[[Any, Any], Any]) -> Game[State, Data]:
    """An endless campaign with one step played otherwise."""
    return replace(ENDLESS, steps={**ENDLESS.steps, kind: procedure})


@pytest.mark.parametrize(
    ("game", "step", "channels"),
    [
        (replace(ENDLESS, known=the_stock), "Repairs", {"known"}),
        (replace(ENDLESS, known=the_letter), "Intercept", {"known"}),
        (replace(ENDLESS, known=ready_ships), "EventChoices", {"known", "view"}),
        (with_step(Signals, asked_if_sighted), "Intercept", {"frames", "waiting", "spectators"}),
        (with_step(Intercept, counted_in_the_question), "Intercept", {"options"}),
        (replace(BROKEN, steps={**BROKEN.steps, NextPassage: thrown_on_arrival}), "Intercept", {"undo"}),
    ],
    ids=[
        "the stock",
        "the letter",
        "ships that are ready",
        "asked if sighted",
        "counted in the question",
        "dice for machinery",
    ],
)
def test_a_planted_leak_is_found(game: Game[Any, Any], step: str, channels: set[str]) -> None:
    # Of many fleets only the last is near to what comes after them.
    for each, seed in (*product((4, 16), range(8)), *product((16,), range(8, 16))):
        if compared(game, seed, QUICK, months=6, each=each, steps=step, most=8).channels & channels:
            return
    pytest.fail("the leak was not found")
