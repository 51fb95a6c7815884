"""What was really so in a match of a running server: its database is read and the match played again from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from barents.kernel.match import Control
from barents.kernel.sides import Observer, Side, eyes_of
from barents.server.matches.rebuilding import rebuilt
from barents.server.storage.store import Store


class Hidden(NamedTuple):
    """An enemy piece that a side has never been shown."""

    id: str
    label: str

    def found_in(self, text: str) -> bool:
        """Whether a text names it, by its id or as a person would."""
        return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) for name in self)


def hidden_from(folder: Path, match: str) -> dict[Side, list[Hidden]]:
    """The enemy pieces that each side has not been shown at any moment of a match, nor anybody else told of."""
    store = Store(f"sqlite:///{folder / 'matches.sqlite'}")
    kept = store.load(match)
    store.close()
    assert kept is not None
    played = rebuilt(kept, None, 0)
    truth: dict[Side, dict[str, str]] = {side: {} for side in Side}
    shown: dict[Side, set[str]] = {side: set() for side in Side}
    # What spectators hear and what the scenario says of itself is nobody's secret.
    public = {repr(played.game.scenario(played.data, kept.match.scenario))}

    def look() -> None:
        public.update(line.text for line in played.view(Observer.PUBLIC).log)
        for piece in played.view(Observer.UMPIRE).situation.pieces:
            truth[piece.side][piece.id] = piece.label
        for side in Side:
            shown[side] |= {piece.id for piece in played.view(eyes_of(side)).situation.pieces}

    look()
    for side, entry in kept.choices:
        played.do(side, Control(entry) if entry.startswith("!") else played.game.notation.parse(entry))
        look()
    known = "\n".join(public)

    def unseen(side: Side) -> Iterator[Hidden]:
        labels = list(truth[side.enemy].values())
        for name, label in truth[side.enemy].items():
            # Counters that are called alike are told apart by their ids alone.
            hidden = Hidden(name, label if labels.count(label) == 1 else name)
            if name not in shown[side] and not hidden.found_in(known):
                yield hidden

    return {side: list(unseen(side)) for side in Side}


def named(hidden: Iterable[Hidden], text: str) -> list[str]:
    """Those of some hidden pieces that a text names."""
    return [each.id for each in hidden if each.found_in(text)]
