"""Transports, oilers and the escort carrier of the month (B.2, B.21, B.23)."""

from __future__ import annotations

from typing import Any, Literal

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.actions import Proceed
from barents.games.arctic_campaign.allied import western
from barents.games.arctic_campaign.allied.core import OILER
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.idle import or_idle
from barents.games.arctic_campaign.rules.units import Umpire, afloat, commission, date, is_whole, note
from barents.games.arctic_campaign.state import State, Vessel
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision, Pick
from barents.kernel.dice import D6
from barents.kernel.domains import Domain, Numbers
from barents.kernel.question import Question
from barents.kernel.sides import Side, only

TRANSPORT = "uk:LT"
SIX = 6


# The month's transports


def on_hand(state: State, data: Data) -> list[Vessel]:
    """Transports in Britain and Iceland."""
    ports = western.western_ports(data)
    return [vessel for vessel in afloat(state.allied) if vessel.service == "merchant" and vessel.at in ports]


def dice(data: Data, month: int, backlog: int) -> int:
    """AC-B.21-first, -ramp, -ten, -backlog-dice, -backlog-round: how many dice are rolled in a month."""
    table = data.tables.transports
    return max(0, min(table.most_dice, table.first_dice + month - 1) - backlog // table.backlog_for_a_die)


def roll(u: Umpire) -> None:
    """AC-B.21-roll, -ao, -ao-max: new transports, and an oiler for every six, in secret.

    Those left over load what they have lost; one that turned back to a port from which no convoy starts has moved.
    """
    state, data = u.state, u.data
    desk, table = state.allied, data.tables.transports
    backlog = on_hand(state, data)
    for vessel in backlog:
        vessel.at = vessel.at if vessel.at in table.launch_ports else table.launch_ports[0]
        if is_whole(desk.ships[vessel.key]):
            desk.ships[vessel.key].cargo = data.sea.types[TRANSPORT].cargo
    number = dice(data, state.month, len(backlog))
    desk.returned, desk.dice = 0, []
    if number:
        words = f"Transports for Russia, {len(backlog)} left over"
        desk.dice = list(u.roll(number * D6, "AC-B.21-roll", words, to=only(Side.ALLIED)).faces)
    desk.rolled = sum(desk.dice)
    oilers = min(table.most_oilers, desk.dice.count(SIX))
    for _ in range(desk.rolled):
        _launch(state, data, "merchant")
    for _ in range(oilers):
        _launch(state, data, "oiler")
    words = "{number} {number:transport|transports} and {oilers} {oilers:oiler|oilers} for Russia"
    u.tell("AC-B.21-roll", words, to=only(Side.ALLIED), number=desk.rolled, oilers=oilers)
    words = "New transports for Russia: {number}, with oilers: {oilers}"
    note(state, Side.ALLIED, words, number=str(desk.rolled), oilers=str(oilers))


def _launch(state: State, data: Data, service: Literal["merchant", "oiler"]) -> None:
    """A new transport or oiler under the next number."""
    desk = state.allied
    desk.names += 1
    stem, line = ("lt", TRANSPORT) if service == "merchant" else ("ao", OILER)
    port = data.tables.transports.launch_ports[0]
    commission(state, data, Side.ALLIED, f"{stem}-{desk.names}", service, port, line=line)


def new_ones(state: State) -> dict[str, list[Vessel]]:
    """This month's transports and oilers."""
    ships = [vessel for vessel in afloat(state.allied) if vessel.since == state.month]
    return {
        group: found
        for group, service in (("transports", "merchant"), ("oilers", "oiler"))
        if (found := [vessel for vessel in ships if vessel.service == service])
    }


def loading(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """AC-B.21-launch-port."""
    first, second = data.tables.transports.launch_ports
    return (
        f"From {first} in Iceland the way to Russia is shorter and further from the German airfields; a convoy from "
        f"{second} sails by a route of its own. A convoy begins in one port: keep together what is to sail together. "
        f"The usual answer is all at {first}."
    )


LOAD: Question[State, Data] = Question(
    "AC-B.21-launch-port",
    "In which port do the new transports load?",
    phase=phases.GERMAN_MOVE,
    about=or_idle(loading),
    answers={Allot: "So many load in the first of the two ports, and the others in the second."},
    verb="Load",
    layout="numbers",
)


def launch(u: Umpire) -> kernel.Rule[dict[str, int]]:
    """D11, AC-B.21-launch-port: how many of the new transports and oilers load in the first of the two ports."""
    first, second = u.data.tables.transports.launch_ports
    slots: dict[str, Domain] = {group: Numbers(range(len(ships), -1, -1)) for group, ships in new_ones(u.state).items()}
    words = f"How many load at {first}? The others load at {second}"
    if not slots:
        yield from u.ask(Side.ALLIED, LOAD, Pick([Proceed()]), "There are no new transports")
        return {}
    answer: Allot = yield from u.ask(Side.ALLIED, LOAD, Assign(slots), words)
    return {group: int(number) for group, number in answer.pairs}


def settle(u: Umpire, ports: dict[str, int]) -> None:
    """AC-B.21-start: each new ship is in her launch port."""
    first, second = u.data.tables.transports.launch_ports
    for group, ships in new_ones(u.state).items():
        for place, vessel in enumerate(ships):
            vessel.at = first if place < ports[group] else second


def kept_back(state: State, data: Data) -> int:
    """AC-B.21-penalty, -penalty-again, -penalty-ao, R23: the transports in the west at the month's end.

    Whether one stayed behind or turned back does not matter, nor does she count twice; oilers do not count.
    """
    return len(on_hand(state, data))


# Names


def convoy_name(state: State, data: Data, way: Literal["east", "west"], more: int = 0) -> str:
    """AC-B.2-naming: what the next convoy is called (its key is the same in small letters).

    `more` is how many convoys of the month are named before it.
    """
    names, start = data.tables.names, state.options.convoy_names
    if way == "east":
        return f"{names.east}-{(state.allied.east or names.first_east[start]) + more}"
    return f"{names.west}-{(state.allied.west or names.first_west[start]) + more}"


# The free escort carrier


def carriers(state: State, data: Data) -> list[str]:
    """R29: the escort carriers that there are."""
    return western.named(state, data, "CVE", western.BRITISH)


def carrier_roll(u: Umpire) -> None:
    """AC-B.23-cve-1942, -cve-random, -cve-1943: in 1942 two dice less the month must be below it; later one is free.

    In 1942 the carrier is drawn; from 1943 the Allies choose her in their plans (`take_carrier`).
    """
    state, data = u.state, u.data
    desk = state.allied
    desk.cve, desk.cve_free = "", False
    ships = carriers(state, data)
    if date(state, data) >= data.tables.carriers.always_from:
        desk.cve_free = bool(ships)
        return
    month = data.month_of_year(state.month)
    result = u.roll(
        2 * D6,
        "AC-B.23-cve-1942",
        "An escort carrier",
        {"month": -month},
        to=only(Side.ALLIED),
        needs=f"less than {month}",
    )
    if result >= month:
        return
    if not ships:
        u.tell("AC-B.23-cve-random", "No escort carrier is in commission", to=only(Side.ALLIED))
        return
    take_carrier(u, u.draw(ships, 1, "AC-B.23-cve-random", "The escort carrier", to=only(Side.ALLIED))[0])


def take_carrier(u: Umpire, key: str) -> None:
    """The free carrier of the month joins at Scapa Flow, for an eastbound convoy."""
    state, data = u.state, u.data
    state.allied.cve = key
    western.enlist(state, data, key, "event", data.tables.hire.port)
    u.tell("AC-B.23-cve-random", "{unit} joins an eastbound convoy", to=only(Side.ALLIED), unit=key)
    note(state, Side.ALLIED, "{ship} joins an eastbound convoy", ship=key)
