"""Chapter 11.6: how solitaire is set up: what is kept back, mixed, dealt and removed."""

from __future__ import annotations

from collections import Counter

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import Join, Pass, UsePrinzEugen
from barents.games.north_cape.data import Data
from barents.games.north_cape.state import POOL, REMOVED, RESERVE, WAITING, Options, State
from barents.kernel.actions import Action, Decline
from barents.kernel.dice import Dice
from barents.kernel.events import Drew, Told, seen
from barents.kernel.match import Match
from barents.kernel.sides import Observer
from tests.north_cape.sea import ALLIED, AXIS
from tests.north_cape.solo import SPRING, SUMMER, WINTER, dealt

SCENARIOS = (WINTER, SPRING, SUMMER)


@pytest.mark.rule("NC-11.6-german-only")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_person_plays_the_germans_and_nobody_commands_the_allies(scenario: str) -> None:
    assert GAME.people(Options(solitaire=True)) == (AXIS,)
    assert GAME.people(Options()) == (ALLIED, AXIS)
    match, dice = dealt(scenario), Dice.seeded(3)
    while match.state.turn < 4:
        (side,) = match.pending
        decision = match.pending[side]
        assert side is AXIS or decision.rule not in ("NC-5.0-alternate", "NC-5.0-adjacent-steps", "NC-3.3-decoy-cost")
        match.act(side, Pass() if Pass() in decision.options else decision.options.sample(dice))


@pytest.mark.rule("NC-11.6-mix", "NC-11.6-four-groups", "NC-11.6-group-setup")
@pytest.mark.parametrize(("scenario", "size", "removed"), [(WINTER, 14, 0), (SPRING, 22, 3), (SUMMER, 26, 2)])
def test_ships_and_decoys_are_dealt_evenly_and_what_is_over_is_removed(scenario: str, size: int, removed: int) -> None:
    """The numbers are those of the rules' own check: 56, 91 and 106 pieces."""
    match = dealt(scenario)
    pieces = match.state.pieces[ALLIED].values()
    assert Counter(piece.group for piece in pieces if piece.group) == {1: size, 2: size, 3: size, 4: size}
    assert sum(piece.at == REMOVED for piece in pieces) == removed
    decoys = [piece for piece in pieces if match.data.counters[piece.id].is_decoy]
    assert len(decoys) == 10
    assert not any(piece.at == POOL for piece in decoys)
    where = {number: {piece.at for piece in pieces if piece.group == number} for number in range(1, 5)}
    waits = [f"{WAITING}{f.key}" for f in match.data.scenarios[scenario].forces if f.side is ALLIED and f.waits]
    assert [where[number] for number in (2, 3)] == [{place} for place in waits[1:]]  # the first has sailed already
    assert len(where[1]) == len(where[4]) == 1
    assert [group.heading for group in match.state.groups] == ["east", "east", "east", "west"]


@pytest.mark.rule("NC-11.6-mix")
def test_the_deal_mixes_the_forces_and_nobody_is_told_what_is_where() -> None:
    match = dealt(SUMMER)
    merchants = Counter(p.group for p in match.state.pieces[ALLIED].values() if match.data.counters[p.id].is_merchant)
    assert all(merchants[number] for number in range(1, 5))
    known = match.known(Observer.AXIS)
    named = [name for name, piece in known.pieces[ALLIED].items() if piece.at != RESERVE]
    assert [name[:9] for name in named] == ["allied@03", "allied@62"]
    assert [group.size for group in known.groups] == [26, 26, 26, 26]
    told = [seen(entry, Observer.AXIS) for entry in match.log or []]
    assert not any(isinstance(event, Drew) and event.rule == "NC-11.6-four-groups" for event in told)
    for observer, numbers in ((Observer.AXIS, [{"n": 4}, {"size": 26, "left": 2}]), (Observer.PUBLIC, [{"n": 4}])):
        events = [seen(entry, observer) for entry in match.log or []]
        words = [event for event in events if isinstance(event, Told) and event.rule == "NC-11.6-mix"]
        assert [event.about for event in words] == numbers, "how many ships there are tells of Prinz Eugen"


def test_another_game_is_dealt_otherwise() -> None:
    deals = [
        {name: piece.group for name, piece in dealt(WINTER, seed).state.pieces[ALLIED].items() if name != "mt-01"}
        for seed in (1, 2)
    ]
    assert deals[0] != deals[1]


@pytest.mark.rule("NC-11.6-remove-british-air", "NC-11.6-remove-subs")
@pytest.mark.parametrize(("scenario", "boats"), [(WINTER, 2), (SPRING, 7), (SUMMER, 6)])
def test_british_aircraft_and_all_submarines_are_kept_back(scenario: str, boats: int) -> None:
    match = dealt(scenario)
    counters = match.data.counters
    kept = [name for name, piece in match.state.pieces[ALLIED].items() if piece.at == RESERVE]
    assert sum(counters[name].is_sub for name in kept) == boats
    assert sum(counters[name].is_air for name in kept) == 4
    assert len(kept) == boats + 4
    assert not any(p.group for n, p in match.state.pieces[ALLIED].items() if counters[n].is_sub or counters[n].is_air)


@pytest.mark.rule("NC-11.6-entry-hex", "NC-11.6-entry-distinct", "NC-11.6-east-hex", "NC-11.6-spring-season")
@pytest.mark.parametrize(
    ("scenario", "entries", "east"),
    [
        (WINTER, ["0111", "0112", "0113"], "4434"),
        (SPRING, ["0111", "0112", "0113"], "4434"),
        (SUMMER, ["0101", "0102", "0103"], "6237"),
    ],
)
def test_groups_enter_nearest_to_the_ice_or_start_in_the_hex_of_the_season(
    scenario: str, entries: list[str], east: str
) -> None:
    match = dealt(scenario)
    assert {piece.at for piece in match.state.pieces[ALLIED].values() if piece.group == 4} == {east}
    dice = Dice.seeded(5)
    while len(match.state.entered) < 3:
        decision = match.pending[AXIS]
        match.act(AXIS, Pass() if Pass() in decision.options else decision.options.sample(dice))
    assert match.state.entered == entries
    assert not set(entries) & set(match.data.map.iceberg_zone(match.state.ice))
    paths = [
        str(entry.event.about["path"]).split()
        for entry in match.log or []
        if isinstance(entry.event, Told) and entry.event.rule == "NC-11.6-eastbound"
    ]
    assert [path[0] for path in paths[:3]] == entries
    assert {len(path) for path in paths[:3]} == {3}


@pytest.mark.parametrize("answer", [Join("homefleet"), Decline()])
def test_the_number_of_pieces_dealt_tells_the_german_whether_prinz_eugen_was_answered(answer: Action) -> None:
    """58 pieces with two cruisers more, else 56: so many are in every world that he may imagine."""
    match: Match[State, Data] = Match.new(GAME, WINTER, seed=1, options=Options(solitaire=True))
    dice, together = Dice.seeded(1), UsePrinzEugen(True)
    while not match.state.groups:
        for side, decision in list(match.pending.items()):
            wanted = [choice for choice in (together, answer) if choice in decision.options]
            match.act(side, wanted[0] if wanted else decision.options.sample(dice))
    known = match.known(Observer.AXIS)
    pieces = 58 if isinstance(answer, Join) else 56
    for seed in range(8):
        world = GAME.imagine(match.data, known, Observer.AXIS, Dice.seeded(seed))
        held = [piece for piece in world.pieces[ALLIED].values() if piece.group or piece.at == REMOVED]
        assert len(held) == pieces
    assert "dealt" not in match.known(Observer.PUBLIC).notebook[AXIS].facts, "a spectator could tell it too"
