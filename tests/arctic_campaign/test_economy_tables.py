"""Sections 4.3, 4.5 and 6: the tables of the Allied economy, and the ships of the core and of the Soviet navy."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from barents.games.arctic_campaign.allied import hire
from barents.games.arctic_campaign.allied.core import Book
from barents.games.arctic_campaign.allied.events import price
from barents.games.arctic_campaign.data import Data, data
from barents.games.arctic_campaign.rules.setup import opening
from barents.games.arctic_campaign.state import Options
from barents.games.operations.terms import ShipClass

EXPECT = Path(__file__).parent / "expect"
TABLES = data(None)


def card(name: str) -> dict[str, Any]:
    """A table of what must be, without what it proves."""
    table = tomllib.loads((EXPECT / "economy.toml").read_text("utf-8"))[name]
    return {key: value for key, value in table.items() if key != "proves"}


def numbered(tables: Data, nation: str, ship: str) -> str:
    """The key of a ship that is written `BB13 King George V`, whose number must be that of her line."""
    number, _, name = ship.partition(" ")
    key = tables.key("uk" if nation == "uk" else "su", name)
    line = tables.line(key)
    numbers = dict(zip(line.names, line.numbers, strict=True)) if line.numbers else {line.names[0]: line.key}
    assert numbers[name].removeprefix(f"{nation}:") == number
    return key


@pytest.mark.rule_file("economy.toml")
def test_the_tables_are_those_of_the_card() -> None:
    state = opening(TABLES, "campaign", Options())
    desk = state.allied
    core = {key for key, vessel in desk.vessels.items() if vessel.service == "core"}
    want = card("core")
    ships = {numbered(TABLES, "uk", ship) for ship in want["numbered"]} | {
        TABLES.key("uk", name) for name in want["carriers"]
    }
    oilers = [key for key in core if TABLES.sea.types[desk.ships[key].line].type == "AO"]
    assert core - set(oilers) == ships
    assert len(oilers) == want["oilers"]
    steps = TABLES.sea.air.complements.unit_steps
    group = TABLES.sea.complements("uk:cv-vic", "1942-01")
    assert group == ({type: units * steps for type, units in want["air"].items()},)

    kinds = Counter(TABLES.kind(TABLES.line(key).type) for key in ships)
    assert dict(kinds) == card("start") == state.allied.slots
    replace, sell, buy, rents = card("replace"), card("sell"), card("buy"), card("rent")
    assert set(replace) == set(sell) == set(buy) == set(TABLES.tables.core.types)
    for kind, row in TABLES.tables.core.types.items():
        assert (row.replace, row.sell) == (replace[kind], sell[kind])
        book = Book(state, TABLES)
        start, found = book.count(kind), []
        while (cost := book.price(kind)) is not None:
            found.append(cost)
            book.slots[kind] += 1
            book.members[f"more-{len(found)}"] = kind
        assert found == buy[kind]
        assert start + len(found) == row.limit
    assert set(hire.types(TABLES)) == set(rents)
    for kind in hire.types(TABLES):
        assert [hire.rent(TABLES, kind, number) for number in range(1, 8)] == rents[kind]

    soviet = card("soviet")
    navy = {key for key, vessel in desk.vessels.items() if vessel.service == "soviet"}
    named = {numbered(TABLES, "su", ship) for ship in soviet["begins"]}
    lines = Counter(desk.ships[key].line for key in navy - named)
    assert named <= navy
    assert lines == {"su:CG01": len(soviet["gunboats"]), "su:ms-sov": soviet["sweepers"]}
    assert TABLES.sea.types["su:CG01"].numbers == tuple(soviet["gunboats"])
    table = TABLES.tables.soviet
    assert {TABLES.key("su", name) for name in table.pacific} == {
        numbered(TABLES, "su", ship) for ship in soviet["pacific"]
    }
    for kind, names in soviet["transferred"].items():
        given = [name for name in table.transferred if TABLES.line(TABLES.key("su", name)).type == kind]
        assert given == names
    assert len(table.transferred) == sum(len(names) for names in soviet["transferred"].values())

    for roll, row in card("events").items():
        event = TABLES.allied_events[int(roll)]
        assert event.offers == row["offers"]
        keys = [key for kind, number in row["offers"].items() for key in some(kind)[:number]]
        assert price(TABLES, event, keys) == row["cost"]
    assert price(TABLES, TABLES.allied_events[8], [*some("DE")[:4], *some("CVE")[:1]]) == 12

    for date, groups in card("carriers").items():
        for line in ("uk:cve-42", "uk:cve-43"):
            assert [sorted(group) for group in TABLES.sea.complements(line, date)] == groups


def some(kind: str) -> list[str]:
    """British ships of a type."""
    assert kind in get_args(ShipClass)
    return [key for line in TABLES.sea.types.values() if line.type == kind for key in TABLES.in_order(line.key)]


@pytest.mark.rule("AC-B.12-dearer", "AC-B.13-ms-round")
def test_a_core_ship_always_costs_more_than_a_month_of_rent() -> None:
    for kind, row in TABLES.tables.core.types.items():
        least = min([row.replace, *(step.price for step in row.steps)])
        assert least > hire.rent(TABLES, kind, 1)
    assert [hire.rent(TABLES, "MS", number) for number in (0, 1, 3, 4, 7)] == [0, 1, 1, 2, 3]


@pytest.mark.rule("AC-B.11-cv-air-change")
def test_modern_aircraft_may_be_taken_once_there_are_any() -> None:
    for date, fighters in {"1942-07": ["fulmar"], "1942-08": ["fulmar", "martlet"], "1944-03": ["corsair"]}.items():
        groups = TABLES.sea.complements("uk:cv-vic", date)
        assert set(fighters) <= {type for group in groups for type in group}
    assert not any("martlet" in group for group in TABLES.sea.complements("uk:cv-vic", "1942-07"))


@pytest.mark.rule("AC-B.17-stremitelnyi")
def test_stremitelnyi_is_gone() -> None:
    assert "stremitelny" in TABLES.sea.ships_of("su:DD35"), "the register knows her"
    state = opening(TABLES, "campaign", Options())
    assert "stremitelny" not in state.allied.vessels
    assert TABLES.tables.soviet.never == ("Stremitelnyi",)
    everyone = (*TABLES.tables.soviet.begins, *TABLES.tables.soviet.pacific, *TABLES.tables.soviet.transferred)
    assert "Stremitelnyi" not in everyone
