"""A campaign over several evenings, by two browsers and two servers; and a month by hand, to sea and back."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, expect

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.actions import Proceed
from barents.games.arctic_campaign.options import Options
from barents.games.operations.actions import Finish
from barents.kernel.actions import Decline
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players.arctic_campaign import Doctrine
from tests.web.browser import Table, served
from tests.web.person import Person
from tests.web.positions import take_over
from tests.web.test_friends import asked, seat_of

CAMPAIGN = "campaign"
EASTBOUND = "AC-B.21-any-number"
DEEDS = 10  # of the log, more than February has had by then


@cache
def by_the_staffs(seed: str, mode: Literal["quick", "played"], rule: str, *, idle: bool = False) -> bytes:
    """A campaign that both staffs have played to a page of the Allies.

    If the Allies are to be idle their convoy stays in port, without their saying that they have finished, and the page
    is one after the last German ship has come in.
    """
    match: Match[Any, Any] = Match.new(GAME, CAMPAIGN, seed=seed, options=Options(convoy_phase=mode))
    staff, dice = Doctrine(match.data), Dice.seeded("months", seed)
    while True:
        page, operation = match.pending.get(Side.ALLIED), match.state.operation
        fleets = [] if operation is None else operation.desks[Side.AXIS].fleets.values()
        in_port = operation is not None and operation.turn > 1 and all(fleet.docked for fleet in fleets)
        if page is not None and page.rule == rule and (in_port or not idle):
            return match.record.encode()
        someone = next(iter(match.pending))
        answer = staff.choose(match.known(eyes_of(someone)), match.pending[someone], dice)
        if idle and match.pending[someone].rule == EASTBOUND:
            answer = Proceed()
        elif idle and isinstance(answer, Finish) and someone is Side.ALLIED:
            answer = Decline()
        match.act(someone, answer)


# Two people, two machines


def test_two_browsers_take_a_campaign_up_again_when_the_server_is_back(browser: Browser, tmp_path: Path) -> None:
    """Each has a cookie of its own; the desk, the calendar and the log of the month before are there as they were."""
    with served(tmp_path) as address:
        table = Table(browser, address)
        host, guest = table.page("/"), table.page(None)
        origin = host.url.rstrip("/")
        record = by_the_staffs("evening", "quick", "AC-A.24-allied-none")
        answer = host.request.post(
            "/api/records?side=allied&opponent=person",
            data=record,
            headers={"origin": origin, "content-type": "application/json"},
        )
        assert answer.ok, answer.text()
        opened = answer.json()
        people = [Person(host, "host", bold=0), Person(guest, "guest", bold=0)]
        host.goto(f"/match/{opened['match']}/allied")
        guest.goto(opened["invitation"])
        february = [person.page.get_by_label("Month 2 of 41") for person in people]
        while not all(page.count() for page in february):
            asked(people).answer()
        for person in people:
            person.state("asked", "waiting")
        left = [papers(person.page) for person in people]
        cookies = [page.context.cookies() for page in (host, guest)]
        assert seat_of(host)[0] == seat_of(guest)[0]
        assert all("January 1942" in diary for _, diary, _ in left)
        assert all(any("The Convoy Phase is over" in line for line in log) for _, _, log in left)
        table.expected.append("WebSocket")
        table.close()
        assert table.complaints == []

    with served(tmp_path) as address:
        table = Table(browser, address)
        people = []
        for number, side in enumerate(("allied", "axis")):
            context = table.context()
            # The server is at another port now.
            context.add_cookies(
                [{"name": one["name"], "value": one["value"], "url": address} for one in cookies[number]]
            )
            page = context.new_page()
            people.append(Person(page, "later", bold=0))
            page.goto("/")
            page.get_by_role("button", name="Resume").first.click()
            expect(page).to_have_url(re.compile(f"/match/{opened['match']}/{side}$"))
            people[-1].state("asked", "waiting")
        assert [papers(person.page) for person in people] == left
        asked(people).answer()
        table.close()
        assert table.complaints == []


def papers(page: Page) -> tuple[str, str, list[str]]:
    """What lies on a desk: the calendar, the diary, and the newest deeds of the log."""
    page.locator(".desk").wait_for()
    deeds = page.get_by_role("log").get_by_role("listitem")
    deeds.nth(DEEDS - 1).wait_for(state="attached")
    calendar = page.get_by_label("Month 2 of 41").inner_text()
    return calendar, page.get_by_label("War diary").inner_text(), deeds.all_inner_texts()[:DEEDS]


# A month by hand


def test_a_month_by_hand_goes_from_the_desk_to_sea(table: Table) -> None:
    """When the last page of the plans is written the chart takes the desk's place; a turn is played page by page."""
    page = table.page(None)
    me = Person(page, "by hand", bold=0)
    take_over(page, by_the_staffs("hand", "played", EASTBOUND), Side.ALLIED)
    me.until_asked()
    expect(page.locator(".desk")).to_be_visible()
    me.play(lambda: "Turn 1 of 120" in header(page), most=14)
    expect(page.locator(".desk")).to_have_count(0)
    expect(page.get_by_role("application")).to_be_visible()
    expect(page.locator("header").first).to_contain_text("1 January 1942")
    me.play(lambda: me.turn > 1, most=6)


def test_when_both_have_finished_the_desk_is_back(table: Table) -> None:
    """Their convoy has stayed in port, and by a standing order the Allies say that they have finished."""
    page = table.page(None)
    me = Person(page, "back", bold=0)
    take_over(page, by_the_staffs("hand", "played", "OP-AIR-missions", idle=True), Side.ALLIED)
    me.until_asked()
    expect(page.locator(".desk")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Standing orders").click()
    page.get_by_role("group", name=re.compile("Declare that you have finished")).get_by_label("always").check()
    page.get_by_role("button", name="Give these orders").click()
    expect(page.get_by_role("button", name="Give these orders")).to_have_count(0)
    page.keyboard.press("Escape")
    me.give(me.decision.get_by_role("button", name="Until something happens"))
    me.until_asked()
    expect(page.locator(".desk")).to_be_visible()
    expect(page.locator("header").first).to_contain_text("Month 1 of 41")
    expect(page.get_by_label("War diary").locator("li").first).to_contain_text("January 1942")
    me.answer()


def header(page: Page) -> str:
    """What the header says."""
    return page.locator("header").first.inner_text()
