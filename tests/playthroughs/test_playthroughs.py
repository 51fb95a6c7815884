"""The recorded games of captains go as they went, and nobody can change a rule without its version."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.state import State
from barents.kernel import registry
from barents.kernel.game import Game
from barents.kernel.umpire import Umpire
from barents.players import DOCTRINES
from tools import playthroughs
from tools.playthroughs import FOLDER, Play, catalogue, complaint, path_of, played, read

PLAYS = catalogue()
SHORT = next(play for play in PLAYS if play.file == "nordkapp/unternehmen-sportpalast")


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.file)
def test_captains_play_it_again_as_it_is_written(play: Play) -> None:
    file = path_of(play)
    assert file.is_file(), f"{play.file} is not written yet: `make playthroughs`"
    told = complaint(play, read(file.read_text("utf-8")), played(play))
    assert not told, told


def test_every_scenario_is_there_and_every_option_is_taken_up_in_every_game() -> None:
    for name in DOCTRINES:
        game = registry.find(name)
        plays = [play for play in PLAYS if play.game == name]
        missing = {each.name for each in game.scenarios(game.data(None))} - {play.scenario for play in plays}
        assert not missing, (
            f'add [[play]] with `name = "{name}/…"` to catalogue.toml for {missing}, then `make playthroughs`'
        )
        tried = {option for play in plays for option in play.options}
        never = set(game.options.__struct_fields__) - tried - {"end_month"}  # it only says when the campaign is over
        assert not never, f"add {never} to a play-through of {name} in catalogue.toml, then `make playthroughs`"


def test_no_text_is_left_over() -> None:
    assert {path_of(play) for play in PLAYS} == set(FOLDER.rglob("*.txt"))


# A rule, a captain and a word are changed, and the tool must tell them apart.


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of its own with one play-through."""
    (tmp_path / "catalogue.toml").write_text(f'[[play]]\nname = "{SHORT.name}"\n', "utf-8")
    path_of(SHORT, tmp_path).parent.mkdir()
    copyfile(path_of(SHORT), path_of(SHORT, tmp_path))
    return tmp_path


def stands_in(monkeypatch: pytest.MonkeyPatch, game: Game[Any, Any]) -> None:
    """Nordkapp is another game from now on."""
    monkeypatch.setattr(registry, "find", lambda _name: game)


def with_another_rule(game: Game[Any, Any], version: str) -> Game[Any, Any]:
    """Nordkapp with a rule changed: one step says something more."""
    kind, procedure = next((step, done) for step, done in game.steps.items() if step not in game.asking)

    def changed(u: Umpire[State, Any], step: Any) -> Any:
        u.tell("NK-new", "Something new happens")
        return procedure(u, step)

    return replace(game, steps={**game.steps, kind: changed}, version=version)


def test_an_option_that_is_newly_tried_is_no_change_of_the_rules(folder: Path) -> None:
    tried = f'[[play]]\nname = "{SHORT.name}"\noptions = {{ hfdf = true }}\n'
    (folder / "catalogue.toml").write_text(tried, "utf-8")
    assert playthroughs.main([], folder) == 0
    text = path_of(SHORT, folder).read_text("utf-8")
    assert "# options: hfdf = True" in text
    assert "NK-12.3-hfdf" in text


def test_a_change_of_rules_is_not_written_without_another_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    before = path_of(SHORT, folder).read_bytes()
    stands_in(monkeypatch, with_another_rule(GAME, GAME.version))
    assert playthroughs.main([], folder) == 1
    assert "raise `version`" in capsys.readouterr().out
    assert path_of(SHORT, folder).read_bytes() == before
    stands_in(monkeypatch, with_another_rule(GAME, "another"))
    assert "raise" not in complaint(SHORT, read(before.decode()), played(SHORT))
    assert playthroughs.main(["--check"], folder) == 1
    assert playthroughs.main([], folder) == 0
    assert read(path_of(SHORT, folder).read_text("utf-8")).rules == "another"
    assert playthroughs.main(["--check"], folder) == 0


def test_other_words_and_other_captains_need_no_other_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    stands_in(monkeypatch, replace(GAME, label=lambda _data, name: f"the {name}"))
    assert playthroughs.main(["--check"], folder) == 1
    assert "The rules are the same" in capsys.readouterr().out
    assert playthroughs.main([], folder) == 0
    monkeypatch.undo()
    monkeypatch.setattr(playthroughs, "CAPTAIN", "random")
    assert "The rules are the same" in complaint(SHORT, read(path_of(SHORT).read_text("utf-8")), played(SHORT))
