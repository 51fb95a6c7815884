"""The client's files, the geometry, and the pages behind the links in invitations and mails."""

from __future__ import annotations

import gzip
import mimetypes
from html import escape
from pathlib import Path
from typing import NamedTuple

import brotli

from barents.kernel.sides import Side
from barents.server.matches.tables import LiveTable
from barents.server.storage.store import MatchRow

FOREVER = "public, max-age=31536000, immutable"
AFRESH = "no-cache"
_TEXT = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest+json")

NO_CLIENT = """\
Barents is running, but the page you would play on has not been built.

Run `make client` in the project's folder, then reload this page.
"""


class Page(NamedTuple):
    """A file on its way out: its type, how long it may be kept, and its content, compressed if that pays."""

    media_type: str
    cache: str
    plain: bytes
    brotli: bytes | None = None
    gzip: bytes | None = None

    def accepted(self, encodings: str) -> tuple[bytes, dict[str, str]]:
        """The content in the best form that a browser takes, and the headers that say so."""
        headers = {"cache-control": self.cache}
        taken = [part.split(";")[0].strip() for part in encodings.split(",")]
        if self.brotli is not None and self.gzip is not None:
            headers["vary"] = "accept-encoding"
            if "br" in taken:
                return self.brotli, {**headers, "content-encoding": "br"}
            if "gzip" in taken:
                return self.gzip, {**headers, "content-encoding": "gzip"}
        return self.plain, headers


class Static:
    """The built client. Files are read and compressed once, and again only if they have changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._read: dict[Path, tuple[int, Page]] = {}

    def find(self, path: str) -> Page | None:
        """The file at a path; for an address of the client's own its one page; None for anything else."""
        wanted = (self.folder / path.lstrip("/")).resolve()
        if wanted.is_relative_to(self.folder) and wanted.is_file():
            return self._page(wanted, FOREVER if path.startswith("/assets/") else AFRESH)
        if "." in path.rpartition("/")[2] or path.startswith(("/assets/", "/api/", "/schema/", "/geometry/")):
            return None
        index = self.folder / "index.html"
        if not index.is_file():
            return Page("text/plain", "no-store", NO_CLIENT.encode())
        return self._page(index, AFRESH)

    def _page(self, file: Path, cache: str) -> Page:
        changed = file.stat().st_mtime_ns
        known = self._read.get(file)
        if known is not None and known[0] == changed and known[1].cache == cache:
            return known[1]
        content = file.read_bytes()
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if kind == "text/javascript":
            kind = "application/javascript"
        if kind.startswith(_TEXT):
            page = Page(kind, cache, content, brotli.compress(content), gzip.compress(content, 9, mtime=0))
        else:
            page = Page(kind, cache, content)
        self._read[file] = (changed, page)
        return page


INVITATION_STYLE = "/invitation.css"
_HERE = Path(__file__).with_name("pages")


def invitation_style() -> Page:
    """The look of the invitation."""
    return Page("text/css", AFRESH, (_HERE / "invitation.css").read_bytes())


def invitation_page(table: LiveTable, side: Side) -> Page:
    """What somebody who was sent a link is told before taking the seat."""
    game, scenario = table.match.game, table.match.game.scenario(table.match.data, table.row.scenario)
    host = table.live_seats[side.enemy].name
    task, other = scenario.tasks.get(side, ""), scenario.tasks.get(side.enemy, "")
    return _filled(
        title=f"{game.title}: {scenario.title}",
        words=[
            f"{host or 'Somebody'} invites you to play the {side.value.capitalize()} side.",
            table.origin,
            " ".join(scenario.briefing.situation) if scenario.briefing else scenario.about,
            f"Your task: {task}" if task else "",
            f"The other side's: {other}" if other else "",
            f"It takes about {scenario.minutes} minutes, {scenario.turns} turns." if scenario.minutes else "",
            _words_of_windows(table.row),
        ],
        below=(_HERE / "seat.html").read_text("utf-8"),
    )


def _words_of_windows(row: MatchRow) -> str:
    """How interceptions and the like are answered, for somebody who is to agree to it."""
    if row.way == "orders":
        return "Interceptions and the like are answered by standing orders, so nobody has to wait."
    if row.way == "pause":
        return (
            f"Whenever something could be intercepted, the game stops for {row.pause} seconds. Whoever may react can "
            "answer until then; after that his standing orders do. It stops for as long when there is nothing to react "
            "with, or the answer was quick. Whoever takes this seat agrees to play that way."
        )
    return (
        "Whenever something could be intercepted, the game stops until the one who may react has answered, "
        "also when there is nothing to react with. Whoever takes this seat agrees to play that way."
    )


def refused_page(reason: str) -> Page:
    """A link that leads nowhere any more."""
    return _filled(title="This link does not work", words=[reason], below=_HOME)


def notice_page(address: str, confirmed: bool) -> Page:
    """What somebody who was sent a mail is asked: whether to be written to, or to be written to no more."""
    form = (_HERE / "notice.html").read_text("utf-8")
    if confirmed:
        form = form.replace("{{answer}}", "no").replace("{{button}}", "Write to me no more")
        return _filled("Word of your move", [f"It is sent to {address} when it is your move and you are away."], form)
    form = form.replace("{{answer}}", "yes").replace("{{button}}", "Yes, write to me")
    words = [f"Shall word be sent to {address} when it is your move and you are away?", "You can end that at any time."]
    return _filled("Word of your move", words, form)


def noticed_page(wanted: bool) -> Page:
    """What has become of it."""
    words = "From now on you are told when it is your move." if wanted else "You are not written to any more."
    return _filled("Word of your move", [words], _HOME)


_HOME = '<p><a href="/">To the games</a></p>'


def _filled(title: str, words: list[str], below: str) -> Page:
    text = (_HERE / "invitation.html").read_text("utf-8")
    paragraphs = "\n".join(f"<p>{escape(each)}</p>" for each in words if each)
    page = text.replace("{{title}}", escape(title)).replace("{{words}}", paragraphs).replace("{{seat}}", below)
    return Page("text/html", "no-store", page.encode())
