"""The page on environments: its examples run, and its table is the layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from barents.env.observations import BLOCKS, FACTS
from tests import pages

PAGE = "environments.md"
FILES = [block.title for block in pages.blocks(PAGE) if block.title]


@pytest.mark.parametrize("file", FILES)
def test_an_example_runs(file: str, tmp_path: Path) -> None:
    pages.write_files(PAGE, tmp_path)
    assert pages.run(tmp_path, program=(tmp_path / file).read_text("utf-8")).strip()


def test_the_table_is_the_layout() -> None:
    lines = (pages.DOCS / PAGE).read_text("utf-8").splitlines()
    for name, (rows, columns) in BLOCKS.items():
        said = f"{FACTS} buckets" if name == "facts" else ", ".join(columns)
        assert f"| `{name}` | {rows} | {said} |" in lines
