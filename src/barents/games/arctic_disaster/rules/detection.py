"""Chapters 5.1 and 10: forces are found by secret dice, reported more or less truly, and lost again in fog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import prod

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import CARRIER, CONVOY, Data
from barents.games.arctic_disaster.rules import chances
from barents.games.arctic_disaster.rules.advantage import advantage, named, on_the_die
from barents.games.arctic_disaster.rules.confirmed import is_real
from barents.games.arctic_disaster.rules.dice import search_die
from barents.games.arctic_disaster.rules.odds import looking
from barents.games.arctic_disaster.rules.tirpitz import watch
from barents.games.arctic_disaster.rules.units import (
    CLOSE_ESCORTS,
    Umpire,
    can_fly,
    disband,
    has_heavy,
    in_force,
    is_fog,
)
from barents.games.arctic_disaster.state import Force, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.dice import D10
from barents.kernel.domains import NONE, Among
from barents.kernel.game import Sighting, Step
from barents.kernel.odds import ends, percent
from barents.kernel.question import Question
from barents.kernel.sides import NOBODY, Side, only
from barents.kernel.view import Odds

# What a report speaks of (10.2.1), with the types that count for it; torpedo boats are in none.
CATEGORIES: dict[str, tuple[str, ...]] = {
    "carriers": ("CV",),
    "battleships": ("BB",),
    "cruisers": ("CA", "CL"),
    "destroyers": ("DD",),
    "close escorts": CLOSE_ESCORTS,
    "merchants": ("MT", "TA"),
}
# An accurate report has every ship by its type.
TYPES: dict[str, tuple[str, ...]] = {
    "carriers": ("CV",),
    "battleships": ("BB",),
    "heavy cruisers": ("CA",),
    "light cruisers": ("CL",),
    "destroyers": ("DD",),
    "torpedo boats": ("TB",),
    "anti-aircraft ships": ("AA",),
    "trawlers": ("AT",),
    "frigates": ("FF",),
    "minesweepers": ("MS",),
    "rescue ships": ("R",),
    "submarines": ("SS",),
    "merchants": ("MT",),
    "tankers": ("TA",),
}


SEARCH_CHANGED = on_the_die("search", higher="the search finds more")
REPORT: Question[State, Data] = Question(
    "AD-10.2.1-fuzz-owner",
    "What is reported of your force?",
    phase=q.SEARCH,
    about=(
        "The enemy has found it. For each kind of ship you may tell him any of the numbers that are offered; he hears "
        "your number and does not know how far off it may be. What you leave open is told as it is."
    ),
    answers={Allot: "The enemy is told these numbers of your ships."},
    verb="Report",
)


def report_counts(data: Data, ships: Iterable[Ship]) -> dict[str, int]:
    """AD 10.2.1: how many ships of each category there are; those that are absent are not named."""
    return _count(data, ships, CATEGORIES)


def exact_counts(data: Data, ships: Iterable[Ship]) -> dict[str, int]:
    """AD 10.2.1: what an accurate report says: every type of ship by itself, torpedo boats included."""
    return _count(data, ships, TYPES)


def _count(data: Data, ships: Iterable[Ship], categories: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    of_type = Counter(data.counters[ship.id].type for ship in ships)
    counts = {name: sum(of_type[type] for type in types) for name, types in categories.items()}
    return {name: count for name, count in counts.items() if count}


def search_modifiers(state: State, data: Data, cell: str) -> dict[str, int]:
    """AD 5.1, 7.2: fog in the hex of what is searched for, and ice."""
    table = data.tables.search
    modifiers = {}
    if is_fog(state, data, cell):
        modifiers["fog"] = table.fog
    if cell in data.partial_ice:
        modifiers["ice"] = table.ice
    return modifiers


def searching(data: Data, known: State, cells: Sequence[str]) -> Odds | None:
    """AD 10.1, 10.2: a search for every enemy force in some hexes."""
    if not cells:
        return None
    each = [search_modifiers(known, data, cell) for cell in cells]
    if len(cells) == 1:
        return looking(data, each[0])
    found = [1 - chances.searched(data, modifiers)["nothing"] for modifiers in each]
    missed = prod(1 - chance for chance in found)
    notes = tuple(f"{cell}: {percent(chance)}" for cell, chance in zip(cells, found, strict=True))
    return Odds(1 - missed, "finding one", {}, ends({"nothing": missed, "at least one": 1 - missed}), notes)


def search(u: Umpire, step: s.Search) -> kernel.Rule[tuple[Step, ...]]:
    """AD 10.2.1: the searched side rolls in secret; Intelligence rolls for itself.

    A dummy that is found is taken away; otherwise a report is made, true or nearly so. Where forces meet (10.1, R109)
    nobody sees the die, and the search of a dummy, which finds nothing, looks like any other.
    """
    state, data, side = u.state, u.data, step.side
    force = state.forces[side.enemy].get(step.force)
    state.found = False
    if force is None or (step.by and step.by not in state.forces[side]):
        return ()
    if step.by:
        u.tell(step.rule, "Two forces meet at {cell}, and one is searched for by the other", cell=force.at)
    used = yield from advantage(u, SEARCH_CHANGED, step.rule, "a search")
    if step.by and state.forces[side][step.by].dummy:
        return ()
    modifiers = search_modifiers(state, data, force.at)
    if step.modifier:
        modifiers["intelligence"] = step.modifier
    modifiers |= named(used)
    audience = NOBODY if step.by else only(side) if step.openly else only(side.enemy)
    found = search_die(u, step.rule, f"Search at {force.at}", modifiers, to=audience)
    if not found.detected:
        u.tell("AD-10.2.1-none", "Nothing is found at {cell}", to=only(side), cell=force.at)
        return ()
    state.found = _is_awaited(state)
    if force.dummy:
        u.tell("AD-6.5-dummy-detected", "A force at {cell} was only feigned", cell=force.at)
        disband(u, side.enemy, force.key)
        return ()
    if step.flips:
        detect(u, side.enemy, force)
    if found.off_by is None:
        real = is_real(state, side, force)
        u.tell("AD-10.2.1-gained", "There is a force at {cell}", to=only(side), note=real, cell=force.at)
        return ()
    u.tell("AD-10.2.1-types", "The force at {cell} has been seen well enough for a report", cell=force.at)
    words = "Your report may be wrong by {number}" if found.off_by else "The report will be accurate"
    u.tell("AD-10.2.1-fuzz-owner", words, to=only(side.enemy), number=found.off_by)
    return (s.Report(side, force.key, found.off_by),)


def _is_awaited(state: State) -> bool:
    """AD 7.7: whether an interceptor waits for what its search has found; nobody else needs it noted."""
    return any(isinstance(step, s.Intercepted) for step in state.agenda)


def make_report(u: Umpire, step: s.Report) -> kernel.Rule[tuple[Step, ...]]:
    """AD 10.2.1: the owner of the force gives numbers that may be wrong by so much, never below one.

    He is asked also where only the truth will do, or where there are only boats that no report speaks of, so that to be
    asked tells nothing; an accurate report has each type.
    """
    state, data, side = u.state, u.data, step.side
    force = state.forces[side.enemy][step.force]
    ships = in_force(state, side.enemy, force.key)
    counts = report_counts(data, ships) if step.off_by else exact_counts(data, ships)
    slots = {
        name: Among([str(number) for number in range(max(1, count - step.off_by), count + step.off_by + 1)])
        for name, count in counts.items()
    }
    prompt = f"What is reported of your force at {force.at}?"
    options = Assign(slots, optional=True)
    state.asked = {side.enemy: f"{step.off_by}"}
    answer: Allot = yield from u.ask(side.enemy, REPORT, options, prompt)
    state.asked = {}
    told = counts | {name: int(number) for name, number in answer.pairs if number != NONE}
    words = ", ".join(_numbered(number, name) for name, number in told.items()) or "small craft alone"
    seen = Sighting(force.at, words, "search", state.turn)
    rule = "AD-10.2.1-types"
    u.tell(rule, "A report is made on the force at {cell}", cell=force.at)
    said = "You have reported at {cell}: {what}"
    u.tell("AD-10.2.1-fuzz-owner", said, to=only(side.enemy), cell=force.at, what=words)
    real = is_real(state, side, force)
    u.tell(rule, "Reported at {cell}: {what}", to=only(side), sighting=seen, note=real, cell=force.at, what=words)
    return ()


def _numbered(number: int, name: str) -> str:
    """A number of ships in words."""
    return f"{number} {name.removesuffix('s') if number == 1 else name}"


def search_ice(u: Umpire, step: s.SearchIce) -> kernel.Rule[tuple[Step, ...]]:
    """AD 7.2: a ship in the ice is searched for by itself; found, it is open to attack."""
    state, data = u.state, u.data
    ship = state.ships[step.side.enemy][step.ship]
    used = yield from advantage(u, SEARCH_CHANGED, "AD-7.2-ice-search-drm", "a search")
    modifiers = search_modifiers(state, data, ship.at) | named(used)
    subject = f"Search for {data.counters[ship.id].name} in the ice at {ship.at}"
    if search_die(u, "AD-7.2-ice-search-drm", subject, modifiers, to=only(step.side.enemy)).detected:
        ship.seen, ship.ice = True, 0
        u.tell("AD-7.2-ice-detected-flag", "{unit} is seen in the ice at {cell}", unit=ship.id, cell=ship.at)
    return ()


# Who may search how far


def air_search_range(state: State, data: Data, side: Side, force: Force) -> int:
    """AD 10.0, 10.2, R101: six hexes for Victorious' aircraft, two for a battleship's or cruiser's, none for others."""
    if force.dummy:
        return 0
    ships = in_force(state, side, force.key)
    if any(ship.id == CARRIER for ship in ships) and can_fly(data, state):
        return data.tables.search.carrier_range
    return data.tables.search.cruiser_range if has_heavy(data, ships) else 0


def air_search_steps(u: Umpire, forces: Sequence[Force]) -> tuple[Step, ...]:
    """AD 10.2: a roll for every enemy force in range."""
    active = u.state.active
    assert active is not None
    active.air_searched += [force.key for force in forces]
    u.tell("AD-10.2-compulsory", "Aircraft search around {cell}", cell=u.state.forces[active.side][active.force].at)
    return tuple(s.Search(active.side, force.key, "AD-10.2-all-in-range") for force in forces)


# Found and lost


def detect(u: Umpire, side: Side, force: Force) -> None:
    """AD 10.0: a force is turned to its identified side."""
    if not force.detected:
        force.detected = True
        name = u.data.markers[force.key].name
        u.tell("AD-10.0-flip", "{name} is detected at {cell}", name=name, cell=force.at, marker=force.handle)
        watch(u)


def lose(u: Umpire, side: Side, force: Force) -> None:
    """AD 10.0: a force is out of sight again."""
    if force.detected:
        force.detected = False
        u.tell("AD-10.0-lasts", "The force at {cell} is out of sight", cell=force.at, marker=force.handle)


def lose_in_fog(u: Umpire, side: Side, force: Force) -> None:
    """AD 5.1, 13.6, R18: a detected force on which fog comes down may be lost, and a shadower may lose touch.

    While the convoy is shadowed it stays detected, whatever its die.
    """
    state = u.state
    shadowed = force.key == CONVOY and bool(state.shadow)
    if not force.detected:
        return
    unseen, shaken = fog_dice(u, force.at, shadowed=shadowed)
    if shadowed and not shaken:
        return
    if shadowed:
        state.shadow = ""
        u.tell("AD-13.6-shadow-fog", "The boat that shadowed PQ-17 has lost it")
    if unseen:
        lose(u, side, force)


def fog_dice(u: Umpire, cell: str, *, shadowed: bool) -> tuple[bool, bool]:
    """AD 5.1, 13.6: whether fog hides a force from all eyes but a shadower's, and whether he loses touch too."""
    table, zone = u.data.tables.weather, u.data.zone_of[cell]
    rule = "AD-5.1-fog-roll-barents" if zone == "barents" else "AD-5.1-fog-roll-norwegian"
    modifiers = {"shadowed": table.shadowed} if shadowed else {}
    needs = f"{table.lost_to[zone] + 1} or more stays in sight"
    unseen = u.roll(D10, rule, f"Fog at {cell}", modifiers, needs=needs) <= table.lost_to[zone]
    if not shadowed:
        return unseen, False
    needs = f"{table.shadow_lost_to + 1} or more keeps touch"
    return unseen, u.roll(D10, "AD-13.6-shadow-fog", "The shadower", needs=needs) <= table.shadow_lost_to
