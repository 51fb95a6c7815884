"""Parts of the page come when they are needed: a match fetches its own displays and its desk, and no others."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from barents.kernel.sides import Side
from tests.web.browser import Table
from tests.web.positions import asked, take_over

PARTS = re.compile(r"/assets/(Convoy|AirBattle|SurfaceCombat|BattleTrack|desk)-[^/]*\.js$")
DESK = re.compile(r"/assets/desk-[^/]*\.js$")


@pytest.fixture(scope="module")
def pack() -> tuple[str, ...]:
    """The server has The Hunt, which has neither displays nor a desk."""
    return ("--plug-in", "tests.hunt")


def open_match(page: Page, game: str, scenario: str) -> str:
    """Open a match against the computer; where its table is."""
    terms = {"game": game, "scenario": scenario, "side": "allied", "opponent": "random"}
    origin = page.url.rstrip("/")
    opened = page.request.post("/api/matches", data=terms, headers={"origin": origin}).json()
    return f"/match/{opened['match']}/{opened['side']}"


def fetched(page: Page) -> list[str]:
    """The parts that the page has asked for, as they are asked for."""
    parts: list[str] = []
    page.on("request", lambda request: parts.extend(PARTS.findall(request.url)))
    return parts


def test_a_match_fetches_its_own_parts_and_no_others(table: Table) -> None:
    page = table.page("/")
    parts = fetched(page)
    page.goto(open_match(page, "hunt", "first-light"))
    page.locator("section.decision").wait_for()
    page.wait_for_load_state("networkidle")
    assert parts == []
    record = asked("arctic_disaster", "historical", Side.ALLIED, "AD-9.3-display-core")
    take_over(page, record, Side.ALLIED)
    page.locator(".stage .scene button").first.wait_for()
    assert set(parts) == {"Convoy"}
    parts.clear()
    page.goto("/")
    page.goto(open_match(page, "arctic_campaign", "campaign"))
    page.locator(".desk").wait_for()
    assert parts == ["desk"]


def test_a_desk_that_does_not_come_is_asked_for_again(table: Table) -> None:
    table.expected.append("Failed to load resource")
    page = table.page("/")
    page.route(DESK, lambda route: route.abort())
    page.goto(open_match(page, "arctic_campaign", "campaign"))
    expect(page.get_by_text("The desk did not come.")).to_be_visible()
    expect(page.locator("section.decision")).to_be_visible()
    page.unroute(DESK)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".desk")).to_be_visible()
