"""Surface action: who fights, divisions, and the rounds (OP-TAC)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from barents.games.operations import phases
from barents.games.operations.air.sighting_reports import report
from barents.games.operations.battle.gunnery import gunfire
from barents.games.operations.battle.manoeuvres import (
    YES,
    Intents,
    apply_intents,
    division_slots,
    take_aim,
    weapon_slots,
)
from barents.games.operations.battle.odds import barrage, shots
from barents.games.operations.battle.tactics import (
    battle_of,
    in_sight,
    is_over,
    ship_in,
    standing,
    visibility,
)
from barents.games.operations.battle.torpedoes import launch
from barents.games.operations.data import Data
from barents.games.operations.fights import Battle, Division, Encounter, Fighter
from barents.games.operations.names import many
from barents.games.operations.orders import ROUND_ORDERS, ROUND_SLOTS, BreakOff, RoundSlot
from barents.games.operations.rules.odds import of_orders, of_sheet
from barents.games.operations.rules.units import Umpire, effect_at, find_ship, ships_of, trains
from barents.games.operations.state import SUNK, Divisions, Round, State, SurfaceActions
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import SIDES, Side, only
from barents.kernel.words import in_words

TRAIN = "train"
LETTERS = {Side.ALLIED: "a", Side.AXIS: "g"}


# Who fights (OP-TAC-who)


def surface_actions(u: Umpire, _step: SurfaceActions) -> tuple[Step, ...]:
    """OP-TIME-order 8, OP-WX-gale-combat: the battles of the turn by zone; none is fought in a gale."""
    state = u.state
    state.phase = "surface action"
    while state.battles:
        meeting = state.battles.pop(0)
        alive = all(meeting.fleets[side] in state.desks[side].fleets for side in Side)
        if not alive or not effect_at(state, u.data, meeting.zone).combat:
            continue
        join_up(state, meeting)
        begin(u)
        return (Divisions(), SurfaceActions())
    for side in Side:
        for fleet in state.desks[side].fleets.values():
            fleet.avoided = False
    return ()


def begin(u: Umpire) -> None:
    """OP-TAC-surprise: a battle begins; who attacks whom, and who did not see it coming, both sides know."""
    battle = battle_of(u.state)
    words = "The battle in {cell} begins: the {side} attack"
    u.tell("OP-TAC-who", words, cell=battle.zone, side=SIDES[battle.engager])
    for side in battle.surprised:
        u.tell("OP-TAC-surprise", "The {side} are taken by surprise", side=SIDES[side])


def join_up(state: State, meeting: Encounter) -> None:
    """OP-TAC-who: all battles of one zone are one; other fleets there that did not avoid it come up in round three."""
    same = [other for other in state.battles if other.zone == meeting.zone]
    state.battles = [other for other in state.battles if other.zone != meeting.zone]
    fleets: dict[Side, list[str]] = {}
    joining: dict[Side, list[str]] = {}
    for side in Side:
        desk = state.desks[side]
        first = [one.fleets[side] for one in (meeting, *same) if one.fleets[side] in desk.fleets]
        fleets[side] = sorted(set(first))
        zones = {desk.fleets[key].at for key in fleets[side]} | {meeting.zone}
        joining[side] = [
            fleet.key
            for fleet in desk.fleets.values()
            if fleet.at in zones and not fleet.docked and fleet.key not in fleets[side] and not fleet.avoided
        ]
    alert = [side for one in (meeting, *same) for side in one.contact]
    surprised = [side for side in Side if side is not meeting.engager and side not in alert]
    state.battle = Battle(meeting.zone, meeting.engager, fleets, surprised, joining)
    for side in Side:
        for key in fleets[side]:
            state.desks[side].fleets[key].fought += 1


# Divisions (OP-TAC-divisions, -placing)


def about_divisions(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """How divisions stand and move (OP-TAC-divisions, -placing)."""
    table = data.tables.battle
    return (
        f"Up to {in_words(table.divisions)} divisions, {in_words(table.apart)} cells of 3,000 yards apart, the first "
        "in front; merchants and oilers are the last. A division moves as one, at the speed of its slowest ship: keep "
        "fast ships together, and those that lay smoke before those that need it."
    )


def about_joining(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """Where those come in who come up later (OP-TAC-who)."""
    most = in_words(data.tables.battle.joining_divisions)
    return f"They come up behind your last division, in at most {most} divisions."


WHICH_DIVISION = "In which division is each of your ships? The first is in front"
DIVIDE: Question[State, Data] = Question(
    "OP-TAC-divisions",
    WHICH_DIVISION,
    phase=phases.SURFACE_ACTION,
    about=about_divisions,
    answers={Allot: "Each ship fights in the division that you give her; one without an order is in the first."},
    verb="Form",
)
JOIN: Question[State, Data] = Question(
    "OP-TAC-who",
    WHICH_DIVISION,
    phase=phases.SURFACE_ACTION,
    about=about_joining,
    answers={Allot: "Each ship comes up in the division that you give her; one without an order is in the first."},
    verb="Form",
)


def divisions(u: Umpire, _step: Divisions) -> kernel.Rule[tuple[Step, ...]]:
    """OP-TAC-divisions: both sides divide their ships in secret; then they stand on the track, out of or in sight."""
    state, battle = u.state, battle_of(u.state)
    allied, axis = yield from u.both(_divide(u, Side.ALLIED), _divide(u, Side.AXIS))
    u.tell(
        "OP-TAC-who",
        "Battle in {cell}: {allied} Allied ships against {axis} German ships",
        cell=battle.zone,
        allied=len(allied),
        axis=len(axis),
    )
    sight = max(visibility(state, u.data, side) for side in Side)
    for side, choice in ((Side.ALLIED, allied), (Side.AXIS, axis)):
        # OP-TAC-placing: the engager's front is at 0, the other's at the limit of what either side can see.
        first = 0 if side is battle.engager else sight
        line_up(u, side, choice, first=first, back=_back(battle, side))
    tell_places(u, battle.divisions)
    see(u)
    return (Round(),)


def _divide(u: Umpire, side: Side) -> kernel.Rule[dict[str, str]]:
    """A division for each ship, 1 being the front; transports and oilers are the train."""
    battle = battle_of(u.state)
    most = u.data.tables.battle.divisions
    return (yield from choose_divisions(u, side, battle.fleets[side], most, DIVIDE))


def choose_divisions(
    u: Umpire, side: Side, fleets: Iterable[str], most: int, question: Question[State, Data]
) -> kernel.Rule[dict[str, str]]:
    """Ask a side which division each of its ships is in."""
    desk = u.state.desks[side]
    ships = [ship for key in fleets for ship in ships_of(desk, key)]
    merchants = [ship.key for ship in trains(u.data, ships)]  # in order: the divisions are made from it
    numbers = Among([str(number) for number in range(1, most + (0 if merchants else 1))] or ["1"])
    slots: dict[str, Domain] = {ship.key: numbers for ship in ships if ship.key not in merchants}
    answer: Allot = yield from u.ask(side, question, Assign(slots, optional=True))
    found = {name: "1" if value == "-" else value for name, value in answer.pairs}
    return found | dict.fromkeys(merchants, TRAIN)


def _back(battle: Battle, side: Side) -> int:
    """In which direction a side's rear lies: the engager's to the left."""
    return -1 if side is battle.engager else 1


def line_up(u: Umpire, side: Side, choice: Mapping[str, str], *, first: int, back: int) -> None:
    """OP-TAC-placing: two cells between a division and the next; the train is the last.

    Every ship gets the number under which both sides know her: by divisions, and in each of them as it is drawn, so
    that a number tells nothing of the ship.
    """
    battle, desk, letter = battle_of(u.state), u.state.desks[side], LETTERS[side]
    groups: dict[str, list[str]] = {}
    for ship in sorted(choice):
        groups.setdefault(choice[ship], []).append(ship)
    number = sum(name.startswith(letter) for name in battle.ships)
    start = max((division.order for division in battle.divisions if division.side is side), default=0)
    cell = first
    for order, group in enumerate(sorted(groups, key=lambda name: (name == TRAIN, name)), start + 1):
        ships = groups[group]
        if len(ships) > 1:
            ships = u.draw(ships, len(ships), "OP-TAC-placing", f"Numbers of {letter}-{order}", to=only(side))
        names = [f"{letter}{number + place}" for place in range(1, len(ships) + 1)]
        number += len(ships)
        battle.ships |= {name: Fighter(ship, desk.ships[ship].fleet) for name, ship in zip(names, ships, strict=True)}
        battle.divisions.append(Division(f"{letter}-{order}", side, cell, names, train=group == TRAIN, order=order))
        cell += back * u.data.tables.battle.apart


def tell_places(u: Umpire, placed: Iterable[Division]) -> None:
    """OP-TAC-placing: everybody sees how many divisions there are, how large, and where on the track."""
    for one in placed:
        words = "{division} of {number} ships stands in cell {cell}"
        u.tell("OP-TAC-placing", words, division=one.key, number=len(one.ships), cell=one.cell)


# Rounds (OP-TAC-rounds)


def about_round(data: Data, known: State, decision: Decision[Any]) -> str:
    """How far one sees, how a round goes, and when the battle ends (OP-TAC-rounds)."""
    sight = f"You see {many(visibility(known, data, decision.side), 'cell')}. " if known.battle is not None else ""
    return (
        f"{sight}All move at once, then all fire at once; at full speed a division fires half its heavier guns. Guns "
        "without an order take the best known ship of the nearest division. It ends out of sight, if both break off, "
        f"or after {data.tables.battle.rounds} rounds."
    )


ROUND: Question[State, Data] = Question(
    "OP-TAC-rounds",
    "What do your divisions do, and what do your ships fire at?",
    phase=phases.SURFACE_ACTION,
    about=about_round,
    answers={Allot: "A division without a move stays; torpedoes without a target are kept."},
    verb="Fight",
    slots=ROUND_SLOTS,
    values=ROUND_ORDERS,
    odds=of_sheet(barrage),
    order_odds=of_orders(shots),
)


def ask_intents(u: Umpire, side: Side) -> kernel.Rule[Intents]:
    """OP-TAC-rounds: for each division a move and what else it does, for each ship the targets of her weapons.

    What is left open is not done: a division without a move stays, guns without a target fire at the nearest enemy.
    """
    state, data = u.state, u.data
    battle = battle_of(state)
    slots: dict[RoundSlot, Domain] = {}
    for division in standing(battle, side):
        slots |= division_slots(state, data, division)
        for name in division.ships:
            slots |= weapon_slots(state, data, side, name)
    slots[BreakOff()] = YES
    sheet = {str(slot): domain for slot, domain in slots.items()}
    prompt = f"Round {battle.round}: what do your divisions do, and what do your ships fire at?"
    answer: Allot = yield from u.ask(side, ROUND, Assign(sheet, optional=True), prompt)
    return {ROUND_SLOTS.parse(slot): value for slot, value in answer.pairs if value != NONE}


def round_of_battle(u: Umpire, step: Round) -> kernel.Rule[tuple[Step, ...]]:
    """OP-TAC-rounds: intents, moves, guns, torpedoes, damage, leaving."""
    battle = battle_of(u.state)
    match step.stage:
        case "join":
            yield from come_up(u)
            return (Round(),)
        case "intent":
            if battle.round + 1 == u.data.tables.battle.joining_round and any(battle.joining.values()):
                u.tell("OP-TAC-who", "More ships come up to the battle in {cell}", cell=battle.zone)
                return (Round("join"),)
            battle.round += 1
            allied, axis = yield from u.both(ask_intents(u, Side.ALLIED), ask_intents(u, Side.AXIS))
            u.tell("OP-TAC-rounds", "Round {round} of the battle in {cell}", round=battle.round, cell=battle.zone)
            given = {Side.ALLIED: allied, Side.AXIS: axis}
            apply_intents(u, given)
            see(u)
            take_aim(u, given)
            return (Round("fire"),)
        case "fire":
            hits = gunfire(u)
            launch(u, hits)
            clear_the_dead(u)
            see(u)
            return (Round("leave"),)
    return leave(u)


def come_up(u: Umpire) -> kernel.Rule[None]:
    """OP-TAC-who: fleets in the zone join in, two cells behind their side's rear."""
    state, battle = u.state, battle_of(u.state)
    allied, axis = yield from u.both(_join(u, Side.ALLIED), _join(u, Side.AXIS))
    for side, choice in ((Side.ALLIED, allied), (Side.AXIS, axis)):
        if not choice:
            continue
        back = _back(battle, side)
        cells = [division.cell for division in standing(battle, side)]
        rear = max(cells) if back > 0 else min(cells)
        newcomers = [key for key in battle.joining[side] if key in state.desks[side].fleets]
        before = len(battle.divisions)
        line_up(u, side, choice, first=rear + back * u.data.tables.battle.apart, back=back)
        tell_places(u, battle.divisions[before:])
        battle.fleets[side] = [*battle.fleets[side], *newcomers]
        for key in newcomers:
            state.desks[side].fleets[key].fought += 1
        u.tell("OP-TAC-who", "{number} more ships come up", number=len(choice))
    battle.joining = {}


def _join(u: Umpire, side: Side) -> kernel.Rule[dict[str, str]]:
    """Both sides are asked, so that neither learns from waiting who it is that comes up."""
    fleets = [key for key in battle_of(u.state).joining.get(side, ()) if key in u.state.desks[side].fleets]
    most = u.data.tables.battle.joining_divisions
    return (yield from choose_divisions(u, side, fleets, most, JOIN))


def see(u: Umpire) -> None:
    """Section 9: what is within six cells of an enemy who can see so far, or lit up, is recognised."""
    state, battle = u.state, battle_of(u.state)
    for division in battle.divisions:
        if division.left:
            continue
        for other in standing(battle, division.side.enemy):
            near = abs(division.cell - other.cell) <= u.data.tables.battle.known_cells
            if near and in_sight(state, u.data, other, division):
                for name in division.ships:
                    recognise(u, name)


def recognise(u: Umpire, name: str) -> None:
    """Section 9: from now on both sides know which ship has a number, and the enemy remembers her."""
    fighter = battle_of(u.state).ships[name]
    if not fighter.seen:
        fighter.seen = True
        ship = ship_in(u.state, name)
        enemy = u.data.types[ship.line].side.enemy
        u.state.notebook[enemy].identified.setdefault(ship.key, "OP-TAC-visibility")
        words = "{number} is {unit}, burning" if ship.fire else "{number} is {unit}"
        u.tell("OP-TAC-visibility", words, number=name, unit=ship.key)


def clear_the_dead(u: Umpire) -> None:
    """OP-DMG-sunk: ships that are gone leave the track."""
    state, battle = u.state, battle_of(u.state)
    for division in battle.divisions:
        for name in list(division.ships):
            if ship_in(state, name).at == SUNK:
                division.ships.remove(name)
                fighter = battle.ships[name]
                fighter.gone = fighter.seen = True
                fighter.cell, fighter.round = division.cell, battle.round
    battle.divisions = [division for division in battle.divisions if division.ships]


def leave(u: Umpire) -> tuple[Step, ...]:
    """OP-TAC-leave, -break: divisions out of sight of every enemy are out of it; the battle may be over."""
    state, battle = u.state, battle_of(u.state)
    limit = max(visibility(state, u.data, side) for side in Side)
    for division in battle.divisions:
        enemies = standing(battle, division.side.enemy)
        if not division.left and enemies and division.leaves:
            division.left = all(abs(division.cell - other.cell) > limit for other in enemies)
            if division.left:
                u.tell("OP-TAC-leave", "{division} has left the battle", division=division.key)
    if not is_over(state, u.data):
        return (Round(),)
    u.tell("OP-TAC-break", "The battle in {cell} is over after round {round}", cell=battle.zone, round=battle.round)
    aftermath(u)
    return ()


def aftermath(u: Umpire) -> None:
    """OP-SEARCH-l3: each side knows the types of the ships that it recognised, and of the others what contact told."""
    state, battle = u.state, battle_of(u.state)
    state.battle, state.fought = None, battle
    for fighter in battle.ships.values():
        ship = find_ship(state, fighter.ship)[1]
        ship.bridge = 0
        fighter.line = ship.line if fighter.seen else ""
    for side in Side:
        for key in dict.fromkeys(fighter.fleet for fighter in battle.ships.values()):
            if key not in state.desks[side.enemy].fleets:
                continue
            ours = [fighter for fighter in battle.ships.values() if fighter.fleet == key and not fighter.gone]
            known = [state.desks[side.enemy].ships[fighter.ship] for fighter in ours if fighter.seen]
            report(u, side, key, 3 if known else 2, "battle", known)
    battle.fleets, battle.joining, battle.stop = {}, {}, []
