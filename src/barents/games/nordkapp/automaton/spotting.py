"""Solitaire 2: which German forces the automaton sees."""

from __future__ import annotations

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import Umpire, afloat, is_day, label_of, markers_on_map, members
from barents.games.nordkapp.state import Piece, State
from barents.kernel.dice import D6
from barents.kernel.sides import Audience, Side, only


def spotters(state: State, data: Data, cell: str) -> dict[str, int]:
    """NS 2: the Allied forces and submarines that can spot something in a hex, each with its distance.

    A force has a warship or is a convoy; merchants by themselves are none (RS17).
    """
    reach = data.tables.solitaire.spot_range[state.weather]
    close = data.tables.solitaire.submarine_spot_range
    found: dict[str, int] = {}
    for marker, units in markers_on_map(state, data, Side.ALLIED).items():
        if data.counters[units[0].id].is_merchant and not units[0].force:
            continue
        distance = data.distance(units[0].at, cell)
        if distance <= (close if all(data.counters[piece.id].is_sub for piece in units) else reach):
            found[marker] = distance
    return found


def carriers_near(state: State, data: Data, cell: str) -> int:
    """NS 2: the carriers that have a hex within spotting range (RS15)."""
    reach = data.tables.solitaire.spot_range[state.weather]
    return sum(
        data.counters[piece.id].type == "CV" and data.distance(piece.at, cell) <= reach
        for piece in afloat(state, data, Side.ALLIED)
    )


def is_hidden(data: Data, units: list[Piece]) -> bool:
    """NS 2: a submerged submarine is never seen."""
    return all(data.counters[piece.id].is_sub and piece.submerged for piece in units)


def start_of_turn(u: Umpire) -> None:
    """NS 2: once the weather is known every German force and surfaced boat is checked; out of range it is lost."""
    for marker, units in markers_on_map(u.state, u.data, Side.AXIS).items():
        if is_hidden(u.data, units):
            lose(u, marker, "NS-2-submerged")
        elif not check(u, marker, units[0].at):
            lose(u, marker, "NS-2-out-of-range")
    u.state.spotted = [marker for marker in u.state.spotted if members(u.state, Side.AXIS, marker)]


def check(u: Umpire, marker: str, cell: str) -> bool:
    """NS 2: a die for each spotter in range; one success is enough (RS7). Whether anyone was in range."""
    state, table = u.state, u.data.tables.solitaire
    seen_by = spotters(state, u.data, cell)
    if not seen_by:
        return False
    named = {"spotted already": table.already_spotted} if marker in state.spotted else {}
    if carriers := carriers_near(state, u.data, cell):
        named["carriers"] = carriers * table.carrier_in_range
    if not is_day(state, u.data):
        named["night"] = table.night
    if state.weather == "fog":
        named["fog"] = table.fog
    name, hit = label_of(u, Side.AXIS, marker), False
    for spotter, distance in seen_by.items():
        close = {"adjacent": table.adjacent} if distance <= 1 else {}
        subject = f"{label_of(u, Side.ALLIED, spotter)} looks for {name}"
        roll = u.roll(
            D6,
            "NS-2-roll",
            subject,
            {**named, **close},
            to=Audience.ALLIED,
            needs=f"{table.spotted_to} or less to spot her",
        )
        hit = hit or roll <= table.spotted_to
    if hit:
        spot(u, marker, "NS-2-any-success")
    else:
        lose(u, marker, "NS-2-lose")
    return True


def spot(u: Umpire, marker: str, rule: str) -> None:
    """NS 2: a German force is spotted, and its commander knows."""
    if marker not in u.state.spotted:
        u.state.spotted.append(marker)
        _tell(u, rule, "{name} is spotted", marker)


def lose(u: Umpire, marker: str, rule: str) -> None:
    """NS 2: a German force is not spotted any more."""
    if marker in u.state.spotted:
        u.state.spotted.remove(marker)
        _tell(u, rule, "{name} is spotted no longer", marker)


def _tell(u: Umpire, rule: str, words: str, marker: str) -> None:
    """NS 2: both sides know what is spotted, and nobody else."""
    for side in Side:
        u.tell(rule, words, to=only(side), name=label_of(u, Side.AXIS, marker))


def spot_fighters(u: Umpire, pieces: list[Piece]) -> None:
    """NS 2: German ships and boats that fight, or attack, are spotted."""
    for piece in pieces:
        about = u.data.counters[piece.id]
        if about.side is Side.AXIS and not about.is_air:
            spot(u, piece.force or piece.id, "NS-2-states")
