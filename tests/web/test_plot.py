"""A plot: many forces are given their orders on one page, changed at will, and committed at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser import PHONE, Table
from tests.web.person import Person


@pytest.fixture(scope="module")
def pack() -> tuple[str, ...]:
    """The server has a game of plots."""
    return ("--plug-in", "tests.web.plotting")


def begin(page: Page) -> None:
    """Sit down as the Allies."""
    page.get_by_role("button", name="Plotting", exact=True).click()
    page.get_by_text("Allied", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="Plot every force")).to_be_visible()


def click(page: Page, cell: str) -> None:
    """Click a lit hex, beside what may lie in it."""
    stop = page.locator(f'path.stop[data-cell="{cell}"]')
    expect(stop).to_have_attribute("aria-label", re.compile("may be chosen"))
    box = stop.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def force(page: Page, name: str) -> Locator:
    """The row of a force."""
    return page.locator("ol.forces > li").filter(has=page.locator(".name", has_text=re.compile(f"^{name}$")))


def test_a_plot_is_drawn_followed_kept_committed_and_repeated(table: Table) -> None:
    page = table.page("/")
    begin(page)
    expect(force(page, "PQ 17")).to_contain_text("bound for 1512")
    click(page, "1512")
    expect(force(page, "PQ 17")).to_contain_text("1510 to 1512, 2 of 3")
    page.keyboard.press("Tab")
    click(page, "1708")
    click(page, "1808")
    expect(page.locator(".plotting text")).to_have_text("3")
    page.keyboard.press("Tab")
    page.keyboard.press("o")
    expect(force(page, "Cruiser Force")).to_contain_text("follows Battle Fleet")
    page.keyboard.press("Tab")
    # Stragglers come after the fleets, and boats last.
    page.get_by_role("button", name="To 1612").click()
    page.get_by_role("button", name="Next gap").click()
    page.get_by_role("button", name="Submerged").click()
    force(page, "Battle Fleet").get_by_role("button").first.click()
    page.keyboard.press("Backspace")
    expect(force(page, "Cruiser Force")).to_contain_text("1706 to 1708, 2 of 4")
    expect(page.get_by_text("Missing: Late Force.")).to_be_visible()
    # Whoever leaves in the middle of it loses nothing.
    page.reload()
    expect(force(page, "Cruiser Force")).to_contain_text("follows Battle Fleet")
    expect(force(page, "Tigris")).to_contain_text("1604, Submerged")
    expect(force(page, "Late Force")).to_contain_text("being plotted")
    click(page, "1602")
    force(page, "Cruiser Force").get_by_role("button").first.click()
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.get_by_text("No order: Cruiser Force.")).to_be_visible()
    page.get_by_role("button", name="Commit plot, 1 gap").click()
    expect(page.get_by_text("Turn 2 of 3")).to_be_visible()
    page.get_by_role("button", name=re.compile("gaps as last turn")).click()
    expect(force(page, "Battle Fleet")).to_contain_text("1708 to 1710, 2 of 4")
    expect(force(page, "Battle Fleet")).to_contain_text("as last turn")
    expect(page.locator("g.last .head")).to_have_count(1)


def test_a_plot_by_thumb(table: Table) -> None:
    page = table.page("/", viewport=PHONE, has_touch=True)
    begin(page)
    page.get_by_role("button", name="Late Force").tap()
    page.get_by_label("Hex for Late Force").fill("1702")
    page.get_by_label("Hex for Late Force").press("Enter")
    page.get_by_role("button", name=re.compile("Commit plot, 5 gaps")).tap()
    expect(page.get_by_text("Turn 2 of 3")).to_be_visible()


def test_anyone_can_play_it(table: Table) -> None:
    page = table.page("/")
    me = Person(page, "plotter", bold=0.7)
    begin(page)
    me.play(lambda: False)
    expect(page.get_by_role("button", name="Read the report")).to_be_visible()
