"""Hatch's hook: a standard wheel or sdist carries the built client.

It is built only where it is missing, so that a wheel can be made from an sdist without node; an editable install builds
nothing, since `make` does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("src/barents/server/static")


class ClientHook(BuildHookInterface[Any]):
    """Builds the client before the files of a package are gathered."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, unless this is an editable install or it is there."""
        root = Path(self.root)
        if version == "editable" or (root / STATIC / "index.html").exists():
            return
        # npm's own script looks `node` up on the path, so the folder of the environment's node comes first.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        npm = shutil.which("npm", path=path)
        if npm is None:
            raise RuntimeError("the browser client is not built, and there is no npm to do it: run `make client`")
        for command in ([npm, "install", "--no-save"], [npm, "run", "build"]):
            subprocess.run(command, cwd=root / "web", env={**os.environ, "PATH": path}, check=True)
