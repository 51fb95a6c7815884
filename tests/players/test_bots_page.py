"""Every example of the page on bots does what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import pages

PAGE = "bots.md"
COMMANDS = pages.commands(PAGE)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_of_the_page_works(command: list[str], tmp_path: Path) -> None:
    assert pages.write_files(PAGE, tmp_path) == ["my_bot.py", "cautious.py", "hasty.py"]
    told = pages.run(tmp_path, *command)
    is_hasty = "hasty:Hasty" in command
    assert ("hasty:Hasty failed" in told) == is_hasty
    if is_hasty:
        assert "(hasty.py:9, in choose)" in told
        assert ("resigned" in told) == ("forfeit" in command)
    assert all(name not in told for name in ("Bold failed", "Cautious failed")), told


def test_the_page_shows_what_the_program_says(tmp_path: Path) -> None:
    pages.write_files(PAGE, tmp_path)
    shown = next(block.text for block in pages.blocks(PAGE) if "hasty:Hasty failed" in block.text)
    command = next(command for command in COMMANDS if "hasty:Hasty" in command and "forfeit" not in command)
    assert shown in pages.run(tmp_path, *command)
