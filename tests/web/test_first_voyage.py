"""First voyage: somebody who has read nothing does what the coach says to the end, or leaves him."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.web.browser import Table
from tests.web.newcomer import Newcomer

MOST_ANSWERS = 150  # of a voyage
MOST_PLACES = 6  # that are clicked for one order
# What the cards ask for: whom to send, and on which missions, the first that the page offers; else the turn is passed.
ASKS: dict[str, tuple[tuple[str, str], ...]] = {
    "You see where, never what": (("BV-138", "Recon"),),
    "That was not the convoy": (("U-255", "Recon"), ("BV-138", "Recon")),
    "Hipper may sail": (("Hipper", "Enter the map"),),
    "Lie where they must pass": (("U-703", "Patrol"),),
    "Odds before you gamble": (("BV-138", "Recon"), ("U-255", "Attack"), ("U-255", "Sortie")),
    "The rest is yours": (("BV-138", "Recon"), ("Hipper", "Attack"), ("U-255", "Attack"), ("U-703", "Attack")),
}
MISSION = re.compile("^(Your mission, or pass|What shall .* do)")
# The middles of what is lit, with the enemy in it or not, and lies open to a click.
_LIT = """(enemy) => [...document.querySelectorAll('path.stop[aria-label*="may be chosen"]')]
  .filter((lit) => !enemy || lit.getAttribute('aria-label').includes('Allied'))
  .map((lit) => lit.getBoundingClientRect())
  .map((box) => [box.left + box.width / 2, box.top + box.height / 2])
  .filter(([x, y]) => document.elementFromPoint(x, y)?.closest('path.stop'))"""

_DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


class Voyager(Newcomer):
    """Presses what the coach asks for; of what is lit any that is in sight. Other questions it answers as they come."""

    def follow(self) -> None:
        """Do what the card asks for, as far as the page offers it; what is asked within a mission is answered."""
        self.read()
        if not MISSION.search(self.prompt):
            self.answer()
        elif not any(self.order(unit, mission) for unit, mission in ASKS[self.title]):
            self.give(self.decision.get_by_role("button", name=re.compile("^Pass")).first)

    def order(self, unit: str, mission: str) -> bool:
        """Send a unit on a mission; whether the page lets it."""
        if unit not in self.prompt:
            row = self.decision.locator(".rows button.row").filter(has_text=unit)
            if self.prompt.startswith("What shall") or not row.count():
                return False
            row.first.click()
            expect(self.decision.locator("h1")).to_contain_text(unit)
        self._planned()
        deed = self.decision.locator(".item:not(.refused)", has=self.page.get_by_text(re.compile(f"^{mission}")))
        done = deed.count() > 0 and self._send(deed.locator("button.row").first, mission)
        if not done and self.page.get_by_text("more can act").count():
            self._leave()
        return done

    def _send(self, deed: Locator, mission: str) -> bool:
        if deed.get_attribute("aria-pressed") != "true":
            deed.click()
        self._planned()
        for _ in range(MOST_PLACES):
            if self.primary.is_enabled():
                self.give(self.primary)
                return True
            places = self.page.evaluate(_LIT, mission == "Recon")
            if not places:
                self.page.keyboard.press("0")  # wherever they are, they are in the window now
                places = self.page.evaluate(_LIT, mission == "Recon")
            if places:
                self.press_at(*places[self.dice.below(len(places))])
                self._planned()
        return False

    def _leave(self) -> None:
        """From what was chosen, step by step, back to who may be sent."""
        for _ in range(MOST_PLACES):
            if self.prompt.startswith("Your mission"):
                return
            self.page.keyboard.press("Escape")
            self.page.evaluate(_DRAWN)

    def _planned(self) -> None:
        """Wait until the page knows what the unit can do, and how it would."""
        self._settled()
        self.decision.locator(".item").first.wait_for()
        expect(self.primary).not_to_contain_text("Planning")


def test_a_newcomer_who_does_what_the_coach_says_plays_the_voyage_to_its_end(table: Table) -> None:
    me = Voyager(table.page(None, briefings=True), "First voyage")
    me.play_through(MOST_ANSWERS)
    assert me.cards[:2] == ["You lead the Germans", "You see where, never what"]
    assert me.cards[-1] == "The rest is yours"
    me.page.get_by_role("button", name="Read the report").click()
    expect(me.page.get_by_role("heading", name="Where the points came from")).to_be_visible()


def test_the_coach_can_be_left_and_the_game_goes_on_as_an_ordinary_one(table: Table) -> None:
    me = Voyager(table.page(None, briefings=True), "First voyage")
    me.coach.get_by_role("button", name="Leave the coach").click()
    expect(me.coach).to_have_count(0)
    me.page.reload()
    assert me.until_asked() == "asked"
    expect(me.coach).to_have_count(0)
    expect(me.decision.locator("h1")).to_be_visible()
