"""A page does not grow with the length of its match: neither what is drawn nor what listens."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import CDPSession, Page, expect

from barents.kernel.dice import Dice
from barents.server.guard import COOKIE
from tests.conftest import IN_SOAK
from tests.server.service import Seat
from tests.web.browser import Table

FIRST, STRETCHES, CHOICES = 40, 6 if IN_SOAK else 4, 45
"""Choices until the page is first measured; then so many stretches of so many choices."""
LEAST_TOLD = 20 * STRETCHES
"""Lines of the log."""
ENTRIES = 200
"""So many that one look at the end of the log does not draw them all."""
GROWTH = 1.5
"""A position may show more than another one; lines and listeners that stayed came to thrice as much and more."""


class Weight(NamedTuple):
    """What a page holds after whatever is not held any more has been swept away."""

    nodes: int
    listeners: int


def weigh(session: CDPSession) -> Weight:
    """Collect the garbage and count."""
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    found = {each["name"]: int(each["value"]) for each in session.send("Performance.getMetrics")["metrics"]}
    return Weight(found["Nodes"], found["JSEventListeners"])


def shows(page: Page, seat: Seat) -> None:
    """Wait until the page has come as far as somebody else at the same seat."""
    assert seat.decision is not None, "the match is over too soon"
    expect(page.locator("section.decision h1")).to_have_text(seat.decision["prompt"])
    expect(page.locator("section.decision")).to_have_attribute("aria-busy", "false")


def entries(page: Page) -> int:
    """How many entries the log has, as it says itself."""
    return int(page.get_by_role("group", name="Show").locator(".count").first.inner_text())


def look_about(page: Page) -> None:
    """What a person does beside answering: open the displays and the menu, zoom, point here and there."""
    for key in ("d", "d", "m", "Escape", "-", "+", "Tab", "f", "f"):
        page.keyboard.press(key)
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    for step in range(8):
        page.mouse.move(box["x"] + box["width"] * (step + 1) / 9, box["y"] + box["height"] / 2)
    page.get_by_role("log").get_by_role("listitem").first.hover()


def test_a_page_holds_no_more_after_hundreds_of_choices(table: Table) -> None:
    page = table.page("/")
    terms = {"game": "north_cape", "scenario": "convoy-is-to-scatter", "side": "axis", "opponent": "random"}
    opened = page.request.post("/api/matches", data=terms, headers={"origin": table.address}).json()
    page.goto(f"/match/{opened['match']}/{opened['side']}")
    page.locator("section.decision").wait_for()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    key = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)
    dice = Dice.seeded("long match")
    with Seat(table.address, opened["match"], opened["side"], key) as seat:
        weights = []
        for stretch in range(STRETCHES):
            seat.play_on(dice, most=CHOICES if stretch else FIRST)
            seat.until_asked()
            shows(page, seat)
            look_about(page)
            weights.append(weigh(session))
        told = len(seat.view["log"])
        while entries(page) < ENTRIES:  # the dice are free: so that some of them are surely not drawn yet
            seat.play_on(dice, most=CHOICES)
            seat.until_asked()
            shows(page, seat)
    lines = page.get_by_role("log").get_by_role("listitem")
    few = lines.count()
    page.get_by_role("button", name="Older lines").scroll_into_view_if_needed()
    expect(lines.nth(few)).to_be_attached()
    assert told > LEAST_TOLD, "too little has happened"
    # A question that lights the whole chart weighs more than others: of each half the lightest moment counts.
    half = STRETCHES // 2
    for early, late in zip(zip(*weights[:half], strict=True), zip(*weights[half:], strict=True), strict=True):
        assert min(late) < GROWTH * min(early), weights
