"""Names that people give themselves are shown as they are, break no page and are never run."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import PHONE, Table

NAMES = {
    "long": "Wilhelmina" * 4,
    "right to left": "\u202e\u05d0\u05d3\u05de\u05d9\u05e8\u05dc \u05d4\u05d9\u05dd\u202e",
    "emoji": "🐧🧊⚓🚢" * 5,
    "markup": "<img src=x onerror=alert(1)>",
    "script": "</title><script>alert(1)</script>",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_is_only_a_name(table: Table, name: str) -> None:
    host = table.page("/")
    host.get_by_label("Against").select_option(label="A person, by link")
    host.get_by_label("Your name").fill(name)
    host.locator("summary", has_text="Options").click()
    host.get_by_label("Ask me").check()
    host.get_by_role("button", name="Make the link").click()
    link = host.get_by_label("Link for your opponent").input_value()
    host.get_by_role("button", name="Go to the table").click()

    guest = table.page(link, viewport=PHONE)
    expect(guest.get_by_text("invites you")).to_contain_text(shown(name))
    is_whole(guest)
    guest.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Take the seat").click()
    # The one who waits reads who is waited for.
    waiting = guest.locator("section.waiting")
    expect(waiting).to_contain_text(shown(name))
    is_whole(guest)

    expect(host.locator("section.decision")).to_be_visible()
    host.goto("/")
    expect(host.get_by_role("button", name="Resume").first).to_be_visible()
    is_whole(host)


def shown(name: str) -> str:
    """A name as a page shows it: signs that turn the text about are left out."""
    return name.replace("\u202e", "").strip()


def is_whole(page: Page) -> None:
    """Nothing hangs over, and nothing was made of a name but text."""
    assert page.evaluate("() => document.scrollingElement.scrollWidth - window.innerWidth") <= 0
    assert page.locator("img, main script, body > script:not([src])").count() == 0
