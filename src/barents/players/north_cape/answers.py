"""What doctrine answers to each kind of question, by the rule that asks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from barents.games.north_cape import actions as a
from barents.games.north_cape.rules.additions import REPLACED_BOAT
from barents.games.north_cape.rules.air import BASES, DECK, OVERFULL
from barents.games.north_cape.rules.combat import ANTI_AIRCRAFT, BOMB, DOGFIGHT, LAND_ON_DECK, OPEN_FIRE, TORPEDO
from barents.games.north_cape.rules.decoys import PLACEMENT, PURCHASE
from barents.games.north_cape.rules.dispersion import DRIFT, STRUCK_STACK
from barents.games.north_cape.rules.groups import BOXED
from barents.games.north_cape.rules.growlers import STRUCK
from barents.games.north_cape.rules.hfdf import HEARD
from barents.games.north_cape.rules.mission_questions import ASSEMBLE, DIVE, ENTER, LEG
from barents.games.north_cape.rules.patrol import INTERCEPT, SUBMARINE, WITHDRAW
from barents.games.north_cape.rules.recon import CLAIM, HALF_SEEN, LOOK
from barents.games.north_cape.rules.setup import AIRBASES, EAST, JOINED_FORCE, SUBMARINES, WHETHER_SHE_SAILS
from barents.games.north_cape.rules.submarines import HUNT, INFILTRATE
from barents.games.north_cape.state import Mission, MissionType
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Assign, Decision, Pick, Product, Subset
from barents.kernel.domains import NONE
from barents.players.north_cape import battle, setup
from barents.players.north_cape.allied import AlliedStaff
from barents.players.north_cape.axis import AxisStaff

Staff: TypeAlias = AlliedStaff | AxisStaff


# Set-up and decoys


def prinz_eugen(_staff: Staff, _options: Pick[Action]) -> Action:
    """Every gun is wanted: she sails."""
    return a.UsePrinzEugen(True)


def cruisers_reply(_staff: Staff, options: Pick[Action] | Subset) -> Action:
    """Two more cruisers, with the last force to enter, which is the battle fleet."""
    if isinstance(options, Subset):
        return Choose(options.items[: options.most])
    return [action for action in options.listed if isinstance(action, a.Join)][-1]


def boat_replaced(staff: Staff, options: Pick[Action]) -> Action:
    """A boat without an ace stays at home for U-571."""
    boats = [action.boat for action in options.listed if isinstance(action, a.Replace)]
    return a.Replace(min(boats, key=lambda name: bool(staff.own[name].ace)))


def placed(staff: Staff, options: Assign | Subset) -> Action:
    """Boats across the lanes, submarines off the ports; of counters to pick from, the strongest."""
    return setup.strongest(staff, options) if isinstance(options, Subset) else setup.submarines(staff, options)


def eastern_start(staff: AlliedStaff, _options: Pick[Action]) -> Action:
    """By the safer way home."""
    return a.Deploy(staff.east())


def decoys_bought(staff: Staff, options: Pick[Action]) -> Action:
    """A few decoys where they help, and never a bluff: every point goes to the enemy."""
    wanted = staff.purchase()
    buy = a.Buy(wanted, wanted * staff.data.tables.victory.decoy)
    return buy if buy in options else a.Buy(0, 0)


def decoys_placed(staff: Staff, options: Assign) -> Action:
    """Decoys lie with what they are to hide."""
    return Allot(tuple((name, staff.decoy_place(list(domain))) for name, domain in options.slots.items()))


# Missions


def next_mission(staff: Staff, decision: Decision[Any]) -> Action:
    """The first mission on the staff's list that can be announced; else pass. Groups are set in order before."""
    if isinstance(staff, AlliedStaff):
        aside = staff.regroup()
        if aside is not None and decision.asides is not None and aside in decision.asides:
            return aside
    listed = cast("Pick[Action]", decision.options).listed
    if a.CallHfdf() in listed:  # first of all: who is found can be hunted this turn
        return a.CallHfdf()
    for order in staff.missions():
        declared = a.Declare(order.type, order.start, order.flying)
        if declared in listed:
            return declared
    return a.Pass()


def group_formed(staff: AlliedStaff, options: Subset) -> Action:
    """Sound merchants and slow escorts go into the box."""
    return Choose(tuple(name for name in options.items if staff.belongs_in_box(staff.own[name])))


def stack_assembled(staff: Staff, options: Subset) -> Action:
    """The units of the mission that was announced."""
    for order in staff.missions():
        if order.units and all(name in options.items for name in order.units):
            return Choose(order.units)
    return Choose(options.items[:1])


def boats_dive(_staff: Staff, options: Subset) -> Action:
    """Boats submerge."""
    return Choose(options.items)


def entered(staff: Staff, options: Pick[Action]) -> Action:
    """The hex by which a force enters."""
    return a.Go(staff.entry_hex(_mission(staff), _cells(options)))


def next_leg(staff: Staff, options: Pick[Action]) -> Action:
    """Go on to where the mission leads; merchants at the west edge leave; else stop, or break off."""
    mission = _mission(staff)
    if a.LeaveMap() in options.listed:
        return a.LeaveMap()
    goal = _flight(staff, mission, options) if mission.flying else _passage(staff, mission, options)
    if goal:
        return a.Go(goal)
    return a.Stop() if a.Stop() in options.listed else a.Cancel()


def _mission(staff: Staff) -> Mission:
    mission = staff.known.mission
    if mission is None:
        raise RuntimeError("doctrine was asked about a mission, and there is none")
    return mission


def _flight(staff: Staff, mission: Mission, options: Pick[Action]) -> str:
    """Aircraft fly to their target in one leg."""
    if mission.moved:
        return ""
    goal = staff.destination(mission)
    return goal if goal != mission.at and a.Go(goal) in options else ""


def _passage(staff: Staff, mission: Mission, options: Pick[Action]) -> str:
    """Ships go to the best hex within reach, if it is better than where they are; a Sortie has to go somewhere."""
    merit = staff.merit(mission)
    cells = staff.off_the_ice(mission.at, _cells(options))
    must_move = mission.type is MissionType.SORTIE and not mission.began
    if merit is None or not cells:
        return cells[0] if cells and must_move else ""
    best = min(cells, key=lambda cell: (merit(cell), cell))
    return best if must_move or merit(best) < merit(mission.at) else ""


def _cells(options: Pick[Action]) -> list[str]:
    products: tuple[Product[Action], ...] = options.products
    return [cell for product in products for cell in product.domains[""]]


# Reconnaissance and patrols


def looked(staff: Staff, options: Pick[Action]) -> Action:
    """The next scout looks where it matters most."""
    mission = _mission(staff)
    for product in options.products:
        for scout, hexes in product.domains.items():
            cell = staff.look(list(hexes), mission)
            if cell:
                return a.Spot(scout, cell)
    return a.Stop()


def claimed(_staff: Staff, _options: Pick[Action]) -> Action:
    """Submerged boats always claim their modifier."""
    return Decline()


def intercepted(staff: Staff, options: Subset) -> Action:
    """Patrols intercept what they are there for."""
    return Choose(staff.intercept(options.items, _mission(staff)))


def said_submarine(_staff: Staff, _options: Pick[Action]) -> Action:
    """Say "Submarine" and move on."""
    return a.SaySubmarine()


# Aircraft come home


def landed(staff: AxisStaff, options: Assign) -> Action:
    """Each aircraft lands where it is wanted next, as long as there is room; those with the least choice first."""
    room = dict(options.capacity)
    given: dict[str, str] = {}
    for name in sorted(options.slots, key=lambda name: options.slots[name].count()):
        bases = [base for base in options.slots[name] if room.get(base, 1) > 0]
        # With one base there is nothing to weigh; a decoy's is not even a hex.
        given[name] = staff.landing(staff.own[name], bases) if len(bases) > 1 else bases[0] if bases else NONE
        room[given[name]] = room.get(given[name], 1) - 1
    return Allot(tuple((name, given[name]) for name in options.slots))


def landed_on_deck(_staff: Staff, options: Pick[Action]) -> Action:
    """Back on deck at once, to be used again."""
    return options.listed[0]


# Each function takes the staff of its side and options of the shape that its rule asks for.
ANSWERS: dict[str, Callable[[Any, Any], Action]] = {
    # Set-up
    WHETHER_SHE_SAILS.rule: prinz_eugen,
    JOINED_FORCE.rule: cruisers_reply,
    REPLACED_BOAT.rule: boat_replaced,
    SUBMARINES.rule: placed,
    EAST.rule: eastern_start,
    AIRBASES.rule: setup.aircraft,
    # Decoys
    PURCHASE.rule: decoys_bought,
    PLACEMENT.rule: decoys_placed,
    # Missions
    BOXED.rule: group_formed,
    ASSEMBLE.rule: stack_assembled,
    DIVE.rule: boats_dive,
    ENTER.rule: entered,
    LEG.rule: next_leg,
    # Reconnaissance and patrols
    LOOK.rule: looked,
    CLAIM.rule: claimed,
    HALF_SEEN.rule: battle.show_least,
    INTERCEPT.rule: intercepted,
    SUBMARINE.rule: said_submarine,
    WITHDRAW.rule: battle.withdraw,
    # Combat
    INFILTRATE.rule: battle.infiltrate,
    DOGFIGHT.rule: battle.dogfight,
    BOMB.rule: battle.bomb,
    ANTI_AIRCRAFT.rule: battle.answer_aircraft,
    LAND_ON_DECK.rule: landed_on_deck,
    OPEN_FIRE.rule: battle.gunfire,
    TORPEDO.rule: battle.torpedo,
    HUNT.rule: battle.hunt,
    # Optional rules
    STRUCK.rule: battle.strike_ice,
    HEARD.rule: battle.be_heard,
    STRUCK_STACK.rule: battle.be_dispersed,
    DRIFT.rule: battle.drive_away,
    # The end of the turn
    BASES.rule: landed,
    DECK.rule: battle.keep_best,
    OVERFULL.rule: battle.lose_least,
}
