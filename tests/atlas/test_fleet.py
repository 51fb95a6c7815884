"""The fleet register: whole, consistent, and found by every spelling that rules and counters use."""

import re
from typing import get_args

import pytest

from barents.atlas.fleet import Fleet, Kind
from barents.atlas.names import AmbiguousNameError, UnknownNameError

# How the rulebooks write the names, misprints and capitals included, and the ship each means.
RULEBOOK_SPELLINGS = {
    "king george V": "king-george-v",
    "Duke of york": "duke-of-york",
    "renown": "renown",
    "KMS Scharnhorst": "scharnhorst",
    "prinz eugen": "prinz-eugen",
    "Hipper": "admiral-hipper",
    "Adm. Hipper": "admiral-hipper",
    "Adm. Scheer": "admiral-scheer",
    "Scheer": "admiral-scheer",
    "Lutzow": "luetzow",
    "Lützow": "luetzow",
    "Luetzow": "luetzow",
    "Köln": "koeln",
    "Nürnberg": "nuernberg",
    "Freidrich Ihn (Z14)": "friedrich-ihn-z14",
    "Z14": "friedrich-ihn-z14",
    "Theodore Reidel (Z6)": "theodor-riedel-z6",
    "Richard Bietzen (Z4)": "richard-beitzen-z4",
    "Friedrich Eckholdt": "friedrich-eckoldt-z16",
    "Z-24": "z24",
    "Z24": "z24",
    "T-7": "t7",
    "T15": "t15",
    "ML01 Bremse": "bremse",
    "ML02 Brummer": "brummer",
    "AA01 Thetis": "thetis",
    "DD97 Ashanti": "ashanti",
    "Gremyashchi": "gremyashchy",
    "Groznyi": "grozny",
    "Urickiy": "uritsky",
    "Stremitelnyi": "stremitelny",
    "Razyaryonnyi": "razyaryonny",
    "Revnostnyi": "revnostny",
    "HMS trident": "trident",
    "P45 (Unrivalled)": "unrivalled",
    "P54": "unshaken",
    "P212 (Sahib)": "sahib",
    "Minerve (French)": "minerve",
    "La Malouine (French)": "la-malouine",
    "Shch-404": "shch-404",
    "U 255": "u-255",
    "Donbas": "donbass",
    "Olapana": "olopana",
    "Pankraft": "pan-kraft",
    "Winston Salem": "winston-salem",
    "izhora": "izhora",
    "USS Washington": "uss-washington",
    "SS Washington": "washington-ss",
    "Washington (BB)": "uss-washington",
    "Washington (MT)": "washington-ss",
    "Lody": "hans-lody-z10",
    "Krassin": "krasin",
    "Derzkiy": "derzky",
    "Zhostky": "zhyostky",
    "Gray Ranger": "grey-ranger",
    "Royal Sovereign": "royal-sovereign",
    "Caprice": "caprice",
    "Kuznets Lesov": "kuznets-lesov",
}
AIRCRAFT_SPELLINGS = {
    "Bv-138": "bv-138",
    "BV 138": "bv-138",
    "Ju88": "ju-88",
    "Ju 87 C": "ju-87c",
    "He111": "he-111",
    "Me109": "bf-109",
    "Me 109 T": "bf-109t",
    "Cz Fulmar": "fulmar",
    "Martlets/Wildcats": "martlet",
    "Swordfishes": "swordfish",
    "Avengers": "avenger",
    "Il-4/DB-3": "db-3f",
    "Corsair/Hellcat": "corsair",
    "Fi 167": "fi-167",
}


@pytest.fixture(scope="module")
def fleet() -> Fleet:
    return Fleet.load()


@pytest.mark.parametrize(("spelling", "id"), RULEBOOK_SPELLINGS.items())
def test_a_rulebooks_spelling_finds_its_ship(fleet: Fleet, spelling: str, id: str) -> None:
    assert fleet.find(spelling).id == id


@pytest.mark.parametrize(("spelling", "id"), AIRCRAFT_SPELLINGS.items())
def test_a_rulebooks_spelling_finds_its_aircraft(fleet: Fleet, spelling: str, id: str) -> None:
    assert fleet.find_aircraft(spelling).id == id


def test_every_ship_is_found_by_its_id_and_each_of_its_names(fleet: Fleet) -> None:
    for ship in fleet:
        assert fleet[ship.id] is ship
        for spelling in (ship.name, ship.name.upper(), *ship.spellings):
            assert ship in fleet.find_all(spelling), spelling


def test_only_known_names_are_shared(fleet: Fleet) -> None:
    shared = {
        name: [s.id for s in found]
        for ship in fleet
        for name in (ship.name, *ship.spellings)
        if len(found := fleet.find_all(name)) > 1
    }
    derzky = shared.pop("Derzkiy class DEs")  # a whole class, named as such
    assert len(derzky) == 9
    assert shared == {"Washington": ["uss-washington", "washington-ss"]}


def test_a_shared_name_is_refused_until_the_kind_is_given(fleet: Fleet) -> None:
    with pytest.raises(AmbiguousNameError, match="uss-washington, washington-ss"):
        fleet.find("Washington")
    assert fleet.find("Washington", kind="MT").id == "washington-ss"


def test_a_misspelt_name_is_refused_with_the_nearest(fleet: Fleet) -> None:
    with pytest.raises(UnknownNameError, match="no ship is called 'Tirpiz'; did you mean Tirpitz"):
        fleet.find("Tirpiz")
    with pytest.raises(UnknownNameError, match="did you mean"):
        fleet["tirpits"]


def test_facts_agree_with_each_other(fleet: Fleet) -> None:
    assert {ship.kind for ship in fleet} == set(get_args(Kind))
    for ship in fleet:
        if ship.launched and ship.completed:
            assert ship.launched <= ship.completed, ship.id
        if ship.kind not in ("MS", "AO"):  # small craft and tankers whose size is not known
            assert ship.displacement_t or ship.grt, ship.id
        assert bool(ship.pool) != bool(ship.games), f"{ship.id} is either named by rules or drawn from a pool"
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", ship.id)
        names = zip(ship.__struct_fields__, ship.__struct_encode_fields__, strict=True)
        given = {written for name, written in names if getattr(ship, name) not in (None, "", ())}
        assert set(ship.uncertain) <= given, ship.id
        lost = re.search(r"(19\d\d)", ship.fate)
        if lost and ship.completed:
            assert int(lost[1]) >= ship.completed, ship.id


def test_ships_of_a_class_share_its_speed_and_displacement(fleet: Fleet) -> None:
    figures: dict[tuple[str, str], set[tuple[float, int | None]]] = {}
    for ship in fleet:
        if ship.kind in ("DD", "CL", "CVE", "FF", "MS") and ship.nation == "British":
            figures.setdefault((ship.kind, ship.class_name), set()).add((ship.speed_kn, ship.displacement_t))
    assert {name: values for name, values in figures.items() if len(values) > 1} == {}


def test_the_four_aces_of_north_cape_are_marked(fleet: Fleet) -> None:
    aces = {ship.id: ship.commander for ship in fleet if ship.ace}
    assert sorted(aces) == ["u-251", "u-255", "u-377", "u-584"]
    assert "Reche" in aces["u-255"]
