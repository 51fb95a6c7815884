"""Victory points, the track and the end (A.1, A.25, A.5, 4.11)."""

from __future__ import annotations

import pytest

from barents.games.arctic_campaign.data import data
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.rules.flow import MONTH
from barents.games.arctic_campaign.rules.points import has_faded, moved
from barents.games.arctic_campaign.state import (
    GERMANY,
    LAST_BOX,
    START_BOX,
    SUNK,
    Charge,
    FadeOut,
    Group,
    NextPassage,
    Oil,
    Points,
    State,
)
from barents.kernel.sides import Observer, Side

from .admiralty import ALLIED, AXIS, Admiralty

BOXES = [
    "Allied Victory",
    "Allied Major",
    "Allied Minor",
    "Draw",
    "Draw",
    "Draw",
    "Draw",
    "Draw",
    "Axis Minor",
    "Axis Major",
    "Axis Victory",
]
OPTIONAL = ("gneisenau", "graf-zeppelin", "leipzig")


def scored(score: int, date: str = "1942-03", *, options: Options | None = None, **fields: int) -> Admiralty:
    """A month with some score, about to be accounted for; the campaign goes on as long as Tirpitz is there."""
    admiralty = Admiralty(date, options=options)
    admiralty.ship("tirpitz", GERMANY)
    for name, value in fields.items():
        setattr(admiralty.state, name, value)
    side = ALLIED if score >= 0 else AXIS
    admiralty.state.allied.bill.append(Charge(side, "A trial", abs(score)))
    return admiralty


# Time


@pytest.mark.rule("AC-A.1-start", "AC-A.1-last", "AC-A.1-no-1941")
def test_forty_one_months_from_january_1942() -> None:
    tables = data(None)
    assert tables.date(1) == "1942-01"
    assert tables.months == 41
    assert tables.date(tables.months) == "1945-05"
    assert State.__struct_defaults__[State.__struct_fields__.index("month") - len(State.__struct_fields__)] == 1


@pytest.mark.rule("AC-A.1-end-year", "AC-A.1-last", "AC-A.5-track-result")
@pytest.mark.parametrize("last", ["1943-12", "1944-12", "1945-05"])
def test_the_last_month_is_agreed_on(last: str) -> None:
    tables = data(None)
    options = Options(end_month=last)  # type: ignore[arg-type]  # a parameter is any text
    before = scored(1, tables.date(tables.month(last) - 1), options=options).begin(Points())
    assert before.match.result is None
    assert before.now.month == tables.month(last)
    end = scored(1, last, options=options).begin(Points())
    assert end.match.result is not None
    assert end.match.result.level == "Draw"
    assert Options().end_month == "1945-05"


@pytest.mark.rule("AC-A.2-order", "AC-A.2-monthly-turn")
def test_five_phases_in_their_order() -> None:
    names = [type(step).__name__ for step in MONTH]
    assert names == [
        "Repairs", "Events", "EventChoices", "TransportDice",
        "Sailings", "NextPassage", "Signals",
        "MonthDice", "Plans", "ConvoyPhase",
        "Homebound", "NextPassage", "Account",
        "Points",
    ]  # fmt: skip
    assert [step.home for step in MONTH if isinstance(step, NextPassage)] == [False, True]


@pytest.mark.rule("AC-A.2-monthly-turn", "AC-A.25-score")
def test_a_month_follows_a_month_and_is_a_chapter_of_the_record() -> None:
    admiralty = scored(20)
    admiralty.state.axis.losses.append(Charge(ALLIED, "A loss", 3))
    admiralty.state.allied.groups["pq-8"] = Group("pq-8", "PQ-8", "east", [], "Hvalfjordur")
    admiralty.begin(Points())
    assert admiralty.is_over  # the next month has begun
    now = admiralty.now
    assert (now.month, now.allied.bill, now.axis.losses, now.allied.groups) == (4, [], [], {})
    assert len(admiralty.match.chapters) == 1


# The track


@pytest.mark.rule("AC-A.5-track-11", "AC-A.5-track-names", "AC-A.5-track-start")
def test_the_track() -> None:
    assert list(data(None).tables.victory.boxes) == BOXES
    assert data(None).tables.victory.start == START_BOX == 5
    assert Admiralty().state.marker == 5
    assert len(BOXES) - 1 == LAST_BOX


@pytest.mark.rule("AC-A.5-cumulative", "AC-A.5-300", "AC-A.5-carry", "AC-A.5-negative-move")
@pytest.mark.rule("AC-A.5-negative-subtract", "AC-A.5-zero", "AC-A.5-below-zero", "AC-A.5-multi-box")
@pytest.mark.parametrize(
    ("total", "marker", "score", "then", "box"),
    [
        (0, 5, 120, 120, 5),
        (280, 5, 29, 9, 4),  # G11
        (270, 5, 30, 0, 4),
        (150, 5, -40, 110, 6),  # G12
        (10, 5, -250, -240, 6),  # G12
        (-240, 6, 100, -140, 6),
        (250, 2, 400, 50, 0),  # G13
        (100, 5, 560, 60, 3),
        (250, 1, 700, 650, 0),  # the end box stops it
        (299, 5, 0, 299, 5),  # G14
        (0, 9, -1, -1, 10),
    ],
)
def test_the_marker(total: int, marker: int, score: int, then: int, box: int) -> None:
    assert moved(data(None), total, marker, score) == (then, box)
    admiralty = scored(score, total=total, marker=marker).begin(Points())
    assert (admiralty.now.total, admiralty.now.marker) == (then, box)
    assert admiralty.now.statements[-1].score == score
    assert [event.about for event in admiralty.told("AC-A.5-cumulative", Observer.PUBLIC)] == [{"total": then}]
    for rule, side, moves in (("AC-A.5-300", "Allies", box < marker), ("AC-A.5-negative-move", "Axis", box > marker)):
        moved_so = [event.about for event in admiralty.told(rule, Observer.PUBLIC)]
        assert moved_so == ([{"side": side, "box": BOXES[box]}] if moves else [])


@pytest.mark.rule("AC-A.5-track-end")
@pytest.mark.parametrize(
    ("total", "marker", "score", "winner"), [(250, 2, 400, ALLIED), (0, 9, -1, AXIS), (250, 3, 400, None)]
)
def test_an_outermost_box_ends_it_at_once(total: int, marker: int, score: int, winner: Side | None) -> None:
    """G13."""
    result = scored(score, total=total, marker=marker).begin(Points()).match.result
    assert (result is None) is (winner is None)
    assert result is None or (result.winner, result.level) == (winner, f"{winner.title() if winner else ''} Victory")


@pytest.mark.rule("AC-A.5-track-result")
@pytest.mark.parametrize(
    ("marker", "winner"), [(1, ALLIED), (2, ALLIED), (3, None), (5, None), (7, None), (8, AXIS), (9, AXIS)]
)
def test_on_the_calendar_the_box_names_the_result(marker: int, winner: Side | None) -> None:
    result = scored(0, "1945-05", marker=marker, total=120).begin(Points()).match.result
    assert result is not None
    assert (result.winner, result.level) == (winner, BOXES[marker])
    assert result.points == {"allied": 0, "axis": 0, "total": 120, "box": marker}


# The account


@pytest.mark.rule("AC-A.5-basis", "AC-A.25-score", "AC-A.5-cargo", "AC-A.5-return")
def test_the_months_points() -> None:
    """G10: cargo of 18 whole and 2 half transports, 6 returned; 3 sunk, a CA, 5 DE and 7 MS rented: 82 - 53 = +29."""
    victory = data(None).tables.victory
    assert (victory.cargo, victory.returned) == (2, 1)
    admiralty = Admiralty("1942-09")
    admiralty.ship("tirpitz", GERMANY)
    allied = admiralty.state.allied
    allied.bill = [
        Charge(ALLIED, "Cargo", victory.cargo * (18 * 2 + 2), "AC-A.5-cargo"),
        Charge(ALLIED, "Returned", 6 * victory.returned, "AC-A.5-return"),
        Charge(AXIS, "CA", 15, "AC-B.13-ca"),
        Charge(AXIS, "DE", 5, "AC-B.13-de"),
        Charge(AXIS, "MS", 3, "AC-B.13-ms"),
    ]
    allied.losses = [Charge(AXIS, f"Transport {number} sunk", 10, "AC-A.5-basis") for number in range(3)]
    admiralty.ship("echo", SUNK)
    admiralty.ship("eclipse", "Murmansk")
    admiralty.begin(Points())
    assert [len(admiralty.told(rule, Observer.PUBLIC)) for rule in ("AC-A.5-basis", "AC-B.13-ca")] == [3, 1]
    assert list(admiralty.now.notebook[AXIS].identified) == ["echo"]  # who went down unseen is known now
    (statement,) = admiralty.now.statements
    assert (statement.allied, statement.axis, statement.score) == (82, 53, 29)
    told = admiralty.words(Observer.AXIS)  # phase 5 discloses the rents
    assert "CA: 15 points for the Axis" in told
    assert "1942-09: 82 Allied points, 53 Axis points, score +29" in told
    assert told == admiralty.words(Observer.ALLIED)


@pytest.mark.rule("AC-B.21-penalty", "AC-A.5-basis")
def test_transports_that_stayed_or_came_back_cost_a_point_each() -> None:
    """G25: 5 kept back and 2 that turned back are in the west at the month's end: 7 points."""
    admiralty = Admiralty("1942-09")
    admiralty.ship("tirpitz", GERMANY)
    for number in range(1, 21):
        at = "Hvalfjordur" if number <= 5 else "Scapa Flow" if number <= 7 else "Murmansk"
        admiralty.ship(f"lt-{number}", at, "merchant", line="uk:LT")
    (statement,) = admiralty.begin(Points()).now.statements
    assert (statement.axis, statement.score) == (7, -7)


@pytest.mark.rule("AC-A.5-record-allied", "AC-A.5-record-axis")
def test_both_records() -> None:
    admiralty = Admiralty("1942-09")
    admiralty.ship("tirpitz", "Trondheim")
    admiralty.ship("z23", GERMANY, lost={"hull": 1})
    admiralty.ship("koeln", GERMANY, ready=99)
    state = admiralty.state
    state.total = 40
    state.allied.bill = [Charge(ALLIED, "Cargo", 80), Charge(AXIS, "Rent", 15)]
    state.allied.losses = [Charge(AXIS, "Transport sunk", 10)]
    state.allied.groups = {
        "pq-18": Group("pq-18", "PQ-18", "east", [], "Hvalfjordur"),
        "qp-14": Group("qp-14", "QP-14", "west", [], "Murmansk"),
        "cover-1": Group("cover-1", "Cover", "cover", [], "Scapa Flow"),
    }
    month = state.month
    state.axis.stock = 6 * 72
    state.axis.oil = [Oil(month - 1, "Supply", 144), Oil(month, "Supply", 720), Oil(month, "Fuel used", -432)]
    admiralty.begin(Points())
    (allied,) = admiralty.now.allied.record
    assert (allied.month, allied.costs, allied.allied, allied.axis, allied.score, allied.total) == (
        month, 15, 80, 25, 55, 95,
    )  # fmt: skip
    assert (allied.east, allied.west) == (["PQ-18"], ["QP-14"])
    (axis,) = admiralty.now.axis.record
    assert (axis.supplied, axis.available, axis.used, axis.stock, axis.points) == (720, 864, 432, 432, 25)
    assert axis.ready == ["Tirpitz"]


# Fading out


@pytest.mark.rule("AC-A.1-fade-out")
def test_the_war_fades_out_without_great_ships() -> None:
    admiralty = Admiralty("1944-11")
    state = admiralty.state
    for key in (*OPTIONAL, "tirpitz"):
        admiralty.ship(key, SUNK)
    admiralty.ship("z23", "Trondheim")
    admiralty.ship("koeln", GERMANY)
    assert has_faded(state, admiralty.data)
    for key in ("tirpitz", "admiral-scheer", "admiral-hipper", "scharnhorst", "graf-zeppelin"):
        admiralty.ship(key, GERMANY, ready=40)  # also if she is still to come
        assert not has_faded(state, admiralty.data), key
        admiralty.vessel(key).at = SUNK
    del state.axis.vessels["gneisenau"]  # she may still come up
    assert not has_faded(state, admiralty.data)
    state.options = Options(optional_axis_ships=False)
    assert has_faded(state, admiralty.data)


@pytest.mark.rule("AC-A.1-fade-out")
@pytest.mark.parametrize(("allied", "axis"), [("yes", "yes"), ("yes", "no"), ("no", "yes")])
def test_both_must_agree_to_end_it(allied: str, axis: str) -> None:
    admiralty = Admiralty("1944-11", options=Options(optional_axis_ships=False))
    admiralty.state.marker = 2
    admiralty.begin(Points())
    assert {decision.rule for decision in admiralty.match.pending.values()} == {"AC-A.1-fade-out"}
    assert admiralty.now.phase == "points"
    admiralty.act(ALLIED, f"consent {allied}").act(AXIS, f"consent {axis}")
    result = admiralty.match.result
    assert (result is not None) is (allied == axis == "yes")
    assert result is None or (result.winner, result.level) == (ALLIED, "Allied Minor")
    assert result is not None or admiralty.now.month == admiralty.data.month("1944-12")
    assert FadeOut() not in admiralty.now.agenda
