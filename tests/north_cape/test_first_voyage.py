"""First voyage: what its scenario sets, and that its coach leads to an attack without a rigged die."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.state import POOL
from barents.kernel.coach import Coach, Coaching
from barents.kernel.dice import Dice
from barents.kernel.events import Rolled
from barents.kernel.ledger import Ledger
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import answer_of, player
from barents.players.north_cape import Doctrine

ALLIED, AXIS = Side.ALLIED, Side.AXIS
VOYAGES = 20
ATTACKS = ("NC-8.1-roll", "NC-8.1-decline", "NC-9.0-when")


def voyage(seed: int) -> Match[Any, Any]:
    """A voyage that has not begun."""
    return Match.new(GAME, "first-voyage", seed=f"first voyage {seed}")


def act(match: Match[Any, Any], side: Side, text: str) -> None:
    """A side's answer in notation."""
    match.act(side, GAME.notation.parse(text))


def decoys_out(match: Match[Any, Any]) -> list[str]:
    """Where the Allied decoys lie that are in play."""
    pieces = match.state.pieces[ALLIED].values()
    return [p.at for p in pieces if match.data.counters[p.id].is_decoy and p.at != POOL]


def coach() -> Coach:
    """The scenario's coach."""
    found = GAME.scenario(GAME.data(None), "first-voyage").coach
    assert found is not None
    return found


@pytest.mark.rule("NC-12.0-placed")
def test_everything_lies_where_the_scenario_puts_it_and_nobody_is_asked() -> None:
    match = voyage(1)
    assert list(match.pending) == [ALLIED]
    assert match.pending[ALLIED].rule == "NC-5.0-alternate"
    axis = {piece.id: (piece.at, piece.base) for piece in match.state.pieces[AXIS].values()}
    assert (axis["u-255"], axis["u-703"], axis["bv-138-1"]) == (("3825", ""), ("4028", ""), ("2631", "2631"))
    allied = match.state.pieces[ALLIED].values()
    counters = match.data.counters
    assert sum(counters[p.id].is_merchant and p.at == "3423" for p in allied) == 6
    assert {p.id for p in allied if p.at == "3423" and not counters[p.id].is_merchant} == {"gb-dd-1", "gb-de-1"}


@pytest.mark.rule("NC-12.0-fixed-decoys")
def test_two_decoys_are_paid_for_and_set_on_the_first_turn_alone() -> None:
    match = voyage(1)
    assert match.state.points == {ALLIED: 0, AXIS: 4}
    assert decoys_out(match) == ["3627", "3627"]
    for side in (ALLIED, AXIS):
        act(match, side, "pass")
    assert match.state.turn == 2
    assert match.pending[ALLIED].rule == "NC-5.0-alternate"
    assert match.state.points[AXIS] == 4
    assert not decoys_out(match)


@pytest.mark.rule("NC-12.0-fixed-weather")
def test_the_sky_is_clear_on_every_turn_and_no_die_falls_for_it() -> None:
    match = voyage(2)
    for turn in range(1, 7):
        assert (match.state.turn, match.state.weather) == (turn, "clear")
        for side in (ALLIED, AXIS):
            act(match, side, "pass")
    assert match.result is not None
    assert not [entry.event for entry in match.log or () if isinstance(entry.event, Rolled)]


@pytest.mark.rule("NC-12.0-port")
def test_hipper_waits_for_a_merchant_to_be_seen_and_comes_out_of_her_port() -> None:
    match = voyage(3)
    act(match, ALLIED, "pass")
    waiting = GAME.notation.parse("declare sortie waiting:surface no")
    assert waiting not in match.pending[AXIS].options
    for text in ("declare recon 2631 yes", "choose bv-138-1", "go 3423"):
        act(match, AXIS, text)
    while not match.state.merchant_seen or AXIS not in match.pending or match.pending[AXIS].rule != "NC-5.0-alternate":
        side = next(iter(match.pending))
        options = match.pending[side].options
        looks = [option for option in options if str(option) == "spot bv-138-1 3423"]
        match.act(side, looks[0] if looks else next(iter(options)))
    assert waiting in match.pending[AXIS].options
    match.act(AXIS, waiting)
    assert [str(option) for option in match.pending[AXIS].options] == ["cancel", "go 2828"]
    act(match, AXIS, "go 2828")
    assert match.state.pieces[AXIS]["hipper"].at == "2828"


def played(seed: int) -> tuple[Match[Any, Any], int]:
    """A voyage of the captain against the cadet, and how many cards the coach has shown."""
    match, coaching, shown = voyage(seed), Coaching(coach()), 0
    sides = {ALLIED: player("cadet", GAME.name, match.data), AXIS: Doctrine(match.data)}
    while match.pending:
        side = next(iter(match.pending))
        if side is AXIS:
            shown += sum(1 for _ in coaching.news(match.view(eyes_of(AXIS))))
        match.act(side, answer_of(sides[side], match, side, Dice.seeded("first voyage", seed, len(match.choices))))
    return match, shown


def test_nine_voyages_of_ten_come_to_an_attack_and_the_coach_keeps_up() -> None:
    ends = [played(seed) for seed in range(VOYAGES)]
    attacked = [any(getattr(e.event, "rule", "") in ATTACKS for e in match.log or ()) for match, _ in ends]
    assert sum(attacked) >= 0.9 * VOYAGES
    assert all(shown >= len(coach().steps) - 1 for (_, shown), came in zip(ends, attacked, strict=True) if came)
    assert {match.result.winner for match, _ in ends if match.result is not None} == set(Side)


def test_the_coach_waits_for_rules_that_there_are() -> None:
    rules = Ledger.load(files(GAME.package)).requirements
    waited = {rule for step in coach().steps for rule in (*step.after, *(step.until.rules if step.until else ()))}
    assert waited
    assert waited <= set(rules)
