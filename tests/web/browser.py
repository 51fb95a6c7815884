"""A real browser and a real server for it: what the tests, the screenshots and the figures of the client start.

Whatever a page complains of on its console, and every error that nobody caught, is kept by a `Witness`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    WebSocket,
    expect,
    sync_playwright,
)

from tests.packaging.project import ROOT

PATIENCE = 120_000  # milliseconds after which a test gives up on something that never comes, however busy the machine
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=PATIENCE)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Every window would load two pages for its address bar, which nobody sees: a quarter of what opening a game takes.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
)


@contextmanager
def served(folder: Path, *more: str) -> Iterator[str]:
    """A server in a process of its own, with a database in a folder; its address."""
    barents = [sys.executable, "-c", "from barents.cli import main; main()", *more]
    quickly = ["--beat", "0.02"]  # a test has no use for a pause before each answer of the computer
    command = [*barents, "serve", "--port", "0", *quickly, "--database", f"sqlite:///{folder / 'matches.sqlite'}"]
    log = folder / "server.log"
    with log.open("ab") as written:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=written)
    try:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        assert line, "the server did not start"
        yield line.split()[3]
    finally:
        process.terminate()
        process.communicate()
    failed = [line for line in log.read_text("utf-8").splitlines() if '"player failed"' in line]
    assert failed == [], "a computer player has failed"


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Witness:
    """Sees what goes wrong in the pages of a context, and what they hear over their sockets."""

    def __init__(self, context: BrowserContext) -> None:
        self.complaints: list[str] = []
        self.heard: dict[Page, list[str]] = {}
        context.on("page", self._watch)

    def _watch(self, page: Page) -> None:
        self.heard[page] = []
        page.on("console", self._console)
        page.on("dialog", self._dialog)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("websocket", lambda socket: self._listen(page, socket))

    def _dialog(self, dialog: Dialog) -> None:
        # The page asks nothing this way, so a foreign script does.
        self.complaints.append(f"dialogue: {dialog.message}")
        dialog.dismiss()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _listen(self, page: Page, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard[page].append(frame if isinstance(frame, str) else ""))


class Table:
    """A browser at a server: it opens contexts, each a person's own browser with its own cookies."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.witnesses: list[Witness] = []
        self.expected: list[str] = []
        """What a page may complain of, because the test is about it."""
        self._contexts: list[BrowserContext] = []

    def context(self, *, briefings: bool = False, **how: Any) -> BrowserContext:
        """A browser of somebody's own, who has been told already what games are about unless the test says else."""
        usual: dict[str, Any] = {"base_url": self.address, "viewport": DESK, "reduced_motion": "reduce"}
        context = self.browser.new_context(**usual | how)
        if not briefings:
            context.add_init_script("try { localStorage.setItem('briefings', 'no') } catch {}")  # a blank page has none
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        self.witnesses.append(Witness(context))
        return context

    def page(self, path: str | None = "/", **how: Any) -> Page:
        """A page in a browser of somebody's own."""
        page = self.context(**how).new_page()
        if path is not None:
            page.goto(path)
        return page

    def heard(self, page: Page) -> list[str]:
        """Every frame that a page has been sent."""
        return next(witness.heard[page] for witness in self.witnesses if page in witness.heard)

    @property
    def complaints(self) -> list[str]:
        """What went wrong in any page, but for what was to be expected."""
        said = [each for witness in self.witnesses for each in witness.complaints]
        return [each for each in said if not any(words in each for words in self.expected)]

    def close(self) -> None:
        """Close every page."""
        for context in self._contexts:
            context.close()
