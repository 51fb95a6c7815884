"""Play in the terminal, by lines that are fed in: whole games, every shape of question, and what the screen shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any, Literal

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner, Result

from barents.cli import app
from barents.kernel import registry
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Assign, Decision, Group, Pick, Product, Refused, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import Among, Routes
from barents.kernel.hexes import Grid, GridSpec
from barents.kernel.match import Match, RuleFault
from barents.kernel.payloads import ChartState
from barents.kernel.question import Question
from barents.kernel.record import Record, decode
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Board, Clock, PieceView, SightingView, Situation
from barents.players import Player, RandomPlayer, player
from barents.terminal import sea, show
from barents.terminal.answers import AssignQuestion, PickQuestion, SubsetQuestion
from barents.terminal.table import CLEAR, Table
from barents.terminal.wording import Wording
from tests.hunt import GAME
from tests.hunt.battle import AIM
from tests.hunt.search import LOOK
from tests.hunt.state import FallUpon, FireAt, LookAt

Turn = tuple[Side, list[str]]


@pytest.fixture(autouse=True)
def hunt() -> None:
    registry.plug_in(GAME)


def begun(seed: str = "7", scenario: str = "first-light") -> Match[Any, Any]:
    return Match.new(GAME, scenario, seed=seed)


def play(lines: list[str], *arguments: str) -> Result:
    command = ["--plug-in", "tests.hunt", "play", "hunt", *arguments]
    return CliRunner().invoke(app, command, input="".join(f"{line}\n" for line in lines))


def typed(decision: Decision[Any], action: Action) -> list[str]:
    """What a person types for an answer: numbers and letters for the most part."""
    if decision.asides is not None and action in decision.asides:
        return ["abc"[list(decision.asides).index(action)]]
    match decision.options, action:
        case Pick(), _:
            return [str(list(decision.options).index(action) + 1)]
        case Subset(items=items), Choose(chosen):
            return [" ".join(str(items.index(item) + 1) for item in chosen) or "-"]
        case Assign(), Allot(((_, first), *others)):
            return [first, " ".join(f"{slot}={value}" for slot, value in others), "done"] if others else [first, "done"]
    raise AssertionError(action)


def a_game(seed: str) -> tuple[Match[Any, Any], list[Turn]]:
    """A game at random, made through the match itself, and what a person would type to play the same."""
    match, dice, turns = begun(seed), Dice.seeded("person", seed), []
    while match.pending:
        side, decision = next(iter(match.pending.items()))
        action = RandomPlayer().choose(None, decision, dice)
        lines = typed(decision, action)
        match.act(side, action)
        again = next(iter(match.pending), None) is side and match.can_undo(side)
        turns.append((side, [*lines, "undo", *lines] if again else lines))
    return match, turns


def at_the_curtain(turns: list[Turn]) -> list[str]:
    """The lines of two people at one screen, with the Enter at each change of side."""
    lines: list[str] = []
    facing = None
    for side, typed_lines in turns:
        lines += [*([""] if side is not facing else []), *typed_lines]
        facing = side
    return lines


def saved(file: Path) -> Record:
    return decode(file.read_bytes())


@pytest.mark.parametrize("seed", ["7", "8", "11"])
def test_two_people_play_a_game_to_its_end_with_undo_save_quit_and_load(tmp_path: Path, seed: str) -> None:
    match, turns = a_game(seed)
    kept, ended = str(tmp_path / "kept.json"), tmp_path / "ended.json"
    half = len(turns) // 2
    leaving = (turns[half][0], [f"save {kept}", "quit", ""])
    first = play(at_the_curtain([*turns[:half], leaving]), "first-light", "--as", "both", "--seed", seed)
    assert (first.exit_code, "The input has ended" in first.stdout) == (0, False)
    assert saved(tmp_path / "kept.json").result is None

    second = play(at_the_curtain(turns[half:]), "--as", "both", "--load", kept, "--save", str(ended))
    assert second.exit_code == 0
    assert "No:" not in first.stdout + second.stdout
    record = saved(ended)
    assert record.result == match.result
    assert record.chapters[-1].closing == match.record.chapters[-1].closing
    assert record.chapters[-1].dice == match.record.chapters[-1].dice
    undone = sum("undo" in lines for _, lines in turns)
    assert [text for _, text in record.chapters[-1].entries].count("!undo") == undone > 10
    assert match.result is not None
    assert f"Why: {match.result.why}" in second.stdout
    assert f"Points: allied {match.result.points['allied']}, axis {match.result.points['axis']}" in second.stdout


def test_an_answer_may_be_given_in_notation() -> None:
    match, turns = a_game("7")
    entries = [(side, str(action)) for side, action in match.choices]
    shown = play(at_the_curtain([(side, [text]) for side, text in entries]), "--as", "both", "--seed", "7")
    assert "No:" not in shown.stdout
    assert match.result is not None
    assert f"Why: {match.result.why}" in shown.stdout
    assert len(turns) == len(entries)


def test_quit_offers_to_keep_the_match_and_a_bad_path_is_asked_again(tmp_path: Path) -> None:
    good, bad = tmp_path / "kept.json", tmp_path / "nowhere" / "kept.json"
    shown = play(["1", "quit", str(bad), str(good)], "--seed", "7")
    assert shown.exit_code == 0
    assert "cannot be written: No such file or directory" in shown.stdout
    assert [text for _, text in saved(good).chapters[0].entries] == ["post convoy N"]
    assert sorted(tmp_path.iterdir()) == [good]


def test_quit_with_an_empty_line_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert play(["quit", ""], "--seed", "7").exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_failed_save_leaves_the_older_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.json"
    play([f"save {kept}", "quit", ""], "--seed", "7")
    before = kept.read_bytes()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    shown = play(["1", f"save {kept}", "quit", ""], "--seed", "7")
    assert "No space left on device" in shown.stdout
    assert kept.read_bytes() == before


def test_a_loaded_match_goes_on_against_the_computer_as_if_it_had_not_been_left(tmp_path: Path) -> None:
    turn = ["1", "1", "1", "1", "1", "done", "convoy=0205 sheffield=0205 onslow=0205", "done"]
    whole, half, rest = (str(tmp_path / name) for name in ("whole", "half", "rest"))
    play([*turn, "2", "3"], "--seed", "5", "--save", whole)
    play([*turn, "2"], "--seed", "5", "--save", half)
    play(["3"], "--load", half, "--save", rest)
    assert Path(whole).read_bytes() == Path(rest).read_bytes()
    assert len(saved(Path(whole)).chapters[0].entries) > 8


def test_a_person_resigns_after_being_asked_again() -> None:
    shown = play(["resign", "no", "resign", "yes"], "--as", "axis", "--seed", "7")
    assert "Allied victory: resigned" in shown.stdout
    assert "Why: The Germans resigned" in shown.stdout
    assert "Hand over" not in shown.stdout


def test_the_situation_is_shown_again_only_when_it_looks_different() -> None:
    plain = play(["1", "2"], "--seed", "7").stdout
    assert plain.count("Turn 1 of 12") == 1
    assert play(["1", "map", "2"], "--seed", "7").stdout.count("Turn 1 of 12") == 2


def test_help_names_every_command_and_asks_again() -> None:
    shown = play(["?"], "--seed", "7").stdout
    for command in (
        "map",
        "rules",
        "log",
        "why ACTION",
        "undo",
        "save FILE",
        "resign",
        "quit",
        "post {ship} {towards}",
    ):
        assert command in shown
    assert shown.count("Where does a lookout watch?") == 2


def test_rules_are_read_at_the_table() -> None:
    shown = play(["rules 3"], "--seed", "7").stdout
    assert "has no rulebook yet: `barents rules hunt` lists its requirements." in shown


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("7", "'7' is no answer here: give a number (1 to 6)"),
        ("north", "'north' is no answer here"),
        ("post convoy", "'post' is written 'post {ship} {towards}'"),
        ("post onslow N", "'post onslow N' is not among the choices"),
        ("undo", "there is nothing that allied may take back"),
        ("save", "name the file"),
        ("log much", "'much' is no number of lines"),
        ("log", "Nothing has happened yet"),
        ("why", "write `why` and an action"),
        ("why 0505", "'0505' is no action"),
        ("why post onslow N", "It would be refused: 'post onslow N' is not among the choices"),
        ("why post convoy N", "You may"),
    ],
)
def test_a_line_that_is_no_answer_is_explained_and_changes_nothing(line: str, told: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    shown = play([line], "--seed", "7", "--save", str(kept))
    assert told in " ".join(shown.stdout.split())
    assert saved(kept).chapters[0].entries == ()


def test_the_log_explains_dice_and_can_be_cut_to_its_end() -> None:
    _, turns = a_game("7")
    lines = at_the_curtain([*turns[:-1], (turns[-1][0], ["log 2", "log"])])
    shown = play(lines, "--as", "both", "--seed", "7").stdout
    assert "Lützow: d6 " in shown
    after = shown.split("> log 2\n")[1].split("> log\n")
    assert len(after[0].splitlines()) == 3
    assert len(after[1].splitlines()) > 10


class Screen:
    """A table with a terminal for its screen, and lines that are typed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, lines: Iterable[str], match: Match[Any, Any]) -> None:
        self.file = StringIO()
        self.lines = iter(lines)
        self.match = match
        monkeypatch.setattr("builtins.input", self._input)

    def _input(self, prompt: str) -> str:
        self.file.write(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None

    def play(self, players: dict[Side, Player], save: Path | None = None) -> str:
        console = Console(file=self.file, force_terminal=True, color_system=None, width=100, markup=False)
        Table(self.match, players, console, save).play()
        return self.file.getvalue()


@pytest.mark.parametrize("side", list(Side))
def test_a_person_plays_to_the_end_against_the_computer(monkeypatch: pytest.MonkeyPatch, side: Side) -> None:
    match = begun()

    def person() -> Iterator[str]:
        dice = Dice.seeded("person")
        while True:
            decision = match.pending[side]
            yield from typed(decision, RandomPlayer().choose(None, decision, dice))

    shown = Screen(monkeypatch, person(), match).play({side.enemy: player("random")})
    assert match.result is not None
    assert shown.rstrip().endswith(f"Why: {match.result.why}")
    assert ("No:" in shown, CLEAR in shown, f"{side.enemy.value} · " in shown) == (False, False, False)


def test_a_curtain_falls_between_two_people(monkeypatch: pytest.MonkeyPatch) -> None:
    _, turns = a_game("7")
    shown = Screen(monkeypatch, at_the_curtain(turns[:12]), begun()).play({})
    scenes = shown.split(CLEAR)[1:]
    assert len(scenes) >= 3
    for scene in scenes:
        asked = {side for side in Side if f"{side.value} · " in scene}
        assert len(asked) <= 1
        assert scene.startswith("Hand over to the ")
        assert ("Lützow" in scene) == (asked == {Side.AXIS})


def test_the_end_of_input_at_the_curtain_shows_nothing_of_what_is_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Screen(monkeypatch, [], begun()).play({})
    assert "Turn 1" not in shown
    assert "The input has ended" in shown


def test_what_lay_face_down_is_turned_over_when_the_game_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Screen(monkeypatch, ["1", "log", "resign", "yes"], begun()).play({Side.AXIS: player("random")})
    before, after = shown.split("Really give up?")
    assert ("Lützow" in before, "Lützow" in after) == (False, True)


def test_a_rule_that_fails_is_told_and_the_question_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    match, act = begun(), Match.act
    fails = iter([True])

    def failing(self: Match[Any, Any], side: Side, action: Action) -> None:
        if next(fails, False):
            raise RuleFault("H-5.2-lookouts: out of lookouts")
        act(self, side, action)

    monkeypatch.setattr(Match, "act", failing)
    shown = Screen(monkeypatch, ["1", "2"], match).play({Side.AXIS: player("random")})
    assert "out of lookouts" in shown
    assert [str(action) for _, action in match.choices] == ["post convoy NE"]


def plain(lines: Iterator[Text]) -> str:
    return "\n".join(line.plain for line in lines)


@pytest.fixture
def wording() -> Wording:
    match = begun(scenario="fog-bank")
    return Wording(match, match.pending[Side.ALLIED])


def asked_by(question: Question[Any, Any], side: Side) -> Wording:
    """How The Hunt speaks when it puts one of its questions."""
    return Wording(begun(scenario="fog-bank"), Decision(side, question, Pick([Decline()])))


def test_odds_stand_beside_a_gamble() -> None:
    wording = asked_by(AIM, Side.AXIS)
    assert wording.action(FireAt("convoy")) == "Fire at Convoy — 50% a hit: +5 guns −1 fog"
    assert wording.action(Decline()) == "Let it pass"


def test_very_many_actions_are_picked_by_piece_and_then_by_cell() -> None:
    wording = asked_by(LOOK, Side.ALLIED)
    cells = [f"{column:02}{row:02}" for column in range(1, 10) for row in range(1, 10)]
    product = Product(LookAt, {"sheffield": Among(cells), "onslow": Among(cells[:3]), "convoy": Among([])})
    pick = PickQuestion(wording, Pick([], product))
    assert "1  Look at: Sheffield … (81 ways)" in plain(pick.choices())
    assert "Convoy" not in plain(pick.choices())
    assert pick.read("1") is None
    assert "81 to choose from: 0101..0109, 0201..0209" in plain(pick.choices())
    assert (pick.claims("0905"), pick.claims("0910")) == (True, False)
    with pytest.raises(Refused, match="1010 is not among the choices"):
        pick.read("1010")
    assert (pick.take_back(), pick.take_back()) == (True, False)
    assert pick.read("2") is None
    assert "Onslow looks at 0102 —" in plain(pick.choices())
    assert pick.read("0102") == LookAt("onslow", "0102")


def test_a_subset_is_chosen_by_number_id_or_name(wording: Wording) -> None:
    ships = Subset(["convoy", "sheffield", "lutzow"], least=0, most=2, groups=[Group(["convoy", "sheffield"], most=1)])
    subset = SubsetQuestion(wording, ships)
    assert "of Convoy, Sheffield: at least 0, at most 1" in plain(subset.choices())
    assert "3  Lützow" in plain(subset.choices())
    assert subset.read("3 1") == Choose(("lutzow", "convoy"))
    assert subset.read("Lützow, sheffield") == Choose(("lutzow", "sheffield"))
    assert subset.read("-") == Choose(())
    with pytest.raises(Refused, match="'4' is none of the 3 offered"):
        subset.read("1 4")


def test_items_that_are_numbers_themselves_are_not_numbered(wording: Wording) -> None:
    subset = SubsetQuestion(wording, Subset(["3", "2", "1"]))
    assert subset.read("1 3") == Choose(("1", "3"))


def test_slots_are_filled_in_any_order_and_optional_ones_may_stay_empty(wording: Wording) -> None:
    domain = Among(["fire", "smoke"])
    slots = {"sheffield": domain, "onslow": domain, "convoy": Routes("a", 1, {"b": 1}, {"a": ("b",), "b": ("a",)})}
    options = Assign(slots, optional=["convoy"], capacity={"smoke": 1}, ordered=True)
    assign = AssignQuestion(wording, options)
    assert "no more than 1: smoke" in plain(assign.choices())
    assert "Sheffield: 1 fire, 2 smoke" in plain(assign.goes_on())
    assert assign.read("onslow=1") is None
    assert assign.read("smoke") is None
    assert assign.how() == "Convoy"
    assert "a way from a, first to b, that costs 1 at most: where it ends" in plain(assign.goes_on())
    assert assign.read("done") == Allot((("onslow", "fire"), ("sheffield", "smoke"), ("convoy", "-")))
    assert str(assign.why_not("convoy=a>c")) == "c is not next to a"
    assert assign.why_not("convoy=a>b") is None
    with pytest.raises(Refused, match="with one of the slots sheffield, onslow, convoy"):
        assign.read("onslw=fire")
    assert assign.read("convoy=-") is None
    with pytest.raises(Refused, match="done, or slot=value"):
        assign.read("fire")
    assert assign.take_back()
    assert assign.current == "convoy"


def situation(*cells: str, board: str = "sea") -> Situation:
    pieces = [
        PieceView(f"p{n}", board, cell, Side.AXIS, "dd", f"Z {n}", badges=("hit",)) for n, cell in enumerate(cells)
    ]
    old = SightingView("0203", "raider", "air search", 2, 1)
    return Situation(
        (Board("sea", "The sea", "sea", payload=ChartState(marks={"land": ("0302",)})),),
        tuple(pieces),
        Clock(3, 9),
        sightings=(old,),
    )


def grid(columns: int, orientation: Literal["flat", "pointy"] = "flat") -> Grid:
    return Grid(
        GridSpec(
            orientation=orientation,
            columns=(1, columns),
            rows=(1, 3),
            id="CCRR",
            shifted="even",
            shift="south" if orientation == "flat" else "east",
            columns_grow="east",
            rows_grow="south",
        )
    )


def test_a_small_map_is_drawn_with_its_shifted_columns() -> None:
    assert sea.draw(grid(3), "sea", situation("0102", "0102", "0103")).plain.splitlines() == [
        " 0101            0301",
        "         0201",
        " 0102            0302",
        " Z 0+1   0202    land",
        " 0103            0303",
        "  Z 2    0203",
        "        ?raider",
    ]


def test_rows_are_shifted_by_half_a_cell_where_hexes_stand_on_their_points() -> None:
    drawn = sea.draw(grid(3, "pointy"), "sea", situation()).plain.splitlines()
    assert drawn[0] == " 0101    0201    0301"
    assert drawn[2] == "     0102    0202    0302"


def test_a_wide_map_is_told_by_its_cells() -> None:
    wide = {"sea": grid(13).neighbours}
    assert sea.grids(wide) == {}
    assert set(sea.grids({"sea": grid(12).neighbours, "table": lambda _: ()})) == {"sea"}
    told = plain(show.situation(situation("0102", "0102"), sea.grids(wide)))
    assert "Axis   0102  Z 0 (hit), Z 1 (hit)" in told
    assert "Raider at 0203, 1 turn ago (air search)" in told


def test_the_umpire_sees_every_board_under_its_title() -> None:
    match = begun()
    seen = match.view(Observer.UMPIRE).situation
    display = Situation(
        (*seen.boards, Board("box", "Holding box", "box")),
        (*seen.pieces, PieceView("u-88", "box", "north", Side.AXIS, "ss", "U-88", face_down=True)),
        seen.clock,
    )
    told = plain(show.situation(display, {}))
    assert told.index("The sea") < told.index("Convoy") < told.index("Holding box") < told.index("U-88 (face down)")


def test_many_slots_get_one_value_in_one_line(wording: Wording) -> None:
    hexes = Among(["0101", "0102"])
    slots = {"sheffield": hexes, "onslow": hexes, "convoy": Among(["0102"])}
    assign = AssignQuestion(wording, Assign(slots, capacity={"0101": 2}))
    assert "no more than 2: 0101" in plain(assign.choices())
    assert assign.read("1,3=0102") is None
    assert assign.draft == {"sheffield": "0102", "convoy": "0102"}
    assert assign.read("1-2=0101") is None
    assert assign.read("done") == Allot((("convoy", "0102"), ("sheffield", "0101"), ("onslow", "0101")))
    again = AssignQuestion(wording, Assign(slots))
    again.read("all=0101")
    assert again.current == "convoy", "what cannot have the value stays open"
    with pytest.raises(Refused, match="is not slot=value"):
        again.read("1-4=0102")


def test_limits_alike_are_told_together(wording: Wording) -> None:
    squares = [f"core-{number}" for number in range(1, 35)]
    assign = AssignQuestion(wording, Assign({"onslow": Among(squares)}, capacity=dict.fromkeys(squares, 1)))
    assert "no more than 1 each: core-1..core-34" in plain(assign.choices())
    assert "Onslow: one of core-1..core-34" in plain(assign.choices())


def test_between_questions_only_what_has_changed_is_shown() -> None:
    before, after = situation("0102", "0103"), situation("0102", "0203")
    told = plain(show.changes(before, after, {}))
    assert "Axis   0203  Z 1 (hit)" in told
    assert "0102" not in told
    assert "raider at 0203" not in told, "the old sighting was there before"
    assert plain(show.changes(after, after, {})) == ""


@pytest.mark.parametrize(("lines", "chances", "told"), [(["skip"], [FallUpon("0101")], True), ([], [], False)])
def test_a_chance_is_skipped_for_the_turn_and_none_at_all_passes_unasked(
    monkeypatch: pytest.MonkeyPatch, lines: list[str], chances: list[Action], told: bool
) -> None:
    """The same window three times: it takes one line at most to let all of them pass."""
    match, answers = begun(), list[Action]()
    window = Decision(Side.AXIS, "H-6-ambush", Pick([Decline(), *chances]), "Fall upon the convoy?", window=True)
    match.pending = {Side.AXIS: window}

    def act(self: Match[Any, Any], _side: Side, action: Action) -> None:
        answers.append(action)
        if len(answers) == 3:
            self.pending = {}

    monkeypatch.setattr(Match, "act", act)
    shown = Screen(monkeypatch, lines, match).play({Side.ALLIED: player("random")})
    assert answers == [Decline()] * 3
    assert ("Fall upon the convoy?" in shown) == told


def test_what_must_be_answered_cannot_be_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = Screen(monkeypatch, ["skip"], begun()).play({Side.AXIS: player("random")})
    assert "this has to be answered" in refused
