"""Twins by the thousand: they are counted, runs add up, and a leak is kept so that it can be compared again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.kernel import registry
from tests.hunt import GAME as HUNT
from tests.properties.leaks import known_with_a_flag
from tools import twins


@pytest.fixture
def hunting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The command for a short while of The Hunt, with files of its own."""
    find = registry.find
    monkeypatch.setattr(registry, "find", lambda name: HUNT if name == "hunt" else find(name))
    monkeypatch.setattr(registry, "names", lambda: ["hunt"])
    monkeypatch.setattr(twins, "LEVELS", ("random",))
    files = ["--counts", str(tmp_path / "counts.json"), "--leaks", str(tmp_path / "leaks")]
    return ["--minutes", "0.01", "--seed", "1", "--game", "hunt", *files]


def counted(tmp_path: Path) -> dict[str, twins.Count]:
    return msgspec.json.decode((tmp_path / "counts.json").read_bytes(), type=dict[str, twins.Count])


def test_runs_add_up(tmp_path: Path, hunting: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert twins.main(hunting) == 0
    (once,) = counted(tmp_path).values()
    assert twins.main(hunting) == 0
    (twice,) = counted(tmp_path).values()
    assert twice.twins > once.twins > 0
    assert once.differing > 0
    assert (once.leaks, twice.leaks) == (0, 0)
    assert f"hunt, rules {HUNT.version}" in capsys.readouterr().out


def test_a_leak_is_kept_and_compared_again_until_it_is_mended(
    tmp_path: Path, hunting: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    leaking: Any = replace(HUNT, known=known_with_a_flag)
    honest = registry.find
    monkeypatch.setattr(registry, "find", lambda name: leaking if name == "hunt" else honest(name))
    assert twins.main(hunting) == 1
    first = sorted((tmp_path / "leaks").glob("hunt-*.json"))[0]
    assert twins.main(["--again", str(first)]) == 1
    monkeypatch.setattr(registry, "find", honest)
    assert twins.main(["--again", str(first)]) == 0
