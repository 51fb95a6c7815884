"""What is asked and what can be answered in Arctic Disaster, in words that need no rulebook."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from barents.games import arctic_disaster
from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import Data, data
from barents.games.arctic_disaster.rules.activation import activate
from barents.games.arctic_disaster.rules.tirpitz import ORDERS
from barents.games.arctic_disaster.rules.victory import level
from barents.games.arctic_disaster.state import Activate, Raid, State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.assign import Assign
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.question import Asked, Question
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.words import signed
from tests.published import ARCTIC_DISASTER as SCENARIOS

from .battle import HERE, placed
from .eager import eager
from .theatre import ALLIED, AXIS, Theatre

# What must never stand in a sentence: keys of units, markers and squares, and braces of what was not filled in.
KEYS = sorted(
    name
    for book in (data(None).counters, data(None).boats, data(None).air, data(None).markers, data(None).formations)
    for name in book
    if "-" in name or name.islower()
)
IDS = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, KEYS))}|(allied|axis|core|screen|rescue)-\d+)(?![\w-])|[{{}}]")
ONE_OF_EACH: dict[str, tuple[Action, str]] = {
    "go": (a.Go("3327"), "To Alta"),
    "speed-up": (a.SpeedUp(maximum=True), "Maximum speed"),
    "search-here": (a.SearchHere(), "Search this hex for enemy ships"),
    "air-search": (a.AirSearch(), "Search from the air for all enemy forces in range"),
    "launch-strike": (a.LaunchStrike("tg-b"), "Strike TG B"),
    "open-fire": (a.OpenFire(), "Open fire on the enemy here"),
    "open-fire-with": (
        a.OpenFireWith("cruiser-force"),
        "Open fire with Cruiser Force, unseen forces beside it keep out",
    ),
    "leave-map": (a.LeaveMap(), "Leave the map to the west"),
    "stop": (a.Stop(), "Do not use it"),
    "intercept": (a.Intercept("cruiser-force"), "Cruiser Force tries to intercept"),
    "activate-force": (a.ActivateForce("kg-26"), "Activate KG 26"),
    "inspect": (a.Inspect("axis-4"), "Look at German marker 4"),
    "ask-for-orders": (a.AskForOrders(yes=False), "Not yet"),
    "regroup": (a.Regroup("3633"), "Divide the ships in Narvik anew"),
    "place-dummy": (a.PlaceDummy("2640"), "Put a dummy beside the ships in 2640"),
    "remove-dummy": (a.RemoveDummy("tf-2"), "Take TF 2 off the map"),
    "refuel": (a.Refuel(), "Take on fuel"),
    "leave-behind": (a.LeaveBehind("tf-2"), "Let damaged ships leave TF 2, which slows it"),
    "feint": (a.Feint("tf-2"), "Slow TF 2 as if it had been reorganised"),
    "put-in": (a.PutIn("knights-move", yes=True), "Put Knight's Move into the pool"),
    "use-advantage": (a.UseAdvantage(-2), "Take 2 off the die"),
    "keep-advantage": (a.KeepAdvantage("next-marker"), "Keep it, and do not ask before another marker is drawn"),
    "send-against": (a.SendAgainst("store"), "Wait for the massed attack"),
    "transfer": (a.Transfer("3325"), "To Banak"),
    "advance": (a.Advance("core-9"), "On to Core 9"),
    "attack-here": (a.AttackHere("carlton"), "Attack Carlton"),
    "engage": (a.Engage("kg-26-1"), "KG 26 He-111 1"),
    "submarine": (a.Submarine("shadow"), "Shadow the convoy"),
    "target-type": (a.TargetType("AA"), "An anti-aircraft ship"),
    "target": (a.Target("donbas"), "Fire at Donbas, damaged"),
    "move-first": (a.MoveFirst(yes=False), "Move second"),
    "disengage": (a.Disengage(yes=True), "Break off"),
    "scatter-convoy": (a.ScatterConvoy(yes=True), "Scatter the convoy"),
    "retreat": (a.Retreat("2640"), "To 2640"),
    "move-unit": (a.MoveUnit("keppel", "out"), "Keppel off the map"),
    "recycle": (a.Recycle("german-dummy-2", "2640"), "Put Dummy 2 down in 2640"),
    "pass": (a.Pass(), "Nothing more this turn"),
    "choose": (Choose(("u-88", "kg-26")), "U-88 and KG 26"),
    "choose none": (Choose(()), "None of them"),
    "allot squares": (Allot((("kg-26-1", "screen-12"), ("donbas", "-"))), "KG 26 He-111 1: Screen 12"),
    "allot guns": (Allot((("tirpitz:main", "london"),)), "Tirpitz, main guns: London"),
    "allot ways": (Allot((("keppel", "smoke"), ("p614", "submerge"))), "Keppel: stays and lays smoke; P614: submerges"),
    "decline": (Decline(), "Let it pass"),
}


def test_nobody_is_asked_but_by_a_question() -> None:
    """A rule's number says nothing to people: what is asked stands in a `Question`, beside the rule."""
    asked = [
        ast.unparse(node.args[1])
        for file in Path(arctic_disaster.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("u.ask", "u.window")
    ]
    assert len(asked) > 50
    assert [question for question in asked if not question.replace("_", "").isalpha()] == []


@pytest.mark.parametrize("question", GAME.questions.values(), ids=GAME.questions)
def test_what_answers_do_is_said_in_a_line(question: Question[State, Data]) -> None:
    lines = [*question.answers.values(), *(kind.help for kind in a.ACTIONS if kind.help)]
    assert [line for line in lines if not line.endswith(".") or len(line) > 110 or IDS.search(line)] == []
    assert question.phase[0].isupper()
    assert not question.verb or question.verb[0].isupper()


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_action_has_words_and_a_heading(name: str) -> None:
    assert {type(action) for action, _ in ONE_OF_EACH.values()} == {*GAME.actions, Choose, Allot, Decline}
    theatre = Theatre({})
    theatre.ship("donbas", "2640", damage=1)
    action, expected = ONE_OF_EACH[name]
    words = GAME.words(theatre.data, GAME.known(theatre.data, theatre.state, Observer.AXIS), action)
    assert words == expected
    heading = GAME.heading(theatre.data, type(action), action)
    assert 3 < len(heading) <= 24
    assert GAME.heading(theatre.data, type(action), None) == heading


def test_a_step_says_its_direction_its_price_and_what_it_comes_into() -> None:
    """Bear Island is coast; the fog begins where the Barents Sea does."""
    theatre = Theatre({}).weather("clear", "fog")
    theatre.force("tf-1", "2529", "manchester")
    theatre.active(ALLIED, "tf-1")
    known = GAME.known(theatre.data, theatre.state, Observer.ALLIED)
    said = {cell: GAME.words(theatre.data, known, a.Go(cell)) for cell in theatre.data.neighbours("2529")}
    assert said["2528"] == "East (1 point, into fog) to 2528"
    assert said["2530"] == "West (1 point) to 2530"
    assert said["2430"] == "North-west (1½ points) to 2430"
    assert GAME.words(theatre.data, known, a.Go("2640")) == "To 2640", "no step of this force"


def test_forces_formations_and_attackers_are_named_with_where_they_are() -> None:
    theatre = placed({"tirpitz": 6, "london": 12}, begin=False)
    theatre.aircraft("kg-26")
    theatre.state.raid = Raid(HERE, AXIS, "cruiser-force", ships={"london": "A1"}, units={"kg-26-1": "london"})
    known = GAME.known(theatre.data, theatre.state, Observer.AXIS)
    key = next(iter(theatre.state.forces[AXIS]))
    name = theatre.data.markers[key].name
    said = [
        GAME.words(theatre.data, known, action)
        for action in (a.ActivateForce(key), a.ActivateForce("kg-26"), a.Regroup(HERE), a.Engage("kg-26-1"))
    ]
    assert said[:2] == [f"Activate {name} in {HERE}", "Activate KG 26 at Bardufoss"]
    assert said[2].startswith("Divide ")
    assert name in said[2]
    assert said[3] == "KG 26 He-111 1, which goes for London"


def test_a_force_that_is_activated_is_named_with_its_points() -> None:
    theatre = Theatre({Activate: activate})
    theatre.force("tf-1", "2429", "manchester")
    theatre.begin(Activate(ALLIED, "tf-1"))
    assert theatre.asked(ALLIED).prompt == (
        "TF 1 at 2429: 4 movement points at regular speed, or 6 movement points at maximum speed?"
    )


def test_the_scale_has_the_levels_of_victory() -> None:
    theatre = Theatre({})
    known = GAME.known(theatre.data, theatre.state, Observer.ALLIED)
    scale = next(track for track in GAME.view(theatre.data, known, Observer.ALLIED).tracks if track.kind == "scale")
    for net in (9, 10, 44, 45, 55, 56, 75, 76):
        band = next(band for band in scale.bands if band.upto is None or net < band.upto)
        assert band.words == level(theatre.data, net)


def test_to_stop_is_said_as_it_is_meant() -> None:
    theatre = Theatre({})
    theatre.force("tf-1", "2640", "manchester")
    theatre.active(ALLIED, "tf-1")
    known = GAME.known(theatre.data, theatre.state, Observer.ALLIED)
    assert GAME.words(theatre.data, known, a.Stop()) == "Stop here"
    known.active, known.phase = None, "initial"
    assert GAME.words(theatre.data, known, a.Stop()) == "That is all"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whatever_is_asked_in_a_game_reads_well(scenario: str) -> None:
    match: Match[State, Data] = Match.new(GAME, scenario, seed=7, log=True)
    dice = Dice.seeded("phrases", scenario)
    for _ in range(400):
        if not match.pending:
            break
        side = next(iter(match.pending))
        decision, known = match.pending[side], match.known(eyes_of(side))
        asked = Asked(GAME, match.data, known, decision)
        about = asked.about
        assert about.endswith("."), (decision.rule, about)
        assert not about[0].islower(), about
        assert decision.prompt.endswith("?"), decision.prompt
        assert asked.phase, decision.rule
        assert not any(IDS.search(help) for help in asked.help.values()), asked.help
        assert not IDS.search(about + decision.prompt), about + decision.prompt
        reads_well(match.data, known, decision)
        match.act(side, eager(match, side, dice))
    for observer in (Observer.PUBLIC, *map(eyes_of, Side)):
        lines = [line.text for line in match.view(observer).log]
        assert lines
        wrong = [line for line in lines if re.search(r"\b(axis|allied)\b|[{}]", line) or IDS.search(line)]
        assert wrong == []


def reads_well(data: Data, known: State, decision: Decision[Action]) -> None:
    """Every answer in words, no two alike; and every slot and value of an order sheet has a name of its own."""
    options = decision.options
    if isinstance(options, Pick):
        said = [GAME.words(data, known, action) for action in options.listed]
        assert len(set(said)) == len(said), said
        assert not any(IDS.search(words) for words in said), said
    elif isinstance(options, Subset):
        named = [GAME.label(data, item) for item in options.items]
        assert len(set(named)) == len(named), named
        assert not any(IDS.search(name) for name in named)
    elif isinstance(options, Assign):
        named = [GAME.label(data, slot) for slot in options.slots]
        assert len(set(named)) == len(named), named
        assert not any(IDS.search(name) for name in named)
        for domain in options.slots.values():
            value = next(iter(domain), "")
            assert not IDS.search(GAME.label(data, value)), value


@pytest.mark.parametrize("question", GAME.questions)
@pytest.mark.parametrize("side", Side)
def test_what_a_question_is_about_is_told_to_either_side(question: str, side: Side) -> None:
    """Games seldom come to all of them: here are a fight, a raid and an activation at once, and something to choose."""
    theatre = placed({"tirpitz": 6, "london": 12}, begin=False)
    theatre.aircraft("kg-26")
    theatre.active(side, "tg-b" if side is AXIS else "cruiser-force")
    theatre.state.raid = Raid(HERE, AXIS, "cruiser-force", ships={"london": "A1"}, units={"kg-26-1": "london"})
    theatre.state.raid.done = ["kg-26-1"]
    known = GAME.known(theatre.data, theatre.state, eyes_of(side))
    for options in (Pick([a.Stop(), a.Pass()]), Pick([a.Stop()]), Subset(["london"])):
        decision: Decision[Action] = Decision(side, GAME.questions[question], options)
        told = Asked(GAME, theatre.data, known, decision).about
        assert 40 < len(told) <= 260, told
        assert told.endswith("."), told
        assert not IDS.search(told), told


def test_what_a_question_is_about_takes_its_numbers_from_the_tables() -> None:
    theatre = Theatre({})
    table = theatre.data.tables.home_fleet
    decision: Decision[Action] = Decision(ALLIED, ORDERS, Pick([a.AskForOrders(yes=True)]))
    told = Asked(GAME, theatre.data, theatre.state, decision).about
    assert str(table.lifted_from) in told
    assert signed(table.scattered) in told
