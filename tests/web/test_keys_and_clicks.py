"""What one click and one key do: no more than they say, and no less."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page, expect

from barents.kernel.decisions import Pick
from barents.kernel.match import Match
from barents.kernel.sides import Side
from tests.web.browser import Table
from tests.web.positions import SHORTEST, played, take_over

AT_ONCE = "localStorage.setItem('act-at-once', 'yes')"


def under_way(match: Match[Any, Any]) -> bool:
    """Whether a submerged boat is asked where it goes."""
    asked = match.pending.get(Side.AXIS)
    if asked is None or not isinstance(asked.options, Pick):
        return False
    return any(str(action).startswith("surface") for action in asked.options.listed)


@cache
def boat_under_way() -> bytes:
    """A submerged U-boat on her way."""
    return played(SHORTEST, 1, under_way)


def lone_answer(match: Match[Any, Any]) -> bool:
    """Whether the Allies are asked with one answer alone, and no secret hangs on it."""
    asked = match.pending.get(Side.ALLIED)
    if asked is None or not isinstance(asked.options, Pick) or asked.window:
        return False
    return not asked.options.products and len(asked.options.listed) == 1


@cache
def first_turn() -> bytes:
    """The second U-boat may be given her first mission."""
    return played(SHORTEST, 1, lambda match: len(match.choices) == 28)


@cache
def at_the_end() -> bytes:
    """A force has no movement points left: it can only stop where it is."""
    return played("historical", 1, lone_answer, "arctic_disaster")


def seated(table: Table, record: bytes, side: Side = Side.AXIS, at_once: bool = False) -> Page:
    """Take a game over."""
    page = table.page(None)
    if at_once:
        page.add_init_script(AT_ONCE)
    take_over(page, record, side)
    page.locator("section.decision").wait_for()
    page.locator("path.stop").first.wait_for(state="attached")
    if page.get_by_role("region", name="What happened").count():
        page.keyboard.press("Escape")
    return page


def goal_of(page: Page) -> tuple[Locator, tuple[float, float]]:
    """Somewhere to go, and its middle."""
    cell = page.locator('path.stop[aria-label*="may be chosen"]:not([aria-label*="U-"])').first
    name = cell.get_attribute("data-cell")
    box = cell.bounding_box()
    assert name
    assert box
    stop = page.locator(f'path.stop[data-cell="{name}"]')
    return stop, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def log(page: Page) -> Locator:
    """What has happened."""
    return page.get_by_role("region", name="Log")


def surfacing(page: Page) -> Locator:
    """The row by which the boat surfaces."""
    return page.locator("section.decision .row").filter(has_text="Surface")


def test_a_double_click_moves_a_boat_and_does_not_surface_her(table: Table) -> None:
    page = seated(table, boat_under_way(), at_once=True)
    stop, (x, y) = goal_of(page)
    page.mouse.click(x, y)
    expect(stop).to_have_attribute("aria-label", re.compile("U-"))
    page.mouse.click(x, y, click_count=2)
    page.wait_for_timeout(200)
    expect(surfacing(page)).to_be_visible()
    expect(log(page)).not_to_contain_text("surfaces")


def test_enter_twice_moves_a_boat_and_does_not_surface_her(table: Table) -> None:
    page = seated(table, boat_under_way(), at_once=True)
    stop, _ = goal_of(page)
    stop.focus()
    page.keyboard.press("Enter")
    expect(stop).to_have_attribute("aria-label", re.compile("U-"))
    page.wait_for_timeout(600)  # longer than a double click
    page.keyboard.press("Enter")
    # It is what the button offers now, no more.
    expect(surfacing(page)).to_have_attribute("aria-pressed", "true")
    expect(log(page)).not_to_contain_text("surfaces")


def test_a_boat_clicked_on_the_chart_is_sent_by_two_keys(table: Table) -> None:
    page = seated(table, first_turn())
    box = page.locator('path.stop[data-cell="2116"]').bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.press("p")
    page.keyboard.press("Enter")
    expect(log(page)).to_contain_text(re.compile("U-377.*patrol"))


def test_nobody_is_asked_before_a_computer_where_there_is_one_answer(table: Table) -> None:
    page = seated(table, at_the_end(), Side.ALLIED)
    expect(page.get_by_text("TF 2 at 3152: 4 movement points").first).to_be_attached()
    expect(page.get_by_role("heading", name="TF 3, no movement points left: what does it do?")).to_have_count(0)
