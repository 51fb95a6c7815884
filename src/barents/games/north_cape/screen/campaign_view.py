"""Chapter 11.7: the sheets of a campaign: how its scenarios went, and what each side has left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from barents.games.north_cape.data import Counter, Data
from barents.games.north_cape.names import SIDES, plural
from barents.games.north_cape.rules.additions import U_571
from barents.games.north_cape.rules.campaign import is_concluded, totals
from barents.games.north_cape.rules.losses import Campaign, sunk_before
from barents.games.north_cape.screen.displays import RANK
from barents.games.north_cape.state import LOST, Options, State
from barents.kernel.events import Fact
from barents.kernel.sides import ADJECTIVES, Side
from barents.kernel.view import Sheet

TO_COME, NONE = "to come", "–"


def sheets(data: Data, known: State) -> Iterator[Sheet]:
    """The sheets of a campaign; a scenario by itself has none. What is lost everyone knows."""
    if known.campaign is not None:
        yield so_far(data, known, known.campaign)
        yield from (what_is_left(data, known, side) for side in Side)


def so_far(data: Data, known: State, campaign: Campaign) -> Sheet:
    """NC 11.7: each scenario with its winner and points, and the sum that decides."""
    rows: list[tuple[Fact, ...]] = []
    for over in campaign.past:
        won = f"{ADJECTIVES[over.winner]} victory"
        rows.append((data.scenarios[over.scenario].title, won, *(over.points[side] for side in Side)))
    if not is_concluded(known):
        under_way = f"turn {known.turn} of {known.turns}"
        rows.append((data.scenarios[known.scenario].title, under_way, *(known.points[side] for side in Side)))
    for name in data.campaign.operations[len(rows) :]:
        rows.append((data.scenarios[name].title, TO_COME, *(NONE for _ in Side)))
    total = totals(known)
    rows.append(("Together", "", *(total[side] for side in Side)))
    return Sheet(
        "campaign",
        "The campaign so far",
        ("Scenario", "Result", *(SIDES[side] for side in Side)),
        tuple(rows),
        "The higher sum wins the campaign; a tie is German.",
    )


def what_is_left(data: Data, known: State, side: Side) -> Sheet:
    """NC 11.7: a side's ships by kind: all there are for the campaign, those sunk so far, and those left."""
    sunk = {*sunk_before(known.campaign), *(p.id for p in known.pieces[side].values() if p.at == LOST)}
    ships = _ships(data, side, known.options)
    rows: list[tuple[Fact, ...]] = []
    for type in RANK:
        kind = [ship for ship in ships if ship.type == type]
        lost = [ship.name for ship in kind if ship.id in sunk]
        if kind:
            name = "U-boats" if type == "SUB" and side is Side.AXIS else plural(type).capitalize()
            rows.append((name, len(kind), len(lost), len(kind) - len(lost), ", ".join(lost) or NONE))
    return Sheet(
        f"left-{side}",
        f"What the {SIDES[side]} have left",
        ("Ships", "Had", "Lost", "Left", "Sunk"),
        tuple(rows),
        "A ship sunk in one scenario is missing from all that follow; damaged ships are repaired, aircraft made good.",
    )


@cache
def _ships(data: Data, side: Side, options: Options) -> tuple[Counter, ...]:
    """A side's ships for the campaign."""
    return tuple(c for c in data.counters.values() if c.side is side and in_campaign(data, c, options))


def in_campaign(data: Data, counter: Counter, options: Options) -> bool:
    """Whether a counter is a ship that may sail in the campaign under its optional rules (NC 11.8, NC 11.9)."""
    if counter.id == U_571:
        return options.u571 != "no"
    forces = [force for file in data.scenarios.values() for force in file.forces]
    unused = [force for force in forces if force.option is not None and not getattr(options, force.option)]
    return counter.is_ship and not any(counter.id in force.named for force in unused)
