"""Look-up by spelling: the rules, the players and history do not agree on how a name is written.

A name is found whatever its case, accents, hyphens, dots and spaces, with or without a ship's prefix
(HMS, USS, SS ...), with umlauts written out or dropped, and by what stands in brackets behind it.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

PREFIXES = ("hms", "hmcs", "hnoms", "orp", "uss", "rfa", "kms", "ss", "mv", "submarine", "trawler", "whaler")
ABBREVIATIONS = {"adm": "admiral", "saint": "st"}
_COUNTER_CODE = re.compile(r"[a-z]{2}\d{1,3}")  # DD97 of "DD97 Ashanti"
LIGATURES = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "þ": "th", "ð": "d"})
WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


class UnknownNameError(KeyError):
    """No entry answers to this name; the message offers the nearest that do."""

    def __init__(self, what: str, name: str, near: Iterable[str]) -> None:
        offers = " or ".join(near)
        self.message = f"no {what} is called {name!r}" + (f"; did you mean {offers}?" if offers else "")
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


class AmbiguousNameError(UnknownNameError):
    """Several entries answer to this name; the message lists the ids that tell them apart."""

    def __init__(self, what: str, name: str, ids: Iterable[str]) -> None:
        self.message = f"{name!r} names more than one {what}: {', '.join(ids)}; say which by its id"
        KeyError.__init__(self, self.message)


def fold(text: str) -> str:
    """The bare letters and figures of a name, in lower case and without accents.

    >>> fold("Schütze-Z 24"), fold("Tromsø")
    ('schutzez24', 'tromso')
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(LIGATURES))
    return "".join(c for c in plain if c.isascii() and c.isalnum())


def keys(text: str) -> list[str]:
    """Every key under which a name may be sought, the most literal first.

    >>> keys("HMS Lützow")
    ['hmslutzow', 'hmsluetzow', 'lutzow', 'luetzow']
    """
    found: list[str] = []
    composed = unicodedata.normalize("NFC", text.casefold())
    for part in _parts(composed):
        for form in (part, part.translate(WRITTEN_OUT)):
            key = fold(form)
            if key and key not in found:
                found.append(key)
    return found


def _parts(text: str) -> Iterator[str]:
    """The whole name, then without prefix or code, then each side of a bracket: 'Friedrich Ihn (Z14)'."""
    words = [ABBREVIATIONS.get(word, word) for word in re.split(r"[\s.]+", text) if word]
    yield " ".join(words)
    if len(words) > 1 and (words[0] in PREFIXES or _COUNTER_CODE.fullmatch(words[0])):
        words = words[1:]
        yield " ".join(words)
    bracketed = re.fullmatch(r"(.+?)\s*\((.+)\)\s*", " ".join(words))
    if bracketed:
        yield from bracketed.groups()


class Index(Generic[T]):
    """Entries by every spelling of their names.

    >>> ports = Index[int]("port")
    >>> ports.add("tromsoe", ["Tromsø"], 7)
    >>> ports.find("TROMSO"), ports.find("Tromsoe")
    (7, 7)
    >>> ports.find("Tromsa")
    Traceback (most recent call last):
    barents.atlas.names.UnknownNameError: no port is called 'Tromsa'; did you mean Tromsø?
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self._entries: dict[str, T] = {}
        self._ids: dict[str, list[str]] = {}
        self._shown: dict[str, str] = {}

    def add(self, id: str, spellings: Iterable[str], entry: T) -> None:
        """File an entry under its id and all its spellings; an id may be used once."""
        if id in self._entries:
            raise ValueError(f"two entries of the {self.what} list have the id {id!r}")
        self._entries[id] = entry
        for spelling in (id, *spellings):
            for key in keys(spelling):
                ids = self._ids.setdefault(key, [])
                if id not in ids:
                    ids.append(id)
                if self._shown.get(key, id) == id:  # the first spelling that is not the bare id
                    self._shown[key] = spelling

    def find_all(self, name: str) -> tuple[T, ...]:
        """All entries that answer to the most literal reading of a name; none if there is none."""
        if name in self._entries:
            return (self._entries[name],)
        for key in keys(name):
            if key in self._ids:
                return tuple(self._entries[id] for id in self._ids[key])
        return ()

    def find(self, name: str) -> T:
        """The one entry that answers to a name; an error that says why, if there is not just one."""
        found = self.find_all(name)
        if not found:
            raise UnknownNameError(self.what, name, self.nearest(name))
        if len(found) > 1:
            ids = (id for id, entry in self._entries.items() if entry in found)
            raise AmbiguousNameError(self.what, name, ids)
        return found[0]

    def nearest(self, name: str) -> list[str]:
        """Up to three spellings that look most like a name that is not there."""
        near: list[str] = []
        for key in keys(name):
            for match in difflib.get_close_matches(key, self._ids, n=3, cutoff=0.7):
                if self._shown[match] not in near:
                    near.append(self._shown[match])
        return near[:3]
