"""Orders for people who choose the unit first: how many clicks and keys they take, and that none does too much."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from barents.kernel.match import Match
from barents.kernel.sides import Side
from tests.web.browser import PHONE, Table
from tests.web.positions import SHORTEST, played, take_over, to_orders
from tests.web.test_access import findings_day_and_night

BOATS = ("U-134", "U-377", "U-403", "U-584")
FLYING_BOAT = "He-115"
WHO = "Your mission, or pass?"
# The middle of a hex that lies open to a click, and has lain there since the last drawing; asked at each one.
_AT_REST = """(cell) => {
  const box = document.querySelector(`path.stop[data-cell="${cell}"]`)?.getBoundingClientRect()
  if (!box) return null
  const now = [box.left + box.width / 2, box.top + box.height / 2]
  const before = window.middleBefore
  window.middleBefore = [cell, ...now]
  if (before?.join() !== window.middleBefore.join()) return null
  return document.elementFromPoint(...now)?.closest('.board') && now
}"""


def takes_orders(match: Match[Any, Any]) -> bool:
    """Whether the Germans may give a whole order to a unit."""
    asked = match.pending.get(Side.AXIS)
    return asked is not None and asked.question is not None and asked.question.menu is not None


@cache
def first_mission() -> bytes:
    """North Cape 12.1, set up by the staffs: the Germans have their first mission of the first turn."""
    return played(SHORTEST, 1, takes_orders)


def force_sails(match: Match[Any, Any]) -> bool:
    """Whether the Allies are asked how an activated force goes."""
    asked = match.pending.get(Side.ALLIED)
    return asked is not None and asked.question is not None and asked.question.id == "AD-7.1-max-declare"


@cache
def first_force() -> bytes:
    """Arctic Disaster: the first Allied force is activated."""
    return played("historical", 1, force_sails, "arctic_disaster")


class Orderer:
    """Somebody who chooses units and hexes, and whose clicks and keys are counted."""

    def __init__(self, page: Page, record: bytes, side: Side = Side.AXIS) -> None:
        self.page = page
        self.clicks = 0
        self.keys = 0
        take_over(page, record, side)
        # What is read before takes no part in the order.
        to_orders(page)
        self.wait()

    def wait(self) -> None:
        """Wait until units may be given orders, and none is chosen."""
        self.page.locator("section.decision .rows").first.wait_for()
        self.page.locator('path.stop[aria-label*="may be chosen"]').first.wait_for(state="attached")
        expect(self.decision).to_have_attribute("aria-busy", "false")

    @property
    def decision(self) -> Locator:
        """The panel with the question."""
        return self.page.locator("section.decision")

    @property
    def primary(self) -> Locator:
        """The button that sends."""
        return self.decision.locator(".buttons .button.primary")

    @property
    def log(self) -> Locator:
        """What has happened."""
        return self.page.get_by_role("region", name="Log")

    def stop(self, cell: str) -> Locator:
        """A hex of the chart."""
        return self.page.locator(f'path.stop[data-cell="{cell}"]')

    def middle(self, cell: str) -> tuple[float, float]:
        """Where it lies on the screen, once the chart holds still with it in sight."""
        x, y = self.page.wait_for_function(_AT_REST, arg=cell).json_value()
        return float(x), float(y)

    def click(self, cell: str, count: int = 1) -> None:
        """Click a hex, or what lies in it."""
        self.clicks += count
        self.page.mouse.click(*self.middle(cell), click_count=count)

    def press(self, key: str) -> None:
        """Press a key."""
        self.keys += 1
        self.page.keyboard.press(key)

    def unit(self, name: str) -> None:
        """Click a unit in the list of those that can act."""
        self.clicks += 1
        self.decision.locator(".row").filter(has_text=name).click()
        expect(self.decision.locator("h1")).to_contain_text(name)
        self.lit()

    def lit(self) -> list[str]:
        """The empty hexes that are lit and in sight."""
        self.page.locator(".reach").first.wait_for(state="attached")
        width = self.page.locator(".board").bounding_box()
        assert width
        found: list[str] = self.page.evaluate(
            """box => [...document.querySelectorAll('path.stop')]
              .filter((one) => /^[^,]*, may be chosen$/.test(one.getAttribute('aria-label')))
              .filter((one) => {
                const { left, right, top, bottom } = one.getBoundingClientRect()
                const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
                return over !== null && over.closest('path.stop') === one
              })
              .map((one) => one.dataset.cell)""",
            width,
        )
        return found

    def sent(self) -> None:
        """Wait until the order has been followed and the next is asked for."""
        expect(self.decision.locator("h1")).to_have_text(WHO)
        self.wait()


@pytest.fixture
def me(table: Table) -> Orderer:
    """The Germans at their first mission."""
    return Orderer(table.page(None, bypass_csp=True), first_mission())


def test_a_boat_is_sent_by_two_clicks_and_enter(me: Orderer) -> None:
    me.click("2116")
    goal = me.lit()[0]
    me.click(goal)
    me.press("Enter")
    expect(me.stop(goal)).to_have_attribute("aria-label", re.compile("U-377"))
    expect(me.log).to_contain_text("U-377")
    assert (me.clicks, me.keys) == (2, 1)


def test_four_boats_and_the_flying_boat_have_their_first_missions_by_fifteen_clicks_and_keys(me: Orderer) -> None:
    for name in (*BOATS, FLYING_BOAT):
        me.unit(name)
        me.click(me.lit()[0])
        expect(me.primary).to_be_enabled()
        me.press("Enter")
        me.sent()
    assert me.clicks + me.keys <= 15
    for name in BOATS:
        expect(me.log).to_contain_text(name)


def test_four_boats_go_on_patrol_in_a_line_by_four_clicks_and_two_keys(me: Orderer) -> None:
    me.press("g")
    expect(me.decision.get_by_role("checkbox", checked=True)).to_have_count(len(BOATS))
    me.clicks += 2
    me.decision.get_by_role("button", name="Line", exact=True).click()
    me.decision.get_by_role("group", name="What they do").get_by_role("button", name=re.compile("Patrol")).click()
    me.click(me.lit()[0])
    expect(me.primary).to_have_text(re.compile("Send 4 units"))
    expect(me.page.locator("g.plotting")).to_have_count(4)
    me.press("Enter")
    me.sent()
    # All four have gone, one mission after the other, and nobody was asked in between.
    for name in BOATS:
        expect(me.log).to_contain_text(name)
    assert me.clicks <= 4
    assert me.keys == 2


def test_a_force_of_arctic_disaster_sails_to_a_destination_by_one_click_and_enter(table: Table) -> None:
    me = Orderer(table.page(None), first_force(), Side.ALLIED)
    # Nobody else can act, so nobody has to be chosen.
    expect(me.decision.locator("h1")).to_have_text("What shall TF 3 do?")
    goal = me.lit()[-1]
    me.click(goal)
    me.press("Enter")
    expect(me.decision.locator("h1")).not_to_have_text("What shall TF 3 do?")
    expect(me.log).to_contain_text(re.compile(r"TF 3 sails \d+ hexes"))
    assert (me.clicks, me.keys) == (1, 1)


def test_boats_are_gathered_by_a_line_drawn_round_them(me: Orderer) -> None:
    (left, top), (right, bottom) = me.middle("2116"), me.middle("3117")
    me.page.keyboard.down("Shift")
    me.page.mouse.move(left - 40, top - 60)
    me.page.mouse.down()
    for x, y in ((right + 40, top - 60), (right + 40, bottom + 60), (left - 40, bottom + 60)):
        me.page.mouse.move(x, y, steps=4)
    me.page.mouse.up()
    me.page.keyboard.up("Shift")
    expect(me.decision.get_by_role("checkbox", checked=True)).to_have_count(3)
    expect(me.decision).to_contain_text("Orders for 3 units", ignore_case=True)


def test_a_double_click_on_a_lit_hex_plans_and_sends_nothing(me: Orderer) -> None:
    me.click("2116")
    goal = me.lit()[0]
    me.click(goal, count=2)
    expect(me.primary).to_be_enabled()
    expect(me.decision).to_have_attribute("aria-busy", "false")
    expect(me.decision.locator("h1")).to_contain_text("U-377")
    expect(me.stop("2116")).to_have_attribute("aria-label", re.compile("U-377"))


def test_a_letter_changes_the_mission_for_the_hex_and_escape_steps_back(me: Orderer) -> None:
    me.click("2116")
    patrolled = me.decision.locator(".row").filter(has=me.page.locator(".title", has_text="Patrol"))
    goal = "2117"
    assert goal in me.lit()
    me.click(goal)
    expect(me.primary).to_contain_text(goal)
    me.press("p")
    expect(patrolled).to_have_attribute("aria-pressed", "true")
    me.press("Escape")
    me.press("Escape")
    expect(me.decision.locator(".row[aria-pressed=true]")).to_have_count(0)
    expect(me.decision.locator("h1")).to_contain_text("U-377")
    me.press("Escape")
    expect(me.decision.locator("h1")).not_to_contain_text("U-377")


def test_a_hex_that_is_not_lit_says_why(me: Orderer) -> None:
    me.click("2116")
    me.lit()
    x, y = me.middle("3117")
    me.page.mouse.click(x, y + 90)
    expect(me.decision.get_by_role("status")).to_contain_text("Why not")
    expect(me.decision.locator("h1")).to_contain_text("U-377")


def test_tab_goes_from_unit_to_unit(me: Orderer) -> None:
    me.press("Tab")
    first = me.decision.locator("h1").inner_text()
    me.press("Tab")
    expect(me.decision.locator("h1")).not_to_have_text(first)


def test_the_staff_does_the_rest_of_the_phase(me: Orderer) -> None:
    turn = me.page.locator("header").get_by_text(re.compile("Turn 1 of"))
    expect(turn.first).to_be_visible()
    me.decision.get_by_role("button", name="Let my staff do the rest").click()
    # The missions of both sides are over when something is asked again.
    me.decision.wait_for()
    expect(me.log).to_contain_text(re.compile("U-\\d+"))


def test_a_phone_plans_by_the_first_tap_and_sends_by_the_second(table: Table) -> None:
    page = table.page(None, viewport=PHONE, has_touch=True, is_mobile=True, bypass_csp=True)
    me = Orderer(page, first_mission())
    me.decision.locator(".row").filter(has_text="U-377").tap()
    expect(me.decision.locator("h1")).to_contain_text("U-377")
    # The sheet lies over none of what is lit.
    sheet = page.locator(".sheet.asked").bounding_box()
    assert sheet
    lit = me.lit()
    assert all(me.middle(cell)[1] < sheet["y"] for cell in lit)
    page.touchscreen.tap(*me.middle(lit[-1]))
    expect(me.primary).to_be_enabled()
    expect(me.stop("2116")).to_have_attribute("aria-label", re.compile("U-377"))
    page.touchscreen.tap(*me.middle(lit[-1]))
    expect(me.stop(lit[-1])).to_have_attribute("aria-label", re.compile("U-377"))


def test_no_serious_findings_while_orders_are_given(me: Orderer) -> None:
    assert findings_day_and_night(me.page, "section.decision") == []
    me.click("2116")
    me.click(me.lit()[0])
    expect(me.primary).to_be_enabled()
    assert findings_day_and_night(me.page) == []
    me.press("g")
    expect(me.decision.get_by_role("checkbox").first).to_be_visible()
    assert findings_day_and_night(me.page, "section.decision") == []
