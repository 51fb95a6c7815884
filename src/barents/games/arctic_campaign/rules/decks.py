"""What carriers carry (B.15, C.13, C.123): the air groups that a month allows, and the one that a carrier has."""

from __future__ import annotations

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.orders import AirGroup
from barents.games.arctic_campaign.rules.units import date, desk_of
from barents.games.arctic_campaign.state import State
from barents.games.operations.state import Ship
from barents.kernel.sides import Side


def complements(data: Data, line: str, date: str) -> tuple[dict[str, int], ...]:
    """The air groups that a carrier of a line may take in a month, in steps by type; her usual one first.

    AC-C.123-gz-air, -gz-free: the Graf Zeppelin takes what was planned for her, or any seven units of her types.
    """
    german = data.sea.air.graf_zeppelin
    if line != german.line:
        return data.sea.complements(line, date)
    steps = data.sea.air.complements.unit_steps
    planned = list(data.tables.axis_events.planned_decks)
    first, second, third = german.types
    mixes = [
        {first: one, second: two, third: german.units - one - two}
        for one in range(german.units, -1, -1)
        for two in range(german.units - one, -1, -1)
    ]
    groups = [{type: steps * units for type, units in mix.items() if units} for mix in (*planned, *mixes)]
    return tuple(group for number, group in enumerate(groups) if group not in groups[:number])


def deck_of(state: State, data: Data, side: Side, ship: Ship) -> dict[str, int]:
    """AC-B.15-carrier-replace, -C.13-carrier-replace: what a carrier carries this month, always at full strength.

    It is what her owner chose last, as long as the month allows it; nothing for a ship without a deck.
    """
    groups = complements(data, ship.line, date(state, data))
    chosen = desk_of(state, side).decks.get(ship.key)
    return dict(chosen if chosen in groups else groups[0]) if groups else {}


def deck_name(group: dict[str, int]) -> str:
    """An air group as an answer writes it.

    >>> deck_name({"fulmar": 4, "albacore": 8})
    'fulmar:4+albacore:8'
    """
    return "+".join(str(AirGroup(type, steps)) for type, steps in group.items())
