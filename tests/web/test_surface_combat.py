"""Surface combat in the browser: fought to its end by clicks on the display, by the keyboard, and with a thumb."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from barents.games.arctic_disaster.data import CONVOY
from barents.kernel.decisions import Assign
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.sides import Side
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.positions import played, take_over
from tests.web.test_access import findings_day_and_night

SEEDS = range(1, 30)
GROUPS, FIRE = "AD-11.4.2-groups-secret", "AD-11.4.4-simultaneous"
MOST_ANSWERS, MOST_SLOTS = 60, 9


@cache
def moment(rule: str, *, convoy: bool = False, least: int = 4, number: int = 0) -> bytes:
    """A game of the doctrine players when the Allies are asked something in a combat of some size.

    `number` says which of the games in which it comes to that.
    """

    def comes(match: Match[Any, Any]) -> bool:
        asked, battle = match.pending.get(Side.ALLIED), match.state.battle
        if asked is None or battle is None or asked.rule != rule:
            return False
        assert isinstance(asked.options, Assign)
        with_convoy = CONVOY in battle.forces[Side.ALLIED]
        germans = sum(match.data.counters[name].side is Side.AXIS for name in battle.ships)
        return with_convoy is convoy and germans >= least and least <= len(asked.options.slots) <= MOST_SLOTS

    records = (played("armageddon", seed, comes, "arctic_disaster") for seed in SEEDS)
    found = (record for record in records if Match.replay(decode(record)).result is None)
    return next(islice(found, number, None))


class Gunner(Person):
    """Answers everything on the display, and touches nothing else."""

    @property
    def display(self) -> Locator:
        """The display in the chart's place."""
        return self.page.get_by_role("region", name=re.compile("Surface combat in"))

    @property
    def orders(self) -> Locator:
        """The box with one's own orders."""
        return self.display.locator("section.declared")

    @property
    def commit(self) -> Locator:
        """The button of that box that gives them."""
        return self.orders.locator(".buttons .primary")

    def row(self, name: str) -> Locator:
        """The orders of one ship, or of one of its batteries."""
        return self.orders.locator("li").filter(has_text=name).first

    def form_up(self) -> None:
        """Every ship is clicked into one of two groups."""
        boxes = self.display.locator("button.into:enabled")
        for number in range(MOST_SLOTS):
            if boxes.count():
                self.press(boxes.nth(number % 2))
        expect(self.display.get_by_role("button", name=re.compile(r"^Group 1 [1-9] ship"))).to_be_visible()

    def sail(self) -> str:
        """All of a column are sent to a lit area; the area."""
        together = self.display.get_by_role("group", name="All ships of an area together").get_by_role("button")
        if together.count():
            self.press(together.first)
        lit = self.display.get_by_role("button", name=re.compile(r"^Area \d+, may be chosen"))
        if not lit.count():
            return ""
        name = lit.first.get_attribute("aria-label") or ""
        lit.first.dispatch_event("click")  # a column is often covered by counters in its middle
        found = re.search(r"\d+", name)
        assert found
        return found[0]

    def aim(self, most: int = 3) -> int:
        """Every weapon at hand is aimed at the first ship that it reaches; how many were."""
        aimed = 0
        while aimed < most and self.orders.locator("li.active").count():
            target = self.display.locator("button.ship").filter(has=self.page.locator("path.bracket")).first
            self.press(target)
            inside = self.display.locator("section.pile button").filter(has=self.page.locator("path.bracket")).first
            if self.display.locator("section.pile").count():
                self.press(inside)
            aimed += 1
        return aimed


class Thumb(Gunner):
    """The same with a finger."""

    def press(self, what: Locator) -> None:
        """Tap it."""
        what.tap()


def seat(page: Page, record: bytes) -> Gunner:
    """The Allies, from a moment on."""
    me = Gunner(page, "gunner")
    take_over(page, record, Side.ALLIED)
    me.until_asked()
    expect(me.display).to_have_attribute("aria-busy", "false")
    return me


def fought_out(me: Gunner) -> set[str]:
    """Fight a combat to its end on the display, breaking off once shots have been fired; what was done in it."""
    seen = set[str]()
    for _ in range(MOST_ANSWERS):
        if me.until_asked() != "asked" or not me.display.count():
            break
        prompt = me.prompt
        if "group" in prompt:
            me.form_up()
        elif "ships go" in prompt:
            area = me.sail()
            if area:
                expect(me.orders.get_by_text(f"to {area}").first).to_be_visible()
                expect(me.display.locator("g.ghost").first).to_be_visible()
                seen.add("moves")
        elif "batteries" in prompt and me.aim():
            # Declared fire is drawn in one's own colour; of the enemy's there is no trace.
            expect(me.display.locator("path.fire.allied").first).to_be_visible()
            expect(me.display.locator("path.fire.axis")).to_have_count(0)
            expect(me.orders.locator(".worth").filter(has_text="%").first).to_be_visible()
            seen.add("fire")
        elif "break off" in prompt:
            wish = "Break off" if "fire" in seen else "Fight on"
            me.give(me.orders.get_by_role("button", name=wish))
            continue
        answers = me.orders.locator(".answers .button")
        me.give(answers.first if answers.count() else me.commit)
    return seen


def test_a_combat_is_fought_to_its_end_on_the_display(table: Table) -> None:
    page = table.page(None)
    # The enemy may get away before a shot is fired; then there is another combat.
    for number in range(3):
        me = seat(page, moment(GROUPS, number=number))
        seen = fought_out(me)
        expect(page.get_by_role("log").get_by_text(re.compile("surface combat .* is over")).first).to_be_visible()
        expect(me.display).to_have_count(0)
        if "fire" in seen:
            break
    assert seen == {"moves", "fire"}


def test_fire_is_declared_by_the_keyboard(table: Table) -> None:
    page = table.page(None)
    me = seat(page, moment(FIRE))
    first = me.orders.locator("li").first
    expect(first).to_have_attribute("aria-current", "true")
    # The odds stand at every target, and the strip says how far the battery reaches.
    chips = me.display.locator("g.chip")
    expect(chips.first).to_have_text(re.compile(r"\d+%"))
    expect(me.display.get_by_role("list", name=re.compile("the modifier for range")).locator("li")).to_have_count(24)
    target = me.display.locator("button.ship").filter(has=page.locator("path.bracket")).first
    target.focus()
    expect(me.display.locator("path.option.now")).to_have_count(1)
    expect(me.display.get_by_role("region", name="Damage roster").locator("h3")).to_contain_text(
        target.locator(".sr-only").inner_text().split(",")[0]
    )
    page.keyboard.press("Enter")
    expect(first).not_to_have_attribute("aria-current", "true")
    expect(me.display.locator("path.fire.allied")).to_have_count(1)
    # A number turns to another battery, the arrow keys go from counter to counter.
    page.keyboard.press("3")
    expect(me.orders.locator("li").nth(2)).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowDown")
    expect(target).not_to_be_focused()
    assert page.evaluate("document.activeElement.closest('section.stage') !== null")
    me.give(me.commit)


def test_a_thumb_puts_the_convoy_and_its_destroyers_down(table: Table) -> None:
    page = table.page(None, viewport=PHONE, has_touch=True, is_mobile=True)
    record = moment(GROUPS, convoy=True)
    me = Thumb(page, "thumb")
    take_over(page, record, Side.ALLIED)
    me.until_asked()
    area = me.display.get_by_role("button", name="Area 18 for PQ-17")
    box = area.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    me.press(area)
    expect(me.row("PQ-17")).to_contain_text("area 18")
    with_convoy = me.display.get_by_role("button", name=re.compile("^With PQ-17"))
    me.press(with_convoy)
    expect(with_convoy).to_contain_text("1 ship")
    me.form_up()
    me.give(me.commit)
    assert me.until_asked() == "asked"
    expect(me.display.get_by_role("button", name=re.compile(r"^PQ-17, \d+ ships, area 18"))).to_be_visible()


@pytest.mark.parametrize("rule", [FIRE, GROUPS])
def test_no_serious_findings(table: Table, rule: str) -> None:
    page = table.page(None, bypass_csp=True)
    me = seat(page, moment(rule))
    if rule == FIRE:
        me.aim(2)
    assert findings_day_and_night(page) == []
