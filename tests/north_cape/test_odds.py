"""The odds that a player is shown are those of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import pytest

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import AttackOpenly, Declare, Engage, Fire, RollInfiltration, Spot
from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.rules.submarines import Hunted, asw_attack, attacked, sunk_by
from barents.games.north_cape.state import LOST, MissionType, Observe
from barents.kernel.actions import Action
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.question import Asked
from barents.kernel.sides import Side, eyes_of
from barents.kernel.view import Odds
from barents.players.north_cape import Doctrine
from tests.north_cape.sea import Sea

ALLIED, AXIS = Side.ALLIED, Side.AXIS


def chance(sea: Sea, side: Side, notation: str) -> float:
    found = sea.odds(side, notation)
    assert found is not None
    return found.chance


def test_a_look_is_as_likely_as_its_open_modifiers_make_it() -> None:
    sea = Sea().weather("fog")
    sea.fly("bv-138-1", "1510")
    sea.place("mt-01", "1511")
    sea.mission(MissionType.RECON, ["bv-138-1"]).begin(Observe())
    found = sea.odds(AXIS, "spot bv-138-1 1511")
    assert found is not None
    assert found.chance == 0.5, "a natural 6 or more, less four for fog, with two for a type R"
    assert {name: value for name, value in found.modifiers.items() if value} == {"type R": 2, "fog": -4}


@pytest.mark.parametrize(("escorts", "expected"), [(1, 4 / 6), (2, 3 / 6), (3, 2 / 6), (6, 1 / 6)])
def test_each_escort_makes_it_harder_to_get_through(escorts: int, expected: float) -> None:
    """Clear, no ace: the die plus one, less one for each escort, must reach three; a natural 6 always does."""
    sea = Sea().weather("clear")
    sea.place("u-88", "1520")
    sea.place("mt-01", "1520")
    sea.place_all([f"gb-dd-{n}" for n in range(1, escorts + 1)], "1520")
    sea.identify("mt-01")
    sea.strike("u-88")
    assert chance(sea, AXIS, "roll-infiltration") == pytest.approx(expected)


@pytest.mark.parametrize(("weather", "expected"), [("clear", 0.9), ("fog", 0.8), ("storm", 0.7)])
def test_the_weather_spoils_guns(weather: Weather, expected: float) -> None:
    sea = Sea().weather(weather)
    sea.place("tirpitz", "1520")
    sea.place("duke-of-york", "1520")
    sea.identify("duke-of-york")
    sea.strike("tirpitz")
    assert chance(sea, AXIS, "engage tirpitz duke-of-york") == pytest.approx(expected)


def test_what_is_no_gamble_has_no_odds() -> None:
    sea = Sea()
    sea.place("tirpitz", "1520")
    sea.missions(AXIS)
    offered: Sequence[str] = sea.offered(AXIS)
    assert "pass" in offered
    assert all(sea.odds(AXIS, notation) is None for notation in offered)


def ends(odds: Odds) -> dict[str, float]:
    """The ends of a gamble in words, in percent."""
    return {outcome.words: round(100 * outcome.chance) for outcome in odds.outcomes}


def convoy(sea: Sea, cell: str = "2919") -> None:
    """Merchants and five British escorts in a hex, all seen."""
    names = ["gb-dd-1", "gb-dd-2", "gb-dd-3", "gb-de-1", "gb-de-2", *(f"mt-{n:02d}" for n in range(1, 36))]
    sea.place_all(names, cell)
    sea.identify(*names)


def test_an_ace_against_five_escorts_is_told_before_he_sets_out_and_again_at_the_screen() -> None:
    """Die +3 ace +1 clear −5 escorts: 4 and 5 are heard, a natural 6 gets in; torpedoes hit on six of ten."""
    sea = Sea().weather("clear")
    convoy(sea)
    sea.place("u-255", "3020", ace="Reche")
    sea.missions(AXIS)
    before = sea.odds(AXIS, "declare attack 3020 no")
    assert before is not None
    assert ends(before) == {"screened": 50, "heard": 33, "in": 17}
    assert before.notes == ("30% hit a ship", "32% lose U-255", "5 escorts")
    sea.act(AXIS, "declare attack 3020 no", "choose u-255", "go 2919", "stop")
    slipping, openly = sea.odds(AXIS, "roll-infiltration"), sea.odds(AXIS, "attack-openly")
    assert slipping is not None
    assert openly is not None
    assert (ends(slipping), slipping.notes) == (ends(before), before.notes)
    assert (ends(openly), openly.notes) == ({"miss": 40, "hit": 60}, ("97% lose U-255", "5 escorts"))


@pytest.mark.rule("NC-8.1-each-sub-rolls")
@pytest.mark.parametrize("named", [("u-88", "u-255"), ("u-255", "u-88")])
def test_of_two_boats_the_odds_at_the_screen_are_those_of_the_one_that_is_asked(named: tuple[str, str]) -> None:
    """U-88 has slipped through with a 5; then it is the ace's turn, who hears of his own chances."""
    sea = Sea().weather("clear")
    sea.place_all(["mt-01", "gb-dd-1"], "1520")
    sea.place_all(["de-dd-1", "u-88"], "1520")
    sea.place("u-255", "1520", ace="Reche")
    sea.strike("de-dd-1", *named, dice=(5,))
    first = sea.odds(AXIS, "attack-openly")
    assert first is not None
    assert chance(sea, AXIS, "roll-infiltration") == pytest.approx(4 / 6)
    assert first.notes[0].split()[-1] == "U-88"
    sea.act(AXIS, "roll-infiltration")
    second, openly = sea.odds(AXIS, "roll-infiltration"), sea.odds(AXIS, "attack-openly")
    assert second is not None
    assert openly is not None
    assert second.modifiers == {"ace": 3, "clear": 1, "escorts": -1}
    assert (ends(openly), openly.notes[0].split()[-1]) == ({"miss": 40, "hit": 60}, "U-255")


def test_odds_are_not_told_where_something_lies_face_down_or_several_could_go() -> None:
    sea = Sea().weather("clear")
    convoy(sea)
    sea.place("u-255", "3020")
    sea.place("ju-88-1", "2633")
    assert sea.missions(AXIS).odds(AXIS, "declare attack 3020 no") is not None
    assert sea.missions(AXIS).odds(AXIS, "declare attack 2633 yes") is not None
    sea.place("gb-dd-4", "2919")
    assert sea.missions(AXIS).odds(AXIS, "declare attack 3020 no") is None, "it may be an escort"
    assert sea.missions(AXIS).odds(AXIS, "declare attack 2633 yes") is None
    del sea.state.pieces[ALLIED]["gb-dd-4"]
    sea.place("u-88", "3020")
    assert sea.missions(AXIS).odds(AXIS, "declare attack 3020 no") is None, "which of the two goes is not said"


def test_an_aircraft_seen_on_patrol_makes_it_harder_to_get_in() -> None:
    sea = Sea().weather("clear")
    convoy(sea)
    sea.place("victorious", "2919")
    sea.on_patrol("albacore-1", "2919", used=2)
    sea.identify("albacore-1", "victorious")
    sea.place("u-255", "3020")
    found = sea.missions(AXIS).odds(AXIS, "declare attack 3020 no")
    assert found is not None
    assert found.modifiers == {"clear": 1, "escorts": -5, "air patrol": -2}
    assert ends(found) == {"screened": 83, "in": 17}


def test_a_look_can_end_in_four_ways() -> None:
    """Clear, a flying boat: the die plus three; 4 to 6 the owner's half, 7 to 9 any half, from 10 all."""
    sea = Sea().weather("clear")
    sea.place("bv-138-1", "2633")
    sea.place("mt-01", "1511")
    found = sea.missions(AXIS).odds(AXIS, "declare recon 2633 yes")
    assert found is not None
    assert ends(found) == {"half, his choice": 30, "half": 30, "all seen": 40}
    assert found.modifiers == {"type R": 2, "clear": 1}
    assert found.notes == ("−1 if it is one piece", "−1 if only submerged")
    sea.place("mt-02", "1520")
    assert sea.missions(AXIS).odds(AXIS, "declare recon 2633 yes") is None, "which hex it looks at is not said"


def test_a_bomber_is_told_of_the_best_gun_that_may_answer() -> None:
    """Ju-88: five in ten. A corvette alone answers only a miss; a destroyer's guns cover it in any case."""
    sea = Sea().weather("clear")
    sea.fly("ju-88-1", "1520")
    sea.place_all(["gb-de-1", "gb-dd-1"], "1520")
    sea.strike("ju-88-1")
    corvette, destroyer = (sea.odds(AXIS, f"engage ju-88-1 {name}") for name in ("gb-de-1", "gb-dd-1"))
    assert corvette is not None
    assert destroyer is not None
    assert corvette.notes == ("30% hit by anti-aircraft fire",)
    assert destroyer.notes == ("20% hit by anti-aircraft fire",), "3 in 10 after a miss, 1 in 10 if she is damaged"
    assert ends(corvette) == {"miss": 50, "hit": 50}


def test_a_second_hit_is_called_by_its_name_and_guns_answer() -> None:
    sea = Sea().weather("clear")
    sea.place("tirpitz", "1520")
    sea.place("duke-of-york", "1520", damage=3)
    sea.strike("tirpitz")
    found = sea.odds(AXIS, "engage tirpitz duke-of-york")
    assert found is not None
    assert ends(found) == {"miss": 10, "sunk": 90}
    assert found.notes == ("40% hit in return",)


@pytest.mark.parametrize("weather", ["clear", "storm"])
def test_the_chances_of_a_hunt_are_those_of_the_rule(weather: Weather) -> None:
    """The rule itself is run over every way that up to four dice can fall; longer ones are very rare."""
    counted = {"sunk": 0.0, "damaged": 0.0}
    waiting: list[tuple[int, ...]] = [(face,) for face in range(1, 11)]
    while waiting:
        faces = waiting.pop()
        sea = Sea().weather(weather)
        boat, hunter = sea.place("u-88", "1520"), sea.place("gb-dd-1", "1520")
        sea.missions(AXIS, dice=faces)
        asw_attack(sea.umpire, sea.piece("gb-dd-1"), sea.piece("u-88"))
        if sea.dice_left():  # more dice fell than were given
            waiting += [(*faces, face) for face in range(1, 11)] if len(faces) < 4 else []
            continue
        end = "sunk" if sea.piece("u-88").at == LOST else "damaged" if sea.piece("u-88").damage else ""
        if end:
            counted[end] += 0.1 ** len(faces)
    sea = Sea().weather(weather)
    found = attacked(sea.data, sea.state, hunter, boat, Hunted(0))
    sunk, damaged = found.chance(lambda end: end.lost), found.chance(lambda end: not end.lost and end.damage)
    assert sunk == pytest.approx(counted["sunk"], abs=0.002)
    assert damaged == pytest.approx(counted["damaged"], abs=0.002)
    twice = sunk_by(sea.data, sea.state, boat, [hunter, hunter])
    nothing = 1 - sunk - damaged
    assert twice == pytest.approx(1 - nothing**2 - 2 * nothing * damaged), "damaged twice is sunk"
    sea.place("u-255", "1520", damage=1)
    assert sunk_by(sea.data, sea.state, sea.state.pieces[AXIS]["u-255"], [hunter]) == pytest.approx(sunk + damaged)


GAMBLES = {Spot, Engage, Fire, Declare, RollInfiltration, AttackOpenly}


@pytest.mark.parametrize("scenario", ["convoy-is-to-scatter", "enter-the-luftwaffe"])
def test_the_ends_of_every_gamble_add_up(scenario: str) -> None:
    """The first turns of as many games as it takes to meet every kind of gamble."""
    met: set[type[Action]] = set()
    for seed in range(8):
        match = Match.new(GAME, scenario, seed=seed, log=False)
        doctrine, dice = Doctrine(match.data), Dice.seeded("odds", seed)
        for _ in range(900):
            side = next(iter(match.pending))
            decision, known = match.pending[side], match.known(eyes_of(side))
            asked = Asked(GAME, match.data, known, decision)
            for action in islice(decision.options, 60):
                found = asked.odds(action)
                if found is not None:
                    met.add(type(action))
                    chances = {outcome.words: outcome.chance for outcome in found.outcomes}
                    assert sum(chances.values()) == pytest.approx(1, abs=1e-5)
                    assert min(chances.values()) > 0
                    failed = sum(chances.get(words, 0) for words in ("nothing", "screened", "miss"))
                    assert found.chance == pytest.approx(1 - failed, abs=1e-5)
            match.act(side, doctrine.choose(known, decision, dice))
        if met >= GAMBLES:
            return
    pytest.fail(f"never met: {GAMBLES - met}")
