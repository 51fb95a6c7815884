"""Chapter 5: missions. The sides alternate single missions until both pass in a row; all movement is in them."""

from __future__ import annotations

from typing import Any

from barents.games.north_cape.actions import CallHfdf, Cancel, Declare, DropOff, Go, LeaveMap, Pass, Stop, Surface
from barents.games.north_cape.data import Data
from barents.games.north_cape.names import AN, craft, spoken, waiting_force, who_sails
from barents.games.north_cape.phases import MISSIONS
from barents.games.north_cape.rules.air import carried, fly_home, launch
from barents.games.north_cape.rules.dispersion import after_voyage
from barents.games.north_cape.rules.eligibility import USED, declarations, is_target, leavers, may_go
from barents.games.north_cape.rules.growlers import after_ice, interceptors_ice, note_ice
from barents.games.north_cape.rules.hfdf import listening, may_listen
from barents.games.north_cape.rules.menus import menu, plan
from barents.games.north_cape.rules.mission_questions import ASSEMBLE, DIVE, DROP_OFF, ENTER, LEG
from barents.games.north_cape.rules.movement import (
    can_pass,
    course,
    entry_hexes,
    mission_of,
    moving,
)
from barents.games.north_cape.rules.odds import declaring
from barents.games.north_cape.rules.patrol import watched
from barents.games.north_cape.rules.pieces import (
    Umpire,
    at,
    hide,
    is_submerged,
    occupied,
    put,
    tell_boxes,
    with_contents,
)
from barents.games.north_cape.rules.plans import NEXT
from barents.games.north_cape.rules.sight import NOTHING, face_up, in_sight
from barents.games.north_cape.rules.victory import arrivals, bring_in
from barents.games.north_cape.solitaire.contacts import after_passage, note_dropped
from barents.games.north_cape.solitaire.groups import is_automatic, next_to_sail
from barents.games.north_cape.solitaire.steering import close_mission, come_to_rest, set_out
from barents.games.north_cape.state import (
    WAITING,
    Assemble,
    Depart,
    Dive,
    Drop,
    EndMission,
    EntryHex,
    Leg,
    Listen,
    Mission,
    Missions,
    MissionType,
    NextMission,
    Observe,
    Piece,
    Sail,
    State,
    Strike,
    Wake,
    Window,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick, Product, Subset
from barents.kernel.domains import Among
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Odds

# 5.2: the alternation


def about_missions(_data: Data, known: State, decision: Decision[Any]) -> str:
    """How the sides take turns, and whether a force still waits."""
    outside = [piece for piece in known.pieces[decision.side].values() if piece.at.startswith(WAITING)]
    waits = " A force of yours waits to enter." if outside and _may_enter(decision) else ""
    return (
        "You and the enemy take turns with one mission each; a unit does each kind once a turn. "
        f"When both pass in a row, the turn is over.{waits}"
    )


def _may_enter(decision: Decision[Any]) -> bool:
    options = decision.options
    return isinstance(options, Pick) and any(getattr(o, "start", "").startswith(WAITING) for o in options.listed)


def units_to_send(data: Data, known: State, decision: Decision[Any]) -> list[str]:
    """NC 5.1: the units that one of the missions can be begun with; others may lie where they do."""
    options = decision.options
    if not isinstance(options, Pick):
        return []
    sent = [
        piece.id
        for option in options.listed
        if isinstance(option, Declare)
        for piece in at(known, decision.side, option.start)
        if option.start.startswith(WAITING) or may_go(known, data, piece, option.type, option.flying)
    ]
    return list(dict.fromkeys(sent))


def mission_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """What an attack or a look promises, where it can be told before it is announced, and listening for U-boats."""
    match action:
        case Declare(MissionType.ATTACK | MissionType.RECON):
            return declaring(data, known, decision.side, action)
        case CallHfdf():
            return listening(data, known)
    return None


NEXT_MISSION: Question[State, Data] = Question(
    NEXT,
    "Your mission, or pass?",
    phase=MISSIONS,
    about=about_missions,
    odds=mission_odds,
    units=units_to_send,
    menu=menu,
    plan=plan,
)


def missions(u: Umpire, _step: Missions) -> tuple[Step, ...]:
    """NC 5.2: the missions begin. In solitaire nobody draws decoys, and so it is not said who has the first."""
    state = u.state
    first = first_mission(state.turn, state.drawn_before)
    if not state.options.solitaire:
        words = "{side} have the first mission"
        u.tell("NC-5.2-initiative", words, side=first.value, note=("first-mission", first.value))
    return (NextMission(first),)


def first_mission(turn: int, drawn_before: dict[Side, int]) -> Side:
    """NC 5.2: the side that drew more decoys in the turn before; the Allies on turn 1 and on a tie (R1, R2)."""
    if turn > 1 and drawn_before[Side.AXIS] > drawn_before[Side.ALLIED]:
        return Side.AXIS
    return Side.ALLIED


def next_mission(u: Umpire, step: NextMission) -> kernel.Rule[tuple[Step, ...]]:
    """NC 5.2: the side to act performs a mission or passes; two passes in a row end the missions."""
    side, state = step.side, u.state
    if is_automatic(state, side):
        group = next_to_sail(state)
        return pass_by(u, side, step.passed) if group is None else set_out(u, group)

    def options() -> Pick[Action]:
        declared = declarations(state, u.data, side)
        choices: list[Action] = [*declared] if must_enter(state, side, declared) else [Pass(), *declared]
        return Pick([CallHfdf(), *choices] if may_listen(state, side) else choices)

    choice = yield from u.ask(side, NEXT_MISSION, options)
    if isinstance(choice, Declare):
        announce(u, side, choice)
        return (yield from assemble(u, Assemble(side, choice.type, choice.start, choice.flying, step.passed)))
    if isinstance(choice, CallHfdf):
        u.tell("NC-11.3-hfdf-once", "The Allies listen for U-boats")
        return (Listen(), step)
    return pass_by(u, side, step.passed)


def pass_by(u: Umpire, side: Side, passed: bool) -> tuple[Step, ...]:
    """NC 5.2: a side has no mission now; if the other has just passed, the missions of the turn are over."""
    if passed:
        u.tell("NC-5.2-two-passes", "{side} pass too: the missions are over", side=side.value)
        return ()
    u.tell("NC-5.2-pass", "{side} pass", side=side.value)
    return (NextMission(side.enemy, passed=True),)


def announce(u: Umpire, side: Side, mission: Declare) -> None:
    """NC 5.0: a mission is announced by type, kind and hex; which pieces go is not said (R54)."""
    u.tell(
        "NC-5.0-move-only-in-mission",
        "{side} announce: {mission} with {kind} from {cell}",
        side=side.value,
        mission=mission.type.value,
        kind=craft(mission.flying),
        cell="off the map" if mission.start.startswith(WAITING) else mission.start,
    )


def take_back(u: Umpire, side: Side, passed: bool) -> tuple[Step, ...]:
    """NC 5.2: before its first act a mission is given up at no cost, and the side chooses anew (R86)."""
    u.tell("NC-5.2-cancel-before", "{side} do not go after all", side=side.value)
    return (NextMission(side, passed),)


def must_enter(state: State, side: Side, declared: list[Declare]) -> bool:
    """NC 12: on turn 1 the Allies may not pass while a force of theirs is still outside (R7)."""
    return state.turn == 1 and side is Side.ALLIED and any(d.start.startswith(WAITING) for d in declared)


# 5.0: the stack


def assemble(u: Umpire, step: Assemble) -> kernel.Rule[tuple[Step, ...]]:
    """NC 5.0: which units of the hex go together; before the first hex it can still be taken back (R86)."""
    state, data, side = u.state, u.data, step.side
    here = at(state, side, step.start)
    entering = step.start.startswith(WAITING)
    if entering:
        names = [piece.id for piece in here if not data.counters[piece.id].is_air]
    else:
        units = [piece.id for piece in here if may_go(state, data, piece, step.type, step.flying)]
        prompt = f"Which {craft(step.flying)} go on {AN[step.type]} together?"
        if len(units) == 1:
            prompt = f"Does {data.counters[units[0]].name} go on {AN[step.type]}?"
        chosen = yield from u.ask(side, ASSEMBLE, Subset(units), prompt)
        if not chosen.items:
            return take_back(u, side, step.passed)
        names = with_contents(state, chosen.items)
    state.mission = Mission(side, step.type, step.flying, names, step.start, step.start, passed=step.passed)
    if entering:
        return (EntryHex(),)
    return (Dive(),) if any(piece.surfaced for piece in moving(state, state.mission)) else (Leg(),)


def begin(u: Umpire, mission: Mission) -> None:
    """NC 5.1: with its first act a mission counts as used, and ends any patrol of its units (R16)."""
    if mission.began:
        return
    mission.began = True
    for piece in moving(u.state, mission):
        piece.used |= USED[mission.type]
        piece.on_patrol = False
        if piece.aloft and not mission.flying:  # a decoy that flew before is a ship from now on
            piece.aloft, piece.base = False, ""
    names, convoy = who_sails(u.data, u.state, mission.start, moving(u.state, mission))
    words = "{convoy} sets out: {names}" if convoy else "{names} set out"
    u.tell("NC-5.1-four-types", words, to=only(mission.side), names=names, convoy=convoy)
    seen = face_up(u.state, u.data, mission.side, moving(u.state, mission))
    u.tell(
        "NC-5.1-four-types",
        "{side}: {kind} on {mission} from {cell}" + ("" if seen == NOTHING else ", {seen} among them"),
        side=mission.side.value,
        kind=craft(mission.flying),
        mission=mission.type.value,
        cell="off the map" if mission.start.startswith(WAITING) else mission.start,
        seen=seen,
    )


def dive(u: Umpire, _step: Dive) -> kernel.Rule[tuple[Step, ...]]:
    """NC 8.0: at the start of a mission surfaced boats may submerge (R34); under water they have no extra point."""
    mission = mission_of(u.state)
    surfaced = [piece.id for piece in moving(u.state, mission) if piece.surfaced]
    chosen = yield from u.ask(mission.side, DIVE, Subset(surfaced))
    for name in chosen.items:
        u.state.pieces[mission.side][name].surfaced = False
    if chosen.items:
        begin(u, mission)
        now = in_sight(u.state, u.data, mission.side, mission.at)
        u.tell("NC-8.0-surfaced-until-next", "Boats submerge at {cell}, where there is {now}", cell=mission.at, now=now)
    return (Leg(),)


def entry_hex(u: Umpire, _step: EntryHex) -> kernel.Rule[tuple[Step, ...]]:
    """NC 12: a force enters by a Sortie; the entry hex costs one point (R6)."""
    mission = mission_of(u.state)
    options = Pick[Action]([Cancel()], Product(Go, Among(entry_hexes(u.state, u.data, mission))))
    prompt = f"Where does {spoken(waiting_force(u.data, u.state, mission.start).name)} enter?"
    choice = yield from u.ask(mission.side, ENTER, options, prompt)
    if not isinstance(choice, Go):
        return cancel(u, mission)
    if mission.side is Side.ALLIED:
        u.state.entered.append(choice.cell)
    for piece in at(u.state, mission.side, mission.start):
        if u.data.counters[piece.id].is_air:
            piece.at = choice.cell
    begin(u, mission)
    mission.route = [choice.cell]
    return (Sail(),)


def leg(u: Umpire, _step: Leg) -> kernel.Rule[tuple[Step, ...]]:
    """NC 5.0: the mover names the next hex to go to, leaves units behind, surfaces a boat, stops, or cancels."""
    state, data = u.state, u.data
    mission = mission_of(state)
    if mission.group:
        return come_to_rest(u, mission)
    if not mission.units:
        return (EndMission(),)
    at_rest = choices_at_rest(u, mission)
    ahead = course(data, state, mission)
    onward: list[Product[Action]] = []
    if ahead is not None:
        onward.append(Product(Go, Among(lambda: ahead.cells, members=ahead)))
    prompt = f"Where do the {craft(mission.flying)} go?"
    choice = yield from u.ask(mission.side, LEG, Pick(at_rest, *onward), prompt)
    match choice:
        case Go(cell) if ahead is not None:
            begin(u, mission)
            launch(u, mission)
            mission.route = ahead.route(cell)
            return (Sail(),)
        case Stop():
            return finish_movement(u, mission)
        case DropOff():
            return (Drop(),)
        case Surface(boat):
            state.pieces[mission.side][boat].surfaced = True
            begin(u, mission)
            now = in_sight(state, data, mission.side, mission.at)
            u.tell("NC-8.0-surface-anytime", "A boat surfaces at {cell}: {now}", cell=mission.at, now=now)
            return (Leg(),)
        case LeaveMap():
            begin(u, mission)
            u.tell("NC-12.2-westbound-merchants", "Merchants make for home from {cell}", cell=mission.at)
            homeward = tuple(ship.id for ship in leavers(u.state, u.data, mission))
            whole = len(homeward) == len(mission.units)
            return (*after_ice(mission, () if whole else homeward), Depart())
    return cancel(u, mission)


def depart(u: Umpire, _step: Depart) -> tuple[Step, ...]:
    """NC 12.2: merchants leave for home, those that still can."""
    bring_in(u, leavers(u.state, u.data, mission_of(u.state)), "{unit} leaves for home")
    return (Leg(),)


def choices_at_rest(u: Umpire, mission: Mission) -> list[Action]:
    """NC 5.0, NC 5.2, NC 8.0: what a stack can do besides going on."""
    stack = moving(u.state, mission)
    options: list[Action] = [Stop()] if may_stop(u.state, u.data, mission) else []
    options.append(Cancel())
    if may_drop_off(mission, stack):
        options.append(DropOff())
    options += [Surface(boat.id) for boat in stack if is_submerged(u.data, boat) and not boat.halted]
    if leavers(u.state, u.data, mission):
        options.append(LeaveMap())
    return options


def may_drop_off(mission: Mission, stack: list[Piece]) -> bool:
    """NC 5.0: on its way a stack can leave units behind, but nothing out of a holding box."""
    return mission.moved > 0 and sum(not piece.box for piece in stack) > 1


def may_stop(state: State, data: Data, mission: Mission) -> bool:
    """NC 5.1: a Sortie moves (a boat may only dive); an Attack ends where there is someone to attack."""
    if mission.type is MissionType.SORTIE:
        return mission.began
    if mission.type is MissionType.ATTACK:
        return is_target(state, data, mission)
    return True


def drop(u: Umpire, _step: Drop) -> kernel.Rule[tuple[Step, ...]]:
    """NC 5.0: units are left behind; they do not move again in this mission."""
    mission = mission_of(u.state)
    loose = [n for n in mission.units if not u.state.pieces[mission.side][n].box]
    options = Subset(loose, least=0, most=len(loose) - 1)
    chosen = yield from u.ask(mission.side, DROP_OFF, options)
    left_behind = with_contents(u.state, chosen.items)
    mission.units = [name for name in mission.units if name not in left_behind]
    if left_behind:
        u.tell("NC-5.0-drop-off", "Units are dropped off", to=only(mission.side))
        note_dropped(u.state, mission, left_behind)
        if mission.type is MissionType.PATROL:
            for name in left_behind:
                u.state.pieces[mission.side][name].on_patrol = True
            note_station(u.state, mission)
            u.tell("NC-5.1-patrol-station", "Some stay on patrol at {cell}", cell=mission.at)
        return (*after_ice(mission, tuple(left_behind)), Leg())
    return (Leg(),)


def sail(u: Umpire, _step: Sail) -> tuple[Step, ...]:
    """NC 5.0: hex by hex along the route; a patrol near a hex that is entered may intercept (NC 7.0)."""
    state, data = u.state, u.data
    mission = mission_of(state)
    arrivals(u)
    path = [mission.at]
    enemies = occupied(state, mission.side.enemy) if mission.route else set()
    near_patrols = watched(state, data, mission.side.enemy, enemies)
    while mission.route and mission.units:
        cell = mission.route.pop(0)
        enter(u, mission, cell)
        path.append(cell)
        if cell in enemies and (mission.group or not can_pass(data, moving(state, mission))):
            mission.halted = True
            mission.route = []
        if cell in near_patrols:
            if not mission.group:
                mission.route = []  # whether he meant to go on must not show: the mover is asked again
            _tell_path(u, mission, path)
            return (Window(),)
        arrivals(u)
    _tell_path(u, mission, path)
    return (Leg(),)


def _tell_path(u: Umpire, mission: Mission, path: list[str]) -> None:
    """The path is open, and so is what now lies at either end of it, as far as it shows."""
    start, *entered = path
    if not entered:
        return
    side, cell = mission.side, entered[-1]
    outside = start.startswith(WAITING)
    behind = NOTHING if outside else in_sight(u.state, u.data, side, start)
    u.tell(
        "NC-5.0-adjacent-steps",
        "{side}: {kind} move to {cell}: {now}; left at {start}: {left}",
        side=side.value,
        kind=craft(mission.flying),
        cell=cell,
        path=" ".join(entered),
        now=in_sight(u.state, u.data, side, cell),
        start="sea" if outside else start,
        left=behind,
    )
    if not mission.flying:
        origin = "" if outside else start
        u.state.wakes.append(Wake(u.state.turn, side, origin, cell, len(entered), emptied=behind == NOTHING))
    if outside:
        tell_boxes(u, moving(u.state, mission))


def enter(u: Umpire, mission: Mission, cell: str) -> None:
    """NC 5.0: the stack enters a hex, which costs each ship one point; a Sortie hides who was seen (NC 6.1).

    It hides them once, when it sets out, and with a carrier the aircraft on her deck: who is shown on the way stays
    face up (R20).
    """
    mission.moved += 1
    mission.at = cell
    note_ice(u.state, u.data, mission, cell)
    stack = moving(u.state, mission)
    for piece in stack:
        put(u, piece, cell)
        if not mission.flying:
            piece.spent += 1
    if mission.type is MissionType.SORTIE and mission.moved == 1:
        hide(u, [*stack, *carried(u.state, stack)])


def finish_movement(u: Umpire, mission: Mission) -> tuple[Step, ...]:
    """NC 5.1: what a mission does when its movement is complete."""
    begin(u, mission)
    launch(u, mission)
    ice = after_ice(mission)
    match mission.type:
        case MissionType.RECON:
            mission.arrived = True
            return (*ice, Observe())
        case MissionType.PATROL:
            for piece in moving(u.state, mission):
                piece.on_patrol = True
            note_station(u.state, mission)
            return (*ice, EndMission())
        case MissionType.ATTACK:
            return (*ice, Strike())
        case _:
            return (*ice, EndMission())


def note_station(state: State, mission: Mission) -> None:
    """A patrol was announced and has ended here: both sides know that it may be watching."""
    if mission.at not in state.stations[mission.side]:
        state.stations[mission.side].append(mission.at)


def cancel(u: Umpire, mission: Mission) -> tuple[Step, ...]:
    """NC 5.2: before the first hex it is as if never announced; later the type is used up (R86)."""
    if not mission.began:
        u.state.mission = None
        return take_back(u, mission.side, mission.passed)
    u.tell("NC-5.2-cancel", "{side} break the mission off", side=mission.side.value)
    return (EndMission(),)


def end_mission(u: Umpire, _step: EndMission) -> tuple[Step, ...]:
    """NC 5.1, NC 7.0: aircraft go home; the other side is next, unless it intercepted in this mission (R19).

    Ice and storm come first, also where the movement ended before its time (NC 11.2, NC 11.4), and in solitaire
    submarines last (NC 11.6).
    """
    state = u.state
    mission = mission_of(state)
    if perils := (*after_ice(mission), *interceptors_ice(state, mission), *after_voyage(state, mission)):
        return (*perils, EndMission())
    arrivals(u)
    if contact := after_passage(state, u.data, mission):
        return contact
    if state.options.solitaire:
        close_mission(u, mission)
    state.mission = None
    after = mission.side if state.interceptor_acted else mission.side.enemy
    unseen = mission.side.enemy if state.intercepted_unseen and state.weather != "storm" else None
    state.interceptor_acted = state.intercepted_unseen = False
    u.tell("NC-5.1-complete-first", "{side}: the mission is over", side=mission.side.value)
    return (*fly_home(u, unseen), NextMission(after))
