"""The fit of the quick resolution to months that the staffs play (8 c)."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from barents.games.arctic_campaign.quick.file import Fit, Quick
from tools import calibrate
from tools.calibrate import Means, SetUp, corrected, fitted, mean, off, prepared, reckoned, set_ups, with_fit, written

from .admiralty import ALLIED, AXIS
from .test_quick import uncorrected

PLAIN = Fit(
    year=1942,
    season="summer",
    search=100,
    boats=100,
    hunt=100,
    raids=100,
    surface=100,
    warships=100,
    rout=100,
    blood=100,
)


@pytest.mark.rule("OP-MODE-calibration")
def test_twelve_reference_months() -> None:
    assert [str(one) for one in set_ups()][::4] == ["1942-winter", "1943-winter", "1944-winter"]
    assert len(list(set_ups())) == 12
    for set_up in (SetUp(1942, "winter"), SetUp(1944, "summer")):
        operation = prepared(uncorrected(), set_up, "1")
        ships = [ship for ship in operation.desks[ALLIED].ships.values() if ship.fleet == calibrate.CONVOY]
        assert sum(ship.line == "uk:LT" for ship in ships) == 20
        assert operation.desks[AXIS].boats
        assert all(step.base for step in operation.desks[AXIS].air.values())
        assert (operation.year, operation.month) == (set_up.year, calibrate.MONTHS[set_up.season])


@pytest.mark.rule("OP-MODE-calibration")
def test_a_chance_that_is_off_is_multiplied_with_the_ratio_of_the_means() -> None:
    """Within a tenth or 0.3 ships it stays as it is; where nothing happens it is doubled."""
    wanted = Means(search=0.9, boats=3.0, raids=4.0, rout=0.2, hunt=1.0, warships=1.0, surface=0.4, blood=3.0)
    got = Means(search=0.85, boats=4.0, raids=3.7, rout=0.0, hunt=0.0, warships=1.2, surface=0.45, blood=2.8)
    assert corrected(PLAIN, wanted, got) == msgspec.structs.replace(PLAIN, boats=75, hunt=200)
    found = corrected(PLAIN, msgspec.structs.replace(wanted, search=0.5), got)
    assert found.search == 59
    none = corrected(PLAIN, msgspec.structs.replace(wanted, boats=0.0, rout=3.0, surface=0.2), got)
    assert (none.boats, none.surface) == (50, 50), "halved, and not at once to nothing"
    assert none.rout == 200


@pytest.mark.rule("OP-MODE-calibration")
def test_the_fit_comes_to_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of what the quick month loses to U-boats is wanted, and all else as it is: only that chance is changed."""
    monkeypatch.setattr(calibrate, "QUICK_MONTHS", 25)
    monkeypatch.setattr(calibrate, "SHIPS", 0.6)  # as few months as these say no more
    monkeypatch.setattr(calibrate, "WITHIN", 0.25)
    tables, set_up = uncorrected(), SetUp(1942, "summer")
    starts = {f"1/{number}": prepared(tables, set_up, f"1/{number}") for number in range(25)}
    now = mean([reckoned(tables, start, number) for number, start in starts.items()])
    wanted = msgspec.structs.replace(now, boats=now.boats / 2, hunt=now.hunt / 2)
    fit, got, _ = fitted(tables, set_up, wanted, 1)
    assert fit.boats < 80
    assert (fit.search, fit.surface) == (100, 100)
    assert off(wanted, got)["boats"] <= 1
    assert with_fit(tables, fit).fit(1942, "summer") == fit
    assert with_fit(tables, fit).fit(1942, "winter") == tables.fit(1942, "winter")


@pytest.mark.rule("OP-MODE-calibration")
def test_the_rows_are_written_into_the_file_and_nothing_else() -> None:
    text = calibrate.FILE.read_text(encoding="utf-8")
    rows = [msgspec.structs.replace(PLAIN, year=one.year, season=one.season, boats=73) for one in set_ups()]
    before = msgspec.convert(tomllib.loads(text), Quick, strict=False)
    after = msgspec.convert(tomllib.loads(written(text, rows)), Quick, strict=False)
    assert after.fit.rows == tuple(rows)
    assert msgspec.structs.replace(after, fit=before.fit) == before
