"""Nordkapp in the browser: a game to its end, a plot that outlives its page, a battle fought on the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page, expect

from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.sides import Side
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.positions import SHORTEST, played, take_over
from tests.web.test_access import findings, findings_day_and_night
from tests.web.test_devices import fits_a_phone

SEEDS = range(1, 30)


@cache
def moment(rule: str, least_turn: int = 1, contact: bool = False) -> bytes:
    """A game of the doctrine players when the Germans alone are asked something, from some turn on.

    With `contact` they have reports of the enemy of the turn before.
    """

    def comes(match: Match[Any, Any]) -> bool:
        asked = match.pending.get(Side.AXIS)
        alone = list(match.pending) == [Side.AXIS]
        if asked is None or not alone or asked.rule != rule or match.state.turn < least_turn:
            return False
        reports = match.state.notebook[Side.AXIS].sightings
        return not contact or any(seen.turn == match.state.turn - 1 for seen in reports)

    return first(comes)


def first(comes: Callable[[Match[Any, Any]], bool]) -> bytes:
    """The first of some games in which a moment comes."""
    for seed in SEEDS:
        record = played(SHORTEST, seed, comes, "nordkapp")
        if Match.replay(decode(record)).result is None:
            return record
    raise AssertionError("in none of the games does it come to that")


def seat(page: Page, record: bytes) -> Person:
    """The German, from a moment on."""
    me = Person(page, "grand admiral", bold=0.6)
    take_over(page, record, Side.AXIS)
    me.until_asked()
    return me


def force(page: Page, name: str) -> Locator:
    """A row of the plot."""
    return page.locator("ol.forces > li").filter(has_text=name)


def boats(page: Page) -> Locator:
    """The U-boats, in the tray under the chart."""
    return page.get_by_role("region", name="Submarines").get_by_role("listitem")


def test_a_game_is_played_to_its_end(table: Table) -> None:
    page = table.page(None)
    me = seat(page, moment("NK-5.1-secret-plot", least_turn=14))
    expect(me.decision.get_by_text("B · Plot")).to_be_visible()
    me.play(lambda: False)
    expect(page.get_by_role("button", name="Read the report")).to_be_visible()
    assert any("look around" in answer for answer in me.answers)
    page.get_by_role("button", name="Read the report").click()
    expect(page.locator("main.report h1")).to_contain_text("ictory")


def test_a_half_made_plot_outlives_its_page(table: Table) -> None:
    page = table.page(None)
    seat(page, moment("NK-5.1-secret-plot", least_turn=6))
    name = at_hand(page)
    # The boat at hand stands in the list of forces too, and every row there has its counter.
    rows = page.locator("ol.forces").first.locator("> li")
    expect(rows.first).to_be_visible()
    expect(rows.locator(".slot svg")).to_have_count(rows.count())
    boat = force(page, name)
    depth = page.get_by_role("group", name=f"{name}, surfaced or submerged")
    up, down = depth.get_by_role("button", name="surfaced"), depth.get_by_role("button", name="submerged")
    up.click()
    expect(boat).to_contain_text("stays, surfaced")
    expect(boat).to_contain_text(f"may go {up.inner_text().split()[-1]}")
    page.keyboard.press("s")
    expect(boat).to_contain_text("stays, submerged")
    expect(down).to_have_attribute("aria-pressed", "true")
    # What is lit are the hexes that it reaches under water, and those of boats that have no order.
    start, least = boat.locator(".where").inner_text().split(",")[0], down.inner_text().split()[-1]
    lit = page.locator('path.stop[aria-label*="may be chosen"]').evaluate_all(
        "lit => lit.map((one) => one.dataset.cell)"
    )
    goal = next(cell for cell in lit if cell != start and goes(page, name, cell))
    way = f"{start} to {goal}, submerged, 1 of {least}"
    expect(boat).to_contain_text(way)
    page.reload()
    # It has its order, so in the list it shares a row with others that have; in the tray it stands by itself.
    boat = boats(page).filter(has=page.get_by_role("button", name=name, exact=True))
    expect(boat).to_contain_text(f"to {goal}")
    expect(page.locator("ol.forces > li").filter(has_text="Submarines, one of")).to_be_visible()
    boat.locator("button").first.click()
    expect(force(page, name)).to_contain_text(way)
    expect(page.get_by_role("button", name="Commit plot")).to_be_enabled()


def at_hand(page: Page) -> str:
    """Take up the first U-boat that may go on the surface or submerged; its name."""
    boat = boats(page).filter(has=page.get_by_role("group", name="surfaced or submerged")).first
    boat.locator("button").first.click()
    expect(boat).to_have_attribute("aria-current", "true")
    return boat.locator(".name").inner_text()


def goes(page: Page, name: str, cell: str) -> bool:
    """Send a boat to a hex by its number; whether it goes there."""
    page.get_by_label(f"Hex for {name}").fill(cell)
    page.get_by_label(f"Hex for {name}").press("Enter")
    return f"to {cell}" in force(page, name).locator(".where").inner_text()


def is_shadowed(match: Match[Any, Any]) -> bool:
    """Whether the Allies plot with a force that must go where the Germans were told."""
    asked = match.pending.get(Side.ALLIED)
    return asked is not None and asked.rule == "NK-5.1-secret-plot" and bool(match.state.bound)


def test_what_was_told_to_the_enemy_is_marked_on_the_chart(table: Table) -> None:
    page = table.page(None)
    record = first(is_shadowed)
    goal = next(iter(Match.replay(decode(record)).state.bound.values()))
    take_over(page, record, Side.ALLIED)
    Person(page).until_asked()
    expect(page.get_by_text("told to the Germans").first).to_be_visible()
    expect(page.locator("ol.forces > li").filter(has_text=f"bound for {goal}")).not_to_have_count(0)
    # Convoys stand first, and the scale of victory is in the header.
    expect(page.locator("ol.forces > li").first).to_contain_text(re.compile("(PQ|QP)-"))
    score = page.get_by_role("button", name=re.compile(r"^The score: .+; (Allied|German)[\w ]* (from|below) −?\d+"))
    expect(page.locator("header").filter(has=score)).to_be_visible()


def test_a_battle_is_fought_on_the_board(table: Table) -> None:
    page = table.page(None)
    me = seat(page, moment("NK-8.1-round-fire"))
    battle = page.get_by_role("region", name="Battle in")
    expect(battle.get_by_text("Torpedo range")).to_be_visible()
    target = battle.get_by_role("list", name=re.compile("Allied, Long range")).locator("button").first
    # Every ship that can fire is given the same target, by clicks on its counter alone.
    lines = battle.locator("svg.lines path")
    for _ in range(12):
        if me.primary.is_enabled():
            break
        before = lines.count()
        target.click()
        expect(lines, "a shot is drawn before the next is aimed").not_to_have_count(before)
    expect(lines).not_to_have_count(0)
    me.give(me.primary)
    expect(me.line_by_line("battle").get_by_text("gunnery").first).to_be_visible()


def test_no_serious_findings(table: Table) -> None:
    page = table.page(None, bypass_csp=True)
    seat(page, moment("NK-5.1-secret-plot", least_turn=4, contact=True))
    at_hand(page)
    # A report of the turn before lights the circle of where it can be by now.
    page.get_by_role("region", name="The enemy, as you know him").locator(".one").first.hover()
    expect(page.locator("circle.reach")).to_be_visible()
    assert findings_day_and_night(page) == []
    seat(page, moment("NK-8.1-round-fire"))
    expect(page.get_by_role("region", name="Battle in")).to_be_visible()
    assert findings_day_and_night(page) == []


def test_no_serious_findings_on_a_phone(table: Table) -> None:
    page = table.page(None, bypass_csp=True, viewport=PHONE, has_touch=True, is_mobile=True)
    seat(page, moment("NK-5.1-secret-plot", least_turn=4, contact=True))
    page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Boats").tap()
    expect(page.locator("ol.tiles")).to_contain_text("U-")
    fits_a_phone(page)
    assert findings(page) == []
    seat(page, moment("NK-8.1-round-fire"))
    expect(page.get_by_role("region", name="Battle in")).to_be_visible()
    assert findings(page) == []
