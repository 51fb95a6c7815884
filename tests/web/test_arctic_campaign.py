"""The campaign's desk in the browser: a month of either side by clicks, and a game that is left and taken up again."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.options import Options
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import player
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.positions import take_over
from tests.web.test_devices import fits_a_phone

MODULE = "barents.games.arctic_campaign"
CAMPAIGN = "campaign"
QUICK = Options(convoy_phase="quick")
MOST_PAGES = 80  # a month asks for fewer


@pytest.fixture(scope="module")
def pack() -> tuple[str, ...]:
    """The game is brought along, whether it is announced or not."""
    return ("--plug-in", MODULE)


@cache
def moment(side: Side, month: int, rule: str) -> bytes:
    """A campaign of reckoned months between two who answer at random, up to a page of one of them."""
    match: Match[Any, Any] = Match.new(GAME, CAMPAIGN, seed=5, options=QUICK)
    staff = player("random")
    for number in range(2000):
        asked = match.pending.get(side)
        if asked is not None and match.state.month >= month and asked.rule == rule:
            return match.record.encode()
        someone = next(iter(match.pending))
        dice = Dice.seeded("desk", number)
        match.act(someone, staff.choose(match.known(eyes_of(someone)), match.pending[someone], dice))
    raise AssertionError(f"{rule} is not asked in month {month}")


def sit_down(page: Page, side: Side) -> Person:
    """A new campaign whose convoys are reckoned quickly, against an opponent who does anything."""
    me = Person(page, "desk", bold=0)
    take_over(page, Match.new(GAME, CAMPAIGN, seed=5, options=QUICK).record.encode(), side, "random")
    me.until_asked()
    return me


def play_a_month(me: Person, pages: dict[str, Callable[[], None]]) -> None:
    """Answer until the next month has begun; pages that ask some words are answered in a way of their own, once."""
    now = me.page.get_by_label("Month 1 of 41")
    for _ in range(MOST_PAGES):
        me.until_asked()
        if not now.count():
            assert not pages, f"never asked: {list(pages)}"
            return
        words = next((words for words in pages if words in me.prompt), "")
        pages.pop(words, me.answer)()
    raise AssertionError(f"January does not end: {me.answers}")


def stepper(me: Person, name: str) -> Locator:
    """The stepper of a row."""
    return me.decision.get_by_role("group", name=re.compile(name))


def score_of_january(page: Page) -> str:
    """What January brought, as the calendar has it."""
    return page.get_by_label("Month 2 of 41").locator(".month.done .score em").inner_text()


def test_the_allies_hire_form_and_send_a_convoy_and_read_what_the_month_brought(table: Table) -> None:
    page = table.page(None)
    me = sit_down(page, Side.ALLIED)
    desk = page.locator(".desk")
    expect(page.locator("header").first).to_contain_text("The Allied desk")
    expect(desk.get_by_label("General victory")).to_be_visible()

    def hire() -> None:
        # Nothing is paid before the button, and the button names the sum.
        for name, number in (("Destroyers", 2), ("Minesweepers", 3)):
            for _ in range(number):
                stepper(me, name).get_by_role("button", name="more").click()
        expect(me.decision.locator(".bill")).to_contain_text("11 points")
        me.give(me.decision.get_by_role("button", name="Hire for 11"))

    def sail_east() -> None:
        # The largest that can be formed comes first.
        me.decision.locator(".options button.row").first.click()
        me.give(me.primary)

    def send() -> None:
        # All destroyers are ticked at once and sent together; the list is then told by place.
        group = me.decision.get_by_role("region", name="Destroyers")
        group.get_by_label("All of Destroyers").check()
        fleet = me.decision.get_by_role("group", name="Where to").get_by_role("button", name="Second covering fleet")
        fleet.click()
        # Soviet ones have a page of their own kind, and stay where they are.
        number = int(fleet.locator("small").inner_text())
        assert number > 10
        me.decision.get_by_role("button", name="by place").click()
        expect(me.decision.get_by_role("region", name="Second covering fleet").locator("li")).to_have_count(number)
        me.give(me.primary)

    def order() -> None:
        # A turn may be typed; the way under the pointer is drawn on the small chart.
        turn = me.decision.get_by_role("textbox", name=re.compile("^PQ-8 sails")).first
        turn.fill("7")
        turn.press("Enter")
        me.decision.locator(".fleets .now").first.click()
        me.decision.locator(".choices button").first.hover()
        expect(desk.locator(".small g.plotting")).to_have_count(1)
        me.decision.locator(".choices button").first.click()
        expect(turn).to_have_value("7")
        me.give(me.primary)

    # A ship's sheet opens on a click, and goes with Escape.
    desk.get_by_role("button", name=re.compile("^King George V|^Duke of York")).first.click()
    expect(page.get_by_role("complementary", name="Ship").get_by_label("Data sheet")).to_contain_text("Hull")
    page.keyboard.press("Escape")
    expect(page.get_by_role("complementary", name="Ship")).to_have_count(0)
    pages = {"hire for the month": hire, "sail east": sail_east, "does each ship sail": send, "fleets sail": order}
    play_a_month(me, pages)
    # The statement of the month stands in the diary, and its score in the calendar too.
    line = page.get_by_label("War diary").locator("li").filter(has_text=re.compile("Allied .* points")).first
    expect(line).to_contain_text("January 1942")
    expect(line.locator("b")).to_have_text(score_of_january(page))


def test_the_germans_send_their_boats_by_the_chart_and_their_ships_by_the_sheet(table: Table) -> None:
    page = table.page(None)
    me = sit_down(page, Side.AXIS)
    expect(page.locator("header").first).to_contain_text("The German desk")

    def boats() -> None:
        # A page about zones opens the chart over the desk; one may go back and forth between them.
        expect(page.locator(".desk")).to_have_count(0)
        page.get_by_role("button", name="To the desk").click()
        page.get_by_role("button", name="Open the chart").click()
        page.locator("path.stop").first.wait_for(state="attached")
        assert me.click_lit()
        expect(me.decision.locator("ol.slots > li, ol.tiles > li").first).to_contain_text("set")
        me.give(me.primary)

    def ports() -> None:
        me.decision.locator(".muster li input").first.check()
        elsewhere = me.decision.get_by_role("group", name="Where to").get_by_role("button", name="Narvik").first
        elsewhere.click()
        expect(me.decision.locator(".muster li").first).to_contain_text("Narvik")
        me.give(me.primary)

    play_a_month(me, {"U-boats begin": boats, "begin the month": ports})
    assert re.fullmatch(r"[+−]?\d+", score_of_january(page))
    # Nothing of the enemy's desk is there.
    expect(page.locator(".desk")).not_to_contain_text("Core units")


def test_a_half_made_sheet_waits_for_whoever_comes_back(table: Table) -> None:
    page = table.page(None, has_touch=True)
    take_over(page, moment(Side.ALLIED, 2, "AC-B.13-time"), Side.ALLIED, "random")
    me = Person(page, "returning")
    me.until_asked()
    score = score_of_january(page)
    for _ in range(3):
        stepper(me, "Escorts").get_by_role("button", name="more").click()
    expect(me.decision.get_by_role("button", name="Hire for 3")).to_be_enabled()
    address = page.url
    page.goto("/")
    page.get_by_role("button", name="Resume").first.click()
    me.until_asked()
    assert page.url == address
    assert score_of_january(page) == score
    expect(me.decision.get_by_role("button", name="Hire for 3")).to_be_enabled()
    # On a phone the same sheet is there, and the rest of the desk is in tabs.
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.get_by_role("button", name="Ships", exact=True).wait_for()
    fits_a_phone(page)
    page.get_by_role("button", name="Ships", exact=True).click()
    expect(page.get_by_label("Core units")).to_be_visible()
    page.get_by_role("button", name="Diary", exact=True).click()
    expect(page.get_by_label("War diary")).to_be_visible()
    page.get_by_role("button", name="Decide", exact=True).click()
    me.give(me.decision.get_by_role("button", name="Hire for 3"))
