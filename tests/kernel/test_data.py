"""Data files: typed, with provenance, laid over by packs, and every mistake named by file, key and reason."""

from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from barents.kernel.data import DataError, Record, Source, Table, load, provenance
from barents.kernel.datapack import DataFile, DataPack, PackError, check


class Ship(Record, frozen=True, kw_only=True):
    id: str
    gun: Annotated[int, Meta(ge=0, le=12)]
    speed: int | None = None
    flags: tuple[Literal["heavy-aa", "slow"], ...] = ()


class Squadron(Table, frozen=True, kw_only=True):
    ships: list[Ship]


class Infiltration(Table, frozen=True, kw_only=True):
    result: dict[int, str]
    limits: tuple[int, int] = (1, 6)

    def __post_init__(self) -> None:
        if self.limits[0] > self.limits[1]:
            raise ValueError("limits must not be the wrong way round")


class Counters(Record, frozen=True, kw_only=True):
    squadrons: dict[str, Squadron]
    infiltration: Infiltration


BUILT_IN = """
[squadrons.home]
source = "reconstructed"
[[squadrons.home.ships]]
id = "hipper"
gun = 4
flags = ["slow"]
[[squadrons.home.ships]]
id = "tirpitz"
gun = 9

[squadrons.north]
source = "seed"
ships = []

[infiltration]
source = "seed"
result = { 1 = "held off", 2 = "heard", 3 = "through" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = tmp_path / "demo"
    game.mkdir()
    (game / "counters.toml").write_text(BUILT_IN, "utf-8")
    return game


def pack(**files: str) -> DataPack:
    return DataPack({f"demo/{name}.toml": text.encode() for name, text in files.items()})


def mistakes(pack_: DataPack, folder: Path) -> list[str]:
    with pytest.raises(PackError) as caught:
        check(pack_, [DataFile(folder, "counters.toml", Counters)])
    return str(caught.value).splitlines()


def test_a_file_is_read_into_its_type_with_its_sources(folder: Path) -> None:
    counters = load(folder, "counters.toml", Counters)
    assert counters.squadrons["home"].ships[1] == Ship(id="tirpitz", gun=9)
    assert counters.infiltration.result[3] == "through"
    assert provenance(counters) == {
        "squadrons.home": Source.RECONSTRUCTED,
        "squadrons.north": Source.SEED,
        "infiltration": Source.SEED,
    }
    assert provenance(counters.infiltration) == {".": Source.SEED}


def test_a_value_without_a_source_is_refused() -> None:
    class Loose(Record, frozen=True):
        tables: list[Ship]

    with pytest.raises(DataError, match=r"tables\[z-28\]\.id: this value has no source"):
        provenance(Loose(tables=[Ship(id="z-28", gun=2)]))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("gun = 9", 'gun = "x"', "squadrons.home.ships[tirpitz].gun: expected an int from 0 to 12, got 'x'"),
        ("gun = 9", "gun = 13", "squadrons.home.ships[tirpitz].gun: expected an int from 0 to 12, got 13"),
        ("gun = 9", "", "squadrons.home.ships[tirpitz].gun: missing, expected an int from 0 to 12"),
        ("gun = 4", "gum = 4", "squadrons.home.ships[hipper].gum: unknown key, did you mean 'gun'?"),
        (
            '["slow"]',
            '["slwo"]',
            "squadrons.home.ships[hipper].flags[0]: expected one of 'heavy-aa', 'slow', got 'slwo'",
        ),
        (
            'source = "reconstructed"',
            'source = "guess"',
            "squadrons.home.source: expected one of 'seed', 'derived', 'reconstructed', got 'guess'",
        ),
        ("ships = []", "ships = 3", "squadrons.north.ships: expected a list, got 3"),
        ('2 = "heard"', "2 = true", "infiltration.result.2: expected text, got true"),
        ('2 = "heard"', 'two = "heard"', "infiltration.result: a key of this table does not fit"),
        (
            "[infiltration]",
            "[infiltration]\nlimits = [6, 1]",
            "infiltration: limits must not be the wrong way",
        ),
        (
            "[infiltration]",
            "[infiltration",
            "this is not TOML: Expected ']' at the end of a table declaration (at",
        ),
    ],
)
def test_a_mistake_is_named_by_file_key_and_reason(folder: Path, old: str, new: str, complaint: str) -> None:
    (folder / "counters.toml").write_text(BUILT_IN.replace(old, new), "utf-8")
    with pytest.raises(DataError) as caught:
        load(folder, "counters.toml", Counters)
    assert str(caught.value).startswith(f"counters.toml: {complaint}")


def test_a_missing_or_unreadable_file_is_named(folder: Path) -> None:
    with pytest.raises(DataError, match=r"^tables\.toml: there is no such file in demo$"):
        load(folder, "tables.toml", Counters)
    (folder / "counters.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(DataError, match=r"not UTF-8 text \(byte 5\)"):
        load(folder, "counters.toml", Counters)


def test_a_type_that_would_overlook_misspelt_keys_is_refused(folder: Path) -> None:
    class Careless(Struct):
        squadrons: dict[str, Squadron]

    class Holder(Record, frozen=True):
        inner: list[Careless]

    with pytest.raises(TypeError, match="Careless must derive from Record"):
        load(folder, "counters.toml", Holder)


def test_a_pack_lies_over_tables_rows_and_arrays(folder: Path) -> None:
    mine = pack(
        counters="""
        [squadrons.home]
        source = "seed"
        [[squadrons.home.ships]]
        id = "tirpitz"
        gun = 10
        flags = ["heavy-aa"]
        [[squadrons.home.ships]]
        id = "hipper"
        flags = []
        [infiltration]
        result.2 = "seen"
        """
    )
    check(mine, [DataFile(folder, "counters.toml", Counters)])
    counters = load(folder, "counters.toml", Counters, mine)
    assert counters.squadrons["home"].ships == [
        Ship(id="hipper", gun=4, flags=()),
        Ship(id="tirpitz", gun=10, flags=("heavy-aa",)),
    ]
    assert counters.squadrons["home"].source is Source.SEED
    assert counters.squadrons["north"].source is Source.SEED
    assert counters.infiltration.result == {1: "held off", 2: "seen", 3: "through"}
    assert mine.overridden == (
        "demo/counters.toml: squadrons.home.source",
        "demo/counters.toml: squadrons.home.ships[tirpitz].gun",
        "demo/counters.toml: squadrons.home.ships[tirpitz].flags",
        "demo/counters.toml: squadrons.home.ships[hipper].flags",
        "demo/counters.toml: infiltration.result.2",
    )


def test_all_mistakes_of_a_pack_are_reported_together(folder: Path) -> None:
    mine = pack(
        conters="x = 1",
        counters="""
        [squadrons.homw]
        source = "seed"
        [[squadrons.home.ships]]
        id = "tirpits"
        [[squadrons.home.ships]]
        gun = 3
        [[squadrons.home.ships]]
        id = "hipper"
        gun = 40
        sped = 3
        speed = "fast"
        [[squadrons.home.ships]]
        id = "hipper"
        gun = 5
        [infiltration]
        limits = [6, 1]
        result = { 1 = 1, 4 = "sunk" }
        """,
    )
    assert mistakes(mine, folder) == [
        "demo/conters.toml: no game has such a file, did you mean 'demo/counters.toml'?",
        "demo/counters.toml: squadrons.homw: unknown key, did you mean 'home'?",
        "demo/counters.toml: squadrons.home.ships: there is no row 'tirpits', did you mean 'tirpitz'?",
        "demo/counters.toml: squadrons.home.ships: row 2 must say by `id` which row it changes",
        "demo/counters.toml: squadrons.home.ships[hipper].sped: unknown key, did you mean 'speed'?",
        "demo/counters.toml: squadrons.home.ships: row 'hipper' is given twice",
        "demo/counters.toml: infiltration.result.4: unknown key, known here: 1, 2, 3",
        "demo/counters.toml: squadrons.home.ships[hipper].gun: expected an int from 0 to 12, got 40",
        "demo/counters.toml: squadrons.home.ships[hipper].speed: expected an int, got 'fast'",
        "demo/counters.toml: infiltration.result.1: expected text, got 1",
        "demo/counters.toml: infiltration: limits must not be the wrong way round",
    ]


def test_a_fault_of_ours_is_not_put_down_to_the_pack(folder: Path) -> None:
    (folder / "counters.toml").write_text(BUILT_IN.replace("gun = 9", "gun = 99"), "utf-8")
    with pytest.raises(DataError, match=r"^counters\.toml: squadrons\.home\.ships\[tirpitz\]\.gun"):
        load(folder, "counters.toml", Counters, pack(counters="[infiltration]\nsource = 'derived'"))


def test_a_pack_is_read_from_a_folder_and_known_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "demo" / "scenarios").mkdir(parents=True)
    (tmp_path / "demo" / "scenarios" / "first.toml").write_text("turns = 3\n", "utf-8")
    (tmp_path / "README").write_text("not data", "utf-8")
    opened = DataPack.open(tmp_path)
    assert opened.files == ("demo/scenarios/first.toml",)
    assert opened.digest == DataPack({"demo/scenarios/first.toml": b"turns = 3\n"}).digest
    assert opened.digest != DataPack({"demo/scenarios/first.toml": b"turns = 4\n"}).digest
    assert opened.digest != DataPack({"demo/scenarios/firs.toml": b"tturns = 3\n"}).digest
    with pytest.raises(DataError, match="no such folder"):
        DataPack.open(tmp_path / "nowhere")
    with pytest.raises(PackError, match=r"a\.toml: this is not TOML.*line 1.*\n.*b\.toml: this") as caught:
        DataPack({"demo/a.toml": b"= 1", "demo/b.toml": b"= 2"})
    assert caught.value.file == "demo/a.toml"
    for nested in (f"a = {'[' * 5_000}{']' * 5_000}", f"a{'.a' * 5_000} = 1", f"a = {'[' * 40}{']' * 40}"):
        with pytest.raises(PackError, match=r"a\.toml: tables or arrays stand within each other .* more than 32 deep"):
            DataPack({"demo/a.toml": nested.encode()})
