"""Chapter 7.3: event chits. Everything happens at 2005 in open water, in fair weather."""

from __future__ import annotations

from collections import Counter

import pytest

from barents.games.nordkapp.knowledge.known import HIDDEN
from barents.games.nordkapp.state import Options
from barents.kernel.sides import Observer

from .attempts import INFILTRATION, REACTION, TARGET, TORPEDO, carry_out, declare, only_roll
from .waters import ALLIED, AXIS, LUFTWAFFE, SCATTER, SPORTPALAST, Waters

HERE = "2005"
NIGHT, DAY = 1, 2
TWELVE = ("gb-dd-01", "gb-dd-02", "gb-dd-03", "gb-dd-04")  # ASW factors
TWO = ("gb-dd-01", "gb-dd-02")


def near(*escorts: str, turn: int = DAY, ace: bool = False) -> Waters:
    """A boat in the hex of a convoy of three merchants."""
    waters = Waters(SPORTPALAST, turn=turn)
    waters.convoy("pq12", HERE, *escorts, merchants=3)
    waters.place("u-88", HERE, ace=ace)
    return waters


@pytest.mark.rule("NK-7.3-containers")
@pytest.mark.parametrize(
    ("scenario", "allied", "axis"),
    [
        (SPORTPALAST, "bearing2 coordination1 flares2 no-effect2 smoke2 victoria-cross1", "gulf-stream2 no-effect1"),
        (LUFTWAFFE, "bearing2 coordination1 flares1 no-effect2 smoke2 victoria-cross1", "gulf-stream2 no-effect2"),
        (SCATTER, "bearing2 coordination1 flares1 no-effect2 smoke2 victoria-cross1", "gulf-stream2 no-effect2"),
    ],
)
def test_each_side_has_a_container_of_its_own(scenario: str, allied: str, axis: str) -> None:
    bag = Waters.opening(scenario).now.bag
    found = {side: " ".join(f"{chit}{n}" for chit, n in sorted(Counter(bag[side]).items())) for side in (ALLIED, AXIS)}
    assert found[ALLIED] == allied
    assert found[AXIS].startswith(axis)


@pytest.mark.rule("NK-7.3-hidden")
def test_a_drawn_chit_is_seen_by_its_owner_alone() -> None:
    waters = declare(near(*TWO), 4, allied=["smoke"], axis=["gulf-stream"])
    allied, axis = waters.match.known(Observer.ALLIED), waters.match.known(Observer.AXIS)
    assert allied.hand == {ALLIED: ["smoke"], AXIS: [HIDDEN]}
    assert axis.hand == {ALLIED: [HIDDEN], AXIS: ["gulf-stream"]}
    assert axis.bag[ALLIED].count("smoke") == 2, "as far as the German knows it may still be in the container"
    seen = {who: [d.drawn for d in waters.draws("NK-7.3-draw-trigger", who)] for who in Observer}
    assert seen[Observer.ALLIED] == [("smoke",)]
    assert seen[Observer.AXIS] == [("gulf-stream",)]
    assert seen[Observer.PUBLIC] == []


@pytest.mark.rule("NK-7.3-windows", "NK-7.3-hidden")
def test_both_commit_before_either_sees_what_the_other_plays() -> None:
    waters = declare(near(*TWO), 3, allied=["coordination"], axis=["radar"])
    assert set(waters.match.pending) == {ALLIED, AXIS}
    waters.act(ALLIED, "play-chit coordination")
    before = waters.words()
    assert before[-1] == "u-88 attacks at 2005, submerged"
    assert waters.match.known(Observer.AXIS).hand[ALLIED] == [HIDDEN]
    assert waters.offered(AXIS) == ["decline", "play-chit radar"]
    waters.act(AXIS, "play-chit radar")
    assert waters.words()[len(before) :][:2] == [
        "allied play Escort coordination",
        "axis play Radar or Asdic failure",
    ]
    assert only_roll(waters, INFILTRATION).total == 3 - 1 + 1 + 2 - 1


@pytest.mark.rule("NK-7.3-windows", "NK-7.3-allied-noeffect")
def test_whoever_might_hold_a_fitting_chit_is_asked_at_each_moment() -> None:
    """Nobody can play anything, and nobody learns of it."""
    waters = declare(near(*TWO), 4, 5, 1)
    moments = []
    while waters.now.box is not None:
        asked = {side: decision.rule for side, decision in waters.match.pending.items()}
        if TARGET in asked.values():
            moments.append("target")
            waters.act(AXIS, "target merc-01")
            continue
        moments.append("+".join(sorted(side.value for side in asked)))
        for side in asked:
            assert waters.offered(side) == ["decline"], "No Effect does nothing at any moment"
            waters.act(side, "decline")
    assert moments == ["allied+axis", "allied", "target", "allied", "axis", "allied+axis"]


@pytest.mark.rule("NK-7.3-windows")
def test_nobody_is_asked_again_who_has_shown_his_only_chit() -> None:
    waters = declare(near(*TWO), 4, 5, 1, allied=["coordination"])
    waters.act(ALLIED, "play-chit coordination").act(AXIS, "decline")
    assert only_roll(waters, INFILTRATION).total == 3
    waters = declare(near(*TWO), 5, 5, 1, allied=["coordination"])
    waters.act(ALLIED, "play-chit coordination").act(AXIS, "decline")
    assert waters.asked(AXIS).rule == TARGET
    waters.act(AXIS, "target merc-01")
    assert list(waters.match.pending) == [AXIS], "the Allies have no chit left for the torpedoes"


@pytest.mark.rule("NK-7.3-optional-play")
def test_a_chit_may_be_held_back() -> None:
    waters = declare(near(*TWO), 3, axis=["radar"])
    assert "play-chit radar" in waters.offered(AXIS)
    carry_out(waters)
    assert only_roll(waters, INFILTRATION).modifiers == {"2 escorts": -1, "fair": 1}
    assert waters.now.bag[AXIS].count("radar") == 2


@pytest.mark.rule("NK-7.3-return")
def test_played_and_unplayed_chits_go_back() -> None:
    waters = near(*TWO)
    before = {side: sorted(waters.state.bag[side]) for side in (ALLIED, AXIS)}
    declare(waters, 1, allied=["flares"], axis=["radar"])
    carry_out(waters, play=["radar"])
    assert waters.now.bag == before
    assert waters.now.hand == {ALLIED: [], AXIS: []}


# The chits


@pytest.mark.rule("NK-7.3-smoke")
@pytest.mark.parametrize(("die", "damage"), [(6, 0), (7, 1)])
def test_smoke_takes_two_from_the_torpedoes(die: int, damage: int) -> None:
    """G16."""
    waters = carry_out(declare(near(*TWO), 4, die, 1, allied=["smoke"]), "merc-01", play=["smoke"])
    assert only_roll(waters, TORPEDO).modifiers == {"torpedoes": 6, "Smoke screen": -2}
    assert waters.piece("merc-01").damage == damage


@pytest.mark.rule("NK-7.3-ritterkreuz", "NK-7.3-smoke", "NK-7.1.2-one-attack")
def test_a_ritterkreuz_gives_one_more_attack_through_the_same_smoke() -> None:
    """G17, with smoke: 10 − 2 + 6 are still two points."""
    waters = declare(near(*TWO), 4, 1, 10, 1, allied=["smoke"], axis=["ritterkreuz"])
    carry_out(waters, "merc-01", "merc-02", play=["smoke", "ritterkreuz"])
    assert [roll.total for roll in waters.rolls(TORPEDO)] == [5, 14]
    assert (waters.piece("merc-01").damage, waters.piece("merc-02").at) == (0, "lost")
    assert len(waters.rolls(REACTION)) == 1
    assert waters.dice_left() == {}


@pytest.mark.rule("NK-7.3-ritterkreuz")
def test_after_a_miss_the_same_ship_may_be_attacked_again() -> None:
    """G17."""
    waters = declare(near(*TWO), 4, 1, 10, 1, axis=["ritterkreuz"])
    carry_out(waters, "merc-01", "merc-01", play=["ritterkreuz"])
    assert [roll.total for roll in waters.rolls(TORPEDO)] == [7, 16]
    assert waters.piece("merc-01").at == "lost"
    assert waters.points(AXIS) == 1


@pytest.mark.rule("NK-7.3-victoria", "NK-7.3-gulf")
@pytest.mark.parametrize(("die", "damage"), [(6, 1), (1, 0)])
def test_victoria_cross_and_gulf_stream(die: int, damage: int) -> None:
    """G18."""
    waters = declare(near(*TWELVE), 5, 1, die, allied=["victoria-cross"], axis=["gulf-stream"])
    carry_out(waters, "merc-01", play=["victoria-cross", "gulf-stream"])
    assert only_roll(waters, REACTION).modifiers == {"12 ASW factors": 1, "Victoria Cross": 2, "Gulf Stream": -3}
    assert waters.piece("u-88").damage == damage


@pytest.mark.rule("NK-7.3-coordination")
def test_escort_coordination_counts_twice() -> None:
    waters = declare(near(*TWELVE), 6, 1, 1, allied=["coordination"])
    carry_out(waters, "merc-01", play=["coordination"])
    assert only_roll(waters, INFILTRATION).modifiers["Escort coordination"] == -1
    assert only_roll(waters, REACTION).modifiers["Escort coordination"] == 1


@pytest.mark.rule("NK-7.3-flares")
@pytest.mark.parametrize(
    ("turn", "surfaced", "modifier"), [(DAY, True, -2), (NIGHT, True, -2), (NIGHT, False, -1), (DAY, False, 0)]
)
def test_flares(turn: int, surfaced: bool, modifier: int) -> None:
    waters = declare(near("gb-dd-01", turn=turn), 2, 1, surfaced=surfaced, allied=["flares"])
    carry_out(waters, play=["flares"])
    assert only_roll(waters, INFILTRATION).modifiers.get("Flares", 0) == modifier


@pytest.mark.rule("NK-7.3-bearing")
@pytest.mark.parametrize(("second", "attacks"), [(3, 0), (4, 1)])
def test_the_convoy_turns_and_the_boat_rolls_again(second: int, attacks: int) -> None:
    """G15: the second result stands."""
    waters = declare(near(*TWO), 6, second, 1, 1, allied=["bearing"])
    carry_out(waters, "merc-01", play=["bearing"])
    first, again = waters.rolls(INFILTRATION)
    assert first.modifiers == again.modifiers
    assert len(waters.rolls(TORPEDO)) == attacks
    if not attacks:
        assert waters.rolls(REACTION) == []
    else:
        assert "unseen" not in only_roll(waters, REACTION).modifiers, "infiltrated is what stands"


@pytest.mark.rule("NK-7.3-bearing")
def test_a_bearing_change_may_end_in_detection() -> None:
    waters = near(*TWELVE).weather("fog")
    carry_out(declare(waters, 6, 1, 1, allied=["bearing"]), play=["bearing"])
    assert [roll.total for roll in waters.rolls(INFILTRATION)] == [3, -2]
    assert len(waters.rolls(REACTION)) == 1


@pytest.mark.rule("NK-7.3-radar")
def test_a_radar_failure_helps_the_boat_by_two() -> None:
    waters = declare(near(*TWO), 2, 1, 1, axis=["radar"])
    carry_out(waters, "merc-01", play=["radar"])
    assert only_roll(waters, INFILTRATION).modifiers == {"2 escorts": -1, "fair": 1, "Radar or Asdic failure": 2}


# Aces


@pytest.mark.rule("NK-12.1.1-ace-chits")
def test_an_ace_draws_two_chits_and_may_play_both() -> None:
    waters = near(*TWO, ace=True)
    declare(waters, 1, axis=["radar", "radar"])
    assert waters.draws("NK-12.1.1-ace-chits")[0].drawn == ("radar", "radar")
    assert [draw.count for draw in waters.draws("NK-7.3-draw-trigger")] == [1], "the Allies draw one"
    carry_out(waters, play=["radar"])
    assert only_roll(waters, INFILTRATION).modifiers["Radar or Asdic failure"] == 4
    waters = near(*TWO, ace=True)
    declare(waters, 2, 1, 10, 1, axis=["radar", "ritterkreuz"])
    carry_out(waters, "merc-01", "merc-02", play=["radar", "ritterkreuz"])
    assert len(waters.rolls(TORPEDO)) == 2


@pytest.mark.rule("NK-12.1-ace", "NK-13.3-ace")
@pytest.mark.parametrize("aces", [True, False])
def test_u_255_is_drawn_and_has_the_ace_for_the_whole_game(aces: bool) -> None:
    found = []
    for face in range(1, 8):
        waters = Waters.opening(SCATTER, options=Options(aces=aces), axis=[face] * 11)
        boats = {n: p for n, p in waters.now.pieces[AXIS].items() if waters.data.counters[n].is_sub}
        assert len(boats) == 11
        found.append(sum(boat.ace for boat in boats.values()))
        if aces:
            assert boats["u-255"].ace
    assert found == [int(aces)] * 7
