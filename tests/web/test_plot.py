"""A plot: many forces are given their orders on one page, changed at will, and committed at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.test_devices import fits_a_phone


@pytest.fixture(scope="module")
def pack() -> tuple[str, ...]:
    """The server has a game of plots."""
    return ("--plug-in", "tests.web.plotting")


def begin(page: Page) -> None:
    """Sit down as the Allies."""
    page.get_by_role("button", name="Plotting", exact=True).click()
    page.get_by_text("Allied", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    # On a phone the force at hand is named.
    expect(page.get_by_role("heading", name=re.compile("Plot (every force|PQ 17)"))).to_be_visible()


def click(page: Page, cell: str) -> None:
    """Click a lit hex, beside what may lie in it."""
    stop = page.locator(f'path.stop[data-cell="{cell}"]')
    expect(stop).to_have_attribute("aria-label", re.compile("may be chosen"))
    box = stop.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def force(page: Page, name: str) -> Locator:
    """The row of a force."""
    return page.locator("ol.forces > li").filter(has=page.locator(".name", has_text=re.compile(f"^{name}$")))


def test_a_plot_is_drawn_followed_kept_committed_and_repeated(table: Table) -> None:
    page = table.page("/")
    begin(page)
    expect(force(page, "PQ 17")).to_contain_text("bound for 1512")
    click(page, "1512")
    expect(force(page, "PQ 17")).to_contain_text("1510 to 1512, 2 of 3")
    page.keyboard.press("Tab")
    click(page, "1708")
    click(page, "1808")
    expect(page.locator(".plotting text")).to_have_text("3")
    page.keyboard.press("Tab")
    page.keyboard.press("o")
    expect(force(page, "Cruiser Force")).to_contain_text("follows Battle Fleet")
    page.keyboard.press("Tab")
    # Stragglers come after the fleets, and boats last.
    page.get_by_role("button", name="To 1612").click()
    page.get_by_role("button", name="Next gap").click()
    page.get_by_role("button", name="Submerged").click()
    missions_are_given_in_the_tray(page)
    force(page, "Battle Fleet").get_by_role("button").first.click()
    page.keyboard.press("Backspace")
    expect(force(page, "Cruiser Force")).to_contain_text("1706 to 1708, 2 of 4")
    expect(page.get_by_text("Missing: Late Force.")).to_be_visible()
    # Whoever leaves in the middle of it loses nothing.
    page.reload()
    expect(force(page, "Cruiser Force")).to_contain_text("follows Battle Fleet")
    expect(force(page, "Tigris")).to_contain_text("1604, Submerged")
    expect(force(page, "Late Force")).to_contain_text("being plotted")
    click(page, "1602")
    force(page, "Cruiser Force").get_by_role("button").first.click()
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.get_by_text("No order: Cruiser Force.")).to_be_visible()
    page.get_by_role("button", name="Commit plot, 1 gap").click()
    expect(page.get_by_text("Turn 2 of 3")).to_be_visible()
    page.get_by_role("button", name=re.compile("gaps as last turn")).click()
    expect(force(page, "Battle Fleet")).to_contain_text("1708 to 1710, 2 of 4")
    expect(force(page, "Battle Fleet")).to_contain_text("as last turn")
    expect(page.locator("g.last .head")).to_have_count(1)


def missions_are_given_in_the_tray(page: Page) -> None:
    """Aircraft and searches without counters stand under the chart, and of the list only the one at hand."""
    aircraft = page.get_by_role("region", name="Air, from Victorious")
    expect(aircraft).to_contain_text("Albacore: rests")
    expect(force(page, "Fulmar")).to_have_count(0)
    aircraft.get_by_role("button", name="Fulmar: ready").click()
    force(page, "Fulmar").get_by_role("button", name="Battle Fleet").click()
    expect(aircraft).to_contain_text("Fulmar: covers Battle Fleet")
    page.get_by_role("button", name="Search 1, open").click()
    click(page, "1505")
    # One hex, and it is done: the next is at hand.
    expect(page.get_by_role("button", name="Search 1, 1505")).to_be_visible()
    click(page, "1406")
    expect(page.get_by_role("region", name="Searches, 2 of 2")).to_be_visible()
    expect(page.locator("g.recon, .recon")).to_have_count(2)


def test_the_other_side_shows_that_it_has_committed_and_takes_its_plot_back(table: Table) -> None:
    host = table.page("/")
    host.get_by_role("button", name="Plotting", exact=True).click()
    host.get_by_text("Allied", exact=True).click()
    host.get_by_label("Against").select_option(label="A person, by link")
    host.get_by_label("Your name").fill("Jack")
    host.get_by_role("button", name="Make the link").click()
    link = host.get_by_label("Link for your opponent").input_value()
    host.get_by_role("button", name="Go to the table").click()
    guest = table.page(link)
    theirs, ours = (page.get_by_role("region", name="The other side") for page in (host, guest))
    expect(theirs).to_contain_text("The Germans are plotting.")
    expect(theirs).to_contain_text("You may take your plot back until they commit too.")
    expect(ours).to_contain_text("Jack, live")

    click(guest, "1411")
    guest.get_by_role("button", name="Commit plot, 1 gap").click()
    expect(theirs).to_contain_text("The Germans have committed.")
    expect(guest.get_by_text("Your plot is committed.")).to_be_visible()
    guest.reload()
    expect(ours).to_contain_text("The Allies are plotting.")
    guest.get_by_role("button", name="Take it back").click()
    expect(theirs).to_contain_text("The Germans are plotting.")
    # It is as it was, to be changed.
    expect(force(guest, "Tirpitz")).to_contain_text("North Cape to 1411, 1 of 4")
    guest.get_by_role("button", name="Commit plot, 1 gap").click()
    host.get_by_label("Hex for PQ 17").wait_for()
    force(host, "Late Force").get_by_role("button").first.click()
    click(host, "1602")
    host.get_by_role("button", name="Commit plot").click()
    for page in (host, guest):
        expect(page.get_by_text("Turn 2 of 3")).to_be_visible()


# Whether a plate at the edge lies over anything that may be chosen.
_COVERS = """plate => {
  const own = plate.firstElementChild.getBoundingClientRect()
  const meets = (box) => own.left < box.right && box.left < own.right && own.top < box.bottom && box.top < own.bottom
  const lit = [...document.querySelectorAll('path.stop[aria-label*="may be chosen"]')]
  return lit.some((one) => meets(one.getBoundingClientRect()))
}"""


def test_a_plot_by_thumb(table: Table) -> None:
    page = table.page("/", viewport=PHONE, has_touch=True)
    begin(page)
    tabs = page.get_by_role("navigation", name="Parts of the table")
    expect(tabs.get_by_role("button", name="Plot 0/5")).to_have_attribute("aria-current", "page")
    # A contact outside the window is told of at its edge, beside what is lit.
    plate = page.get_by_role("button", name=re.compile(r"Outside the window: surface units, T1, \d+ hexes"))
    expect(plate).to_be_visible()
    assert not plate.evaluate(_COVERS)
    fits_a_phone(page)
    page.get_by_role("button", name="Battle Fleet no order").tap()
    page.get_by_role("button", name="Done here").tap()
    expect(tabs.get_by_role("button", name="Plot 1/5")).to_be_visible()
    expect(page.get_by_role("heading", name="Plot Cruiser Force")).to_be_visible()
    page.get_by_role("button", name="Late Force").tap()
    page.get_by_label("Hex for Late Force").fill("1702")
    page.get_by_label("Hex for Late Force").press("Enter")
    page.get_by_role("button", name="Undo leg").tap()
    expect(page.get_by_text("has to go at least 1 on")).to_be_visible()
    page.get_by_label("Hex for Late Force").fill("1602")
    page.get_by_label("Hex for Late Force").press("Enter")
    tabs.get_by_role("button", name="Boats 0/1").tap()
    page.get_by_role("button", name="submerged 1").tap()
    tabs.get_by_role("button", name="Air 0/3").tap()
    page.locator(".orders").get_by_role("button", name="PQ 17").tap()
    for words in ("Plot 2/5", "Air 1/3", "Boats 1/1"):
        expect(tabs.get_by_role("button", name=words)).to_be_visible()
    tabs.get_by_role("button", name="Contacts").tap()
    expect(page.get_by_role("region", name="The enemy, as you know him")).to_contain_text("Surface units")
    tabs.get_by_role("button", name="Plot 2/5").tap()
    expect(page.get_by_text("The Germans have committed.")).to_be_visible()
    plate.tap()
    expect(plate).to_have_count(0)
    page.get_by_role("button", name=re.compile("Commit plot, 5 gaps")).tap()
    expect(page.get_by_text("Turn 2 of 3")).to_be_visible()


def test_anyone_can_play_it(table: Table) -> None:
    page = table.page("/")
    me = Person(page, "plotter", bold=0.7)
    begin(page)
    me.play(lambda: False)
    expect(page.get_by_role("button", name="Read the report")).to_be_visible()
