"""The rulebook: a rule's number opens its chapter beside the chart, and the pages are read, searched and left."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from barents.kernel.sides import Side
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.positions import asked, take_over, to_orders


def seated(table: Table, **how: Any) -> Page:
    """A page with the first question of First voyage."""
    page = table.page("/", **how)
    page.get_by_role("button", name="Start a first game").click()
    Person(page, "reader").until_asked()
    return page


def test_a_rules_number_opens_its_chapter_beside_the_chart_and_escape_goes_back(table: Table) -> None:
    page = seated(table)
    number = page.locator(".decision .rule-id").first
    number.hover()
    expect(number).to_have_attribute("title", re.compile(r"^\d+ · .+: .+"))
    prompt = page.locator(".decision h1").inner_text()
    number.click()
    sheet = page.get_by_role("dialog", name=re.compile("^Rule NC"))
    expect(sheet.get_by_text("Your decision waits")).to_be_visible()
    expect(sheet.get_by_text(prompt, exact=True)).to_be_visible()
    expect(sheet.get_by_role("region", name="Worked example")).to_be_attached()
    left = sheet.evaluate("box => box.getBoundingClientRect().left")
    assert left >= page.locator(".chart").first.evaluate("box => box.getBoundingClientRect().right") - 1
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(number).to_be_focused()
    expect(page.locator(".decision h1")).to_have_text(prompt)


def test_a_rule_that_is_asked_shows_the_odds_of_your_own_case(table: Table) -> None:
    page = table.page("/")
    take_over(page, asked("north_cape", "first-voyage", Side.AXIS, "NC-8.1-infiltrate-when", most=400), Side.AXIS)
    to_orders(page)
    page.locator(".decision .rule-id").first.click()
    sheet = page.get_by_role("dialog", name="Rule NC 8.1")
    expect(sheet.get_by_role("heading", name="Boats and escorts")).to_be_visible()
    expect(sheet.get_by_role("region", name="Your case, now")).to_be_visible()
    expect(sheet.get_by_role("region", name="Your case, now")).to_contain_text("%")


def test_on_a_phone_a_rule_leaves_the_chart_in_sight(table: Table) -> None:
    page = seated(table, viewport=PHONE)
    page.locator(".rule-id").first.click()
    sheet = page.get_by_role("dialog", name=re.compile("^Rule"))
    expect(sheet.get_by_role("button", name="Back")).to_be_in_viewport()
    assert sheet.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    sheet.get_by_role("button", name="Back").click()
    expect(sheet).to_have_count(0)


def test_the_book_has_contents_chapters_words_and_an_appendix(table: Table) -> None:
    page = table.page("/rules/north_cape/9")
    expect(page.get_by_role("heading", name="Boats and escorts")).to_be_visible()
    expect(page.locator("figure svg")).to_have_count(3)
    expect(page.get_by_role("region", name="Worked example").get_by_text("Screened")).to_be_visible()
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="What wins").click()
    expect(page.get_by_role("heading", name="What wins")).to_be_focused()
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Words").click()
    expect(page.get_by_text("a counter with nothing behind it, bought for one turn")).to_be_visible()
    page.get_by_role("navigation", name="Contents").get_by_role("link", name=re.compile("requirements")).click()
    expect(page.get_by_text("one six-sided and ten-sided dice")).to_be_visible()


def test_a_slash_searches_all_games_and_a_click_goes_there(table: Table) -> None:
    page = table.page("/rules")
    expect(page.get_by_role("navigation", name="Contents")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("holding box")
    found = page.get_by_role("list", name="Found")
    expect(found.get_by_text("North Cape, chapter 4").first).to_be_visible()
    found.get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Face down: decoys and groups")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("zeppelinbart")
    expect(page.get_by_text("No chapter speaks of that.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Face down: decoys and groups")).to_be_visible()
