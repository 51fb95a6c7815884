"""The briefing: it opens once for whoever sits down, says what counts and what one has, and comes when it is called."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browser import PHONE, Table
from tests.web.person import Person


def sit_down(page: Page) -> None:
    """Press the one button of the front page."""
    page.get_by_role("button", name="Start a first game").click()


def test_a_newcomer_is_briefed_once_and_takes_command_with_a_key(table: Table) -> None:
    page = table.page("/", briefings=True)
    sit_down(page)
    briefing = page.get_by_role("dialog", name="Briefing")
    expect(briefing.get_by_text("Your task")).to_be_visible()
    expect(briefing.get_by_text("The enemy's")).to_be_visible()
    expect(briefing.get_by_text("a tie is German")).to_be_visible()
    expect(briefing.locator(".units svg").first).to_be_visible()
    expect(briefing.locator(".tips li")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(briefing).to_have_count(0)
    me = Person(page, "briefed")
    me.until_asked()
    page.reload()
    me.until_asked()
    expect(briefing).to_have_count(0)


def test_a_briefing_opens_again_by_its_key_and_from_the_menu(table: Table) -> None:
    page = table.page("/")
    sit_down(page)
    Person(page, "again").until_asked()
    briefing = page.get_by_role("dialog", name="Briefing")
    expect(briefing).to_have_count(0)
    page.keyboard.press("b")
    expect(briefing).to_be_visible()
    page.keyboard.press("Escape")
    expect(briefing).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Briefing").click()
    expect(briefing.get_by_role("button", name="Take command")).to_be_visible()


def test_on_a_phone_a_briefing_fills_the_screen_and_nothing_is_cut_off(table: Table) -> None:
    page = table.page("/", briefings=True, viewport=PHONE)
    sit_down(page)
    briefing = page.get_by_role("dialog", name="Briefing")
    expect(briefing.get_by_role("button", name="Take command")).to_be_in_viewport()
    wider = briefing.evaluate("box => box.scrollWidth - box.clientWidth")
    assert wider <= 0
    briefing.get_by_role("button", name="Take command").click()
    expect(briefing).to_have_count(0)
