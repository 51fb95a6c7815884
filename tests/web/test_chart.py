"""The chart and what stands beside it: contacts, set-up, facts at an option, and reasons."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page, expect

from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.sides import Side, eyes_of
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.positions import SHORTEST, asked, played, take_over
from tests.web.test_access import findings_day_and_night

SEEDS = range(1, 30)


@cache
def with_contacts(least: int) -> bytes:
    """Nordkapp, when the Germans plot and have so many contacts, one of them of several reports."""
    for seed in SEEDS:

        def comes(match: Match[Any, Any]) -> bool:
            decision = match.pending.get(Side.AXIS)
            if decision is None or decision.rule != "NK-5.1-secret-plot":
                return False
            found = match.view(eyes_of(Side.AXIS)).situation.sightings
            return len(found) >= least and any(len(one.reports) > 1 for one in found)

        record = played(SHORTEST, seed, comes, "nordkapp")
        if Match.replay(decode(record)).result is None:
            return record
    raise AssertionError("in none of the games have the Germans so many contacts")


def contacts(page: Page) -> Locator:
    """The contacts that are listed."""
    return page.get_by_role("region", name="The enemy, as you know him").locator("li:has(> button.one)")


def show_all(page: Page) -> None:
    """Unfold those that are not listed at first."""
    more = page.get_by_role("button", name=re.compile(r"^\d+ more$"))
    if more.count():
        more.click()


def test_every_contact_is_listed_and_the_player_joins_names_and_parts_them(table: Table) -> None:
    record = with_contacts(3)
    known = Match.replay(decode(record)).view(eyes_of(Side.AXIS)).situation.sightings
    page = table.page(None)
    take_over(page, record, Side.AXIS)
    expect(contacts(page).first).to_be_visible()
    show_all(page)
    expect(contacts(page)).to_have_count(len(known))
    for one in known:
        for held in one.holds:
            listed = contacts(page).filter(has_text=re.compile(re.escape(held.words), re.IGNORECASE))
            expect(listed.first, f"{held.words} at {one.cell}").to_be_visible()
    first = contacts(page).first
    first.locator("> button").click()
    first.get_by_role("button", name="Rename").click()
    first.get_by_label("What you call it").fill("PQ 12")
    first.get_by_role("button", name="Keep the name").click()
    expect(first.locator("b").first).to_have_text("PQ 12")
    first.get_by_label("Same ships as").select_option(index=1)
    expect(contacts(page)).to_have_count(len(known) - 1)
    # It stays in this browser.
    page.reload()
    show_all(page)
    expect(contacts(page)).to_have_count(len(known) - 1)
    joined = contacts(page).filter(has_text="PQ 12")
    joined.locator("> button").click()
    expect(joined.locator(".reports li").nth(1)).to_be_visible()
    joined.get_by_role("button", name="Not the same ships").click()
    expect(contacts(page)).to_have_count(len(known))


def test_names_on_the_chart_lie_over_no_other(table: Table) -> None:
    page = table.page(None)
    take_over(page, with_contacts(3), Side.AXIS)
    names = page.locator(".chart svg text.axis, .chart svg text.name, .chart svg text.place")
    expect(names.first).to_be_attached()
    boxes: list[list[float]] = names.evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.left, box.top, box.right, box.bottom])"
    )
    over = [
        (one, other)
        for at, one in enumerate(boxes)
        for other in boxes[at + 1 :]
        if one[0] + 3 < other[2] and other[0] + 3 < one[2] and one[1] + 4 < other[3] and other[1] + 4 < one[3]
    ]
    assert over == []


@cache
def lately_seen() -> bytes:
    """North Cape, when the Germans are asked about decoys, which has no place, and have seen something of late."""
    for seed in SEEDS:

        def comes(match: Match[Any, Any]) -> bool:
            decision = match.pending.get(Side.AXIS)
            if decision is None or decision.rule != "NC-3.3-decoy-cost":
                return False
            return any(one.age <= 1 for one in match.view(eyes_of(Side.AXIS)).situation.sightings)

        record = played(SHORTEST, seed, comes)
        if Match.replay(decode(record)).result is None:
            return record
    raise AssertionError("in none of the games have the Germans seen anything")


def test_a_contact_outside_the_window_has_an_arrow_at_its_edge(table: Table) -> None:
    page = table.page(None, viewport=PHONE)
    take_over(page, lately_seen(), Side.AXIS)
    expect(page.locator(".chart svg").first).to_be_visible()
    plates = page.get_by_role("button", name=re.compile("^Outside the window: "))
    for _ in range(4):
        page.get_by_role("button", name="Nearer").click()
    plate = plates.first
    expect(plate).to_be_visible()
    words = plate.get_attribute("aria-label") or ""
    plate.click()
    expect(page.get_by_role("button", name=words, exact=True)).to_have_count(0)


def test_what_one_sets_up_stays_on_the_chart_and_undo_gives_the_page_back(table: Table) -> None:
    page = table.page("/")
    me = Person(page, "set-up", bold=0.3)
    take_over(page, asked("north_cape", SHORTEST, Side.AXIS, "NC-4.0-setup-by-scenario"), Side.AXIS)
    me.play(lambda: "submarines start" in me.prompt)
    page.get_by_role("button", name="Staff’s proposal").click()
    expect(me.decision).to_contain_text("Filled in by your staff")
    slots = me.decision.locator("ol.slots > li")
    count, given = slots.count(), slots.all_inner_texts()
    placed = page.locator(".chart svg g.placed")
    expect(placed).to_have_count(count)
    me.give(me.primary)
    expect(me.decision).to_contain_text("Where are your aircraft based?")
    expect(placed).to_have_count(count)
    expect(page.locator("nav.dock")).to_contain_text("set up; the enemy is not told")
    page.keyboard.press("z")
    expect(me.decision).to_contain_text("Where do your submarines start?")
    expect(slots).to_have_count(count)
    assert slots.all_inner_texts() == given


def test_formations_say_what_they_are_and_ticking_one_shows_its_base(table: Table) -> None:
    page = table.page(None)
    take_over(page, asked("arctic_disaster", "historical", Side.AXIS, "AD-4.1-air-withhold"), Side.AXIS)
    row = page.locator("section.decision fieldset label").filter(has_text="KG 26")
    expect(row).to_contain_text("torpedo bombers")
    expect(row).to_contain_text("radius 20 hexes")
    chosen = page.locator(".chart svg path.chosen")
    expect(chosen).to_have_count(0)
    row.locator("input").check()
    expect(chosen).to_have_count(1)


def test_a_unit_that_cannot_be_chosen_says_why(table: Table) -> None:
    page = table.page(None)
    take_over(page, asked("north_cape", SHORTEST, Side.AXIS, "NC-3.3-decoy-cost"), Side.AXIS)
    page.get_by_role("application").focus()
    page.keyboard.press("?")
    page.locator("path.stop").first.wait_for(state="attached")
    boat = page.locator(".chart svg g svg.counter.axis").first
    boat.click(button="right", force=True)
    told = page.locator("section.decision")
    expect(told).to_contain_text(re.compile("Missions|storm|mission|merchant"))
    expect(told).not_to_contain_text("does not concern")


def test_no_serious_findings_where_aircraft_search(table: Table) -> None:
    page = table.page(None, bypass_csp=True)
    take_over(page, asked("nordkapp", "enter-the-luftwaffe", Side.AXIS, "NK-4A-air-missions"), Side.AXIS)
    expect(page.locator("section.decision")).to_be_visible()
    assert findings_day_and_night(page) == []
