"""The North Sea (A.22, B.3, C.124, C.35): who sails, who is seen, and who arrives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.knowledge.known import known
from barents.games.arctic_campaign.rules.north_sea import attacked
from barents.games.arctic_campaign.rules.passage import ask_reaction, form_fleets, groups, may_sail, react, settle
from barents.games.arctic_campaign.rules.passage import settle_reaction as settle_wish
from barents.games.arctic_campaign.rules.units import Umpire, ship_of
from barents.games.arctic_campaign.state import (
    GERMANY,
    SUNK,
    AirStrike,
    MonthDice,
    NextPassage,
    Options,
    Passage,
    Sailings,
    Signals,
    State,
    Statement,
)
from barents.games.operations.fleets.fuel import whole_tank
from barents.kernel import umpire as kernel
from barents.kernel.dice import Dice
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Observer

from .admiralty import ALLIED, AXIS, Admiralty

OVER, HOME = NextPassage(home=False), NextPassage(home=True)
TRIGGER, LOOK, AIR, BOAT = "AC-B.3-trigger", "AC-A.22-intercept", "AC-B.3-air-resolve", "AC-B.3-sub-resolve"
HARMLESS = 5  # a result of which nothing comes


def _sail(u: Umpire, _step: Sailings) -> kernel.Rule[None]:
    settle(u, (yield from form_fleets(u)))


def _ask(u: Umpire, _step: Signals) -> kernel.Rule[None]:
    settle_wish(u, (yield from ask_reaction(u)))


def _react(u: Umpire, _step: MonthDice) -> None:
    react(u)


STEPS: dict[type[Step], Procedure] = {Sailings: _sail, Signals: _ask, MonthDice: _react}


def passing(
    fleets: Mapping[str, Sequence[str]],
    date: str = "1942-03",
    *,
    home: bool = False,
    fog: bool = False,
    steps: Mapping[type[Step], Procedure] | None = None,
) -> Admiralty:
    """Fleets by their letters, about to pass the North Sea."""
    admiralty = Admiralty(date, options=Options(interception_fog=fog), steps={**STEPS, **(steps or {})})
    for ships in fleets.values():
        for key in ships:
            admiralty.ship(key, "Trondheim" if home else GERMANY)
    letters = {key: letter for letter, ships in fleets.items() for key in ships}
    admiralty.state.axis.passing = groups(letters, home=home)
    return admiralty


def dice_of(total: int) -> list[int]:
    """Two dice with a sum."""
    return [total // 2, total - total // 2]


def imagined(admiralty: Admiralty, observer: Observer) -> State:
    """A world as somebody may suppose it after what has happened."""
    data, now = admiralty.data, admiralty.now
    return GAME.imagine(data, known(data, now, observer), observer, Dice.seeded("imagined"))


# Who sails


@pytest.mark.rule("AC-C.124-all-ready")
@pytest.mark.parametrize(
    ("at", "ready", "lost", "marks", "may"),
    [
        (GERMANY, 1, 0, 0, True),
        (GERMANY, 4, 0, 0, False),
        (GERMANY, 1, 1, 0, False),
        (GERMANY, 1, 0, 12, False),
        (GERMANY, 1, 0, 11, True),
        ("Trondheim", 1, 0, 0, False),
    ],
)
def test_a_ship_sails_whose_time_has_come_and_who_is_whole(
    at: str, ready: int, lost: int, marks: int, may: bool
) -> None:
    admiralty = Admiralty("1942-03")
    vessel = admiralty.ship("tirpitz", at, ready=ready, lost={"aa": lost}, marks=marks)
    assert may_sail(admiralty.state, admiralty.data, vessel) is may


@pytest.mark.rule("AC-A.22-form-fleets", "AC-C.124-not-obliged", "AC-C.124-all-ready", "AC-C.11-at-will")
def test_ships_are_divided_into_any_fleets_before_a_die_falls() -> None:
    admiralty = Admiralty("1942-03", steps=STEPS)
    for key in ("tirpitz", "t5", "z28", "z29"):
        admiralty.ship(key, GERMANY)
    admiralty.ship("koeln", GERMANY, ready=7)
    admiralty.begin(Sailings(), OVER)
    assert admiralty.slots(AXIS) == ["tirpitz", "t5", "z28", "z29"]
    assert admiralty.ways(AXIS, "t5") == ["stay", "A", "B", "C", "D"]  # nobody has to, and each may sail alone
    admiralty.plot(AXIS, tirpitz="B", t5="stay", z28="B", z29="A")
    passing = admiralty.now.axis.passing
    assert [(group.key, group.ships) for group in passing] == [("A", ["z29"]), ("B", ["tirpitz", "z28"])]
    assert {(group.way, group.port, group.goal) for group in passing} == {("squadron", GERMANY, "")}
    assert not admiralty.rolls(TRIGGER)
    admiralty.act(ALLIED, "consent no", "consent no")
    assert admiralty.is_over
    assert [admiralty.vessel(key).at for key in ("tirpitz", "z28", "z29", "t5")] == [
        "Trondheim",
        "Trondheim",
        "Trondheim",
        GERMANY,
    ]


@pytest.mark.rule("AC-C.124-not-obliged")
def test_with_no_ship_ready_there_is_still_a_page() -> None:
    admiralty = Admiralty("1942-03", steps=STEPS).begin(Sailings(), OVER)
    assert admiralty.offered(AXIS) == ["proceed"]
    assert admiralty.act(AXIS, "proceed").is_over


# Who is looked for


@pytest.mark.rule("AC-B.3-trigger", "AC-A.22-intercept", "AC-A.22-immediate")
def test_one_roll_for_each_fleet_and_one_after_the_other() -> None:
    admiralty = passing({"A": ["t5"], "B": ["t7"]}).begin(OVER, allied=[*dice_of(7), *dice_of(5)])
    assert admiralty.asked(ALLIED).rule == LOOK
    assert not admiralty.rolls(TRIGGER)
    admiralty.act(ALLIED, "consent yes")
    assert admiralty.vessel("t5").at == "Trondheim"  # the first is through before the second is looked for
    assert admiralty.vessel("t7").at == GERMANY
    admiralty.act(ALLIED, "consent yes")
    assert admiralty.is_over
    assert [roll.total for roll in admiralty.rolls(TRIGGER)] == [7, 5]
    assert not admiralty.rolls(TRIGGER, Observer.AXIS)  # the Germans see none of it


@pytest.mark.rule("AC-A.22-intercept", "AC-B.3-trigger")
def test_the_allies_may_decline() -> None:
    admiralty = passing({"A": ["t5"]}).begin(OVER).act(ALLIED, "consent no")
    assert admiralty.is_over
    assert not admiralty.rolls(TRIGGER)
    assert not admiralty.now.sighted


@pytest.mark.rule("AC-A.24-intercept", "AC-B.3-trigger", "AC-B.3-react-home", "AC-C.124-damaged-back")
def test_homeward_fleets_are_looked_for_and_all_arrive() -> None:
    admiralty = passing({"A": ["z28"], "B": ["t7"]}, home=True)
    for key in ("z28", "t7"):
        ship_of(admiralty.state, AXIS, key).fuel = 1
    admiralty.begin(HOME, allied=[*dice_of(3), 1, 1, 6, 1, 1, 4, *dice_of(7)], nobody=[1], axis=[1], dice=[1])
    assert admiralty.asked(ALLIED).rule == "AC-A.24-intercept"
    admiralty.act(ALLIED, "consent yes", "consent yes")
    assert admiralty.is_over
    assert admiralty.boxes("z28").lost == {"hull": 1}
    assert [admiralty.vessel(key).at for key in ("z28", "t7")] == [GERMANY, GERMANY]  # R39: she arrives all the same
    for key in ("z28", "t7"):
        ship = admiralty.boxes(key)
        assert ship.fuel == whole_tank(admiralty.data.sea, ship) > 1, "at home there is oil"
    assert not admiralty.now.sighted
    assert not admiralty.now.aborted


# The table (4.2)


@pytest.mark.rule("AC-B.3-r2", "AC-B.3-r3", "AC-B.3-r4", "AC-B.3-r5", "AC-B.3-r6", "AC-B.3-r7")
@pytest.mark.rule("AC-B.3-r8", "AC-B.3-r9", "AC-B.3-r10", "AC-B.3-r11", "AC-B.3-r12")
@pytest.mark.parametrize(
    ("roll", "die", "steps", "boat", "told"),
    [
        (2, 5, 5, "uk:S", ""),  # G5
        (3, 0, 0, "uk:S", ""),
        (4, 5, 3, "", ""),  # G5
        (4, 2, 1, "", ""),
        (5, 0, 0, "", "Nothing is seen in the North Sea"),
        (6, 0, 0, "", "A plane has seen German ships in the North Sea, 3 of them, give or take 1"),
        (7, 0, 0, "", "A submarine has seen German ships in the North Sea"),
        (8, 0, 0, "", "A plane has seen German ships in the North Sea, 2 of them, give or take 2"),
        (9, 0, 0, "", "Nothing is seen in the North Sea"),
        (10, 4, 2, "", ""),
        (11, 0, 0, "uk:T", ""),
        (12, 6, 6, "uk:T", ""),
    ],
)
def test_the_interception_table(roll: int, die: int, steps: int, boat: str, told: str) -> None:
    """Of a fleet of four ships; the error of a plane's report is the lowest (nobody sees it)."""
    seen: list[tuple[int, str]] = []

    def look(u: Umpire, _step: object) -> None:
        passage = u.state.passage
        assert passage is not None
        row = u.data.interceptions[passage.roll]
        seen.append((passage.steps, row.boat if passage.boat else ""))
        assert not passage.boat or passage.boat in u.data.sea.boats_of(row.boat)
        passage.steps, passage.boat = 0, ""

    admiralty = passing({"A": ["t5", "t7", "t15", "t16"]}, steps={AirStrike: look})
    admiralty.begin(OVER, allied=[*dice_of(roll), *([die] if die else []), 1], nobody=[1])
    admiralty.act(ALLIED, "consent yes")
    assert seen[0] == (steps, boat)
    assert admiralty.words(Observer.ALLIED)[1:] == ([told] if told else [])  # after that ships are there
    assert admiralty.now.sighted is (roll not in (5, 9))
    assert not admiralty.words(Observer.AXIS) or admiralty.told("AC-C.124-arrive")


@pytest.mark.rule("AC-B.3-report-error", "AC-B.3-r6", "AC-B.3-r8", "AC-A.22-intercept")
@pytest.mark.parametrize(
    ("ships", "roll", "draw", "number"),
    [(3, 6, 1, 2), (3, 6, 2, 3), (3, 6, 3, 4), (3, 8, 1, 1), (3, 8, 5, 5), (1, 8, 1, 1), (1, 6, 1, 1)],
)
def test_a_plane_miscounts_but_never_to_nothing(ships: int, roll: int, draw: int, number: int) -> None:
    fleets = {"A": ["t5", "t7", "t15"][:ships], "B": ["greif", "jaguar", "t16", "t17", "t20"]}
    admiralty = passing(fleets).begin(OVER, allied=dice_of(roll), nobody=[draw])
    admiralty.act(ALLIED, "consent yes", "consent no")
    (told,) = admiralty.told(f"AC-B.3-r{roll}", Observer.ALLIED)
    assert told.about["number"] == number
    assert not admiralty.draws("AC-B.3-report-error", Observer.ALLIED)
    assert "class" not in in_line(admiralty)


def in_line(admiralty: Admiralty) -> str:
    return " ".join(admiralty.words(Observer.ALLIED))


# Aircraft


@pytest.mark.rule("AC-B.3-air-resolve", "AC-C.124-damaged-back", "AC-A.22-immediate", "AC-B.3-abort-def")
def test_beauforts_against_the_largest_ship() -> None:
    """Three steps, fleet AA 8 + 2 is 5 dice; one six beats one off. A torpedo at a fast ship needs a six and a four."""
    admiralty = passing({"A": ["tirpitz", "z28"]})
    admiralty.begin(OVER, dice=[6, 1, 2, 3, 4, 1, 6, 6, 1, 5, 4, 2], allied=[*dice_of(4), 5], axis=[4])
    admiralty.act(ALLIED, "consent yes")
    assert admiralty.told(AIR)[0].about == {"number": 3, "type": "Beaufort"}
    assert [roll.faces for roll in admiralty.rolls("OP-STRIKE-aa")] == [(6, 1, 2, 3, 4)]
    assert [roll.faces for roll in admiralty.rolls("OP-STRIKE-fate")] == [(1,)]
    assert admiralty.offered(ALLIED) == ["strike largest", "strike second", "strike any"]
    admiralty.act(ALLIED, "strike largest")
    assert admiralty.is_over
    # 6, 6 of the first step are confirmed by 1 and 5; the second misses with 4 and 2
    assert [roll.faces for roll in admiralty.rolls("OP-STRIKE-mods")] == [(6, 6), (1, 5), (4, 2)]
    assert admiralty.rolls("OP-STRIKE-mods")[0].subject == "Beaufort at a battleship"
    assert admiralty.boxes("tirpitz").lost == {"hull": 1}  # die 4 is two boxes, less one for a heavy hull
    assert admiralty.vessel("tirpitz").at == GERMANY
    assert admiralty.vessel("z28").at == "Trondheim"
    assert not admiralty.now.aborted
    assert admiralty.now.axis.newcomers == ["z28"]
    assert admiralty.dice_left() == {}


@pytest.mark.rule("AC-B.3-air-resolve")
@pytest.mark.parametrize(("date", "name"), [("1942-10", "Beaufort"), ("1942-11", "Beaufighter")])
def test_beaufighters_come_with_november_1942(date: str, name: str) -> None:
    admiralty = passing({"A": ["t5"]}, date).begin(OVER, dice=[6, 6], allied=[*dice_of(10), 1])
    admiralty.act(ALLIED, "consent yes")
    assert admiralty.told(AIR)[0].about["type"] == name
    assert not admiralty.rolls("OP-STRIKE-aircombat")


@pytest.mark.rule("AC-B.3-air-resolve")
@pytest.mark.parametrize(
    ("choice", "drawn", "subjects"),
    [
        ("largest", [], ["heavy cruiser"] * 4 + ["destroyer"] * 2),
        ("second", [], ["destroyer"] * 4 + ["heavy cruiser"] * 2),
        ("any", [1, 2, 3, 1, 1, 1], ["heavy cruiser", "destroyer", "torpedo boat"] + ["heavy cruiser"] * 3),
    ],
)
def test_no_more_than_four_steps_attack_a_ship(choice: str, drawn: list[int], subjects: list[str]) -> None:
    admiralty = passing({"A": ["t5", "admiral-hipper", "z28"]})
    admiralty.begin(OVER, dice=[1] * 40, allied=[6, 6, 6, 1, 1, 1, 1, 1, 1], nobody=[*drawn, 1, 1])
    admiralty.act(ALLIED, "consent yes", f"strike {choice}")
    found = [roll.subject.removeprefix("Beaufort at a ") for roll in admiralty.rolls("OP-STRIKE-mods")]
    assert found == subjects


@pytest.mark.rule("AC-B.3-air-resolve", "AC-B.3-scored", "AC-B.3-abort-def")
def test_a_ship_that_is_sunk_scores_and_does_not_abort() -> None:
    """A torpedo boat has one hull box: a hit sinks her. She has not turned back, so the fleet has not aborted."""
    admiralty = passing({"A": ["t5"]})
    admiralty.begin(OVER, dice=[1, 6, 1, 6], allied=[*dice_of(4), 1], axis=[1])
    admiralty.act(ALLIED, "consent yes", "strike largest")
    assert admiralty.is_over
    assert admiralty.vessel("t5").at == SUNK
    (loss,) = admiralty.now.axis.losses
    assert (loss.side, loss.points) == (ALLIED, 6)
    assert not admiralty.now.aborted
    assert admiralty.now.notebook[ALLIED].identified == {"t5": "AC-B.3-scored"}
    for observer in (Observer.ALLIED, Observer.PUBLIC):
        assert imagined(admiralty, observer).axis.losses == [loss]  # whoever imagines the month has her in its account
    admiralty.now.statements = [Statement(3, "played", [loss], 6, 0, 6, 6, 5)]
    assert not imagined(admiralty, Observer.ALLIED).axis.losses  # but not in another


@pytest.mark.rule("AC-B.3-air-resolve", "AC-A.3-no-weather")
def test_an_attack_has_neither_weather_nor_darkness() -> None:
    """In December a torpedo at a slow ship still needs a plain six; nobody rolls for the weather."""
    admiralty = passing({"A": ["brummer"]}, "1942-12")
    admiralty.begin(OVER, dice=[1, 1, 1], allied=[*dice_of(4), 1]).act(ALLIED, "consent yes", "strike largest")
    (roll,) = admiralty.rolls("OP-STRIKE-mods")
    assert roll.needs == "5 or more hits: weak fire +1"
    place = admiralty.data.tables.interception
    assert {admiralty.data.sea.light(month, place.zone, place.turn) for month in range(1, 13)} == {"day"}
    assert not [entry for entry in admiralty.match.log or [] if getattr(entry.event, "rule", "").startswith("OP-WX")]


@pytest.mark.rule("AC-B.3-air-resolve", "AC-C.124-damaged-back")
def test_a_fire_is_fought_until_it_is_out() -> None:
    """OP-DMG-fire: a one costs a hull box, a three burns on, a six puts it out; then she is damaged."""
    admiralty = passing({"A": ["z28"]})
    admiralty.state.passage = Passage("A", home=False)
    u = admiralty.umpire(axis=[1, 3, 6])
    with attacked(u) as under:
        (ship,) = under.ships
        ship.fire = True
    assert (ship.fire, ship.lost, ship.fleet) == (False, {"hull": 1}, "")
    assert u.state.passage == Passage("A", home=False, hit=["z28"])
    assert admiralty.dice_left() == {}


# A submarine


@pytest.mark.rule("AC-B.3-sub-resolve", "AC-B.3-r11", "AC-C.124-damaged-back")
def test_a_submarine_is_in_contact_and_fires_at_the_best_ship() -> None:
    """No die for contact. The screen's die misses; 3 is the best ship; the T class has four dice, -1 a fast ship."""
    admiralty = passing({"A": ["z28", "admiral-hipper"]})
    allied = [*dice_of(11), 1, 3, 6, 2, 3, 1, 4]
    admiralty.begin(OVER, dice=[2], allied=allied, nobody=[1], axis=[2]).act(ALLIED, "consent yes")
    assert admiralty.is_over
    assert not admiralty.rolls("OP-SUB-contact")
    (shot, confirmed) = admiralty.rolls("OP-SUB-attack")
    assert shot.subject.endswith("at a heavy cruiser")
    assert (shot.faces, confirmed.faces) == ((6, 2, 3, 1), (4,))
    assert admiralty.boxes("admiral-hipper").lost == {"hull": 1}
    assert [roll.faces for roll in admiralty.rolls("OP-SUB-counter")] == [(2,)]  # she has fired, and is hunted
    assert admiralty.vessel("admiral-hipper").at == GERMANY
    assert admiralty.vessel("z28").at == "Trondheim"
    assert admiralty.now.passage is None  # she is gone with it
    assert admiralty.dice_left() == {}


@pytest.mark.rule("AC-B.3-sub-resolve")
def test_on_a_four_she_fires_at_any_ship() -> None:
    admiralty = passing({"A": ["z28", "admiral-hipper"]})
    admiralty.begin(OVER, dice=[2], allied=[*dice_of(11), 1, 4, 1, 1, 1, 1], nobody=[1, 1]).act(ALLIED, "consent yes")
    (shot,) = admiralty.rolls("OP-SUB-attack")
    assert shot.subject.endswith("at a destroyer")
    assert "is torpedoed" not in in_line(admiralty)
    assert admiralty.words(Observer.AXIS)[-1].endswith("reached Trondheim")


@pytest.mark.rule("AC-B.3-sub-resolve", "AC-B.3-scored")
def test_a_submarine_that_is_found_may_press_on_and_be_sunk() -> None:
    """Two sixes of four screen dice sink her on a die up to three; she is worth ten points to the Axis."""
    admiralty = passing({"A": ["t5", "t7", "bruno-heinemann-z8", "hans-lody-z10"]})
    allied = [*dice_of(11), 1, 1, 1, 1, 1, 1, 3]
    admiralty.begin(OVER, dice=[6, 5, 1], allied=allied, nobody=[6, 1, 1]).act(ALLIED, "consent yes")
    assert admiralty.asked(ALLIED).rule == "OP-SUB-press"
    admiralty.act(ALLIED, "press yes")
    (roll,) = admiralty.rolls("OP-SUB-counter")
    assert roll.needs == "5 or more"
    (loss,) = admiralty.now.allied.losses
    assert (loss.side, loss.points) == (AXIS, 10)
    assert admiralty.now.allied.boats_lost == [admiralty.told("OP-SUB-damage")[0].about["unit"]]
    assert imagined(admiralty, Observer.AXIS).allied.losses == [loss]


@pytest.mark.rule("AC-B.3-sub-resolve")
def test_a_submarine_that_breaks_off_fires_nothing() -> None:
    admiralty = passing({"A": ["bruno-heinemann-z8", "hans-lody-z10"]})
    admiralty.begin(OVER, dice=[6], allied=[*dice_of(3), 1], nobody=[6, 1]).act(ALLIED, "consent yes", "press no")
    assert admiralty.is_over
    assert not admiralty.rolls("OP-SUB-attack")
    assert not admiralty.now.allied.losses


@pytest.mark.rule("AC-B.3-no-boat", "AC-B.3-r2", "AC-B.3-r3", "AC-B.3-r11", "AC-B.3-r12")
@pytest.mark.parametrize(("roll", "kind"), [(2, "uk:S"), (3, "uk:S"), (11, "uk:T"), (12, "uk:T")])
def test_when_all_boats_with_names_are_lost_one_without_a_name_attacks(roll: int, kind: str) -> None:
    """The air strike of 2 and 12 is beaten off by a six; the boat is found, presses on, and is sunk by three hits."""
    admiralty = passing({"A": ["bruno-heinemann-z8", "hans-lody-z10", "t5", "t7"]})
    first = f"{kind.replace(':', '-').lower()}-1"
    admiralty.state.allied.boats_lost = [*admiralty.data.sea.boats_of(kind), first]
    strike = roll in (2, 12)
    torpedoes = [1] * admiralty.data.sea.boat_classes[kind].factor
    allied = [*dice_of(roll), *([1] if strike else []), 1, 1, *torpedoes, 3]
    admiralty.begin(OVER, dice=[*([6, 1, 6] if strike else []), 6, 6, 5], allied=allied, nobody=[6, 1, 1])
    admiralty.act(ALLIED, "consent yes")
    number = f"{admiralty.data.sea.boat_classes[kind].name} 2"
    assert admiralty.asked(ALLIED).prompt == f"{number} has been found. Does she press on?"
    admiralty.act(ALLIED, "press yes")
    assert admiralty.is_over
    (shot,) = admiralty.rolls("OP-SUB-attack")
    assert shot.subject.startswith(f"{number} at a ")
    assert admiralty.now.allied.boats_lost[-1] == first.replace("-1", "-2")  # the first was lost before
    assert admiralty.now.allied.losses[0].what == f"{number} sunk"


# Arrival


@pytest.mark.rule("AC-C.124-arrive", "AC-C.35-four", "AC-C.35-fixed", "AC-C.35-tanks-small", "AC-C.31-germany-full")
@pytest.mark.parametrize(("key", "boxes"), [("tirpitz", 14), ("t5", 1), ("z28", 4), ("thetis", 2)])
def test_ships_arrive_at_trondheim_without_four_boxes(key: str, boxes: int) -> None:
    """G27: Tirpitz 18 - 4 = 14, a torpedo boat 5 - 4 = 1."""
    admiralty = passing({"A": [key]})
    admiralty.boxes(key).fuel = 3
    admiralty.begin(OVER).act(ALLIED, "consent no")
    assert admiralty.vessel(key).at == "Trondheim"
    assert admiralty.boxes(key).fuel == boxes * 12
    assert admiralty.now.axis.newcomers == [key]


@pytest.mark.rule("AC-C.124-no-second", "AC-C.124-damaged-back")
def test_who_turns_back_is_not_looked_for_again() -> None:
    admiralty = passing({"A": ["z28"]})
    admiralty.now.axis.stock = 720
    admiralty.begin(OVER, dice=[1], allied=[*dice_of(3), 1, 1, 6, 1, 1, 4], nobody=[1], axis=[1])
    admiralty.act(ALLIED, "consent yes")
    assert admiralty.is_over
    assert len(admiralty.rolls(TRIGGER)) == 1
    assert admiralty.vessel("z28").at == GERMANY
    assert (admiralty.now.axis.stock, admiralty.now.axis.drawn, admiralty.now.axis.newcomers) == (720, 0, [])


# Fog


OVER_WORDS = "The search of the North Sea is over, and nothing more is seen"


@pytest.mark.rule("AC-B.3-fog", "AC-B.3-fog-empty", "AC-B.3-fog-die", "AC-A.22-immediate")
@pytest.mark.parametrize("step", [OVER, HOME])
@pytest.mark.parametrize(
    ("roll", "told"), [(4, "No German ships are in the North Sea"), (9, "Nothing is seen in the North Sea")]
)
def test_with_fog_the_allies_look_where_nobody_sails(step: NextPassage, roll: int, told: str) -> None:
    """They see what they have thrown: by any result but 5 and 9 ships would have been reported."""
    admiralty = passing({}, fog=True).begin(step, allied=dice_of(roll))
    admiralty.act(ALLIED, "consent yes")
    assert admiralty.is_over
    assert [throw.total for throw in admiralty.rolls(TRIGGER, Observer.ALLIED)] == [roll]
    assert admiralty.words(Observer.ALLIED) == [told, OVER_WORDS]
    assert not admiralty.words(Observer.AXIS)
    assert not admiralty.now.sighted
    assert passing({}).begin(step).is_over  # without fog nobody is asked


@pytest.mark.rule("AC-B.3-fog-once", "AC-B.3-fog-59", "AC-B.3-fog-empty")
@pytest.mark.parametrize("step", [OVER, HOME])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_with_fog_neither_questions_nor_dice_tell_whether_ships_sail(step: NextPassage, answer: str) -> None:
    """None, one or three fleets, none of them found: one question, one throw, and the Allies hear the same."""
    seen = []
    for number in (0, 1, 3):
        fleets = {letter: [ship] for letter, ship in zip("ABC", ("t5", "t7", "t15")[:number], strict=False)}
        admiralty = passing(fleets, fog=True, home=step.home)
        admiralty.begin(step, allied=dice_of(5), nobody=[*dice_of(9), *dice_of(5)])
        prompt = admiralty.asked(ALLIED).prompt
        admiralty.act(ALLIED, f"consent {answer}")
        assert admiralty.is_over
        assert len(admiralty.rolls(TRIGGER)) == (max(1, number) if answer == "yes" else 0)  # one for each fleet
        seen.append((prompt, [str(event) for event in admiralty._seen(Observer.ALLIED) if event is not None]))
        assert [admiralty.vessel(ship).at for ships in fleets.values() for ship in ships] == (
            [GERMANY if step.home else "Trondheim"] * number
        )
    assert seen[0] == seen[1] == seen[2]
    assert bool(seen[0][1]) is (answer == "yes")  # of a search that was not made there is no end either


@pytest.mark.rule("AC-B.3-fog-other", "AC-B.3-fog-once")
def test_with_fog_a_fleet_that_is_found_is_told_of() -> None:
    """Of two fleets the second is seen by a submarine: that is told, and nothing of the first."""
    admiralty = passing({"A": ["t5"], "B": ["t7"]}, fog=True)
    admiralty.begin(OVER, allied=dice_of(5), nobody=dice_of(7)).act(ALLIED, "consent yes")
    assert admiralty.is_over
    assert [roll.total for roll in admiralty.rolls(TRIGGER, Observer.ALLIED)] == [5]
    assert admiralty.words(Observer.ALLIED) == [
        "Nothing is seen in the North Sea",
        "German ships are in the North Sea: the dice show 7",
        "A submarine has seen German ships in the North Sea",
        OVER_WORDS,
    ]
    assert admiralty.now.sighted


# Reaction


@pytest.mark.rule("AC-B.3-react", "AC-B.3-react-once")
def test_a_sighting_gives_one_die_however_many_fleets() -> None:
    admiralty = passing({"A": ["t5"], "B": ["t7"]}).begin(
        OVER, Signals(), MonthDice(), allied=[*dice_of(7), *dice_of(7), 4]
    )
    admiralty.act(ALLIED, "consent yes", "consent yes")
    assert admiralty.asked(ALLIED).rule == "AC-B.3-react"
    admiralty.act(ALLIED, "consent yes")
    assert len(admiralty.rolls("AC-B.3-react-table")) == 1
    assert admiralty.now.allied.reaction == 1


@pytest.mark.rule("AC-B.3-react")
@pytest.mark.parametrize("roll", [5, 7])
def test_without_a_sighting_there_is_no_die_and_with_one_it_is_voluntary(roll: int) -> None:
    admiralty = passing({"A": ["t5"]}).begin(OVER, Signals(), MonthDice(), allied=dice_of(roll))
    admiralty.act(ALLIED, "consent yes")
    assert admiralty.offered(ALLIED) == (["proceed"] if roll == HARMLESS else ["consent yes", "consent no"])
    admiralty.act(ALLIED, "proceed" if roll == HARMLESS else "consent no")
    assert admiralty.is_over
    assert not admiralty.rolls("AC-B.3-react-table")


@pytest.mark.rule("AC-B.3-react-table")
@pytest.mark.parametrize(("die", "turns"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_premature_turns(die: int, turns: int) -> None:
    """G6."""
    admiralty = Admiralty(steps=STEPS)
    admiralty.state.allied.reacting, admiralty.state.allied.reaction = True, 9
    admiralty.begin(MonthDice(), allied=[die])
    assert admiralty.now.allied.reaction == turns
    assert not admiralty.rolls("AC-B.3-react-table", Observer.AXIS)
    admiralty.state.allied.reacting = False
    assert admiralty.begin(MonthDice()).now.allied.reaction == 0  # last month's are gone


@pytest.mark.rule("AC-B.3-react-abort", "AC-B.3-abort-def")
@pytest.mark.parametrize(("second", "may"), [(["brummer"], False), (["brummer", "t7"], True)])
def test_no_reaction_in_a_month_in_which_a_fleet_turned_back(second: list[str], may: bool) -> None:
    """G73: fleet A is sighted and arrives; B is hit by a submarine. If another of B's ships arrives, B has not aborted.

    B is the minelayer Brummer: she has two hull boxes, and so can be hit and live.
    """
    admiralty = passing({"A": ["t5"], "B": second})
    allied = [*dice_of(7), *dice_of(3), 1, 1, 6, 1, 1]
    admiralty.begin(OVER, Signals(), dice=[1, 1], allied=allied, nobody=[1, 1], axis=[1])
    admiralty.act(ALLIED, "consent yes", "consent yes")
    assert admiralty.vessel("brummer").at == GERMANY
    assert admiralty.now.aborted is not may
    assert admiralty.offered(ALLIED) == (["consent yes", "consent no"] if may else ["proceed"])
    assert ("turned back" in admiralty.asked(ALLIED).prompt) is not may
    assert [event.about for event in admiralty.told("AC-C.124-damaged-back", Observer.AXIS)] == [
        {"ships": "Brummer", "port": GERMANY}
    ]
    assert not admiralty.told("AC-C.124-damaged-back", Observer.ALLIED)


@pytest.mark.rule("AC-B.3-react-home")
def test_a_sighting_of_ships_that_go_home_is_no_reason_to_react() -> None:
    admiralty = passing({"A": ["t5"]}, home=True).begin(HOME, allied=dice_of(7)).act(ALLIED, "consent yes")
    assert admiralty.told("AC-B.3-r7", Observer.ALLIED)
    assert not admiralty.now.sighted


def test_a_passage_is_over_when_all_are_through() -> None:
    admiralty = passing({"A": ["t5"]}).begin(OVER)
    assert admiralty.now.passage == Passage("A", home=False)
    assert admiralty.act(ALLIED, "consent no").now.passage is None
    assert not admiralty.now.axis.passing
