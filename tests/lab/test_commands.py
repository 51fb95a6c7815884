"""The commands of the lab: studies that are gone on with, records on request, ladders, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from barents.cli import app
from barents.cli.hands import Hands
from barents.kernel.record import decode
from barents.lab.outcomes import read
from barents.players import PLAYERS
from tests.lab.hunting import Forward

HEAVY = ("dask", "distributed", "matplotlib", "numpy", "pyarrow", "scipy")


def barents(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["--plug-in", "tests.hunt", *map(str, arguments)])


def done(*arguments: str | Path) -> str:
    result = barents(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def hunt(games: int, *more: str | Path) -> tuple[str | Path, ...]:
    return ("simulate", "hunt", "first-light", "--games", str(games), "--seed", "3", "--workers", "1", *more)


def numbers(file: Path) -> dict[str, Any]:
    """What a study says, without how long it took."""
    said: dict[str, Any] = msgspec.json.decode(file.read_bytes())
    return {name: value for name, value in said.items() if name not in ("seconds", "workers")}


def test_a_study_is_gone_on_with_and_says_what_it_would_have_said_at_once(tmp_path: Path) -> None:
    folder, records = tmp_path / "study", tmp_path / "records"
    done(*hunt(6, "--parquet", folder))
    done(*hunt(9, "--parquet", folder, "--resume", "--json", tmp_path / "twice.json"))
    done(*hunt(9, "--json", tmp_path / "once.json"))
    assert numbers(tmp_path / "twice.json") == numbers(tmp_path / "once.json")
    # Records of games that are there already are made by playing these again; their rows stay as they are.
    done(*hunt(9, "--parquet", folder, "--resume", "--records", records, "--which", "2,8-9"))
    assert sorted(file.name for file in records.iterdir()) == [f"first-light-3-{number}.json" for number in (2, 8, 9)]
    _, games = read(folder)
    assert [game.number for game in games] == list(range(1, 10))
    assert decode((records / "first-light-3-8.json").read_bytes()).result == games[7].result
    done(*hunt(4, "--parquet", folder, "--resume", "--json", tmp_path / "four.json"))
    assert numbers(tmp_path / "four.json")["games"] == 4


def test_a_study_that_is_broken_off_by_hand_says_where_its_games_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Hands.play

    def interrupted(self: Hands, games: Any) -> Iterator[Any]:
        yield from islice(whole(self, games), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(Hands, "play", interrupted)
    result = barents(*hunt(9, "--parquet", tmp_path / "study"))
    assert result.exit_code == 130
    assert "--resume goes on from there" in result.stderr
    assert [game.number for game in read(tmp_path / "study")[1]] == [1, 2, 3]


def test_a_ladder_is_shown_written_drawn_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS.by_hand, "hunt.forward", Forward)
    asked = ("ladder", "hunt", "--workers", "1", "--parquet", tmp_path / "games")
    said = done(*asked, "--deals", "3")
    for words in ("hunt first-light, seed 1, deals a pair: 3", "1  ", "  forward ", "random against forward"):
        assert words in said
    pictures = ("--plot", tmp_path / "ladder.svg", "--pairs", tmp_path / "pairs.png")
    done(*asked, "--deals", "5", "--resume", "--json", tmp_path / "twice.json", *pictures)
    assert (tmp_path / "ladder.svg").read_bytes().startswith(b"<?xml")
    assert (tmp_path / "pairs.png").read_bytes().startswith(b"\x89PNG")
    done(*asked[:4], "--deals", "5", "--players", "random,forward", "--json", tmp_path / "once.json")
    assert (tmp_path / "twice.json").read_bytes() == (tmp_path / "once.json").read_bytes()
    assert len(read(tmp_path / "games" / "forward-random")[1]) == 5


def test_a_ladder_of_two_ends_when_it_knows_and_fails_for_a_weak_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS.by_hand, "hunt.forward", Forward)
    asked = ("ladder", "hunt", "all", "--workers", "1", "--deals", "60", "--players")
    weak = barents(*asked, "forward,random", "--until-sure", "--better", "0.9")
    assert (weak.exit_code, weak.stderr) == (1, "")
    assert "Is forward stronger than random? Not stronger after 76 games, 1 won and 3 lost." in weak.stdout
    few = (*asked[:-2], "4", "--players", "random,forward")
    assert barents(*few, "--least", "0.95").exit_code == 1
    assert barents(*few, "--least", "0").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (hunt(3, "--resume"), "--resume goes on from the games in a folder: say in which, by --parquet DIR"),
        (hunt(3, "--which", "2"), "--which says whose records are kept: say where, by --records DIR"),
        (hunt(3, "--records", "kept", "--which", "2-4"), "--which 2-4: the games are numbered from 1 to 3"),
        (hunt(3, "--records", "kept", "--which", "two"), "'two' is no number of a game; write it as in 3,7-9"),
        (hunt(3, "--dask", "tcp://127.0.0.1:1"), "give one of them"),
        (hunt(3, "--parquet", "full"), "full is no study and not empty: name another folder"),
        (("ladder", "hunt"), "a ladder takes two players at least, and The Hunt has random here"),
        (("ladder", "north_cape", "--players", "captain,doctrine"), "takes two players at least"),
        (("ladder", "north_cape", "--players", "captain,boatswain"), "there is no player 'boatswain'"),
        (("ladder", "north_cape", "--plot", "ladder.gif"), "ladder.gif is neither a .png nor a .svg"),
        (("ladder", "north_cape", "--until-sure"), "--until-sure is about two players, and there are 4"),
        (("ladder", "north_cape", "all", "--json", "ladder.json"), "files are written of one scenario: name it"),
    ],
)
def test_a_mistake_is_told_in_a_line_before_anything_is_played(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter").write_text("Dear all")
    result = barents(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "package"),
    [
        (hunt(3, "--parquet", "study"), "pyarrow"),
        ((*hunt(3)[:-2], "--dask", "tcp://127.0.0.1:1"), "distributed"),
        (("ladder", "north_cape"), "openskill"),
    ],
)
def test_what_a_command_lacks_is_named(
    arguments: tuple[str, ...], package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = barents(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"needs {package}: pip install {package}" in result.stderr


def test_playing_and_serving_load_nothing_of_the_labs_packages() -> None:
    ask = "import sys, barents.cli, barents.server.app, barents.lab.simulate, barents.lab.plots, barents.terminal.table"
    code = f"{ask}; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
