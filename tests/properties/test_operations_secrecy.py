"""Operations keep their secrets, and the test that says so finds leaks planted in them.

Most twins are made in games between players who look for each other, at a step or two of every kind; some in games at
random.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from barents.games.operations import GAME
from barents.games.operations.actions import Shadow
from barents.games.operations.air.sighting_reports import known_now
from barents.games.operations.data import Data
from barents.games.operations.fleets.contact import contact_choice
from barents.games.operations.knowledge.known import known
from barents.games.operations.rules.units import Umpire, boats_at_sea
from barents.games.operations.state import (
    SUNK,
    Boat,
    BoatContact,
    ContactChoice,
    Desk,
    InshorePatrols,
    Options,
    Ship,
    State,
)
from barents.games.operations.submarines.boats import reach
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Pick
from barents.kernel.dice import Dice
from barents.kernel.feed import Feed
from barents.kernel.game import Game, Step
from barents.kernel.sides import NOBODY, Audience, Observer, Side, eyes_of
from barents.testing.secrecy import OBSERVERS, Report, Secrecy
from tests.operations.eager import eager
from tests.properties.operations_games import Chooser, at_random, option_sets, played
from tests.published import OPERATIONS as SCENARIOS

# A smaller game would show no more, so that none is looked for.
FEWER = settings(
    max_examples=max(settings().max_examples // 50, 1), phases=[Phase.explicit, Phase.reuse, Phase.generate]
)
seeds, scenarios = st.integers(0, 2**32 - 1), st.sampled_from(SCENARIOS)


def compared(
    secrecy: Secrecy,
    scenario: str,
    seed: int,
    options: Options,
    choose: Chooser = eager,
    *,
    each: int = 1,
    steps: str = "",
    most: int = 15,
) -> Report:
    """A game with twins at some steps of each kind, or of one kind only."""
    dice, report = Dice.seeded("secrecy", seed), Report()
    made: Counter[str] = Counter()
    for match in played(scenario, seed, options, choose):
        start = match._checkpoint  # the state as the step began, which no rule or client may ask for
        if not match.pending or start.choices != len(match.choices):
            continue
        state = GAME.decoder.decode(start.state)
        kind = type(state.agenda[-1]).__name__
        if kind == steps == "ContactChoice" and not state.encounters:
            continue  # where nobody has met there is nothing to give away
        if made[kind] < each and steps in ("", kind) and not dice.below(3):
            made[kind] += 1
            remembered = deque((action for _, action in match.choices[-40:]), maxlen=40)
            for observer in OBSERVERS:
                report.add(secrecy.compare(match.data, start.state, observer, dice, remembered, most))
        if steps and made[steps] >= each:
            break
    return report


@FEWER
@given(seeds, scenarios, option_sets())
def test_nothing_reaches_an_observer_that_it_was_not_told(seed: int, scenario: str, options: Options) -> None:
    assert compared(Secrecy(GAME), scenario, seed, options).leaks == []


@FEWER
@given(seeds, scenarios, option_sets())
def test_nothing_does_where_both_choose_at_random(seed: int, scenario: str, options: Options) -> None:
    assert compared(Secrecy(GAME), scenario, seed, options, at_random).leaks == []


def test_twins_differ_from_the_truth_and_are_compared() -> None:
    """Worlds that are all alike, or that part at once, would prove nothing."""
    total = compared(Secrecy(GAME), "regenbogen", 1, Options())
    assert total.leaks == []
    assert total.differing / total.twins > 0.9
    assert total.twins > 25
    assert total.choices / total.twins > 2
    assert total.ends["undecided"] < total.twins / 10


# What is not there


@pytest.mark.rule("OP-HID-view")
@pytest.mark.parametrize("scenario", ["regenbogen", "pq-17-roesselsprung"])
def test_of_the_enemy_a_side_is_given_nothing_but_what_it_sees(scenario: str) -> None:
    """Neither his fleets, boats, aircraft and unseen ships by any name, nor any field of his desk."""
    sighted = 0
    for match in played(scenario, 5, Options()):
        if len(match.choices) % 11 or not match.pending:
            continue
        state = match.state
        for side in Side:
            shown, enemy = match.known(eyes_of(side)), state.desks[side.enemy]
            seen = shown.desks[side.enemy]
            assert msgspec.structs.replace(seen, ships={}, boats={}) == Desk()
            for boat in seen.boats.values():
                assert boat == Boat(boat.key, boat.type, SUNK, boat.name)
                assert enemy.boats[boat.key].at == SUNK
            for ship in seen.ships.values():
                assert ship == Ship(ship.key, ship.line, at=ship.at, name=ship.name, fire=ship.fire)
            sighted += bool(seen.ships)
            lost = state.sunk.get(side.enemy, [])
            hidden = {*enemy.fleets, *enemy.air, *(key for key in enemy.boats if key not in lost)}
            hidden |= {key for key in enemy.ships if key not in seen.ships}
            # A scattered ship's fleet has her name; and what is lost unseen is not told either.
            hidden -= {*seen.ships, *state.desks[side].ships, *state.desks[side].fleets, *state.desks[side].air}
            # Whom it has recognised in a battle it remembers.
            hidden -= set(state.notebook[side].identified)
            assert not hidden & words_in(msgspec.to_builtins(shown))
            assert not shown.points
            own = shown.desks[side]
            assert not any(contact.fleet for contact in own.contacts.values())
            assert not any(one.shadowed or one.lit or one.tried or one.found for one in own.fleets.values())
    assert sighted


def words_in(value: Any) -> set[str]:
    """Every word in plain data, the keys too."""
    if isinstance(value, dict):
        return {str(key) for key in value} | words_in(list(value.values()))
    if isinstance(value, list | tuple):
        return {word for one in value for word in words_in(one)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.rule("OP-HID-log")
def test_the_whole_log_is_read_when_the_game_is_over() -> None:
    """Before that each side reads what it was told, and nobody the dice that are the umpire's."""
    feeds = {observer: Feed(observer) for observer in OBSERVERS}
    for match in played("regenbogen", 3, Options(), log=True):
        if len(match.choices) % 100 == 99 and match.pending:
            entries = match.log or []
            for observer, feed in feeds.items():
                able = [entry for entry in entries if any(a.includes(observer) for a in audiences(entry))]
                assert len(feed.look(match).log) == len(able) < len(entries)
                assert any(entry.to is NOBODY for entry in entries)
    whole = len(match.log or [])
    assert match.result is not None
    assert [len(feed.look(match).log) for feed in feeds.values()] == [whole] * len(feeds)


def audiences(entry: Any) -> tuple[Audience, ...]:
    """Who may know any part of an event."""
    return entry.to, entry.modifiers_to, entry.total_to


# Planted leaks


def shadowers(data: Data, state: State, observer: Observer) -> State:
    """A fleet knows that it is shadowed, and how many boats have tried to come up with it."""
    shown = known(data, state, observer)
    for side in Side:
        for key, fleet in shown.desks[side].fleets.items():
            fleet.shadowed = state.desks[side].fleets[key].shadowed
            fleet.tried = state.desks[side].fleets[key].tried
    return shown


def ordered_by_truth(data: Data, state: State, observer: Observer) -> State:
    """Reports come in the order of the fleets that they are of."""
    shown = known(data, state, observer)
    for side, desk in shown.desks.items():
        truth = state.desks[side].contacts
        desk.contacts = {key: desk.contacts[key] for key in sorted(desk.contacts, key=lambda one: truth[one].fleet)}
    return shown


def asked_if_in_contact(u: Umpire, step: ContactChoice) -> kernel.Rule[None]:
    """A side is asked openly what its fleets do, and only if they see somebody."""
    state, desk = u.state, u.state.desks[step.side]
    for meeting in [one for one in state.encounters if step.side in one.contact]:
        contact = known_now(state, desk, meeting.fleets[step.side.enemy])
        assert contact is not None
        deeds = Pick([Shadow(meeting.fleets[step.side], contact.key)])
        yield from u.ask(step.side, "OP-CONTACT-choice", deeds)
        meeting.choice[step.side] = "shadow"


def boats_in_contact_are_asked(u: Umpire, step: BoatContact) -> kernel.Rule[tuple[Step, ...]]:
    """A boat that is in contact is asked before everybody's eyes; the others are not."""
    if u.state.hunt is None:
        return ()
    yield from u.ask(step.side, "OP-SUB-report", Pick([Shadow(u.state.hunt.boat, u.state.hunt.contact)]))
    u.state.hunt = None
    return ()


def untold_patrols(u: Umpire, _step: InshorePatrols) -> None:
    """Boats are kept down by patrols of which their owner has not heard."""
    for side in Side:
        for boat in boats_at_sea(u.state.desks[side]):
            boat.held = reach(u.state, u.data, side, boat) < u.data.boat_classes[boat.type].moves


def named_in_the_question(u: Umpire, step: ContactChoice) -> kernel.Rule[None]:
    """The question says whom one has met."""
    rule = contact_choice(u, step)
    names = [one.fleets[step.side.enemy] for one in u.state.encounters if step.side in one.contact]
    answer: Any = None
    while True:
        try:
            request: Any = rule.send(answer)
        except StopIteration:
            return
        request.prompt = f"{request.prompt} {', '.join(names)}"
        answer = yield request


def with_step(kind: type[Step], procedure: Callable[[Any, Any], Any]) -> Game[State, Data]:
    """Operations with one step played otherwise."""
    return replace(GAME, steps={**GAME.steps, kind: procedure})


@pytest.mark.parametrize(
    ("game", "step", "channels"),
    [
        (replace(GAME, known=shadowers), "BoatContact", {"known"}),
        (replace(GAME, known=ordered_by_truth), "BoatOrders", {"known", "view"}),
        (with_step(ContactChoice, asked_if_in_contact), "ContactChoice", {"frames", "waiting", "spectators"}),
        (with_step(BoatContact, boats_in_contact_are_asked), "BoatContact", {"frames", "waiting", "spectators"}),
        (with_step(InshorePatrols, untold_patrols), "LaunchStrikes", {"options"}),
        (with_step(ContactChoice, named_in_the_question), "ContactChoice", {"options"}),
    ],
    ids=["shadowers", "ordered by the truth", "asked openly", "boats asked openly", "patrols", "named in the question"],
)
def test_a_planted_leak_is_found(game: Game[Any, Any], step: str, channels: set[str]) -> None:
    secrecy = Secrecy(game)
    for seed in range(10):
        report = compared(secrecy, SCENARIOS[seed % len(SCENARIOS)], seed, Options(), each=5, steps=step, most=8)
        if report.channels & channels:
            return
    pytest.fail("the leak was not found")
