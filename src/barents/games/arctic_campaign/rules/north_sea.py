"""Attacks on German fleets in the North Sea (B.3): aircraft and submarines, by the operations engine's own rules.

The fleet is put into a little operation of its own. It is clear and by day there: weather and light are already in the
interception table. What the Allies learn of the ships are the types of those that they attack, and names of the sunk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.actions import Strike
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.boats import boat_name
from barents.games.arctic_campaign.rules.odds import pressing
from barents.games.arctic_campaign.rules.units import Umpire, damage_of, date, note
from barents.games.arctic_campaign.state import SUNK, Charge, Group, Passage, State
from barents.games.operations import GAME as OPERATIONS
from barents.games.operations import options
from barents.games.operations.actions import Press
from barents.games.operations.air import raids
from barents.games.operations.battle.damage import bomb_hit, throw, torpedo_hit
from barents.games.operations.data import Data as SeaData
from barents.games.operations.fights import Hunt, Raid
from barents.games.operations.fleets.sea import fight_fire
from barents.games.operations.names import TYPES
from barents.games.operations.rules.units import plane, ships_of, type_of
from barents.games.operations.state import Boat, Desk, Fleet, Ship, Squadron
from barents.games.operations.state import State as Operation
from barents.games.operations.submarines.attack import attack_modifiers, counterattack, screen
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import D6
from barents.kernel.question import Question
from barents.kernel.sides import NOBODY, Side, only
from barents.kernel.words import in_words

SeaUmpire: TypeAlias = "kernel.Umpire[Operation, SeaData]"
ALLIED, AXIS = Side.ALLIED, Side.AXIS
LARGEST, SECOND, ANY = "largest", "second", "any"


def aiming(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """AC-B.3-air-resolve."""
    most = data.sea.tables.strike.steps_per_ship
    return (
        f"No more than {in_words(most)} steps attack one ship; the others turn to the next largest. The largest ship "
        "is worth most, but may be armoured; a ship that is hit on the way to Norway turns back."
    )


TARGET: Question[State, Data] = Question(
    "AC-B.3-air-resolve", "Which ship do the aircraft attack?", phase=phases.NORTH_SEA, about=aiming
)
PRESS_ON: Question[State, Data] = Question(
    "OP-SUB-press",
    "The screen has found the submarine. Does she press on?",
    part="north-sea",
    phase=phases.NORTH_SEA,
    about=(
        "The screen has found her before she could fire. If she goes on she fires with a worse chance and is hunted "
        "harder; if she breaks off she is at worst sent home."
    ),
    answers={Press: "To press on is to fire and then be hunted; to break off is to fire at nobody."},
    odds=pressing,
)


class Attacked(NamedTuple):
    """The umpire of the little operation, and the fleet in it."""

    sea: SeaUmpire
    fleet: Fleet

    @property
    def ships(self) -> list[Ship]:
        """The ships that are still afloat."""
        return ships_of(self.sea.state.desks[AXIS], self.fleet.key)


def passage_of(u: Umpire) -> tuple[Passage, Group]:
    """The fleet that is in the North Sea now."""
    passage = u.state.passage
    assert passage is not None, "no fleet passes the North Sea"
    return passage, u.state.axis.passing[0]


@contextmanager
def attacked(u: Umpire, boat: Boat | None = None, steps: int = 0) -> Iterator[Attacked]:
    """The fleet under attack; afterwards fires are fought, and what was hit or sunk is written down."""
    state, table = u.state, u.data.tables.interception
    passage, group = passage_of(u)
    ships = {key: state.axis.ships[key] for key in group.ships if state.axis.vessels[key].at != SUNK}
    before = {key: damage_of(ship) for key, ship in ships.items()}
    for ship in ships.values():
        ship.fleet = group.key
    fleet = Fleet(group.key, group.name, table.zone, "transfer", track=[table.zone])
    type = aircraft(u)
    air = {f"{type}-{number}": Squadron(f"{type}-{number}", type, "") for number in range(1, steps + 1)}
    operation = Operation(
        agenda=[],
        scenario="",
        options=options.Options(),
        month=u.data.month_of_year(state.month),
        year=u.data.year(state.month),
        turns=table.turn,
        turn=table.turn,
        desks={
            ALLIED: Desk(boats={} if boat is None else {boat.key: boat}, air=air),
            AXIS: Desk(ships=ships, fleets={group.key: fleet}),
        },
    )
    sea = u.inside(OPERATIONS, u.data.sea, operation)
    yield Attacked(sea, fleet)
    for ship in ships.values():
        while ship.fire and ship.at != SUNK:
            fight_fire(sea, AXIS, ship)
        ship.fleet, ship.steering, ship.bridge = "", False, 0
        if ship.at == SUNK:
            _lose(u, ship)
        elif damage_of(ship) > before[ship.key] and ship.key not in passage.hit:
            passage.hit.append(ship.key)


def _lose(u: Umpire, ship: Ship) -> None:
    """AC-B.3-scored: a ship that is sunk on the way scores in the same month, and both sides know her name."""
    state, worth = u.state, u.data.line(ship.line).vp
    state.axis.vessels[ship.key].at, state.axis.vessels[ship.key].since = SUNK, state.month
    state.axis.losses.append(Charge(ALLIED, f"{ship.name} sunk in the North Sea", worth, "AC-B.3-scored"))
    u.tell("AC-B.3-scored", "{unit} is sunk in the North Sea: {points} points", unit=ship.key, points=worth)
    u.reveal([ship.key], "AC-B.3-scored", to=ALLIED)
    for side in Side:
        note(state, side, "{ship} is sunk in the North Sea", ship=ship.name)


def kind(u: Umpire, ship: Ship) -> str:
    """What a ship looks like from the air or through a periscope."""
    return TYPES[type_of(u.data.sea, ship).type]


# Aircraft


def aircraft(u: Umpire) -> str:
    """AC-B.3-air-resolve, R38: the type that strikes in the month."""
    rows = u.data.tables.interception.aircraft
    return next(row.type for row in rows if row.to is None or date(u.state, u.data) <= row.to)


def air_strike(u: Umpire, step: s.AirStrike) -> kernel.Rule[None]:
    """AC-B.3-air-resolve: the fleet's fire, a target (D14), then torpedoes; there are no fighters on either side."""
    passage = u.state.passage
    if passage is None or not passage.steps:
        return
    steps, passage.steps = passage.steps, 0
    if step.stage == "attack":
        yield from _attack(u, passage, steps)
        return
    name = u.data.sea.air_types[aircraft(u)].name
    words = "{number} {number:step|steps} of {type} {number:attacks|attack} German ships in the North Sea"
    u.tell("AC-B.3-air-resolve", words, number=steps, type=name)
    with attacked(u, steps=steps) as under:
        raid = Raid(ALLIED, under.fleet.key, under.fleet.at, "", list(under.sea.state.desks[ALLIED].air))
        raids.anti_aircraft(under.sea, raid, under.fleet)
        yield from raids.beat_off(under.sea, raid)  # all are of one type: nobody is asked
        passage.steps, passage.several = len(raid.bombers), len(under.ships) > 1
    if not passage.steps:
        u.tell("AC-B.3-air-resolve", "All of them are beaten off")
        return
    words = "They see several ships" if passage.several else "They see a ship alone"
    u.tell("AC-B.3-air-resolve", words, to=only(ALLIED))


def _attack(u: Umpire, passage: Passage, steps: int) -> kernel.Rule[None]:
    """D14: what has come through attacks."""
    targets = [LARGEST, SECOND, ANY] if passage.several else [LARGEST]
    prompt = f"{steps} steps get through. Which ship do they attack?"
    answer: Strike = yield from u.ask(ALLIED, TARGET, Pick([Strike(target) for target in targets]), prompt)
    with attacked(u, steps=steps) as under:
        _drop(u, under, answer.target)


def _aims(u: Umpire, under: Attacked, target: str) -> list[Ship]:
    """D14: the ship for each step, no more than four at one; the rest turn to the other of the two largest."""
    data, most = u.data.sea, u.data.sea.tables.strike.steps_per_ship
    steps = len(under.sea.state.desks[ALLIED].air)
    by_size = sorted(
        under.ships, key=lambda ship: (type_of(data, ship).hull, type_of(data, ship).vp, ship.key), reverse=True
    )
    if target != ANY:
        first = by_size[:2] if target == LARGEST else by_size[1::-1]
        return [ship for ship in first for _ in range(most)][:steps]
    aims: list[Ship] = []
    for _ in range(steps):
        free = [ship.key for ship in by_size if aims.count(ship) < most]
        if free:
            key = u.draw(free, 1, "AC-B.3-air-resolve", "any ship", to=NOBODY)[0]
            aims.append(under.sea.state.desks[AXIS].ships[key])
    return aims


def _drop(u: Umpire, under: Attacked, target: str) -> None:
    """OP-STRIKE-mods, OP-TORP-damage: all steps attack, then the damage is done."""
    sea, fleet = under.sea, under.fleet
    data = u.data.sea
    steps = list(sea.state.desks[ALLIED].air.values())
    aims = _aims(u, under, target)
    types = ", ".join(_counted(Counter(kind(u, ship) for ship in {ship.key: ship for ship in aims}.values())))
    u.tell("AC-B.3-air-resolve", "They attack: {types}", to=only(ALLIED), types=types)
    note(u.state, ALLIED, "Aircraft attack German ships in the North Sea: {types}", types=types)
    weak, combed = raids.are_weak(data, under.ships), raids.are_combed(data, len(steps), under.ships)
    scored: list[tuple[Ship, Squadron, int]] = []
    for step, ship in zip(steps, aims, strict=False):
        torpedoes = raids.carries_torpedoes(data, fleet, step)
        modifiers = raids.strike_modifiers(sea.state, data, fleet, ship, torpedoes=torpedoes, combed=combed, weak=weak)
        subject = f"{plane(data, step).name} at a {kind(u, ship)}"
        scored.append((ship, step, throw(sea, "OP-STRIKE-mods", subject, raids.load(data, fleet, step), modifiers)))
    for ship, step, hits in scored:
        for _ in range(hits):
            u.tell("AC-B.3-air-resolve", "{unit} is hit", to=only(AXIS), unit=ship.key)
            if raids.carries_torpedoes(data, fleet, step):
                torpedo_hit(sea, ship.key)
            else:
                bomb_hit(sea, ship.key, plane(data, step).bomb_class)
    hits = sum(hits for _, _, hits in scored)
    u.tell("AC-B.3-air-resolve", "The air attack in the North Sea is over: {hits} {hits:hit|hits}", hits=hits)


def _counted(kinds: Counter[str]) -> list[str]:
    return [f"{number} {kind}{'' if number == 1 else 's'}" for kind, number in kinds.items()]


# A submarine


def _boat(u: Umpire, passage: Passage) -> Boat:
    """The submarine of the month's result, as the operations engine has her."""
    row = u.data.interceptions[passage.roll]
    name = boat_name(u.data, row.boat, passage.boat)
    return Boat(passage.boat, row.boat, u.data.tables.interception.zone, name)


def boat_strike(u: Umpire, step: s.BoatStrike) -> kernel.Rule[None]:
    """AC-B.3-sub-resolve: she is in contact without a die; the screen looks for her, she may press on, then fires."""
    passage = u.state.passage
    if passage is None or not passage.boat:
        return
    boat = _boat(u, passage)
    if step.stage == "screen":
        with attacked(u, boat) as under:
            if not under.ships:
                passage.boat = ""
                return
            hunt = Hunt(ALLIED, boat.key, under.fleet.key)
            screen(under.sea, hunt, under.fleet)
        passage.screen, passage.detected = hunt.dice, hunt.detected
        return
    hunt = Hunt(ALLIED, boat.key, passage.fleet, dice=passage.screen, detected=passage.detected)
    if hunt.detected:
        prompt = f"{boat.name} has been found. Does she press on?"
        answer: Press = yield from u.ask(ALLIED, PRESS_ON, Pick([Press(on=True), Press(on=False)]), prompt)
        hunt.pressed = answer.on
    passage.boat = ""
    with attacked(u, boat) as under:
        under.sea.state.hunt = hunt
        if not hunt.detected or hunt.pressed:
            _fire(u, under, hunt, boat)
        counterattack(under.sea, hunt, boat)
    if boat.at == SUNK:
        worth = u.data.sea.boat_classes[boat.type].vp
        u.state.allied.losses.append(Charge(AXIS, f"{boat.name} sunk", worth, "AC-B.3-scored"))
        u.state.allied.boats_lost.append(boat.key)


def _fire(u: Umpire, under: Attacked, hunt: Hunt, boat: Boat) -> None:
    """AC-B.3-sub-resolve, 4.2: a die says whether she fires at the ship of the highest value or at any."""
    table, data, sea = u.data.tables.interception, u.data.sea, under.sea
    needs = f"{table.best_target_to} or less is the best ship, else any"
    die = u.roll(D6, "AC-B.3-sub-resolve", "Target", to=only(ALLIED), needs=needs)
    ships = {ship.key: ship for ship in under.ships}
    best = max(ships.values(), key=lambda ship: (type_of(data, ship).vp, ship.key))
    if die > table.best_target_to:
        best = ships[u.draw(ships, 1, "AC-B.3-sub-resolve", "any ship", to=NOBODY)[0]]
    hunt.fired = True
    modifiers = attack_modifiers(sea.state, data, hunt, under.fleet, best)
    subject = f"{boat.name} at a {kind(u, best)}"
    hits = throw(sea, "OP-SUB-attack", subject, data.boat_classes[boat.type].factor, modifiers, to=only(ALLIED))
    if not hits:
        u.tell("AC-B.3-sub-resolve", "The torpedoes have missed", to=only(ALLIED))
    for _ in range(hits):
        u.tell("AC-B.3-sub-resolve", "{unit} is torpedoed", to=only(AXIS), unit=best.key)
        torpedo_hit(sea, best.key)
    if hits:
        words = f"{{boat}} has hit a {{type}}: {{hits}} torpedo{'' if hits == 1 else 'es'}"
        u.tell("AC-B.3-sub-resolve", words, to=only(ALLIED), boat=boat.key, type=kind(u, best), hits=hits)
        note(u.state, ALLIED, words, boat=boat.key, type=kind(u, best), hits=str(hits))
