"""How doctrine fights: whom to shoot at, who answers, which boat slips through and who turns away."""

from __future__ import annotations

from collections.abc import Iterable

from barents.games.north_cape import actions as a
from barents.games.north_cape.rules.pieces import Factor, find
from barents.games.north_cape.state import AswReaction, Piece
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Options, Pick, Subset
from barents.players.north_cape.estimate import Estimate
from barents.players.north_cape.worth import (
    by_stealth,
    chance,
    hit,
    price_of_being_heard,
    saves_itself_for_torpedoes,
    sunk,
)

TOO_STRONG = 0.6  # a force with less than this share of the other's guns does not stand and fight


def pairs(options: Pick[Action]) -> tuple[list[str], list[str]]:
    """The attackers and the targets of a stage of combat."""
    product = options.products[0]
    attackers = list(product.domains)
    return attackers, list(product.domains[attackers[0]])


def best_targets(estimate: Estimate, targets: Iterable[str]) -> list[Piece]:
    """One ship of each type, the one that a hit hurts most, the dearest first."""
    best: dict[str, Piece] = {}
    for name in targets:
        ship = find(estimate.known, name)
        type = estimate.about(ship).type
        if type not in best or hit(estimate, ship) > hit(estimate, best[type]):
            best[type] = ship
    return sorted(best.values(), key=lambda ship: -hit(estimate, ship))


def dogfight(estimate: Estimate, options: Pick[Action]) -> Action:
    """Fighters go for the aircraft that would do most harm, and rather not for other fighters."""
    attackers, targets = pairs(options)

    def gain(names: tuple[str, str]) -> float:
        fighter, target = (find(estimate.known, name) for name in names)
        harm = max(estimate.factor(target, "surface"), estimate.factor(target, "torp"), 1)
        return chance(estimate, fighter, "air") * harm - 2 * chance(estimate, target, "air")

    return a.Engage(*max(((x, y) for x in attackers for y in targets), key=gain))


def bomb(estimate: Estimate, options: Pick[Action]) -> Action:
    """Bombers attack the ship that a hit hurts most; those that risk too much of a torpedo by it wait for its stage."""
    attackers, targets = pairs(options)
    ready = [find(estimate.known, name) for name in attackers]
    ships = [find(estimate.known, name) for name in targets]
    bombers = [unit for unit in ready if not saves_itself_for_torpedoes(estimate, unit, ships)]
    return _strike(estimate, bombers, targets, "surface")


def torpedo(estimate: Estimate, options: Pick[Action]) -> Action:
    """Torpedoes go to the ship that a hit hurts most; a ship does not ask for a reply that costs more."""
    attackers, targets = pairs(options)
    return _strike(estimate, [find(estimate.known, name) for name in attackers], targets, "torp")


def _strike(estimate: Estimate, attackers: list[Piece], targets: list[str], name: Factor) -> Action:
    """The attack that brings most, if any brings anything."""
    best: tuple[float, Action] = (0.0, a.Stop())
    prey = best_targets(estimate, targets)
    for attacker in attackers:
        about = estimate.about(attacker)
        exposed = about.is_ship and (not about.is_sub or attacker.surfaced)
        for target in prey:
            gain = chance(estimate, attacker, name) * hit(estimate, target)
            if exposed:
                gain -= chance(estimate, target, name) * hit(estimate, attacker)
            if gain > best[0]:
                best = (gain, a.Engage(attacker.id, target.id))
    return best[1]


def gunfire(estimate: Estimate, options: Pick[Action]) -> Action:
    """Guns fire where they win most and lose least by the answer; they must fire at someone."""
    attackers, targets = pairs(options)
    prey = best_targets(estimate, targets)

    def gain(pair: tuple[Piece, Piece]) -> float:
        gun, target = pair
        risk = chance(estimate, target, "gun") * hit(estimate, gun)
        return chance(estimate, gun, "gun") * hit(estimate, target) - risk

    guns = [find(estimate.known, name) for name in attackers]
    gun, target = max(((x, y) for x in guns for y in prey), key=gain)
    return a.Engage(gun.id, target.id)


def answer_aircraft(estimate: Estimate, options: Pick[Action]) -> Action:
    """The ship with the best anti-aircraft fire answers."""
    ships = [action.ship for action in options.listed if isinstance(action, a.Fire)]
    return a.Fire(max(ships, key=lambda name: estimate.factor(find(estimate.known, name), "aa")))


def infiltrate(estimate: Estimate, options: Pick[Action]) -> Action:
    """A boat tries to slip through the screen, unless an open attack is worth more than the boat."""
    known, combat = estimate.known, estimate.known.combat
    if combat is None:
        return options.listed[0]
    boats = [name for name in _attacking_boats(estimate) if name not in (*combat.detected, *combat.infiltrated)]
    foes = combat.axis if estimate.side.value == "allied" else combat.allied
    prey = best_targets(estimate, [p.id for p in estimate.surface_ships(find(known, name) for name in foes)])
    if not boats or not prey:
        return a.RollInfiltration()
    boat = find(known, boats[0])
    screen = sum(estimate.about(find(known, name)).asw for name in foes)
    gain = chance(estimate, boat, "torp") * hit(estimate, prey[0])
    openly = gain - price_of_being_heard(estimate, boat, screen)
    return a.AttackOpenly() if openly > by_stealth(estimate, boat, combat.cell, screen, gain) else a.RollInfiltration()


def _attacking_boats(estimate: Estimate) -> list[str]:
    """One's own submerged boats in the combat."""
    combat = estimate.known.combat
    names = [] if combat is None else combat.allied if estimate.side.value == "allied" else combat.axis
    return [name for name in names if estimate.data.counters[name].is_sub and not find(estimate.known, name).surfaced]


def hunt(estimate: Estimate, options: Subset) -> Action:
    """Every escort attacks a boat that has been found: it costs nothing. Several boats they share."""
    boats = 1 + sum(isinstance(step, AswReaction) for step in estimate.known.agenda)
    return Choose(options.items[: -(-len(options.items) // boats)])


def withdraw(estimate: Estimate, options: Subset) -> Action:
    """Escorts stay with their merchants against boats; against guns that are too strong the fast ones turn away."""
    mission = estimate.known.mission
    if mission is None:
        return Choose(())
    ours = estimate.guns(estimate.stacks.get(mission.at, ()))
    theirs = estimate.guns(estimate.enemies.get(mission.at, ()))
    return Choose(options.items if ours < TOO_STRONG * theirs else ())


def show_least(estimate: Estimate, options: Subset) -> Action:
    """Half of a stack is to be seen: decoys and small fry first, merchants and the carrier last."""
    order = ("DECOY", "GROUP", "DE", "AA", "R", "F", "AT", "DD", "SUB", "CL", "CA", "BC", "BB", "CV", "MERC")
    ranked = sorted(options.items, key=lambda name: (order.index(estimate.data.counters[name].type), name))
    return Choose(tuple(ranked[: options.least]))


def strike_ice(estimate: Estimate, options: Subset) -> Action:
    """Ice is struck by the ships whose damage costs least; one's enemy's ships by those that it costs most."""
    own = options.items[0] in estimate.own if options.items else True
    ranked = sorted(options.items, key=lambda name: (hit(estimate, find(estimate.known, name)), name), reverse=not own)
    return Choose(tuple(ranked[: options.least]))


def be_heard(estimate: Estimate, options: Subset) -> Action:
    """The boats are heard that lie farthest from the enemy, and an ace last."""

    def exposed(name: str) -> tuple[bool, int, str]:
        boat = find(estimate.known, name)
        near = estimate.nearest(boat.at, estimate.enemies)
        return (bool(boat.ace), -estimate.distance(boat.at, near) if near else 0, name)

    return Choose(tuple(sorted(options.items, key=exposed)[: options.least]))


def be_dispersed(estimate: Estimate, options: Pick[Action] | Subset) -> Action:
    """The storm may have the ships that are worth least, out of the stack that has them."""

    def loss(name: str) -> tuple[float, str]:
        return (sunk(estimate, find(estimate.known, name)), name)

    if isinstance(options, Subset):
        return Choose(tuple(sorted(options.items, key=loss)[: options.least]))
    stacks = [action.cell for action in options.listed if isinstance(action, a.Disperse)]
    ships = {cell: [p.id for p in estimate.stacks[cell] if estimate.about(p).is_ship] for cell in stacks}
    return a.Disperse(min(stacks, key=lambda cell: min(loss(name) for name in ships[cell])))


def drive_away(estimate: Estimate, options: Pick[Action]) -> Action:
    """A ship that the storm drives away goes where one's own are near."""
    cells = [action.cell for action in options.listed if isinstance(action, a.DriveTo)]

    def gap(cell: str) -> tuple[int, str]:
        near = estimate.nearest(cell, estimate.stacks)
        return (estimate.distance(cell, near) if near else 0, cell)

    return a.DriveTo(min(cells, key=gap))


def lose_least(estimate: Estimate, options: Subset) -> Action:
    """Of aircraft without a deck the damaged go first, then bombers: fighters shield the convoy."""
    return Choose(tuple(_by_value(estimate, options.items)[: options.least]))


def keep_best(estimate: Estimate, options: Subset) -> Action:
    """The others land, as many as find room."""
    ranked = _by_value(estimate, options.items)
    return Choose(tuple(ranked[len(ranked) - options.most :]))


def _by_value(estimate: Estimate, names: Iterable[str]) -> list[str]:
    """Aircraft from the one that is missed least to the one that is missed most."""

    def value(name: str) -> tuple[bool, bool, str]:
        piece = find(estimate.known, name)
        return (piece.damage == 0, estimate.about(piece).type == "F", name)

    return sorted(names, key=value)


def quiet(options: Options[Action]) -> Action:
    """The answer that changes least, for a question that doctrine does not know."""
    match options:
        case Subset():
            return Choose(options.items[: options.least])
        case Pick() if options.listed:
            first: Action = options.listed[0]
            return first
    return next(iter(options))
