"""Two people, each with a browser or both before one screen: neither is shown what only the other may know."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.sides import Side
from tests.web.browser import PATIENCE, PHONE, Table
from tests.web.person import Person
from tests.web.positions import played
from tests.web.test_access import findings
from tests.web.truth import hidden_from, named


def seat_of(page: Page) -> tuple[str, Side]:
    """The match and side that a page is about."""
    found = re.search(r"/match/(\w+)/(allied|axis)$", page.url)
    assert found, page.url
    return found[1], Side(found[2])


def asked(people: list[Person]) -> Person:
    """Whoever is asked next."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        for person in people:
            try:
                person.decision.wait_for(timeout=150)
                return person
            except TimeoutError:
                continue
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize("game", ["North Cape", "Nordkapp"])
def test_two_browsers_play_by_link_and_neither_hears_a_secret(table: Table, folder: Path, game: str) -> None:
    host = table.page("/")
    alice = Person(host, "alice", bold=0.7)
    host.get_by_role("button", name=game).first.click()
    host.get_by_label("Against").select_option(label="A person, by link")
    host.get_by_label("Your name").fill("Alice")
    host.get_by_role("button", name="Make the link").click()
    link = host.get_by_label("Link for your opponent").input_value()
    host.get_by_role("button", name="Go to the table").click()
    expect(host.get_by_label("Link for the other seat")).to_have_value(link)

    guest = table.page(None)
    bob = Person(guest, "bob", bold=0.7)
    guest.goto(link)
    if game == "North Cape":  # there the guest waits first; in Nordkapp both are asked at once
        expect(guest.get_by_text("Alice plays them")).to_be_visible()

    people = [alice, bob]
    while len(alice.answers) < 10 or len(bob.answers) < 10:
        asked(people).answer()

    match, side = seat_of(host)
    assert seat_of(guest) == (match, side.enemy)
    hidden = hidden_from(folder, match)
    for page in (host, guest):
        whose = seat_of(page)[1]
        frames = table.heard(page)
        assert sum('"is":"update"' in frame for frame in frames) > 10
        assert len(hidden[whose]) > 5
        assert named(hidden[whose], "\n".join(frames)) == []
    # The same look finds what the other was sent: it is not blind.
    assert named(hidden[Side.ALLIED], "\n".join(table.heard(guest if side is Side.ALLIED else host)))

    table.expected.append("409 (Conflict)")
    stranger = table.page(link)
    expect(stranger.get_by_text("already taken")).to_be_visible()


def test_the_curtain_hides_each_side_from_the_other_at_one_screen(table: Table, folder: Path) -> None:
    page = table.page("/")
    me = Person(page, "both", bold=0.7)
    page.get_by_label("Against").select_option(label="Two at this screen")
    page.get_by_role("button", name="Play", exact=True).click()

    behind: list[str] = []
    after: dict[Side, list[str]] = {side: [] for side in Side}
    for _ in range(3):
        me.until_asked()
        me.play(lambda: False)
        match, side = seat_of(page)
        behind.append(everything_on(page))
        page.get_by_role("button", name=re.compile("^We are the")).click()
        me.state("asked", "waiting")
        page.locator(".chart path.stop, .chart svg").first.wait_for(state="attached")
        assert seat_of(page) == (match, side.enemy)
        after[side.enemy].append(everything_on(page))

    hidden = hidden_from(folder, match)
    for side in Side:
        assert len(hidden[side]) > 5
        assert [named(hidden[side], text) for text in behind] == [[]] * len(behind)
        assert [named(hidden[side], text) for text in after[side]] == [[]] * len(after[side])
        # Its own side would have been found.
        assert named(hidden[side], "\n".join(after[side.enemy]))


def everything_on(page: Page) -> str:
    """All that a page holds for whoever looks for it: its elements and what it has stored."""
    stored: str = page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}, document.title])")
    return page.content() + stored


def test_both_people_are_told_that_their_match_goes_on_from_a_record_and_can_note_its_seal_down(table: Table) -> None:
    content = played("unternehmen-sportpalast", 3, lambda match: len(match.choices) > 40, "nordkapp")
    turn = Match.replay(decode(content)).clock.turn
    host = table.page("/", bypass_csp=True)
    came = host.request.post(
        "/api/records?side=allied&opponent=person",
        data=content,
        headers={"origin": table.address, "content-type": "application/json"},
    )
    opened = came.json()
    host.goto(f"/match/{opened['match']}/allied")
    guest = table.page(opened["invitation"], bypass_csp=True, viewport=PHONE, has_touch=True, is_mobile=True)
    seals = set()
    for page in (host, guest):
        origin = page.get_by_role("button", name=re.compile("This match goes on from a record"))
        expect(origin).to_contain_text(re.compile(rf"brought, from turn {turn}, \d+ \w+ 194\d\."))
        origin.click()
        expect(origin).to_have_attribute("aria-expanded", "true")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "nothing runs off the page"
        assert findings(page) == []
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="The seal of the dice").click()
        shown = page.get_by_role("dialog").locator("dd")
        expect(shown.last).to_have_text(re.compile("^[0-9a-f]{32}$"))
        expect(page.get_by_text(f"--word {shown.last.inner_text()} --side")).to_be_visible()
        seals.add(shown.first.inner_text())
    assert len(seals) == 1
