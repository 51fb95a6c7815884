"""`barents.testing` serves a game outside of the project, as its own words say, and is not needed to play."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from barents import testing
from tests.packaging.project import ROOT


def test_a_game_of_somebody_s_own_is_tested_as_the_docstring_says(tmp_path: Path) -> None:
    left_out = shutil.ignore_patterns("test_*", "__pycache__")
    shutil.copytree(ROOT / "tests" / "hunt", tmp_path / "my_game", ignore=left_out)
    code = re.search(r"```python\n(.*?)```", testing.__doc__ or "", re.DOTALL)
    assert code is not None
    fewer = {
        "most=200": "most=12",
        "max_examples=25": "max_examples=2, phases=[Phase.generate]",
        "range(20)": "range(2)",
    }
    text = code[1].replace("import given", "import Phase, given")
    for many, few in fewer.items():
        assert many in text
        text = text.replace(many, few)
    (tmp_path / "test_my_game.py").write_text(text, "utf-8")

    def tested() -> str:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(tmp_path)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT / "src")))}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        return done.stdout

    assert "8 passed" in tested()
    # A leak is found: the public is shown where the raider lies.
    knowledge = tmp_path / "my_game" / "knowledge.py"
    text = knowledge.read_text("utf-8")
    spoilt = text.replace("sees_axis = observer in (Observer.AXIS, Observer.UMPIRE)", "sees_axis = True")
    assert spoilt != text
    knowledge.write_text(spoilt, "utf-8")
    assert "FAILED test_my_game.py::test_it_keeps_its_secrets" in tested()


def test_playing_needs_no_library_for_tests() -> None:
    code = "import sys, barents.testing.laws, barents.testing.secrecy, barents.testing.pairs, barents.cli.play; "
    code += "import barents.server.cards; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert loaded.isdisjoint({"pytest", "hypothesis"})
