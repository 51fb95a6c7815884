"""A campaign on the page: alone against the dice, and from one of its scenarios into the next."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from barents.kernel.match import Match
from barents.kernel.sides import Side
from tests.web.browser import Table
from tests.web.person import Person
from tests.web.positions import played, take_over, to_orders

FIRST, SECOND = "Unternehmen Sportpalast", "Enter the Luftwaffe"


def near_the_end(match: Match[Any, Any]) -> bool:
    """The last turn of the first scenario, and the Germans are to choose a mission."""
    asked = match.pending.get(Side.AXIS)
    return match.state.turn == match.state.turns and asked is not None and asked.rule == "NC-5.0-alternate"


def test_a_campaign_alone_is_begun_on_the_start_page(table: Table) -> None:
    page = table.page("/")
    me = Person(page, "alone", bold=0.5)
    page.get_by_label("Scenario", exact=True).select_option(label="The campaign, 108 turns")
    page.get_by_label("Against").select_option(label="Nobody: solitaire")
    expect(page.get_by_role("radio", name="German")).to_be_checked()
    expect(page.get_by_role("button", name="Invite a person")).to_have_count(0)
    page.get_by_role("button", name="Play", exact=True).click()
    me.until_asked()
    expect(page.locator("header").get_by_text("You play the Germans")).to_be_visible()
    expect(page.locator("header").get_by_text(FIRST)).to_be_visible()
    me.play(lambda: me.turn == 2)
    to_orders(page)
    dock = page.get_by_role("navigation", name="Displays")
    expect(dock.get_by_role("heading", name="Allied groups")).to_be_visible()
    dock.get_by_role("button", name="The campaign so far").click()
    expect(page.get_by_role("table", name="What the Germans have left")).to_contain_text("U-boats")


def test_when_a_scenario_is_over_the_sheets_say_how_things_stand(table: Table) -> None:
    page = table.page("/")
    take_over(page, played("campaign", 11, near_the_end), Side.AXIS)
    me = Person(page, "campaigner", bold=0)
    sheet = page.get_by_role("table", name="The campaign so far")
    me.play(lambda: sheet.count() > 0)
    expect(page.locator("header").get_by_text(SECOND)).to_be_visible()
    expect(sheet.get_by_role("row", name=FIRST)).to_contain_text("victory")
    expect(sheet.get_by_role("row", name=SECOND)).to_contain_text("turn 1 of")
    assert me.turn == 1
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    # It goes on where it was left.
    page.goto("/")
    page.get_by_role("button", name="Resume").first.click()
    me.until_asked()
    expect(page.locator("header").get_by_text(SECOND)).to_be_visible()
