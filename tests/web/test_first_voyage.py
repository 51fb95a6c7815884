"""First voyage: somebody who has read nothing does what the coach says, and may leave him."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web.browser import Table

LIT = 'path.stop[aria-label*="Allied"][aria-label*="may be chosen"]'


class Newcomer:
    """Presses what the coach asks for; of what is lit the first that is in sight."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.get_by_role("button", name="First voyage").click()
        briefing = page.get_by_role("dialog", name="Briefing")
        expect(briefing.get_by_role("heading", name="First voyage")).to_be_visible()
        page.keyboard.press("Enter")
        expect(briefing).to_have_count(0)

    @property
    def coach(self) -> Locator:
        """The coach's card."""
        return self.page.get_by_role("complementary", name="Coach")

    @property
    def decision(self) -> Locator:
        """What is asked."""
        return self.page.locator("section.decision")

    @property
    def over(self) -> Locator:
        """That the game is over, and who has won."""
        return self.page.get_by_role("button", name="Read the report")

    def until_asked(self) -> bool:
        """Wait for the next question, reading whatever is reported; whether the game goes on."""
        self.page.locator('section.decision[aria-busy="false"]').or_(self.over).first.wait_for()
        if self.over.count():
            return False
        if self.page.get_by_text("What happened").count():
            self.page.keyboard.press("Escape")
        return True

    def card(self, title: str) -> None:
        """The card with this title is shown."""
        expect(self.coach.get_by_role("heading")).to_have_text(title)

    def look(self, unit: str) -> None:
        """Send a unit to look at the first of the enemy's counters."""
        self.decision.locator(".row").filter(has_text=unit).first.click()
        expect(self.decision.locator("h1")).to_contain_text(unit)
        expect(self.decision.get_by_text("Recon").first).to_be_visible()
        self.page.keyboard.press("r")
        self.page.locator(".reach").first.wait_for(state="attached")
        self.page.keyboard.press("0")  # wherever they are, they are in the window now
        counters = self.page.locator(LIT)
        expect(counters.first).to_be_visible()
        box = counters.first.bounding_box()
        assert box
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(self.decision.locator(".buttons .button.primary")).to_be_enabled()
        self.page.keyboard.press("Enter")


def test_a_newcomer_who_does_what_the_coach_says_sees_what_a_counter_hides(table: Table) -> None:
    me = Newcomer(table.page("/", briefings=True))
    assert me.until_asked()
    me.card("You lead the Germans")
    me.coach.get_by_role("button", name="Next").click()
    me.card("You see where, never what")
    me.look("BV-138")
    expect(me.coach.get_by_role("heading")).not_to_have_text("You see where, never what")


def test_the_coach_can_be_left_and_the_game_goes_on_as_an_ordinary_one(table: Table) -> None:
    me = Newcomer(table.page("/", briefings=True))
    assert me.until_asked()
    me.coach.get_by_role("button", name="Leave the coach").click()
    expect(me.coach).to_have_count(0)
    me.page.reload()
    assert me.until_asked()
    expect(me.coach).to_have_count(0)
    expect(me.decision.locator("h1")).to_be_visible()
