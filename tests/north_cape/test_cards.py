"""The real ships behind the counters."""

from __future__ import annotations

import pytest

from barents.atlas.cards import real_aircraft, real_ships
from barents.games.north_cape import GAME
from barents.games.north_cape.data import data
from barents.games.north_cape.screen.cards import kinds_of
from barents.kernel.datapack import DataPack

DATA = data(None)
CARDS = GAME.ships(DATA)
UNITS = [counter for counter in DATA.counters.values() if not (counter.is_decoy or counter.is_group)]


def test_every_counter_but_decoys_and_markers_finds_its_ships() -> None:
    without = [
        counter.name
        for counter in UNITS
        if (
            real_aircraft(counter) is None
            if counter.is_air
            else len(real_ships(counter, kinds_of(counter))) < counter.name.count("/") + 1
        )
    ]
    assert without == []
    assert sorted(CARDS) == sorted(counter.id for counter in UNITS)
    assert [name for name, card in CARDS.items() if len(card.facts) < 3] == []


def test_namesakes_are_told_apart_by_their_kind() -> None:
    assert CARDS["washington"].facts["Class"].startswith("North Carolina"), "not the steamer of PQ 17"
    kinds = {"SUB": "SS", "MERC": "MT"}
    for counter in UNITS:
        if counter.type in ("BB", "CV", "CA", "CL", "DD", "AA", "SUB"):
            assert {ship.kind for ship in real_ships(counter)} == {kinds.get(counter.type, counter.type)}, counter.name


@pytest.mark.parametrize(
    ("name", "facts", "fate"),
    [
        (
            "u-255",
            {
                "Boat": "Type VIIC, 769 t, 1941",
                "Captain": "Reinhart Reche, ace",
                "Tubes": "5 × 533 mm, guns 1 × 88 mm",
                "Speed": "17.7 kn, submerged 7.6",
            },
            "surrendered 1945; scuttled 1945-12-13",
        ),
        (
            "duke-of-york",
            {
                "Class": "King George V, 37,300 t, 1941",
                "Guns": "10 × 356 mm, 16 × 133 mm",
                "Belt": "374 mm",
                "Speed": "28 kn",
            },
            "sold for scrap 1957",
        ),
        (
            "gb-dd-8",
            {
                "Class": "Achates: A, 1,372 t, 1930; Volunteer: V and W (modified W), 1,138 t, 1919",
                "Guns": "about 3 × 120 mm",
                "Tubes": "Achates: about 4 × 533 mm; Volunteer: about 3 × 533 mm",
                "Speed": "Achates: 35 kn; Volunteer: about 30 kn",
            },
            "Achates: sunk 1942-12-31 by Admiral Hipper (JW-51B); Volunteer: scrapped 1947",
        ),
        (
            "he-111-3",
            {
                "Type": "Heinkel He 111H-6, torpedo bomber and level bomber",
                "Crew": "5",
                "Load": "2,000 kg of bombs or 2 × F5b 450 mm torpedoes",
                "Speed": "400 km/h",
                "Range": "2,300 km",
            },
            "",
        ),
    ],
)
def test_a_card_says_what_the_register_has(name: str, facts: dict[str, str], fate: str) -> None:
    assert CARDS[name].facts == facts
    assert CARDS[name].fate == fate


def test_small_escorts_stand_for_their_class() -> None:
    assert CARDS["gb-de-1"].facts["Class"] == "Flower"
    assert CARDS["gb-de-4"].facts["Class"] == "Halcyon"
    assert CARDS["gb-de-6"].facts["Class"] == "requisitioned trawler"


def test_a_ship_that_a_player_has_made_up_has_a_card_with_its_name() -> None:
    boats = [counter.name for counter in data(None).counters.values() if counter.id.startswith("u-")]
    ours = f'[[ships.rows]]\nid = "renown"\nname = "Unheard Of"\n[uboats]\nnames = {[*boats, "U-9999"]}\n'
    pack = DataPack({"north_cape/counters.toml": ours.encode()})
    made_up = GAME.ships(data(pack))
    assert (made_up["renown"].name, made_up["renown"].facts) == ("Unheard Of", {})
    assert made_up["u-9999"].facts == {}
