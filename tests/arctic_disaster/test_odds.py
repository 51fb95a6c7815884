"""The odds that a player of Arctic Disaster is shown are those of the rules.

Where it can be done the rules are played with every face of the dice, and what came of it is counted.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster.actions import (
    AirSearch,
    AskForOrders,
    AttackHere,
    Disengage,
    Go,
    Inspect,
    Intercept,
    KeepAdvantage,
    PutIn,
    Submarine,
    Target,
    TargetType,
    UseAdvantage,
)
from barents.games.arctic_disaster.data import Data, data
from barents.games.arctic_disaster.rules.chances import searched
from barents.games.arctic_disaster.rules.events import INTELLIGENCE_ON
from barents.games.arctic_disaster.rules.tirpitz import KNIGHTS_MOVE_IN, home_fleet_orders
from barents.games.arctic_disaster.state import (
    KNIGHTS_MOVE,
    LOST,
    Act,
    Activate,
    HomeFleetOrders,
    Round,
    ShadowAttempt,
    State,
)
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.question import Asked, Question
from barents.kernel.sides import Side, eyes_of
from barents.kernel.view import Odds

from . import raids, wolves
from . import sailing as ways
from .battle import placed, shoot
from .eager import eager
from .theatre import ALLIED, ARMAGEDDON, AXIS, Theatre

FACES = range(1, 11)


def shown(theatre: Theatre, side: Side, action: Action, to: Question[State, Data] | None = None) -> Odds:
    """The odds of an answer to what is asked, or to another question, as the side may work them out."""
    decision: Decision[Action] | None = None if to is None else Decision(side, to, Pick([action]))
    found = theatre.question(side, decision).odds(action)
    assert found is not None
    return found


def ends(found: Odds) -> dict[str, int]:
    """The ends of a gamble in words, in per mille."""
    return {outcome.words: round(1000 * outcome.chance) for outcome in found.outcomes}


def counted(results: Counter[str]) -> dict[str, int]:
    """The same of what came about."""
    return {words: round(1000 * number / results.total()) for words, number in results.items()}


def fate(theatre: Theatre, name: str) -> str:
    """What has become of a ship, in the words of the odds."""
    ship, hits = theatre.find(name), theatre.data.counters[name].hits
    return "sunk" if ship.at == LOST else f"{ship.damage} of {hits}" if ship.damage else "miss"


# Searching and hiding


@pytest.mark.parametrize(
    ("modifier", "expected"), [(0, (4, 1, 1, 1, 1, 2)), (-2, (6, 1, 1, 1, 1, 0)), (5, (0, 0, 1, 1, 1, 7))]
)
def test_a_search_is_counted_over_every_face(modifier: int, expected: tuple[int, ...]) -> None:
    """5 is in sight, 6 to 8 are reports that get better, 9 and more exact."""
    found = searched(data(None), {"all": modifier})
    named = (
        "nothing",
        "in sight, no numbers",
        "numbers within 3",
        "numbers within 2",
        "numbers within 1",
        "exact numbers",
    )
    assert tuple(round(10 * found.get(words, 0)) for words in named) == expected
    assert sum(found.values()) == pytest.approx(1)


def test_fog_hampers_the_search_of_each_hex_by_itself() -> None:
    theatre = ways.sea()
    theatre.weather(norwegian="fog")
    theatre.force("home-fleet", "2530", "victorious")
    theatre.force("tg-a", "2531", "tirpitz")
    theatre.force("tg-b", "2527", "luetzow")
    zones = [theatre.data.zone_of[cell] for cell in ("2531", "2527")]
    assert zones == ["norwegian", "barents"]
    ways.activate(theatre, "home-fleet")
    both = shown(theatre, ALLIED, AirSearch())
    assert both.notes == ("2531: 40%", "2527: 60%")
    assert both.chance == pytest.approx(1 - 0.6 * 0.4)


def test_interception_and_intelligence_are_searches() -> None:
    theatre = ways.sea()
    theatre.force("tf-1", "2240", "manchester")
    theatre.force("tg-b", "2242", "luetzow")
    theatre.begin(Activate(ALLIED, "tf-1")).act(ALLIED, "speed-up no")
    assert shown(theatre, AXIS, Intercept("tg-b")).chance == pytest.approx(0.6)
    handle = theatre.marker("tf-1").handle
    looked = shown(theatre, AXIS, Inspect(f"allied-{handle}"), INTELLIGENCE_ON)
    assert ends(looked) == {
        "numbers within 3": 100,
        "numbers within 2": 100,
        "numbers within 1": 100,
        "exact numbers": 700,
    }


@pytest.mark.parametrize(("shadow", "chance"), [("", 0.4), ("u-88", 0.5 * 0.2)])
def test_a_force_may_slip_away_in_fog(shadow: str, chance: float) -> None:
    """In the Barents Sea up to 4 loses it; a shadower must be shaken off first (up to 5), and adds two."""
    theatre = ways.sea()
    theatre.weather(barents="fog")
    theatre.convoy("2529", detected=True)
    theatre.boat("u-88", "2529")
    theatre.state.shadow = shadow
    theatre.active(ALLIED, "pq-17")
    theatre.begin(Act())
    assert shown(theatre, ALLIED, Go("2528")).chance == pytest.approx(chance)


# Orders


def test_the_home_fleet_hardly_ever_gets_leave() -> None:
    theatre = Theatre({HomeFleetOrders: home_fleet_orders})
    theatre.force("home-fleet", "2540", "victorious")
    theatre.force("tg-a", "2535", "tirpitz", detected=True)
    theatre.begin(HomeFleetOrders())
    found = shown(theatre, ALLIED, AskForOrders(yes=True))
    assert found.chance == pytest.approx(0.1), "nobody has told the Allies that Tirpitz is in that force"
    assert found.notes == ("20% if Tirpitz is in the force that you have detected at sea",)


def test_hitler_fears_the_carrier() -> None:
    theatre = Theatre({})
    theatre.force("home-fleet", "2550", "victorious", detected=True)
    assert shown(theatre, AXIS, PutIn(KNIGHTS_MOVE, True), KNIGHTS_MOVE_IN).chance == pytest.approx(0.6)
    theatre.state.scatter = "done"
    assert shown(theatre, AXIS, PutIn(KNIGHTS_MOVE, True), KNIGHTS_MOVE_IN).chance == pytest.approx(0.4)
    theatre.state.forces[ALLIED].clear()
    theatre.ship("victorious", LOST)
    assert shown(theatre, AXIS, PutIn(KNIGHTS_MOVE, True), KNIGHTS_MOVE_IN).chance == pytest.approx(0.5)


# Submarines


def test_torpedoes_do_what_the_rules_do_with_every_die() -> None:
    """A U-boat that may pick fires at a merchant; the escort's counterattack changes nothing of it."""
    results: Counter[str] = Counter()
    found: dict[str, Odds] = {}
    for face in FACES:
        theatre = wolves.waters()
        theatre.force("pq-17", "2640", "carlton", "honomu", detected=True)
        theatre.boat("u-88", "2640")
        wolves.meet(theatre, ALLIED, "pq-17", 10, face).act(AXIS, wolves.ATTACK)
        found["carlton"] = shown(theatre, AXIS, Target("carlton"))
        theatre.act(AXIS, Target("carlton"))
        results[fate(theatre, "carlton")] += 1
    assert ends(found["carlton"]) == counted(results) == {"miss": 500, "sunk": 500}
    assert found["carlton"].notes == ("10% lose the boat, if there is an escort to hunt her",)


def test_an_attack_gets_harder_with_escorts_that_lie_open_and_for_soviet_boats() -> None:
    theatre = wolves.waters()
    for name in ("fury", "offa", "keppel", "leamington", "carlton"):
        theatre.ship(name, "2640")
    theatre.boat("u-88", "2640")
    wolves.meet(theatre, ALLIED, "", cell="2640")
    found = shown(theatre, AXIS, Submarine("attack"))
    assert (found.modifiers, found.notes) == ({"escorts": -1}, ("4 of its attacks left",))
    assert ends(found) == {"no chance": 600, "fires at a type": 300, "fires at a ship of your choice": 100}
    soviet = wolves.waters()
    soviet.force("tg-b", "2640", "luetzow", "z-24")
    soviet.boat("k-21", "2640")
    wolves.meet(soviet, AXIS, "tg-b")
    found = shown(soviet, ALLIED, Submarine("attack"))
    assert found.chance == pytest.approx(0.3), "6 and more with −2"
    assert found.notes[0] == "each 4 small escorts that are there take 10% off", "what is there nobody knows"


@pytest.mark.parametrize(("kind", "chance"), [("DD", 0.2), ("MT", 0.5)])
def test_small_ships_are_hard_to_hit(kind: str, chance: float) -> None:
    """Column 4 hits with 6 and more; against destroyers three are taken off."""
    theatre = wolves.waters()
    theatre.force("pq-17", "2640", "carlton", "honomu", "keppel", "fury", detected=True)
    theatre.boat("u-88", "2640")
    wolves.meet(theatre, ALLIED, "pq-17", 7).act(AXIS, wolves.ATTACK)
    assert shown(theatre, AXIS, TargetType(kind)).chance == pytest.approx(chance)


def test_two_escorts_keep_any_boat_from_shadowing() -> None:
    theatre = wolves.waters()
    theatre.convoy("2640")
    wolves.screened(theatre, "lotus", "poppy", "keppel")
    theatre.boat("u-88", "2640")
    theatre.begin(ShadowAttempt("u-88", ALLIED, "pq-17"))
    chances = [shown(theatre, ALLIED, Choose(ships)).chance for ships in ((), ("lotus",), ("lotus", "poppy"))]
    assert chances == pytest.approx([0.8, 0.9, 1.0])


def test_the_advantage_is_weighed_against_a_boat_that_would_shadow() -> None:
    """Nine is needed; the Allies may take an escort and two more off."""
    theatre = wolves.waters()
    theatre.convoy("2640")
    wolves.screened(theatre, "lotus", "poppy", "keppel")
    theatre.boat("u-88", "2640")
    theatre.state.tactical = ALLIED
    wolves.meet(theatre, ALLIED, "pq-17", 10).act(AXIS, wolves.TRAIL).act(ALLIED, "choose lotus")
    answers = (UseAdvantage(2), KeepAdvantage("next-die"), UseAdvantage(-2))
    assert [shown(theatre, ALLIED, answer).chance for answer in answers] == pytest.approx([0.7, 0.9, 1.0])
    theatre.act(ALLIED, UseAdvantage(-2))
    assert theatre.now.shadow == ""


# Surface combat


def gunfire(face: int, critical: int) -> Theatre:
    return placed({"tirpitz": 6, "london": 12}, "gunnery", face, critical)


def test_guns_do_what_the_rules_do_with_every_die() -> None:
    """Tirpitz at six areas; a starred result throws a second die, which may bring more."""
    order = Allot((("tirpitz:main", "london"),))
    found, damage, lost = None, 0, 0
    for face, critical in product(FACES, FACES):
        theatre = gunfire(face, critical)
        found = shown(theatre, AXIS, order)
        shoot(theatre, {"tirpitz:main": "london"})
        damage += 4 if theatre.find("london").at == LOST else theatre.find("london").damage
        lost += theatre.find("london").at == LOST
    assert found is not None
    assert found.chance == pytest.approx(0.7), "14 factors, two off for the range: 4 and more"
    said = f"London: {damage / 100:.1f} damage expected" + (f", {lost / 100:.0%} sunk" if lost else "")
    assert found.notes == (said,)


def test_later_ships_fire_with_half_their_factor() -> None:
    theatre = placed({"luetzow": 6, "scheer": 6, "london": 12})
    one = shown(theatre, AXIS, Allot((("luetzow:main", "london"), ("scheer:main", "-"))))
    two = shown(theatre, AXIS, Allot((("luetzow:main", "london"), ("scheer:main", "london"))))
    assert one.chance == pytest.approx(0.5), "column 7 from 4, two off for the range"
    assert two.chance == pytest.approx(1 - 0.5 * (1 - 0.3)), "column 4 from 6"


def test_torpedoes_of_a_submarine_must_first_get_into_position() -> None:
    theatre = placed({"luetzow": 6, "p614": 8}, "torpedo", submerged=["p614"])
    found = shown(theatre, ALLIED, Allot((("p614", "luetzow"),)))
    assert found.chance == pytest.approx(0.5 * 0.5)


@pytest.mark.parametrize(("round", "fog", "chance"), [(1, False, 0.1), (4, False, 0.4), (4, True, 0.6)])
def test_it_gets_easier_to_break_off(round: int, fog: bool, chance: float) -> None:
    theatre = placed({"luetzow": 6, "london": 12}, "disengagement", round=round, fog=fog)
    assert shown(theatre, AXIS, Disengage(yes=True)).chance == pytest.approx(chance)


def test_the_german_says_when_a_fight_with_the_convoy_is_over() -> None:
    theatre = placed({"luetzow": 6, "carlton": 12}, "disengagement")
    assert theatre.question(AXIS).odds(Disengage(yes=True)) is None


# Air attacks


def test_bombs_do_what_the_rules_do_with_every_die() -> None:
    """A Ju-88 against a merchant that fires its own two guns; two hits of one each sink her."""
    results: Counter[str] = Counter()
    for flak, bombs in product(FACES, FACES):
        theatre = raids.at_sea("carlton", "honomu")
        raids.raid_on(theatre, "cruiser-force", ["1-kg-30-1"], [flak, bombs])
        theatre.idle_until(raids.PLACE_UNITS)
        found = shown(theatre, AXIS, Allot((("1-kg-30-1", "carlton"),)))
        theatre.plot(AXIS, {"1-kg-30-1": "carlton"})
        results[fate(theatre, "carlton")] += 1
    assert found.chance == pytest.approx(1 - results["miss"] / 100)
    assert found.chance == pytest.approx(0.44)
    assert found.notes[0] == "Carlton: 0.4 damage expected"


def test_two_bombers_on_one_ship_are_counted_one_after_the_other() -> None:
    """The merchant has less to fire with after the first hit, and one more sinks her."""
    theatre = raids.at_sea("carlton", "honomu")
    raids.raid_on(theatre, "cruiser-force", ["1-kg-30-1", "1-kg-30-2"])
    theatre.idle_until(raids.PLACE_UNITS)
    found = shown(theatre, AXIS, Allot((("1-kg-30-1", "carlton"), ("1-kg-30-2", "carlton"))))
    assert found.chance == pytest.approx(1 - 0.56**2, abs=1e-6)
    assert found.notes[0].endswith("sunk")
    apart = shown(theatre, AXIS, Allot((("1-kg-30-1", "carlton"), ("1-kg-30-2", "honomu"))))
    assert all("sunk" not in note for note in apart.notes)


def test_a_torpedo_unit_from_the_beam_sinks_a_merchant_more_often_than_one_from_ahead() -> None:
    """Her fire has fallen already when it is asked: die 1, nothing."""
    chances = []
    for start in ("screen-12", "screen-10"):
        theatre = raids.convoy({"carlton": "core-9"}, "kg-26")
        raids.raid_on(theatre, "pq-17", ["kg-26-1"], [1])
        theatre.idle_until(raids.COME_IN).plot(AXIS, {"kg-26-1": start})
        theatre.idle_until(raids.CHOOSE).act(AXIS, "advance core-9")
        found = shown(theatre, AXIS, AttackHere("carlton"))
        assert set(ends(found)) == {"miss", "sunk"}, "doubled"
        chances.append(found.chance)
    assert chances == pytest.approx([0.6, 0.5]), "column 5 from 5"


def test_guns_of_others_save_a_ship_now_and_then() -> None:
    theatre = raids.at_sea("victorious", "wichita")
    raids.raid_on(theatre, "cruiser-force", ["1-kg-30-1"], [1])
    theatre.idle_until(raids.PLACE_UNITS).plot(AXIS, {"1-kg-30-1": "victorious"})
    alone, helped = (shown(theatre, ALLIED, Choose(ships)) for ships in ((), ("wichita",)))
    assert alone.chance == pytest.approx(0.6), "6 and more with one off for the armoured deck"
    assert alone.chance < helped.chance < 1
    assert next(iter(ends(alone))) != "miss", "the worst first"


def test_the_advantage_is_weighed_against_the_next_die() -> None:
    theatre = placed({"luetzow": 6, "london": 12}, begin=False)
    theatre.state.tactical = ALLIED
    theatre.begin(Round("gunnery"), dice=[5])
    shoot(theatre, {"luetzow:main": "london"})
    chances = [shown(theatre, ALLIED, UseAdvantage(two)).chance for two in (2, -2)]
    assert chances == pytest.approx([0.7, 0.3])


def test_the_advantage_is_weighed_against_guns_and_bombs_of_a_raid() -> None:
    theatre = raids.at_sea("carlton", "honomu")
    theatre.state.tactical = AXIS
    raids.raid_on(theatre, "cruiser-force", ["1-kg-30-1"], [1, 1])
    theatre.idle_until(raids.PLACE_UNITS).plot(AXIS, {"1-kg-30-1": "carlton"})
    assert theatre.asked(AXIS).prompt.endswith("of Carlton?")
    guns = [shown(theatre, AXIS, answer).chance for answer in (KeepAdvantage("next-die"), UseAdvantage(-2))]
    assert guns == pytest.approx([0.4, 0.2]), "two guns disturb from 7"
    theatre.act(AXIS, KeepAdvantage("next-die"))
    assert theatre.asked(AXIS).prompt.endswith("of 1/KG 30 Ju-88 1?")
    bombs = [shown(theatre, AXIS, answer).chance for answer in (KeepAdvantage("next-die"), UseAdvantage(2))]
    assert bombs == pytest.approx([0.5, 0.7]), "column 4 from 6"


def test_the_advantage_is_weighed_against_torpedoes_of_a_combat() -> None:
    hits = 0
    for die in FACES:
        theatre = placed({"z-24": 10, "wichita": 14}, begin=False)
        theatre.state.tactical = AXIS
        theatre.begin(Round("torpedo"), dice=[die, 1])
        shoot(theatre, {"z-24": "wichita"})
        plain, changed = (shown(theatre, AXIS, answer) for answer in (KeepAdvantage("next-die"), UseAdvantage(2)))
        theatre.act(AXIS, UseAdvantage(2))
        hits += theatre.find("wichita").damage > 0
    assert changed.chance == pytest.approx(hits / len(FACES))
    assert 0 < plain.chance < changed.chance < 1
    assert changed.modifiers.items() - plain.modifiers.items() == {("Tactical Advantage", 2)}


def test_the_advantage_is_weighed_against_fighters_by_those_whose_they_are() -> None:
    downed = 0
    for die in FACES:
        theatre = raids.at_sea("victorious", "wichita", force="home-fleet")
        for fighter in theatre.aircraft("809"):
            fighter.box = "cap"
        theatre.state.tactical = ALLIED
        raids.raid_on(theatre, "home-fleet", ["1-kg-30-1"], [die, 1, 1])
        asked = theatre.asked(ALLIED)
        found = shown(theatre, ALLIED, UseAdvantage(-2))
        theatre.act(ALLIED, UseAdvantage(-2))
        wing = theatre.now.wings[AXIS].get("1-kg-30-1")
        downed += wing is None or wing.steps < 2
    assert found.chance == pytest.approx(downed / len(FACES))
    assert 0 < found.chance < 1
    theirs: Decision[Action] = Decision(AXIS, asked.question or "", asked.options, asked.prompt)
    assert theatre.question(AXIS, theirs).odds(UseAdvantage(-2)) is None, "what is on patrol is no business of theirs"


# All of them


def test_the_ends_of_every_gamble_add_up() -> None:
    match = Match.new(GAME, ARMAGEDDON, seed=1, log=False)
    dice, met = Dice.seeded("x", ARMAGEDDON, "1"), set[type[Action]]()
    while match.pending and len(match.choices) < 1200:
        side = next(iter(match.pending))
        decision = match.pending[side]
        asked = Asked(GAME, match.data, match.known(eyes_of(side)), decision)
        action = eager(match, side, dice)
        for answer in [action, *getattr(decision.options, "listed", ())]:
            found = asked.odds(answer)
            if found is not None:
                met.add(type(answer))
                chances = [outcome.chance for outcome in found.outcomes]
                assert sum(chances) == pytest.approx(1, abs=1e-5)
                assert min(chances) > 0
                assert 0 <= found.chance <= 1
        match.act(side, action)
    assert {Intercept, Inspect, AirSearch, Disengage, Submarine, Allot} <= met
