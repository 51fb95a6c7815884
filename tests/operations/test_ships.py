"""Section 6: ships, submarines and aircraft, and how the register is joined to them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from barents.atlas.fleet import Fleet
from barents.games.operations.data import Data, Dice, ShipType, data
from barents.games.operations.datafiles import AirType
from barents.kernel.sides import Side

EXPECT = Path(__file__).parent / "expect"


def expected(name: str) -> dict[str, Any]:
    """A file of expectations, without what its tables prove."""
    file = tomllib.loads((EXPECT / name).read_text("utf-8"))
    return {title: {key: row for key, row in table.items() if key != "proves"} for title, table in file.items()}


def written(line: ShipType) -> str:
    """A line as the tables of section 6 have it."""
    radar = "/".join(map(str, line.radar)) if any(line.radar) else "0"
    armour = line.gun_armour[0].upper() + line.hull_armour[0].upper()
    guns = f"{line.type} {line.primary} {line.secondary} {line.tertiary} {armour}"
    rest = (
        line.hull,
        line.aa,
        line.torpedoes,
        line.asw,
        line.speed,
        "-" if line.fuel is None else line.fuel,
        radar,
        line.vp,
    )
    return " ".join([guns, *map(str, rest)])


def line_naming(numbers: Data, name: str, nation: str) -> ShipType:
    """The line that has a name."""
    return next(line for line in numbers.types.values() if name in line.names and line.nation in nation)


@pytest.mark.rule_file("ships.toml")
def test_ships_and_boats_have_the_values_of_the_tables() -> None:
    numbers, want = data(None), expected("ships.toml")
    lines = {f"{nation}:{id}": row for nation in ("uk", "us", "su", "de") for id, row in want[nation].items()}
    found = {key: [written(line), ", ".join(line.names)] for key, line in numbers.types.items() if key != "uk:rescue"}
    assert found == lines
    assert {key: line.side for key, line in numbers.types.items() if line.side is Side.AXIS}.keys() == {
        f"de:{id}" for id in want["de"]
    }
    for name, months in want["months"].items():
        line = line_naming(numbers, name, "uk us")
        assert f"{line.dates.get(name, line.begins) or '-'} {line.until or '-'}" == months, name
    for type, names in want["core"].items():
        core = [name for line in numbers.types.values() if line.core and line.type == type for name in line.names]
        assert core == names
    modifiers = want["arrival"].pop("modifiers")
    for how, ids in want["arrival"].items():
        assert [line.key for line in numbers.types.values() if line.arrival == how] == [f"de:{id}" for id in ids]
    assert modifiers == {k: v for line in numbers.types.values() for k, v in line.arrival_modifiers.items()}
    assert [line.key for line in numbers.types.values() if line.arrival == "pacific"] == [
        f"su:{id}" for id in ("DD21", "DD43", "DD47", "IB02")
    ]
    assert [line.key for line in numbers.types.values() if line.arrival == "transfer"] == [
        f"su:{id}" for id in ("bb-ark", "cl-mur", "de-drz")
    ]
    assert numbers.types["uk:DD97"].numbers == ("DD97", "DD98", "DD100", "DD107")
    assert numbers.types["de:BB02"].numbers == ("BB02",)
    assert numbers.types["uk:AO-c"].numbers == ()
    assert (numbers.types["su:ms-sov"].ships, numbers.types["de:ms-ger"].ships, numbers.types["su:CG01"].ships) == (
        12,
        12,
        4,
    )
    order, taken = want["event_order"], {str(type): keys for type, keys in numbers.event_order.items()}
    for type in ("BB", "CV"):
        for month, name in order[type].items():
            there = [numbers.types[key] for key in taken[type] if numbers.types[key].is_there(month)]
            assert there[0].names[0] == name, month
    for type in ("CA", "DD"):
        names = [name for key in taken[type] for name in numbers.types[key].names]
        assert names[: len(order[type])] == order[type]

    points, worth = numbers.tables.vp, want["worth"]
    assert points.types == worth["types"]
    assert (points.old_battleship, points.destroyer_most, points.aircraft) == (70, 15, worth["aircraft"])
    assert {key: row.vp for key, row in numbers.boat_classes.items()} == worth["boats"]
    for key, values in want["transports"].items():
        line = numbers.types[key]
        assert {"hull": line.hull, "cargo": line.cargo, "vp": line.vp} == values
    boats = {key: [row.factor, row.load, row.moves] for key, row in numbers.boat_classes.items()}
    assert boats == want["boats"]
    assert {row.hull for row in numbers.boat_classes.values()} == {2}


@pytest.mark.rule("OP-DATA-radar")
def test_radar_goes_by_the_year() -> None:
    line = data(None).ship("king-george-v")
    assert [line.radar_in(year) for year in (1942, 1943, 1944, 1945)] == [1, 2, 3, 3]
    assert {data(None).ship("t7").radar_in(year) for year in range(1942, 1946)} == {0}


@pytest.mark.rule("OP-DATA-generic")
def test_ships_without_a_name_take_the_weakest_line_and_carriers_have_names() -> None:
    numbers = data(None)
    assert numbers.generic == expected("ships.toml")["generic"]
    assert not {"CV", "CVE", "BC"} & set(numbers.generic)


def test_every_ship_of_the_register_has_a_line() -> None:
    numbers = data(None)
    for id, key in expected("ships.toml")["register"].items():
        assert numbers.line_of(id) == key, id
    for ship in Fleet.load():
        if ship.kind != "SS":
            assert ship.id in numbers.ships_of(numbers.line_of(ship.id))
    for line in numbers.types.values():  # whoever a line names is found in the register, and takes it
        joined = [numbers.register[id] for id in numbers.ships_of(line.key)]
        for name in line.names:
            assert [ship for ship in joined if ship in numbers.register.find_all(name)], name
    assert numbers.ship("ledbury").type == "DE"  # a destroyer in the register
    assert numbers.ship("uk:LT") is numbers.types["uk:LT"]
    assert numbers.name_of("uss-washington") == "Washington"
    assert len(numbers.merchants_of("PQ-17")) == 33
    assert {numbers.line_of(id) for id in numbers.merchants_of("PQ-12")} == {"uk:LT"}
    drawn = {key: numbers.boats_of(key) for key in numbers.boat_classes}
    assert drawn["de:VII"][:2] == ("u-88", "u-134")
    assert "trident" in drawn["uk:T"]
    assert "k-21" in drawn["su:K"]
    assert "graph" not in drawn["uk:S"]
    assert all(len(boats) >= 4 for boats in drawn.values())


def in_short(plane: AirType) -> str:
    """A type of aircraft as table 6.5 has it."""
    bombs = f"{plane.bombs}{plane.bomb_class[0].upper()}" if plane.bombs else "0"
    words = [plane.side, str(plane.air), bombs, str(plane.torpedoes), str(plane.radius)]
    words += ["c"] * plane.carrier + ["s"] * plane.search + ["a"] * plane.asw
    if plane.radar_from is not None:
        words.append("r" if plane.flies_by_night("1942-01") else f"r{plane.radar_from}")
    words += ["from", plane.begins] if plane.begins else []
    words += ["to", plane.until] if plane.until else []
    return " ".join(words)


def thrown(dice: Dice | None) -> str:
    """Dice as the tables have them."""
    if dice is None:
        return "-"
    plus = f"+{dice.plus}" if dice.plus else ""
    return f"{dice.number}D{dice.faces}{plus}" if dice.number else str(dice.plus)


def month_after(date: str) -> str:
    """The next month."""
    year, month = int(date[:4]), int(date[5:])
    return f"{year + month // 12}-{month % 12 + 1:02d}"


@pytest.mark.rule_file("air.toml")
def test_aircraft_have_the_values_of_the_tables() -> None:
    numbers, want = data(None), expected("air.toml")
    assert {type: in_short(plane) for type, plane in numbers.air_types.items()} == want["types"]
    for side, table in ((Side.AXIS, want["axis_allotment"]), (Side.ALLIED, want["allied_allotment"])):
        date = "1942-01"
        for period, steps in table.items():
            if not period.startswith("194"):
                continue
            first, last = period.split()
            assert first == date  # no month is left out
            for date in (first, last):
                allotment = numbers.allotment(side, date)
                assert " ".join(thrown(allotment.get(type)) for type in table["of"]) == steps, period
                assert set(allotment) <= set(table["of"])
            date = month_after(last)
        assert date == "1945-06"
    for date, steps in want["allied_allotment"]["in_russia"].items():
        assert ", ".join(f"{thrown(dice)} {type}" for type, dice in numbers.in_russia(date).items()) == steps
    assert numbers.air.allied_air.il_4_as_a_20_from == want["allied_allotment"]["a_20_from"]

    carriers = want["complements"]
    assert sum(numbers.complements("de:CV01", "1943-05")[0].values()) == carriers.pop("graf-zeppelin")
    for ship, groups in carriers.items():
        for date, group in groups.items():
            found = numbers.complements(numbers.line_of(ship), date)
            assert [", ".join(f"{n} {type}" for type, n in steps.items()) for steps in found] == group, (ship, date)
    assert numbers.complements("uk:BB13", "1942-07") == ()
    assert numbers.tables.air.step_aircraft == want["steps"]["aircraft"]
    assert numbers.air.complements.unit_steps == want["steps"]["unit"]


def test_where_aircraft_may_be_based() -> None:
    numbers, want = data(None), expected("air.toml")["bases"]
    assert numbers.air.bases.most_steps == want["most"]
    for type in ("ju-87", "bv-138", "hudson", "catalina", "pe-2"):
        assert list(numbers.bases_for(type, "1942-07")) == want[type]
    assert list(numbers.bases_for("bf-109", "1942-07")) == want["fighter"]
    assert list(numbers.bases_for("mbr-2", "1942-07")) == want["mbr-2-july"]
    assert list(numbers.bases_for("mbr-2", "1942-05")) == want["mbr-2-may"]
    assert list(numbers.bases_for("bf-109", "1944-11")) == want["november-1944"]
    assert numbers.bases_for("swordfish", "1942-07") == ()
    assert list(numbers.recon_bases("1942-07")) == want["recon"]
    assert numbers.air.allied_air.in_russia_base == "Vaenga"
    assert numbers.base_zone("Vaenga") == "6619"
