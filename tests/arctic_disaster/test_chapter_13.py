"""Chapter 13: submarine contact, attack, counterattack and shadowing, with the worked examples die by die."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.rules.detection import lose_in_fog
from barents.games.arctic_disaster.rules.submarines import attack_modifiers, contact_steps, follow, revert, types_of
from barents.games.arctic_disaster.rules.units import in_force
from barents.games.arctic_disaster.state import HELD, LOST, Contact
from barents.kernel.decisions import Subset
from barents.kernel.sides import Observer, Side

from . import raids
from .theatre import ALLIED, AXIS, Theatre
from .wolves import ATTACK, COUNTER, LEAVE, REPORT, SHADOW, TRAIL, WARFARE, meet, screened, waters

# The convoy of the example: 14 small escorts and 25 others, 39 in all.
DESTROYERS = ("fury", "offa", "keppel", "leamington", "ledbury", "wilton")
CORVETTES = ("dianella", "lotus", "poppy", "la-malouine")
TRAWLERS = ("ayrshire", "lord-austin", "lord-middleton", "northern-gem")
ESCORTS = (*DESTROYERS, *CORVETTES, *TRAWLERS)
BOATS = ("p614", "p615")
CLOSE = (
    "palomares",
    "pozarica",
    "britomart",
    "halcyon",
    "salamander",
    "rathlin",
    "zaafaran",
    "zamalek",
    "p614",
    "p615",
)
TANKERS = ("aldersdale", "azerbaijan", "donbas")
FREIGHTERS = ("bolton-castle", "earlston", "empire-byron", "empire-tide", "hartlebury", "navarino", "carlton", "honomu")
OTHERS = (*CLOSE, *TANKERS, *FREIGHTERS, "hoosier", "ironclad", "olapana", "pankraft")
DAMAGE = "AD-13.7-col4"


def example() -> Theatre:
    """U-88 and U-251 in 2240, and PQ-17 as it was then."""
    theatre = waters()
    theatre.convoy("2240", *ESCORTS, *OTHERS)
    theatre.boat("u-88", "2240")
    theatre.boat("u-251", "2240")
    return theatre


@pytest.mark.rule(
    "AD-13.10-example-1",
    "AD-13.10-example-1b",
    "AD-13.5-attack-roll",
    "AD-13.5-drm-escorts",
    "AD-13.5-report",
    "AD-13.5-no-detect",
    "AD-13.7-table-type",
    "AD-13.7-table-none",
    "AD-13.7-double",
    "AD-13.8-four",
    "AD-13.9-counter",
    "AD-13.9-counter-order",
)
def test_u_88_sinks_a_merchant_and_u_251_does_not_get_in() -> None:
    """G16, G17: 9 less 3 is 6, and 8 on column 4 doubled sinks; a 7 does not sink the boat; 5 less 3 is 2."""
    theatre = meet(example(), ALLIED, "pq-17", 9, 1, 8, 7, 5)
    assert theatre.now.asked == {AXIS: "u-88"}, "about which boat"
    theatre.act(AXIS, ATTACK)
    assert [roll.total for roll in theatre.rolls(WARFARE)] == [6]
    report = theatre.told(REPORT, Observer.AXIS)[0]
    assert report.about["what"] == "39 naval units, among them destroyers, tankers and merchants"
    assert theatre.match.pending.keys() == {AXIS}
    theatre.act(AXIS, "target-type MT")
    sunk = [ship for ship in theatre.now.ships[ALLIED].values() if ship.at == LOST]
    assert [theatre.data.counters[ship.id].type for ship in sunk] == ["MT"]
    assert [roll.total for roll in theatre.rolls(DAMAGE)] == [8]
    assert [roll.total for roll in theatre.rolls(COUNTER)] == [7]
    theatre.act(AXIS, ATTACK)
    assert [roll.total for roll in theatre.rolls(WARFARE)] == [6, 2]
    assert len(theatre.told(REPORT, Observer.AXIS)) == 2
    assert len(theatre.rolls(DAMAGE)) == len(theatre.rolls(COUNTER)) == 1
    assert not any("misses" in line for line in theatre.words()), "the one has hit, the other has not fired"
    assert {name: boat.attacks for name, boat in theatre.now.boats[AXIS].items()} == {"u-88": 1, "u-251": 1}
    assert {boat.at for boat in theatre.now.boats[AXIS].values()} == {"2240"}
    assert not theatre.marker("pq-17").detected
    assert theatre.is_over


@pytest.mark.rule("AD-13.10-example-2", "AD-13.5-drm-soviet", "AD-13.5-contact", "AD-13.9-counter-nodrm")
def test_a_soviet_boat_off_alta_does_not_get_in_and_reports_two_destroyers() -> None:
    """G18: 7 less 2 is 5: no attack, but a report; without an attack there is no counterattack."""
    theatre = waters()
    theatre.force("tg-c", "3128", "erich-steinbrinck", "friedrich-eckoldt")
    theatre.boat("k-21", "3128")
    meet(theatre, AXIS, "tg-c", 7).act(ALLIED, ATTACK)
    assert [roll.total for roll in theatre.rolls(WARFARE)] == [5]
    report = theatre.told(REPORT, Observer.ALLIED)[0]
    assert report.about["what"] == "2 naval units, among them destroyers"
    assert theatre.now.notebook[ALLIED].sightings[-1].cell == "3128"
    assert not theatre.rolls(COUNTER)
    assert theatre.is_over


@pytest.mark.rule("AD-13.6-shadow-declare")
@pytest.mark.parametrize("shadow", ["", "u-251"])
def test_only_one_boat_shadows_the_convoy(shadow: str) -> None:
    theatre = waters()
    theatre.convoy("2543", *ESCORTS, *OTHERS)
    theatre.boat("u-251", "2543" if shadow else "2040")
    theatre.boat("u-88", "2543")
    theatre.now.shadow = shadow
    meet(theatre, ALLIED, "pq-17")
    if shadow:
        theatre.act(AXIS, LEAVE)
    assert (TRAIL in theatre.offered(AXIS)) is not bool(shadow)


@pytest.mark.rule("AD-13.6-shadow-example", "AD-13.6-shadow-detach", "AD-13.6-shadow-return", "AD-13.6-shadow-declare")
@pytest.mark.parametrize("die", [9, 10])
def test_two_corvettes_keep_u_251_from_shadowing(die: int) -> None:
    """G15: they give -2, and nine is needed."""
    theatre = waters()
    theatre.convoy("2543", *ESCORTS, *OTHERS)
    screened(theatre, "lotus", "poppy", "fury", "northern-gem")
    theatre.boat("u-251", "2543")
    meet(theatre, ALLIED, "pq-17", die).act(AXIS, TRAIL)
    screen = theatre.asked(ALLIED).options
    assert isinstance(screen, Subset)
    assert set(screen.items) == {"lotus", "poppy", "fury"}
    theatre.act(ALLIED, "choose lotus,poppy")
    assert [roll.total for roll in theatre.rolls(SHADOW)] == [die - 2]
    assert theatre.now.shadow == ""
    assert not theatre.marker("pq-17").detected
    assert [theatre.find(name).away for name in ("lotus", "poppy", "fury")] == [True, True, False]
    assert theatre.find("lotus").square == ""
    assert theatre.find("lotus").force == "pq-17"


@pytest.mark.rule("AD-13.6-shadow-detach")
def test_the_allies_are_asked_also_without_a_screen_so_that_the_germans_learn_nothing_of_it() -> None:
    theatre = waters()
    theatre.convoy("2543", *ESCORTS, *OTHERS)
    screened(theatre)
    theatre.boat("u-251", "2543")
    meet(theatre, ALLIED, "pq-17", 9).act(AXIS, TRAIL)
    decision = theatre.asked(ALLIED)
    assert (decision.rule, [str(answer) for answer in decision.options]) == ("AD-13.6-shadow-detach", ["choose -"])
    theatre.idle(ALLIED)
    assert theatre.now.shadow == "u-251"


@pytest.mark.rule(
    "AD-13.6-shadow-success",
    "AD-13.6-shadow-effect",
    "AD-13.6-shadow-no-escort-drm",
    "AD-13.6-shadow-no-limit",
    "AD-13.6-shadow-count-all",
)
@pytest.mark.parametrize(("die", "held"), [(8, False), (9, True)])
def test_a_boat_that_nobody_hunts_shadows_from_nine(die: int, held: bool) -> None:
    """R15, R94: fourteen escorts do not count, only those that were sent out, against every attempt of the turn."""
    theatre = example()
    screened(theatre, "lotus", "fury")
    meet(theatre, ALLIED, "pq-17", 9, die + 1).act(AXIS, TRAIL).act(ALLIED, "choose lotus")
    assert [roll.total for roll in theatre.rolls(SHADOW)] == [8]
    theatre.act(AXIS, TRAIL).idle(ALLIED)
    assert [roll.total for roll in theatre.rolls(SHADOW)] == [8, die]
    assert theatre.now.shadow == ("u-251" if held else "")
    assert theatre.marker("pq-17").detected is held
    assert theatre.now.boats[AXIS]["u-251"].attacks == 0
    assert not theatre.rolls(COUNTER)
    if held:
        theatre.marker("pq-17").at = "2239"
        follow(theatre.at_hand, "2239")
        assert {boat.at for boat in theatre.now.boats[AXIS].values()} == {"2239", "2240"}


@pytest.mark.rule("AD-13.6-shadow-only-pq")
def test_other_forces_cannot_be_shadowed() -> None:
    """An undetected marker might be PQ-17: who tries learns that it is not. A detected one is not even tried."""
    theatre = waters()
    theatre.convoy("2644")
    theatre.force("cruiser-force", "2240", "london", "norfolk")
    theatre.boat("u-88", "2240")
    meet(theatre, ALLIED, "cruiser-force")
    assert theatre.offered(AXIS) == [LEAVE, ATTACK, TRAIL]
    theatre.act(AXIS, TRAIL)
    assert theatre.is_over
    assert theatre.told("AD-13.6-shadow-only-pq")
    assert theatre.now.shadow == ""
    theatre.now.forces[ALLIED]["cruiser-force"].detected = True
    theatre.now.active = None
    theatre.state = theatre.now
    meet(theatre, ALLIED, "cruiser-force")
    assert theatre.offered(AXIS) == [LEAVE, ATTACK]


@pytest.mark.rule("AD-13.8-fog", "AD-13.8-fog-shadow")
def test_in_fog_a_boat_can_shadow_but_not_attack() -> None:
    theatre = example().weather("fog", "fog")
    meet(theatre, ALLIED, "pq-17")
    assert theatre.offered(AXIS) == [LEAVE, TRAIL]
    german = waters().weather("fog", "fog")
    german.force("tg-c", "3128", "erich-steinbrinck")
    german.boat("k-21", "3128")
    assert meet(german, AXIS, "tg-c").is_over


@pytest.mark.rule("AD-13.6-shadow-fog", "AD-13.6-shadow-only-fog")
@pytest.mark.parametrize(
    ("zone", "cell", "dice", "shadowed", "detected"),
    [
        ("barents", "2225", (3, 6), True, True),
        ("norwegian", "2240", (4, 5), False, False),
        ("norwegian", "2240", (4, 6), True, True),
        ("barents", "2225", (3, 5), False, True),
    ],
)
def test_fog_may_shake_the_shadower_off(
    zone: str, cell: str, dice: tuple[int, int], shadowed: bool, detected: bool
) -> None:
    """G41, G42: both dice fall, and while the boat keeps touch the convoy stays detected."""
    theatre = waters().weather("fog", "fog")
    marker = theatre.convoy(cell, detected=True)
    theatre.boat("u-88", cell)
    theatre.state.shadow = "u-88"
    theatre.begin(dice=dice)
    lose_in_fog(theatre.at_hand, ALLIED, theatre.marker("pq-17"))
    assert theatre.data.zone_of[marker.at] == zone
    assert (theatre.now.shadow == "u-88") is shadowed
    assert theatre.marker("pq-17").detected is detected


@pytest.mark.rule("AD-13.7-table-none", "AD-13.7-table-type", "AD-13.7-table-pick")
@pytest.mark.parametrize(("die", "asked"), [(5, ""), (6, "type"), (8, "type"), (9, "pick"), (10, "pick")])
def test_the_die_decides_how_well_a_boat_can_aim(die: int, asked: str) -> None:
    theatre = waters()
    theatre.force("tg-b", "2240", "luetzow", "scheer", "z-24")
    theatre.boat("trident", "2240")
    meet(theatre, AXIS, "tg-b", die, 1, 1).act(ALLIED, ATTACK)
    if not asked:
        assert theatre.is_over
        return
    assert theatre.offered(ALLIED) == ["target-type CA", "target-type DD"]
    theatre.act(ALLIED, "target-type CA")
    if asked == "pick":
        assert theatre.offered(ALLIED) == ["target luetzow", "target scheer"]
        theatre.act(ALLIED, "target scheer")
        assert not theatre.draws("AD-13.7-table-type")
    else:
        assert theatre.draws("AD-13.7-table-type")[0].pool == 2
    assert theatre.is_over


@pytest.mark.rule("AD-13.5-drm-escorts")
@pytest.mark.parametrize(("escorts", "modifier"), [(3, 0), (4, -1), (7, -1), (8, -2), (14, -3)])
def test_every_complete_four_escorts_take_one_off(escorts: int, modifier: int) -> None:
    """G33: eight destroyers make an 8 into a 6."""
    theatre = example()
    ships = in_force(theatre.state, ALLIED, "pq-17")
    some = [ship for ship in ships if ship.id in ESCORTS[:escorts] or ship.id in OTHERS]
    assert attack_modifiers(theatre.data, "u-88", some).get("escorts", 0) == modifier
    assert 8 + attack_modifiers(theatre.data, "u-88", [s for s in ships if s.id in ESCORTS[:8]])["escorts"] == 6


@pytest.mark.rule("AD-13.7-col4", "AD-13.7-double", "AD-13.9-counter")
def test_trident_hits_tirpitz() -> None:
    """G34: 7 less 1 is 6; 10 on column 4 is one, doubled, and a critical 10 adds two: four in all."""
    theatre = waters()
    theatre.force(
        "tg-a", "2240", "tirpitz", "friedrich-ihn", "hans-lody", "karl-galster", "theodor-riedel", "t-7", "t-15"
    )
    theatre.boat("trident", "2240")
    meet(theatre, AXIS, "tg-a", 7, 1, 10, 10, 9).act(ALLIED, ATTACK, "target-type BB")
    assert theatre.find("tirpitz").damage == 4
    assert theatre.now.boats[ALLIED]["trident"].at == "2240"
    assert theatre.is_over


@pytest.mark.rule("AD-13.7-col1", "AD-13.5-drm-soviet")
@pytest.mark.parametrize(("type", "hurt"), [("CA", 2), ("DD", 0)])
def test_k_21_fires_on_the_lowest_column(type: str, hurt: int) -> None:
    """G35, G36: 10 less 3 is 7; a 9 on column 1 is one, doubled; at a destroyer it is a 6, and misses."""
    theatre = waters()
    group = ("richard-beitzen", "z-24", "z-27", "z-28", "z-29", "z-30")
    theatre.force("tg-b", "3128", "luetzow", *group)
    theatre.boat("k-21", "3128")
    meet(theatre, AXIS, "tg-b", 10, 1, 9, 1).act(ALLIED, ATTACK, f"target-type {type}")
    assert [roll.total for roll in theatre.rolls(WARFARE)] == [7]
    assert [roll.total for roll in theatre.rolls("AD-13.7-col1")] == [9 if hurt else 6]
    assert theatre.find("luetzow").damage == hurt
    assert not any(theatre.find(name).damage for name in group)


@pytest.mark.rule("AD-13.9-counter", "AD-13.9-counter-nodrm", "AD-13.6-shadow-only-fog")
@pytest.mark.parametrize(("escort", "die", "sunk"), [("lotus", 10, True), ("lotus", 9, False), ("rathlin", 10, False)])
def test_a_bare_ten_sinks_the_boat_if_there_is_a_hunter_in_the_hex(escort: str, die: int, sunk: bool) -> None:
    """A boat that is sunk no longer shadows."""
    theatre = waters()
    theatre.convoy("2240", "carlton", escort)
    theatre.boat("u-88", "2240")
    theatre.state.shadow = "u-88"
    meet(theatre, ALLIED, "pq-17", 8, 1, 1, die).act(AXIS, ATTACK, "target-type MT")
    assert len(theatre.rolls(COUNTER)) == (0 if escort == "rathlin" else 1)
    assert all(not roll.modifiers for roll in theatre.rolls(COUNTER))
    assert (theatre.now.boats[AXIS]["u-88"].at == LOST) is sunk
    assert (theatre.now.shadow == "") is sunk


@pytest.mark.rule("AD-13.8-four", "AD-13.8-tracking")
def test_a_boat_attacks_four_times_in_the_game() -> None:
    """Its owner is asked all the same, so that the other side learns nothing."""
    for made, offered in ((3, [LEAVE, ATTACK]), (4, [LEAVE])):
        theatre = waters()
        theatre.force("cruiser-force", "2240", "london", detected=True)
        theatre.boat("u-88", "2240", attacks=made)
        meet(theatre, ALLIED, "cruiser-force", 1)
        assert theatre.offered(AXIS) == offered
        assert theatre.match.pending[AXIS].window
        theatre.act(AXIS, offered[-1])
        assert theatre.now.boats[AXIS]["u-88"].attacks == 4


@pytest.mark.rule("AD-13.5-contact-once")
def test_a_boat_declares_once_against_a_force_in_its_activation() -> None:
    theatre = waters()
    theatre.force("cruiser-force", "2240", "london", detected=True)
    theatre.boat("u-88", "2240")
    theatre.active(ALLIED, "cruiser-force")
    again = Contact("u-88", ALLIED, "cruiser-force")
    theatre.begin(again, again, dice=[1])
    theatre.act(AXIS, ATTACK)
    assert theatre.is_over
    assert theatre.now.boats[AXIS]["u-88"].attacks == 1


@pytest.mark.rule("AD-13.5-dummy-force", "AD-13.2-dummy-removed")
def test_dummies_of_both_kinds_vanish_when_they_meet_the_real_thing() -> None:
    """An attack on a feigned force is one of four all the same; a feigned boat goes back to its owner."""
    theatre = waters()
    theatre.force("tf-2", "2240")
    theatre.boat("u-88", "2240")
    theatre.boat("german-dummy-1", "2240")
    meet(theatre, ALLIED, "tf-2")
    held = theatre.now.boats[AXIS]["german-dummy-1"]
    assert (held.at, held.handle) == (HELD, 0), "nobody knows it by a number any more"
    theatre.act(AXIS, ATTACK)
    assert theatre.is_over
    assert "tf-2" not in theatre.now.forces[ALLIED]
    assert theatre.now.boats[AXIS]["u-88"].attacks == 1
    assert not theatre.rolls(WARFARE)
    assert not theatre.told(REPORT, Observer.AXIS)


@pytest.mark.rule("AD-13.5-scattered", "AD-13.5-scattered-once")
def test_lone_ships_in_a_hex_are_met_together_and_at_every_move() -> None:
    theatre = waters()
    for name in ("carlton", "honomu", "donbas", "lotus"):
        theatre.ship(name, "2225", group=1)
    theatre.boat("u-88", "2225")
    theatre.state.phase = "terminal"
    meet(theatre, ALLIED, "", 5, cell="2225").act(AXIS, ATTACK)
    assert theatre.told(REPORT, Observer.AXIS)[0].about["what"] == "4 naval units, among them tankers and merchants"
    theatre.state = theatre.now
    assert meet(theatre, ALLIED, "", cell="2225").offered(AXIS) == ["decline", ATTACK]


@pytest.mark.rule("AD-13.10-revert", "AD-13.0-separate")
def test_the_boats_of_the_convoy_become_ordinary_ones_when_it_scatters() -> None:
    theatre = waters()
    theatre.convoy("2225")
    revert(theatre.at_hand, "2225")
    boats = theatre.state.boats[ALLIED]
    assert {name: boat.at for name, boat in boats.items()} == {"p614": "2225", "p615": "2225"}
    assert "p614" not in theatre.state.ships[ALLIED]
    assert not any(name in theatre.data.markers for name in theatre.data.boats)
    theatre.force("tg-c", "2225", "erich-steinbrinck")
    met = contact_steps(theatre.at_hand, Side.AXIS, "tg-c", "2225")
    assert {step.boat for step in met if isinstance(step, Contact)} == {"p614", "p615"}


@pytest.mark.rule("AD-13.5-report")
def test_the_report_names_cruisers_of_both_kinds_alike() -> None:
    """G78: of the whole convoy it says 58 units, and which great types are there."""
    theatre = waters()
    theatre.convoy("2240")
    theatre.boat("u-88", "2240")
    meet(theatre, ALLIED, "pq-17", 1).act(AXIS, ATTACK)
    assert (
        theatre.told(REPORT, Observer.AXIS)[0].about["what"]
        == "58 naval units, among them destroyers, tankers and merchants"
    )
    nigeria = waters()
    nigeria.force("home-fleet", "2240", "nigeria", "cumberland", "victorious")
    assert types_of(nigeria.data, in_force(nigeria.state, ALLIED, "home-fleet")) == ["CV", "CA"]


@pytest.mark.rule("AD-13.10-escort-subs")
def test_aircraft_cannot_attack_the_boats_of_the_convoy() -> None:
    """They stand on its display like other escorts, but no bomber and no torpedo unit may choose them."""
    squares = {"carlton": "core-1", "p614": "screen-12", "p615": "core-1"}
    theatre = raids.raid_on(raids.convoy(squares, "1-kg-30"), "pq-17", ["1-kg-30-1"])
    theatre.idle_until("AD-11.2.1-tb-screen", AXIS)
    assert theatre.ways(AXIS, "1-kg-30-1") == ["carlton"]
    theatre = raids.raid_on(raids.convoy(squares, "kg-26"), "pq-17", ["kg-26-1"], [1, 1, 1])
    theatre.idle_until("AD-11.2.1-tb-screen", AXIS).plot(AXIS, {"kg-26-1": "screen-12"})
    theatre.idle_until("AD-11.2.1-tb-choose", AXIS)
    assert not any(line.startswith("attack-here") for line in theatre.offered(AXIS))


def test_a_report_names_every_great_type_in_words() -> None:
    theatre = waters()
    theatre.force("home-fleet", "2835", "victorious", "duke-of-york", "cumberland", "nigeria", "ashanti")
    theatre.boat("u-88", "2835")
    meet(theatre, ALLIED, "home-fleet", 1).act(AXIS, ATTACK)
    said = theatre.told(REPORT, Observer.AXIS)[0].about["what"]
    assert said == "5 naval units, among them carriers, battleships, cruisers and destroyers"
    assert theatre.words(Observer.AXIS)[-1] == "u-88 does not get into a position to fire"


@pytest.mark.rule("AD-13.7-double", "AD-13.7-col4")
def test_torpedoes_that_miss() -> None:
    theatre = waters()
    theatre.force("cruiser-force", "2240", "london")
    theatre.boat("u-88", "2240")
    meet(theatre, ALLIED, "cruiser-force", 9, 1).act(AXIS, ATTACK)
    assert "u-88 misses" in theatre.words()
    assert theatre.find("london").damage == 0


@pytest.mark.rule("AD-13.7-col4", "AD-5.10-ta-use")
def test_the_die_of_a_boats_torpedoes_is_changed_for_a_small_ship_and_by_the_tactical_advantage() -> None:
    theatre = waters()
    theatre.force("cruiser-force", "2240", "somali")
    theatre.boat("u-88", "2240")
    theatre.now.tactical = ALLIED
    meet(theatre, ALLIED, "cruiser-force", 9, 9, 1).act(AXIS, ATTACK)
    theatre.act(ALLIED, "keep-advantage next-die", "use-advantage -2")
    (roll,) = theatre.rolls(DAMAGE)
    assert roll.modifiers == {"small target": -3, "Tactical Advantage": -2}
    assert theatre.find("somali").damage == 0


@pytest.mark.rule("AD-13.7-torpedo-boats", "AD-13.7-table-type", "AD-13.5-report")
@pytest.mark.parametrize(
    ("force", "ships", "types"),
    [
        ("tg-a", ("tirpitz", "hipper", "t-7"), ["BB", "CA"]),
        ("tg-a", ("t-7", "hans-lody"), ["DD"]),
        ("tg-a", ("t-7", "t-15"), ["TB"]),
        ("", ("t-7", "hans-lody"), ["DD", "TB"]),
    ],
)
def test_nobody_aims_at_torpedo_boats_of_which_no_report_speaks(
    force: str, ships: tuple[str, ...], types: list[str]
) -> None:
    theatre = waters()
    if force:
        theatre.force(force, "3130", *ships)
    else:
        for name in ships:
            theatre.ship(name, "3130")
    theatre.boat("trident", "3130")
    meet(theatre, AXIS, force, 8, *([1] * 4), cell="3130").act(ALLIED, ATTACK)
    if len(types) > 1:
        assert theatre.offered(ALLIED) == [f"target-type {kind}" for kind in types]
        theatre.idle(ALLIED)
    else:
        fired = theatre.told("AD-13.7-col4")[0].about["unit"]
        assert theatre.data.counters[str(fired)].type == types[0]
    told = " ".join(theatre.words(Observer.ALLIED))
    assert ("torpedo boat" in told) is ("TB" in types), "nor is he told that there are any"
