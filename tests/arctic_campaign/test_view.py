"""The desks on screen: numbers that agree with the state, nothing of the enemy's, and the operation in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.allied import transports
from barents.games.arctic_campaign.allied.outlook import outlook
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import data
from barents.games.arctic_campaign.names import is_at_sea, month_name
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.rules.setup import opening
from barents.games.arctic_campaign.rules.units import afloat, desk_of
from barents.games.arctic_campaign.screen.desk_allied import plate
from barents.games.arctic_campaign.screen.report import report
from barents.games.arctic_campaign.screen.view import view
from barents.games.arctic_campaign.state import SUNK, Charge, Group, State
from barents.kernel.desk import Desk, Unit
from barents.kernel.payloads import ChartState
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Situation
from tests.arctic_campaign.admiralty import ALLIED, AXIS
from tests.arctic_campaign.desks import Page, pages
from tests.arctic_campaign.war_room import WarRoom

SCAPA, HVALFJORDUR, MURMANSK = "Scapa Flow", "Hvalfjordur", "Murmansk"


def seen(state: State, observer: Observer) -> Situation:
    """A position as an observer sees it."""
    return view(data(None), GAME.known(data(None), state, observer), observer)


def desk(shown: Situation) -> Desk:
    """The desk, which is there."""
    assert shown.desk is not None
    return shown.desk


def units(shown: Situation) -> dict[str, Unit]:
    """Every ship on a desk, once."""
    found = [unit for block in desk(shown).blocks for unit in block.units]
    assert max(Counter(unit.id for unit in found).values(), default=1) == 1
    return {unit.id: unit for unit in found}


def pages_of_each_kind(months: int) -> Iterator[Page]:
    """One page of every kind and month, of a campaign by doctrine."""
    met: set[tuple[int, Side, str]] = set()
    for page in pages("desk", Options(convoy_phase="quick"), months):
        kind = (page.match.state.month, page.side, page.decision.rule)
        if kind not in met:
            met.add(kind)
            yield page


def test_half_a_year_of_desks_agrees_with_the_state_and_tells_nothing_of_the_enemy() -> None:
    number = 0
    for page in pages_of_each_kind(6):
        state, side = page.match.state, page.side
        shown = seen(state, eyes_of(side))
        _check_common(state, shown)
        if side is ALLIED:
            _check_allied(state, shown)
        else:
            _check_axis(state, shown)
        _check_hidden(state, side, shown)
        number += 1
    assert number > 150


def _check_common(state: State, shown: Situation) -> None:
    table = desk(shown)
    assert (table.victory.marker, table.victory.value) == (state.marker, state.total)
    assert [month.score for month in table.months if month.score is not None] == [s.score for s in state.statements]
    assert [month.state for month in table.months].index("now") == state.month - 1
    assert (shown.clock.turn, shown.clock.turns, shown.clock.date) == (
        state.month,
        41,
        month_name(data(None), state.month),
    )
    now = [name for name, phase in table.phases if phase == "now"]
    assert len(now) == (state.phase != "set-up")
    sheets = {sheet.name for sheet in shown.sheets}
    for unit in units(shown).values():
        assert unit.sheet in sheets or unit.lost, unit.label
    scores = [entry.score for entry in table.diary if entry.score is not None]
    assert scores == [statement.score for statement in reversed(state.statements)]


def _check_allied(state: State, shown: Situation) -> None:
    allied = state.allied
    shipped = {key for key, unit in units(shown).items() if not unit.lost}
    assert shipped == {one.key for one in afloat(allied) if one.service != "merchant"}
    west = transports.on_hand(state, data(None))
    bulk = next((supply for supply in desk(shown).supplies if supply.title.startswith("Transports")), None)
    assert (bulk.number if bulk is not None else 0) == len(west)
    planned = {key for group in allied.groups.values() for key in group.ships}
    if bulk is not None:
        assert bulk.unplaced == sum(one.key not in planned for one in west)
    record = next(sheet for sheet in shown.sheets if sheet.name == "record-allied")
    assert len(record.rows) == len(state.statements)


def _check_axis(state: State, shown: Situation) -> None:
    axis = state.axis
    passing = {key for group in axis.passing for key in group.ships}
    shipped = {key for key, unit in units(shown).items() if not unit.lost}
    assert shipped == {one.key for one in afloat(axis)} - passing
    assert {key for key, unit in units(shown).items() if unit.lost} == {
        one.key for one in axis.vessels.values() if one.at == SUNK
    }
    fuel = next(track for track in shown.tracks if track.name == "fuel")
    assert fuel.value == max(0, axis.stock - axis.drawn) // oil.BOX
    ledger = next(sheet for sheet in shown.sheets if sheet.name == "fuel")
    assert len(ledger.rows) == len(axis.oil)
    if ledger.rows:
        assert ledger.rows[0][-1] == oil.boxes_text(axis.stock, oil.BOX)


def _check_hidden(state: State, side: Side, shown: Situation) -> None:
    """No unit, piece, plan or sheet is the enemy's."""
    enemy = desk_of(state, side.enemy)
    assert not set(units(shown)) & set(enemy.vessels)
    assert {piece.side for piece in shown.pieces} <= {side}
    assert {trail.side for trail in shown.trails} <= {side}
    assert not {f"record-{side.enemy}", *(["fuel"] if side is ALLIED else [])} & {sheet.name for sheet in shown.sheets}
    if side is ALLIED:
        assert not any(track.name == "fuel" for track in shown.tracks)
    known = GAME.known(data(None), state, eyes_of(side))
    assert desk_of(known, side.enemy).diary == []


def test_what_the_month_can_bring_is_the_sum_of_the_account() -> None:
    """The figures of the specification's desk: thirty east, nine home, 27 paid: +102, below zero from eight sunk."""
    room = WarRoom("1942-07")
    east, west = room.transports(30, HVALFJORDUR), room.transports(9, MURMANSK, first=31)
    state = room.state
    state.phase = "convoy"
    state.allied.groups = {
        "pq-17": Group("pq-17", "PQ-17", "east", east, HVALFJORDUR, goal="Archangelsk"),
        "qp-13": Group("qp-13", "QP-13", "west", west, MURMANSK, goal=HVALFJORDUR),
    }
    state.allied.bill = [Charge(AXIS, "1 CA hired", 27, "AC-B.13-ca")]
    words = outlook(room.data, state)
    assert "120 for cargo and 9 for those that come home, less 27 paid: +102" in words
    assert "below zero from eight sunk of the 30" in words
    state.allied.bill.append(Charge(AXIS, "a fleet", 103, "AC-B.13-bb"))
    assert "−1. That is below zero" in outlook(room.data, state)


def test_a_convoy_that_is_short_of_destroyers_says_so() -> None:
    room = WarRoom("1942-07")
    ships = room.transports(30, HVALFJORDUR)
    for key in ("echo", "fury", "icarus", "intrepid", "ashanti", "eskimo"):
        room.ship(key, HVALFJORDUR)
        ships.append(key)
    group = Group("pq-17", "PQ-17", "east", ships, HVALFJORDUR, goal="Archangelsk", sails=3, early=2)
    shown = plate(room.data, room.state, group)
    assert shown.title == "PQ-17"
    assert shown.way == "east, turn 3, 2 turns early"
    assert shown.lines == ("30 transports to Archangelsk", "6 destroyers")
    assert shown.remark == "doctrine: 7 DD for 30 ships; one short"


def test_what_is_the_matter_with_a_ship_stands_under_her_name() -> None:
    room = WarRoom("1942-09")
    room.ship("king-george-v", SCAPA, lost={"hull": 2, "speed": 1})
    room.ship("kent", SCAPA, ready=room.data.month("1942-11"))
    room.ship("trinidad", SUNK, since=room.data.month("1942-05"))
    room.ship("tirpitz", "Altafjord", overhaul=True)
    room.ship("scharnhorst", "Germany", ready=room.data.month("1943-01"))
    allied, axis = (units(seen(room.state, observer)) for observer in (Observer.ALLIED, Observer.AXIS))
    assert allied["king-george-v"].trouble == "Scapa Flow: hull −2, speed −1"
    assert allied["kent"].trouble == "Scapa Flow: away until November 1942"
    assert (allied["trinidad"].trouble, allied["trinidad"].lost) == ("sunk in May 1942", True)
    assert axis["tirpitz"].trouble == "Altafjord: machinery: must go home"
    assert (axis["scharnhorst"].place, axis["scharnhorst"].trouble) == ("ready January 1943", "")
    assert (allied["kent"].rank, allied["kent"].nation, allied["kent"].kind) == ("great", "british", "ca")


def test_a_lost_destroyer_keeps_her_place_until_it_is_filled() -> None:
    room = WarRoom("1942-09")
    room.state.allied.slots["DD"] = 2
    room.ship("echo", SCAPA)
    room.ship("punjabi", SUNK)
    assert units(seen(room.state, Observer.ALLIED))["punjabi"].lost
    room.ship("fury", SCAPA)
    assert "punjabi" not in units(seen(room.state, Observer.ALLIED))


def test_plans_are_drawn_on_the_small_chart_with_their_turns() -> None:
    room = WarRoom("1942-07").plan()
    room.transports(2, HVALFJORDUR)
    state = room.now
    route = [*room.data.sea.routes["CENTRAL-M"].waypoints[1:]]
    state.allied.groups["pq-8"] = Group("pq-8", "PQ-8", "east", ["lt-1"], HVALFJORDUR, MURMANSK, sails=5, route=route)
    shown = seen(state, Observer.ALLIED)
    trail = next(trail for trail in shown.trails if trail.planned)
    assert (trail.words, trail.side) == ("PQ-8", ALLIED)
    assert trail.cells[0] == (0, room.data.sea.port(HVALFJORDUR).zone)
    assert trail.cells[1][0] == 5
    assert trail.cells[-1][1] == room.data.sea.port(MURMANSK).zone
    zones = [zone for _, zone in trail.cells]
    assert set(route) <= set(zones)
    assert all(room.data.sea.distance(one, two) == 1 for one, two in pairwise(zones))
    assert shown.boards[0].payload == ChartState(ice="7", zones=())
    assert seen(state, Observer.AXIS).trails == ()


def test_spectators_see_what_is_open_to_both() -> None:
    page = next(page for page in pages("open", Options(convoy_phase="quick"), 3) if page.match.state.month == 2)
    shown = seen(page.match.state, Observer.PUBLIC)
    assert (desk(shown).blocks, desk(shown).supplies, desk(shown).plates) == ((), (), ())
    assert (shown.pieces, shown.trails) == ((), ())
    assert len([entry for entry in desk(shown).diary if entry.score is not None]) == 1
    assert len(desk(shown).diary) == 1
    assert {sheet.name for sheet in shown.sheets} == {"accounts", "last-account"}


def test_a_month_that_is_played_out_is_shown_as_an_operation() -> None:
    """With the campaign's records beside it; before and after it there is the desk."""
    shown = {True: 0, False: 0}
    for page in pages("sea", Options(convoy_phase="players"), 1):
        if shown[True] > 2:
            break
        at_sea = is_at_sea(page.match.state)
        now = seen(page.match.state, eyes_of(page.side))
        assert (now.desk is None) is at_sea
        names = {sheet.name for sheet in now.sheets}
        assert f"record-{page.side}" in names
        assert any(track.name == "victory" for track in now.tracks)
        if at_sea:
            assert any(piece.board.startswith("force-") for piece in now.pieces)
            assert now.clock.turns == 120
        shown[at_sea] += 1
    assert all(shown.values())


def test_at_the_end_both_desks_lie_open_and_the_debrief_stands_beside_history() -> None:
    page = next(page for page in pages("open", Options(convoy_phase="quick"), 4) if page.match.state.month == 3)
    match = page.match
    match.resign(AXIS)
    shown = match.view(Observer.ALLIED).situation
    titles = [block.title for block in desk(shown).blocks] + [supply.title for supply in desk(shown).supplies]
    assert len(titles) == len(set(titles)), "a client knows them by their titles"
    assert "Core units" in titles
    assert "In Germany, ready to sail" in titles
    told = report(match.data, match.state, match.log or ())
    assert {tally.title for tally in told.tallies} >= {"Transports to Russia"}
    for tally in told.tallies:
        assert [row.name for row in tally.rows] == ["This campaign", "History, January 1942 to February 1942"]
    merchants = [one for one in match.state.allied.vessels.values() if one.service == "merchant"]
    assert sum(told.tallies[0].rows[0].ends.values()) == len(merchants)
    made = {side: sum(row.points for row in told.scored if row.side is side) for side in Side}
    assert made == {side: sum(getattr(month, side) for month in match.state.statements) for side in Side}
    assert "In history" in told.sentence


@pytest.mark.parametrize("observer", list(Observer))
def test_a_desk_can_be_sent(observer: Observer) -> None:
    shown = seen(opening(data(None), "campaign", Options()), observer)
    assert msgspec.json.decode(msgspec.json.encode(shown), type=Situation) == shown
