"""The table on four screens: nothing lies over what may be chosen, nothing is cut, nothing jumps."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from barents.kernel.match import Match
from barents.kernel.sides import Side
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.positions import SHORTEST, played, take_over

WIDE: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 720},
    {"width": 1440, "height": 900},
    {"width": 1920, "height": 1080},
)
SCREENS: tuple[ViewportSize, ...] = (*WIDE, {"width": 390, "height": 844})
LINES = 6

# Lines of text of the log that can be read: by where they stand, inside the log's window.
_LINES = """() => {
  const log = document.querySelector('[role=log]')
  const window_ = log.getBoundingClientRect()
  const tops = new Set()
  for (const said of log.querySelectorAll('.said, .turn')) {
    const range = document.createRange()
    range.selectNodeContents(said)
    for (const box of range.getClientRects())
      if (box.height && box.top >= window_.top - 1 && box.bottom <= Math.min(window_.bottom, innerHeight) + 1)
        tops.add(Math.round(box.bottom / 8))
  }
  return tops.size
}"""
# Places that may be chosen, lie in the chart's window, and are hidden there by something else.
_HIDDEN = """() => {
  const chart = document.querySelector('.board > .window').getBoundingClientRect()
  return [...document.querySelectorAll('path.stop[aria-label*="may be chosen"]')].flatMap((stop) => {
    const box = stop.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (x < chart.left || x > chart.right || y < chart.top || y > chart.bottom) return []
    const over = document.elementFromPoint(x, y)
    return over?.closest('.board > .window, .fan') ? [] : [`${stop.dataset.cell} under ${over?.className}`]
  })
}"""
_LIT = """() => {
  const chart = document.querySelector('.board > .window').getBoundingClientRect()
  return [...document.querySelectorAll('path.stop[aria-label*="may be chosen"]')].filter((stop) => {
    const box = stop.getBoundingClientRect()
    return box.left >= chart.left && box.right <= chart.right && box.top >= chart.top && box.bottom <= chart.bottom
  }).length
}"""
# What stands in the header and is cut off, by itself, by its cell or by the header's edge.
_CUT = """() => {
  const header = document.querySelector('header').getBoundingClientRect()
  const parts = [...document.querySelectorAll('header :is(.effects, .weather .big, .score .told > *, .you)')]
  const over = (part) => {
    const box = part.getBoundingClientRect()
    const cell = (part.closest('.cell') ?? part.closest('header')).getBoundingClientRect()
    if (box.top < header.top - 1 || box.bottom > header.bottom + 1) return true
    if (box.left < cell.left - 1 || box.right > cell.right + 1) return true
    return part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline'
  }
  return parts.filter((part) => part.getBoundingClientRect().width && over(part)).map((part) => part.textContent)
}"""


def going(match: Match[Any, Any]) -> bool:
    """Whether a boat is asked where she goes, some turns on."""
    asked = match.pending.get(Side.AXIS)
    return asked is not None and match.state.turn > 1 and asked.prompt.startswith("Where do")


@cache
def boat_goes() -> bytes:
    """A U-boat has somewhere to go, and the log has something to tell."""
    return played(SHORTEST, 1, going)


def seated(table: Table, record: bytes, side: Side = Side.AXIS, **how: Any) -> Page:
    """At a table, with whatever was to be reported read."""
    page = table.page(None, **how)
    take_over(page, record, side)
    report = page.get_by_role("region", name="What happened")
    page.locator("section.decision, section.band").first.wait_for()
    page.locator("path.stop").first.wait_for(state="attached")
    if report.count():
        page.keyboard.press("Escape")
    expect(report).to_have_count(0)
    page.locator("section.decision").wait_for()
    return page


def test_six_lines_of_the_log_are_in_sight_and_nothing_lies_over_what_is_lit(table: Table) -> None:
    page = seated(table, boat_goes())
    for screen in WIDE:
        page.set_viewport_size(screen)
        page.wait_for_function(f"() => ({_LINES})() >= {LINES}")
        expect(page.get_by_role("log")).to_be_visible()
        page.wait_for_function(f"() => ({_LIT})() > 0")
        assert page.evaluate(_HIDDEN) == []
    # It does look: a plate over the chart is found.
    page.evaluate("""() => {
      const plate = document.createElement('div')
      plate.style = 'position: fixed; inset: 0; background: red'
      document.body.append(plate)
    }""")
    assert page.evaluate(_HIDDEN) != []


def test_on_a_phone_the_lit_hexes_lie_above_the_sheet_and_the_last_deed_above_the_tabs(table: Table) -> None:
    page = seated(table, boat_goes(), viewport=PHONE, has_touch=True, is_mobile=True)
    page.wait_for_function(f"() => ({_LIT})() > 0")
    assert page.evaluate(_HIDDEN) == []
    newest = page.locator(".sheet .last")
    expect(newest).to_be_visible()
    said = newest.locator(".words").inner_text()
    newest.tap()
    page.wait_for_function(f"() => ({_LINES})() >= {LINES}")
    expect(page.get_by_role("log").get_by_role("listitem").first).to_contain_text(said.strip()[:20])


def test_the_log_keeps_its_place_between_waiting_and_asking(table: Table) -> None:
    page = table.page("/")
    page.get_by_role("button", name="North Cape").first.click()
    page.get_by_label("Against").select_option(label="A person, by link")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link for your opponent").input_value()
    page.get_by_role("button", name="Go to the table").click()
    guest = table.page(None)
    guest.goto(link)
    for seat, state in ((page, "decision"), (guest, "waiting")):
        seat.locator(f"section.{state}").wait_for()
        seat.locator("section.foot").wait_for()
    for screen in WIDE[:2]:  # on the widest the log has a column of its own
        assert place_of_the_log(page, screen) == place_of_the_log(guest, screen)


def place_of_the_log(page: Page, screen: ViewportSize) -> list[int]:
    """Where the log begins and how high it is."""
    page.set_viewport_size(screen)
    box = page.get_by_role("region", name="Log").bounding_box()
    assert box
    return [round(box["y"]), round(box["height"])]


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("north_cape", SHORTEST),
        ("nordkapp", "convoy-is-to-scatter"),
        ("arctic_disaster", "historical"),
        ("operations", "qp-11-teaching"),
    ],
)
def test_the_header_cuts_no_modifier(table: Table, game: str, scenario: str) -> None:
    page = table.page("/")
    terms = {"game": game, "scenario": scenario, "side": "axis", "opponent": "random"}
    opened = page.request.post("/api/matches", data=terms, headers={"origin": page.url.rstrip("/")}).json()
    page.goto(f"/match/{opened['match']}/{opened['side']}")
    me = Person(page, "header", bold=0.2)
    me.until_asked()
    # The weather is thrown when the first turn begins.
    me.play(lambda: page.locator("header .effects").count() > 0 or game != "north_cape", most=40)
    for screen in SCREENS:
        page.set_viewport_size(screen)
        page.locator("header .score").first.wait_for()
        page.wait_for_function(f"() => ({_CUT})().length === 0")


def test_the_score_says_who_is_ahead_and_its_page_every_level(table: Table) -> None:
    page = seated(table, boat_goes())
    expect(page.locator("header .score")).to_have_text(
        re.compile(r"(Even|Allied \+\d+|Axis \+\d+)\s+(Close|Clear|Crushing) (Allied|German)")
    )
    page.locator("header .score").click()
    levels = page.get_by_role("dialog").get_by_role("listitem")
    expect(levels).to_have_count(6)
    expect(page.get_by_role("dialog").locator("li[aria-current=true]")).to_have_count(1)


def test_the_question_has_the_focus_within_three_tabs(table: Table) -> None:
    page = seated(table, boat_goes())
    within = "() => document.activeElement.closest('#question') !== null"
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate(within):
            break
    assert page.evaluate(within)
    # And whoever begins at the top of the page has a way there at once.
    page.locator("a.skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.closest('section.decision') !== null")


def test_the_log_is_widened_searched_and_filtered(table: Table) -> None:
    page = seated(table, boat_goes())
    log = page.get_by_role("region", name="Log")
    narrow = log.bounding_box()
    page.keyboard.press("l")
    expect(page.get_by_role("button", name="Narrow the log")).to_be_visible()
    broad = log.bounding_box()
    assert narrow
    assert broad
    assert broad["width"] > narrow["width"]
    page.keyboard.press("/")
    page.keyboard.type("u-134")
    entries = log.get_by_role("listitem")
    expect(entries).not_to_have_count(0)
    for words in entries.all_inner_texts():
        assert "U-134" in words
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    mine = log.get_by_role("button", name=re.compile("^Mine"))
    count = re.search(r"\d+", mine.inner_text())
    assert count
    mine.click()
    expect(log.get_by_role("listitem")).to_have_count(min(80, int(count[0])))
