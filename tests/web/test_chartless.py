"""A game that brings no chart is played all the same: its boards are shown cell by cell."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import Table
from tests.web.person import Person


@pytest.fixture(scope="module")
def pack() -> tuple[str, ...]:
    """The server has The Hunt, which is no installed game."""
    return ("--plug-in", "tests.hunt")


def test_a_game_without_a_chart_is_played_to_its_report(table: Table) -> None:
    page = table.page("/")
    me = Person(page, "hunter", bold=0.8)
    page.get_by_role("button", name="The Hunt").click()
    page.get_by_role("button", name="Play", exact=True).click()
    me.until_asked()
    expect(page.get_by_role("region", name="The sea").get_by_text("Lützow").first).to_be_attached()
    me.play(lambda: False)
    page.get_by_role("button", name="Read the report").click()
    expect(page.locator("main.report h1")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("There is no chart for The sea.")).to_be_visible()
    expect(page.get_by_role("log").get_by_role("listitem").first).to_be_visible()
