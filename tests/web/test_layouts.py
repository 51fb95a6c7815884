"""The client draws the displays where the games' own data have their cells."""

from __future__ import annotations

from tools.display_layouts import FILE, written


def test_the_client_has_the_displays_as_they_are() -> None:
    assert FILE.read_text() == written(), "run `python -m tools.display_layouts`"
