"""The Convoy Display and the Air Battle Display in the browser: ships are moved and raids are fought on them."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from barents.kernel.sides import Side
from tests.web.browser import PHONE, Table
from tests.web.person import Person, Thumb
from tests.web.positions import asked, take_over

GAME = "arctic_disaster"
MERCHANTS, SCREEN, AREAS = "AD-9.3-display-core", "AD-11.2.1-tb-screen", "AD-11.1-one-ship-area"
FINGER = 44  # the least that a finger can hit, in pixels


def at_the_display(
    table: Table,
    scenario: str,
    side: Side,
    rule: str,
    value: str = "",
    *,
    seat: Side | None = None,
    phone: bool = False,
) -> tuple[Page, Person]:
    """Somebody at a page with a question that is answered on a display, which has opened by itself."""
    page = table.page("/", **({"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}))
    me = Thumb(page) if phone else Person(page)
    take_over(page, asked(GAME, scenario, side, rule, value), seat or side)
    expect(page.locator(".stage")).to_have_attribute("aria-busy", "false")
    return page, me


def square(page: Page, name: str) -> Locator:
    """A cell of a display."""
    return page.locator(f'.stage [data-cell="{name}"]')


def ship_in(page: Page, name: str) -> Locator:
    """The first piece in a cell."""
    return square(page, name).locator("[data-piece]").first


def name_of(piece: Locator) -> str:
    """What a piece is called."""
    return piece.locator(".sr-only").inner_text().split(",")[0]


def middle(of: Locator) -> tuple[float, float]:
    """Where something is on the page."""
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: Locator, to: Locator) -> None:
    """Take hold of something with the mouse and let it go elsewhere."""
    what.hover()  # not before it stands still: a report that opens under the display makes it smaller
    page.mouse.down()
    page.mouse.move(*middle(to), steps=6)
    page.mouse.up()


def button(page: Page) -> Locator:
    """The button that gives the answer."""
    return page.locator("section.decision .buttons .button.primary")


def test_ships_are_dragged_to_their_squares_at_set_up(table: Table) -> None:
    page, me = at_the_display(table, "historical", Side.ALLIED, MERCHANTS)
    first, other = name_of(ship_in(page, "core-1")), name_of(ship_in(page, "core-15"))
    expect(button(page)).to_have_text(re.compile("Leave all in place"))
    # Two ships change places, and whatever is refused stays where it was.
    drag(page, ship_in(page, "core-1"), square(page, "core-15"))
    expect(ship_in(page, "core-15")).to_contain_text(first)
    expect(ship_in(page, "core-1")).to_contain_text(other)
    drag(page, ship_in(page, "core-3"), square(page, "screen-3"))
    expect(page.get_by_text("Merchants fill the core from its front, without a gap")).to_be_visible()
    expect(square(page, "screen-3").locator("[data-piece]")).to_have_count(0)
    # By clicks: the squares that she may go to are lit only while she is in hand.
    expect(page.locator(".stage .square.lit")).to_have_count(0)
    ship_in(page, "core-2").click()
    expect(page.locator(".stage .square.lit")).not_to_have_count(0)
    second = name_of(ship_in(page, "core-2"))
    ship_in(page, "core-16").click()
    expect(ship_in(page, "core-16")).to_contain_text(second)
    expect(button(page)).to_have_text(re.compile("Move four"))
    me.give(button(page))
    # The next question shows what has been decided; escorts go by the keyboard as well.
    expect(page.get_by_role("heading", name="Which escorts change places?")).to_be_visible()
    expect(ship_in(page, "core-15")).to_contain_text(first)
    escort = ship_in(page, "screen-6")
    called = name_of(escort)
    escort.focus()
    page.keyboard.press("Enter")
    expect(square(page, "screen-5").get_by_role("button", name=f"put {called} here")).to_be_attached()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(ship_in(page, "screen-5")).to_contain_text(called)
    expect(square(page, "screen-6").locator("[data-piece]")).to_have_count(0)
    # A rescue ship has her own places; the display can be left for the chart and comes back.
    drag(page, ship_in(page, "rescue-1"), square(page, "core-35"))
    expect(page.get_by_text("Rescue ships stand in the rescue spaces behind the core")).to_be_visible()
    page.get_by_role("button", name="Chart", exact=True).click()
    expect(page.locator(".stage")).to_have_count(0)
    page.get_by_role("button", name="Convoy display").click()
    expect(ship_in(page, "screen-5")).to_contain_text(called)
    me.give(button(page))
    expect(page.locator(".stage")).to_have_count(0)


def fly(page: Page, me: Person) -> None:
    """Answer for the raiders on the display until the attack is over: on into the convoy, then at a ship."""
    for _ in range(40):
        me.until_asked()
        if page.locator(".stage").count() == 0:
            return
        ship = page.locator('.stage [data-piece][aria-pressed]:not([data-piece*="kg"])')
        lit = page.locator(".stage .square.lit")
        if ship.count() and lit.count() < 4:
            me.press(ship.first)
            me.give(button(page))
        elif lit.count():
            me.press(lit.first)
            me.give(button(page))
        else:
            me.answer()  # whether to use the Tactical Advantage names nothing on the display
    raise AssertionError("the attack is never over")


def test_an_air_raid_is_flown_on_the_display(table: Table) -> None:
    page, me = at_the_display(table, "historical", Side.AXIS, SCREEN, "screen-14")
    waiting = page.get_by_role("list", name="Not on the display yet").locator("[data-piece]")
    expect(waiting.first).to_be_visible()
    count = waiting.count()
    drag(page, waiting.first, square(page, "screen-14"))
    expect(waiting).to_have_count(count - 1)
    for number in range(1, count):
        square(page, f"screen-{14 - number}").click()
        expect(waiting).to_have_count(count - 1 - number)
    me.give(button(page))
    me.until_asked()
    # The strip says how the run stands, and what the answer that is chosen is worth.
    strip = page.get_by_role("list", name="What happens now")
    expect(strip).to_contain_text("Came in at Screen")
    ways = page.locator(".stage .square.lit")
    assert {way.get_attribute("data-cell") for way in ways.all()} <= {f"core-{n}" for n in range(1, 37)} | {"rescue-3"}
    fly(page, me)
    expect(page.locator(".chart svg").first).to_be_visible()


def test_ships_take_their_places_in_an_air_battle(table: Table) -> None:
    page, me = at_the_display(table, "historical", Side.ALLIED, AREAS)
    first = name_of(ship_in(page, "A1"))
    drag(page, ship_in(page, "A1"), square(page, "D1"))
    expect(ship_in(page, "D1")).to_contain_text(first)
    me.give(button(page))
    expect(me.line_by_line("formation")).to_contain_text(f"Under attack: {first} in D1")


def test_raiders_are_sent_against_ships_in_an_air_battle(table: Table) -> None:
    """The other side of the same attack: the computer has placed the ships."""
    page, me = at_the_display(table, "historical", Side.ALLIED, AREAS, seat=Side.AXIS)
    me.until_asked()
    raiders = page.locator(".stage .disc > .area:not([data-cell]) [data-piece]")
    expect(raiders.first).to_be_visible()
    expect(page.locator(".stage .aim")).to_have_count(0)
    drag(page, raiders.first, ship_in(page, "A1"))
    expect(page.locator(".stage .aim")).to_have_count(1)
    for number in range(2, raiders.count() + 1):
        ship_in(page, "B1").click()
        expect(page.locator(".stage .aim")).to_have_count(number)
    me.give(button(page))
    fly(page, me)


def test_a_raid_is_answered_on_a_phone(table: Table) -> None:
    page, me = at_the_display(table, "historical", Side.AXIS, SCREEN, "screen-14", phone=True)
    cell = square(page, "screen-14").bounding_box()
    assert cell is not None
    assert min(cell["width"], cell["height"]) >= FINGER
    waiting = page.get_by_role("list", name="Not on the display yet").locator("[data-piece]")
    while waiting.count():
        count = waiting.count()
        me.press(page.locator(".stage .square.lit:not(.chosen)").nth(12 + count))
        expect(waiting).to_have_count(count - 1)
    me.give(button(page))
    fly(page, me)


def test_a_ship_is_dragged_with_a_finger(table: Table) -> None:
    page, _ = at_the_display(table, "historical", Side.ALLIED, MERCHANTS, phone=True)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    first, other = ship_in(page, "core-5"), ship_in(page, "core-6")
    first.scroll_into_view_if_needed()
    called, here, there = name_of(first), middle(first), middle(other)
    # A finger that moves at once pans; one that rests first takes hold.
    touch("touchStart", here)
    expect(page.locator(".stage .ghost")).to_be_visible()
    touch("touchMove", ((here[0] + there[0]) / 2, here[1]))
    touch("touchMove", there)
    touch("touchEnd")
    expect(page.locator(".stage .ghost")).to_have_count(0)
    expect(ship_in(page, "core-6")).to_contain_text(called)
