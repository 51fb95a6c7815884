"""What a scenario depends on: values that were reconstructed are found and moved, and every change is paired."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from barents.cli import app
from barents.games.nordkapp import GAME as NORDKAPP
from barents.games.north_cape import GAME as NORTH_CAPE
from barents.games.operations import GAME as OPERATIONS
from barents.kernel import registry
from barents.kernel.data import Source, load, provenance
from barents.kernel.datapack import DataFile
from barents.kernel.game import Game
from barents.kernel.sides import Side
from barents.lab import balance, simulate
from barents.lab.balance import AnotherStudy, Kept, Outcome, findings, opened, paired, plan, play
from barents.lab.figures import Pairs, Tornado
from barents.lab.reconstructed import moves, stepped, values
from barents.lab.simulate import GameFailed, Study
from barents.lab.tables import balance_tables, markdown
from tests.hunt import GAME as HUNT_GAME

ROOT = Path(__file__).parents[2]
HUNT = Study("hunt", "first-light", 7, dict.fromkeys(Side, "random"), plug_ins=("tests.hunt",), path=(str(ROOT),))
GAMES = 24


@pytest.fixture(autouse=True)
def _plugged_in() -> None:
    registry.plug_in(HUNT_GAME)


@pytest.fixture
def doubtful(tmp_path: Path) -> Game[Any, Any]:
    """The Hunt with its ships said to be reconstructed."""
    file = HUNT_GAME.data_files[0]
    folder = tmp_path / file.folder.name
    folder.mkdir()
    text = (ROOT / "tests" / "hunt" / file.name).read_text()
    (folder / file.name).write_text(text.replace('source = "derived"', 'source = "reconstructed"', 1))
    return replace(HUNT_GAME, data_files=(DataFile(folder, file.name, file.type),))


# What was reconstructed


@pytest.mark.parametrize("game", [NORTH_CAPE, NORDKAPP, OPERATIONS], ids=lambda game: game.name)
def test_only_what_says_that_it_is_reconstructed_is_moved(game: Game[Any, Any]) -> None:
    declared = {file.name: provenance(load(file.folder, file.name, file.type)) for file in game.data_files}
    found = values(game)
    assert found
    for value in found:
        sources = declared[value.file.name]
        over = [
            key for key in sources if key == "." or value.row == key or value.row.startswith((f"{key}.", f"{key}["))
        ]
        assert sources[max(over, key=len)] is Source.RECONSTRUCTED, value.row
    tables = {value.table for value in found}
    every = {key.split(".")[0] for sources in declared.values() for key, one in sources.items() if one is Source.SEED}
    assert not tables & every, "what a rulebook states stays as it is"


def test_a_move_reaches_the_game_and_nothing_else() -> None:
    up = {one.name: one for one in moves(NORTH_CAPE, inside="levels")}["levels.clear_from"]
    before = NORTH_CAPE.data(None).tables.levels
    assert up.down is not None
    assert up.up is not None
    after = [NORTH_CAPE.data(pack).tables.levels for pack in (up.down, up.up)]
    assert [one.clear_from - before.clear_from for one in after] == [-2, 2], "twenty is moved by a tenth"
    assert {one.crushing_from for one in after} == {before.crushing_from}
    ships = {one.name: one for one in moves(NORTH_CAPE, inside="ships")}
    assert {"ships.gun", "ships.torp", "ships.aa", "ships.move", "ships.dmg"} == set(ships)
    assert ships["ships.torp"].up is not None
    counters = NORTH_CAPE.data(ships["ships.torp"].up).counters
    armed = [name for name, about in NORTH_CAPE.data(None).counters.items() if about.torp]
    assert counters["king-george-v"].torp == 0, "she had no torpedoes, and gets none"
    assert sum(counters[name].torp > NORTH_CAPE.data(None).counters[name].torp for name in armed) > 10
    one = moves(NORTH_CAPE, inside="ships.gun")[0]
    assert one.up is not None
    assert one.up.overridden == ("north_cape/counters.toml: ships.rows[king-george-v].gun",)


def test_what_the_types_refuse_stays_and_the_reason_is_told() -> None:
    found = {one.name: one for one in moves(OPERATIONS, "pq-17-roesselsprung")}
    assert found["floes"].up is not None
    assert "a step up: floes.months[1]: expected an int from 1 to 12, got 13" in found["floes"].notes
    assert (found["register"].down, found["register"].up) == (None, None)
    assert found["register"].notes == ("a factor that a unit does not have, or a year, stays as it is",)
    assert {"ships/submarines", "tables/submarines"} <= set(found), "two tables of one name are two"
    with pytest.raises(LookupError, match=r"no reconstructed table 'flows': there are .*floes"):
        moves(OPERATIONS, inside="flows")


def test_a_step_is_a_face_or_a_tenth() -> None:
    value = values(NORTH_CAPE)[0]._replace(counted=False)
    steps = {
        now: (stepped(value._replace(now=now), -1), stepped(value._replace(now=now), 1)) for now in (0, 6, -3, 75, 0.5)
    }
    assert steps == {0: (-1, 1), 6: (5, 7), -3: (-4, -2), 75: (67, 83), 0.5: (0.45, 0.55)}
    assert stepped(value._replace(now=1942), 1) is None
    assert stepped(value._replace(now=0, counted=True), 1) is None


# A study


def test_everything_is_played_with_the_same_dice_and_told_with_its_interval(doubtful: Game[Any, Any]) -> None:
    planned = plan(doubtful, HUNT, levels=["random"])
    assert [one.key for one in planned.variations] == ["base", "option radar=True", "table ships -1", "table ships +1"]
    kept = Kept({})
    counted = []
    play(planned.variations, GAMES, 1, kept, lambda one: counted.append(one.key))
    assert counted == [one.key for one in planned.variations]
    found = findings(doubtful, HUNT, GAMES, planned, kept, ["random"])
    base, radar = kept.outcomes["base"], kept.outcomes["option radar=True"]
    assert base != radar
    mean = 100 * sum(after.german - before.german for before, after in zip(base, radar, strict=True)) / GAMES
    effect = found.effects["options"][0]
    assert (effect.label, effect.way, effect.provenance, effect.same) == ("Radar", 1, "option", False)
    assert effect.wins.mean == pytest.approx(mean, abs=0.01)
    assert effect.wins.low < effect.wins.mean < effect.wins.high
    assert found.german.mean == pytest.approx(sum(one.german for one in base) / GAMES, abs=1e-3)
    for row in found.rows:
        assert sum(value.mean for value in row.wins.values()) == pytest.approx(1, abs=1e-3)
        assert sum(row.levels.values()) == GAMES
    assert [row.label for row in found.rows] == ["as it stands", "Radar"]
    options, tables = found.figures
    assert isinstance(options, Tornado)
    assert isinstance(tables, Tornado)
    assert options.rows[0].low is None, "a switch has one other way"
    assert tables.rows[0].low is not None
    assert tables.rows[0].high is not None
    assert (tables.rows[0].label, tables.rows[0].provenance) == ("ships", "reconstructed")
    assert msgspec.json.decode(msgspec.json.encode(found), type=balance.Balance) == found


def test_optional_rules_are_tried_alone_and_together_but_for_who_plays() -> None:
    study = Study("north_cape", "unternehmen-sportpalast", 1, dict.fromkeys(Side, "captain"))
    *alone, together = plan(NORTH_CAPE, study, ["options"]).variations[1:]
    assert [one.label for one in alone if "solitaire" in one.key] == ["Solitaire"]
    assert together.label == "all of them"
    assert together.study.options == {
        **dict.fromkeys(("aces", "growlers", "hfdf", "dispersion", "merchant_aa", "scharnhorst"), True),
        "u571": "add",
    }


def test_what_is_lost_and_what_happens_is_counted_a_game() -> None:
    study = Study("north_cape", "unternehmen-sportpalast", 1, dict.fromkeys(Side, "captain"))
    planned = plan(NORTH_CAPE, study, [])
    ships = [{"merchants": {"ships": 3}}, {"merchants": {"ships": 2, "submarines": 1}}, {}, {}]
    outcomes = [Outcome(1.0, "win", {"axis": 4.0}, 1, lost, {"storms": 1}) for lost in ships]
    found = findings(NORTH_CAPE, study, 4, planned, Kept({}, {"base": outcomes}), [])
    assert found.rows[0].losses == {"merchants": {"ships": 1.25, "submarines": 0.25}}
    assert found.rows[0].events == {"storms": 1.0}
    text = markdown(balance_tables(found))
    assert "| as it stands | 4 | 0% (0–49) | 0% | 4.0 (4.0 to 4.0) | 1.5 (ships 1.2, submarines 0.2) |" in text


def test_a_change_that_changes_nothing_is_known_for_certain_and_else_it_is_not() -> None:
    outcome = Outcome(1.0, "win", {"axis": 3.0, "allied": 1.0}, 50, {}, {})
    one = balance.Variation("x", "options", "x", HUNT, 1)
    same = balance.effect(one, [outcome] * 10, [outcome] * 10)
    assert (same.same, same.wins.low, same.wins.high) == (True, 0.0, 0.0)
    longer = msgspec.structs.replace(outcome, choices=51)
    other = balance.effect(one, [outcome] * 10, [longer] * 10)
    assert not other.same
    assert other.wins.low < -15, "ten games without a difference do not show that there is none"
    assert paired([1.0] * 40).low > 80


def test_a_study_goes_on_from_its_file_and_refuses_another(
    doubtful: Game[Any, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.json"
    planned = plan(doubtful, HUNT, ["options"])
    kept = opened(file, HUNT, 3, "1")
    play(planned.variations[:1], 3, 1, kept, lambda _one: balance.keep(file, kept))
    again = opened(file, HUNT, 3, "1")
    assert again.outcomes == kept.outcomes
    asked: list[str] = []

    def recorded(games: Any, _workers: int) -> Any:
        listed = list(games)
        asked.extend(str(study.options) for study, _ in listed)
        return played(listed, 1)

    played = simulate.play_all
    monkeypatch.setattr(balance, "play_all", recorded)
    play(planned.variations, 3, 1, again)
    assert asked == ["{'radar': True}"] * 3, "the rest, and nothing twice"
    with pytest.raises(AnotherStudy, match=r"another study: seed 7 instead of 8; name another file"):
        opened(file, HUNT._replace(seed=8), 3, "1")
    with pytest.raises(AnotherStudy, match="rules '1' instead of '2'"):
        opened(file, HUNT, 3, "2")
    file.write_text("[]")
    with pytest.raises(AnotherStudy, match="holds no study of balance"):
        opened(file, HUNT, 3, "1")


def test_a_variation_in_which_a_game_fails_is_left_out_with_a_word(doubtful: Game[Any, Any]) -> None:
    planned = plan(doubtful, HUNT, ["options"])
    base, radar = planned.variations
    broken = radar._replace(
        key="broken", label="Broken", study=radar.study._replace(players={**HUNT.players, Side.AXIS: "nobody"})
    )
    kept = Kept({})
    play([base, broken, radar], 3, 1, kept)
    assert list(kept.outcomes) == ["base", "option radar=True"]
    found = findings(doubtful, HUNT, 3, planned._replace(variations=(base, broken, radar)), kept, [])
    assert found.skipped[0].label == "Broken"
    assert "game 1 of seed 7 failed" in found.skipped[0].reason
    assert "no player 'nobody'" in found.skipped[0].reason
    with pytest.raises(GameFailed, match="no player 'nobody'"):
        play([base._replace(study=broken.study)], 3, 1, Kept({}))


# As a person types it


def barents(*words: str | Path) -> Result:
    return CliRunner().invoke(app, ["--plug-in", "tests.hunt", *map(str, words)])


def test_the_command_shows_writes_and_repeats(tmp_path: Path) -> None:
    json, plot, report, kept = (tmp_path / name for name in ("b.json", "b.svg", "b.html", "k.json"))
    words = ("balance", "hunt", "first-light", "--games", "6", "--seed", "3", "--workers", "1", "--resume", kept)
    tables = tmp_path / "b.md"
    result = barents(*words, "--json", json, "--plot", plot, "--report", report, "--markdown", tables)
    assert (result.exit_code, result.stderr) == (0, "")
    found = msgspec.json.decode(json.read_bytes(), type=balance.Balance)
    assert (found.games, found.seed, found.scenario) == (6, 3, "first-light")
    assert "Who wins, and by how much" in result.stdout
    assert "Radar" in result.stdout
    assert plot.read_bytes().startswith(b"<?xml")
    assert tables.read_text().startswith(
        "### Who wins, and by how much\n\n| as it stands | 95% interval in brackets |\n"
    )
    page = report.read_text()
    assert "barents balance hunt first-light --games 6 --seed 3" in page
    assert str(tmp_path) not in page, "where it was written is nobody's business"
    again = barents(*words)
    assert again.stdout == result.stdout
    refused = barents(*words[:4], "4", "--seed", "3", "--resume", kept)
    assert refused.exit_code == 2
    assert "belongs to another study" in refused.stderr


def test_pairs_of_players_are_a_matrix() -> None:
    study = Study("north_cape", "unternehmen-sportpalast", 1, dict.fromkeys(Side, "captain"))
    planned = plan(NORTH_CAPE, study, ["players"], ["random", "captain"])
    assert [one.label for one in planned.variations[1:]] == [
        "random against random",
        "random against captain",
        "captain against random",
    ]
    outcomes = [Outcome(german, "", {}, 1, {}, {}) for german in (1.0, 0.0, 0.5)]
    kept = Kept({}, {one.key: outcomes for one in planned.variations})
    (figure,) = findings(NORTH_CAPE, study, 3, planned, kept, ["random", "captain"]).figures
    assert isinstance(figure, Pairs)
    assert figure.players == ("random", "captain")
    assert {(cell.allied, cell.axis): cell.share.mean for cell in figure.cells} == {
        (allied, axis): 0.5 for allied in figure.players for axis in figure.players
    }


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--only", "dice"), "there is no thing that could be varied 'dice'"),
        (("--only", "options", "--values", "ships"), "give one of them"),
        (("--values", "ships"), "has no reconstructed table 'ships'"),
        (("--players", "random,nobody"), "there is no player 'nobody'"),
        (("--plot", "figure.pdf"), "draws .png and .svg files"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(words: tuple[str, ...], expected: str) -> None:
    result = barents("balance", "hunt", "first-light", *words)
    assert result.exit_code == 2
    assert expected in result.stderr
