"""Passwords: which are too easy, and how they are kept: by argon2id, at the same cost for everyone who tries one."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from barents.server.accounts.names import folded
from barents.server.lobby.protocol import LEAST_PASSWORD
from barents.server.settings import Cost

THREADS = 2  # at once: each takes the memory of its cost
_RUNS = ("1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb")
_LEAST_SIGNS = 5
_ENDS = re.compile(r"^[\W\d_]+|[\W\d_]+$")
_INSTEAD = str.maketrans("013457@$!", "oieastasi")
_TOO_EASY = (
    "This password is among the first that anybody would try. Take three or four words that have nothing in common."
)


def wrong_password(name: str, password: str) -> str:
    """Why a new password will not do, and what would; nothing if it will."""
    if len(password) < LEAST_PASSWORD:
        return f"A password has at least {LEAST_PASSWORD} signs: three or four words make a good one."
    plain = unicodedata.normalize("NFKC", password).casefold()
    whose, letters = folded(name), folded("".join(letter for letter in plain if letter.isalpha()))
    if whose in letters and len(letters.replace(whose, "")) < _LEAST_SIGNS:
        return "Your name is no password, nor is your name with a little added to it."
    if len(set(plain)) < _LEAST_SIGNS or plain.isdecimal() or _is_run(plain) or _is_common(plain):
        return _TOO_EASY
    return ""


def _is_run(plain: str) -> bool:
    """Whether a password is a run on a keyboard or of the alphabet, forwards or backwards, perhaps over again."""
    return any(plain in 10 * run or plain in 10 * run[::-1] for run in (*_RUNS, "".join(_RUNS[2:5])))


def _is_common(plain: str) -> bool:
    known = _common()
    bare = _ENDS.sub("", plain)
    for word in (bare, bare.translate(_INSTEAD)):
        halves = ((word[:at], word[at:]) for at in range(len(word) + 1))
        if any(first in known and (not second or second in known) for first, second in halves):
            return True
    return False


@cache
def _common() -> frozenset[str]:
    lines = Path(__file__).with_name("common_passwords.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


class Passwords:
    """Makes and checks what is kept of passwords. It takes a while, so it is done in threads."""

    def __init__(self, cost: Cost) -> None:
        self._hasher = PasswordHasher(time_cost=cost.rounds, memory_cost=cost.kibibytes, parallelism=cost.lanes)
        self._threads = ThreadPoolExecutor(THREADS, "passwords")
        self._nobody = ""

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(cancel_futures=True)

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._hasher.hash, _normal(password))

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one that was kept; `None` for nobody's takes as long and never fits."""
        loop = asyncio.get_running_loop()
        # Where there is no account the password is compared with nobody's, so that the time says nothing.
        self._nobody = self._nobody or await self.hash("nobody")
        compared = self._nobody if kept is None else kept
        fits = await loop.run_in_executor(self._threads, self._verify, compared, _normal(password))
        return fits and kept is not None

    def is_dated(self, kept: str) -> bool:
        """Whether a password was kept at another cost than is now asked for."""
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False


def _normal(password: str) -> str:
    """The same signs, however a keyboard puts them together."""
    return unicodedata.normalize("NFC", password)
