"""Orders and what becomes of them are called what they are, and whoever is told nothing is told why."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page, expect

from barents.games.nordkapp.options import Options
from barents.kernel.match import Match
from barents.kernel.payloads import ConvoyStage
from barents.kernel.sides import Side, eyes_of
from tests.web.browser import PHONE, Table
from tests.web.positions import asked, played, take_over, to_orders

DISASTER = "arctic_disaster"


def box(of: Locator) -> dict[str, float]:
    """Where something is on the page."""
    found = of.bounding_box()
    assert found is not None
    return {"left": found["x"], "right": found["x"] + found["width"], "top": found["y"]}


def forces(page: Page) -> Locator:
    """The rows of a plot."""
    return page.locator("ol.forces > li")


@cache
def formation() -> bytes:
    """Four air units of a formation are sent against what is in reach."""

    def until(match: Match[Any, Any]) -> bool:
        decision = match.pending.get(Side.AXIS)
        return (
            decision is not None
            and decision.rule == "AD-8.4-multi-target"
            and len(next(iter(decision.options)).pairs) == 4
        )

    return played("historical", 1, until, DISASTER)


def is_over_a_wreck(match: Match[Any, Any]) -> bool:
    """Whether an aircraft stands in the square of the ship that it has sunk."""
    if not any(decision.rule.startswith("AD-11.2") for decision in match.pending.values()):
        return False
    situation = match.view(eyes_of(Side.AXIS)).situation
    for board in situation.boards:
        if not isinstance(board.payload, ConvoyStage) or board.payload.attack is None:
            continue
        attack = board.payload.attack
        flying = {piece.cell for piece in situation.pieces if piece.id in attack.raiders}
        if flying & {wreck.cell for wreck in board.payload.wrecks}:
            return True
    return False


def test_every_unit_of_a_formation_is_listed_and_said_to_attack(table: Table) -> None:
    page = table.page(None)
    take_over(page, formation(), Side.AXIS)
    expect(forces(page)).to_have_count(4)
    # Only the Germans are asked: nobody else has committed anything.
    expect(page.get_by_role("region", name="The other side")).to_have_count(0)
    for number in range(4):
        expect(forces(page).nth(number)).to_have_attribute("aria-current", "true")
        if number < 3:
            page.keyboard.press("Tab")
    for _ in range(4):
        now = page.locator("ol.forces > li[aria-current]")
        now.get_by_role("button", name="PQ-17", exact=True).click()
        expect(now).to_contain_text("attacks")
        following = page.get_by_role("button", name="Next Tab")
        if following.count():
            following.click()
    expect(forces(page)).to_have_count(4)
    expect(page.get_by_role("button", name="Next Tab")).to_have_count(0)
    expect(page.locator(".tray")).to_contain_text("attacks PQ-17")
    expect(page.locator("body")).not_to_contain_text("covers")


def test_a_mission_keeps_its_name_on_the_next_page(table: Table) -> None:
    page = table.page(None)
    take_over(page, asked("operations", "qp-11-teaching", Side.AXIS, "OP-AIR-missions"), Side.AXIS)
    plane = page.locator(".tray button.plane").filter(has_text="Bv 138 1")
    plane.click()
    field = page.get_by_label("Search, for Bv 138 1")
    field.fill("3407")
    field.press("Enter")
    expect(plane).to_contain_text("3407")
    page.get_by_role("button", name="Give 1 order").click()
    expect(page.get_by_role("heading", name="What are your fleets to do, and how fast?")).to_be_visible()
    page.locator("section.decision .button.primary").click()
    expect(page.get_by_role("heading", name="Where do your submarines go")).to_be_visible()
    to_orders(page)
    expect(page.get_by_role("region", name="Submarines, 0 of 4")).to_be_visible()
    expect(page.locator(".tray")).to_contain_text("Bv 138 1: search around 3407")
    expect(page.locator(".tray")).not_to_contain_text("search:")


def test_the_cross_of_a_sunk_ship_lies_beside_whoever_flies_over_it(table: Table) -> None:
    page = table.page(None)
    take_over(page, played("historical", 1, is_over_a_wreck, DISASTER), Side.AXIS)
    square = page.locator(".square").filter(has=page.locator(".sunk")).filter(has=page.locator("[data-piece]"))
    cross, flying = box(square.locator(".sunk svg").first), box(square.locator("[data-piece]").first)
    assert cross["right"] <= flying["left"]


@cache
def by_the_ice() -> bytes:
    """PQ 12 is beside the ice and is asked where it goes."""

    def until(match: Match[Any, Any]) -> bool:
        decision = match.pending.get(Side.ALLIED)
        if decision is None or decision.rule != "NK-5.1-secret-plot":
            return False
        return str(decision.options.wire()).count("start='2109'") > 0

    return played("unternehmen-sportpalast", 1, until, "nordkapp")


def test_whoever_cannot_go_on_as_last_turn_is_told_why(table: Table) -> None:
    for how in ({}, {"viewport": PHONE, "has_touch": True, "is_mobile": True}):
        page = table.page(None, **how)
        take_over(page, by_the_ice(), Side.ALLIED)
        page.locator("section.decision").wait_for()
        match = page.url.split("/")[-2]
        kept = json.dumps({f"{match} allied": {"pq12": ["2209"]}})
        page.evaluate("kept => localStorage.setItem('plots', kept)", kept)
        page.reload()
        expect(page.get_by_text("cannot go on as last turn: 2209 lies in the ice")).to_be_visible()


def test_who_plays_alone_is_not_told_that_the_rules_have_committed(table: Table) -> None:
    options = Options(solitaire=True)
    alone: Match[Any, Any] = Match.new("nordkapp", "unternehmen-sportpalast", seed=1, options=options)
    page = table.page(None)
    take_over(page, alone.record.encode(), Side.AXIS)
    expect(page.get_by_role("heading", name="Where do your submarines lie?")).to_be_visible()
    expect(page.get_by_role("region", name="The other side")).to_have_count(0)
    expect(page.locator("body")).not_to_contain_text(re.compile("committed|Captain plays"))
