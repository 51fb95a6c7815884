"""Order sheets that are filled in with what a staff wants, and for the rest as they are proposed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.state import State
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Subset
from barents.kernel.domains import NONE

Page: TypeAlias = Callable[[Data, State, Any], Action | None]


def filled(options: Assign, wanted: Mapping[str, str]) -> Allot:
    """An order sheet with what is wanted; elsewhere nothing where that may be, or the first value with room."""
    room = dict(options.capacity)
    for value in wanted.values():
        if value in room:
            room[value] -= 1
    pairs: list[tuple[str, str]] = []
    for slot, domain in options.slots.items():
        value = wanted.get(slot, "")
        if not value:
            value = NONE if slot in options.optional else next((one for one in domain if room.get(one, 1) > 0), NONE)
            if value in room:
                room[value] -= 1
        pairs.append((slot, value))
    return Allot(tuple(pairs))


def spread(options: Assign, zones: list[str]) -> Allot:
    """Boats over zones in their order, and again from the first; zones that are not allowed are passed over."""
    wanted: dict[str, str] = {}
    for number, (slot, domain) in enumerate(options.slots.items()):
        fit = [zone for zone in zones if zone in domain]
        if fit:
            wanted[slot] = fit[number % len(fit)]
    return filled(options, wanted)


def fewest(options: Subset) -> Choose:
    """The first items, as few as must be: of each group its own number, then others until there are enough."""
    chosen = [item for group in options.groups for item in list(group.items)[: group.least]]
    grouped = {item for group in options.groups for item in group.items}
    rest = [item for item in options.items if item not in grouped]
    chosen += rest[: max(0, options.least - len(chosen))]
    return Choose(tuple(item for item in options.items if item in chosen))
