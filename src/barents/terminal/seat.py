"""A seat for whoever talks instead of typing: a line goes in, what is shown comes back as text.

It is the terminal's own table, played in a thread of its own that waits for the next line; so a language model, or any
other program that reads and writes words, is asked and told exactly what a person is.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from rich.console import Console

from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import Player
from barents.terminal.answers import Asked
from barents.terminal.table import Table

MOST = 16_000  # characters of one text
WIDE = 160
_FILES = ("save", "quit")
_ADVICE = ("hint", "follow")
_OVER = "The match is over."


class _Conversing(Table):
    """A table at which lines are waited for and told in queues."""

    def __init__(self, match: Match[Any, Any], players: Mapping[Side, Player], text: StringIO) -> None:
        super().__init__(match, players, Console(file=text, width=WIDE, highlight=False, markup=False, emoji=False))
        self.lines: SimpleQueue[str | None] = SimpleQueue()
        self.waits: SimpleQueue[str | BaseException | None] = SimpleQueue()
        self.now: tuple[Side, Asked] | None = None

    def _before(self, side: Side, asked: Asked) -> None:
        self.now = side, asked

    def _input(self, prompt: str) -> str:
        self.waits.put(prompt)
        line = self.lines.get()
        if line is None:
            raise EOFError
        return line.strip()

    def converse(self) -> None:
        """Play to the end; whatever goes wrong is told to whoever talks."""
        try:
            self.play()
        except BaseException as error:
            self.waits.put(error)
        else:
            self.waits.put(None)


class TalkingSeat:
    """A side of a match, for whoever says a line and is told what comes of it; with `advice` it may ask the captain."""

    def __init__(self, match: Match[Any, Any], players: Mapping[Side, Player], *, advice: bool = False) -> None:
        self.match = match
        self._advice = advice
        self._text = StringIO()
        self._table = _Conversing(match, players, self._text)
        self._rest = ""
        self._talking = Lock()
        self.over = False
        self._thread = Thread(target=self._table.converse, daemon=True, name="table")
        self._thread.start()
        self.opening = self._heard()

    def say(self, line: str) -> str:
        """What comes of a line as one types it in the terminal: news and the next question, or why it is no answer."""
        word = line.strip().partition(" ")[0]
        if not word or "\n" in line.strip():
            return "No: say one line: the number of a choice, its notation, or a unit and what it is to do."
        if word in _FILES:
            return f"No: `{word}` is not for this seat; the record is kept by whoever opened the match."
        if word in _ADVICE and not self._advice:
            return "No: this seat plays without an adviser."
        with self._talking:
            if self.over:
                return _OVER
            self._table.lines.put(line)
            return self._part(self._heard())

    def question(self) -> str:
        """What is asked now, with the choices: all that is needed to answer it."""
        if self.over or self._table.now is None:
            return _OVER
        side, asked = self._table.now
        told = StringIO()
        console = Console(file=told, width=WIDE, highlight=False, markup=False, emoji=False)
        for shown in asked.lines(brief=True):
            console.print(shown)
        return self._part(f"{told.getvalue()}{side.value} · {asked.question.how()}")

    def more(self) -> str:
        """What did not fit into the last text."""
        return self._part(self._rest) if self._rest else "There is no more."

    def leave(self) -> None:
        """End the conversation; the match stays as it is."""
        if not self.over:
            self._table.lines.put(None)
            self._thread.join(timeout=10)
            self.over = True

    def _heard(self) -> str:
        """What has been shown until the next line is waited for."""
        waits = self._table.waits.get()
        text = self._text.getvalue()
        self._text.seek(0)
        self._text.truncate()
        if isinstance(waits, BaseException):
            self.over = True
            raise waits
        self.over = waits is None
        return text + (_OVER if waits is None else waits)

    def _part(self, text: str) -> str:
        """As much as fits, cut at the end of a line; the rest waits."""
        if len(text) <= MOST:
            self._rest = ""
            return text
        note = "\n(There is more: ask for it.)"
        end = text.rfind("\n", 0, MOST - len(note))
        end = end if end > 0 else MOST - len(note)
        self._rest = text[end:].lstrip("\n")
        return text[:end] + note
