"""Somebody who has read nothing, and plays a lesson by the coach's cards alone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web.person import Person


class Newcomer(Person):
    """Reads card after card. What it does of what they ask, each lesson says by `follow`."""

    def __init__(self, page: Page, lesson: str, game: str = "") -> None:
        super().__init__(page, "newcomer", bold=1.0)
        self.cards: list[str] = []
        page.goto("/")
        if game:
            page.get_by_role("button", name=game, exact=True).click()
        page.get_by_role("button", name=lesson).click()
        briefing = page.get_by_role("dialog", name="Briefing")
        expect(briefing.get_by_role("heading", name=lesson)).to_be_visible()
        page.keyboard.press("Enter")
        expect(briefing).to_have_count(0)
        assert self.until_asked() == "asked"

    @property
    def coach(self) -> Locator:
        """The coach's card."""
        return self.page.get_by_role("complementary", name="Coach")

    @property
    def title(self) -> str:
        """What the card is called."""
        return self.coach.get_by_role("heading").inner_text()

    @property
    def onward(self) -> Locator:
        """The button of a card that only explains."""
        return self.coach.get_by_role("button", name="Next", exact=True)

    def read(self) -> None:
        """Read what explains, up to a card that asks for something."""
        while True:
            if self.title not in self.cards[-1:]:
                self.cards.append(self.title)
            if not self.onward.count():
                break
            before = self.title
            self.onward.click()
            expect(self.coach.get_by_role("heading")).not_to_have_text(before)
        expect(self.coach.locator(".ask")).to_be_visible()

    def follow(self) -> None:
        """Do what the card asks for, as far as the page offers it."""
        self.read()
        self.answer()

    def play_through(self, most: int) -> list[int]:
        """Play the lesson to its end, and say in which turns something was asked."""
        turns = [self.turn]
        for _ in range(most):
            if self.until_asked() != "asked":
                break
            turns.append(self.turn)
            self.follow()
        assert self.state() == "over", self.answers[-5:]
        assert turns == sorted(turns)
        assert len(self.cards) == len(set(self.cards)), "a card that was done has come back"
        expect(self.coach).to_have_count(0)
        return turns
