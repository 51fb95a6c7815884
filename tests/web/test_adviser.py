"""What would you do? The captain's order with its reasons: asked by a key, put away by another, given by a third."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import DESK, PHONE, Table
from tests.web.test_access import findings_day_and_night

TERMS = {"game": "north_cape", "scenario": "unternehmen-sportpalast", "side": "axis", "opponent": "captain"}


def seated(table: Table, **terms: object) -> Page:
    """A first question as the Germans; whoever else is needed at the table has come."""
    page = table.page("/", bypass_csp=True)
    asked = TERMS | terms
    opened = page.request.post("/api/matches", data=asked, headers={"origin": table.address}).json()
    page.goto(f"/match/{opened['match']}/{opened['side']}")
    if opened["invitation"]:
        table.page(opened["invitation"])
    page.locator("section.decision h1").wait_for()
    return page


def test_the_captain_says_why_and_is_followed_or_not(table: Table) -> None:
    page = seated(table)
    panel, prompt = page.get_by_role("region", name="What would you do?"), page.locator("section.decision h1")
    asked = prompt.inner_text()
    page.keyboard.press("c")
    expect(panel.locator("ol li")).not_to_have_count(0)
    assert 1 <= panel.locator("ol li").count() <= 3
    expect(panel).to_contain_text("knows what you know")
    for row in panel.locator("ul li .worth").all():
        assert any(words in row.inner_text() for words in ("no clear difference", "more", "fewer"))
    assert not findings_day_and_night(page, "section.adviser")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    assert prompt.inner_text() == asked, "to ask, and to put it away, decides nothing"
    page.keyboard.press("c")
    panel.wait_for()
    page.keyboard.press("Enter")
    expect(prompt).not_to_have_text(asked)
    expect(panel).to_have_count(0)


def test_where_it_is_agreed_nobody_is_offered_advice(table: Table) -> None:
    page = seated(table, opponent="person", unadvised=True)
    expect(page.get_by_role("button", name="What would you do?")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.get_by_role("region", name="What would you do?")).to_have_count(0)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_advice_comes_into_sight(table: Table, size: dict[str, int]) -> None:
    page = seated(table)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.get_by_role("button", name="What would you do?").click()
    expect(page.get_by_role("button", name="Do it")).to_be_in_viewport()
