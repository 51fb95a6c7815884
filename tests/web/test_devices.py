"""A phone, a keyboard without a mouse, a small screen, large print."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser import PHONE, Table
from tests.web.person import Person, Thumb

# Buttons and the like that a finger could miss: less than 44 px are open to it in a direction. To look it scrolls, and
# leaves the page as it was: the next question may have come meanwhile.
_SMALL = """() => {
  const small = []
  const scrolled = [...document.querySelectorAll('*')].map((one) => [one, one.scrollTop, one.scrollLeft])
  const open = document.querySelector('[role=dialog]') ?? document
  for (const one of open.querySelectorAll('button, a[href], select, summary, label:has(input)')) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (one.matches('.sr-only, [disabled]')) continue
    one.scrollIntoView({ block: 'center', inline: 'center' })
    const box = one.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const isHit = (x, y) => one.contains(document.elementFromPoint(x, y))
    const reach = (dx, dy) => {
      let far = 0
      while (far < 44 && isHit(x + dx * (far + 1), y + dy * (far + 1))) far += 1
      return far
    }
    if (!isHit(x, y)) continue
    const [wide, high] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
    if (wide < 43 || high < 43) small.push(`${one.outerHTML.slice(0, 90)} ${wide} x ${high}`)
  }
  for (const [one, top, left] of scrolled) {
    if (one.scrollTop !== top || one.scrollLeft !== left) one.scrollTo({ top, left, behavior: 'instant' })
  }
  return small
}"""
_OVERHANG = "() => document.scrollingElement.scrollWidth - window.innerWidth"
# Where the focus is, and whether it can be seen there.
_FOCUS = """() => {
  const at = document.activeElement
  if (!at || at === document.body) return 'nowhere'
  if (at.matches('path.stop')) return document.querySelector('path.focus') ? '' : 'a hex without a ring'
  const ringed = (one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  }
  const box = at.getBoundingClientRect()
  const inSight = box.bottom > 0 && box.top < window.innerHeight && box.right > 0 && box.left < window.innerWidth
  const shown = ringed(at) || (at.parentElement.matches('label') && ringed(at.parentElement))
  return shown && inSight ? '' : at.outerHTML.slice(0, 120)
}"""


def test_on_a_phone_everything_is_in_reach_of_a_thumb(table: Table) -> None:
    page = table.page("/", viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    me = Thumb(page, "phone", bold=0.6)
    start = page.get_by_role("button", name="Start a first game")
    expect(start).to_be_in_viewport()
    fits_a_phone(page)
    start.tap()
    tabs = page.get_by_role("navigation", name="Parts of the table")
    for _ in range(8):
        assert me.until_asked() == "asked"
        expect(me.decision.locator("h1")).to_be_in_viewport()
        fits_a_phone(page)
        me.answer()

    tabs.get_by_role("button", name="Log").tap()
    expect(page.get_by_role("log").get_by_text("begins").first).to_be_visible()
    fits_a_phone(page)
    tabs.get_by_role("button", name="Displays").tap()
    expect(page.get_by_role("region", name="Displays")).to_be_visible()
    fits_a_phone(page)
    tabs.get_by_role("button", name="Units").tap()
    expect(page.get_by_role("button", name="U-", exact=False).first).to_be_visible()
    fits_a_phone(page)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("dialog").get_by_role("button", name="Standing orders").tap()
    expect(page.get_by_role("heading", name="Standing orders")).to_be_visible()
    fits_a_phone(page)


def fits_a_phone(page: Page) -> None:
    """Nothing hangs over the side, and nothing is too small to hit."""
    assert page.evaluate(_OVERHANG) <= 0
    assert page.evaluate(_SMALL) == []


def test_three_decisions_with_the_keyboard_alone(table: Table) -> None:
    page = table.page("/")
    page.get_by_role("button", name="Start a first game").wait_for()
    tab_to(page, page.get_by_role("button", name="Start a first game"))
    page.keyboard.press("Enter")

    me = Person(page)
    me.until_asked()
    tab_to(page, me.decision.get_by_role("button", name="Prinz Eugen stays in port"))
    page.keyboard.press("Enter")
    expect(me.primary).to_be_enabled()
    page.keyboard.press("Enter")

    expect(me.decision.locator("h1")).to_contain_text("destroyers")
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(me.decision.get_by_role("checkbox", checked=True)).to_have_count(2)
    page.keyboard.press("Enter")

    expect(me.decision.locator("h1")).to_contain_text("submarines")
    slots = me.decision.locator("ol.slots > li")
    expect(slots.first).to_be_visible()
    for number in range(slots.count()):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(_FOCUS) == ""
        page.keyboard.press("Enter")
        expect(slots.locator(".chip", has_text="set")).to_have_count(number + 1)
    tab_to(page, me.primary)
    page.keyboard.press("Enter")
    expect(me.decision.locator("h1")).to_contain_text("aircraft")

    tab_to(page, page.get_by_role("button", name="Menu"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("dialog").get_by_role("button", name="Keys"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus, which can be seen at every stop on the way."""
    for _ in range(120):
        page.keyboard.press("Tab")
        where = page.evaluate(_FOCUS)
        # From the last element it goes out of the page and comes in again at the first.
        assert where in ("", "nowhere"), f"the focus cannot be seen: {where}"
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"Tab never comes to {wanted}")


class Measuring(Person):
    """Looks before each answer whether question and buttons are in sight."""

    def ready(self) -> None:
        assert self.page.evaluate(_OVERHANG) <= 0
        # To the end of a long list and to its beginning, by turns: both stay in sight all the way.
        to_its_end = len(self.answers) % 2 == 0
        self.page.locator(".upper").evaluate("(one, end) => { one.scrollTop = end ? one.scrollHeight : 0 }", to_its_end)
        expect(self.decision.locator("h1")).to_be_in_viewport(ratio=1)
        for button in self.decision.locator(".buttons .button").all():
            expect(button).to_be_in_viewport(ratio=1)


def test_at_1280_by_720_question_and_button_need_no_scrolling(table: Table) -> None:
    page = table.page("/", viewport={"width": 1280, "height": 720})
    start = page.get_by_role("button", name="Start a first game")
    expect(start).to_be_in_viewport(ratio=1)
    me = Measuring(page, "small screen", bold=0.7)
    start.click()
    me.until_asked()
    me.play(lambda: len(me.answers) == 14)


@pytest.mark.parametrize("screen", [{"width": 720, "height": 450}, {"width": 640, "height": 360}], ids=["1440", "1280"])
def test_at_200_percent_nothing_is_lost(table: Table, screen: dict[str, Any]) -> None:
    """A browser that enlarges twofold lays the page out in half the room."""
    page = table.page("/", viewport=screen, device_scale_factor=2)
    assert page.evaluate(_OVERHANG) <= 0
    me = Person(page, "large print", bold=0.7)
    page.get_by_role("button", name="Start a first game").click()
    for _ in range(4):
        assert me.until_asked() == "asked"
        assert page.evaluate(_OVERHANG) <= 0
        expect(me.decision.locator("h1")).to_be_visible()
        expect(page.locator(".chart svg").first).to_be_visible()
        me.answer()
