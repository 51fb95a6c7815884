"""The project as files: where its root is, what belongs to it, what it declares."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def declared() -> dict[str, Any]:
    """The contents of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def project_files(folder: Path = ROOT) -> Iterator[Path]:
    """Every file of the project in `folder`, leaving out the folders that .gitignore names.

    It reads .gitignore itself, since a downloaded archive has no git history to ask.
    """
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    ignored = {".git", *(line.strip("/") for line in lines if line.endswith("/"))}
    for path in sorted(folder.iterdir()):
        if path.name in ignored or path.relative_to(ROOT).as_posix() in ignored or path.suffix == ".egg-info":
            continue
        if path.is_dir():
            yield from project_files(path)
        else:
            yield path
