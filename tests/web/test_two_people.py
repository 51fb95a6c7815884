"""Two people, each with a browser of their own, from the invitation over the briefing to what was hidden."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

from tests.web.browser import PATIENCE, PHONE, Table
from tests.web.person import Person
from tests.web.test_short_game import look_again

MOST_ANSWERS = 150
TURNS = 3  # of the scenario


def invite(page: Page) -> str:
    """Alice asks a friend to a short scenario of Nordkapp, and takes the Germans."""
    page.get_by_role("button", name="Nordkapp", exact=True).click()
    page.get_by_label("Scenario", exact=True).select_option(label=f"First plot, {TURNS} turns")
    page.get_by_label("Against").select_option(label="A person, by link")
    page.get_by_label("Your name").fill("Alice")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link for your opponent").input_value()
    page.get_by_role("button", name="Go to the table").click()
    return link


def take_command(page: Page, task: str) -> None:
    """Read the briefing, which opens by itself and says what one has to do."""
    briefing = page.get_by_role("dialog", name="Briefing")
    expect(briefing.get_by_text(task)).to_be_visible()
    briefing.get_by_role("button", name="Take command").click()
    expect(briefing).to_have_count(0)


def play_to_the_end(people: list[Person]) -> None:
    """Whoever is asked answers, until both are told that it is over."""
    deadline = time.monotonic() + PATIENCE / 1000
    answered = 0
    while not all(person.page.locator("section.result").count() for person in people):
        assert time.monotonic() < deadline, "nobody is asked, and it is not over"
        for person in people:
            if person.decision.count():
                person.answer()
                answered += 1
                deadline = time.monotonic() + PATIENCE / 1000
        assert answered < MOST_ANSWERS
        people[0].page.wait_for_timeout(50)


def test_two_people_play_from_the_invitation_to_the_debrief(table: Table) -> None:
    host = table.page("/", briefings=True)
    alice = Person(host, "alice", bold=0.8)
    link = invite(host)

    guest = table.page(None, briefings=True, viewport=PHONE)
    bob = Person(guest, "bob", bold=0.8)
    guest.goto(link)
    take_command(guest, "Bring the convoy off the map")
    take_command(host, "sink a merchant")
    play_to_the_end([alice, bob])

    # Both are told the same result, each from their own side, and what was hidden is shown to both.
    results = [page.locator("section.result h1").inner_text() for page in (host, guest)]
    assert len({re.sub(r"^You (win|lose).*", "", each) for each in results}) == 1, results
    for page in (host, guest):
        page.get_by_role("button", name="Read the report").click()
        expect(page.locator("main.report h1")).to_be_visible()
        expect(page.locator("header .count")).to_contain_text(f"{TURNS} turns")
    headlines = [page.locator("main.report h1").inner_text() for page in (host, guest)]
    assert headlines[0] == headlines[1]
    look_again(host)
