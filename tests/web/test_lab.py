"""The laboratory in the browser: a person asks something, watches it, stops it, and opens a game behind a bar."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.browser import PHONE, Table
from tests.web.test_access import findings_day_and_night

SHORT = "Nordkapp"  # its random players are through in a moment


def ask(page: Page, question: str, games: int, **choices: str) -> None:
    """Choose a question and what it needs, by the labels on the page."""
    page.get_by_role("button", name=question).click()
    page.get_by_label("Game", exact=True).select_option(label=SHORT)
    for label, choice in choices.items():
        page.get_by_label(label.capitalize(), exact=True).select_option(label=choice)
    page.get_by_label("Games", exact=True).fill(str(games))


def start(page: Page) -> None:
    page.get_by_role("button", name="Start the study").click()
    page.wait_for_url(re.compile("/lab/[0-9a-f]{16}$"))


def test_from_a_question_to_a_game_behind_a_bar(table: Table, tmp_path: Path) -> None:
    page = table.page("/")
    page.get_by_role("link", name="Laboratory").click()
    expect(page.get_by_text("A study that you start stands here")).to_be_visible()
    ask(page, "How does it end?", 4, allied="Midshipman", german="Midshipman")
    start(page)
    expect(page.get_by_role("status")).to_have_text("4 games played")
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "4")
    expect(page.locator("header")).to_contain_text("How does “Unternehmen Sportpalast” end?")
    expect(page.locator("main")).to_contain_text("seed 1942")
    # Every number has its interval, and every game is in one bar of each panel.
    expect(page.locator(".cell .number")).to_have_text(re.compile(r"^\d+%( ± \d+| \d+–\d+)$"))
    panel = page.get_by_role("group", name=re.compile("^German points: mean"))
    bars = panel.get_by_role("button")
    expect(bars.first).to_be_visible()
    counts = [re.search(r": (\d+) games? of 4$", bar.get_attribute("aria-label") or "") for bar in bars.all()]
    assert sum(int(found[1]) for found in counts if found) == 4
    # The table is saved as it is.
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save table").click()
    saving.value.save_as(tmp_path / "table.csv")
    assert len((tmp_path / "table.csv").read_text().splitlines()) == 5
    # Behind a bar are its games, reached by keyboard too, and a game opens as a replay.
    bars.first.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("tbody tr")).to_have_count(int(counts[0][1]) if counts[0] else 0)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator(".cell button").click()
    expect(dialog.locator("tbody tr")).to_have_count(4)
    dialog.get_by_role("button", name="Open game 3").click()
    page.wait_for_url(re.compile("/debrief/"))
    expect(page.locator("main.report h1")).to_be_visible()
    # It is still there for whoever comes back, and can be repeated with other dice.
    page.goto("/lab")
    page.get_by_role("button", name="Look at How does").click()
    page.get_by_role("button", name="Repeat this study").click()
    expect(page.get_by_label("Seed")).to_have_value("1943")
    expect(page.get_by_label("Games", exact=True)).to_have_value("4")
    expect(page.get_by_label("German", exact=True)).to_have_value("random")


def test_a_study_that_is_watched_and_stopped(table: Table) -> None:
    page = table.page("/lab")
    ask(page, "Is it a fair fight?", 101)
    expect(page.get_by_text("That would be 404 games: at most 100 here.")).to_be_visible()
    expect(page.get_by_role("button", name="Start the study")).to_be_disabled()
    page.get_by_label("Games", exact=True).fill("100")
    expect(page.get_by_text("Four pairs, 100 each: 400 games.")).to_be_visible()
    start(page)
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d+ of 400 games played$"))
    expect(page.locator("section.pairs .cell button").first).to_be_visible()
    page.get_by_role("button", name="Stop here").click()
    stopped = page.get_by_role("status")
    expect(stopped).to_have_text(re.compile(r"^Stopped after \d+ of 400 games$"))
    words = stopped.inner_text()
    expect(page.get_by_text("The study was stopped.")).to_be_visible()
    page.reload()
    expect(stopped).to_have_text(words)
    page.get_by_role("button", name="Forget", exact=True).click()
    page.get_by_role("button", name="Forget it for good").click()
    expect(page.get_by_text("A study that you start stands here")).to_be_visible()
    page.goto("/lab/0123456789abcdef")
    expect(page.get_by_role("alert")).to_contain_text("There is no such study.")
    table.expected.append("404")


def test_which_table_decides(table: Table) -> None:
    page = table.page("/lab", viewport=PHONE, has_touch=True, is_mobile=True)
    ask(page, "Which table decides?", 2, allied="Midshipman", german="Midshipman")
    tables = page.get_by_role("group", name="Tables")
    boxes = tables.get_by_role("checkbox")
    expect(boxes.first).to_be_visible()
    for box in boxes.all():
        box.uncheck()
    expect(page.get_by_text("Choose at least one table.")).to_be_visible()
    tables.get_by_label("Movement").check()
    start(page)
    expect(page.get_by_role("status")).to_have_text("6 games played")
    tornado = page.get_by_role("group", name=re.compile("^Which table decides"))
    up = tornado.get_by_role("button", name=re.compile(r"^Movement, a step up: .* \(.* to .*\) points of a percent$"))
    up.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("button", name=re.compile("^Open twin"))).to_have_count(2)


def test_no_serious_findings_in_the_laboratory(table: Table) -> None:
    page = table.page("/lab", bypass_csp=True)
    for question in ("The same week, other rules", "Which table decides?", "How does it end?"):
        page.get_by_role("button", name=question).click()
        assert findings_day_and_night(page) == []
    ask(page, "How does it end?", 3, allied="Midshipman", german="Midshipman")
    start(page)
    expect(page.get_by_role("status")).to_have_text("3 games played")
    assert findings_day_and_night(page) == []
    page.locator(".cell button").click()
    expect(page.get_by_role("dialog").locator("tbody tr")).to_have_count(3)
    assert findings_day_and_night(page) == []
