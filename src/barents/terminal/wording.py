"""How a game speaks to the side that is asked: actions, names and places in words, and names to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from rich.text import Text

from barents.atlas.places import Gazetteer, gazetteers
from barents.kernel.actions import Action, Decline, refers_to, tag_of
from barents.kernel.decisions import Assign, Decision, Product
from barents.kernel.match import Match
from barents.kernel.question import Asked
from barents.kernel.sides import eyes_of
from barents.kernel.view import Item, PieceView, Situation
from barents.terminal import show

MOST_LISTED = 40


class Wording:
    """How a game speaks to the side that is asked, from what that side knows."""

    def __init__(self, match: Match[Any, Any], decision: Decision[Any]) -> None:
        self.game, self.data, self.decision = match.game, match.data, decision
        self.known = match.known(eyes_of(decision.side))
        self.asked = Asked(self.game, self.data, self.known, decision)

    def action(self, action: Action, *, placed: bool = False) -> str:
        """An action in words, with its odds if it is a gamble, and where it leads to if that is asked."""
        words = self.game.words(self.data, self.known, action)
        if isinstance(action, Decline) and words == str(action):
            words = "Let it pass"
        cells = refers_to(action)[1]
        if placed and len(cells) == 1 and words.endswith(cells[0]):
            words += self._where(cells[0])
        words += self.price(str(action)) + self.facts(str(action))
        chance = self.odds(action)
        return f"{words} — {chance}" if chance else words

    def price(self, answer: str) -> str:
        """What an answer costs or brings, where answers are paid for."""
        points = self._prices.get(answer)
        if points is None:
            return ""
        return f" ({'costs' if points >= 0 else 'brings'} {abs(points)} point{'' if abs(points) == 1 else 's'})"

    def odds(self, action: Action) -> str:
        """What an action is worth, if it is a gamble."""
        chance = self.asked.odds(action)
        return "" if chance is None else show.odds(chance)

    def kind(self, product: Product[Any], first: str) -> str:
        """What is done with a piece of a product, before it is said where."""
        if not first:
            return tag_of(product.make)
        charted = [piece.cell for piece in self._situation.pieces if piece.id == first and piece.board in self._places]
        at = f" in {charted[0]}" if charted else ""
        return f"{self.game.heading(self.data, product.make, None)}: {self.label(first)}{at}"

    def heading(self, product: Product[Any]) -> str:
        """The words over the actions of a product."""
        return self.game.heading(self.data, product.make, None)

    def priced(self, name: str) -> str:
        """What a piece or word is called, with what it costs and what one needs to know of it."""
        return self.label(name) + self.price(name) + self.facts(name)

    def facts(self, name: str) -> str:
        """What one needs to know of an item or an answer."""
        item = self._items.get(name)
        return f": {', '.join(item.facts)}" if item is not None and item.facts else ""

    def label(self, name: str) -> str:
        """What a piece, cell or word is called."""
        return self.game.name_for(self.data, self.known, name)

    def named(self, name: str) -> str:
        """The same, with what to type where that is something else, and where a cell is."""
        label = self.label(name)
        if label.casefold() == name.casefold():
            return label + self._where(name)
        return f"{label}{self.price(name)} [{name}]{self.facts(name)}"

    def _where(self, cell: str) -> str:
        where = next((found for places in self._places.values() if (found := places.where(cell))), "")
        return f" ({where})" if where else ""

    def cell(self, cell: str) -> str:
        """A cell, where it is, and which of one's own pieces lie there."""
        own = [piece for piece in self._situation.pieces if piece.cell == cell and piece.side is self.decision.side]
        lying = ", ".join(show.names_of(_plain(piece) for piece in own))
        return f"{cell}{self._where(cell)}" + (f": {lying}" if lying else "")

    def own_unit(self, text: str) -> str | None:
        """The unit of the side's own that a person means, by its id or its name."""
        said = text.casefold()
        own = [piece for piece in self._situation.pieces if piece.side is self.decision.side]
        named = next((piece.id for piece in own if said in (piece.id.casefold(), piece.label.casefold())), None)
        slots = self.decision.options.slots if isinstance(self.decision.options, Assign) else {}
        return named or next((slot for slot in slots if said in (slot.casefold(), self.label(slot).casefold())), None)

    def place(self, text: str) -> str:
        """The cell that a person means, by its number or by the name of the place there."""
        named = {name.casefold(): cell for places in self._places.values() for cell, name in places.places.items()}
        return named.get(text.casefold(), text)

    @cached_property
    def _prices(self) -> Mapping[str, int]:
        return self.asked.prices

    @cached_property
    def _items(self) -> Mapping[str, Item]:
        return self.asked.items

    @cached_property
    def _situation(self) -> Situation:
        return self.game.view(self.data, self.known, eyes_of(self.decision.side))

    @cached_property
    def _places(self) -> Mapping[str, Gazetteer]:
        return gazetteers(self._situation)


class Menu(NamedTuple):
    """Some names to choose from: by number, unless numbers are names here, by id or by what they are called."""

    names: Sequence[str]
    wording: Wording

    @property
    def numbered(self) -> bool:
        """Whether numbers can stand for the names: they are few, and none of them is a number itself."""
        return len(self.names) <= MOST_LISTED and not any(name.isdecimal() for name in self.names)

    def find(self, text: str) -> str | None:
        """The name that a person means."""
        if text in self.names:
            return text
        if self.numbered and text.isdecimal() and 1 <= int(text) <= len(self.names):
            return self.names[int(text) - 1]
        called = [name for name in self.names if self.wording.label(name).casefold() == text.casefold()]
        return called[0] if len(called) == 1 else None

    def lines(self, words: Iterable[str]) -> Iterator[Text]:
        """The names in words, numbered."""
        for number, line in enumerate(words, 1):
            yield numbered(number if self.numbered else "", line)


def _plain(piece: PieceView) -> PieceView:
    """A piece of one's own without the word that it lies face down, as most do."""
    return msgspec.structs.replace(piece, face_down=False)


def numbered(number: int | str, words: str) -> Text:
    return Text.assemble((f"{number:>4}  ", "bold"), words)
