"""What counts in a scenario, for the briefing: its awards with their points, and what ships are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from barents.games.operations.data import Data
from barents.games.operations.datafiles import Award
from barents.games.operations.names import fleet_names
from barents.games.operations.terms import ShipClass
from barents.kernel.scenario_words import Count, Counting
from barents.kernel.sides import Side
from barents.kernel.words import listed

ANY = "any"
USUAL_BOAT = "de:VII"
USUAL_SHIPS: Mapping[ShipClass, str] = {"LT": "a merchant sunk", "DD": "a destroyer sunk", "CL": "a light cruiser sunk"}


def counts(data: Data, scenario: str) -> Counting:
    """OP-SCEN-levels: the awards of both sides; ships that are sunk at their own worth, with the usual ones named."""
    victory = data.scenarios[scenario].victory
    found = [
        count
        for side, awards in ((Side.ALLIED, victory.allied), (Side.AXIS, victory.axis))
        for award, fleets in _together(data, awards)
        for count in _counts(data, side, award, fleets)
    ]
    best = victory.levels[0]
    return Counting(
        tuple(found),
        tie="Allied points less German points decide",
        thumb=(
            f"From a score of {best.begins} on it is an {best.name} victory. "
            "The scale shows where you stand as far as you know: what the enemy hides counts in the end."
        ),
    )


def _together(data: Data, awards: Iterable[Award]) -> Iterator[tuple[Award, str]]:
    """Awards that differ only in their fleet are told as one, with the names of all; ships alone make many of them."""
    names: dict[Award, list[str]] = {}
    for award in awards:
        names.setdefault(replace(award, fleet=award.fleet and ANY), []).append(
            fleet_names(data).get(award.fleet, award.fleet)
        )
    for award, fleets in names.items():
        yield award, listed(fleets)


def _counts(data: Data, side: Side, award: Award, fleet: str) -> Iterator[Count]:
    match award.kind:
        case "sunk":
            if side is Side.ALLIED:
                yield Count("a U-boat sunk", side, data.boat_classes[USUAL_BOAT].vp)
            else:
                for type, words in USUAL_SHIPS.items():
                    worths = sorted({line.vp for line in data.types.values() if line.type == type})
                    said = str(worths[0]) if len(worths) == 1 else f"{worths[0]} to {worths[-1]}"
                    yield Count(words, side, sum(worths) / len(worths), said)
        case "unloaded":
            yield Count(f"a merchant of {fleet} unloads", side, award.points)
        case "west":
            yield Count(f"a merchant of {fleet} comes far enough west", side, award.points)
        case "near-port":
            yield Count(f"a merchant of {fleet} is near a Soviet port at the end", side, award.points)
        case "afloat":
            yield Count(f"a merchant of {fleet} is afloat at the end", side, award.points)
        case "hull-lost":
            who = listed([data.name_of(ship) for ship in award.ships]) if award.ships else "a great ship"
            yield Count(f"each box of hull lost by {who}", side, award.points)
