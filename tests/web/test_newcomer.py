"""Somebody who has never heard of the rulebook opens the page, plays, changes their mind, and comes back later."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.browser import Table
from tests.web.person import Person


def first_game(page: Page, name: str, bold: float = 0.4) -> Person:
    """Somebody who has pressed the one button of the front page."""
    me = Person(page, name, bold)
    page.get_by_role("button", name="Start a first game").click()
    me.until_asked()
    return me


def answer_until(me: Person, shape: str) -> None:
    """Answer on until a question of a shape lies there."""
    me.play(lambda: me.decision.locator(shape).count() > 0)
    expect(me.decision.locator(shape)).to_be_visible()


def test_a_newcomer_plays_a_full_turn_of_north_cape_by_clicking_alone(table: Table) -> None:
    page = table.page("/")
    me = first_game(page, "newcomer")
    assert me.turn == 1
    me.play(lambda: me.turn == 2)
    assert me.turn == 2
    assert len(me.answers) > 5

    log = page.get_by_role("log")
    weather = log.get_by_role("listitem").filter(has_text="Turn 2").filter(has_text=re.compile(r"= \d")).first
    expect(weather.locator(".dice svg")).not_to_have_count(0)
    weather.get_by_role("button", name="how").click()
    expect(weather.locator(".modifier")).to_have_text(re.compile(r"^[+−]\d \w+"))
    expect(log.get_by_role("heading", name="Turn 1")).to_be_attached()


def test_a_choice_is_taken_back(table: Table) -> None:
    me = first_game(table.page("/"), "undo")
    answer_until(me, "fieldset")
    before = me.prompt
    me.answer()
    me.until_asked()
    assert me.prompt != before
    me.give(me.decision.get_by_role("button", name="Undo"))
    expect(me.decision.locator("h1")).to_have_text(before)
    me.answer()
    expect(me.decision.locator("h1")).not_to_have_text(before)


def test_closing_and_reopening_loses_nothing_of_a_choice_of_several(table: Table) -> None:
    me = first_game(table.page("/"), "subset")
    answer_until(me, "fieldset")
    boxes = me.decision.get_by_role("checkbox")
    boxes.nth(1).click()
    expect(boxes.nth(1)).to_be_checked()
    prompt, log = me.prompt, me.page.get_by_role("log").inner_text()

    page = reopened(me)
    again = page.locator("section.decision")
    expect(again.locator("h1")).to_have_text(prompt)
    expect(again.get_by_role("checkbox").nth(1)).to_be_checked()
    expect(again.get_by_role("checkbox", checked=True)).to_have_count(1)
    expect(page.get_by_role("log")).to_have_text(log, use_inner_text=True)


def test_closing_and_reopening_loses_nothing_of_a_set_of_orders(table: Table) -> None:
    me = first_game(table.page("/"), "assign")
    answer_until(me, "ol.slots")
    slots = me.decision.locator("ol.slots > li")
    assert me.click_lit()
    expect(slots.first.locator(".chip")).to_have_text("set")
    where = slots.first.inner_text()

    page = reopened(me)
    kept = page.locator("ol.slots > li")
    expect(kept.first).to_have_text(where, use_inner_text=True)
    expect(kept.locator(".chip", has_text="set")).to_have_count(1)
    expect(page.locator("section.decision .button.primary")).to_be_disabled()


def reopened(me: Person) -> Page:
    """The same game in a new page of the same browser, after the old one was closed at once."""
    context, address = me.page.context, me.page.url
    me.page.close(run_before_unload=False)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="Resume").or_(page.get_by_role("button", name="Resume")).first.click()
    page.locator("section.decision").wait_for()
    assert page.url == address
    return page
