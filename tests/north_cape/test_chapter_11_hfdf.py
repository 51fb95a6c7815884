"""Chapter 11.3: HF/DF. The Allies listen once a turn, and the German shows boats that lie hidden."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from barents.games.north_cape.state import MissionType, Options

from .sea import ALLIED, AXIS, Sea

CALL = "call-hfdf"


def listening(*boats: str, dice: Sequence[int], hfdf: bool = True) -> Sea:
    """Boats at sea, an escort beside the first, and the Allies to act."""
    sea = Sea(options=Options(hfdf=hfdf)).weather("clear")
    for number, boat in enumerate(boats):
        sea.place(boat, f"2{number}20")
    sea.place("gb-dd-1", "2021")
    return sea.missions(ALLIED, dice=dice)


@pytest.mark.rule("NC-11.3-hfdf-once", "NC-11.3-hfdf-1-3")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_the_allies_listen_once_a_turn_and_it_is_no_mission(die: int) -> None:
    sea = listening("u-88", dice=[die])
    assert CALL in sea.offered(ALLIED)
    sea.act(ALLIED, CALL)
    (roll,) = sea.rolls("NC-11.3-hfdf-once")
    assert (roll.die, roll.total) == ("d6", die)
    assert not sea.is_up("u-88")
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate", "they still have their mission"
    assert CALL not in sea.offered(ALLIED)
    sea.act(ALLIED, "pass")
    assert CALL not in sea.offered(AXIS)
    sea.now.turn += 1
    assert CALL in sea.missions(ALLIED).offered(ALLIED), "in the next turn they may again"


@pytest.mark.rule("NC-11.3-hfdf-once")
def test_without_the_rule_nobody_listens() -> None:
    assert CALL not in listening("u-88", dice=[6], hfdf=False).offered(ALLIED)


@pytest.mark.rule("NC-11.3-hfdf-once")
def test_listening_keeps_the_enemys_pass() -> None:
    sea = listening("u-88", dice=[1]).missions(AXIS, dice=[1]).act(AXIS, "pass").act(ALLIED, CALL, "pass")
    assert len(sea.told("NC-5.2-two-passes")) == 1, "two passes in a row, whatever was heard between them"


@pytest.mark.rule("NC-11.3-hfdf-4-5", "NC-11.3-hfdf-as-recon")
@pytest.mark.parametrize("die", [4, 5])
def test_four_and_five_show_one_boat_of_the_germans_choice_which_may_be_attacked(die: int) -> None:
    sea = listening("u-88", "u-255", "u-457", dice=[die])
    assert "attack 2021 no" not in sea.declared(ALLIED)
    sea.act(ALLIED, CALL)
    assert sea.offered(AXIS) == ["choose u-88", "choose u-255", "choose u-457"]
    sea.act(AXIS, "choose u-88")
    assert [sea.is_up(name) for name in ("u-88", "u-255", "u-457")] == [True, False, False]
    assert sea.piece("u-88").recon == ["*"]
    assert "attack 2021 no" in sea.declared(ALLIED)
    sea.act(ALLIED, "pass").act(AXIS, "pass")
    assert (sea.now.turn, sea.is_up("u-88"), sea.piece("u-88").recon) == (2, False, [])


@pytest.mark.rule("NC-11.3-hfdf-6")
def test_six_shows_two_boats() -> None:
    sea = listening("u-88", "u-255", "u-457", dice=[6]).act(ALLIED, CALL)
    sea.act(AXIS, "choose u-255,u-457")
    assert [sea.is_up(name) for name in ("u-88", "u-255", "u-457")] == [False, True, True]


@pytest.mark.rule("NC-11.3-hfdf-6")
def test_six_with_one_hidden_boat_shows_that_one() -> None:
    sea = listening("u-88", dice=[6]).act(ALLIED, CALL)
    assert sea.is_up("u-88")
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate"


@pytest.mark.rule("NC-11.3-hfdf-hidden-first")
def test_only_hidden_boats_can_be_chosen() -> None:
    sea = Sea(options=Options(hfdf=True)).weather("clear")
    sea.place_all(["u-88", "u-255", "u-457"], "2020")
    sea.identify("u-88").missions(ALLIED, dice=[4]).act(ALLIED, CALL)
    assert sea.offered(AXIS) == ["choose u-255", "choose u-457"]


@pytest.mark.rule("NC-11.3-hfdf-none-hidden")
def test_with_no_hidden_boat_nothing_is_heard() -> None:
    sea = Sea(options=Options(hfdf=True)).weather("clear")
    sea.place("u-88", "2020")
    sea.place("tirpitz", "2522")
    sea.identify("u-88", reconnoitred=False).missions(ALLIED, dice=[6]).act(ALLIED, CALL)
    assert len(sea.told("NC-11.3-hfdf-none-hidden")) == 1
    assert (sea.piece("u-88").recon, sea.is_up("tirpitz")) == ([], False)
    assert sea.asked(ALLIED).rule == "NC-5.0-alternate"


@pytest.mark.rule("NC-11.3-hfdf-as-recon")
def test_a_boat_that_was_heard_shakes_it_off_by_a_sortie() -> None:
    sea = listening("u-88", dice=[4]).act(ALLIED, CALL, "pass")
    sea.send(MissionType.SORTIE, "u-88").act(AXIS, "go 2019", "stop")
    assert (sea.is_up("u-88"), sea.piece("u-88").recon) == (False, [])


def test_the_odds_say_what_listening_may_bring() -> None:
    sea = listening("u-88", dice=[])
    found = sea.odds(ALLIED, CALL)
    assert found is not None
    assert found.chance == pytest.approx(1 / 2)
    assert [(end.words, round(6 * end.chance)) for end in found.outcomes] == [
        ("nothing", 3),
        ("one boat", 2),
        ("two boats", 1),
    ]
