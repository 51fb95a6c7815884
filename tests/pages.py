"""The examples of a page of the docs: its files are written into a folder, its commands are run there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[1] / "docs"
_BLOCK = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of code: its language, the file that it is, and what is in it."""

    language: str
    title: str
    text: str


def blocks(page: str) -> list[Block]:
    """The blocks of code of a page, in order."""
    return [Block(*found.groups("")) for found in _BLOCK.finditer((DOCS / page).read_text("utf-8"))]


def write_files(page: str, folder: Path) -> list[str]:
    """Write the files of a page, and give their names."""
    files = [block for block in blocks(page) if block.title]
    for block in files:
        (folder / block.title).write_text(block.text, "utf-8")
    return [block.title for block in files]


def commands(page: str) -> list[list[str]]:
    """The commands of a page, with the program's own name left out."""
    lines = [line for block in blocks(page) if block.language == "sh" for line in block.text.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("barents ")]


def run(folder: Path, *arguments: str, program: str = "from barents.cli import main; main()") -> str:
    """What a command says when it is called in a folder, as a console script would."""
    command = [sys.executable, "-P", "-c", program, *arguments]
    done = subprocess.run(command, cwd=folder, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{shlex.join(arguments)}\n{done.stdout}\n{done.stderr}"
    return done.stdout
