"""Operations in the browser: orders by clicks on the chart, two people by link, and a game to its report."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from barents.kernel.assign import Assign
from barents.kernel.match import Match
from barents.kernel.sides import Side
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.positions import played, take_over
from tests.web.test_access import findings
from tests.web.test_devices import fits_a_phone
from tests.web.test_friends import asked, seat_of
from tests.web.truth import hidden_from, named

TEACHING = "A week with QP-11"


@cache
def moment(scenario: str, side: Side, rule: str, least_turn: int) -> bytes:
    """A game of the doctrine players when a side has something to order, from some turn on."""

    def comes(match: Match[Any, Any]) -> bool:
        decision = match.pending.get(side)
        if decision is None or decision.rule != rule or match.state.turn < least_turn:
            return False
        return isinstance(decision.options, Assign) and bool(decision.options.slots)

    return played(scenario, 3, comes, "operations")


def seat(page: Page, record: bytes, side: Side) -> Person:
    """A side, from a moment on."""
    me = Person(page, "admiral")
    take_over(page, record, side)
    me.until_asked()
    return me


def open_teaching_week(table: Table, side: str) -> tuple[Page, Person]:
    """A new game of the teaching week, opened on the front page."""
    page = table.page("/")
    me = Person(page, "newcomer")
    page.get_by_role("button", name="Operations").first.click()
    page.get_by_label("Scenario", exact=True).select_option(label=f"{TEACHING}, 42 turns")
    page.get_by_label(side, exact=True).check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    me.until_asked()
    return page, me


def zone(page: Page, cell: str) -> Locator:
    """A zone that may be chosen."""
    return page.locator(f'path.stop[data-cell="{cell}"][aria-label*="may be chosen"]')


def click_zone(page: Page, cell: str) -> None:
    """Click the middle of a lit zone."""
    box = zone(page, cell).bounding_box()
    assert box is not None, f"{cell} is not lit"
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def kind(me: Person, name: str) -> Locator:
    """A kind of order, in the panel."""
    return me.decision.locator("button.head").filter(has_text=name)


def test_the_first_turns_of_the_teaching_week_are_ordered_by_clicks(table: Table) -> None:
    page, me = open_teaching_week(table, "German")
    # Set-up: boats are put where one clicks.
    click_zone(page, "6112")
    me.decision.get_by_role("button", name="Staff’s proposal").click()
    expect(me.decision).to_contain_text("Filled in by your staff")
    me.give(me.primary)
    # Aircraft: a flying boat searches around the zone that is clicked, and the odds say on what condition.
    expect(me.decision).to_contain_text("What do your aircraft do?")
    page.locator(".tray .plane").filter(has_text="Bv 138 1").click()
    click_zone(page, "6013")
    expect(me.decision).to_contain_text("Search around 6013")
    expect(me.decision).to_contain_text("if they are there")
    me.give(me.decision.get_by_role("button", name="Give 1 order"))
    # A mission is a kind, an object and a pace; nobody is asked about regrouping who does not wish it.
    expect(me.decision).to_contain_text("What are your fleets to do")
    kind(me, "Return").click()
    page.locator("path.stop[data-cell='5917']").wait_for(state="attached")
    click_zone(page, "5917")
    expect(me.decision).to_contain_text("Return to Altafjord, two zones a turn")
    me.decision.get_by_role("group", name="Zones a turn").get_by_role("button", name="3").click()
    expect(me.decision).to_contain_text("Return to Altafjord, three zones a turn")
    kind(me, "Raid").click()
    expect(me.decision).to_contain_text("Raid, three zones a turn")
    me.decision.get_by_role("button", name="Regroup or refuel").click()
    expect(me.decision).to_contain_text("Do ships change their fleets")
    me.give(me.decision.get_by_role("button", name="Next page"))
    # The half-made order is still there; the rest of the turn goes on by itself.
    expect(me.decision).to_contain_text("Raid, three zones a turn")
    me.give(me.decision.get_by_role("button", name="…and the rest as before"))
    # Boats are asked after only if something has been reported meanwhile.
    assert me.until_asked() == "asked"
    expect(me.decision).to_contain_text(re.compile("What do your aircraft do|Where do your submarines go"))
    # What an uneventful turn asks for is one click, and aircraft that may fly again do as they were told.
    asked_before = len(me.answers)
    me.play(lambda: me.turn >= 4)
    assert len(me.answers) - asked_before <= 8
    expect(page.locator(".tray .plane").filter(has_text="Bv 138 1")).to_be_visible()


def test_a_plot_is_drawn_and_a_slip_is_undone(table: Table) -> None:
    page = table.page(None)
    me = seat(page, moment("sportpalast", Side.AXIS, "OP-FLEET-plot", 1), Side.AXIS)
    row = me.decision.locator("ol.forces > li").first
    if not row.get_attribute("aria-current"):
        row.locator("button").first.click()
    expect(row).to_contain_text(re.compile(r"may plot \d zones; least fuel"))
    lit = page.locator('path.stop[aria-label*="may be chosen"]')
    expect(lit.nth(6)).to_be_attached()
    start = lit.count()
    click_zone(page, lit.nth(start // 2).get_attribute("data-cell") or "")
    expect(row).to_contain_text(re.compile(r"\d of \d"))
    undo = me.decision.get_by_role("button", name="Undo leg")
    expect(undo).to_be_visible()
    while undo.count():
        undo.click()
    expect(row).to_contain_text("may plot")
    expect(lit).to_have_count(start)


def test_a_ship_has_a_data_sheet_and_the_sea_its_weather_and_its_light(table: Table) -> None:
    page = table.page(None)
    seat(page, moment("regenbogen", Side.AXIS, "OP-FLEET-mission", 5), Side.AXIS)
    sheet = page.get_by_role("region", name="Data sheet")
    expect(sheet).to_contain_text("Hull")
    expect(sheet).to_contain_text("Fuel")
    largest = sheet.locator("h2").inner_text()
    sheet.get_by_role("button", name="The next sheet").click()
    expect(sheet.locator("h2")).not_to_have_text(largest)
    expect(page.get_by_text(re.compile(r"^B · ")).first).to_be_visible()
    expect(page.locator("svg text").filter(has_text="72° N: night all day")).to_be_visible()
    key = page.get_by_role("region", name="How sure is a report")
    expect(key).to_contain_text("types, number, last course")
    key.locator("summary").click()
    expect(key).not_to_contain_text("types, number, last course")
    page.reload()
    expect(key).to_be_visible()
    expect(key).not_to_contain_text("types, number, last course")


def test_two_browsers_play_by_link_and_neither_hears_a_secret(table: Table, folder: Path) -> None:
    host = table.page("/")
    alice = Person(host, "alice", bold=0.7)
    host.get_by_role("button", name="Operations").first.click()
    host.get_by_label("Against").select_option(label="A person, by link")
    host.get_by_role("button", name="Make the link").click()
    link = host.get_by_label("Link for your opponent").input_value()
    host.get_by_role("button", name="Go to the table").click()
    guest = table.page(None)
    bob = Person(guest, "bob", bold=0.7)
    guest.goto(link)
    while min(len(alice.answers), len(bob.answers)) < 6:
        asked([alice, bob]).answer()
    match, side = seat_of(host)
    assert seat_of(guest) == (match, side.enemy)
    hidden = hidden_from(folder, match)
    for page in (host, guest):
        whose = seat_of(page)[1]
        assert len(hidden[whose]) > 5
        assert named(hidden[whose], "\n".join(table.heard(page))) == []
    # The same look finds what the other was sent: it is not blind.
    assert named(hidden[Side.ALLIED], "\n".join(table.heard(guest if side is Side.ALLIED else host)))


def test_a_game_is_played_to_its_end_and_its_report(table: Table) -> None:
    page = table.page(None)
    me = seat(page, moment("qp-11-teaching", Side.ALLIED, "OP-AIR-missions", 40), Side.ALLIED)
    me.play(lambda: False)
    page.get_by_role("button", name="Read the report").click()
    expect(page.locator("main.report h1")).to_contain_text(re.compile("victory|draw|minor|major", re.I))


@pytest.mark.parametrize("phone", [False, True])
def test_no_serious_findings(table: Table, phone: bool) -> None:
    small: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    page = table.page(None, bypass_csp=True, **small)
    seat(page, moment("regenbogen", Side.AXIS, "OP-FLEET-mission", 5), Side.AXIS)
    if phone:
        # What a phone shows of the chart at first ends there.
        page.get_by_role("button", name="The whole chart").tap()
    expect(page.get_by_text("72° N: night all day")).to_be_attached()
    if phone:
        fits_a_phone(page)
    assert findings(page) == []
