"""What would give a secret away and is seldom met in play: who is asked, in which order, and what is told of it."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster.actions import Disengage, Go, Intercept, Retreat, SpeedUp
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.knowledge.imagine import imagine
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.rules.units import boats_at, disband
from barents.games.arctic_disaster.state import (
    LOST,
    OUT,
    REMOVED,
    Activate,
    BoatAttack,
    Cripples,
    Draw,
    Reorganise,
    Search,
    Singles,
    State,
)
from barents.kernel.actions import Decline
from barents.kernel.dice import Dice
from barents.kernel.events import Told
from barents.kernel.events import seen as seen_by
from barents.kernel.match import Match
from barents.kernel.sides import Observer

from .eager import eager
from .phases import drawing
from .sailing import REACT, activate, play_out, sail, sea
from .theatre import ALLIED, ARMAGEDDON, AXIS

MAY, NO_LONGER = "Knight's Move may be put in now", "Knight's Move may no longer be put in now"
CONTACT, KNIGHTS_MOVE, SCATTER = "AD-13.5-contact", "AD-14.0-km-conditions", "AD-16.2-no-forced-scatter"


@pytest.mark.rule("AD-H-composition")
def test_a_report_on_torpedo_boats_alone_is_asked_for_like_any_other() -> None:
    """A 7 is a report that may be wrong by two; there is no category for torpedo boats."""
    for ships in (("t-7", "t-15"), ("luetzow",)):
        theatre = sea()
        theatre.force("tg-b", "2738", *ships)
        theatre.begin(Search(ALLIED, "tg-b", "AD-10.2-all-in-range"), axis=[7])
        assert theatre.asked(AXIS).rule == "AD-10.2.1-fuzz-owner"
    theatre = sea()
    theatre.force("tg-b", "2738", "t-7")
    theatre.begin(Search(ALLIED, "tg-b", "AD-10.2-all-in-range"), axis=[7]).idle(AXIS)
    assert "Reported at 2738: small craft alone" in theatre.words(Observer.ALLIED)


@pytest.mark.rule("AD-14.0-km-conditions", "AD-14.0-km-told")
def test_the_german_is_told_once_that_the_conditions_hold_and_nothing_of_victorious() -> None:
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz")
    theatre.convoy("2640", "carlton", detected=True)
    theatre.force("home-fleet", "3450", "victorious", detected=True)
    drawing(theatre, ["massed-air", "massed-air"])
    for _ in range(2):
        assert theatre.asked(AXIS).rule == KNIGHTS_MOVE
        assert [words for words in theatre.words(Observer.AXIS) if "Knight" in words] == [MAY]
        theatre.act(AXIS, Decline())
    for observer in Observer:
        assert not any("Victorious" in words for words in theatre.words(observer))
    assert not any("Knight" in words for words in theatre.words(Observer.ALLIED))


@pytest.mark.rule("AD-14.0-km-told")
@pytest.mark.parametrize("cell", ["3330", "3450"])
def test_a_carrier_that_is_too_near_or_not_there_is_not_betrayed(cell: str) -> None:
    """The Home Fleet is in sight, near Tirpitz with the carrier or far from her without: the German hears the same."""
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz")
    theatre.convoy("2640", "carlton", detected=True)
    theatre.force("home-fleet", cell, "victorious" if cell == "3330" else "nigeria", detected=True)
    if cell == "3450":
        theatre.force("tf-1", "3550", "victorious")
    drawing(theatre, ["massed-air"])
    assert theatre.offered(AXIS) == ["decline"]
    assert theatre.words(Observer.AXIS) == []


@pytest.mark.rule("AD-14.0-km-told")
def test_he_hears_when_the_conditions_hold_no_longer() -> None:
    theatre = sea()
    theatre.force("tg-a", "3327", "tirpitz")
    theatre.convoy("2640", "carlton", detected=True)
    theatre.force("home-fleet", "3450", "victorious", detected=True)
    theatre.weather(norwegian="clear", barents="fog")
    theatre.state.pool = ["massed-air", "weather"]
    theatre.begin(Draw(), dice=[2, 7, 1, 1])  # fog comes down: the Home Fleet is lost, PQ-17 is not
    theatre.act(AXIS, Decline())
    assert [words for words in theatre.words(Observer.AXIS) if "Knight" in words] == [MAY, NO_LONGER]
    assert theatre.offered(AXIS) == ["decline"]


def test_the_window_for_knights_move_does_not_show_where_victorious_is() -> None:
    """Spectators would see the umpire wait: it opens while PQ-17 is in sight, wherever she is."""
    for detected in (True, False):
        theatre = sea()
        theatre.force("tg-a", "3327", "tirpitz")
        theatre.convoy("2640", "carlton", detected=True)
        theatre.force("home-fleet", "3450", "victorious", detected=detected)
        drawing(theatre, ["massed-air"])
        assert theatre.asked(AXIS).rule == KNIGHTS_MOVE
        assert theatre.offered(AXIS) == ["decline", *(["put-in knights-move yes"] if detected else [])]


@pytest.mark.rule("AD-16.2-no-forced-scatter")
@pytest.mark.parametrize("moved", ["pq-17", "tf-1"])
def test_whether_the_allies_are_asked_to_scatter_does_not_show_which_marker_is_the_convoy(moved: str) -> None:
    """They are asked again for what everyone sees, here a German force in sight, whichever marker has moved."""
    theatre = sea(ARMAGEDDON)
    theatre.convoy("2644", "carlton")
    theatre.force("tf-1", "2644")
    theatre.force("tg-a", "2639", "tirpitz")
    drawing(theatre, ["massed-air"]).act(ALLIED, "put-in convoy-scatters no")
    theatre.state = theatre.now
    theatre.marker(moved).at = "2643"
    drawing(theatre, ["massed-air"])
    assert all(decision.rule != SCATTER for decision in theatre.match.pending.values())
    theatre.state = theatre.now
    theatre.marker("tg-a").detected = True
    drawing(theatre, ["massed-air"])
    assert theatre.asked(ALLIED).rule == SCATTER


@pytest.mark.rule("AD-13.2-dummy-removed", "AD-13.5-contact")
def test_an_interceptor_meets_the_boats_on_its_way() -> None:
    """Cruisers come from 2224 over 2223 to 2222: dummy boats are gone before them, real ones may set on them."""
    theatre = sea()
    theatre.force("tg-b", "2321", "luetzow")
    theatre.force("cruiser-force", "2224", "london")
    theatre.boat("german-dummy-3", "2223")
    theatre.boat("german-dummy-4", "2222")
    theatre.boat("u-88", "2222")
    theatre.begin(Activate(AXIS, "tg-b"), axis=[5]).act(AXIS, SpeedUp(maximum=False)).act(AXIS, Go("2222"))
    assert theatre.asked(ALLIED).rule == REACT
    theatre.act(ALLIED, Intercept("cruiser-force"))
    assert [theatre.now.boats[AXIS][name].at for name in ("german-dummy-3", "german-dummy-4")] == ["held", "held"]
    assert (theatre.asked(AXIS).rule, theatre.now.battle) == (CONTACT, None)
    theatre.act(AXIS, Decline())
    battle = theatre.now.battle
    assert battle is not None
    assert (battle.intercepted, battle.entered["cruiser-force"]) == (True, "2223")


@pytest.mark.rule("AD-13.2-dummy-removed", "AD-13.5-contact")
def test_whoever_withdraws_meets_the_boats_there() -> None:
    """The German breaks off with a 10 in the first round, and goes to 2121."""
    theatre = sea()
    theatre.force("tg-b", "2321", "luetzow")
    theatre.force("cruiser-force", "2223", "london")
    theatre.boat("allied-dummy-1", "2121")
    theatre.boat("trident", "2121")
    theatre.begin(Activate(AXIS, "tg-b"), dice=[5, 5, 9, 8, 10], axis=[5]).act(AXIS, SpeedUp(maximum=False))
    theatre.act(ALLIED, Decline()).act(AXIS, Go("2222")).act(ALLIED, Intercept("cruiser-force"))
    theatre.idle_until("AD-11.4.9-both-stop")
    theatre.act(ALLIED, Disengage(False)).act(AXIS, Disengage(True)).act(AXIS, Retreat("2121"))
    assert theatre.marker("tg-b").at == "2121"
    assert theatre.now.boats[ALLIED]["allied-dummy-1"].at == "held"
    assert theatre.asked(ALLIED).rule == CONTACT


@pytest.mark.rule("AD-H-submarine-identity")
def test_boats_in_a_hex_come_in_the_order_of_their_numbers() -> None:
    theatre = sea()
    theatre.boat("u-703", "2441")
    theatre.boat("u-88", "2441")
    theatre.state.boats[AXIS] = dict(reversed(theatre.state.boats[AXIS].items()))
    assert [boat.id for boat in boats_at(theatre.state, AXIS, "2441")] == ["u-703", "u-88"]
    theatre.boat("u-251", "2441", at=LOST)
    seen = known(theatre.data, theatre.state, Observer.ALLIED).boats[AXIS]
    assert next(iter(seen)) == "u-251", "a lost boat does not stand where its number was"


@pytest.mark.rule("AD-H-composition")
def test_a_force_that_is_gone_takes_its_name_along() -> None:
    theatre = sea()
    theatre.force("tf-1", "2441")
    theatre.force("tg-b", "2441", "luetzow")
    theatre.active(AXIS, "tg-b", mutual=["tf-1"], tried=["tf-1"])
    theatre.begin(Search(ALLIED, "tg-b", "AD-10.1-mutual", by="tf-1"))
    theatre.state.agenda.append(Search(ALLIED, "tg-b", "AD-10.1-mutual", by="tf-1"))
    disband(theatre.at_hand, ALLIED, "tf-1")
    seen = known(theatre.data, theatre.state, Observer.AXIS)
    assert seen.active is not None
    assert seen.active.mutual == seen.active.tried == ["allied-0"]
    assert "tf-1" not in repr(seen.agenda)


@pytest.mark.rule("AD-4.3.1-undamaged-singles")
def test_a_lone_ship_is_asked_for_even_if_it_can_go_nowhere_and_told_when_it_joins() -> None:
    theatre = sea()
    theatre.force("tf-1", "2644", "london")
    theatre.ship("onslow", "2644")
    theatre.begin(Reorganise()).idle(ALLIED).idle(AXIS)
    assert "onslow joins a force at 2644" in theatre.words()
    theatre = sea()
    theatre.ship("onslow", "2644", slower=9)
    theatre.begin(Singles(ALLIED))
    assert theatre.offered(ALLIED) == ["pass"]


@pytest.mark.rule("AD-H-seen-to-go", "AD-5.5-ground-roll")
def test_a_ship_that_has_run_aground_is_known_to_be_gone_and_is_imagined_nowhere() -> None:
    theatre = sea()
    theatre.force("tg-b", "3938", "scheer", "z-24", "z-27")
    theatre.force("tg-c", "3228", "z-30", sortied=True)
    drawing(theatre, ["grounding"], 1, axis=[7, 8, 1])
    theatre.state = theatre.now
    activate(theatre, "tg-c")
    sail(theatre, AXIS, "3327")  # its operations are over, and nobody sees which ships go with it
    assert [theatre.find(name).at for name in ("z-24", "z-30")] == [REMOVED, REMOVED]
    seen = known(theatre.data, theatre.now, Observer.ALLIED)
    assert list(seen.ships[AXIS]) == ["z-24"]
    for seed in range(8):
        world = imagine(
            theatre.data, known(theatre.data, theatre.now, Observer.ALLIED), Observer.ALLIED, Dice.seeded(seed)
        )
        assert world.ships[AXIS]["z-24"].at == REMOVED
        assert known(theatre.data, world, Observer.ALLIED) == seen


@pytest.mark.rule("AD-H-seen-to-go", "AD-7.4-exit-west")
def test_a_ship_that_lies_singly_is_seen_to_leave_the_map() -> None:
    theatre = sea()
    theatre.ship("nigeria", "3460", damage=1, apart=True, bound="west")
    theatre.force("tf-1", "3460", "manchester")
    play_out(theatre.begin(Cripples(ALLIED)))
    assert [event.about["ships"] for event in theatre.told("AD-7.4-exit-west", Observer.AXIS)] == ["Nigeria"]
    theatre.state = theatre.now
    activate(theatre, "tf-1").act(ALLIED, "leave-map")
    assert [theatre.find(name).at for name in ("nigeria", "manchester")] == [OUT, OUT]
    seen = known(theatre.data, theatre.now, Observer.AXIS).ships[ALLIED]
    assert {name: ship.at for name, ship in seen.items()} == {"nigeria": OUT}


@pytest.mark.rule("AD-8.3-carrier-left", "AD-8.3-carrier-loss")
@pytest.mark.parametrize("leaves", [True, False])
def test_nobody_hears_that_victorious_has_left_the_map(leaves: bool) -> None:
    """Her aircraft go with her; when another ship is hit later, the Germans hear and see nothing of them."""
    theatre = sea()
    theatre.force("home-fleet", "3460", "victorious")
    theatre.aircraft("832")
    theatre.force("tf-1", "3050", "nigeria")
    theatre.boat("u-88", "3050")
    if leaves:
        activate(theatre, "home-fleet").act(ALLIED, "leave-map")
        theatre.state = theatre.now
    theatre.begin(BoatAttack("u-88", ALLIED, "tf-1"), dice=[10, 8])
    play_out(theatre)
    assert theatre.find("nigeria").damage > 0
    assert theatre.told("AD-8.3-carrier-loss", Observer.AXIS) == []
    assert len(known(theatre.data, theatre.now, Observer.AXIS).wings[ALLIED]) == 2


@pytest.mark.rule("AD-13.1-numbered-once", "AD-13.1-setup-hidden")
def test_at_set_up_each_marker_gets_one_number() -> None:
    match: Match[State, Data] = Match.new(GAME, "historical", seed=3)
    dice = Dice.seeded("set-up")
    while "AD-13.1-setup-hidden" not in [entry.event.rule for entry in match.log or ()]:
        side = next(iter(match.pending))
        match.act(side, eager(match, side, dice))
    told = [event for entry in match.log or () if isinstance(event := seen_by(entry, Observer.ALLIED), Told)]
    assert not [event for event in told if event.rule == "AD-3.1-secret-reorg"]
    own = next(str(event.about["names"]) for event in told if "names" in event.about)
    forces = match.state.forces[ALLIED].values()
    whose = {str(event.about["side"]): str(event.about["places"]) for event in told if "side" in event.about}
    assert all(f"{force.handle} at {force.at}" in whose["Allied"].split(", ") for force in forces)
    boats = match.state.boats[AXIS].values()
    assert all(f"{boat.handle} at {boat.at}" in whose["German"].split(", ") for boat in boats if boat.handle)
    assert all(f"{force.handle} {match.data.markers[force.key].name}" in own.split(", ") for force in forces)


@pytest.mark.rule("AD-H-submarine-identity", "AD-7.7-react-success")
def test_a_boat_that_meets_an_interceptor_keeps_its_name_to_itself() -> None:
    """U-88 lies on the way of the cruisers and tries to shadow them: the Allies know her by her number."""
    theatre = sea()
    theatre.convoy("2128", "carlton")
    theatre.force("tg-b", "2641", "z-24")
    theatre.force("cruiser-force", "2639", "london")
    boat = theatre.boat("u-88", "2640")
    theatre.begin(Activate(AXIS, "tg-b"), axis=[5]).act(AXIS, SpeedUp(maximum=False))
    theatre.act(ALLIED, Intercept("cruiser-force")).act(AXIS, "submarine shadow")
    assert theatre.now.active is not None
    assert theatre.now.active.met == ["u-88"]
    for observer, name in ((Observer.ALLIED, f"axis-{boat.handle}"), (Observer.AXIS, "u-88")):
        seen = known(theatre.data, theatre.now, observer)
        assert seen.active is not None
        assert seen.active.met == [name]
        world = imagine(theatre.data, seen, observer, Dice.seeded(1))
        assert known(theatre.data, world, observer) == known(theatre.data, theatre.now, observer)
