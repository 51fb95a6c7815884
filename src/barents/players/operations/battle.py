"""Battle: divisions, moves by what guns and torpedoes can do at each range, targets, smoke, and breaking off."""

from __future__ import annotations

from functools import cached_property

from barents.games.operations.battle.manoeuvres import BATTERIES, Intents
from barents.games.operations.battle.tactics import battle_of, standing
from barents.games.operations.fights import Battle, Division
from barents.games.operations.orders import BreakOff, DivisionSlot, Move, Salvo, WeaponSlot, Yes
from barents.games.operations.rules.units import guns, speed, tubes, type_of, weather_at
from barents.games.operations.state import Ship
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.players.operations.belief import MERCHANTS
from barents.players.operations.staff import HEAVY, Staff, rank
from barents.players.operations.worth import UNSEEN, chance, gun_value, torpedo_value

YES = str(Yes())
SCREEN = ("DD", "TB", "DE", "MS")
REAR = ("CV", "CVE", "AA", "ML", "CG", "IB")
TORPEDO_RANGE = 2
NEAR = 3  # cells at which an enemy is as good as on top of a division
DASH, DASHES = 4, 0.8  # cells that destroyers can come nearer in a round, and how likely it is that they do
FIRST_ROUNDS, SPENT = 2, 0.2  # rounds in which torpedoes are still in their tubes, and how likely they are after that
STAND_OFF = (4, 6)  # cells between heavy ships of a raid and the screen of a convoy
MATCH = 0.8  # the share of the screen's power with which destroyers of a raid go for it
OUTGUNNED = 0.6  # the share of the enemy's power below which a side breaks off
UNSEEN_POWER = 1.0
LEAST_CHANCE = 1 / 7  # with which a torpedo is worth firing
CHARGE = 4  # cells from the train at which its escorts go for a raider
LONGEST = 9
LAST_ROUND = 6  # of a raid
HURT = 0.34
CAUTION = {Side.ALLIED: 0.8, Side.AXIS: 0.8}  # how much a side's own losses weigh against the enemy's
UNSEEN_GUNS = {"primary": 0.5, "secondary": 1.0, "tertiary": 2.0}  # dice of a ship that has not been recognised
UNSEEN_TUBES = 1.5


# Divisions


def divide(staff: Staff, options: Assign) -> Allot:
    """Destroyers in front, heavy ships behind them, carriers and the like at the rear."""
    wanted = {name: _group(staff, staff.desk.ships[name]) for name in options.slots}
    return Allot(
        tuple(
            (name, str(group) if str(group) in options.slots[name] else _last(options, name))
            for name, group in wanted.items()
        )
    )


def _group(staff: Staff, ship: Ship) -> int:
    kind = staff.kind(ship)
    if kind in HEAVY:
        return 2
    return 3 if kind in REAR or speed(staff.data, ship) < 2 else 1


def _last(options: Assign, name: str) -> str:
    return max(options.slots[name])


# A round


def intents(staff: Staff, options: Assign) -> Allot:
    """Moves first, then targets by what can be reached after them."""
    return Round(staff).answer(options)


class Round:
    """A side's view of the track in one round."""

    def __init__(self, staff: Staff) -> None:
        self.staff, self.data, self.side = staff, staff.data, staff.side
        self.battle: Battle = battle_of(staff.known)
        self.own = standing(self.battle, self.side)
        self.enemies = standing(self.battle, self.side.enemy)

    @cached_property
    def lines(self) -> dict[str, str]:
        """The lines of the ships on the track by their numbers; empty for what has not been recognised."""
        ships = self.staff.desk.ships | self.staff.known.desks[self.side.enemy].ships
        return {name: ships[one.ship].line if one.ship in ships else "" for name, one in self.battle.ships.items()}

    def ship(self, name: str) -> Ship:
        """One of the side's own ships by her number."""
        return self.staff.desk.ships[self.battle.ships[name].ship]

    @cached_property
    def sight(self) -> int:
        """How far the side sees."""
        own = [self.ship(name) for one in self.own for name in one.ships]
        table = self.data.tables.visibility
        level = weather_at(self.staff.known, self.data, self.battle.zone)
        seen = self.data.visibility(self.staff.light(self.battle.zone), level)
        rated = self.staff.radar(own)
        return max(seen, table.radar + rated) if rated and level <= table.radar_to_level else seen

    # What a position is worth

    def fire(self, names: list[str], cells: int, line: str, *, mine: bool) -> float:
        """What the guns of some ships bring at a range against a ship of a line, in points."""
        total = 0.0
        for battery in BATTERIES:
            modifier = self.data.range_modifier(battery, cells)
            if modifier is None:
                continue
            dice = sum(self.dice(name, battery, mine=mine) for name in names)
            if not dice:
                continue
            if line and self.data.types[line].is_simple and cells <= self.data.tables.gunnery.simple_to:
                modifier += self.data.tables.gunnery.simple
            value = gun_value(self.data, line, battery) if line else UNSEEN / 4
            total += dice * chance(self.data, modifier) * value
        return total

    def dice(self, name: str, battery: str, *, mine: bool) -> float:
        """The dice of a battery; of an enemy those of her line."""
        for one in BATTERIES:
            if one == battery:
                if mine:
                    return guns(self.data, self.ship(name), one)
                line = self.lines[name]
                return self.data.types[line].guns(one) if line else UNSEEN_GUNS[one]
        return 0.0

    def tubes(self, name: str, *, mine: bool) -> float:
        """The torpedoes of a ship; those that an enemy has fired are not known."""
        if mine:
            return tubes(self.data, self.ship(name))
        line = self.lines[name]
        return self.data.types[line].torpedoes if line else UNSEEN_TUBES

    def run(self, names: list[str], cells: int, line: str, *, mine: bool) -> float:
        """What torpedoes of some ships bring at a range, in points."""
        if cells > TORPEDO_RANGE:
            return 0.0
        value = torpedo_value(self.data, line) if line else UNSEEN / 3
        return sum(self.tubes(name, mine=mine) for name in names) * self.torpedo_chance(line, cells) * value

    def torpedo_chance(self, line: str, cells: int) -> float:
        """The chance of one torpedo against a ship of a line at a range."""
        table = self.data.tables.torpedoes
        fast = table.fast if line and self.data.types[line].speed >= table.fast_from else 0
        return chance(self.data, table.ranges[cells] + fast)

    def best_line(self, division: Division, *, mine: bool) -> str:
        """The ship of a division that is most worth a hit."""
        lines = [self.lines[name] for name in division.ships]
        return max(lines, key=lambda line: (torpedo_value(self.data, line) if line else UNSEEN / 3, line), default="")

    def worth(self, division: Division, cell: int) -> float:
        """What a division can do from a cell, less what can be done to it there."""
        gain = 0.0
        for enemy in self.enemies:
            cells = abs(cell - enemy.cell)
            if cells <= max(self.sight, 1):
                line = self.best_line(enemy, mine=False)
                done = self.fire(division.ships, cells, line, mine=True) + self.run(
                    division.ships, cells, line, mine=True
                )
                gain = max(gain, done)
        risk = 0.0
        line = self.best_line(division, mine=True)
        for enemy in self.enemies:
            cells = abs(cell - enemy.cell)
            near = max(0, cells - 2)  # he will come on
            risk += self.fire(enemy.ships, cells, line, mine=False) + 0.5 * self.run(
                enemy.ships, near, line, mine=False
            )
        return gain - CAUTION[self.side] * risk / max(1, len(self.own))

    # Moves

    def move(self, division: Division) -> int:
        """How many cells a division goes: to where it is worth most to be, not at full speed if that is near."""
        most = self.reach(division)
        if not most or not self.enemies:
            return 0
        if division.train or self.wants_out or self.is_rear(division):
            return self.away(division) * most
        low, high = min(one.cell for one in self.enemies), max(one.cell for one in self.enemies)
        cells = range(min(low, division.cell) - LONGEST, max(high, division.cell) + LONGEST + 1)
        goal = max(cells, key=lambda cell: (round(self.worth(division, cell), 3), -abs(cell - division.cell)))
        if self.side is Side.AXIS and self.prizes:
            goal = self.raid_cell(division, goal)
        elif (intruder := self.intruder(division)) is not None:
            goal = intruder.cell
        elif self.guards(division):
            goal = self.guard_cell(division)
        elif (prize := self.prize(division)) is not None:
            goal = prize.cell
        step = max(-most, min(most, goal - division.cell))
        if abs(step) == most and abs(goal - division.cell) == most and most > 1 and not self.is_screen(division):
            step -= 1 if step > 0 else -1
        return step

    def reach(self, division: Division) -> int:
        """The cells that a division may go."""
        ships = [self.ship(name) for name in division.ships]
        if any(ship.bridge == self.battle.round for ship in ships):
            return 0
        most = min(speed(self.data, ship) for ship in ships)
        surprised = self.battle.round == 1 and self.side in self.battle.surprised
        return min(most, self.data.tables.battle.surprised_cells) if surprised else most

    def away(self, division: Division) -> int:
        """The direction from the enemy."""
        nearest = min(self.enemies, key=lambda one: abs(one.cell - division.cell))
        if nearest.cell != division.cell:
            return 1 if division.cell > nearest.cell else -1
        return -1 if self.side is self.battle.engager else 1

    def is_rear(self, division: Division) -> bool:
        """Whether a division is there to be protected."""
        return all(self.staff.kind(self.ship(name)) in REAR for name in division.ships)

    def is_screen(self, division: Division) -> bool:
        """Whether a division is of destroyers and escorts."""
        return all(self.staff.kind(self.ship(name)) in SCREEN for name in division.ships)

    @cached_property
    def train(self) -> Division | None:
        """The side's own merchants, if they are in it."""
        return next((one for one in self.own if one.train), None)

    def guards(self, division: Division) -> bool:
        """Whether a division stands between the enemy and the merchants: until he is near, then it goes for him."""
        if self.train is None or not self.is_screen(division):
            return False
        near = min(abs(one.cell - division.cell) for one in self.enemies) <= NEAR
        return not near and min(abs(one.cell - self.train.cell) for one in self.enemies) > CHARGE

    def intruder(self, division: Division) -> Division | None:
        """An enemy who has got past the escorts, and is nearer to the merchants than they are."""
        train = self.train
        if train is None or not self.is_screen(division):
            return None
        away = abs(division.cell - train.cell)
        past = [one for one in self.enemies if abs(one.cell - train.cell) < min(away, CHARGE)]
        return min(past, key=lambda one: (abs(one.cell - division.cell), one.order), default=None)

    def prize(self, division: Division) -> Division | None:
        """The heavy ships at hand for which the escorts of a convoy risk everything while they have torpedoes."""
        if self.train is None or not self.is_screen(division):
            return None
        if not sum(self.tubes(name, mine=True) for name in division.ships):
            return None
        near = [one for one in self.enemies if abs(one.cell - division.cell) <= CHARGE + 1]
        heavy = [one for one in near if any(self.is_heavy(name) for name in one.ships)]
        return min(heavy, key=lambda one: (abs(one.cell - division.cell), one.order), default=None)

    def is_heavy(self, name: str) -> bool:
        """Whether an enemy is known to be a cruiser or larger."""
        line = self.lines[name]
        return bool(line) and self.data.types[line].type in HEAVY

    def guard_cell(self, division: Division) -> int:
        """Two cells before the train, on the side of the enemy."""
        assert self.train is not None
        nearest = min(self.enemies, key=lambda one: abs(one.cell - division.cell))
        return self.train.cell + (2 if nearest.cell > self.train.cell else -2)

    @cached_property
    def prizes(self) -> list[Division]:
        """The enemy's merchants: those that are seen, or the rear of a fleet that was reported to have some."""
        seen = [one for one in self.enemies if one.train]
        told = [one for one in self.staff.fresh(0) if one.zone == self.battle.zone and MERCHANTS in one.flags]
        if seen or not told or len(self.enemies) == 1:
            return seen
        rear = max(self.enemies, key=lambda one: one.order)
        return [] if any(self.lines[name] for name in rear.ships) else [rear]

    def raid_cell(self, division: Division, best: int) -> int:
        """Where raiders go for a convoy: destroyers for the screen if they match it, heavy ships within sight of it.

        Without a screen all go for the merchants; heavy ships come no nearer to destroyers than they have to.
        """
        screen = [one for one in self.enemies if one not in self.prizes]
        targets = screen or self.enemies
        nearest = min(targets, key=lambda one: (abs(one.cell - division.cell), one.order))
        behind = -1 if division.cell <= nearest.cell else 1
        if not screen:
            return nearest.cell + behind * (0 if self.is_screen(division) else TORPEDO_RANGE)
        if not self.is_screen(division):
            return nearest.cell + behind * max(STAND_OFF[0], min(STAND_OFF[1], self.sight))
        own = self.staff.power([self.ship(name) for name in division.ships])
        if own >= MATCH * self.strength(screen):
            return best
        heavy = [one.cell for one in self.own if not self.is_screen(one)]
        return min(heavy, key=lambda cell: abs(cell - division.cell), default=best)

    def strength(self, divisions: list[Division]) -> float:
        """What enemy divisions weigh: ships that have been recognised by their line, others little."""
        lines = [self.lines[name] for one in divisions for name in one.ships]
        seen = [Ship(line, line) for line in lines if line]
        return self.staff.power(seen) + UNSEEN_POWER * (len(lines) - len(seen))

    @cached_property
    def wants_out(self) -> bool:
        """Whether the side breaks off: hurt, outgunned, or a raid that has lasted long enough."""
        own = [self.ship(name) for one in self.own for name in one.ships]
        heavy = [ship for ship in own if type_of(self.data, ship).type in HEAVY]
        if self.side is Side.AXIS and self.staff.damage(heavy or own) >= HURT:
            return True
        warships = len(self.prizes) < len(self.enemies)
        if self.side is Side.AXIS and self.battle.round > LAST_ROUND and warships:
            return True
        if self.train is not None:
            return False
        lines = [line for one in self.enemies for line in map(self.lines.get, one.ships) if line]
        seen = rank(self.data.types[line].type for line in lines)
        dark = self.staff.light(self.battle.zone) != "day"
        if self.side is Side.AXIS and dark and seen and seen >= rank(map(self.staff.kind, own)):
            return True
        return self.staff.power(own) < OUTGUNNED * self.strength(
            [one for one in self.enemies if one not in self.prizes]
        )

    # The whole answer

    def answer(self, options: Assign) -> Allot:
        """A value for every slot."""
        given: Intents = {}
        for division in self.own:
            step = self.move(division)
            given |= self.manner(division, step)
            self.aim(division, division.cell + step, given)
        if self.wants_out or not self.enemies:
            given[BreakOff()] = YES
        told = {str(slot): value for slot, value in given.items()}
        return Allot(
            tuple(
                (slot, told[slot] if slot in told and told[slot] in domain else NONE)
                for slot, domain in options.slots.items()
            )
        )

    def manner(self, division: Division, step: int) -> Intents:
        """Its move, smoke, whether it combs, starshell, and whether it leaves if it can."""
        key, given = division.key, Intents()
        combs = DivisionSlot(key, "comb")
        if step:
            given[DivisionSlot(key, "move")] = str(Move(step))
        if self.train is not None or self.wants_out:
            given[DivisionSlot(key, "smoke")] = YES
        if self.intruder(division) is None and self.is_in_danger(division, step):
            given[combs] = YES
        if self.wants_out or division.train or self.is_rear(division):
            given[DivisionSlot(key, "leave")] = YES
        elif self.sight < self.data.tables.battle.starshell_cells and combs not in given:
            near = min(self.enemies, key=lambda one: abs(one.cell - division.cell), default=None)
            if near is not None and self.train is None:
                given[DivisionSlot(key, "starshell")] = near.key
        return given

    def is_in_danger(self, division: Division, step: int) -> bool:
        """Whether turning with the torpedoes that may come saves more than the fire that it costs."""
        line, table = self.best_line(division, mine=True), self.data.tables.torpedoes
        fast = table.fast if line and self.data.types[line].speed >= table.fast_from else 0
        saved = 0.0
        for enemy in self.enemies:
            away = abs(enemy.cell - division.cell)
            cells = max(0, away - DASH)
            if cells <= TORPEDO_RANGE:
                dice = sum(self.tubes(name, mine=False) for name in enemy.ships if self.may_fire(name))
                modifier = table.ranges[cells] + fast
                less = chance(self.data, modifier) - chance(self.data, modifier + table.comb)
                saved += dice * less * self.threat(away)
        cell = division.cell + step
        lost = 0.0
        for enemy in self.enemies:
            target, cells = self.best_line(enemy, mine=False), abs(enemy.cell - cell)
            done = self.run(division.ships, cells, target, mine=True)
            lost = max(lost, done + self.fire(division.ships, cells, target, mine=True) / 2)
        return saved * torpedo_value(self.data, line) > lost

    def threat(self, away: int) -> float:
        """How likely torpedoes are from so far away: whoever has been near for some rounds has mostly fired his."""
        if away > NEAR:
            return DASHES
        return 1.0 if self.battle.round <= FIRST_ROUNDS else SPENT

    def may_fire(self, name: str) -> bool:
        """Whether an enemy may have torpedoes left: not if they were seen to run in the last round."""
        return not any(one.ship == name and one.weapon == "torpedoes" for one in self.battle.fired)

    def aim(self, division: Division, cell: int, given: Intents) -> None:
        """Every battery at the ship where it brings most, spread as ships get enough; torpedoes when they are near."""
        hoped: dict[str, float] = {}
        launched: dict[str, float] = {}
        for name in division.ships:
            for battery in BATTERIES:
                dice = self.dice(name, battery, mine=True)
                if dice and (target := self.gun_target(cell, battery, dice, hoped)):
                    given[WeaponSlot(name, battery)] = target
            count = self.tubes(name, mine=True)
            if count and (target := self.torpedo_target(cell, launched)):
                given[WeaponSlot(name, "torpedoes")] = str(Salvo(target, int(count)))

    def gun_target(self, cell: int, battery: str, dice: float, hoped: dict[str, float]) -> str:
        """The best ship for a battery after the moves."""
        best, most = "", 0.0
        for one in BATTERIES:
            if one != battery:
                continue
            for enemy in self.enemies:
                modifier = self.data.range_modifier(one, abs(cell - enemy.cell))
                if modifier is None:
                    continue
                for name in enemy.ships:
                    line = self.lines[name]
                    value = gun_value(self.data, line, one) if line else UNSEEN / 4
                    boxes = self.data.types[line].hull if line else 3
                    bonus = self.data.tables.gunnery.simple if line and self.data.types[line].is_simple else 0
                    near = abs(cell - enemy.cell) <= self.data.tables.gunnery.simple_to
                    hits = dice * chance(self.data, modifier + (bonus if near else 0))
                    brings = hits * value * max(0.05, 1 - hoped.get(name, 0.0) / boxes)
                    if brings > most:
                        best, most = name, brings
        if best:
            hoped[best] = hoped.get(best, 0.0) + dice * chance(self.data, 0)
        return best

    def torpedo_target(self, cell: int, launched: dict[str, float]) -> str:
        """The ship worth most within range of torpedoes; no torpedoes for small fry."""
        best, most = "", 3.0
        for enemy in self.enemies:
            cells = abs(cell - enemy.cell)
            if cells > TORPEDO_RANGE:
                continue
            for name in enemy.ships:
                line = self.lines[name]
                if self.torpedo_chance(line, cells) < LEAST_CHANCE:
                    continue
                value = torpedo_value(self.data, line) if line else UNSEEN / 3
                boxes = self.data.types[line].hull if line else 3
                value *= max(0.1, 1 - launched.get(name, 0.0) / boxes)
                if value > most:
                    best, most = name, value
        if best:
            launched[best] = launched.get(best, 0.0) + 1.0
        return best
