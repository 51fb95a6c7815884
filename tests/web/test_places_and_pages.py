"""Pages that say where one is, and charts that say who can act."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from playwright.sync_api import Page, expect

from barents.kernel.dice import Dice
from barents.kernel.match import Control, Match
from barents.kernel.record import decode
from barents.kernel.sides import Side, eyes_of
from barents.players import player
from tests.web.browser import PHONE, Table
from tests.web.positions import SHORTEST, asked, load, played, take_over, to_orders

AT_HAND = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def test_a_mistyped_invitation_and_an_unknown_address_are_pages(table: Table) -> None:
    table.expected.append("404")
    page = table.page("/join/of-no-use")
    expect(page.get_by_role("heading", name="This link does not work")).to_be_visible()
    expect(page.get_by_text("There is no such invitation")).to_be_visible()
    page.goto("/lobbby")
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    page.get_by_role("button", name="To the start page").click()
    expect(page.get_by_role("button", name="North Cape", exact=True)).to_be_visible()


@cache
def given_up() -> bytes:
    """A game that the Germans give up while the convoy is still at sea."""
    match = Match.replay(decode(played(SHORTEST, 5, lambda match: len(match.choices) >= 120)))
    match.do(Side.AXIS, Control.RESIGN)
    return match.record.encode()


def test_a_report_counts_the_dice_that_fell_and_draws_each_end_as_what_it_is(table: Table) -> None:
    page = table.page(None)
    load(page, given_up())
    expect(page.locator("main.report h1")).to_be_visible()
    said = re.search(r"([\d,]+) dice", page.locator("header .count").inner_text())
    assert said
    page.get_by_text("The dice", exact=False).first.click()
    thrown = page.locator("figcaption", has_text="thrown").all_inner_texts()
    assert int(said[1].replace(",", "")) == sum(int(re.sub(r"\D", "", words.split(",", 1)[1])) for words in thrown)
    at_sea = page.locator(".legend li", has_text="still at sea")
    expect(at_sea.first.locator("svg")).to_have_class(re.compile("away"))
    expect(page.locator("body")).not_to_contain_text("axis resigned")


def test_on_a_phone_contacts_are_the_enemys_and_what_one_says_is_in_sight(table: Table) -> None:
    page = table.page(None, **AT_HAND)
    take_over(page, asked("nordkapp", SHORTEST, Side.ALLIED, "NK-5.1-secret-plot"), Side.ALLIED)
    page.locator("nav").get_by_role("button", name="Contacts").tap()
    expect(page.get_by_text("What you learn of the enemy will be listed here.")).to_be_visible()
    expect(page.locator(".sheet .body")).not_to_contain_text("Trident")

    host = table.page("/", **AT_HAND)
    host.get_by_role("button", name="North Cape", exact=True).tap()
    host.get_by_label("Against").select_option(label="A person, by link")
    host.get_by_label("Your name").fill("Jack")
    host.get_by_role("button", name="Make the link").tap()
    link = host.get_by_label("Link for your opponent").input_value()
    host.get_by_role("button", name="Go to the table").tap()
    guest = table.page(link)
    guest.locator("section.decision, section.waiting").first.wait_for()
    host.locator("nav").get_by_role("button", name="Talk").tap()
    field = host.get_by_label("Say something")
    below, tabs = field.bounding_box(), host.locator(".sheet nav").bounding_box()
    assert below
    assert tabs
    assert below["y"] + below["height"] <= tabs["y"]


@cache
def grounded() -> bytes:
    """A storm keeps the flying boat on the ground; a decoy that lies with her can be sent."""
    match: Match[Any, Any] = Match.new("north_cape", SHORTEST, seed=2)
    staff = player("doctrine", "north_cape", match.data)
    for number in range(60):
        side, decision = next(iter(match.pending.items()))
        if side is Side.AXIS and decision.rule == "NC-5.0-alternate":
            return match.record.encode()
        action = staff.choose(match.known(eyes_of(side)), decision, Dice.seeded("position", 2, number))
        if str(action).startswith("assign axis-decoy-1="):
            action = match.game.notation.parse(re.sub(r"decoy-1=\d+", "decoy-1=2633", str(action)))
        match.act(side, action)
    raise AssertionError("the Germans are asked for no mission")


def names_that_can_act(page: Page) -> str:
    """The units that the panel on a phone says can act."""
    page.locator("nav").get_by_role("button", name=re.compile("^Units")).tap()
    return page.locator("section[aria-label=Units] ul").first.inner_text()


def test_an_aircraft_on_the_ground_is_not_said_to_be_able_to_act(table: Table) -> None:
    page = table.page(None, **AT_HAND)
    take_over(page, grounded(), Side.AXIS)
    to_orders(page)
    page.locator("section.decision").wait_for()
    able = names_that_can_act(page)
    assert "U-134" in able
    assert "He-115" not in able
