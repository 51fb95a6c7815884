"""Chapters 5.7, 5.8, 7.5.2, 9.4 and 14: Tirpitz, her orders, and what the thought of her does to others."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import AskForOrders, PutIn
from barents.games.arctic_disaster.data import CARRIER, CONVOY, TIRPITZ, Data
from barents.games.arctic_disaster.rules.units import Umpire, carrier_hex, convoy, is_afloat, of_type, where
from barents.games.arctic_disaster.state import HITLER, KNIGHTS_MOVE, LOST, SCATTERS, Force, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Decline
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import D10
from barents.kernel.game import Step
from barents.kernel.odds import Spread, every_end, every_throw, gamble, percent
from barents.kernel.question import Question
from barents.kernel.sides import EVERYONE, Side, only
from barents.kernel.view import Odds
from barents.kernel.words import signed

MARKERS = {KNIGHTS_MOVE: "Knight's Move", HITLER: "Hitler", SCATTERS: "Convoy Scatters"}
COMING = {
    KNIGHTS_MOVE: "once it is drawn Tirpitz may leave the coast",
    HITLER: "Tirpitz is in the open sea, and once it is drawn a die says whether she may stay",
    SCATTERS: "once it is drawn every merchant runs for itself",
}

TIRPITZ_SEEN = "Tirpitz detected at sea"


def tirpitz_hex(state: State, data: Data) -> str:
    """Where Tirpitz is; nothing if she is out of the game."""
    ship = state.ships[Side.AXIS].get(TIRPITZ)
    return where(state, data, ship) if ship is not None and is_afloat(ship) else ""


def is_sighted(state: State, side: Side, name: str) -> bool:
    """Whether a ship is in a detected force, or lies in full view on the map (6.1)."""
    ship = state.ships[side].get(name)
    if ship is None or not is_afloat(ship):
        return False
    return not ship.force or state.forces[side][ship.force].detected


def convoy_in_sight(state: State, data: Data) -> bool:
    """AD 9.4, 14.0: whether PQ-17 is detected; once scattered, its merchants are in full view."""
    marker = convoy(state)
    if marker is not None:
        return marker.detected
    merchants = [ship for ship in state.ships[Side.ALLIED].values() if data.counters[ship.id].is_merchant]
    return any(is_afloat(ship) and not ship.hidden for ship in merchants)


def put_in(u: Umpire, marker: str) -> None:
    """AD 5, 9.4, 14.0: a marker goes into the pool, at once or when the pool is next filled."""
    state = u.state
    if marker == KNIGHTS_MOVE:
        state.knights_move = "pool"
    elif marker == HITLER:
        state.hitler = "pool"
    else:
        state.scatter = "pool"
    if state.phase == "activation":
        state.pool.append(marker)
    rules = {KNIGHTS_MOVE: "AD-14.0-km-any-time", HITLER: "AD-5.8-hitler-enter", SCATTERS: "AD-5.9-scatter-immediate"}
    u.tell(rules[marker], f"{{marker}} goes into the pool: {COMING[marker]}", marker=MARKERS[marker])


# What she sets off


def watch(u: Umpire) -> None:
    """AD 5.8, 9.4, R37, R40: at sea she calls for Hitler's word; seen in the north, or near PQ-17, she scatters it."""
    state, data = u.state, u.data
    at, rules, other = tirpitz_hex(state, data), data.scenarios[state.scenario].rules, data.tables.other
    if not at:
        return
    sighted = is_sighted(state, Side.AXIS, TIRPITZ)
    state.tirpitz_seen |= sighted
    if rules.hitler and state.hitler == "out" and at in data.full_sea:
        put_in(u, HITLER)
    target = convoy(state)
    if not rules.forced_scatter or state.scatter != "no" or target is None:
        return
    in_the_north = sighted and int(at[:2]) <= other.scatter_row
    if in_the_north or data.distance(at, target.at) <= other.scatter_distance:
        put_in(u, SCATTERS)


def after_subphase(u: Umpire) -> tuple[Step, ...]:
    """AD R92: what Tirpitz has set off in a sub-phase, once damaged ships have been detached.

    The window for Knight's Move opens before the next marker is drawn.
    """
    watch(u)
    return ()


# Knight's Move (5.7, 14.0)


def may_sortie(state: State, data: Data) -> bool:
    """AD 14.0: Tirpitz in port, PQ-17 detected, Victorious detected and far enough away, or gone."""
    at, carrier = tirpitz_hex(state, data), carrier_hex(state, data)
    if at not in data.ports or not convoy_in_sight(state, data):
        return False
    return not carrier or (
        is_sighted(state, Side.ALLIED, CARRIER) and data.distance(at, carrier) > data.tables.other.knights_move_distance
    )


def _is_sunk(state: State) -> bool:
    """Whether everyone knows that Tirpitz will not sail."""
    ship = state.ships[Side.AXIS].get(TIRPITZ)
    return ship is None or ship.at == LOST


def could_sortie(state: State, data: Data) -> bool:
    """AD 14.0: whether for all that anyone else knows Knight's Move may be put in now.

    Where Tirpitz is the Allies do not see, and with which force Victorious is, or whether she is gone, no spectator.
    """
    if state.knights_move != "no" or not data.scenarios[state.scenario].rules.knights_move or _is_sunk(state):
        return False
    return convoy_in_sight(state, data)


def about_knights_move(_data: Data, _known: State, decision: Decision[Any]) -> str:
    """What the marker sets off."""
    if q.is_empty(decision):
        return q.NOTHING
    return (
        "PQ-17 is in sight, and the carrier is seen far enough away, or gone. Once the marker is drawn Tirpitz may "
        "leave the coast; at sea Hitler may call her back, and seen in the north she scatters the convoy."
    )


def sailing_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AD 5.8, 14.0: what Hitler will say once Tirpitz is at sea, if things stay as they are when she is let go."""
    if not isinstance(action, PutIn):
        return None
    near = data.tables.hitler.near
    carrier = known.ships[Side.ALLIED].get(CARRIER)
    seen = [force for force in known.forces[Side.ALLIED].values() if force.detected and force.key != CONVOY]
    apart = near + 1 if seen or carrier is not None else None

    def decided(apart: int | None) -> Spread[bool]:
        modifiers = hitlers_reasons(known, data, apart)
        return every_end(data, known, lambda u: hitlers_die(u, "", modifiers), changes=False)

    notes = []
    if apart is not None and not is_sunk(known, CARRIER):
        notes.append(f"{percent(decided(near).chance(bool))} if Victorious is seen within {near} hexes")
    return gamble(decided(apart), "Tirpitz may stay at sea", "called back", *notes)


KNIGHTS_MOVE_IN: Question[State, Data] = Question(
    "AD-14.0-km-conditions",
    "Put Knight's Move into the pool, so that Tirpitz may sail?",
    phase=q.POOL,
    about=about_knights_move,
    answers={
        PutIn: "The marker goes into the pool; once it is drawn Tirpitz may leave the coast.",
        Decline: "The marker stays out of the pool for now.",
    },
    odds=sailing_odds,
    order="Put Knight's Move into the pool",
)


def knights_move_window(u: Umpire) -> kernel.Rule[None]:
    """AD 14.0: at any moment in which the conditions hold the German may put Knight's Move into the pool.

    The window is open whenever they could hold. The German cannot see that Victorious is under a marker that he has
    detected, so he is told that they do, and no more.
    """
    state, data = u.state, u.data
    if not could_sortie(state, data):
        return
    _tell_conditions(u)
    options = Pick([PutIn(KNIGHTS_MOVE, True)] if may_sortie(state, data) else [])
    if (yield from u.window(Side.AXIS, KNIGHTS_MOVE_IN, options)) is not None:
        put_in(u, KNIGHTS_MOVE)


def _tell_conditions(u: Umpire) -> None:
    """AD 14.0: the German hears that the conditions hold now, or do so no longer, once until that changes."""
    state = u.state
    told = state.notebook[Side.AXIS].facts.get(KNIGHTS_MOVE) == str(state.turn)
    if (holds := may_sortie(state, u.data)) == told:
        return
    words = "Knight's Move may be put in now" if holds else "Knight's Move may no longer be put in now"
    note = (KNIGHTS_MOVE, str(state.turn) if holds else "")
    u.tell("AD-14.0-km-told", words, to=only(Side.AXIS), note=note)


# Hitler (5.8)


def hitler_modifiers(state: State, data: Data) -> dict[str, int]:
    """AD 5.8: what Hitler weighs, as things are."""
    apart = None
    if is_sighted(state, Side.ALLIED, CARRIER):
        apart = data.distance(tirpitz_hex(state, data), carrier_hex(state, data))
    return hitlers_reasons(state, data, apart)


def is_sunk(state: State, carrier: str) -> bool:
    """Whether an Allied ship is known to be lost."""
    ship = state.ships[Side.ALLIED].get(carrier)
    return ship is not None and ship.at == LOST


def hitlers_reasons(state: State, data: Data, apart: int | None) -> dict[str, int]:
    """AD 5.8: the carrier, sunk or seen so far away from Tirpitz, and a scattered convoy."""
    table, modifiers = data.tables.hitler, {}
    if is_sunk(state, CARRIER):
        modifiers["Victorious sunk"] = table.carrier_sunk
    elif apart is not None:
        near = apart <= table.near
        modifiers["Victorious near" if near else "Victorious far"] = table.carrier_near if near else table.carrier_far
    if state.scatter == "done":
        modifiers["convoy scattered"] = table.scattered
    return modifiers


def is_recalled(state: State, data: Data, force: Force) -> bool:
    """AD 14.0, 14.1: while Tirpitz is recalled every German force goes home; in the variant only hers."""
    ship = state.ships[Side.AXIS].get(TIRPITZ)
    hers = ship is not None and ship.force == force.key
    return are_all_recalled(state) or (state.hitler == "recall" and hers)


def are_all_recalled(state: State) -> bool:
    """AD 14.0, 14.1: whether every German ship has to go home with Tirpitz."""
    return state.hitler == "recall" and not state.options.recall_tirpitz_only


def hitlers_die(u: Umpire, rule: str, modifiers: Mapping[str, int]) -> bool:
    """AD 5.8: whether Tirpitz may stay at sea; in the variant the Allies do not see the die."""
    table, secret = u.data.tables.hitler, u.state.options.secret_hitler
    roll = u.roll(
        D10,
        rule,
        "Hitler",
        modifiers,
        to=only(Side.AXIS) if secret else EVERYONE,
        needs=f"{table.stays_from} or more lets Tirpitz stay at sea",
    )
    return roll >= table.stays_from


def hitler_drawn(u: Umpire) -> None:
    """AD 5.8, R37, R38: the marker is drawn: a die if Tirpitz is in full sea, else it comes back next turn."""
    state = u.state
    if tirpitz_hex(state, u.data) not in u.data.full_sea:
        u.tell("AD-5.8-hitler-miss", "Tirpitz is not at sea: Hitler has nothing to say")
        return
    stays = hitlers_die(u, "AD-5.8-hitler-roll", hitler_modifiers(u.state, u.data))
    state.hitler = "stay" if stays else "recall"
    _tell_orders(u, "AD-5.8-hitler-status", stays)


def _tell_orders(u: Umpire, rule: str, stays: bool) -> None:
    """AD 5.8.1, 14.0: both sides see the marker, but in the variant."""
    to = only(Side.AXIS) if u.state.options.secret_hitler else EVERYONE
    u.tell(rule, "Tirpitz may stay at sea" if stays else "Tirpitz is ordered back to port", to=to)


def initial_phase(u: Umpire, _step: s.InitialPhase) -> tuple[Step, ...]:
    """AD 3.1, 3.2, 5.8, 5.8.1: a turn begins; who draws first, and whether Hitler changes his mind.

    In the variant a die is thrown in every turn in which Tirpitz is on the map, so that it tells the Allies nothing.
    """
    state, data = u.state, u.data
    state.phase = "initial"
    state.drawer = Side.ALLIED if state.turn % 2 else Side.AXIS
    begins = datetime.fromisoformat(data.scenarios[state.scenario].turns[state.turn - 1].begins)
    u.tell("AD-3.0-phase-order", f"Turn {{turn}} begins: {begins.day} {begins:%B, %H:%M}", turn=state.turn)
    if not data.scenarios[state.scenario].rules.hitler:
        return ()
    at = tirpitz_hex(state, data)
    due = state.hitler == "recall" and bool(at) and at not in data.ports
    if state.options.secret_hitler and at:
        u.tell("AD-5.8.1-hitler-bluff", "The Germans throw a die about the orders of Tirpitz")
    elif not due:
        return ()
    stays = hitlers_die(u, "AD-5.8-hitler-rescind", hitler_modifiers(u.state, u.data))
    if due and stays:
        state.hitler = "stay"
    if due:
        _tell_orders(u, "AD-5.8-hitler-rescind", stays)
    return ()


# The Home Fleet (7.5.1, 7.5.2)


def orders_modifiers(state: State, data: Data) -> dict[str, int]:
    """AD 7.5.2: Tirpitz at sea in sight, and a scattered convoy."""
    table, modifiers = data.tables.home_fleet, {}
    at = tirpitz_hex(state, data)
    if at and at not in data.ports and is_sighted(state, Side.AXIS, TIRPITZ):
        modifiers[TIRPITZ_SEEN] = table.tirpitz_detected
    if state.scatter == "done":
        modifiers["convoy scattered"] = table.scattered
    return modifiers


def about_orders(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What the die needs."""
    table = data.tables.home_fleet
    return (
        f"One die in the whole game, and it needs {table.lifted_from}: {signed(table.tirpitz_detected)} if Tirpitz is "
        f"detected at sea, {signed(table.scattered)} once the convoy has scattered. A refusal is for good."
    )


def orders_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AD 7.5.2: that the Home Fleet is let go; whether Tirpitz is among what is detected the Allies may not know."""
    if action != AskForOrders(True):
        return None
    modifiers = orders_modifiers(known, data)
    found = every_throw(data, lambda u: lets_go(u, modifiers))
    at_sea = any(force.detected and force.at not in data.ports for force in known.forces[Side.AXIS].values())
    notes = []
    if at_sea and TIRPITZ_SEEN not in modifiers:
        with_her = {**modifiers, TIRPITZ_SEEN: data.tables.home_fleet.tirpitz_detected}
        better = every_throw(data, lambda u: lets_go(u, with_her)).chance(bool)
        notes.append(f"{percent(better)} if Tirpitz is in the force that you have detected at sea")
    return gamble(found, "leave to go", "refused, for good", *notes)


ORDERS: Question[State, Data] = Question(
    "AD-7.5.1-hf-once",
    "Ask now, once in the game, whether the Home Fleet may enter the Barents Sea?",
    phase=q.INITIAL,
    about=about_orders,
    odds=orders_odds,
)


def lets_go(u: Umpire, modifiers: Mapping[str, int]) -> bool:
    """AD 7.5.2: whether the Home Fleet may go further east."""
    least = u.data.tables.home_fleet.lifted_from
    needs = f"{least} or more lets the Home Fleet go"
    return u.roll(D10, "AD-7.5.2-hf-table", "Home Fleet orders", modifiers, needs=needs) >= least


def home_fleet_orders(u: Umpire, _step: s.HomeFleetOrders) -> kernel.Rule[tuple[Step, ...]]:
    """AD 7.5.1: once in the game, at the start of a turn, the Allies may ask to let the Home Fleet go further east."""
    state, data = u.state, u.data
    bound = of_type(data, [ship for ship in state.ships[Side.ALLIED].values() if ship.at != LOST], "BB", "CV")
    if not data.scenarios[state.scenario].rules.home_fleet_ban or state.orders != "barred" or not bound:
        return ()
    options = Pick([AskForOrders(False), AskForOrders(True)])
    answer = yield from u.ask(Side.ALLIED, ORDERS, options)
    if not answer.yes:
        return ()
    lifted = lets_go(u, orders_modifiers(state, data))
    state.orders = "lifted" if lifted else "refused"
    words = "The Home Fleet may enter the Barents Sea" if lifted else "The Home Fleet keeps its orders"
    u.tell("AD-7.5.2-hf-table", words)
    return ()
