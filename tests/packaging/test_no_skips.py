"""With CI=true a test that does not run counts as one that fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.project import ROOT

SKIPS = {
    "by mark": "@pytest.mark.skip(reason='no tide')\ndef test_it(): pass",
    "by call": "def test_it(): pytest.skip('no tide')",
    "by module": "pytest.skip('no tide', allow_module_level=True)",
}


def run_pytest(tmp_path: Path, body: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on one small file, under the shared conftest and nothing else of ours."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "tests").mkdir()  # the rule ledger looks for its marks there
    (tmp_path / "test_small.py").write_text(f"import pytest\n{body}\n")
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "tests.conftest",
            "-p",
            "no:cacheprovider",
            "-rs",
            str(tmp_path),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("body", SKIPS.values(), ids=SKIPS.keys())
def test_a_skip_fails_when_everything_must_run(tmp_path: Path, body: str) -> None:
    strict = run_pytest(tmp_path, body, CI="true")
    assert strict.returncode not in (0, 5), strict.stdout
    assert "no tide" in strict.stdout
    assert "every test must run" in strict.stdout


def test_a_skip_is_allowed_elsewhere(tmp_path: Path) -> None:
    assert run_pytest(tmp_path, SKIPS["by call"], CI="").returncode == 0


def test_an_expected_failure_is_no_skip(tmp_path: Path) -> None:
    body = "@pytest.mark.xfail\ndef test_it(): assert False"
    assert run_pytest(tmp_path, body, CI="true").returncode == 0
