"""Where every Allied warship begins the month, and with whom she sails (D26, D33): values, and a plan to start from.

A ship is given the key of a convoy, a covering fleet (`cover-1` …), or the port in which she stays. Western ships in
Soviet ports sail with a westbound convoy, cover it (`guard-…`), go home by themselves (`home-…`), or go with the
cruiser of a special mission. Soviet destroyers that have answered meet convoys in the east (`sentry-…`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from barents.games.arctic_campaign.allied import western
from barents.games.arctic_campaign.allied.convoys import Convoy, is_open, wanted
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.orders import FLEETS, CoverKey, GuardKey, HomeKey, SentryKey
from barents.games.arctic_campaign.rules.convoy_phase import SOVIET, is_guest, must_stay, on_the_map
from barents.games.arctic_campaign.rules.units import ship_of, type_of
from barents.games.arctic_campaign.state import State, Vessel
from barents.games.operations.data import ShipType
from barents.games.operations.rules.units import is_worn
from barents.kernel.domains import Among, Domain, Refusal
from barents.kernel.sides import Side

ALLIED = Side.ALLIED
COVERS = tuple(str(CoverKey(number)) for number in range(1, 5))
MISSION = "mission"
CONVOY_CRUISERS, COVER_DESTROYERS = 2, 4  # the plan that is proposed (11.1): with a convoy, in a covering fleet


class Fixed(NamedTuple):
    """What has been decided before ships are given their places."""

    convoys: Sequence[Convoy]
    hired: Collection[str]
    again: Collection[str]
    carrier: str
    answered: Collection[str]
    bases: Mapping[str, str]
    cruiser: str
    help: bool

    def bound(self, way: str) -> list[Convoy]:
        """The convoys of one direction."""
        return [convoy for convoy in self.convoys if convoy.way == way]

    def launched(self, data: Data) -> list[Convoy]:
        """AC-B.21-start: the eastbound convoys from the launch ports, with which ships in the west can sail."""
        return [convoy for convoy in self.bound("east") if convoy.port in data.tables.transports.launch_ports]


def slots(state: State, data: Data, fixed: Fixed) -> dict[str, Domain]:
    """AC-A.4-start-port, AC-B.23-sources: every ship that has a choice, with the proposal first."""
    found: dict[str, list[str]] = {}
    for vessel in on_the_map(state, data, ALLIED):
        values = _values(state, data, fixed, vessel)
        if values:
            found[vessel.key] = values
    east = [convoy.key for convoy in fixed.launched(data)]
    for key in fixed.hired:
        found[key] = [*east, *COVERS, *western.western_ports(data)]
    if fixed.carrier and fixed.carrier not in state.allied.vessels:
        found[fixed.carrier] = east or [data.tables.hire.port]
    first = proposal(state, data, fixed, found)
    ordered = {key: [first[key], *(value for value in values if value != first[key])] for key, values in found.items()}
    return {key: Among(values, why_not=_why_not) for key, values in ordered.items()}


def _why_not(value: str) -> Refusal:
    if isinstance(FLEETS.find(value), GuardKey | HomeKey):
        return Refusal("she is not in that Soviet port, or must sail with the convoy from there", "AC-B.22-escorts")
    return Refusal(f"she cannot be given to {value}: nobody leaves a theatre but with a fleet", "AC-A.4-monthly-setup")


def line_of(state: State, data: Data, key: str) -> ShipType:
    """The values of a ship, also of one who has only just been hired."""
    if key in state.allied.ships:
        return type_of(data, ship_of(state, ALLIED, key))
    return western.line_of(data, key)


def port_of(state: State, data: Data, key: str, fixed: Fixed) -> str:
    """Where a ship is, before she is given a place."""
    if key in fixed.bases:
        return fixed.bases[key]
    vessel = state.allied.vessels.get(key)
    return vessel.at if vessel is not None and key not in fixed.hired else data.tables.hire.port


# What each ship may do


def _values(state: State, data: Data, fixed: Fixed, vessel: Vessel) -> list[str]:
    """The places that a ship may be given; none for those who have no choice."""
    ship = ship_of(state, ALLIED, vessel.key)
    about = type_of(data, ship)
    if about.is_transport or vessel.service == "idle":
        return []
    if must_stay(state, data, ALLIED, vessel):
        return []
    east = [convoy.key for convoy in fixed.launched(data)]
    if vessel.service == "transfer":
        return east
    if about.nation == SOVIET:
        return [*_sentries(state, data, fixed, vessel)] if vessel.key in fixed.answered else []
    if is_guest(data, ship, vessel) or vessel.at in western.soviet_ports(data):
        return _ways_home(state, data, fixed, vessel, oiler=about.is_train)
    if vessel.key == fixed.carrier:
        return east or list(western.western_ports(data))
    if vessel.service == "oiler":
        return [*east, *COVERS, vessel.at]
    return [*east, *COVERS, vessel.at, *(port for port in start_ports(data, [about]) if port != vessel.at)]


def start_ports(data: Data, lines: Iterable[ShipType]) -> tuple[str, ...]:
    """AC-A.4-monthly-setup, AC-B.5-us-base: the western ports in which ships may begin; those of the US in two only."""
    american = any(line.nation == "us" for line in lines)
    return data.tables.allied_events.us_ports if american else western.western_ports(data)


def _sentries(state: State, data: Data, fixed: Fixed, vessel: Vessel) -> list[str]:
    """AC-B.17-choice, -east-only: a destroyer that has answered covers a convoy in the east, or stays."""
    port = port_of(state, data, vessel.key, fixed)
    if not fixed.convoys or not is_open(state, data, port, help=fixed.help):
        return []
    return [str(SentryKey(data.sea.port(port).zone)), port]


def _ways_home(state: State, data: Data, fixed: Fixed, vessel: Vessel, *, oiler: bool) -> list[str]:
    """AC-B.22-escorts, -no-convoy, AC-B.23-leave, -no-base, R31: how a western ship leaves a Soviet port.

    An oiler may also stay. Where ice closes the port nobody leaves.
    """
    if not is_open(state, data, vessel.at, help=fixed.help):
        return []
    zone, west = data.sea.port(vessel.at).zone, fixed.bound("west")
    here = [convoy.key for convoy in west if convoy.port == vessel.at]
    unpaid = vessel.unpaid and vessel.key not in fixed.again
    worn = is_worn(data.sea, ship_of(state, ALLIED, vessel.key))
    found = list(here)
    if west and not unpaid and not worn and not oiler:
        found.append(str(GuardKey(zone)))
    if not found or oiler:
        found.append(str(HomeKey(zone)))
    if fixed.cruiser and vessel.at == data.tables.allied_events.mission_from and not oiler:
        alone = [MISSION]
        found = [*here, *alone] if vessel.key == fixed.cruiser else [*found, *alone]
    return [*found, vessel.at] if oiler else found


# A plan to start from


def proposal(state: State, data: Data, fixed: Fixed, values: Mapping[str, list[str]]) -> dict[str, str]:
    """11.1: escorts by the size of the convoys, the great ships and a few destroyers to cover them; others stay."""
    east = fixed.launched(data)
    destroyers = {convoy.key: wanted(len(convoy.ships)) for convoy in east}
    cruisers, covering = dict.fromkeys(destroyers, CONVOY_CRUISERS), COVER_DESTROYERS
    largest = max(east, key=lambda convoy: len(convoy.ships)).key if east else ""
    found: dict[str, str] = {}
    for key, choices in values.items():
        type, here = line_of(state, data, key).type, port_of(state, data, key, fixed)
        place = here if here in choices and here not in western.soviet_ports(data) else choices[0]
        if not east or largest not in choices:
            pass
        elif type in ("CV", "BB", "BC") and COVERS[0] in choices:
            place = COVERS[0]
        elif type == "DD":
            short = next((name for name, number in destroyers.items() if number), "")
            if short:
                destroyers[short] -= 1
                place = short
            elif covering and COVERS[0] in choices:
                covering, place = covering - 1, COVERS[0]
        elif type in ("CA", "CL"):
            short = next((name for name, number in cruisers.items() if number), "")
            if short:
                cruisers[short] -= 1
                place = short
        else:
            place = largest
        found[key] = place
    return found
