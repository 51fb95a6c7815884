"""Strangers find each other in the lobby, talk, agree on a draw and play once more; others look on where they may."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, Locator, Page, expect

from barents.kernel.sides import Side
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.test_access import findings
from tests.web.test_devices import fits_a_phone
from tests.web.test_friends import asked, everything_on, seat_of
from tests.web.truth import hidden_from, named


def open_a_table(page: Page, name: str) -> None:
    """Offer the free seat of a game with a clock that others may watch to whoever comes."""
    page.get_by_role("link", name="Open a table").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_text("Terms").click()
    page.get_by_label("Pace").select_option(label="90 min + 30 s")
    page.get_by_label("Others may watch").check()
    expect(page.get_by_label("Rated")).to_be_disabled()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="To the lobby").click()


def say(page: Page, words: str) -> None:
    """Open the talk with its key, say something, and see it stand there."""
    page.keyboard.press("t")
    expect(page.get_by_label("Say something")).to_be_focused()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    expect(talk(page)).to_contain_text(words)
    expect(page.get_by_label("Say something")).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Talk", exact=True)).to_be_focused()


def talk(page: Page) -> Locator:
    """What was said."""
    return page.get_by_role("log", name="What was said")


def test_two_strangers_meet_talk_draw_and_play_again_while_a_third_watches(table: Table, folder: Path) -> None:
    host, guest = table.page("/lobby"), table.page("/lobby")
    alice, bob = Person(host, "alice", bold=0.7), Person(guest, "bob", bold=0.7)
    expect(guest.get_by_text("No open tables.")).to_be_visible()
    guest.get_by_label("Your name at the table").fill("Bob")
    open_a_table(host, "Alice")
    expect(host.get_by_role("button", name="Withdraw")).to_be_visible()

    # The table comes by itself, and nobody who types loses his place for it.
    seat = guest.get_by_role("listitem").filter(has_text="seat open")
    expect(seat).to_contain_text("Alice · no options · others may watch")
    expect(seat).to_contain_text("90 min + 30 s")
    expect(guest.get_by_label("Your name at the table")).to_be_focused()
    guest.get_by_role("button", name="Join").click()
    bob.state("asked", "waiting")
    expect(host.get_by_role("status")).to_have_text(re.compile("Bob has sat down at your table"))
    host.get_by_role("link", name=re.compile("your game with Bob")).click()
    alice.until_asked()

    watcher = table.page("/lobby", bypass_csp=True)
    watcher.get_by_role("link", name=re.compile("^Watch North Cape")).click()
    expect(watcher.get_by_text("You watch", exact=True).first).to_be_visible()
    expect(host.get_by_text("1 person watches.")).to_be_visible()
    expect(host.get_by_role("timer")).to_have_count(2)

    say(host, "Mind the <img src=x onerror=alert(1)> ice")
    unread = guest.get_by_role("button", name=re.compile(r"^Talk\s*1 new"))
    expect(unread).to_be_visible()
    expect(guest.locator("[aria-live=polite]").filter(has_text="Alice says: Mind the <img")).to_have_count(1)
    unread.click()
    expect(talk(guest)).to_contain_text("Alice Mind the <img")
    say(watcher, "A quiet morning so far")
    while len(alice.answers) < 3 or len(bob.answers) < 1:
        asked([alice, bob]).answer()

    match, side = seat_of(host)
    hidden = hidden_from(folder, match)
    seen = "\n".join(table.heard(watcher)) + everything_on(watcher)
    assert sum('"is":"update"' in frame for frame in table.heard(watcher)) > 1
    for each in Side:
        assert len(hidden[each]) > 5
        assert named(hidden[each], seen) == []
    # The same look finds what a player was sent: it is not blind.
    assert named(hidden[side.enemy], "\n".join(table.heard(host)))
    # The rooms are apart.
    assert "onerror" not in seen
    assert not any("A quiet morning so far" in frame for page in (host, guest) for frame in table.heard(page))
    expect(watcher.get_by_role("button", name="Standing orders")).to_have_count(0)
    expect(watcher.locator("section.decision")).to_have_count(0)
    assert findings(watcher) == []

    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Offer a draw").click()
    expect(watcher.get_by_text("offer a draw.")).to_be_visible()
    guest.get_by_role("button", name="Agree").click()
    for page in (host, guest, watcher):
        expect(page.get_by_role("heading", name="A draw.")).to_be_visible()

    host.keyboard.press("Escape")
    host.get_by_role("button", name="Play again").click()
    alice.state("asked", "waiting")
    expect(guest.get_by_text("Alice would play again: the table is laid.")).to_be_visible()
    guest.get_by_role("button", name="Play again").click()
    bob.state("asked", "waiting")
    (again, mine), (same, theirs) = seat_of(host), seat_of(guest)
    assert again == same != match
    assert (mine, theirs) == (side, side.enemy)

    # Once it is over everyone who watched may read the report; only who has played may play again.
    watcher.get_by_role("button", name="Read the report").click()
    expect(watcher.locator("main.report h1")).to_be_visible()
    expect(watcher.get_by_role("button", name="Play again")).to_have_count(0)


def posted(request: APIRequestContext, address: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """What the server answers to something that a page of its own would send."""
    answer = request.post(address + path, headers={"origin": address}, data=body)
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def laid(table: Table, **terms: Any) -> str:
    """A match with two people at it, and its id."""
    host, guest = table.context().request, table.context().request
    game = {"game": "arctic_campaign", "scenario": "campaign", "side": "axis", "opponent": "person"}
    opened = posted(host, table.address, "/api/matches", {**game, "name": "Alice", "open_to_all": True, **terms})
    match: str = opened["match"]
    posted(guest, table.address, f"/api/lobby/{match}/take", {"name": "Bob"})
    return match


def test_a_phone_looks_on_and_finds_nothing_to_decide(table: Table) -> None:
    match = laid(table, watched=True, pace={"days": 3})
    page = table.page(
        f"/watch/{match}", viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2, color_scheme="dark"
    )
    expect(page.get_by_role("heading", name="The Allies and the Germans are to act.")).to_be_visible()
    expect(page.get_by_role("timer", name="Bob’s clock: 3 days, stands")).to_be_visible()
    tabs = page.get_by_role("navigation", name="Parts of the table").get_by_role("button")
    expect(tabs).to_have_text(["Now", "Units", "Log", "Displays", "Talk"])
    for tab in tabs.all():
        tab.tap()
        fits_a_phone(page)
    page.get_by_label("Say something").fill("Ships in the night")
    page.get_by_role("button", name="Say").tap()
    expect(page.get_by_role("log", name="What was said")).to_contain_text("Ships in the night")
    expect(page.locator("section.decision")).to_have_count(0)


def test_players_who_want_to_be_among_themselves_are(table: Table) -> None:
    match = laid(table)
    page = table.page("/lobby")
    expect(page.get_by_text("No open tables.")).to_be_visible()
    expect(page.locator(f"a[href='/watch/{match}']")).to_have_count(0)
    page.goto(f"/watch/{match}")
    expect(page.get_by_role("heading", name="There is nothing to watch here.")).to_be_visible()
    page.get_by_role("button", name="To the lobby").click()
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()
