"""What the fuzzer has found is done again: none of it may break any more; and the fuzzer finds what is planted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from barents.kernel import registry
from barents.kernel.umpire import Rule
from tests.hunt import GAME as HUNT
from tests.hunt.flow import Umpire
from tests.hunt.search import watch
from tests.hunt.state import Watch
from tools import fuzz
from tools.fuzzing.failures import outcome, read

FOUND = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.parametrize("file", FOUND, ids=[file.stem for file in FOUND])
def test_what_was_found_is_mended(file: Path) -> None:
    finding = read(file)
    assert outcome(finding.plan, finding.deeds) in ("", "refused")


def broken(u: Umpire, step: Watch) -> Rule[None]:
    """A rule that fails in the third watch."""
    if u.state.turn == 3:
        raise KeyError("a chart that nobody has")
    yield from watch(u, step)


def test_what_breaks_is_found_made_short_and_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spoilt: Any = replace(HUNT, steps={**HUNT.steps, Watch: broken})
    find = registry.find
    monkeypatch.setattr(registry, "find", lambda name: spoilt if name == "hunt" else find(name))
    monkeypatch.setattr(registry, "names", lambda: ["hunt"])
    monkeypatch.setattr(fuzz, "MOST", 200)
    told = fuzz.main(["--minutes", "0.02", "--seed", "1", "--game", "hunt", "--found", str(tmp_path)])
    assert told == 1
    assert "BROKE" in capsys.readouterr().out
    (file,) = tmp_path.glob("*.json")
    finding = read(file)
    assert finding.broke.startswith("KeyError in")
    assert outcome(finding.plan, finding.deeds) == finding.broke
    assert len(finding.deeds) < 40
    monkeypatch.setattr(registry, "find", lambda name: HUNT if name == "hunt" else find(name))
    assert outcome(finding.plan, finding.deeds) in ("", "refused"), "as soon as it is mended"
