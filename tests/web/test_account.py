"""Accounts: one's seats on every device, and none of them left behind on a computer that others use."""

from __future__ import annotations

import re
from typing import Literal

from playwright.sync_api import Page, expect

from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.test_access import findings
from tests.web.test_devices import fits_a_phone

PASSWORD, FORMER = "a kettle of fish soup", "herring in mustard"


def sign(page: Page, way: Literal["Log in", "Create an account"], name: str, password: str = PASSWORD) -> None:
    """Fill in the form of the account page and send it."""
    page.goto("/account")
    page.get_by_role("group").get_by_text(way).click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.locator("form button[type=submit]").click()


def is_logged_in(page: Page, name: str) -> None:
    """The page knows who looks at it."""
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_role("navigation", name="Pages")).to_contain_text(name)


def log_out(page: Page) -> None:
    """Log out, and wait until it is done."""
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("status").filter(has_text="You are logged out.")).to_be_visible()


def test_a_seat_taken_on_one_device_is_played_on_another_and_not_by_whoever_comes_after(table: Table) -> None:
    desk = table.page("/")
    at_desk = Person(desk, "desk")
    desk.get_by_role("button", name="Start a first game").click()
    at_desk.until_asked()
    at_desk.answer()
    seat = desk.url
    sign(desk, "Create an account", "Anna Dahl")
    is_logged_in(desk, "Anna Dahl")

    shared = table.page(None)
    sign(shared, "Log in", "anna dahl")  # names are told apart by more than their capitals
    is_logged_in(shared, "Anna Dahl")
    shared.get_by_role("link", name="To the lobby").click()
    to_table = shared.get_by_role("link", name=re.compile("^Open North Cape"))
    expect(to_table).to_have_class(re.compile("primary"))
    at_shared = Person(shared.context.new_page(), "shared")
    at_shared.page.goto(to_table.get_attribute("href") or "")
    at_shared.until_asked()
    asked = at_shared.prompt
    at_shared.answer()
    desk.goto(seat)
    expect(at_desk.decision.locator("h1")).not_to_have_text(asked)

    # Whoever uses the shared computer next finds nothing of hers, not even in a page that she left open.
    shared.goto("/account")
    log_out(shared)
    expect(at_shared.page.get_by_role("heading", name="There is no such game for you.")).to_be_visible()
    shared.goto("/lobby")
    expect(shared.get_by_text("No open tables.")).to_be_visible()
    expect(shared.get_by_role("heading", name="Your games")).to_have_count(0)
    expect(at_desk.decision).to_be_visible()


def test_what_is_wrong_is_said_and_leaving_takes_the_name_along(table: Table) -> None:
    page = table.page(None, bypass_csp=True)
    table.expected.append("400 (Bad Request)")
    sign(page, "Create an account", "Bertil", FORMER)
    is_logged_in(page, "Bertil")
    page.get_by_text("Change the password").click()
    page.get_by_label("The password as it is").fill("not this one at all")
    page.get_by_label("The new one").fill(PASSWORD)
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_role("alert")).to_contain_text("The password was not changed.")
    page.get_by_label("The password as it is").fill(FORMER)
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_role("status").filter(has_text="Your password is changed.")).to_be_visible()

    log_out(page)
    sign(page, "Log in", "Bertil", FORMER)
    expect(page.get_by_role("alert")).to_contain_text("You are not logged in.")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    is_logged_in(page, "Bertil")

    page.get_by_text("Delete the account").first.click()
    farewell = page.get_by_role("button", name="Delete the account")
    page.get_by_label("Your password").fill(PASSWORD)
    expect(farewell).to_be_disabled()
    page.get_by_label("To be sure, type your name: Bertil").fill("Bertil")
    assert findings(page) == []
    farewell.click()
    expect(page.get_by_role("status").filter(has_text="Your account is deleted.")).to_be_visible()
    expect(page.get_by_role("navigation", name="Pages")).to_contain_text("Log in")


def test_lobby_opening_and_account_are_in_order_on_a_phone_at_night(table: Table) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    page = table.page("/lobby", bypass_csp=True, color_scheme="dark", **phone)
    page.get_by_role("button", name="Paste an invitation").tap()
    page.get_by_label("The link of the invitation").fill("https://elsewhere.example/join/abc")
    page.get_by_role("button", name="Go there").tap()
    expect(page.get_by_role("alert")).to_contain_text("another service, elsewhere.example")
    fits_a_phone(page)
    assert findings(page) == []
    page.get_by_role("link", name="Open a table").tap()
    page.get_by_text("Terms").tap()
    fits_a_phone(page)
    assert findings(page) == []
    page.get_by_role("link", name="Log in", exact=True).tap()
    expect(page.get_by_label("Name")).to_be_visible()
    fits_a_phone(page)
    assert findings(page) == []
