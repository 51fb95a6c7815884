"""Chapters 11.4.1, 11.4.8 and 12.0: who may begin a surface combat, her aircraft in it, and damaged ships' speed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from barents.games.arctic_disaster.combat.air_battle import strike
from barents.games.arctic_disaster.rules.activation import act, activate, arrive, end_activation
from barents.games.arctic_disaster.rules.reaction import meet, open_fire_window, react
from barents.games.arctic_disaster.state import (
    Act,
    Activate,
    Arrive,
    EndActivation,
    Meet,
    OpenFireWindow,
    React,
    Round,
    Strike,
)
from barents.kernel.game import Procedure, Step

from .battle import HERE, STEPS, placed
from .sailing import ACT, sea, settle
from .sailing import activate as activated
from .theatre import ALLIED, AXIS, Theatre

STRIKE = "AD-11.4.8-air-when"
MORE: Mapping[type[Step], Procedure] = {
    **STEPS,
    Act: act,
    Activate: activate,
    Arrive: arrive,
    Meet: meet,
    React: react,
    EndActivation: end_activation,
    OpenFireWindow: open_fire_window,
    Strike: strike,
}


def together(*, tg_seen: bool, cruisers_seen: bool) -> Theatre:
    """TG B, which is activated, and the Cruiser Force in one hex."""
    theatre = Theatre(MORE)
    theatre.force("tg-b", HERE, "luetzow", "scheer", detected=tg_seen)
    theatre.force("cruiser-force", HERE, "london", "norfolk", detected=cruisers_seen)
    theatre.active(AXIS, "tg-b", came_from="2324")
    return theatre


@pytest.mark.rule("AD-11.4.1-start-active")
def test_the_active_force_opens_fire_on_what_it_has_detected() -> None:
    assert "open-fire" not in together(tg_seen=True, cruisers_seen=False).begin(Act()).offered(AXIS)
    theatre = together(tg_seen=False, cruisers_seen=True).begin(Act())
    theatre.act(AXIS, "open-fire")
    battle = theatre.now.battle
    assert battle is not None
    assert (battle.active, battle.entered, list(battle.ships)) == (
        AXIS,
        {"tg-b": "2324"},
        ["luetzow", "scheer", "london", "norfolk"],
    )


@pytest.mark.rule("AD-11.4.1-start-active")
def test_or_on_ships_lying_singly() -> None:
    theatre = Theatre(MORE)
    theatre.force("tg-b", HERE, "luetzow")
    theatre.ship("carlton", HERE)
    theatre.active(AXIS, "tg-b")
    theatre.begin(Act()).act(AXIS, "open-fire")
    assert theatre.now.battle is not None
    assert list(theatre.now.battle.ships) == ["luetzow", "carlton"]


@pytest.mark.rule("AD-11.4.1-start-passive")
def test_a_force_that_has_detected_the_active_one_may_open_fire() -> None:
    theatre = together(tg_seen=False, cruisers_seen=False).begin(OpenFireWindow())
    assert theatre.offered(ALLIED) == ["decline"], "he is asked all the same, and tells nothing by it"
    theatre = together(tg_seen=True, cruisers_seen=False).begin(OpenFireWindow())
    theatre.act(ALLIED, "open-fire")
    battle = theatre.now.battle
    assert battle is not None
    assert (battle.active, list(battle.ships)) == (AXIS, ["luetzow", "scheer", "london", "norfolk"])


@pytest.mark.rule("AD-11.4.1-one-per-hex")
def test_there_is_one_combat_in_a_hex_in_an_activation() -> None:
    """R84: it ends after the first round, and the cruisers stay."""
    theatre = together(tg_seen=True, cruisers_seen=True)
    theatre.begin(Act(), dice=[5, 5, 9, 8, 10])
    theatre.act(AXIS, "open-fire").idle_until("AD-11.4.9-both-stop")
    theatre.act(ALLIED, "disengage no").act(AXIS, "disengage yes").act(ALLIED, "decline")
    assert theatre.asked(AXIS).rule == "AD-4.3-actions-any-order"
    assert theatre.marker("tg-b").at == "2324"
    assert theatre.now.active is not None
    assert theatre.now.active.fought == [HERE]
    assert theatre.now.active.left == 6, "a round has cost a point"


@pytest.mark.rule("AD-11.4.1-one-per-hex")
def test_it_is_not_offered_again() -> None:
    theatre = together(tg_seen=True, cruisers_seen=True)
    assert theatre.state.active is not None
    theatre.state.active.fought.append(HERE)
    assert "open-fire" not in theatre.begin(Act()).offered(AXIS)


@pytest.mark.rule("AD-12.0-no-max")
@pytest.mark.parametrize("damage", [0, 1])
def test_a_force_with_a_damaged_ship_has_no_maximum_speed(damage: int) -> None:
    theatre = Theatre({**MORE, Arrive: lambda _u, _step: ()})
    theatre.force("tg-b", HERE, "luetzow", "z-24")
    theatre.find("z-24").damage = damage
    theatre.begin(Activate(AXIS, "tg-b"))
    assert theatre.offered(AXIS) == ["speed-up no", *(["speed-up yes"] if not damage else [])]


# 11.4.8


def with_carrier(*dice: int, fog: bool = False, box: str = "ready") -> Theatre:
    """Victorious in combat with Tirpitz, at the Air Attack Segment."""
    line = {"tirpitz": 5, "hipper": 5, "victorious": 20, "nigeria": 20}
    theatre = placed(line, "launch", fog=fog, steps=MORE, begin=False)
    for formation in ("809", "817", "832"):
        for wing in theatre.aircraft(formation):
            wing.box = "flown" if box == "flown" else "ready"
    return theatre.begin(Round("air"), dice=dice)


@pytest.mark.rule("AD-11.4.8-air-when", "AD-8.1-strike-own-activation")
def test_victorious_may_send_her_ready_torpedo_units() -> None:
    theatre = with_carrier()
    assert theatre.asked(ALLIED).rule == STRIKE
    for unit in ("817-1", "832-1", "832-2"):
        assert theatre.ways(ALLIED, unit) == ["tirpitz", "hipper"]
    assert theatre.ways(ALLIED, "809-1") == [], "fighters fly no strikes"
    assert with_carrier(fog=True).asked(ALLIED).rule != STRIKE
    flown = with_carrier(box="flown")
    assert flown.asked(ALLIED).rule == STRIKE, "the enemy does not learn that none is ready"
    assert all(flown.ways(ALLIED, unit) == [] for unit in ("817-1", "832-1", "832-2"))
    assert theatre.plot(ALLIED).asked(ALLIED).rule == "AD-11.4.9-both-stop"


@pytest.mark.rule("AD-11.4.8-air-aa", "AD-11.4.8-air-immediate", "AD-11.4.8-air-flown")
def test_an_albacore_in_the_combat() -> None:
    """G60 without Hipper, who may not help: 14 is read on 12, a 6 takes two; 9 - 2 = 7 is one point, doubled."""
    theatre = with_carrier(6, 9)
    active = theatre.active(ALLIED, "cruiser-force", left=8)
    theatre.plot(ALLIED, {"832-1": "tirpitz"}).idle_until("AD-11.4.9-both-stop")
    assert theatre.find("tirpitz").damage == 2
    assert theatre.dice_left() == {}, "one ship has fired at it"
    wing = theatre.now.wings[ALLIED]["832-1"]
    assert (wing.box, wing.steps) == ("flown", 1)
    assert theatre.now.wings[ALLIED]["832-2"].box == "ready"
    battle = theatre.now.battle
    assert battle is not None
    assert (battle.ships["tirpitz"].fired, battle.ships["hipper"].fired) == (True, False)
    assert active.left == 8, "it costs no point"
    assert theatre.now.raid is None


# The whole of it, from the way in


PASSIVE, STOP = "AD-11.4.1-start-passive", "AD-11.4.9-both-stop"
MUTUAL, ROUND = "AD-10.1-mutual", (5, 5, 8, 3)


@pytest.mark.rule("AD-11.4.1-start-passive", "AD-11.4.10-mover-back")
def test_a_mover_that_is_fired_on_and_breaks_off_goes_back_to_where_it_came_from() -> None:
    """The cruisers enter 2640 and are found; TG B opens fire; the ten ends it, and nobody asks where they go."""
    theatre = sea()
    theatre.force("tg-b", "2640", "luetzow", "z-24")
    theatre.force("cruiser-force", "2641", "london", "norfolk")
    activated(theatre, "cruiser-force", dice=(*ROUND, 10), nobody=[1, 10], axis=[1])
    settle(theatre.act(ALLIED, "air-search"), ALLIED)
    theatre.act(ALLIED, "go 2640").idle_until(PASSIVE).act(AXIS, "open-fire").idle_until(STOP)
    theatre.act(ALLIED, "disengage yes").act(AXIS, "disengage no")
    settle(theatre, ALLIED)
    assert theatre.marker("cruiser-force").at == "2641"


def cruisers_come_to(*others: str) -> Theatre:
    """The cruisers enter 2640, where TG B is, in sight, and TG C: a dummy, or with ships."""
    theatre = sea()
    theatre.force("tg-b", "2640", "luetzow", "z-27", detected=True)
    theatre.force("tg-c", "2640", *others)
    theatre.force("cruiser-force", "2641", "london", "norfolk")
    activated(theatre, "cruiser-force", dice=(*ROUND, 10), nobody=[1, 10, 1, 1], axis=[1, 1])
    settle(theatre.act(ALLIED, "air-search"), ALLIED)
    return theatre.act(ALLIED, "go 2640").idle_until(PASSIVE)


@pytest.mark.rule("AD-11.4.1-start-passive", "AD-11.4.1-undetected-out", "AD-11.4.1-participants")
@pytest.mark.parametrize("others", [(), ("z-24",)])
def test_a_dummy_beside_a_force_that_opens_fire_is_not_in_the_combat(others: tuple[str, ...]) -> None:
    theatre = cruisers_come_to(*others).act(AXIS, "open-fire")
    battle = theatre.now.battle
    assert battle is not None
    assert battle.forces[AXIS] == (["tg-b", "tg-c"] if others else ["tg-b"])
    assert theatre.marker("tg-c").detected is bool(others)


@pytest.mark.rule("AD-11.4.1-passive-hidden", "AD-11.4.1-one-per-hex")
@pytest.mark.parametrize("real", [True, False])
def test_only_a_real_force_out_of_sight_can_be_kept_out(real: bool) -> None:
    """Two groups in sight share an overcrowded hex with a third marker."""
    theatre = sea()
    theatre.force("tg-b", "2640", "luetzow", detected=True)
    theatre.force("tg-c", "2640", "z-24", detected=True)
    theatre.force("tg-d", "2640", *(["z-27"] if real else []))
    theatre.force("cruiser-force", "2640", "london", detected=True)
    theatre.active(ALLIED, "cruiser-force")
    theatre.begin(OpenFireWindow())
    alone = ["open-fire-with tg-b", "open-fire-with tg-c"]
    assert theatre.offered(AXIS) == ["decline", "open-fire", *(alone if real else [])]


@pytest.mark.rule("AD-11.4.1-start-passive", "AD-6.5-dummy-no-act")
def test_a_dummy_alone_does_not_open_fire() -> None:
    theatre = sea()
    theatre.force("tg-c", "2640")
    theatre.force("cruiser-force", "2641", "london", detected=True)
    activated(theatre, "cruiser-force", nobody=[1, 1], axis=[1])
    settle(theatre.act(ALLIED, "air-search"), ALLIED)
    theatre.act(ALLIED, "go 2640").idle_until(PASSIVE)
    assert theatre.offered(AXIS) == ["decline"]


@pytest.mark.rule("AD-11.4.1-start-active", "AD-11.4.1-one-per-hex", "AD-10.1-mutual", "AD-10.1-mutual-dummy")
@pytest.mark.parametrize("others", [(), ("z-24",)])
def test_after_a_combat_those_who_were_not_found_search_no_more_and_do_not_open_fire(others: tuple[str, ...]) -> None:
    """TG B breaks off and leaves; TG C is still in the hex, a dummy or not."""
    theatre = cruisers_come_to(*others).act(AXIS, "decline")
    settle(theatre, ALLIED).act(ALLIED, "open-fire").idle_until(STOP)
    searches = len(theatre.told(MUTUAL))
    assert searches
    theatre.act(ALLIED, "disengage no").act(AXIS, "disengage yes").idle_until("AD-11.4.10-other-order").idle(AXIS)
    assert theatre.marker("tg-b").at != "2640"
    assert theatre.marker("cruiser-force").at == "2640"
    asked: list[str] = []
    while ACT not in [decision.rule for decision in theatre.match.pending.values()]:
        asked.append(theatre.asked(next(iter(theatre.match.pending))).rule)
        theatre.idle(next(iter(theatre.match.pending)))
    assert PASSIVE not in asked
    assert len(theatre.told(MUTUAL)) == searches
    assert theatre.now.active is not None
    assert theatre.now.active.came_from == "2641", "whence they came is what it was"


def convoy_and_cruisers(*, seen: bool) -> Theatre:
    """Lützow comes into the hex of PQ-17 and the cruisers, who find her; she finds neither."""
    theatre = sea()
    theatre.convoy("2230", "carlton", "donbas", "fury", detected=seen)
    theatre.force("cruiser-force", "2230", "london", "norfolk")
    theatre.force("tg-b", "2229", "luetzow", "scheer")
    activated(theatre, "tg-b", nobody=[1, 10, 1, 10], allied=[1, 1, 1, 1])
    settle(theatre.act(AXIS, "air-search"), AXIS)
    return theatre.act(AXIS, "go 2230").idle_until(PASSIVE)


@pytest.mark.rule("AD-11.4.1-passive-hidden", "AD-11.4.1-start-passive", "AD-11.4.1-undetected-out")
@pytest.mark.parametrize(
    ("answer", "forces"),
    [
        ("open-fire", ["pq-17", "cruiser-force"]),
        ("open-fire-with cruiser-force", ["cruiser-force"]),
        ("open-fire-with pq-17", ["pq-17"]),
    ],
)
def test_cruisers_that_open_fire_need_not_show_the_convoy_beside_them(answer: str, forces: list[str]) -> None:
    theatre = convoy_and_cruisers(seen=False)
    assert theatre.offered(ALLIED) == [
        "decline",
        "open-fire",
        "open-fire-with pq-17",
        "open-fire-with cruiser-force",
    ]
    battle = theatre.act(ALLIED, answer).now.battle
    assert battle is not None
    assert battle.forces[ALLIED] == forces
    assert [key for key in ("pq-17", "cruiser-force") if theatre.marker(key).detected] == forces


@pytest.mark.rule("AD-11.4.1-passive-hidden", "AD-11.4.1-participants")
def test_a_convoy_that_is_in_sight_is_in_the_combat_whoever_opens_fire() -> None:
    theatre = convoy_and_cruisers(seen=True)
    assert theatre.offered(ALLIED) == ["decline", "open-fire", "open-fire-with pq-17"], (
        "the cruisers cannot keep it out"
    )
    battle = theatre.act(ALLIED, "open-fire").now.battle
    assert battle is not None
    assert battle.forces[ALLIED] == ["pq-17", "cruiser-force"]
