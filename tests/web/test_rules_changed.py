"""A match of rules that are gone: its page says so plainly, and everything that was written down can be read there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from barents.games.nordkapp import GAME as NORDKAPP
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import CAPTAIN, answer_of, player
from barents.server.guard import COOKIE
from tests.packaging.project import ROOT
from tests.server import service
from tests.web.browser import PHONE, Table, served
from tests.web.positions import load
from tests.web.test_access import findings, findings_day_and_night

BEFORE = ROOT / "tests" / "kernel" / "records_of_before"
GONE = "409"  # what the browser says of the report that there is not


@pytest.fixture(scope="module")
def pack() -> tuple[str, ...]:
    return ("--plug-in", "tests.web.later")


@pytest.fixture
def stopped(tmp_path: Path, browser: Browser) -> Iterator[tuple[Table, str]]:
    """A match under way at a server that then got other rules, and the one who sits on both sides of it."""
    with served(tmp_path) as address, ExitStack() as seats:
        person = service.Browser(address)
        opened = person.open(game="nordkapp", scenario="unternehmen-sportpalast", opponent="here")
        both = [seats.enter_context(person.sit(opened["match"], side.value)) for side in Side]
        assert both[0].ask("contribute", nonce="a word for the dice")["is"] == "done"
        count = 0

        def done() -> bool:
            nonlocal count
            count += 1
            return count > 20

        service.play_together(both, Dice.seeded("north"), done)
        key = person.key
    with served(tmp_path, "--plug-in", "tests.web.later") as address:
        table = Table(browser, address)
        table.expected.append(GONE)
        context = table.context(bypass_csp=True)
        context.add_cookies([{"name": COOKIE, "value": key, "url": address}])
        context.new_page()
        yield table, opened["match"]
        table.close()
        assert table.complaints == []


def sheet(page: Page, name: str) -> Any:
    """A part of a chapter that can be folded."""
    return page.locator("details").filter(has=page.locator("summary").filter(has_text=name))


def test_a_match_that_was_stopped_says_so_to_both_and_can_be_read(stopped: tuple[Table, str]) -> None:
    table, match = stopped
    page = table._contexts[0].pages[0]
    page.goto("/games")
    expect(page.get_by_text("Not finished: the rules have changed since.")).to_be_visible()
    page.get_by_role("button", name="Look back").click()
    expect(page.get_by_role("heading", name="Not finished")).to_be_visible()
    why = page.get_by_role("alert")
    expect(why).to_contain_text(f"This match was begun by rules {NORDKAPP.version} of Nordkapp.")
    expect(why).to_contain_text("This server now plays by rules later, so it cannot go on.")
    expect(why).to_contain_text("Nobody has lost, and it is not rated.")
    done = sheet(page, "What was done").locator("li")
    expect(done.nth(10)).to_be_attached()
    everything = done.count()
    page.get_by_role("button", name="German").click()
    expect(done.filter(has_text="Allied")).to_have_count(0)
    expect(done.first).to_be_attached()
    assert done.count() < everything
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save record").click()
    assert saved.value.suggested_filename == f"nordkapp-unternehmen-sportpalast-{match}.json"
    assert findings(page) == []
    page.goto(f"/match/{match}/allied")
    expect(page.get_by_role("heading", name="Not finished")).to_be_visible()
    page.get_by_role("button", name="Play anew").click()
    page.wait_for_url(lambda address: "/match/" in address and match not in address)


def test_a_record_of_older_rules_is_read_as_it_was_written(table: Table) -> None:
    table.expected.append(GONE)
    page = table.page(None, bypass_csp=True)
    load(page, (BEFORE / "nordkapp.json").read_bytes())
    expect(page.get_by_role("heading", name="German operational victory, 13 to 6")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("This match was played by rules 1 of Nordkapp.")
    expect(page.get_by_role("alert")).to_contain_text("its positions cannot be shown")
    expect(sheet(page, "What was done").locator("li")).to_have_count(275)
    expect(page.get_by_text("Trident: 1303, Tigris: 1505")).to_be_visible()
    sheet(page, "The dice as they fell").locator("summary").click()
    expect(page.get_by_text("4 of 18 drawn: U-255, U-88, U-657, U-355")).to_be_visible()
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_role("status")).to_have_text("All 86 throws follow from the secret.")
    expect(page.locator(".found")).to_contain_text("What came of 41 draws follows from the dice by the rules")
    assert findings_day_and_night(page) == []


def test_what_is_written_from_now_on_reads_in_full_on_a_phone(table: Table) -> None:
    table.expected.append(GONE)
    match: Match[Any, Any] = Match.new(NORDKAPP, "unternehmen-sportpalast", seed="phone")
    captain, dice = player(CAPTAIN, "nordkapp", match.data), Dice.seeded("phone")
    for _ in range(60):
        side = next(iter(match.pending))
        match.act(side, answer_of(captain, match, side, dice))
    match.resign(Side.AXIS)
    page = table.page(None, bypass_csp=True, viewport=PHONE, has_touch=True, is_mobile=True)
    load(page, match.record.encode())
    lines = sheet(page, "What the umpire wrote").locator("li")
    expect(lines).to_have_count(len(match.log or ()))
    expect(lines.filter(has_text="Turn 1:").first).to_be_visible()
    page.get_by_role("button", name="Allied").click()
    expect(lines.filter(has_text="German only")).to_have_count(0)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "nothing runs off the page"
    assert findings(page) == []
