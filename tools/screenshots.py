"""Take the pictures of the browser's pages that the documentation shows.

    python -m tools.screenshots             take all pictures into docs/screens
    python -m tools.screenshots PICTURE …   take some of them: start, board-day, phone …

It needs Chromium and the built client (`make client`). The positions come from games of doctrine against doctrine with
fixed dice, so a picture changes only with the rules, the players or the pages. Look at what comes out.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from playwright.sync_api import Page

from barents.atlas.map import Map
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.kernel.view import View
from barents.kernel.wire import SubsetWire
from tests.web.browser import DESK, PHONE, Table, chromium, served
from tests.web.positions import load, played, take_over

FOLDER = Path(__file__).parents[1] / "docs" / "screens"
LARGEST = 600_000
"""Bytes that a picture may have: pages should open quickly."""

Wanted: TypeAlias = Callable[[View], bool]


@dataclass(frozen=True)
class Seat:
    """A decision to which the doctrine players have come, and the seat before which it lies."""

    scenario: str
    seed: int
    side: Side
    rule: str
    turn: int
    wanted: Wanted = lambda view: True
    game: str = "north_cape"

    def reached(self, match: Match[Any, Any]) -> bool:
        """Whether the game has come to it."""
        asked = match.pending.get(self.side)
        if asked is None or asked.rule != self.rule:
            return False
        view = match.view(eyes_of(self.side))
        return view.situation.clock.turn >= self.turn and self.wanted(view)

    def take(self, page: Page) -> None:
        """Sit down there."""
        take_over(page, played(self.scenario, self.seed, self.reached, self.game), self.side)
        page.locator("section.decision").wait_for()
        page.get_by_role("application").or_(page.locator(".desk")).first.wait_for()


def stalks(view: View) -> bool:
    """Whether it is a clear day and a U-boat under way alone has ships in sight, close by."""
    sea = Map.load(view.situation.boards[0].geometry)
    asked = view.decision
    found = re.match(r"U-\d+ on a sortie, at (\d{4})", asked.circumstance) if asked is not None else None
    if found is None or view.situation.clock.weather != "clear":
        return False
    ships = [piece.cell for piece in view.situation.pieces if piece.side is Side.ALLIED and not piece.face_down]
    return any(0 < sea.distance(found[1], cell) <= 3 for cell in ships if cell in sea.cells)


def offers_many(view: View) -> bool:
    """Whether a whole fleet can be chosen from, in a storm."""
    asked = view.decision
    many = asked is not None and isinstance(asked.options, SubsetWire) and len(asked.options.items) >= 10
    return many and view.situation.clock.weather == "storm"


def knows_much(view: View) -> bool:
    """Whether several enemy fleets have been reported, one of them for certain."""
    levels = [seen.level for seen in view.situation.sightings if seen.age <= 1]
    return len(levels) >= 2 and max(levels) == 3


SCATTER, SPORTPALAST = "convoy-is-to-scatter", "unternehmen-sportpalast"
STALKING = Seat(SCATTER, 3, Side.AXIS, "NC-5.0-adjacent-steps", 4, stalks)
ATTACK = Seat(SCATTER, 3, Side.AXIS, "NC-8.1-infiltrate-when", 7)
REGENBOGEN = Seat("regenbogen", 4, Side.AXIS, "OP-FLEET-plot", 4, knows_much, "operations")
ALLIED_DESK = Seat("campaign", 2, Side.ALLIED, "AC-B.13-time", 7, game="arctic_campaign")
GERMAN_DESK = Seat("campaign", 2, Side.AXIS, "AC-A.4-start-port", 7, game="arctic_campaign")
HOME_FLEET = Seat(SPORTPALAST, 1, Side.ALLIED, "NC-5.0-one-unit-or-stack", 4, offers_many)


def start(table: Table) -> Page:
    """The start page, with a game to go on with."""
    page = table.page(None)
    ATTACK.take(page)
    page.goto("/")
    page.get_by_role("button", name="Resume").wait_for()
    return page


def board_day(table: Table) -> Page:
    """A U-boat stalks a convoy."""
    page = table.page(None)
    STALKING.take(page)
    return page


def board_night(table: Table) -> Page:
    """Ships of the Home Fleet are chosen for a sortie, in a storm and in polar night."""
    page = table.page(None, color_scheme="dark")
    HOME_FLEET.take(page)
    for counter in page.locator(".fan button[aria-pressed=false]").all()[:3]:
        counter.click()
    return page


def phone(table: Table) -> Page:
    """The U-boat before the convoy's screen, on a phone: the odds of slipping through."""
    page = table.page(None, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    ATTACK.take(page)
    page.locator("section.decision button.row").first.tap()
    return page


def report(table: Table) -> Page:
    """After a whole game."""
    page = table.page(None)
    load(page, played(SCATTER, 3, lambda match: False))
    page.locator("main.report h1").wait_for()
    return page


def replay(table: Table) -> Page:
    """The same game seen again, at its greatest moment."""
    page = report(table)
    page.locator("main.report .moments button, main.report section button").first.click()
    page.get_by_role("application").wait_for()
    return page


def operations(table: Table) -> Page:
    """A German squadron before a convoy that has been found, by night."""
    page = table.page(None, color_scheme="dark")
    REGENBOGEN.take(page)
    return page


def campaign_allied(table: Table) -> Page:
    """July 1942: destroyers and sweepers are hired for the month's convoys."""
    page = table.page(None)
    ALLIED_DESK.take(page)
    for name, number in (("Destroyers", 2), ("Escorts", 3), ("Minesweepers", 3)):
        for _ in range(number):
            page.locator("section.decision").get_by_role("group", name=name).get_by_role("button", name="more").click()
    return page


def campaign_axis(table: Table) -> Page:
    """The same month at the other desk: a port and a squadron for every ship."""
    page = table.page(None)
    GERMAN_DESK.take(page)
    return page


PICTURES: dict[str, Callable[[Table], Page]] = {
    "start": start,
    "board-day": board_day,
    "board-night": board_night,
    "phone": phone,
    "report": report,
    "replay": replay,
    "operations": operations,
    "campaign-allied": campaign_allied,
    "campaign-axis": campaign_axis,
}


def take(name: str, table: Table, folder: Path) -> Path:
    """Take one picture into a folder."""
    page = PICTURES[name](table)
    page.wait_for_load_state("networkidle")
    page.mouse.move(*(DESK["width"] - 4, DESK["height"] - 4) if name != "phone" else (0, 0))
    page.evaluate("() => document.fonts.ready")
    file = folder / f"{name}.png"
    page.screenshot(path=file, animations="disabled", caret="hide")
    if (size := file.stat().st_size) > LARGEST:
        raise ValueError(f"{name} has {size // 1000} kB, more than {LARGEST // 1000}: show less of the board")
    return file


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("picture", nargs="*", help=f"one of {', '.join(PICTURES)}; all if not given")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where they go, if not to docs/screens")
    options = parser.parse_args(arguments)
    if unknown := set(options.picture) - set(PICTURES):
        parser.error(f"there is no picture '{min(unknown)}': there are {', '.join(PICTURES)}")
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address, chromium() as browser:
        for name in options.picture or PICTURES:
            table = Table(browser, address)
            print(take(name, table, options.folder))
            table.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
