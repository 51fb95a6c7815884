"""The client's types: they are those of the server, and a mistake in them is found."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.project import ROOT

WEB = ROOT / "web"
# node comes with the requirements; npm's own script looks it up on the path.
ENVIRONMENT = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def test_the_client_has_the_types_that_the_server_speaks(tmp_path: Path) -> None:
    made = tmp_path / "wire.ts"
    schema = subprocess.run([sys.executable, "-m", "barents.server.schema"], stdout=subprocess.PIPE, check=True)
    subprocess.run(["node", "scripts/types.ts", made], input=schema.stdout, cwd=WEB, env=ENVIRONMENT, check=True)
    assert made.read_text() == (WEB / "src" / "generated" / "wire.ts").read_text(), "run `npm run types` in web/"


@pytest.mark.soak
def test_a_type_error_fails_the_check_of_the_client(tmp_path: Path) -> None:
    copy = tmp_path / "web"
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("node_modules"))
    (copy / "node_modules").symlink_to(WEB / "node_modules")
    (tmp_path / "src").symlink_to(ROOT / "src")  # a test of the client reads maps there
    planted = "import type { Side } from './generated/wire'\n"
    (copy / "src" / "planted.ts").write_text(f"{planted}export const side: Side = 'neutral'\n")
    markup = "<p>{side.speed}</p>\n"
    (copy / "src" / "Planted.svelte").write_text(
        f'<script lang="ts">\n{planted}const side: Side = "axis"\n</script>\n{markup}'
    )
    checked = subprocess.run(
        ["npm", "run", "--silent", "check"], cwd=copy, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
    )
    assert checked.returncode != 0
    assert "'\"neutral\"' is not assignable to type 'Side'" in checked.stdout
    assert "Property 'speed' does not exist" in checked.stdout
    assert "found 2 errors and 0 warnings in 2 files" in checked.stdout
