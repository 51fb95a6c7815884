"""Somebody at the table who knows nothing but what the page shows, and answers by clicking on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from playwright.sync_api import Locator, Page, TimeoutError, WebSocket

from barents.kernel.dice import Dice

State = Literal["asked", "waiting", "over", "curtain"]
_STATES: dict[State, str] = {
    "asked": "section.decision",
    "over": "section.result",
    "curtain": "main.curtain",
    "waiting": "section.waiting",
}
# A report that stands where the question will be, in a phone's sheet or at the end of a month: one goes on from it.
_REPORT = ".band.sheet .go .primary, main.month .go .primary"
MOST_CLICKS = 40  # for one answer
# The middles of everything that is lit and lies open to a click.
_LIT = """() => [...document.querySelectorAll('path.stop[aria-label*="may be chosen"], .displays .cell')]
  .map((lit) => lit.getBoundingClientRect())
  .map((box) => [box.left + box.width / 2, box.top + box.height / 2])
  .filter(([x, y]) => document.elementFromPoint(x, y)?.closest('path.stop, .shelf.lit'))"""


class Person:
    """Answers whatever is asked, by the mouse alone. `dice` say which of several answers; `bold` how often it acts."""

    def __init__(self, page: Page, name: str = "", bold: float = 0.5) -> None:
        self.page = page
        self.dice = Dice.seeded("person", name)
        self.bold = bold
        self.answers: list[str] = []
        self._socket: WebSocket | None = None
        self._sockets = 0
        self._heard: list[str] = []
        page.on("websocket", self._connected)

    def _connected(self, socket: WebSocket) -> None:
        self._socket = socket
        self._sockets += 1
        socket.on("framereceived", lambda frame: self._heard.append(str(frame)[:200]))

    # Looking

    @property
    def decision(self) -> Locator:
        """The panel with the question."""
        return self.page.locator("section.decision")

    @property
    def primary(self) -> Locator:
        """The button that gives the answer."""
        return self.decision.locator(".buttons .button.primary")

    @property
    def quiet(self) -> Locator:
        """Buttons that answer without naming anything: pass, stop and the like."""
        quiet = self.decision.locator(".buttons .button:not(.primary):not(.text)")
        return quiet.filter(has_not_text=re.compile("proposal|staff thinks|Next gap|Next unit|One by one"))

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self.decision.locator("h1").inner_text()

    @property
    def turn(self) -> int:
        """The turn as the header has it."""
        found = re.search(r"Turn (\d+) of", self.page.locator("header").first.inner_text(), re.I)
        assert found, "the header names no turn"
        return int(found[1])

    def state(self, *wanted: State) -> State:
        """What the page is about; with states named, wait for one of them."""
        among = wanted or tuple(_STATES)
        while True:
            self.page.locator(", ".join([*(_STATES[each] for each in among), _REPORT])).first.wait_for()
            if self.page.locator(_REPORT).count():
                self.press(self.page.locator(_REPORT))
            # The page may have gone on meanwhile.
            found = [each for each in among if self.page.locator(_STATES[each]).count()]
            if found:
                return found[0]

    def until_asked(self) -> State:
        """Wait while others act, and while a display is on its way."""
        state = self.state("asked", "over", "curtain")
        self.page.locator("section.stage[aria-busy=true]").wait_for(state="detached")
        return state

    def line_by_line(self, kind: str) -> Locator:
        """Unfold the newest deed of a kind in the log, and give the lines that it was told in."""
        fold = self.page.get_by_role("log").get_by_role("button", name=re.compile(f"^{kind} ?, line by line$")).first
        deed = fold.locator("xpath=ancestor::*[@role='listitem'][1]")
        self.press(fold)
        return deed.locator(".lines")

    # Answering

    def ready(self) -> None:
        """Called before each answer is given, for tests that look at how the page stands then."""

    def give(self, button: Locator) -> None:
        """Press a button that answers, and wait until the umpire has taken the answer."""
        assert self._socket is not None
        self.ready()
        self.answers.append(f"{self.prompt} {button.inner_text()}")
        heard = len(self._heard)
        try:
            with self._socket.expect_event("framereceived", lambda frame: '"is":"done"' in str(frame)):
                self.press(button)
        except TimeoutError as error:
            raise AssertionError(
                f"no word that this was taken; heard since: {self._heard[heard:]}; connections: {self._sockets}; "
                f"the page asks: {self.decision.inner_text()}"
            ) from error
        self._settled()

    def _settled(self) -> None:
        """Wait until the umpire has said what there is to choose."""
        self.page.wait_for_function("() => !document.querySelector('section.decision[aria-busy=true]')")

    def answer(self) -> None:
        """Answer what is asked, whatever its shape."""
        if self.quiet.count() and not self._dares():
            self.give(self._any(self.quiet))
            return
        for _ in range(MOST_CLICKS):
            if self.primary.count() and self.primary.is_enabled():
                self.give(self.primary)
                return
            self._go_further()
        raise AssertionError(f"no answer after {MOST_CLICKS} clicks: {self.decision.inner_text()}")

    def play(self, until: Callable[[], bool], most: int = 200) -> None:
        """Answer on until something is so, or the game is over, or must be handed over."""
        for _ in range(most):
            if self.until_asked() != "asked" or until():
                return
            self.answer()
        raise AssertionError(f"not yet after {most} answers: {self.answers[-5:]}")

    def _go_further(self) -> None:
        """One click towards an answer: on the board where something is lit there, else in the panel."""
        self._settled()
        if self._in_fan().count():
            self.press(self._any(self._in_fan()))
        elif self.decision.locator("fieldset:not(.with)").count():
            self._tick()
        elif self.decision.locator("ol.forces").count():
            self._plot()
        elif self.decision.locator("ol.slots, ol.tiles").count():
            self._assign()
        elif not (self.dice.below(2) and self.click_lit()):
            self._row()

    def _row(self) -> None:
        """A row of the panel, or one of those inside the row that is open."""
        steppers = self.decision.locator(".inside .stepper button:enabled")
        inside = self.decision.locator(".inside button.one")
        if inside.count():
            self.press(self._any(inside))
        elif steppers.count():
            self.press(self._any(steppers))
        else:
            kinds = (self.decision.locator(f"{part} button.row") for part in (".options", ".asides"))
            rows = next((rows for rows in kinds if rows.count()), None)
            if rows:
                self.press(self._any(rows))
            else:
                self.page.keyboard.press("Escape")  # from a unit that can do nothing

    def _tick(self) -> None:
        """Tick one more of what may be ticked, or begin anew where that leads nowhere."""
        open_ = self.decision.locator("fieldset:not(.with) input[type=checkbox]:enabled:not(:checked)")
        if open_.count():
            self.press(self._any(open_))
        else:
            self.press(self.decision.get_by_role("button", name="None", exact=True))

    def _assign(self) -> None:
        """Give the slot at hand a value, by its button or on the board."""
        values = self.decision.locator(".values .value:enabled[aria-pressed=false]")
        if values.count():
            self.press(self._any(values))
        elif not self.click_lit():
            self.page.keyboard.press("0")  # what is lit lies outside the window

    def _plot(self) -> None:
        """Turn to a force that must have an order, and give the one at hand its next leg."""
        needy = self.decision.locator("ol.forces > li:not(.active)").filter(has_text=re.compile("missing|not finished"))
        aircraft = self.page.locator(".tray .plane.gap:not([aria-current])")
        if needy.count():
            self.press(self._any(needy).locator("button").first)
        elif aircraft.count():
            self.press(self._any(aircraft))
        values = self.decision.locator(".orders .value:enabled[aria-pressed=false]")
        if not self.click_lit() and values.count():
            self.press(self._any(values))

    def click_lit(self) -> bool:
        """Click a hex or a stack that is lit on the chart or in a display; whether there was one in sight."""
        places: list[list[float]] = self.page.evaluate(_LIT)
        if not places:
            return False
        x, y = places[self.dice.below(len(places))]
        self.press_at(x, y)
        return True

    def press(self, what: Locator) -> None:
        """Press a button or a box."""
        what.click()

    def press_at(self, x: float, y: float) -> None:
        """Choose what lies at a place of the board."""
        self.page.mouse.click(x, y)

    def _in_fan(self) -> Locator:
        return self.page.locator(".fan button[aria-pressed=false]")

    def _dares(self) -> bool:
        return self.dice.below(1000) < self.bold * 1000

    def _any(self, found: Locator) -> Locator:
        count = found.count()
        assert count, f"nothing to choose: {self.decision.inner_text()}"
        return found.nth(self.dice.below(count))


class Thumb(Person):
    """The same with a finger: the first tap on the board names what is there, the second chooses it."""

    def press(self, what: Locator) -> None:
        """Tap it."""
        what.tap()

    def press_at(self, x: float, y: float) -> None:
        """Tap it twice, with time to read in between; an order is planned by the first, and sent by its button."""
        self.page.touchscreen.tap(x, y)
        self.page.locator(".plate, .decision .item.chosen").first.wait_for()
        if not self.decision.locator(".item.chosen").count():
            self.page.touchscreen.tap(x, y)
