"""What stands on the order sheets in parts: with which weapon at whom, who joins whom, searches, merchants' guns."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal

from barents.kernel.actions import Piece
from barents.kernel.values import Value, Values


class Aim(Value, frozen=True):
    """NK 8.2: a ship with both weapons says with which she fires, and at whom: `torpedo:scheer`."""

    form: ClassVar[str] = "{weapon}:{target}"
    weapon: Literal["torpedo", "gun"]
    target: Piece

    def said(self, name: Callable[[str], str]) -> str:
        return f"{'torpedoes' if self.weapon == 'torpedo' else 'guns'} at {name(self.target)}"


AIMS: Values[Aim] = Values(Aim)


class Join(Value, frozen=True):
    """NK 5.1: a unit or a force joins another: `with:tirpitz`."""

    form: ClassVar[str] = "with:{marker}"
    marker: Piece

    def said(self, name: Callable[[str], str]) -> str:
        other = name(self.marker)
        return f"joins {'the ' if other.endswith(('Force', 'Fleet', 'group')) else ''}{other}"


JOINS: Values[Join] = Values(Join)


class SearchSlot(Value, frozen=True):
    """NK 6.1: a search without a counter."""

    form: ClassVar[str] = "search-{number}"
    words: ClassVar[str] = "Search {number}"
    number: int


SEARCHES: Values[SearchSlot] = Values(SearchSlot)


class MerchantGuns(Value, frozen=True):
    """NK 9.4: guns of merchants, which fire at aircraft."""

    form: ClassVar[str] = "battery-{number}"
    words: ClassVar[str] = "Merchants' guns {number}"
    number: int


MERCHANT_GUNS: Values[MerchantGuns] = Values(MerchantGuns)

WRITTEN: Values[Value] = Values(Aim, Join, SearchSlot, MerchantGuns)
"""Everything that is written in parts here, for whoever has only the word."""
