"""The figures of the client, in a real browser: what the first page weighs, and when it and the board can be used.

A page can be used when what a person came for is there and answers: on the start page its one button, on the board a
hex of the drawn chart and the decision. Each round begins with an empty cache; the server has answered before, so its
own start is not part of it. Times are those of the clock on the wall.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser, Cookie, Page

from barents.kernel.match import Match
from barents.kernel.sides import Side
from tests.web.browser import Table, chromium, served
from tests.web.positions import played, take_over
from tools.bench.figures import Figure, Unit, counted, under
from tools.bench.server import LARGEST, squeezed

CLIENT = "The client, in Chromium"
ROUNDS = 5


class Weighing:
    """Counts what a page receives, as it came over the line."""

    def __init__(self, page: Page) -> None:
        self.size = 0
        line = page.context.new_cdp_session(page)
        line.on("Network.loadingFinished", self._came)
        line.send("Network.enable")

    def _came(self, finished: dict[str, Any]) -> None:
        self.size += int(finished["encodedDataLength"])


def first_page(browser: Browser, address: str) -> tuple[float, int]:
    """How long the start page takes until its button can be pressed, in milliseconds, and all that it fetches."""
    table = Table(browser, address)
    page = table.page(None)
    weighing = Weighing(page)
    began = perf_counter()
    page.goto("/")
    page.get_by_role("button", name="Start a first game").click(trial=True)
    took = (perf_counter() - began) * 1e3
    page.wait_for_load_state("networkidle")
    table.close()
    return took, weighing.size


def board(browser: Browser, address: str, seat: str, cookies: list[Cookie]) -> tuple[float, str]:
    """How long a seat's board takes in a browser that has fetched nothing yet, in milliseconds, and its greeting."""
    table = Table(browser, address)
    context = table.context()
    context.add_cookies([{"name": one["name"], "value": one["value"], "url": address} for one in cookies])
    page = context.new_page()
    began = perf_counter()
    page.goto(seat)
    page.locator("section.decision button:enabled").first.click(trial=True)
    page.locator("path.stop").first.wait_for()
    took = (perf_counter() - began) * 1e3
    hello = table.heard(page)[0]
    table.close()
    return took, hello


def taken(browser: Browser, address: str) -> tuple[str, list[Cookie]]:
    """A seat at North Cape's largest scenario in the middle of its game: where it is, and who may sit there."""
    table = Table(browser, address)
    page = table.page(None)
    take_over(page, played(LARGEST, 3, is_late), Side.AXIS)
    page.locator("path.stop").first.wait_for()
    seat, cookies = page.url, page.context.cookies()
    table.close()
    return seat, cookies


def is_late(match: Match[Any, Any]) -> bool:
    """Whether much has happened, and the Axis are to choose a mission."""
    asked = match.pending.get(Side.AXIS)
    return len(match.choices) > 1200 and asked is not None and asked.rule == "NC-5.0-alternate"


@counted(CLIENT)
def pages() -> list[Figure]:
    """The start page, and a board with much on it."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address, chromium() as browser:
        first_page(browser, address)
        starts = [first_page(browser, address) for _ in range(ROUNDS)]
        seat, cookies = taken(browser, address)
        boards = [board(browser, address, seat, cookies) for _ in range(ROUNDS)]
    hellos = [hello.encode() for _, hello in boards]
    return [
        Figure(
            CLIENT, "start page, all that it fetches", Unit.BYTES, tuple(size for _, size in starts), under(400_000)
        ),
        Figure(CLIENT, "start page, cold, to its button", Unit.MILLISECONDS, tuple(t for t, _ in starts), under(2_000)),
        Figure(CLIENT, "board of North Cape, cold", Unit.MILLISECONDS, tuple(t for t, _ in boards), under(2_000)),
        Figure(CLIENT, "greeting at a board of North Cape", Unit.BYTES, (median(map(len, hellos)),)),
        Figure(
            CLIENT,
            "greeting at a board of North Cape, compressed",
            Unit.BYTES,
            (median(map(squeezed, hellos)),),
            under(60_000),
        ),
    ]
