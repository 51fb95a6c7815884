"""A game that is played in small actions, whichever package asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from barents.env.factoring import Factoring
from barents.env.observations import Array, Glance, Observations, Seen
from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.game import Result
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of


class Setting:
    """What is played, again and again: a scenario of a game, with its optional rules and values of one's own."""

    def __init__(self, game: str, scenario: str, options: dict[str, Any], pack: DataPack | None = None) -> None:
        self.game = registry.find(game)
        self.pack = pack
        self.data = self.game.data(pack)
        self.scenario = self.game.scenario(self.data, scenario)
        unknown = [name for name in options if name not in self.game.options.__struct_fields__]
        if unknown:
            known = ", ".join(self.game.options.__struct_fields__) or "none"
            raise LookupError(f"{self.game.title} has no option '{unknown[0]}': there are {known}")
        try:
            self.options = msgspec.convert(options, self.game.options)
        except msgspec.ValidationError as error:
            raise LookupError(f"these are no options of {self.game.title}: {error}") from None
        self.sides = self.game.people(self.options)
        """The sides that an agent plays; in solitaire the rules play the other."""
        self.observations = Observations(self.game, self.data)

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, (self.game.name, self.scenario.name, msgspec.to_builtins(self.options), self.pack)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Setting:
        """Itself: nothing in it changes."""
        return self

    def begin(self, seed: int | str | bytes) -> Play:
        """A new game; the same seed gives the same dice."""
        match: Match[Any, Any] = Match.new(
            self.game, self.scenario.name, seed=seed, options=self.options, pack=self.pack, log=False
        )
        return Play(self, match, seed)


class Play:
    """One game under way: whose small action is due, and what each side sees."""

    def __init__(self, setting: Setting, match: Match[Any, Any], seed: int | str | bytes) -> None:
        self.setting = setting
        self.match = match
        self.seed = seed
        self.taken: list[int] = []
        """Every small action so far."""
        self.acting: Side | None = None
        self.factoring: Factoring | None = None
        self._glances: dict[Side, Glance] = {}
        self._go_on()

    @property
    def result(self) -> Result | None:
        """How it ended, or None while it goes on."""
        return self.match.result

    def take(self, number: int) -> None:
        """A small action of the side that is asked."""
        if self.factoring is None:
            raise ValueError("the game is over")
        answer = self.factoring.take(number)
        self.taken.append(number)
        if answer is not None:
            self._go_on()

    def _go_on(self) -> None:
        """Give the answer that is whole, and those of which there is but one, until somebody has a choice."""
        while True:
            if self.factoring is not None and self.factoring.answer is not None and self.acting is not None:
                self.match.act(self.acting, self.factoring.answer)
            self._glances.clear()
            self.acting = next(iter(self.match.pending), None)
            self.factoring = None if self.acting is None else Factoring(self.match.pending[self.acting])
            if self.factoring is None or self.factoring.answer is None:
                return

    def building(self, side: Side) -> Factoring | None:
        """The answer that a side is building, if it is asked."""
        return self.factoring if side is self.acting else None

    def seen(self, side: Side) -> Seen:
        """What a side sees, as data."""
        return self.setting.observations.seen(self.match.known(eyes_of(side)), side, self.building(side))

    def observed(self, side: Side) -> Array:
        """What a side sees, as an array."""
        if side not in self._glances:
            known = self.match.known(eyes_of(side))
            self._glances[side] = self.setting.observations.situation(known, side)
        return self.setting.observations.array(self._glances[side], self.building(side))

    def copy(self) -> Play:
        """The same game once more, with the same dice to come: what is done in it does not change this one."""
        other = Play(self.setting, self.match.copy(), self.seed)
        other.taken = list(self.taken)
        if self.factoring is not None and other.factoring is not None:
            for number in self.factoring.numbers:
                other.factoring.take(number)
        return other

    def __deepcopy__(self, _memo: dict[int, Any]) -> Play:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _played_again, (self.setting, self.seed, self.taken)

    def worth(self, side: Side) -> float:
        """What the game was worth to a side: 1 if it won, −1 if it lost, else nothing."""
        if self.result is None or self.result.winner is None:
            return 0.0
        return 1.0 if self.result.winner is side else -1.0

    def told(self, side: Side) -> str:
        """What a side sees, as text for people."""
        seen = self.seen(side)
        situation, clock = seen.situation, seen.situation.clock
        head = " · ".join(word for word in (f"Turn {clock.turn} of {clock.turns}", clock.date, clock.weather) if word)
        lines = [f"{self.setting.scenario.title}, {side.value}: {head}"]
        lines += [f"  {track.title}: {track.value:g}" for track in situation.tracks]
        at: dict[str, list[str]] = {}
        for piece in situation.pieces:
            at.setdefault(f"{piece.board} {piece.cell}", []).append(piece.label)
        lines += [f"  {place}: {', '.join(labels)}" for place, labels in sorted(at.items())]
        lines += [f"  contact at {contact.cell}: {contact.what}" for contact in situation.sightings]
        if seen.rule:
            lines.append(f"{seen.prompt} ({seen.rule}) {' · '.join(seen.built)}".rstrip())
            lines += [f"  {number:>3} {part}" for number, part in enumerate(seen.parts)]
        if self.result is not None:
            lines.append(self.result.told.why or self.result.level)
        return "\n".join(lines)


def _played_again(setting: Setting, seed: int | str | bytes, taken: Sequence[int]) -> Play:
    """A game by its small actions."""
    play = setting.begin(seed)
    for number in taken:
        play.take(number)
    return play
