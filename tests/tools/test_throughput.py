"""The throughput tool: the same numbers are the same games, and a tree that plays others is told."""

from __future__ import annotations

import pytest

from tools.throughput import Row, cells, head, main, play

GAME, SCENARIO = "nordkapp", "unternehmen-sportpalast"


def test_a_number_is_always_the_same_game() -> None:
    first, again, other = (play(GAME, SCENARIO, number, 1) for number in (3, 3, 4))
    assert (first.choices, first.digest) == (again.choices, again.digest)
    assert first.digest != other.digest
    assert first.seconds > 0


def test_the_other_tree_comes_first_and_other_games_are_told() -> None:
    before, after = Row(2.0, 40, ("a", "b")), Row(0.5, 40, ("a", "c"))
    line = dict(zip(head(2), cells(GAME, SCENARIO, [before, after]), strict=True))
    assert line["before: games a minute, one core"] == "30"
    assert line["after: games a minute, one core"] == "120"
    assert line["2 cores"] == "240"
    assert (line["seconds a game"], line["faster"], line["same games"]) == ("0.50", "4.00 ×", "NO")
    assert cells(GAME, SCENARIO, [before, before])[-1] == "yes"


def test_both_cores_play_a_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", GAME, "--scenario", SCENARIO, "--games", "1", "--rounds", "1", "--markdown"]) == 0
    *_, line = capsys.readouterr().out.splitlines()
    game, scenario, decisions, seconds, *rates = line.strip("| ").split(" | ")
    assert (game, scenario, len(rates)) == (GAME, SCENARIO, 2)
    assert int(decisions) > 100
    assert float(seconds) > 0
