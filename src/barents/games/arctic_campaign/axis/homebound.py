"""German ships go home (A.24, C.23, C.35)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.actions import Proceed
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.idle import ASKED_ALL_THE_SAME, or_idle
from barents.games.arctic_campaign.rules.passage import ask_fleets, groups
from barents.games.arctic_campaign.rules.repairs import must_go_home, overhaul
from barents.games.arctic_campaign.rules.ship_facts import ship_items
from barents.games.arctic_campaign.rules.units import Umpire, type_of
from barents.games.arctic_campaign.state import State, Vessel
from barents.games.operations.fleets.fuel import whole_tank
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Pick
from barents.kernel.question import Question
from barents.kernel.sides import Side

ALLIED, AXIS = Side.ALLIED, Side.AXIS
WAIT: Question[State, Data] = Question(
    "AC-A.24-allied-none",
    "Your ships are home, or wait in Russia for the next month",
    phase=phases.GERMAN_RETURN,
    about=ASKED_ALL_THE_SAME,
    forced="bookkeeping",  # the Allies never have anything to do there, as everyone knows
)
FLEETS_HOME: Question[State, Data] = Question(
    "AC-A.24-fleets",
    "Which ships go home to Germany, and in which fleets?",
    phase=phases.GERMAN_RETURN,
    about=or_idle(
        "Without need the usual answer is that all stay, unless the fuel runs out. Heavy damage is mended only in "
        "Germany; ships there cost no fuel of the stock, and come back by the North Sea when you want them. Each fleet "
        "is looked for once on its way."
    ),
    answers={Allot: "Ships with the same letter cross the North Sea together; the others stay in Norway."},
    verb="Form fleets",
    layout="muster",
    items=ship_items,
)


def homebound(u: Umpire, _step: s.Homebound) -> kernel.Rule[None]:
    """AC-A.24-german-home, -fleets, -allied-none, D29, D30: the Germans take fuel and form fleets; the Allies wait."""
    u.state.phase = "homebound"
    oil.note_upkeep(u.state, u.data)
    _, (fuel, fleets) = yield from u.both(_nothing(u), _plans(u))
    oil.settle(u, fuel)
    set_sail(u, fleets)


def home_again(u: Umpire, step: s.Account) -> None:
    """C.23, C.36: all fleets are through; broken machinery is overhauled, and the month's fuel is paid for."""
    overhaul(u)
    oil.account(u, step)


def _nothing(u: Umpire) -> kernel.Rule[None]:
    yield from u.ask(ALLIED, WAIT, Pick([Proceed()]))


def _plans(u: Umpire) -> kernel.Rule[tuple[dict[str, int], dict[str, str]]]:
    """AC-C.35-own: fuel comes first; then those go who have enough, and those must who are compelled to."""
    state, data = u.state, u.data
    bound = must_go_home(state, data)
    must = [vessel.key for vessel in leavers(state, data) if vessel.key in bound]
    fuel = yield from oil.refuelling(u, for_the_compelled(state, data, must))
    able = [vessel.key for vessel in leavers(state, data) if _has_fuel(state, data, vessel, fuel)]
    fleets = yield from ask_fleets(u, FLEETS_HOME, able, compelled=must)
    return fuel, fleets


def leavers(state: State, data: Data) -> list[Vessel]:
    """AC-A.24-german-home: the warships in Norway; one that is aground stays where she is."""
    return [
        vessel for vessel, ship in oil.in_norway(state, data) if not vessel.aground and not type_of(data, ship).is_train
    ]


def for_the_compelled(state: State, data: Data, must: Sequence[str]) -> dict[str, int]:
    """AC-C.35-own: what ships that must go have to take first, as far as the stock reaches."""
    plan: dict[str, int] = {}
    for key in must:
        short = oil.home_shortfall(data, state.axis.ships[key], state.axis.vessels[key].at)
        if short and oil.can_pay(state, data, {**plan, key: short}):
            plan[key] = short
    return plan


def _has_fuel(state: State, data: Data, vessel: Vessel, fuel: Mapping[str, int]) -> bool:
    """AC-C.32-exempt-refill: small ships fill up first wherever they are; the others have what they were given."""
    ship = state.axis.ships[vessel.key]
    there = ship.fuel + fuel.get(ship.key, 0) if oil.pays(data, ship) else whole_tank(data.sea, ship)
    return there >= oil.home_need(data, ship, vessel.at)


def set_sail(u: Umpire, fleets: Mapping[str, str]) -> None:
    """AC-C.35-four, -other-port: every ship that goes has burnt the fuel of the way before she is looked for."""
    axis = u.state.axis
    axis.passing = groups(fleets, home=True)
    for group in axis.passing:
        for key in group.ships:
            oil.sail_home(u.data, axis.ships[key], axis.vessels[key].at)
