"""What is fuzzed: a game, a scenario, options, a data pack, and who plays."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.lab.reconstructed import moves
from barents.players import DOCTRINES

PLAYERS = ("random", "random", "cadet", "captain", "captain", "admiral")


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be played. `pack` names a table whose values are moved, and which way; nothing for none."""

    game: str
    scenario: str
    options: dict[str, Any]
    players: dict[Side, str]
    seed: str
    pack: str = ""

    def begin(self) -> Match[Any, Any]:
        """The match at its beginning."""
        game = registry.find(self.game)
        options = msgspec.convert(self.options, game.options)
        return Match.new(game, self.scenario, seed=self.seed, options=options, pack=self.data_pack)

    @property
    def data_pack(self) -> DataPack | None:
        """What is laid over the game's data."""
        return packs(self.game, self.scenario).get(self.pack)


@lru_cache(16)
def packs(game: str, scenario: str) -> dict[str, DataPack]:
    """Data packs as somebody might write them: one table of those that were reconstructed, a step up or down."""
    found: dict[str, DataPack] = {}
    for move in moves(registry.find(game), scenario):
        for way, pack in (("up", move.up), ("down", move.down)):
            if pack is not None:
                found[f"{move.name} {way}"] = pack
    return found


def drawn(dice: Dice, games: list[str]) -> Plan:
    """Any plan."""
    name = dice.choice(games)
    game = registry.find(name)
    scenario = dice.choice(sorted(each.name for each in game.scenarios(game.data(None))))
    names = sorted(packs(name, scenario)) if dice.below(5) == 0 else []
    levels = PLAYERS if name in DOCTRINES else ("random",)
    return Plan(
        name,
        scenario,
        options_for(game, dice),
        {side: dice.choice(levels) for side in Side},
        f"fuzz {dice.below(1 << 62):x}",
        dice.choice(names) if names else "",
    )


def options_for(game: Game[Any, Any], dice: Dice) -> dict[str, Any]:
    """Each option as it is, or as it may be."""
    chosen: dict[str, Any] = {}
    for name, kind in get_type_hints(game.options, include_extras=True).items():
        values = possible(kind)
        if values and dice.below(2):
            chosen[name] = dice.choice(values)
    return chosen


def possible(kind: Any) -> tuple[Any, ...]:
    """What an option may be set to, as far as its type lists it."""
    if get_origin(kind) is Annotated:
        inner, *about = get_args(kind)
        bounds = [each for each in about if isinstance(each, msgspec.Meta)]
        if inner is int and bounds and bounds[0].ge is not None and bounds[0].le is not None:
            return tuple(range(int(bounds[0].ge), int(bounds[0].le) + 1))
        return possible(inner)
    if get_origin(kind) is Literal:
        return get_args(kind)
    return (False, True) if kind is bool else ()
