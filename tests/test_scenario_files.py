"""A scenario is a file: dropped into a game's folder, or into a data pack's, it is offered and played everywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from barents.cli import app
from barents.kernel import registry
from barents.kernel.datapack import DataPack, PackError
from barents.kernel.match import Match
from barents.kernel.packs import open_pack
from barents.kernel.replay import replay
from barents.server.cards import game_cards
from barents.server.settings import Settings
from barents.server.studies.plans import Planner
from barents.server.studies.protocol import StudyTerms

GAMES = {
    "north_cape": "enter-the-luftwaffe",
    "nordkapp": "enter-the-luftwaffe",
    "arctic_disaster": "armageddon",
    "operations": "sportpalast",
}
NEW = "my-own-convoy"


def built_in(game: str) -> str:
    folder = registry.find(game).data_files[0].folder
    return folder.joinpath("scenarios", f"{GAMES[game]}.toml").read_text("utf-8")


def renamed(text: str, name: str = NEW) -> str:
    """A scenario's text under another name, without a place in lists of its own."""
    text = re.sub(r"(?m)^name = .*", f'name = "{name}"', text, count=1)
    return re.sub(r"(?m)^order = .*\n", "", re.sub(r"(?m)^title = .*", 'title = "My own"', text, count=1))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data pack that adds a scenario to each game that has scenarios."""
    for game in GAMES:
        inside = tmp_path / "pack" / game / "scenarios"
        inside.mkdir(parents=True)
        (inside / f"{NEW}.toml").write_text(renamed(built_in(game)), "utf-8")
    return tmp_path / "pack"


def barents(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["--plug-in", "tests.hunt", *map(str, arguments)])


def test_a_packs_scenarios_are_in_every_list_after_ours(folder: Path) -> None:
    pack = open_pack(folder)
    listed = msgspec.json.decode(barents("--data-pack", folder, "games", "--json").stdout)
    for found in ([(each["name"], [s["name"] for s in each["scenarios"]]) for each in listed],
                  [(card.name, [s.name for s in card.scenarios]) for card in game_cards(pack)]):  # fmt: skip
        names = dict(found)
        for game in GAMES:
            rules = registry.find(game)
            ours = [each.name for each in rules.scenarios(rules.data(None))]
            assert NEW not in ours
            assert [name for name in names[game] if name != NEW] == ours, "ours stand as they stood"
            assert NEW in names[game][1:]
    assert [card for card in game_cards(None) if any(s.name == NEW for s in card.scenarios)] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_packs_scenario_is_played_recorded_and_played_again(game: str, folder: Path) -> None:
    pack = open_pack(folder)
    match: Match[Any, Any] = Match.new(game, NEW, seed=1, pack=pack)
    for _ in range(6):
        side, decision = next(iter(match.pending.items()))
        match.act(side, next(iter(decision.options)))
    assert replay(match.record, DataPack.open(folder)).state == match.state
    with pytest.raises(LookupError, match=f"no scenario '{NEW}'"):
        Match.new(game, NEW, seed=1)


def test_a_packs_scenario_can_be_studied(folder: Path, tmp_path: Path) -> None:
    result = barents("--data-pack", folder, "simulate", "nordkapp", NEW, "--games", "1", "--workers", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    study = tmp_path / "balance.json"
    asked = ("balance", "nordkapp", NEW, "--games", "2", "--only", "tables", "--workers", "1", "--json", study)
    result = barents("--data-pack", folder, *asked)
    assert (result.exit_code, msgspec.json.decode(study.read_bytes())["title"]) == (0, "My own"), result.stderr
    planner = Planner(Settings(database="", pack=open_pack(folder)))
    terms = StudyTerms(ask="result", game="nordkapp", scenario=NEW, games=1, allied="random", axis="random")
    assert "“My own”" in planner.inquiry(terms).plan.question


def test_a_file_in_a_games_own_folder_is_a_scenario(tmp_path: Path) -> None:
    shutil.copytree("tests/hunt", tmp_path / "my_hunt", ignore=shutil.ignore_patterns("test_*", "__pycache__"))
    hunt = (tmp_path / "my_hunt" / "scenarios" / "fog-bank.toml").read_text("utf-8")
    (tmp_path / "my_hunt" / "scenarios" / "at-dusk.toml").write_text(hunt.replace("fog-bank", "at-dusk"), "utf-8")
    command = [sys.executable, "-c", "from barents.cli import main; main()", "--plug-in", "my_hunt"]
    done = subprocess.run([*command, "games", "--json"], cwd=tmp_path, capture_output=True, text=True, check=True)
    hunts = next(game for game in msgspec.json.decode(done.stdout) if game["name"] == "hunt")
    assert [each["name"] for each in hunts["scenarios"]] == ["first-light", "at-dusk", "fog-bank"], "equals go by name"


def test_a_pack_that_changes_the_length_changes_what_is_listed(tmp_path: Path) -> None:
    (tmp_path / "operations" / "scenarios").mkdir(parents=True)
    (tmp_path / "operations" / "scenarios" / "qp-11-teaching.toml").write_text("turns = 12\n", "utf-8")
    listed = barents("--data-pack", tmp_path, "games").stdout
    assert "A week with QP-11, 12 turns" in listed
    assert "42 turns. Thirteen merchants" not in listed


MISTAKES = {
    "north_cape": {
        "turns = 36|turns = 0": ["turns: expected an int from 1 to 200, got 0"],
        'season = "spring"|seasn = "spring"': [
            "seasn: unknown key, did you mean 'season'?",
            "season: missing, expected one of",
        ],
        "merchants = 35|merchants = 'many'": ["forces[PQ-16].merchants: expected an int, got 'many'"],
    },
    "nordkapp": {
        '"kent"|"kemt"': ["forces[cruisers].named: no counter 'kemt', did you mean 'kent'?"],
        '["1018", "1019", "1020"]|["9918"]': ["forces[pq16].exit: '9918' is no hex of the map"],
        "flares = 1|flare = 1": ["chits.allied: no chit 'flare', did you mean 'flares'?"],
        "1942-05-25T00:00|in May": ["begins: expected a day and an hour"],
        "ju-88 = 4|ju-89 = 4": ["forces[luftwaffe].air: the axis side has no aircraft 'ju-89'"],
    },
    "arctic_disaster": {
        '"u-657", |': ["boats: 'u-657' is in none of the rows"],
        '"tirpitz"|"bismarck"': ["forces[tg-a].ships: no ship 'bismarck'"],
        'at = "1428"|at = "0000"': ["forces[tf-1].at: '0000' is no hex of the map"],
    },
    "operations": {
        'base = "|base = "New ': ["wings: there is no base 'New "],
        'kind = "unloaded", fleet = "|kind = "unloaded", fleet = "x-': ["victory.allied: there is no fleet 'x-"],
    },
}


@pytest.mark.parametrize("game", MISTAKES)
def test_every_mistake_in_a_new_scenario_is_told_by_file_key_and_reason(game: str, folder: Path) -> None:
    file = folder / game / "scenarios" / f"{NEW}.toml"
    text = file.read_text("utf-8")
    for change in MISTAKES[game]:
        before, _, after = change.partition("|")
        text = text.replace(before, after, 1)
    file.write_text(text, "utf-8")
    expected = [words for lines in MISTAKES[game].values() for words in lines]
    with pytest.raises(PackError) as caught:
        open_pack(folder)
    lines = str(caught.value).splitlines()
    for words in expected:
        assert any(line.startswith(f"{game}/scenarios/{NEW}.toml: {words}") for line in lines), (words, lines)
    assert len(lines) == len(expected), lines


def test_a_scenario_that_breaks_at_play_is_refused(folder: Path) -> None:
    file = folder / "nordkapp" / "scenarios" / f"{NEW}.toml"
    text = re.sub(r"search_columns = .*", "search_columns = [90, 99]", file.read_text("utf-8"))
    file.write_text(text.replace("drawn = 6\ncolumns = [6, 20]", "drawn = 6\ncolumns = [60, 70]"), "utf-8")
    with pytest.raises(PackError, match=f"nordkapp/scenarios/{NEW}.toml: the scenario cannot be played: "):
        open_pack(folder)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("sub/deep.toml", "a scenario stands in scenarios itself, not in a folder there"),
        ("My Convoy!.toml", "a scenario's file is named with small letters, digits and hyphens"),
        (f"{'x' * 61}.toml", "60 at most"),
        ("other-name.toml", "name: expected 'other-name', as the file is called, got 'my-own-convoy'"),
    ],
)
def test_a_bad_name_is_refused_in_a_sentence(name: str, words: str, folder: Path) -> None:
    inside = folder / "nordkapp" / "scenarios"
    (inside / name).parent.mkdir(exist_ok=True)
    (inside / f"{NEW}.toml").rename(inside / name)
    with pytest.raises(PackError) as caught:
        open_pack(folder)
    assert str(caught.value).startswith(f"nordkapp/scenarios/{name}: ")
    assert words in str(caught.value)


def test_too_many_and_too_large_are_refused(folder: Path) -> None:
    inside = folder / "nordkapp" / "scenarios"
    text = (inside / f"{NEW}.toml").read_text("utf-8")
    for number in range(101):
        (inside / f"convoy-{number}.toml").write_text(renamed(text, f"convoy-{number}"), "utf-8")
    with pytest.raises(PackError, match="102 scenarios are added, and a game takes 100 at most"):
        open_pack(folder)
    (inside / "large.toml").write_text("#" * 1_000_001, "utf-8")
    with pytest.raises(PackError, match=r"nordkapp/scenarios/large\.toml: the file is too large: 1000 kB at most"):
        open_pack(folder)


@pytest.mark.parametrize("game", [*GAMES, "arctic_campaign"])
def test_newcomers_begin_as_ever(game: str) -> None:
    rules = registry.find(game)
    first = next(iter(rules.scenarios(rules.data(None)))).name
    assert first == {
        "north_cape": "unternehmen-sportpalast",
        "nordkapp": "unternehmen-sportpalast",
        "arctic_disaster": "historical",
        "operations": "qp-11-teaching",
        "arctic_campaign": "campaign",
    }[game]  # fmt: skip
    if rules.scenario_files is not None:
        orders = [file.order for file in rules.scenario_files.load(None).values()]
        assert all(one < two for one, two in pairwise(orders)), "each of ours says where it stands"
