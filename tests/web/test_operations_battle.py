"""The battle track in the browser: divisions are formed and dragged, weapons aimed, by mouse, keyboard and thumb."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from barents.kernel.decisions import Assign
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.sides import Side
from tests.web.browser import PHONE, Table
from tests.web.person import Person, State
from tests.web.positions import played, take_over
from tests.web.test_access import findings_day_and_night

SEEDS = range(1, 30)
DIVIDE, INTENTS = "OP-TAC-divisions", "OP-TAC-rounds"
LEAST_SHIPS, LEAST_ROUNDS, MOST_ROUNDS, MOST_BATTLES = 4, 3, 12, 4


@cache
def moment(rule: str, number: int = 0) -> bytes:
    """A game of the doctrine players when the Germans, with some ships, are asked something in a battle.

    `number` says which of the games in which it comes to that.
    """

    def comes(match: Match[Any, Any]) -> bool:
        asked, battle = match.pending.get(Side.AXIS), match.state.battle
        if asked is None or battle is None or asked.rule != rule:
            return False
        assert isinstance(asked.options, Assign)
        ships = [ship for ship in match.state.desks[Side.AXIS].ships.values() if ship.fleet in battle.fleets[Side.AXIS]]
        return len(ships) >= LEAST_SHIPS

    records = (played("regenbogen", seed, comes, "operations") for seed in SEEDS)
    found = (record for record in records if Match.replay(decode(record)).result is None)
    return next(islice(found, number, None))


class Captain(Person):
    """Fights on the track, and touches nothing else."""

    def until_asked(self) -> State:
        """The report of the last round is read first: under it the track has less room, and ships lie in piles."""
        state = super().until_asked()
        orders = self.page.locator(".next").get_by_role("button", name="Give orders")
        if orders.count():
            orders.click()
            expect(orders).to_have_count(0)
        return state

    @property
    def display(self) -> Locator:
        """The display in the chart's place."""
        return self.page.get_by_role("region", name=re.compile("^Battle in"))

    @property
    def orders(self) -> Locator:
        """The box with one's own orders."""
        return self.display.locator("section.orders")

    @property
    def fight(self) -> Locator:
        """The button of that box that gives them."""
        return self.orders.locator(".buttons .primary")

    def plates(self, side: str = "axis") -> Locator:
        """The divisions of a side."""
        return self.display.locator(f"button.plate.{side}")

    @property
    def leader(self) -> Locator:
        """One's own division in front."""
        return self.display.locator('button.plate[data-division="g-1"]')

    def ghosts(self) -> Locator:
        """Divisions where they are ordered to."""
        return self.display.locator("g.ghost")

    def cell(self, plate: Locator) -> int:
        """Where a division stands."""
        found = re.search(r"cell (-?\d+)", plate.locator(".sr-only").inner_text())
        assert found
        return int(found[1])

    def column(self) -> float:
        """How wide a cell is."""
        box = self.display.locator(".sea").bounding_box()
        assert box is not None
        return box["width"] / self.display.locator("ol.numbers li").count()

    def drag(self, what: Locator, right: float, down: float = 0) -> None:
        """Take hold of something and let it go elsewhere."""
        box = what.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + min(10, box["height"] / 2)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + right / 2, y + down / 2)
        self.page.mouse.move(x + right, y + down, steps=3)
        self.page.mouse.up()

    def form_up(self) -> None:
        """One ship is dragged into the second division, one put there by a click, one by the arrow keys."""
        first, second = (self.display.locator(f'[data-number="{number}"]') for number in (1, 2))
        ship = first.locator("button.ship").last
        there, here = second.bounding_box(), ship.bounding_box()
        assert there is not None
        assert here is not None
        self.drag(ship, there["x"] + 60 - here["x"], there["y"] + 120 - here["y"])
        expect(second.locator("button.ship")).to_have_count(1)
        first.locator("button.ship").last.click()
        second.locator("button.into").click()
        expect(second.locator("button.ship")).to_have_count(2)
        left = (first.bounding_box() or {"x": 0})["x"] > there["x"]
        first.locator("button.ship").last.focus()
        self.page.keyboard.press("ArrowLeft" if left else "ArrowRight")
        expect(second.locator("button.ship")).to_have_count(3)
        expect(second.locator("button.ship:focus")).to_have_count(1)
        self.give(self.fight)

    def close_in(self, plate: Locator, *, away: bool = False) -> None:
        """Drag a division towards the nearest enemy, or away from him."""
        here = self.cell(plate)
        enemies = self.plates("allied")
        cells = [self.cell(enemies.nth(number)) for number in range(enemies.count())]
        nearest = min(cells, key=lambda cell: abs(cell - here))
        way = (nearest > here) - (nearest < here) or 1
        steps = 4 if away else min(2, max(0, abs(nearest - here) - 1))
        if steps:
            self.drag(plate, (-way if away else way) * steps * self.column())

    def aim(self, most: int = 3) -> int:
        """Weapons of the ships that reach somebody are aimed at him; how many were."""
        aimed = 0
        ships = self.display.locator("button.ship.axis[data-piece]")
        for number in range(ships.count()):
            if aimed == most:
                break
            ships.nth(number).click()
            target = self.display.locator("button.ship.allied").filter(has=self.page.locator("path.bracket")).first
            if not target.count():
                continue
            expect(self.display.locator("g.chip").first).to_have_text(re.compile(r"\d+%"))
            target.click()
            pile = self.display.locator("section.pile button").filter(has=self.page.locator("path.bracket")).first
            if pile.count():
                pile.click()
            aimed += 1
        return aimed


def seat(page: Page, record: bytes) -> Captain:
    """The Germans, from a moment on."""
    me = Captain(page, "captain")
    take_over(page, record, Side.AXIS)
    me.until_asked()
    expect(me.display).to_have_attribute("aria-busy", "false")
    return me


def fought_out(me: Captain) -> tuple[int, set[str]]:
    """Fight a battle to its end: close in and fire, then run; how many rounds there were, and what was done in them."""
    done = set[str]()
    rounds = 0
    for _ in range(MOST_ROUNDS):
        if me.until_asked() != "asked" or not me.fight.count() or "Fight round" not in me.fight.inner_text():
            break
        rounds += 1
        if rounds > 1:
            expect(me.display.locator("section.fired h3")).to_contain_text(f"Round {rounds - 1}:")
            if me.display.locator("section.fired li").count():
                expect(me.display.locator("path.fire.hit, path.fire.missed")).not_to_have_count(0)
                done.add("fired")
        first = me.leader
        me.close_in(first, away=rounds > LEAST_ROUNDS)
        if me.ghosts().count():
            expect(me.orders.locator("li.division").first).to_contain_text(re.compile(r"\d to the (left|right)"))
            done.add("moved")
        if rounds <= LEAST_ROUNDS and me.aim():
            # One's own fire is drawn; of the enemy's orders there is no trace.
            expect(me.display.locator("path.fire.axis.ordered, path.option.now")).not_to_have_count(0)
            expect(me.display.locator("path.fire.allied")).to_have_count(0)
            expect(me.orders.locator("li .what.allied").first).to_be_visible()
            done.add("aimed")
        if rounds > LEAST_ROUNDS:
            first.click()
            me.display.get_by_role("button", name="Leave once out of sight", exact=True).click()
            me.orders.get_by_role("button", name="Break off").click()
        me.give(me.fight)
    return rounds, done


def test_a_battle_is_fought_to_its_end_on_the_track(table: Table) -> None:
    page = table.page(None)
    done = set[str]()
    # The enemy may get away at once; then there is another battle.
    for number in range(MOST_BATTLES):
        me = seat(page, moment(DIVIDE, number))
        me.form_up()
        me.until_asked()
        expect(me.plates()).to_have_count(2)
        rounds, seen = fought_out(me)
        done |= seen
        expect(me.line_by_line("battle").get_by_text(re.compile("The battle in .* is over"))).to_be_visible()
        # How it ended stays to be looked at.
        expect(me.display).to_contain_text("The battle is over after round")
        me.display.get_by_role("button", name="Back to the chart").click()
        expect(me.display).to_have_count(0)
        if rounds >= LEAST_ROUNDS and done == {"moved", "aimed", "fired"}:
            break
    assert rounds >= LEAST_ROUNDS
    assert done == {"moved", "aimed", "fired"}


def test_orders_are_given_by_the_keyboard(table: Table) -> None:
    page = table.page(None)
    me = seat(page, moment(INTENTS))
    plate = me.leader
    plate.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(me.ghosts()).to_have_count(1)
    expect(me.orders.locator("li.division").first).to_contain_text("2 to the right")
    page.keyboard.press("ArrowLeft")
    expect(me.orders.locator("li.division").first).to_contain_text("1 to the right")
    expect(plate).to_be_focused()
    # The strip goes with the division: what its weapon is worth in each cell.
    strip = me.display.get_by_role("list", name=re.compile("the modifier for range in each cell")).locator("li")
    expect(strip).to_have_count(me.display.locator("ol.numbers li").count())
    comb = me.display.get_by_role("button", name="Turn with torpedoes", exact=True)
    comb.focus()
    page.keyboard.press("Enter")
    expect(comb).to_have_attribute("aria-pressed", "true")
    expect(plate.locator(".sr-only")).to_contain_text("turning with torpedoes")
    # A weapon's row takes it in hand; its target is focused and chosen.
    weapon = me.orders.locator("li:not(.division) button").first
    weapon.focus()
    page.keyboard.press("Enter")
    expect(me.orders.locator("li[aria-current]")).to_have_count(1)
    target = me.display.locator("button.ship.allied[data-piece]").first
    target.focus()
    page.keyboard.press("Enter")
    expect(me.orders.locator("li .what.allied").first).to_contain_text(
        target.locator(".sr-only").inner_text().split(",")[0]
    )
    me.orders.get_by_role("button", name="Clear all").click()
    expect(me.ghosts()).to_have_count(0)
    me.give(me.fight)


def test_a_thumb_gives_orders_on_a_phone(table: Table) -> None:
    page = table.page(None, viewport=PHONE, has_touch=True, is_mobile=True)
    me = seat(page, moment(INTENTS))
    plate = me.leader
    plate.tap()
    lit = me.display.get_by_role("button", name=re.compile(r"^Cell -?\d+, may be chosen"))
    box = lit.first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    right = me.display.get_by_role("button", name=re.compile("further to the right"))
    right.tap()
    expect(me.ghosts()).to_have_count(1)
    box = right.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    me.display.locator("button.ship.axis[data-piece]").first.tap()
    target = me.display.locator("button.ship.allied[data-piece]").first
    target.tap()
    expect(me.display.locator("path.fire.axis.ordered")).not_to_have_count(0)


@pytest.mark.parametrize("rule", [INTENTS, DIVIDE])
def test_no_serious_findings(table: Table, rule: str) -> None:
    page = table.page(None, bypass_csp=True)
    me = seat(page, moment(rule))
    if rule == INTENTS:
        me.close_in(me.leader)
        me.aim(2)
    assert findings_day_and_night(page) == []
