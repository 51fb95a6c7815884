"""What would give a secret away and is seldom met in play: who is asked, in which order, and what is told of it."""

from __future__ import annotations

import pytest

from barents.games.arctic_disaster.actions import Disengage, Go, Intercept, Retreat, SpeedUp
from barents.games.arctic_disaster.knowledge import known
from barents.games.arctic_disaster.state import LOST, Activate, Draw, Reorganise, Search, Singles
from barents.games.arctic_disaster.units import boats_at, disband
from barents.kernel.actions import Decline
from barents.kernel.sides import Observer

from .phases import drawing
from .sailing import REACT, sea
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
