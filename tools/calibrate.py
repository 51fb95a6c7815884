"""Fits the quick resolution of a campaign's month to months that the computer's staffs play.

    python -m tools.calibrate [--months 200] [--seed 1942] [--workers 1] [--resume FILE] [--write]

Twelve reference months are played by doctrine: a convoy of twenty transports with a standard escort and cover, in four
seasons of three years. What was lost to U-boats, aircraft and ships, how many U-boats were lost, and how often the
convoy was found is compared with the quick resolution of the same months, whose chances are multiplied with the ratio
of the means until each mean is within a tenth, or 0.3 ships. The same is done with what section 8 leaves out: warships
that U-boats and aircraft sink, and those of both sides that are lost when ships meet. With `--write` the rows of
quick.toml are replaced. With `--resume` every month is kept in a file as soon as it is played, and is not played again:
the run can be broken off at any time, and `--months 0` fits what there is.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from barents.games.arctic_campaign.data import Data, data
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.quick import convoy as reckon
from barents.games.arctic_campaign.quick.file import Fit, Quick
from barents.games.arctic_campaign.rules import boats, convoy_phase
from barents.games.arctic_campaign.rules.flow import STEPS
from barents.games.arctic_campaign.rules.units import Umpire, commission, date
from barents.games.arctic_campaign.state import AlliedDesk, AxisDesk, ConvoyPhase, Group, State
from barents.games.operations import GAME as OPERATIONS
from barents.games.operations.air.allotment import settle, station
from barents.games.operations.rules.units import ships_of
from barents.games.operations.screen.report import read
from barents.games.operations.state import State as Operation
from barents.games.operations.terms import Nation, Season, ShipClass
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.report import Loss
from barents.kernel.sides import Side
from barents.kernel.view import Situation
from barents.lab.crew import in_processes
from barents.players import play_out
from barents.players.operations import Doctrine

ALLIED, AXIS = Side.ALLIED, Side.AXIS
FILE = Path(reckon.__file__).parents[1] / "quick.toml"
MONTHS: dict[Season, int] = {"winter": 1, "spring": 4, "summer": 7, "autumn": 9}
YEARS = (1942, 1943, 1944)
TRANSPORTS = 20
CONVOY, COVER, RAIDERS = "pq", "cover-1", "squadron"
COVERING = ("king-george-v", "duke-of-york", "victorious")
GERMANS = ("tirpitz", "admiral-hipper", "z28", "z29", "z30", "karl-galster-z20")
# Causes as the report of an operation calls them; of several the first here counts.
CAUSES = {"ships": "surface ships", "boats": "U-boats", "raids": "aircraft"}
MERCHANTS, WARSHIPS = ("mt", "ta"), ("bb", "bc", "cv", "ca", "cl", "dd", "de", "tb", "ms", "aa")
WITHIN, SHIPS = 0.1, 0.3
ROUNDS, QUICK_MONTHS = 12, 400
LEAST, MOST = 1, 1000  # hundredths that a chance may be multiplied with
MOST_RATIO = 2.0  # by which it is changed in one round
ALL_ON_WARSHIPS = 225  # from here on the share of hits on warships is the greatest


class Means(msgspec.Struct, frozen=True):
    """A month on average: how often the convoy was found, merchants lost by cause, U-boats lost, warships lost.

    `rout` are the merchants that ships have sunk, `warships` those of the Allies lost to U-boats and aircraft;
    `surface` is how often ships sank anybody, `blood` the warships of both sides among them. Each has a chance of its
    name.
    """

    search: float
    boats: float
    raids: float
    rout: float
    hunt: float
    warships: float = 0
    surface: float = 0
    blood: float = 0


FIELDS: tuple[str, ...] = Means.__struct_fields__
CHANCES = ("search", "surface")
HEADS = {
    "search": "found",
    "boats": "merchants lost to U-boats",
    "raids": "to aircraft",
    "rout": "to ships",
    "hunt": "U-boats lost",
    "warships": "Allied warships lost to U-boats and aircraft",
    "surface": "ships met",
    "blood": "warships of both sides lost to ships",
}


def chief(cause: str) -> str:
    """Of several that had a part in the end of a ship the one that it is put down to.

    >>> chief("aircraft and U-boats"), chief("surface ships and aircraft"), chief("the sea")
    ('boats', 'ships', '')
    """
    return next((name for name, words in CAUSES.items() if words in cause), "")


class Played(msgspec.Struct, frozen=True):
    """A month that was played: whether the convoy was found, and all ships and boats that were lost."""

    found: bool
    lost: tuple[Loss, ...]

    @property
    def means(self) -> Means:
        """What of it the quick resolution is compared with."""
        merchants = Counter(chief(loss.cause) for loss in self.lost if loss.side is ALLIED and loss.kind in MERCHANTS)
        escorts = Counter(chief(loss.cause) for loss in self.lost if loss.side is ALLIED and loss.kind in WARSHIPS)
        germans = Counter(chief(loss.cause) for loss in self.lost if loss.side is AXIS and loss.kind in WARSHIPS)
        return Means(
            search=float(self.found),
            boats=float(merchants["boats"]),
            raids=float(merchants["raids"]),
            rout=float(merchants["ships"]),
            hunt=float(sum(loss.side is AXIS and loss.kind == "ss" for loss in self.lost)),
            warships=float(escorts["boats"] + escorts["raids"]),
            surface=float(merchants["ships"] + escorts["ships"] + germans["ships"] > 0),
            blood=float(escorts["ships"] + germans["ships"]),
        )


class SetUp(NamedTuple):
    """A reference month."""

    year: int
    season: Season

    @property
    def date(self) -> str:
        """As the tables write it."""
        return f"{self.year}-{MONTHS[self.season]:02}"

    def __str__(self) -> str:
        return f"{self.year}-{self.season}"


def set_ups() -> Iterator[SetUp]:
    """All twelve."""
    return (SetUp(year, season) for year in YEARS for season in MONTHS)


# The reference months


def ships(tables: Data, month: str, nation: Nation, type: ShipClass, number: int) -> list[str]:
    """The first ships of a type that there are in a month."""
    lines = [
        line
        for line in tables.sea.types.values()
        if (line.nation, line.type) == (nation, type) and line.is_there(month)
    ]
    return [key for line in lines for key in tables.keys_of(line.key)][:number]


def line_of(tables: Data, key: str) -> str:
    """The line of a ship with a name, or with a number."""
    named = key in {id for line in tables.sea.types for id in tables.sea.ships_of(line)}
    return "" if named else next(line for line in tables.sea.types if key in tables.keys_of(line))


def no_view(_data: Data, _state: State, _observer: object) -> Situation:
    """Nobody looks at it."""
    raise LookupError("a reference month has no view")


def prepared(tables: Data, set_up: SetUp, seed: str) -> Operation:
    """A reference month at the start of its Convoy Phase, with its own dice for boats and aircraft."""
    state = State(
        agenda=[],
        scenario="campaign",
        options=Options(convoy_phase="players"),
        month=tables.month(set_up.date),
        allied=AlliedDesk(),
        axis=AxisDesk(),
    )
    game: Game[State, Data] = Game(
        name="calibration", title="Calibration", version="1", state=State, actions=(), steps=STEPS,
        scenarios=lambda _data: (), data=data, opening=lambda _data, _scenario, _options: state,
        known=lambda _data, known, _observer: known,
        imagine=lambda _data, known, _observer, _dice: known, view=no_view, label=lambda _data, name: name,
    )  # fmt: skip
    match = Match(game, tables, state, DiceBox.seeded("calibrate", seed), log=False)
    u = kernel.Umpire(match, game, tables, match.state)
    convoy_phase.open_operation(u)
    muster(u)
    boats.roll(u)
    convoy_phase.allot_aircraft(u)
    operation = boats.operation_of(u.state)
    place(u, operation, Dice.seeded("calibrate", seed))
    convoy_phase.convoy_phase(u, ConvoyPhase())
    return operation


def muster(u: Umpire) -> None:
    """The convoy with a standard escort (11.1), its cover, and a German squadron at Altafjord."""
    state, tables, month = u.state, u.data, date(u.state, u.data)
    destroyers = ships(tables, month, "uk", "DD", 11)
    escort = [
        *destroyers[4:],
        *ships(tables, month, "uk", "DE", 4),
        *ships(tables, month, "uk", "MS", 3),
        *ships(tables, month, "uk", "AA", 1 if 5 <= int(month[5:]) <= 9 else 0),
        *ships(tables, month, "uk", "CVE", 1 if month >= "1942-07" else 0),
        *ships(tables, month, "uk", "CL", 2),
    ]
    for key in escort:
        commission(state, tables, ALLIED, key, "core", "Hvalfjordur", line=line_of(tables, key))
    for number in range(1, TRANSPORTS + 1):
        commission(state, tables, ALLIED, f"lt-{number}", "merchant", "Hvalfjordur", line="uk:LT")
    for key in (*COVERING, *destroyers[:4]):
        commission(state, tables, ALLIED, key, "core", "Scapa Flow")
    for key in GERMANS:
        commission(state, tables, AXIS, key, "fleet", "Altafjord")
    row = next(row for row in tables.sea.routes.values() if int(month[5:]) in row.months and row.id != "SCAPA-M")
    merchants = [f"lt-{number}" for number in range(1, TRANSPORTS + 1)]
    goal = tables.sea.harbours[row.waypoints[-1]].name
    state.allied.groups = {
        CONVOY: Group(CONVOY, "PQ", "east", [*merchants, *escort], "Hvalfjordur", goal, 1, list(row.waypoints[1:])),
        COVER: Group(COVER, "Cover", "cover", [*COVERING, *destroyers[:4]], "Scapa Flow", "", 1, [], CONVOY),
    }
    state.axis.groups = {RAIDERS: Group(RAIDERS, "Squadron", "squadron", list(GERMANS), "Altafjord")}


def place(u: Umpire, operation: Operation, dice: Dice) -> None:
    """Boats lie where they may between the columns of Bear Island; aircraft are based by doctrine."""
    sea = u.data.sea
    doctrine = Doctrine(sea)
    for side in Side:
        zones = [
            zone
            for zone in sorted(sea.navigable)
            if 52 <= sea.column(zone) <= 66 and sea.may_place(side, zone, operation.month)
        ]
        for boat in operation.desks[side].boats.values():
            boat.at = dice.choice(zones)
        asking = station(u.inside(OPERATIONS, sea, operation), side)
        decision = next(asking)
        assert not isinstance(decision, kernel.Both), "bases are asked of one side"
        answer = doctrine.choose(operation, decision, dice)
        assert isinstance(answer, Allot), "a base for each step"
        settle(operation.desks[side], dict(answer.pairs))


# Both ways of playing them


def played(set_up: SetUp, seed: str) -> Played:
    """A reference month by doctrine on both sides."""
    tables = data(None)
    operation = prepared(tables, set_up, seed)
    match = Match.at(OPERATIONS, tables.sea, operation, DiceBox.seeded("calibrate", seed, "sea"), log=True)
    dice = {side: Dice.seeded("calibrate", seed, side.value) for side in Side}
    play_out(match, dict.fromkeys(Side, Doctrine(tables.sea)), dice)
    losses = read(tables.sea, match.state, match.log or []).losses
    return Played(
        found=match.state.desks[AXIS].identified,
        lost=tuple(loss for loss in losses if not loss.kind.startswith("air")),
    )


def reckoned(tables: Data, start: Operation, seed: str) -> Means:
    """The same month resolved quickly."""
    operation = OPERATIONS.clone(start)
    match = Match(OPERATIONS, tables.sea, operation, DiceBox.seeded("calibrate", seed, "quick"), log=False)
    sea = kernel.Umpire(match, OPERATIONS, tables.sea, match.state)
    desks = match.state.desks
    convoy = reckon.Convoy(sea, tables, desks[ALLIED].fleets[CONVOY], westbound=False)

    def afloat() -> tuple[int, int, int]:
        warships = len(convoy.escorts) + len(ships_of(desks[ALLIED], COVER))
        return len(convoy.merchants), warships, len(ships_of(desks[AXIS], RAIDERS))

    stages = [afloat()]
    found = reckon.is_found(convoy)
    reckon.boats_attack(convoy, found=found)
    stages.append(afloat())
    if found:
        reckon.raids(convoy)
    stages.append(afloat())
    if found:
        reckon.surface(convoy, [RAIDERS], [COVER])
    stages.append(afloat())
    boats, air, action = ([float(b - a) for b, a in zip(*pair, strict=True)] for pair in pairwise(stages))
    hunted = sum(key in desks[AXIS].boats for key in match.state.sunk.get(AXIS, []))
    return Means(
        search=float(found),
        boats=boats[0],
        raids=air[0],
        rout=action[0],
        hunt=float(hunted),
        warships=boats[1] + air[1],
        surface=float(any(action)),
        blood=action[1] + action[2],
    )


def mean(months: list[Means]) -> Means:
    """The average of some months."""
    return Means(*(sum(getattr(one, name) for one in months) / len(months) for name in FIELDS))


def spread(months: list[Means]) -> Means:
    """The standard deviation of some months."""
    middle = mean(months)
    squares = (sum((getattr(one, name) - getattr(middle, name)) ** 2 for one in months) for name in FIELDS)
    return Means(*(sqrt(square / max(1, len(months) - 1)) for square in squares))


# The fit


def off(wanted: Means, got: Means) -> dict[str, float]:
    """OP-MODE-calibration: how far each mean is off, in what is allowed: a tenth, or 0.3 ships.

    >>> found = off(Means(0.9, 10, 0.1, 1, 0), Means(0.8, 9, 0.4, 1.6, 0))
    >>> {name: far for name, far in found.items() if far}
    {'search': 1.0, 'boats': 1.0, 'raids': 1.0, 'rout': 2.0}
    """
    found = {}
    for name in FIELDS:
        there, here = getattr(wanted, name), getattr(got, name)
        allowed = WITHIN if name in CHANCES else max(WITHIN * there, SHIPS)
        found[name] = round(abs(there - here) / allowed, 6)
    return found


def corrected(fit: Fit, wanted: Means, got: Means) -> Fit:
    """OP-MODE-calibration: every chance that is off, multiplied with the ratio of the means.

    In one round a chance is at most halved or doubled: where nothing happened in the months that were played it falls
    until the quick ones are near enough, and not to nothing, for without attacks there would be no boats to hunt.
    """
    changes = {}
    for name, far in off(wanted, got).items():
        if far > 1:
            there, here = getattr(wanted, name), getattr(got, name)
            ratio = min(MOST_RATIO, max(1 / MOST_RATIO, there / here)) if here else MOST_RATIO
            # When nearly all hits fall on warships already, only more attacks sink more of them.
            cause = "boats" if name == "warships" and ratio > 1 and fit.warships >= ALL_ON_WARSHIPS else name
            changes[cause] = max(LEAST, min(MOST, round(getattr(fit, cause) * ratio)))
    return msgspec.structs.replace(fit, **changes)


def with_fit(tables: Data, fit: Fit) -> Data:
    """The tables with another row for one year and season."""
    rows = tuple(fit if (row.year, row.season) == (fit.year, fit.season) else row for row in tables.quick.fit.rows)
    quick: Quick = msgspec.structs.replace(tables.quick, fit=msgspec.structs.replace(tables.quick.fit, rows=rows))
    return Data(tables.tables, quick, tables.sea)


class Fitted(NamedTuple):
    """The row of a reference month, and what the quick resolution gives with it."""

    row: Fit
    mean: Means
    spread: Means


def fitted(tables: Data, set_up: SetUp, wanted: Means, seed: int) -> Fitted:
    """The row of a reference month, the best of some rounds."""
    starts = {f"{seed}/{number}": prepared(tables, set_up, f"{seed}/{number}") for number in range(QUICK_MONTHS)}
    fit = tables.fit(set_up.year, set_up.season)
    tried: list[tuple[float, Fitted]] = []
    for _ in range(ROUNDS):
        now = with_fit(tables, fit)
        months = [reckoned(now, start, number) for number, start in starts.items()]
        got = mean(months)
        far = off(wanted, got).values()
        tried.append((sum(max(1.0, one) for one in far), Fitted(fit, got, spread(months))))
        if max(far) <= 1:
            break
        fit = corrected(fit, wanted, got)
    return min(tried, key=lambda one: one[0])[1]


def written(text: str, rows: list[Fit]) -> str:
    """The file with other rows."""
    lines = [
        f'  {{ year = {row.year}, season = "{row.season}", search = {row.search}, boats = {row.boats}, '
        f"hunt = {row.hunt}, raids = {row.raids}, surface = {row.surface}, warships = {row.warships}, "
        f"rout = {row.rout}, blood = {row.blood} }},"
        for row in rows
    ]
    fresh = '[fit]\nsource = "derived"\nrows = [\n' + "\n".join(lines) + "\n]"
    return re.sub(r"\[fit\]\n.*?\n\]", lambda _: fresh, text, count=1, flags=re.DOTALL)


def by_doctrine(known: dict[str, list[Played]], months: int, seed: int, workers: int) -> Iterator[tuple[SetUp, Played]]:
    """The reference months that are still to be played, the same number of each as far as it goes."""
    wanted = [(one, n) for n in range(months) for one in set_ups() if n >= len(known.get(str(one), []))]
    asked = ([one for one, _ in wanted], [f"{seed}/{number}" for _, number in wanted])
    if workers == 1:
        yield from zip(asked[0], map(played, *asked), strict=True)
        return
    yield from zip(asked[0], in_processes(played, zip(*asked, strict=True), workers), strict=True)


def main() -> None:
    """Play, fit, and say what came of it."""
    parser = argparse.ArgumentParser(description="Fit the quick resolution of a month to months played by doctrine.")
    parser.add_argument("--months", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1942)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    known: dict[str, list[Played]] = {}
    if asked.resume is not None and asked.resume.exists():
        known = msgspec.json.decode(asked.resume.read_bytes(), type=dict[str, list[Played]])
    for set_up, month in by_doctrine(known, asked.months, asked.seed, asked.workers):
        known.setdefault(str(set_up), []).append(month)
        if asked.resume is not None:
            asked.resume.write_bytes(msgspec.json.encode(known))
    rows = []
    print("| month | played | " + " | ".join(HEADS.values()) + " |\n" + "|---" * (len(HEADS) + 2) + "|")
    for set_up in set_ups():
        months = [month.means for month in known[str(set_up)]]
        fit = fitted(data(None), set_up, mean(months), asked.seed)
        rows.append(fit.row)
        print(f"| {set_up} | {len(months)} | " + " | ".join(cells(months, fit)) + " |", flush=True)
    if asked.write:
        FILE.write_text(written(FILE.read_text(encoding="utf-8"), rows), encoding="utf-8")


def cells(months: list[Means], fit: Fitted) -> Iterator[str]:
    """By doctrine and quickly: means, and their standard deviations."""
    there, here = (mean(months), spread(months)), (fit.mean, fit.spread)
    for name in FIELDS:
        yield " / ".join(f"{getattr(middle, name):.2f} ± {getattr(wide, name):.2f}" for middle, wide in (there, here))


if __name__ == "__main__":
    main()
