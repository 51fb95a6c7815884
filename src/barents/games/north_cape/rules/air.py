"""Chapters 4.1 and 5.6: airbases, the carrier, and how aircraft come home."""

from __future__ import annotations

from typing import Any

from barents.games.north_cape.data import CARRIER, Data
from barents.games.north_cape.phases import LANDING
from barents.games.north_cape.rules.movement import base_hex, moving
from barents.games.north_cape.rules.pieces import Umpire, eliminate, flight, hide, is_real, occupied, on_map, turn_up
from barents.games.north_cape.rules.sight import in_sight
from barents.games.north_cape.state import NOT_AVAILABLE, LandAircraft, Mission, Piece, State, TrimCarrier
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Decision, Subset
from barents.kernel.domains import Among
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side


def about_the_deck(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """Why some aircraft are lost."""
    return f"{data.counters[CARRIER].name} is damaged and has not room for all. Those without a place are lost."


def about_landing(data: Data, _known: State, decision: Decision[Any]) -> str:
    """How much room there is, or that nobody needs any."""
    if isinstance(decision.options, Assign) and not decision.options.slots:
        return "None of yours comes down now; the enemy cannot know that."
    return f"A base takes {data.pools.airbase_capacity} units. Who gets no order finds the nearest base with room."


DECK: Question[State, Data] = Question(
    "NC-4.1-cv-damage-capacity",
    "Which aircraft find room on deck?",
    phase=LANDING,
    about=about_the_deck,
    answers={Choose: "These land on the carrier; the others are lost."},
    verb="Land",
)
BASES: Question[State, Data] = Question(
    "NC-5.6-na-return",
    "Where do your aircraft land?",
    phase=LANDING,
    about=about_landing,
    answers={Allot: "Each lands at the base that you give it; decoys go back to where they came from."},
    verb="Land",
    deed="lands at",
)
OVERFULL: Question[State, Data] = Question(
    "NC-4.1-cv-overfull",
    "Which aircraft are lost with the deck?",
    phase=LANDING,
    about=about_the_deck,
    answers={Choose: "These are lost; the others stay on deck."},
    verb="Give up",
)


def has_carrier(state: State) -> bool:
    """Whether Victorious is afloat on the map."""
    carrier = state.pieces[Side.ALLIED].get(CARRIER)
    return carrier is not None and on_map(carrier)


def carrier_capacity(state: State, data: Data) -> int:
    """NC 4.1: five air units, one less for each damage."""
    carrier = state.pieces[Side.ALLIED].get(CARRIER)
    if carrier is None or not on_map(carrier):
        return 0
    return max(0, data.pools.carrier_capacity - carrier.damage)


def on_deck(state: State) -> list[Piece]:
    """The air units on the carrier's deck."""
    return [p for p in state.pieces[Side.ALLIED].values() if p.base == CARRIER and not p.aloft and on_map(p)]


def carried(state: State, stack: list[Piece]) -> list[Piece]:
    """NC 6.1: the aircraft that a stack has on deck, if the carrier is in it: they go, and hide, with her."""
    return on_deck(state) if any(piece.id == CARRIER for piece in stack) else []


def room_on_deck(state: State, data: Data) -> int:
    """NC 4.1: how many more air units the carrier can take."""
    return carrier_capacity(state, data) - len(on_deck(state))


def launch(u: Umpire, mission: Mission) -> None:
    """NC 7.2: aircraft take off; a hidden carrier that launches is turned face up, not reconnoitred (R57).

    Decoys that were announced as aircraft fly and go home like them: else they would give themselves away.
    """
    if not mission.flying:
        return
    launched = [piece for piece in moving(u.state, mission) if not piece.aloft]
    for piece in launched:
        piece.aloft = True
        piece.took_off = mission.at
        if not is_real(u.data, piece):
            piece.base = mission.start
    if any(piece.base == CARRIER for piece in launched) and has_carrier(u.state):
        show_carrier(u)


def show_carrier(u: Umpire) -> None:
    """NC 7.2: Victorious, and her Group marker if she is in a box, lie face up for the turn."""
    pieces = u.state.pieces[Side.ALLIED]
    shown = [pieces[CARRIER]]
    if shown[0].box:
        shown.append(pieces[f"group-{shown[0].box}"])
    turn_up(u, shown, "NC-7.2-cv-launch-reveals")


def fly_home(u: Umpire, unseen: Side | None) -> tuple[Step, ...]:
    """NC 4.0: aircraft whose mission is over return; those on patrol stay aloft.

    A German whose interceptors were not seen is asked in any case: the Allies cannot know whether they were aircraft.
    """
    steps = []
    for side in Side:
        units = tuple(p.id for p in u.state.pieces[side].values() if p.aloft and not p.on_patrol)
        sham = side is unseen is Side.AXIS
        if units or sham:
            steps.append(LandAircraft(side, units, sham))
    return tuple(steps)


def bases_in_range(state: State, data: Data, side: Side, piece: Piece) -> list[str]:
    """NC 4.1, NC 5.6: where a unit may land: its own base, or another within its range from here (R59, R101)."""
    if side is Side.ALLIED:
        return [CARRIER] if room_on_deck(state, data) > 0 and can_reach_deck(state, data, piece) else []
    here, reach, places = last_hex(piece), flight(data, state, piece), free_places(state, data)
    return [
        base
        for base in data.german_bases
        if places[base] > 0 and (base == piece.base or data.grid.distance(here, base) <= reach)
    ]


def can_reach_deck(state: State, data: Data, piece: Piece) -> bool:
    """NC 5.3, NC 5.6: whether Victorious is within a unit's range of where it is; she may have sailed meanwhile.

    It can always fly as far as it is to where it took off. What has fought from her deck is with her.
    """
    here, carrier = last_hex(piece), state.pieces[Side.ALLIED][CARRIER]
    if not here.isdigit():
        return True
    back = data.grid.distance(here, piece.took_off) if piece.took_off else 0
    return data.grid.distance(here, carrier.at) <= max(back, flight(data, state, piece))


def free_places(state: State, data: Data) -> dict[str, int]:
    """NC 4.1: how many more air units each German base can take."""
    places = dict.fromkeys(data.german_bases, data.pools.airbase_capacity)
    for piece in state.pieces[Side.AXIS].values():
        if piece.base in places and not piece.aloft and on_map(piece):
            places[piece.base] -= 1
    return places


def last_hex(piece: Piece) -> str:
    """Where an air unit was on its mission, also if it is Not Available since."""
    return piece.at if on_map(piece) else piece.came_from or piece.base


def land_aircraft(u: Umpire, step: LandAircraft) -> kernel.Rule[tuple[Step, ...]]:
    """NC 5.6: units land where their owner says; one that finds no room in range is lost (NC 4.1)."""
    state, data, side = u.state, u.data, step.side
    down = [p for p in state.pieces[side].values() if _comes_down(step, p)]
    cells = {piece.at for piece in down if on_map(piece)}
    decoys = [piece for piece in down if not is_real(data, piece)]
    coming = [piece for piece in down if is_real(data, piece)]
    homes = {piece.id: bases_in_range(state, data, side, piece) for piece in coming}
    for piece in coming:
        if not homes[piece.id]:
            eliminate(u, piece, "want of a place to land")
    homes = {name: bases for name, bases in homes.items() if bases}
    if homes and side is Side.ALLIED:
        yield from land_on_deck(u, list(homes))
    elif side is Side.AXIS and (homes or decoys or may_have_landed(u)):
        yield from land_ashore(u, homes, [piece.id for piece in decoys])
    for piece in decoys:
        land(state, piece, piece.base)
        piece.base = ""
    cells |= {state.pieces[side][piece.id].at for piece in down}
    seen = [f"{cell}: {in_sight(state, data, side, cell)}" for cell in sorted(cells) if cell.isdigit()]
    if seen:
        u.tell("NC-4.0-air-return", "{side}: aircraft go home: {seen}", side=side.value, seen="; ".join(seen))
    return ()


def may_have_landed(u: Umpire) -> bool:
    """Whether the Allies must think that German aircraft land: something lies where a patrol was announced."""
    return not occupied(u.state, Side.AXIS).isdisjoint(u.state.stations[Side.AXIS])


def land_on_deck(u: Umpire, names: list[str]) -> kernel.Rule[None]:
    """NC 4.1: British units land on Victorious; if she has not room for all, their owner says who is lost (R49)."""
    state = u.state
    deck = room_on_deck(state, u.data)
    landing = tuple(names)
    if deck < len(names):
        options = Subset(names, least=deck, most=deck)
        chosen = yield from u.ask(Side.ALLIED, DECK, options)
        landing = chosen.items
    for name in names:
        if name in landing:
            land(state, state.pieces[Side.ALLIED][name], CARRIER)
        else:
            eliminate(u, state.pieces[Side.ALLIED][name], "want of room on deck")


def land_ashore(u: Umpire, homes: dict[str, list[str]], decoys: list[str]) -> kernel.Rule[None]:
    """NC 4.1, NC 5.6: German units land at bases, five to each; those without orders find a base for themselves.

    Decoys go back to where they came from, but it is asked as if they had a choice.
    """
    state, data, side = u.state, u.data, Side.AXIS
    places = free_places(state, data)
    capacity = {base: places[base] for bases in homes.values() for base in bases}
    slots = {name: Among(bases) for name, bases in homes.items()} | dict.fromkeys(decoys, Among(["back"]))
    options = Assign(slots, optional=True, capacity=capacity)
    answer = yield from u.ask(side, BASES, options)
    ordered = {name: base for name, base in answer.pairs if base in data.german_bases}
    for name, base in ordered.items():
        land(state, state.pieces[side][name], base)
    for piece in [state.pieces[side][name] for name in homes if name not in ordered]:
        if base := nearest_with_room(state, data, side, piece):
            land(state, piece, base)
        else:
            eliminate(u, piece, "want of a place to land")


def _comes_down(step: LandAircraft, piece: Piece) -> bool:
    """At the end of the turn everything lands; after a mission those named."""
    if step.units or step.sham:
        return piece.id in step.units
    return piece.aloft or piece.at == NOT_AVAILABLE


def nearest_with_room(state: State, data: Data, side: Side, piece: Piece) -> str:
    """A unit that was given no base takes its own, or the nearest that has room."""
    bases = bases_in_range(state, data, side, piece)
    if piece.base in bases:
        return piece.base
    return min(bases, key=lambda base: (data.grid.distance(last_hex(piece), base), base), default="")


def land(state: State, piece: Piece, base: str) -> None:
    """A unit is on the ground, or on deck."""
    piece.base = base
    piece.came_from = piece.took_off = ""
    piece.aloft = piece.on_patrol = False
    piece.at = base_hex(state, piece)


def to_not_available(u: Umpire, piece: Piece) -> None:
    """NC 9.2, NC 9.3: off the map for the rest of the turn (R36), and face down where it lands."""
    hide(u, [piece])
    piece.came_from = piece.at if piece.aloft else ""
    piece.at = NOT_AVAILABLE
    piece.aloft = piece.on_patrol = False


def trim_carrier(u: Umpire, _step: TrimCarrier) -> kernel.Rule[tuple[Step, ...]]:
    """NC 4.1: what a damaged carrier cannot hold any more is lost, by its owner's choice (R49)."""
    state = u.state
    excess = -room_on_deck(state, u.data)
    if excess <= 0:
        return ()
    names = [piece.id for piece in on_deck(state)]
    options = Subset(names, least=excess, most=excess)
    chosen = yield from u.ask(Side.ALLIED, OVERFULL, options)
    for name in chosen.items:
        eliminate(u, state.pieces[Side.ALLIED][name], "want of room on deck")
    return ()
