"""The command `barents`: what each of its commands prints and writes, and how it speaks of mistakes."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from barents.cli import app
from barents.kernel import registry
from barents.kernel.dice import Dice, commitment, computers_word
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.kernel.view import view_schema
from barents.players import play_out, player
from tests.hunt import GAME
from tests.hunt.state import State

ROOT = Path(__file__).parent.parent


def barents(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["--plug-in", "tests.hunt", *map(str, arguments)], input=typed)


def printed(*arguments: str | Path) -> str:
    result = barents(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def refused(*arguments: str | Path) -> str:
    """What is said of a mistake: one line on standard error, nothing else."""
    result = barents(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("barents: ").rstrip()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game in a file, in which the convoy has opened its formation."""
    match: Match[Any, Any] = Match.new(GAME, "first-light", seed="1")
    play_out(match, {side: player("random") for side in Side}, {side: Dice.seeded(side.value) for side in Side})
    file = tmp_path / "game.json"
    file.write_bytes(match.record.encode())
    return file


def test_games_as_json() -> None:
    listed = {game["name"]: game for game in msgspec.json.decode(printed("games", "--json"))}
    assert list(listed) == [game.name for game in registry.games()]
    assert listed["hunt"] == {
        "name": "hunt",
        "title": "The Hunt",
        "scenarios": [
            {"name": "first-light", "title": "First light", "turns": 12},
            {"name": "fog-bank", "title": "Fog bank", "turns": 14},
        ],
        "options": [{"name": "radar", "title": "Radar", "default": False}],
        "players": listed["hunt"]["players"],
    }
    assert "random" in listed["hunt"]["players"]


def test_games_in_words() -> None:
    shown = printed("games")
    for words in ("hunt: The Hunt", "fog-bank  Fog bank, 14 turns. Fog blinds", "--option radar=no  Radar", "random"):
        assert words in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "hnt"], "there is no game 'hnt', did you mean 'hunt'? there are "),
        (
            ["play", "hunt", "fogbank"],
            "there is no scenario of The Hunt 'fogbank', did you mean 'fog-bank'? there are fi",
        ),
        (["play", "hunt", "--against", "randm"], "there is no player 'randm', did you mean 'random'? there are"),
        (["play", "hunt", "--as", "both", "--against", "random"], "nobody is left to play against"),
        (["play", "north_cape", "--as", "allied", "--option", "solitaire=yes"], "say --as axis"),
        (
            ["play", "hunt", "--option", "radr=yes"],
            "no option of The Hunt 'radr', did you mean 'radar'? there are radar",
        ),
        (["play", "hunt", "--option", "radar"], "--option radar needs a value, as in --option radar=yes"),
        (["play", "hunt", "--option", "radar=big"], "--option radar=big: 'big' does not fit"),
        (["play", "hunt", "--save", "no/such/folder/game.json"], "is no file that could be saved to"),
        (["play", "hunt", "--load", "nothing.json"], "nothing.json: No such file or directory"),
        (["play", "hunt", "--load", "nothing.json", "--seed", "1"], "leave out --seed and --option"),
        (["rules", "hnt"], "did you mean 'hunt'?"),
        (["verify", "nothing.json"], "nothing.json: No such file or directory"),
        (["verify", "."], ".: Is a directory"),
        (["replay", "pyproject.toml"], "pyproject.toml: this is no whole record"),
        (["map", "nordcap", "--svg", "x.svg"], "there is no map 'nordcap', did you mean"),
        (["map", "nordkapp"], "say where the chart is to go: --svg FILE, --png FILE or both"),
        (["map", "nordkapp", "--svg", "x.svg", "--season", "monsoon"], "knows no ice of 'monsoon', only of winter"),
        (["--plug-in", "tests.hnt", "games"], "'tests.hnt' is no module that could be plugged in"),
        (["--plug-in", "tests.conftest", "games"], "'tests.conftest' brings nothing"),
        (["--data-pack", "no-such-folder", "games"], "no-such-folder: there is no such folder"),
    ],
)
def test_a_mistake_is_told_in_a_line(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    assert said in refused(*arguments)


def test_a_fault_of_the_program_is_not_passed_off_as_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[str]:
        raise KeyError("hunt")

    monkeypatch.setattr(registry, "names", broken)
    assert isinstance(barents("games").exception, KeyError)


def test_the_version_is_that_of_the_project() -> None:
    assert f'version = "{printed("--version").split()[1]}"' in (ROOT / "pyproject.toml").read_text()


def run(*arguments: str, folder: Path = ROOT, code: str = "from barents.cli import main; main()") -> Any:
    """The command in a process of its own that, like a console script, does not look into its folder for modules."""
    return subprocess.run(
        [sys.executable, "-P", "-c", code, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )


def test_without_a_person_the_demonstration_shows_the_question_and_how_to_play() -> None:
    shown = run("--plug-in", "tests.hunt", "play", "hunt", "first-light", "--text")
    assert (shown.returncode, shown.stderr) == (0, "")
    for words in ("Turn 1 of 12", "Sheffie", "Where does a lookout watch?", "1  Convoy watches N", "To play, run"):
        assert words in shown.stdout


def test_a_game_is_plugged_in_from_the_folder_one_is_in(tmp_path: Path) -> None:
    source = (ROOT / "tests" / "hunt" / "__init__.py").parent
    (tmp_path / "harbour").symlink_to(source, target_is_directory=True)
    shown = run("--plug-in", "harbour", "games", folder=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "hunt: The Hunt" in shown.stdout


def test_what_a_command_needs_is_imported_by_that_command_only() -> None:
    code = "import sys, barents.cli; print(*sys.modules)"
    loaded = run(code=code).stdout.split()
    assert "barents.cli" in loaded
    assert [name for name in loaded if name.split(".")[0] in ("rich", "msgspec", "resvg_py")] == []
    assert [name for name in loaded if name.startswith("barents.") and not name.startswith("barents.cli")] == []


def test_a_loaded_match_must_be_of_the_game_that_is_named(record: Path) -> None:
    assert "is a match of hunt first-light, not of hunt fog-bank" in refused(
        "play", "hunt", "fog-bank", "--load", record
    )
    shown = barents("play", "hunt", "first-light", "--load", record)
    assert (shown.exit_code, "victory" in shown.stdout or "A draw" in shown.stdout) == (0, True)


def test_the_first_scenario_is_played_where_none_is_named() -> None:
    assert barents("play", "hunt").stdout.startswith("The Hunt: First light. A clear morning")


def test_options_are_laid_into_the_match(tmp_path: Path) -> None:
    for value, expected in (("yes", True), ("true", True), ("off", False)):
        barents("play", "hunt", "--option", f"radar={value}", "--save", tmp_path / "game.json")
        assert msgspec.json.decode((tmp_path / "game.json").read_bytes())["options"] == {"radar": expected}


def test_without_a_seed_no_two_games_have_the_same_dice(tmp_path: Path) -> None:
    secrets = []
    for name in ("one", "two"):
        barents("play", "hunt", "--save", tmp_path / name)
        secrets.append(msgspec.json.decode((tmp_path / name).read_bytes())["secret"])
    assert secrets[0] != secrets[1]


@pytest.mark.parametrize("keeps", [True, False])
def test_an_interrupt_ends_quietly_and_keeps_the_match_only_where_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keeps: bool
) -> None:
    answers = iter(["1"])

    def interrupted(_prompt: str) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    monkeypatch.chdir(tmp_path)
    result = barents("play", "hunt", *(["--save", "game.json"] if keeps else []))
    assert (result.exit_code, result.stderr.strip()) == (130, "")
    assert [file.name for file in tmp_path.iterdir()] == (["game.json"] if keeps else [])
    if keeps:
        assert "post convoy N" in (tmp_path / "game.json").read_text()


def test_verify_counts_what_it_checked_and_refuses_what_was_changed(record: Path) -> None:
    chapter = msgspec.json.decode(record.read_bytes())["chapters"][0]
    shown = " ".join(printed("verify", record).split())
    assert f"1 chapter, {len(chapter['entries'])} entries and {len(chapter['dice'])} throws" in shown
    record.write_bytes(record.read_bytes().replace(b"first-light", b"fog-bank", 1))
    assert "the record has been changed" in refused("verify", record)


SECRET = bytes(range(32))
OURS = "the word of whoever plays the Germans"


def sealed_match(theirs: str) -> Match[Any, Any]:
    """A match in which whoever plays the Germans has kept seal and word."""
    match: Match[Any, Any] = Match.new(GAME, "first-light", seed=SECRET, await_nonces=True)
    match.contribute(Side.ALLIED, theirs)
    match.contribute(Side.AXIS, OURS)
    return match


def sealed_record(tmp_path: Path, theirs: str) -> Path:
    """Its record, when it is over."""
    match = sealed_match(theirs)
    play_out(match, {side: player("random") for side in Side}, {side: Dice.seeded(side.value) for side in Side})
    file = tmp_path / "sealed.json"
    file.write_bytes(match.record.encode())
    return file


@pytest.mark.parametrize(
    ("theirs", "words"),
    [
        (computers_word(SECRET, Side.ALLIED), "as a computer's does, so that the seal bound it before you gave yours"),
        ("of a friend", "Somebody gave the allied word: it does not follow from the secret."),
        (OURS, "The allied word is the same, as when two play at one screen."),
    ],
)
def test_verify_holds_a_record_against_what_somebody_kept(tmp_path: Path, theirs: str, words: str) -> None:
    file = sealed_record(tmp_path, theirs)
    told = printed("verify", file, "--seal", commitment(SECRET).upper(), "--word", OURS, "--side", "axis")
    assert "Its seal is the one that you kept." in told
    assert "Its axis word is the one that you kept." in told
    assert words in told


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (["--seal", "00ff"], f"the record has the seal {commitment(SECRET)}, not the one that you kept"),
        (["--word", "another", "--side", "axis"], f"has the axis word {OURS}, not the one that you kept"),
        (["--word", OURS, "--side", "allied"], "has the allied word of a friend, not the one that you kept"),
        (["--word", OURS], "--word and --side go together"),
        (["--side", "axis"], "--word and --side go together"),
    ],
)
def test_verify_refuses_a_record_of_other_dice_than_somebody_kept(tmp_path: Path, kept: list[str], words: str) -> None:
    assert words in " ".join(refused("verify", sealed_record(tmp_path, "of a friend"), *kept).split())


def test_a_record_is_held_against_the_last_of_its_dice(tmp_path: Path) -> None:
    match = sealed_match("of a friend")
    match.await_new_dice(b"another secret")
    for side in Side:
        match.contribute(side, f"another of the {side}")
    file = tmp_path / "gone on with.json"
    file.write_bytes(match.record.encode())
    new = commitment(b"another secret")
    assert "you kept" in printed("verify", file, "--seal", new, "--word", "another of the axis", "--side", "axis")
    assert "others began later" in refused("verify", file, "--seal", commitment(SECRET))
    assert "not the one that you kept" in refused("verify", file, "--seal", new, "--word", OURS, "--side", "axis")


def test_replay_tells_what_each_observer_may_know(record: Path) -> None:
    boilers, formation = "H-3.1-boilers", "The convoy opens its formation"
    told = {eyes: printed("replay", record, "--as", eyes) for eyes in ("allied", "axis", "public", "umpire")}
    assert {eyes: (boilers in text, formation in text) for eyes, text in told.items()} == {
        "allied": (False, True),
        "axis": (True, False),
        "public": (False, False),
        "umpire": (True, True),
    }
    assert printed("replay", record) == told["umpire"]
    assert "Points: " in told["public"]


def test_replay_can_stop_on_the_way(record: Path) -> None:
    entries = len(msgspec.json.decode(record.read_bytes())["chapters"][0]["entries"])
    assert "Turn 1 of 12" in printed("replay", record, "--to", "0")
    assert "Points" not in printed("replay", record, "--to", str(entries - 1))
    assert printed("replay", record, "--to", str(entries)) == printed("replay", record)
    assert f"has {entries} entries" in refused("replay", record, "--to", str(entries + 1))


BEFORE = ROOT / "tests" / "kernel" / "records_of_before"


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has other rules than the records of before."""
    find = registry.find
    monkeypatch.setattr(registry, "find", lambda name: replace(find(name), version="later"))


def test_a_record_of_older_rules_is_read_as_it_was_written(later: None) -> None:
    told = printed("replay", BEFORE / "nordkapp.json")
    assert "This match was played by rules 1 of Nordkapp. Today's rules (version later) are others" in told
    assert "Chapter 1 of 1, played by rules 1" in told
    assert "Allied: Trident: 1303, Tigris: 1505  assign trident=1303 tigris=1505" in told
    assert "4 of 18 drawn: U-255, U-88, U-657, U-355 (Axis only)" in told
    assert "The umpire's log was not kept in those days." in told
    assert told.rstrip().endswith("Why: 7 points for the Germans")
    blind = printed("replay", BEFORE / "nordkapp.json", "--as", "allied")
    assert "U-657" not in blind
    assert "(Axis only)" not in blind
    assert "can only be read whole" in refused("replay", BEFORE / "nordkapp.json", "--to", "3")
    assert "The match was not finished." in printed("replay", BEFORE / "under-way.json")
    assert printed("replay", BEFORE / "two-months.json").count("played by rules 1\n") == 2


def test_a_newer_record_reads_in_full_when_its_rules_are_gone(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = printed("replay", record, "--as", "axis")
    find = registry.find
    monkeypatch.setattr(registry, "find", lambda name: replace(find(name), version="later"))
    told = printed("replay", record, "--as", "axis")
    lines = [line.split("  ")[1] for line in before.splitlines() if "  H-" in line]
    assert lines
    assert all(line in told for line in lines)
    assert "What the umpire wrote" in told


def test_a_record_of_older_rules_is_verified_as_far_as_that_goes(later: None) -> None:
    told = printed("verify", BEFORE / "nordkapp.json")
    assert "Nothing is wrong in what can be checked" in told
    assert "it gives all 86 throws" in told
    assert "The rest needs rules 1 of Nordkapp, by which it was played, and this program has later" in told
    assert "nor what 41 draws gave" in told


def test_a_match_of_older_rules_is_not_played_on(later: None) -> None:
    told = refused("play", "nordkapp", "--load", BEFORE / "under-way.json", "--text")
    assert "cannot be played on. This match was played by rules 1 of Nordkapp." in told
    assert f"To read it: barents replay {BEFORE / 'under-way.json'}" in told


def test_replay_of_a_match_with_nonces_throws_the_same_dice(tmp_path: Path) -> None:
    match: Match[Any, Any] = Match.new(GAME, "first-light", seed="7", await_nonces=True)
    match.contribute(Side.ALLIED, "left")
    match.contribute(Side.AXIS, "right")
    play_out(match, {side: player("random") for side in Side}, {side: Dice.seeded(side.value) for side in Side})
    file = tmp_path / "game.json"
    file.write_bytes(match.record.encode())
    assert match.result is not None
    assert f"Why: {match.result.why}" in printed("replay", file)


def test_rules_in_words_and_as_json() -> None:
    assert "H-2.1-land (rule): No ship enters a land cell." in printed("rules", "hunt")
    rows = msgspec.json.decode(printed("rules", "hunt", "--json"))["hunt"]
    assert rows[0]["id"] == "H-1-turn"
    assert set(rows[0]) == {"id", "kind", "requirement"}


def test_coverage_counts_the_marks_in_the_tests_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "there is no tests folder here" in refused("rules", "--coverage")
    (tmp_path / "tests").mkdir()
    marked = 'import pytest\n\n@pytest.mark.rule("{}")\ndef test_it():\n    pass\n'
    (tmp_path / "tests" / "test_it.py").write_text(marked.format("H-2.1-land"))
    total = len(msgspec.json.decode(printed("rules", "hunt", "--json"))["hunt"])
    counted = msgspec.json.decode(printed("rules", "hunt", "--coverage", "--json"))
    assert list(counted) == ["hunt"]
    assert set(counted["hunt"]) == {"total", "proven", "unproven", "exempt"}
    assert (counted["hunt"]["total"], counted["hunt"]["proven"]) == (total, 1)
    assert "H-2.1-land" not in counted["hunt"]["unproven"]
    shown = printed("rules", "hunt", "--coverage")
    assert f"hunt: 1 of {total} proven, {1 / total:.0%}; 0 exempt" in shown
    assert "  unproven: H-1-turn" in shown
    (tmp_path / "tests" / "test_it.py").write_text(marked.format("H-2.1-lnd"))
    assert "did you mean 'H-2.1-land'?" in refused("rules", "--coverage")


def test_a_game_without_a_ledger_is_passed_over_unless_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bare(State, kw_only=True):
        """A state whose module has no ledger beside it."""

    monkeypatch.setitem(registry.GAMES.by_hand, "bare", replace(GAME, name="bare", state=Bare))
    assert "bare" not in msgspec.json.decode(printed("rules", "--json"))
    assert "tests/ledger.csv: there is no such file" in refused("rules", "bare")


def test_the_rulebook_is_read_by_number_rule_and_word() -> None:
    contents = printed("rules", "north_cape", "--book")
    assert "9  Boats and escorts" in contents
    for wanted in ("9", "NC 8.1", "slipping through"):
        shown = printed("rules", "north_cape", wanted)
        assert "9 Boats and escorts" in shown
        assert "50.0%  screened" in shown
    assert "decoy: a counter with nothing behind it" in printed("rules", "north_cape", "decoy")
    assert "No chapter speaks of 'zeppelin'" in printed("rules", "north_cape", "zeppelin")
    assert "has no rulebook yet" in printed("rules", "hunt", "--book")


def test_map_writes_the_chart(tmp_path: Path) -> None:
    svg, png = tmp_path / "chart.svg", tmp_path / "chart.png"
    printed("map", "nordkapp", "--svg", svg, "--png", png, "--theme", "night", "--season", "summer")
    assert svg.read_text("utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    day = tmp_path / "day.svg"
    printed("map", "nordkapp", "--svg", day, "--season", "summer")
    assert day.read_bytes() != svg.read_bytes()


def test_schema_is_that_of_the_view() -> None:
    assert msgspec.json.decode(printed("schema")) == msgspec.json.decode(msgspec.json.encode(view_schema()))


def test_a_data_pack_is_laid_over_the_game_and_asked_for_again(tmp_path: Path) -> None:
    pack, file = tmp_path / "pack", tmp_path / "game.json"
    (pack / "hunt").mkdir(parents=True)
    counters = pack / "hunt" / "counters.toml"
    counters.write_text('[sea]\nconvoy_entry = "0305"\n')
    shown = barents("--data-pack", pack, "play", "hunt", "--save", file)
    assert "Allied 0305  Convoy" in shown.stdout
    assert "the match was played with a data pack that is not given" in refused("verify", file)
    assert "is true" in printed("--data-pack", pack, "verify", file)

    counters.write_text('[sea]\nconvoy_entri = "0305"\n')
    assert "hunt/counters.toml: sea.convoy_entri" in refused("--data-pack", pack, "play", "hunt")
    counters.rename(pack / "counters.toml")
    complaint = refused("--data-pack", pack, "play", "hunt")
    assert "counters.toml: no game has such a file, did you mean 'hunt/counters.toml'?" in complaint
