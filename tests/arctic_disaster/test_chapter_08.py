"""Chapters 8, 4.4 and 5.6: Victorious' aircraft, the German formations, their targets and airfields."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.actions import Engage, LaunchStrike, SendAgainst, Transfer
from barents.games.arctic_disaster.data import data
from barents.games.arctic_disaster.rules.activation import act
from barents.games.arctic_disaster.rules.air import new_bases, strike_targets, units_of
from barents.games.arctic_disaster.rules.flow import STEPS as ALL_STEPS
from barents.games.arctic_disaster.rules.terminal import take_markers_off
from barents.games.arctic_disaster.rules.units import damage
from barents.games.arctic_disaster.state import Act, ActivateAir
from barents.kernel.actions import Choose

from .raids import BOMBS, FLAK, SEA, STEPS, at_sea, raid_of, raid_on
from .sailing import as_it_is
from .theatre import ALLIED, AXIS, Theatre

CARRIER_WINGS = ("809", "817", "832")
WHAT = "AD-4.4-air-needs-detected"


def carrier(*targets: tuple[str, str], cell: str = SEA) -> Theatre:
    """Victorious with her squadrons, and German ships that are detected."""
    theatre = Theatre({**STEPS, Act: act})
    theatre.force("home-fleet", cell, "victorious")
    for squadron in CARRIER_WINGS:
        theatre.aircraft(squadron)
    for number, (at, ship) in enumerate(targets):
        theatre.force(("tg-a", "tg-b", "tg-c", "tg-d")[number], at, ship, detected=True)
    return theatre


def aims(theatre: Theatre, left: int = 8) -> list[str]:
    """What Victorious may strike, as she is offered it when her force acts with so many half points left."""
    played = as_it_is(theatre)
    played.active(ALLIED, "home-fleet", left=left)
    order = "launch-strike "
    return [deed.removeprefix(order) for deed in played.begin(Act()).offered(ALLIED) if deed.startswith(order)]


# Victorious


@pytest.mark.rule("AD-8.1-five-units", "AD-8.1-boxes", "AD-8.4-six-formations")
def test_the_air_units() -> None:
    numbers = data(None)
    by_side = {
        side: {key: (row.type, row.units) for key, row in numbers.formations.items() if row.side is side}
        for side in (ALLIED, AXIS)
    }
    assert by_side[ALLIED] == {"809": ("F", 2), "817": ("T", 1), "832": ("T", 2)}
    assert list(by_side[AXIS]) == ["3-kg-30", "kg-26", "1-kg-906", "1-kg-30", "2-kg-30", "i-stg-5"]
    assert {wing.box for wing in carrier().now.wings[ALLIED].values()} == {"ready"}


@pytest.mark.rule("AD-8.1-strike-range", "AD-8.1-strike-target", "AD-5.1-fog-no-air")
def test_what_victorious_may_strike() -> None:
    """Six hexes, not counting her own; detected forces and single ships, neither in port nor in fog."""
    theatre = carrier(("2829", "tirpitz"), ("2828", "hipper"), ("2832", "scheer"))
    theatre.force("tg-d", "2833", detected=False)
    theatre.marker("tg-c").detected = False
    theatre.ship("z-24", "2834")
    distances = [theatre.data.distance(SEA, cell) for cell in ("2829", "2828")]
    assert distances == [6, 7]
    assert aims(theatre) == ["tg-a", "2834"]
    theatre.weather("fog", "clear")
    fog = [name for name in ("2829", "2834") if theatre.data.zone_of[name] == "norwegian"]
    assert fog == ["2829", "2834"]
    assert aims(theatre) == []
    theatre = carrier(("3633", "tirpitz"), ("3634", "hipper"), cell="3535")
    assert aims(theatre) == ["tg-b"]


@pytest.mark.rule("AD-8.1-strike-own-activation", "AD-7.6.2-strike-cost", "AD-8.1-boxes-follow")
def test_a_strike_is_flown_by_her_own_force_and_costs_a_point() -> None:
    theatre = carrier(("2832", "tirpitz"))
    theatre.force("tf-1", SEA, "manchester")
    other = strike_targets(theatre.now, theatre.data, ALLIED, theatre.marker("tf-1"), 8)
    assert other == []
    assert aims(theatre, left=1) == []
    assert aims(theatre, left=2) == ["tg-a"]
    theatre.find("victorious").hangar = True
    assert aims(theatre, left=2) == [], "not from a hangar that burns"
    theatre.find("victorious").hangar = False
    theatre.find("victorious").force = "tf-1"
    assert strike_targets(theatre.now, theatre.data, ALLIED, theatre.marker("tf-1"), 8) == ["tg-a"]
    assert aims(theatre) == []


@pytest.mark.rule(
    "AD-11.1-designate",
    "AD-8.1-strike-flip",
    "AD-8.1-strike-again",
    "AD-8.0-carrier-every-turn",
    "AD-2.3-cap-only-range",
)
def test_a_strike_from_the_deck_and_another_in_the_next_turn() -> None:
    """Who flies is said first; they come back reduced and Flown, and fly again, reduced, in the next turn."""
    theatre = carrier(("2832", "tirpitz"))
    theatre.active(ALLIED, "home-fleet", left=4)
    theatre.begin(Act(), dice=[1, 1, 1, 1])
    theatre.act(ALLIED, LaunchStrike("tg-a"))
    assert theatre.now.active is not None
    assert theatre.now.active.left == 2
    assert theatre.asked(ALLIED).rule == "AD-11.1-designate"
    assert not any("809" in choice for choice in theatre.offered(ALLIED))
    theatre.act(ALLIED, Choose(("817-1", "832-1"))).act(AXIS, Engage("832-1"))
    assert len(theatre.rolls(BOMBS)) == 2
    wings = theatre.now.wings[ALLIED]
    assert [(wings[name].box, wings[name].steps) for name in ("817-1", "832-1", "832-2")] == [
        ("flown", 1),
        ("flown", 1),
        ("ready", 2),
    ]
    theatre.now.wings[ALLIED].pop("832-2")
    assert aims(theatre) == []  # in this turn they have flown

    theatre = carrier(("2832", "tirpitz"))
    wings = theatre.state.wings[ALLIED]
    for name in ("817-1", "832-1", "832-2"):
        wings[name].box, wings[name].steps, wings[name].flew = "flown", 1, 1
    theatre.state.turn = 2
    assert aims(theatre) == ["tg-a"]
    raid_on(theatre, "tg-a", ["817-1"], [1, 1], side=ALLIED)
    assert theatre.told(BOMBS)[0].about["factor"] == 2
    assert (theatre.now.wings[ALLIED]["817-1"].box, theatre.now.wings[ALLIED]["817-1"].steps) == ("flown", 1)


@pytest.mark.rule("AD-8.1-strike-refresh", "AD-8.0-refresh-day", "AD-8.6-no-recovery", "AD-8.2-cap-fighters")
def test_the_end_of_the_day() -> None:
    """All are ready again; only Victorious' units come back to full strength."""
    theatre = carrier()
    theatre.aircraft("1-kg-30")
    theatre.aircraft("kg-26")
    state = theatre.state
    state.wings[ALLIED]["817-1"].box, state.wings[ALLIED]["817-1"].steps = "flown", 1
    state.wings[ALLIED]["809-1"].box = "cap"
    state.wings[AXIS]["1-kg-30-1"].steps = 1
    del state.wings[AXIS]["kg-26-1"]
    state.formations["1-kg-30"].flown = True
    for turn in (1, 2):
        state.turn = turn
        played = Theatre(ALL_STEPS)
        played.state = as_it_is(theatre).state
        now, day_is_over = played.begin().now, turn == 2
        flown, patrol = now.wings[ALLIED]["817-1"], now.wings[ALLIED]["809-1"]
        assert (flown.box, flown.steps, patrol.box) == (("ready", 2, "ready") if day_is_over else ("flown", 1, "cap"))
        assert now.formations["1-kg-30"].flown is not day_is_over
    state = now
    assert {(wing.box, wing.steps) for wing in state.wings[ALLIED].values()} == {("ready", 2)}
    assert state.wings[AXIS]["1-kg-30-1"].steps == 1
    assert "kg-26-1" not in state.wings[AXIS]


@pytest.mark.rule("AD-8.3-carrier-loss")
@pytest.mark.parametrize(("points", "flies"), [(2, True), (3, False), (6, False)])
def test_a_carrier_that_cannot_fly_loses_her_aircraft(points: int, flies: bool) -> None:
    theatre = carrier(("2832", "tirpitz"))
    damage(theatre.at_hand, theatre.find("victorious"), points, "tirpitz")
    assert bool(theatre.now.wings[ALLIED]) is flies


# German formations


def formation_aims(theatre: Theatre, formation: str) -> list[str]:
    """What a formation may attack, as it is offered it when it is activated."""
    played = as_it_is(theatre).begin(ActivateAir(formation))
    if played.is_over or "send-against attack" not in played.offered(AXIS):
        return []
    played.act(AXIS, "send-against attack")
    (aims,) = {tuple(played.ways(AXIS, unit)) for unit in played.slots(AXIS)}
    return list(aims)


@pytest.mark.rule("AD-8.5-range-base", "AD-8.5-attack-radius", "AD-8.5-ju87-he115")
@pytest.mark.parametrize(
    ("cell", "reached"),
    [("2644", []), ("2641", ["3-kg-30", "1-kg-30"]), ("2639", ["3-kg-30", "1-kg-30", "1-kg-906"])],
)
def test_how_far_they_fly(cell: str, reached: list[str]) -> None:
    """G69: Bardufoss, Banak and Alta; the Attack Radius binds Ju-88 and He-111 only."""
    theatre = Theatre(STEPS)
    theatre.convoy(cell, "carlton", detected=True)
    for formation in ("3-kg-30", "1-kg-30", "1-kg-906"):
        theatre.aircraft(formation)
    assert [key for key in theatre.state.formations if formation_aims(theatre, key)] == reached


@pytest.mark.rule("AD-8.5-attack-radius", "AD-8.5-ju87-he115", "AD-8.5-range-base")
def test_the_radius_does_not_bind_stukas_and_floatplanes() -> None:
    theatre = Theatre(STEPS)
    outside = "2644"
    theatre.convoy(outside, "carlton", detected=True)
    near = next(cell for cell in theatre.data.neighbours(outside) if cell in theatre.data.full_sea)
    for formation in ("kg-26", "1-kg-30", "1-kg-906", "i-stg-5"):
        theatre.aircraft(formation, near)
    assert [key for key in theatre.state.formations if formation_aims(theatre, key)] == ["1-kg-906", "i-stg-5"]


@pytest.mark.rule(
    "AD-8.5.1-soviet-airfield", "AD-4.4-air-needs-detected", "AD-10.0-needed-for-attack", "AD-5.1-fog-no-air"
)
def test_what_they_may_not_attack() -> None:
    """Nothing undetected, nothing in fog, nothing within two hexes of the Soviet airfield."""
    theatre = at_sea("london")
    assert formation_aims(theatre, "1-kg-30") == ["cruiser-force"]
    theatre.marker("cruiser-force").detected = False
    assert formation_aims(theatre, "1-kg-30") == []
    theatre.marker("cruiser-force").detected = True
    theatre.weather("fog", "clear")
    assert formation_aims(theatre, "1-kg-30") == []
    theatre = Theatre(STEPS)
    theatre.aircraft("i-stg-5")
    for away, cell in ((2, "3417"), (3, "3317")):
        assert theatre.data.distance("3617", cell) == away
        theatre.convoy(cell, "carlton", detected=True)
        assert theatre.data.distance("3421", cell) <= 8
        assert bool(formation_aims(theatre, "i-stg-5")) is (away > 2)


@pytest.mark.rule("AD-8.4-multi-target", "AD-8.0-german-once-day", "AD-8.6-return-base", "AD-8.4-based-together")
def test_a_formation_divides_its_units_among_targets() -> None:
    """Each target is attacked in turn, and the formation has flown for the day, from its own airfield."""
    theatre = at_sea("london")
    theatre.force("tf-1", "2836", "manchester", detected=True)
    theatre.ship("carlton", "2837")
    theatre.begin(ActivateAir("1-kg-30"), dice=[1] * 12)
    assert "send-against attack" in theatre.offered(AXIS)
    theatre.act(AXIS, SendAgainst("attack"))
    assert theatre.ways(AXIS, "1-kg-30-1") == ["cruiser-force", "tf-1", "2837"]
    theatre.plot(
        AXIS,
        {
            "1-kg-30-1": "cruiser-force",
            "1-kg-30-2": "2837",
            "1-kg-30-3": "tf-1",
            "1-kg-30-4": "tf-1",
        },
    )
    assert [roll.subject for roll in theatre.rolls(BOMBS)] == ["1-kg-30-1", "1-kg-30-2", "1-kg-30-3", "1-kg-30-4"]
    assert [roll.subject for roll in theatre.rolls(FLAK)] == ["london", "carlton", "manchester", "manchester"]
    formation = theatre.now.formations["1-kg-30"]
    assert (formation.flown, formation.at) == (True, "3325")
    theatre.begin(ActivateAir("1-kg-30"))
    assert theatre.is_over  # it does not fly twice in a day


@pytest.mark.rule("AD-8.4-multi-target", "AD-8.4-waste")
def test_units_that_are_sent_nowhere_have_not_flown() -> None:
    """Of two formations that attack together one stays on the ground with all its units."""
    theatre = at_sea("london")
    theatre.aircraft("2-kg-30")
    theatre.state.massed, theatre.state.stored = True, ["2-kg-30"]
    theatre.begin(ActivateAir("1-kg-30"), dice=[1, 1]).act(AXIS, SendAgainst("mass"))
    theatre.plot(AXIS, {"1-kg-30-1": "cruiser-force"})
    assert theatre.is_over
    assert {key: theatre.now.formations[key].flown for key in ("1-kg-30", "2-kg-30")} == {
        "1-kg-30": True,
        "2-kg-30": False,
    }


@pytest.mark.rule("AD-4.4-air-needs-detected", "AD-8.4-based-together", "AD-5.6-mass-release")
def test_a_massed_attack_is_flown_by_whoever_has_a_target() -> None:
    """The dive bombers of Kirkenes, which wait, cannot reach London; the others can, and attack without them."""
    theatre = at_sea("london")
    theatre.aircraft("i-stg-5")
    theatre.state.massed, theatre.state.stored = True, ["i-stg-5"]
    theatre.begin(ActivateAir("1-kg-30"), dice=[1, 1])
    assert "send-against mass" in theatre.offered(AXIS)
    theatre.act(AXIS, SendAgainst("mass"))
    assert set(theatre.slots(AXIS)) == {f"1-kg-30-{number}" for number in range(1, 7)}

    theatre = at_sea("london")
    theatre.marker("cruiser-force").detected = False
    theatre.aircraft("i-stg-5")
    theatre.state.massed, theatre.state.stored = True, ["i-stg-5"]
    theatre.begin(ActivateAir("1-kg-30"))
    assert "send-against mass" not in theatre.offered(AXIS), "nobody has one"


@pytest.mark.rule("AD-8.4-waste")
def test_a_formation_without_a_target_has_not_flown() -> None:
    theatre = at_sea("london")
    theatre.marker("cruiser-force").detected = False
    theatre.begin(ActivateAir("1-kg-30"))
    assert theatre.offered(AXIS) == ["send-against nothing", "send-against transfer"]
    theatre.act(AXIS, SendAgainst("nothing"))
    assert theatre.is_over
    assert not theatre.now.formations["1-kg-30"].flown


@pytest.mark.rule("AD-8.6-transfer", "AD-8.6-transfer-range", "AD-8.6-capacity", "AD-8.4-based-together")
def test_a_formation_moves_to_another_airfield() -> None:
    """Within range and where there is room for all of it."""
    theatre = at_sea("london")
    for formation in ("3-kg-30", "kg-26", "2-kg-30"):
        theatre.aircraft(formation)
    numbers, state = theatre.data, theatre.state
    capacity = {field.name: field.capacity for field in numbers.scenarios["historical"].airfields}
    assert capacity == {"Bardufoss": 12, "Banak": 12, "Kirkenes": 6, "Trondheim": 8, "Narvik": 2, "Alta": 2}
    assert numbers.distance("3325", "4645") > 20
    assert new_bases(state, numbers, state.formations["1-kg-30"]) == []  # Bardufoss has room for two
    for name in units_of(state, numbers, "kg-26"):
        del state.wings[AXIS][name]
    theatre.begin(ActivateAir("1-kg-30")).act(AXIS, SendAgainst("transfer"))
    assert theatre.offered(AXIS) == ["transfer 3531"]
    theatre.act(AXIS, Transfer("3531"))
    assert (theatre.now.formations["1-kg-30"].at, theatre.now.formations["1-kg-30"].flown) == ("3531", True)
    assert theatre.rolls(BOMBS) == []


@pytest.mark.rule(
    "AD-8.6.1-kirkenes-only", "AD-8.6.1-he115-bases", "AD-8.6.1-alta-narvik-float", "AD-8.6.1-bases-immune"
)
def test_who_may_be_based_where() -> None:
    theatre = Theatre(STEPS)
    numbers, state = theatre.data, theatre.state
    for formation in ("3-kg-30", "1-kg-906", "i-stg-5"):
        theatre.aircraft(formation)
    names = {field.cell: field.name for field in numbers.scenarios["historical"].airfields}

    def bases(formation: str) -> set[str]:
        played = as_it_is(theatre).begin(ActivateAir(formation)).act(AXIS, "send-against transfer")
        return {names[answer.removeprefix("transfer ")] for answer in played.offered(AXIS)}

    assert bases("1-kg-906") == {"Narvik"}  # Trondheim is too far from Alta for them
    assert bases("3-kg-30") == {"Banak", "Trondheim"}
    assert bases("i-stg-5") == {"Banak"}
    state.formations["1-kg-906"].at = "3633"
    state.formations["i-stg-5"].at = "3325"
    assert "Kirkenes" in bases("i-stg-5")
    assert bases("1-kg-906") >= {"Alta"}
    theatre.force("home-fleet", "3532", "victorious")
    for squadron in CARRIER_WINGS:
        theatre.aircraft(squadron)
    assert aims(theatre) == []  # airfields are no targets


# Massed German Air (5.6)


@pytest.mark.rule("AD-5.6-mass-store", "AD-5.6-mass-release", "AD-5.6-mass-only-way")
def test_formations_wait_and_attack_together() -> None:
    theatre = at_sea("london")
    theatre.aircraft("2-kg-30")
    theatre.begin(ActivateAir("1-kg-30"))
    assert "send-against store" not in theatre.offered(AXIS)  # the marker is not held
    theatre = at_sea("london")
    theatre.aircraft("2-kg-30")
    theatre.state.massed = True
    theatre.begin(ActivateAir("1-kg-30"), ActivateAir("2-kg-30"), dice=[1] * 24)
    assert "send-against mass" not in theatre.offered(AXIS)  # nobody waits yet
    theatre.act(AXIS, SendAgainst("store"))
    assert theatre.now.stored == ["1-kg-30"]
    assert not theatre.now.formations["1-kg-30"].flown
    theatre.act(AXIS, SendAgainst("mass"))
    every = [f"{formation}-{number}" for formation in ("1-kg-30", "2-kg-30") for number in range(1, 7)]
    theatre.plot(AXIS, dict.fromkeys(every, "cruiser-force"))
    while not theatre.is_over:
        theatre.idle(next(iter(theatre.match.pending)))
    assert sorted(roll.subject for roll in theatre.rolls(BOMBS)) == sorted(every)
    assert len(theatre.told("AD-11.1-designate")) == 1  # one attack
    assert all(theatre.now.formations[key].flown for key in ("1-kg-30", "2-kg-30"))
    assert (theatre.now.stored, theatre.now.massed) == ([], False)


@pytest.mark.rule("AD-5.6-mass-store")
def test_while_others_wait_one_may_attack_alone() -> None:
    theatre = at_sea("london")
    theatre.aircraft("2-kg-30")
    theatre.state.massed, theatre.state.stored = True, ["2-kg-30"]
    theatre.begin(ActivateAir("1-kg-30"), dice=[1, 1]).act(AXIS, SendAgainst("attack"))
    assert theatre.ways(AXIS, "2-kg-30-1") == []
    theatre.plot(AXIS, {"1-kg-30-1": "cruiser-force"})
    assert theatre.now.stored == ["2-kg-30"]
    assert not theatre.now.formations["2-kg-30"].flown


@pytest.mark.rule("AD-5.6-mass-unreleased")
def test_formations_that_waited_in_vain_have_not_flown() -> None:
    theatre = at_sea("london")
    theatre.state.massed = True
    theatre.begin(ActivateAir("1-kg-30")).act(AXIS, SendAgainst("store"))
    take_markers_off(theatre.at_hand)
    assert (theatre.now.stored, theatre.now.massed) == ([], False)
    theatre.begin(ActivateAir("1-kg-30"))
    assert "send-against attack" in theatre.offered(AXIS)


def test_an_attack_under_way_is_seen_in_the_state() -> None:
    """Ships and units stand where they were put until it is over."""
    theatre = raid_on(at_sea("london", "norfolk"), "cruiser-force", ["1-kg-30-1"])
    theatre.plot(ALLIED, {"london": "C5"})
    assert raid_of(theatre).ships == {"london": "C5", "norfolk": "B1"}
