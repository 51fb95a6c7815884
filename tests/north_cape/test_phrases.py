"""What is asked and what can be answered, in words that need no rulebook."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from barents.games import north_cape
from barents.games.north_cape import GAME
from barents.games.north_cape import actions as a
from barents.games.north_cape.data import CARRIER, Data
from barents.games.north_cape.state import WAITING, MissionType, Observe, State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Pick
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.question import Asked, Question
from barents.kernel.sides import Observer, Side, eyes_of
from barents.players import RandomPlayer
from barents.players.north_cape import Doctrine
from tests.north_cape.sea import ALLIED, AXIS, Sea
from tests.published import NORTH_CAPE as SCENARIOS

IDS = re.compile(r"\b(mt-\d\d|(gb|us|su|de)-(dd|de|aa)-\d|waiting:|group-\d|(axis|allied)-decoy|[{}])")
ONE_OF_EACH: tuple[Action, ...] = (
    a.UsePrinzEugen(True),
    a.Replace("u-88"),
    a.Deploy("4434"),
    a.Join("cruisers"),
    a.Buy(2, 6),
    a.Pass(),
    a.Declare(MissionType.ATTACK, "1520"),
    a.Go("1521"),
    a.Stop(),
    a.Cancel(),
    a.DropOff(),
    a.Surface("u-88"),
    a.LeaveMap(),
    a.Spot("u-88", "1521"),
    a.Forgo(),
    a.SaySubmarine(),
    a.Show(),
    a.RollInfiltration(),
    a.AttackOpenly(),
    a.Engage("tirpitz", "mt-01"),
    a.Fire("gb-dd-1"),
    a.HoldFire(),
    a.Land("albacore-1", CARRIER),
    a.WaitAloft(),
    a.CallHfdf(),
    a.Disperse("1520"),
    a.DriveTo("1520"),
    a.Regroup("group-1", "1520"),
    a.Dissolve("group-1"),
    a.ShowPieces("1520"),
    Choose(("mt-01", "gb-dd-1")),
    Allot((("u-88", "1520"), ("allied-decoy-1", "box-1"))),
    Decline(),
)


def told(sea: Sea, side: Side, action: Action | str) -> str:
    """An action in the words that a side reads."""
    parsed = GAME.notation.parse(action) if isinstance(action, str) else action
    return GAME.words(sea.data, sea.match.known(Observer(side.value)), parsed)


def asked_in_the_rules() -> list[object]:
    """What `u.ask` and `u.window` are called with, read from the code."""
    found: list[object] = []
    here = Path(north_cape.__file__).parent
    for file in here.rglob("*.py"):
        module = import_module(".".join((north_cape.__name__, *file.relative_to(here).with_suffix("").parts)))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("u.ask", "u.window"):
                found.append(vars(module).get(ast.unparse(node.args[1]), ast.unparse(node)))
    return found


def test_every_question_is_asked_and_nothing_is_asked_without_one() -> None:
    asked = asked_in_the_rules()
    assert [call for call in asked if not isinstance(call, Question)] == []
    assert {question.id for question in asked if isinstance(question, Question)} == set(GAME.questions)


def test_every_line_of_help_reads_well() -> None:
    answers = [line for question in GAME.questions.values() for line in question.answers.values()]
    for line in [*answers, *(action.help for action in GAME.actions if action.help)]:
        assert line[0].isupper()
        assert line.endswith(".")
        assert not IDS.search(line), line


def test_every_action_has_words_and_a_heading() -> None:
    assert {type(action) for action in ONE_OF_EACH} == {*GAME.actions, Choose, Allot, Decline}
    sea = Sea()
    sea.place("u-88", "1520")
    sea.missions(AXIS)
    for action in ONE_OF_EACH:
        words, heading = told(sea, AXIS, action), GAME.heading(sea.data, type(action), action)
        assert words != str(action)
        assert not IDS.search(words), words
        assert 3 < len(heading) <= 24, heading
        if type(action) is not a.Declare:
            assert GAME.heading(sea.data, type(action), None) == heading


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("random", [False, True], ids=["doctrine", "random"])
def test_whatever_is_asked_in_a_game_reads_well(scenario: str, random: bool) -> None:
    match: Match[State, Data] = Match.new(GAME, scenario, seed=7, log=True)
    player = RandomPlayer() if random else Doctrine(match.data)
    dice = Dice.seeded("phrases", scenario)
    for number in range(700):
        if not match.pending:
            break
        side = next(iter(match.pending))
        decision, known = match.pending[side], match.known(eyes_of(side))
        assert decision.prompt.endswith("?"), decision.prompt
        about = Asked(GAME, match.data, known, decision).about
        assert about.endswith("."), about
        assert not about[0].islower(), about
        assert not IDS.search(about + decision.prompt), about + decision.prompt
        if not number % 4 and isinstance(decision.options, Pick):
            reads_well(match.data, known, decision.options)
        match.act(side, player.choose(known, decision, dice))
    lines = [line.text for line in match.view(Observer.PUBLIC).log]
    assert lines
    assert not any(re.search(r"\b(axis|allied) |[{}]", line) for line in lines)


def reads_well(data: Data, known: State, options: Pick[Action]) -> None:
    """Every answer in words, and no two alike."""
    said = [GAME.words(data, known, action) for action in options.listed]
    assert len(set(said)) == len(said), said
    assert not any(IDS.search(words) for words in said), said


def test_stop_says_what_it_stops() -> None:
    sea = Sea().weather("clear")
    sea.place("tirpitz", "1520")
    sea.place("u-88", "1820")
    sea.place("mt-01", "1524")
    said = {}
    for type, name, start in (("sortie", "tirpitz", "1520"), ("patrol", "u-88", "1820")):
        sea.missions(AXIS).act(AXIS, f"declare {type} {start} no", f"choose {name}")
        said[type] = told(sea, AXIS, "stop")
        assert told(sea, AXIS, "cancel") == "Do not go after all"
        assert told(sea, AXIS, "go 1521") == "Sail to 1521"
    assert said == {"sortie": "Stop here", "patrol": "Stay on patrol here"}
    sea.fly("bv-138-1", "1523")
    sea.mission(MissionType.RECON, ["bv-138-1"])
    sea.begin(Observe())
    mission = sea.now.mission
    assert mission is not None
    mission.arrived = True
    assert told(sea, AXIS, "stop") == "Look no further"
    assert told(sea, AXIS, "go 1521") == "Fly to 1521"
    assert told(sea, AXIS, "cancel") == "Break the mission off"


def test_a_recon_that_has_arrived_is_its_owners_secret() -> None:
    sea = Sea().weather("clear")
    sea.place("u-88", "1520")
    sea.place("mt-01", "1522")
    sea.missions(AXIS).send(MissionType.RECON, "u-88").act(AXIS, "go 1521")
    assert told(sea, AXIS, "stop") == "Stop here and look around"
    sea.act(AXIS, "stop")
    assert told(sea, AXIS, "stop") == "Look no further"
    mission = sea.match.known(Observer.ALLIED).mission
    assert mission is not None
    assert not mission.arrived


def test_a_mission_names_who_alone_can_go_and_a_force_by_its_name() -> None:
    sea = Sea().weather("clear")
    sea.place("u-88", "1520")
    sea.place_all(["u-255", "u-457"], "1820")
    sea.place("london", f"{WAITING}cruisers")
    sea.missions(AXIS)
    assert told(sea, AXIS, "declare recon 1520 no") == "Recon with U-88 from 1520"
    assert told(sea, AXIS, "declare recon 1820 no") == "Recon with ships from 1820"
    assert told(sea, ALLIED, a.Declare(MissionType.SORTIE, f"{WAITING}cruisers")) == "The cruiser force enters the map"


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("buy 0 0", "No decoys"),
        ("buy 1 2", "1 decoy: 2 points to the enemy"),
        ("buy 3 10", "3 decoys but pay for 5: 10 points to the enemy"),
        ("deploy 6237", "Start in the hex off Archangel"),
        ("land ju-88-1 2633", "Ju-88 1 lands at Banak"),
        ("choose u-88,u-255", "U-88 and U-255"),
        ("choose -", "None of them"),
    ],
)
def test_answers_read_as_one_would_say_them(notation: str, words: str) -> None:
    assert told(Sea().missions(AXIS), AXIS, notation) == words
