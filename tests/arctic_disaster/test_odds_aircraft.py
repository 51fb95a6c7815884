"""More gambles, held to the rules' own dice: flying on through the convoy, fighters on patrol, hiding in the ice."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from barents.games.arctic_disaster.actions import Advance, AttackHere, KeepAdvantage, UseAdvantage
from barents.games.arctic_disaster.rules.reorganisation import PATROL
from barents.games.arctic_disaster.rules.scatter import MERCHANTS_RUN
from barents.games.arctic_disaster.state import Wing
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.domains import Among
from barents.kernel.sides import Side
from barents.kernel.view import Odds

from . import raids
from .theatre import ALLIED, AXIS, Theatre

FACES = range(1, 11)


def shown(theatre: Theatre, side: Side, action: Action, decision: Decision[Action] | None = None) -> Odds:
    """The odds of an action, as the side that is asked may work them out."""
    found = theatre.question(side, decision).odds(action)
    assert found is not None
    return found


def wing(theatre: Theatre, name: str) -> Wing:
    """An air unit as it is now; without steps if it is lost."""
    return next((wings[name] for wings in theatre.now.wings.values() if name in wings), Wing(name, 0))


def ends(found: Odds) -> dict[str, float]:
    return {outcome.words: outcome.chance for outcome in found.outcomes}


def test_the_guns_of_the_next_square_do_what_the_rules_do_with_every_die() -> None:
    """Pozarica, alone in a square with guns of six, meets a torpedo unit that flies on to her."""
    results: Counter[str] = Counter()
    for flak in FACES:
        theatre = raids.convoy({"pozarica": "core-9", "carlton": "core-18"}, "kg-26")
        raids.raid_on(theatre, "pq-17", ["kg-26-1"], [flak])
        theatre.idle_until(raids.COME_IN).plot(AXIS, {"kg-26-1": "screen-12"})
        theatre.idle_until(raids.CHOOSE)
        found = shown(theatre, AXIS, Advance("core-9"))
        raids.support(theatre.act(AXIS, "advance core-9"), "pozarica")
        steps, taken = wing(theatre, "kg-26-1").steps, raids.raid_of(theatre).modifiers.get("kg-26-1", 0)
        results["no effect" if (steps, taken) == (2, 0) else "it is hampered"] += 1
    assert ends(found) == pytest.approx({words: number / 10 for words, number in results.items()})
    assert found.chance == pytest.approx(results["no effect"] / 10)
    assert found.of == "getting there unhampered"
    assert found.notes[0] == "if Pozarica fires"
    theatre = raids.convoy({"carlton": "core-9", "pozarica": "core-18"}, "kg-26")
    raids.raid_on(theatre, "pq-17", ["kg-26-1"])
    theatre.idle_until(raids.COME_IN).plot(AXIS, {"kg-26-1": "screen-12"}).idle_until(raids.CHOOSE)
    assert shown(theatre, AXIS, Advance("core-9")).notes[-1] == "Pozarica may fire too"


@pytest.mark.rule("AD-11.2.1-tb-escort-once")
def test_an_escort_that_has_fired_at_another_unit_still_fires_at_one_that_attacks_her() -> None:
    """Pozarica helps against the first torpedo unit with a flak die of one; then the second drops on her."""
    hits: list[bool] = []
    for flak, drop in product(FACES, FACES):
        theatre = raids.convoy({"pozarica": "core-9", "carlton": "core-18"}, "kg-26")
        raids.raid_on(theatre, "pq-17", ["kg-26-1", "kg-26-2"], [1, 1, 1, flak, drop, 1])
        theatre.idle_until(raids.COME_IN).plot(AXIS, {"kg-26-1": "screen-12", "kg-26-2": "screen-13"})
        theatre.act(ALLIED, "engage kg-26-1").idle_until(raids.CHOOSE).act(AXIS, "advance core-18")
        raids.support(theatre, "pozarica").act(AXIS, "attack-here carlton")
        theatre.idle_until(raids.CHOOSE).act(AXIS, "advance core-9")
        assert theatre.asked(AXIS).rule == raids.CHOOSE  # nobody is asked whether she helps again
        found = shown(theatre, AXIS, AttackHere("pozarica"))
        theatre.act(AXIS, "attack-here pozarica")
        assert [roll.subject for roll in theatre.rolls(raids.FLAK)] == ["carlton", "pozarica", "pozarica"]
        hits.append(theatre.find("pozarica").damage > 0)
    assert found.chance == pytest.approx(hits.count(True) / len(hits))


@pytest.mark.rule("AD-11.2.1-tb-escort-once")
def test_an_escort_that_has_fired_at_a_unit_does_not_fire_again_when_it_attacks_her() -> None:
    hits: list[bool] = []
    for drop in FACES:
        theatre = raids.convoy({"pozarica": "core-9", "carlton": "core-18"}, "kg-26")
        raids.raid_on(theatre, "pq-17", ["kg-26-1"], [1, drop, 1])
        theatre.idle_until(raids.COME_IN).plot(AXIS, {"kg-26-1": "screen-12"})
        theatre.idle_until(raids.CHOOSE).act(AXIS, "advance core-9")
        raids.support(theatre, "pozarica")
        found = shown(theatre, AXIS, AttackHere("pozarica"))
        theatre.act(AXIS, "attack-here pozarica")
        assert [roll.subject for roll in theatre.rolls(raids.FLAK)] == ["pozarica"]
        hits.append(theatre.find("pozarica").damage > 0)
    assert found.chance == pytest.approx(hits.count(True) / len(hits))


def test_fighters_on_patrol_cost_an_attack_what_the_rules_say() -> None:
    results: Counter[int] = Counter()
    for die in FACES:
        theatre = raids.at_sea("victorious", "wichita", force="home-fleet")
        for fighter in theatre.aircraft("809"):
            fighter.box = "cap"
        raids.raid_on(theatre, "home-fleet", ["1-kg-30-1", "1-kg-30-2"], [die, 1, 1, 1, 1])
        theatre.idle_until(raids.PLACE_UNITS)
        results[4 - sum(wing(theatre, unit).steps for unit in ("1-kg-30-1", "1-kg-30-2"))] += 1
    fighters = ("809-1", "809-2")
    asked: Decision[Action] = Decision(ALLIED, PATROL, Subset(fighters))
    found = shown(theatre, ALLIED, Choose(fighters), asked)
    words = {0: "no effect", 1: "one step", 2: "two steps"}
    assert ends(found) == pytest.approx({words[steps]: number / 10 for steps, number in results.items()})
    assert shown(theatre, ALLIED, Choose(fighters[:1]), asked).chance < found.chance


def test_a_ship_in_the_ice_is_missed_more_often_than_one_at_sea() -> None:
    theatre = Theatre({})
    theatre.ship("carlton", "2118")
    theatre.begin()
    cell = "2018"
    assert cell in theatre.data.partial_ice
    way = Assign({"carlton": Among([cell, "2117"])})
    asked: Decision[Action] = Decision(ALLIED, MERCHANTS_RUN, way)
    found = shown(theatre, ALLIED, Allot((("carlton", cell),)), asked)
    assert found.chance == pytest.approx(0.5)
    assert found.modifiers == {"ice": -1}
    assert theatre.question(ALLIED, asked).odds(Allot((("carlton", "2117"),))) is None


def test_the_advantage_is_weighed_against_the_drop_of_a_torpedo_unit() -> None:
    """From ahead it has one off, which its own run-in shows too."""
    theatre = raids.convoy({"carlton": "core-9"}, "kg-26")
    theatre.state.tactical = AXIS
    raids.raid_on(theatre, "pq-17", ["kg-26-1"], [1])
    theatre.idle_until(raids.COME_IN).plot(AXIS, {"kg-26-1": "screen-10"}).idle_until(raids.CHOOSE)
    theatre.act(AXIS, "advance core-9").act(AXIS, KeepAdvantage("next-die")).act(AXIS, "attack-here carlton")
    assert theatre.asked(AXIS).prompt.endswith("KG 26 He-111 1?")
    kept, used = (shown(theatre, AXIS, action) for action in (KeepAdvantage("next-die"), UseAdvantage(2)))
    assert [kept.chance, used.chance] == pytest.approx([0.5, 0.7])
    assert kept.modifiers == {"ahead or astern": -1}
