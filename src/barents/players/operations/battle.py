"""Battle: divisions, moves by what guns and torpedoes can do at each range, targets, smoke, and breaking off."""

from __future__ import annotations

from functools import cached_property

from barents.games.operations.intents import BATTERIES, BREAK
from barents.games.operations.state import Battle, Division, Ship
from barents.games.operations.tactics import battle_of, standing
from barents.games.operations.units import guns, speed, tubes, type_of, weather_at
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.domains import NONE
from barents.kernel.sides import Side
from barents.players.operations.staff import HEAVY, Staff
from barents.players.operations.worth import UNSEEN, chance, gun_value, torpedo_value

SCREEN = ("DD", "TB", "DE", "MS")
REAR = ("CV", "CVE", "AA", "ML", "CG", "IB")
TORPEDO_RANGE = 2
COMB_RANGE = 3  # cells at which destroyers are as good as on top of a heavy ship
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
        table = self.data.tables.torpedoes
        if cells > TORPEDO_RANGE:
            return 0.0
        modifier = table.ranges[cells] + (table.fast if line and self.data.types[line].speed >= table.fast_from else 0)
        value = torpedo_value(self.data, line) if line else UNSEEN / 3
        return sum(self.tubes(name, mine=mine) for name in names) * chance(self.data, modifier) * value

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
        if self.guards(division):
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
        near = min(abs(one.cell - division.cell) for one in self.enemies) <= COMB_RANGE
        return not near and min(abs(one.cell - self.train.cell) for one in self.enemies) > CHARGE

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
    def wants_out(self) -> bool:
        """Whether the side breaks off: hurt, outgunned, or a raid that has lasted long enough."""
        own = [self.ship(name) for one in self.own for name in one.ships]
        heavy = [ship for ship in own if type_of(self.data, ship).type in HEAVY]
        if self.side is Side.AXIS and self.staff.damage(heavy or own) >= HURT:
            return True
        warships = any(not one.train for one in self.enemies)
        if self.side is Side.AXIS and self.battle.round > LAST_ROUND and warships:
            return True
        if self.train is not None:
            return False
        lines = [self.data.types[line] for one in self.enemies for line in map(self.lines.get, one.ships) if line]
        seen = [Ship(about.key, about.key) for about in lines]
        unseen = sum(len(one.ships) for one in self.enemies) - len(seen)
        return self.staff.power(own) < 0.6 * (self.staff.power(seen) + unseen)

    # The whole answer

    def answer(self, options: Assign) -> Allot:
        """A value for every slot."""
        given: dict[str, str] = {}
        for division in self.own:
            step = self.move(division)
            given |= self.manner(division, step)
            self.aim(division, division.cell + step, given)
        if self.wants_out or not self.enemies:
            given[BREAK] = "yes"
        return Allot(
            tuple(
                (slot, given[slot] if slot in given and given[slot] in domain else NONE)
                for slot, domain in options.slots.items()
            )
        )

    def manner(self, division: Division, step: int) -> dict[str, str]:
        """Its move, smoke, whether it combs, starshell, and whether it leaves if it can."""
        key, given = division.key, {}
        if step:
            given[f"{key}:move"] = f"{step:+}"
        if self.train is not None or self.wants_out:
            given[f"{key}:smoke"] = "yes"
        if self.is_in_danger(division):
            given[f"{key}:comb"] = "yes"
        if self.wants_out or division.train or self.is_rear(division):
            given[f"{key}:leave"] = "yes"
        elif self.sight < self.data.tables.battle.starshell_cells and not given.get(f"{key}:comb"):
            near = min(self.enemies, key=lambda one: abs(one.cell - division.cell), default=None)
            if near is not None and self.train is None:
                given[f"{key}:starshell"] = near.key
        return given

    def is_in_danger(self, division: Division) -> bool:
        """Whether destroyers with torpedoes are so near to heavy ships that these must turn away."""
        if not any(self.staff.kind(self.ship(name)) in HEAVY for name in division.ships):
            return False
        dice = sum(
            self.tubes(name, mine=False)
            for one in self.enemies
            if abs(one.cell - division.cell) <= COMB_RANGE
            for name in one.ships
            if not self.lines[name] or self.data.types[self.lines[name]].type in SCREEN
        )
        return dice >= 4

    def aim(self, division: Division, cell: int, given: dict[str, str]) -> None:
        """Every battery at the ship where it brings most, spread as ships get enough; torpedoes when they are near."""
        hoped: dict[str, float] = {}
        for name in division.ships:
            for battery in BATTERIES:
                dice = self.dice(name, battery, mine=True)
                if dice and (target := self.gun_target(cell, battery, dice, hoped)):
                    given[f"{name}:{battery}"] = target
            count = self.tubes(name, mine=True)
            if count and (target := self.torpedo_target(cell, hoped)):
                given[f"{name}:torpedoes"] = f"{target}/{int(count)}"

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

    def torpedo_target(self, cell: int, hoped: dict[str, float]) -> str:
        """The ship worth most within range of torpedoes; no torpedoes for small fry."""
        best, most = "", 3.0
        for enemy in self.enemies:
            cells = abs(cell - enemy.cell)
            if cells > TORPEDO_RANGE:
                continue
            for name in enemy.ships:
                line = self.lines[name]
                value = torpedo_value(self.data, line) if line else UNSEEN / 3
                boxes = self.data.types[line].hull if line else 3
                value *= max(0.1, 1 - hoped.get(f"{name}:torpedoes", 0.0) / boxes)
                if value > most:
                    best, most = name, value
        if best:
            hoped[f"{best}:torpedoes"] = hoped.get(f"{best}:torpedoes", 0.0) + 1.0
        return best
