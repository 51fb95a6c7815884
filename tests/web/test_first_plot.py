"""First plot: somebody who has read nothing writes three plots as the coach says."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.lessons import coach_of
from tests.web.browser import Table
from tests.web.newcomer import Newcomer

MOST_ANSWERS = 60
CONVOY, BOAT = "Convoy", "Trident"
# Where the convoy is drawn on each turn, as far as it may still go there; then it leaves the map.
WAYS = {1: ("1318", "1218"), 2: ("1018",), 3: ("1018",)}


class Plotter(Newcomer):
    """Draws what the cards name. Where a force is bound to another way, or is gone, it answers as it comes."""

    drawn = 0

    def follow(self) -> None:
        """A place for the boat, then a plot a turn: the convoy's way, the boat's on the second, and off the map."""
        self.read()
        if self.prompt.startswith("Where do your submarines lie"):
            self.click("1218")
            self.give(self.primary)
        elif self.page.locator("ol.forces").count() and self.row(CONVOY).count():
            self.plot()
        else:
            self.answer()

    def plot(self) -> None:
        """Each force that the card names is chosen and given its way."""
        self.drawn += 1
        if self.turn == 2 and self.row(BOAT).count():
            self.row(BOAT).get_by_role("button").first.click()
            depth = self.page.get_by_role("group", name=f"{BOAT}, surfaced or submerged")
            depth.get_by_role("button", name="submerged").click()
            expect(self.row(BOAT)).to_contain_text("submerged")
        self.row(CONVOY).get_by_role("button").first.click()
        for cell in WAYS[self.turn]:
            self.click(cell)
        if self.turn == 3:
            self.press_word("Off the map")
        if self.primary.is_enabled():
            self.give(self.primary)
        else:
            self.answer()

    def row(self, name: str) -> Locator:
        """The row of a force."""
        named = self.page.locator(".name", has_text=re.compile(f"^{name}$"))
        return self.page.locator("ol.forces > li").filter(has=named)

    def click(self, cell: str) -> None:
        """Click a hex, if it is lit."""
        stop = self.page.locator(f'path.stop[data-cell="{cell}"][aria-label*="may be chosen"]')
        if stop.count():
            box = stop.bounding_box()
            assert box is not None
            self.press_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def press_word(self, word: str) -> None:
        """Press an order that is no hex, if it is offered."""
        button = self.decision.get_by_role("button", name=word)
        if button.count():
            button.first.click()


def test_a_newcomer_writes_three_plots_as_the_coach_says(table: Table) -> None:
    me = Plotter(table.page(None, briefings=True), "First plot", "Nordkapp")
    assert me.play_through(MOST_ANSWERS)[-1] == 3
    assert me.cards == [step.title for step in coach_of("nordkapp", "first-plot").steps]
    assert me.drawn == 3, "the convoy is asked for its way on every turn"
    me.page.get_by_role("button", name="Read the report").click()
    expect(me.page.locator("main.report h1")).to_contain_text("ictory")
