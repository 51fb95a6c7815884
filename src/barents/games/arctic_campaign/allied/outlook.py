"""What the month can bring the Allies, from what they know (4.11)."""

from __future__ import annotations

from collections.abc import Iterable

from barents.games.arctic_campaign.allied import transports
from barents.games.arctic_campaign.allied.transports import TRANSPORT
from barents.games.arctic_campaign.allied.western import soviet_ports
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.units import afloat
from barents.games.arctic_campaign.state import State, Vessel
from barents.kernel.sides import Side
from barents.kernel.words import in_words, listed, signed

ALLIED = Side.ALLIED


def outlook(data: Data, known: State) -> str:
    """4.11: the score if all goes well, and from how many losses on it turns negative."""
    if known.phase not in ("reinforcement", "convoy"):
        return ""
    desk, table = known.allied, data.tables.victory
    planned = bool(desk.groups)
    east = _sailing(data, known, "east", planned=planned)
    west = _sailing(data, known, "west", planned=planned)
    sailing = [key for group in desk.groups.values() for key in group.ships]
    kept = sum(vessel.key not in sailing for vessel in transports.on_hand(known, data)) if planned else 0
    worth = data.sea.types[TRANSPORT].cargo * table.cargo
    loss = worth + data.sea.types[TRANSPORT].vp
    paid = sum(line.points for line in desk.bill if line.side is Side.AXIS)
    gained = sum(line.points for line in desk.bill if line.side is ALLIED)
    best = east * worth + west * table.returned - paid + gained - kept * table.kept_back
    if not east and not west:
        return ""
    sums = [f"{east * worth} for cargo"]
    if west:
        sums.append(f"{west * table.returned} for those that come home")
    if gained:
        sums.append(f"{gained} for ships given up")
    less = [f"{paid} paid"] if paid else []
    less += [f"{kept} kept back"] if kept else []
    lost = f", less {listed(less)}" if less else ""
    score = signed(best) if best else "0"
    arrive = "If it arrives" if east == 1 else f"If all {east} arrive"
    words = f"{arrive}: {listed(sums)}{lost}: {score}."
    if best < 0:
        return f"{words} That is below zero, and a box for the Axis."
    turns = best // loss + 1
    if turns <= east:
        words += f" Each that is sunk costs {loss}: the month is below zero from {in_words(turns)} sunk of the {east}."
    return words


def _sailing(data: Data, known: State, way: str, *, planned: bool) -> int:
    """The transports that sail one way, or that could while nothing is planned."""
    if planned:
        keys = [key for group in known.allied.groups.values() if group.way == way for key in group.ships]
        return sum(known.allied.vessels[key].service == "merchant" for key in keys if key in known.allied.vessels)
    if way == "east":
        return len(transports.on_hand(known, data))
    return len(merchants(known, soviet_ports(data)))


def merchants(known: State, ports: Iterable[str]) -> list[Vessel]:
    """Transports in some ports."""
    places = tuple(ports)
    return [one for one in afloat(known.allied) if one.service == "merchant" and one.at in places]
