"""Names: how they may stand on everyone's page, and when two of them would be taken for each other."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

from barents.server.matches.protocol import MOST_NAME

LEAST_NAME = 2
MOST_FOLDED = 64
FORMER = "former player"
"""What is left of the name of somebody who has deleted his account."""
_RESERVED = ("former player", "umpire", "barents", "server", "admin", "administrator", "moderator", "operator")
_GUEST = "guest"
_BETWEEN = " -_.'"  # what a name may have between its letters and figures, and what says nothing about whose it is
_MOST_MARKS = 2


def one_line(text: str) -> str:
    """What somebody wrote as it may stand on everyone's page: one paragraph, without invisible signs."""
    visible = "".join(
        " " if letter.isspace() else letter
        for letter in unicodedata.normalize("NFC", text)
        if letter.isspace() or not unicodedata.category(letter).startswith("C")
    )
    return " ".join(visible.split())


def clean_name(name: str) -> str:
    """A name as it may stand on everyone's page: one line, no invisible signs, not too long."""
    return one_line(name)[:MOST_NAME].strip()


def folded(name: str) -> str:
    """A name as it is compared: without case, forms, gaps, and by what its letters look like.

    >>> folded("Captain  BELL") == folded("captain-be11")
    True
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean_name(name)).casefold())
    return "".join(letter for letter in plain.translate(_looks()) if letter not in _BETWEEN)


@cache
def _looks() -> dict[int, str]:
    """The letter that a sign looks like."""
    lines = Path(__file__).with_name("lookalikes.txt").read_text("utf-8").splitlines()
    pairs = (line.split(" ", 1) for line in lines if not line.startswith("#"))
    return {ord(sign): letter for letter, signs in pairs for sign in signs}


def wrong_name(name: str) -> str:
    """Why an account cannot have a clean name, and what it could have; nothing if it can."""
    compared = folded(name)
    if not LEAST_NAME <= len(compared) <= MOST_FOLDED or len(name) > MOST_NAME:
        return f"A name has {LEAST_NAME} to {MOST_NAME} letters or figures."
    if not all(letter in _BETWEEN or unicodedata.category(letter)[0] in "LMN" for letter in name):
        return "A name has letters, figures, spaces, and - _ . ' between them."
    marks = "".join("m" if unicodedata.category(letter)[0] == "M" else " " for letter in name)
    if "m" * (_MOST_MARKS + 1) in marks:
        return "A letter of a name can have two marks at most."
    if compared in map(folded, _RESERVED) or compared.startswith(folded(_GUEST)):
        return "This name would mislead the others: take another."
    return ""
