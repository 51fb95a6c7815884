"""What happened is told beside the next question: a band of cards, read by keys and by clicks, and not twice."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page, expect

from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.positions import SHORTEST, played, take_over
from tests.web.test_access import findings_day_and_night

SCATTER = "convoy-is-to-scatter"
SUNK = re.compile(r"sink (U-\d+)")


def has_lost_a_boat(match: Match[Any, Any]) -> bool:
    """Whether the Germans are to act, and their last news is a boat that the enemy sank."""
    if Side.AXIS not in match.pending:
        return False
    told = match.view(Observer.AXIS).story[-1:]
    return any(each.side is Side.ALLIED and each.lost and each.shots for each in told)


@cache
def after_a_loss() -> bytes:
    """The Allies have entered, searched, and sunk a U-boat; it is the Germans' mission."""
    return played(SCATTER, 1, has_lost_a_boat)


def band(page: Page) -> Locator:
    """The report."""
    return page.get_by_role("region", name="What happened")


def open_cards(page: Page) -> Locator:
    """The list of its events."""
    return band(page).get_by_role("navigation", name="Events").get_by_role("button").filter(has_text=re.compile(r"^\d"))


def seated(table: Table, **how: Any) -> Page:
    """At the table of somebody who has just lost a boat."""
    page = table.page(None, **how)
    take_over(page, after_a_loss(), Side.AXIS)
    expect(band(page)).to_be_visible()
    return page


def title(page: Page) -> Locator:
    """What the card at hand is called."""
    return band(page).get_by_role("heading", level=3)


def test_a_loss_is_named_beside_the_next_question(table: Table) -> None:
    page = seated(table)
    expect(page.locator("section.decision h1")).to_be_visible()
    for _ in range(open_cards(page).count() - 1):
        expect(band(page)).to_be_visible()
        page.keyboard.press("Space")
    expect(title(page)).to_have_text(SUNK)
    lost = SUNK.search(title(page).inner_text())
    assert lost
    expect(band(page)).to_contain_text(re.compile(f"{lost[1]} is lost"))
    # The dice lie on the arrows, the boat is crossed out, and the chart has the number of the event.
    expect(band(page).locator(".shots .dice")).not_to_have_count(0)
    expect(band(page).locator(".changed, .line .gone").first).to_be_visible()
    expect(page.locator(".window .now text").last).to_have_text(str(open_cards(page).count()))
    page.keyboard.press("Space")
    expect(band(page)).to_have_count(0)
    expect(page.locator("section.decision h1")).to_be_visible()


def test_what_was_read_is_not_told_again_and_what_was_not_is(table: Table) -> None:
    page = seated(table)
    cards = open_cards(page).count()
    assert cards > 2
    page.keyboard.press("Space")
    expect(open_cards(page).nth(1)).to_have_attribute("aria-current", "step")
    page.reload()
    expect(open_cards(page)).to_have_count(cards - 1)
    page.keyboard.press("Escape")
    expect(band(page)).to_have_count(0)
    page.reload()
    expect(page.locator("section.decision")).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text("lost")
    expect(band(page)).to_have_count(0)


def test_keys_step_replay_and_go_to_the_orders(table: Table) -> None:
    page = seated(table)
    cards = open_cards(page)
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowLeft")
    expect(cards.nth(0)).to_have_attribute("aria-current", "step")
    way = page.locator(".window .now .way")
    expect(way).to_have_count(1)
    drawn = way.element_handle()
    page.keyboard.press("r")
    page.wait_for_function("drawn => !drawn.isConnected", arg=drawn)
    expect(way).to_have_count(1)
    # Enter goes to the orders, and gives none.
    prompt = page.locator("section.decision h1").inner_text()
    page.keyboard.press("Enter")
    expect(band(page)).to_have_count(0)
    expect(page.locator("section.decision h1")).to_have_text(prompt)
    expect(page.get_by_role("navigation", name="Displays")).to_be_visible()


def test_the_enemys_mission_opens_a_report_and_an_answer_closes_it(table: Table) -> None:
    page = table.page(None)
    take_over(page, played(SHORTEST, 1, lambda match: len(match.choices) == 28), Side.AXIS)
    me = Person(page, "reader", bold=0)
    me.until_asked()
    if band(page).count():
        page.keyboard.press("Escape")
    me.play(lambda: band(page).count() > 0)
    expect(open_cards(page)).not_to_have_count(0)
    expect(page.locator("section.decision")).to_be_visible()
    before = band(page).inner_text()
    me.answer()
    me.until_asked()
    assert not band(page).count() or band(page).inner_text() != before


def test_a_thumb_reads_it_in_the_sheet(table: Table) -> None:
    page = seated(table, viewport=PHONE, has_touch=True, is_mobile=True)
    tabs = page.get_by_role("navigation", name="Parts of the table")
    expect(tabs.get_by_role("button", name="Report")).to_have_attribute("aria-current", "page")
    cards = re.search(r"of (\d+)", band(page).get_by_role("heading", level=2).inner_text(), re.I)
    assert cards
    for _ in range(int(cards[1]) - 1):
        band(page).get_by_role("button", name="Next").tap()
    expect(title(page)).to_have_text(SUNK)
    band(page).get_by_role("button", name="To my orders").tap()
    expect(tabs.get_by_role("button", name="Report")).to_have_count(0)
    expect(page.locator("section.decision")).to_be_visible()


def test_no_serious_findings_while_a_report_lies_open(table: Table) -> None:
    page = seated(table, bypass_csp=True)
    assert findings_day_and_night(page) == []
    page.keyboard.press("ArrowRight")
    for _ in range(open_cards(page).count() - 2):
        page.keyboard.press("Space")
    expect(title(page)).to_have_text(SUNK)
    assert findings_day_and_night(page) == []


def test_a_month_ends_with_a_page_that_waits_until_it_is_read_and_is_opened_again(table: Table) -> None:
    page = table.page("/")
    seat = {"game": "arctic_campaign", "scenario": "campaign", "side": "allied", "opponent": "doctrine"}
    terms: dict[str, Any] = {**seat, "options": {"convoy_phase": "quick"}}
    opened = page.request.post("/api/matches", data=terms, headers={"origin": page.url.rstrip("/")}).json()
    page.goto(f"/match/{opened['match']}/{opened['side']}")
    me = Person(page, "staff", bold=0)
    month = page.get_by_role("main", name="January 1942, the report")
    for _ in range(60):
        page.locator("section.decision, main.month").first.wait_for()
        if month.count():
            break
        me.answer()
    expect(month.get_by_role("heading", level=1)).to_contain_text("January 1942")
    expect(month.get_by_text("The account of January 1942")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("section.decision")).to_be_visible()
    page.reload()
    expect(month).to_be_visible()
    expect(month.get_by_role("button", name="On to February")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("section.decision")).to_be_visible()
    page.reload()
    expect(page.locator("section.decision")).to_be_visible()
    expect(month).to_have_count(0)
    page.get_by_role("button", name="Read the report of January 1942").click()
    expect(month.get_by_role("heading", level=1)).to_contain_text("January 1942")
    month.get_by_role("button", name="Close").click()
    expect(page.locator("section.decision")).to_be_visible()
