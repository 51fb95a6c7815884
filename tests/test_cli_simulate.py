"""`barents simulate`, and the players that `barents games` and `barents play` know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from barents.cli import app
from barents.kernel.record import decode

KEYS = ["game", "scenario", "seed", "games", "wins", "results", "points", "losses", "faults", "seconds", "workers"]


def barents(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["--plug-in", "tests.hunt", *map(str, arguments)], input=typed)


def simulated(file: Path, *arguments: str | Path) -> dict[str, Any]:
    result = barents("simulate", *arguments, "--json", file)
    assert (result.exit_code, result.stderr) == (0, "")
    found: dict[str, Any] = msgspec.json.decode(file.read_bytes())
    return found


def test_the_numbers_are_the_same_for_one_worker_and_two(tmp_path: Path) -> None:
    asked = ("hunt", "fog-bank", "--games", "6", "--seed", "3", "--option", "radar=yes")
    one = simulated(tmp_path / "one.json", *asked, "--workers", "1")
    two = simulated(tmp_path / "two.json", *asked, "--workers", "2")
    assert list(one) == KEYS
    assert (one.pop("workers"), two.pop("workers")) == (1, 2)
    assert (one.pop("seconds") > 0, two.pop("seconds") > 0) == (True, True)
    assert one == two
    assert (one["game"], one["scenario"], one["seed"], one["games"]) == ("hunt", "fog-bank", 3, 6)
    assert sum(one["wins"].values()) == 6
    assert simulated(tmp_path / "other.json", *asked[:5], "4", "--workers", "1")["points"] != one["points"]


def test_what_is_told_of_a_study(tmp_path: Path) -> None:
    players = ("--allied", "doctrine", "--axis", "doctrine")
    asked = ("north_cape", "unternehmen-sportpalast", "--games", "1", *players)
    result = barents("simulate", *asked, "--json", tmp_path / "study.json")
    assert result.exit_code == 0
    found = msgspec.json.decode((tmp_path / "study.json").read_bytes())
    for words in ("seed 1, games: 1", "doctrine plays Allied", "allied wins", "95% intervals", "Points by turn"):
        assert words in result.stdout
    assert f"{found['points']['allied']['mean']:.1f}" in result.stdout
    assert len(found["points"]["by_turn"]["axis"]) == 30
    assert found["points"]["by_turn"]["axis"][-1] == found["points"]["axis"]["mean"]
    for what in found["losses"]:
        assert what in result.stdout


def test_records_of_the_games_are_kept_where_asked(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    simulated(tmp_path / "study.json", "hunt", "first-light", "--games", "2", "--seed", "5", "--records", folder)
    assert sorted(file.name for file in folder.iterdir()) == ["first-light-5-1.json", "first-light-5-2.json"]
    for file in folder.iterdir():
        assert decode(file.read_bytes()).result is not None
        assert "is true" in barents("verify", file).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hnt", "first-light"], "there is no game 'hnt', did you mean 'hunt'?"),
        (["hunt", "first-lite"], "no scenario of The Hunt 'first-lite', did you mean 'first-light'?"),
        (["hunt", "first-light", "--axis", "doctrine"], "there is no player 'doctrine': there are random"),
        (["north_cape", "enter-the-luftwaffe", "--allied", "doctrin"], "did you mean 'doctrine'? there are random, ca"),
        (["hunt", "first-light", "--option", "radr=yes"], "no option of The Hunt 'radr', did you mean 'radar'?"),
        (["hunt", "first-light", "--json", "no/such/folder/x.json"], "is no file that could be written to"),
        (["hunt", "first-light", "--records", "here"], "here is no folder, so records cannot be kept in it"),
    ],
)
def test_a_mistake_is_told_in_a_line_before_anything_is_played(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").write_text("a file")
    result = barents("simulate", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr.replace("\n", " ")


def test_numbers_that_make_no_sense_are_refused() -> None:
    for wrong in (["--games", "0"], ["--workers", "0"], ["--seed", "one"]):
        assert barents("simulate", "hunt", "first-light", *wrong).exit_code == 2


def test_games_lists_the_players_of_each_game() -> None:
    listed = {game["name"]: game["players"] for game in msgspec.json.decode(barents("games", "--json").stdout)}
    assert listed["north_cape"] == ["random", "cadet", "captain", "admiral"]
    assert listed["hunt"] == ["random"]


def test_a_person_plays_north_cape_against_doctrine_with_its_advice() -> None:
    typed = "hint\n" + "follow\n" * 12 + "map\n"
    asked = ("play", "north_cape", "unternehmen-sportpalast", "--as", "axis", "--seed", "1", "--text")
    result = barents(*asked, "--against", "doctrine", typed=typed)
    assert result.exit_code == 0
    for words in ("doctrine plays Allied", "It would answer: Prinz Eugen sails", "Your mission, or pass?"):
        assert words in result.stdout
    assert "2633 (Banak)" in result.stdout  # places have names
    assert "SE of Bear Island): U-" in result.stdout  # missions are listed under the hex that they start from


@pytest.mark.parametrize("game", ["north_cape", "nordkapp"])
def test_in_solitaire_the_automaton_plays_and_no_captain(game: str, tmp_path: Path) -> None:
    asked = (game, "unternehmen-sportpalast", "--option", "solitaire=yes")
    played = barents("play", *asked, "--as", "axis", "--against", "captain", "--seed", "1", "--text", typed="")
    assert "You play Axis, and the automaton plays Allied." in played.stdout
    players = ("--allied", "captain", "--axis", "random", "--games", "1", "--json", str(tmp_path / "study.json"))
    study = barents("simulate", *asked, *players)
    assert "the automaton plays Allied, random plays Axis" in study.stdout
