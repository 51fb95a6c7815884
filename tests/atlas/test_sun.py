"""The sun's hours beside those of the history, which were worked out elsewhere."""

from __future__ import annotations

from datetime import date

import pytest

from barents.atlas import sun
from barents.atlas.history import History

DAYLIGHT = History.load().weather.daylight


def hours(span: tuple[float, float]) -> float:
    first, last = span
    return last - first


@pytest.mark.parametrize("month", range(1, 13))
def test_hours_of_sun_and_light_are_those_of_the_history_to_half_an_hour(month: int) -> None:
    day, row = date(1942, month, 15), month - 1
    assert hours(sun.sun(68, day)) == pytest.approx(DAYLIGHT.hours_sun_68n[row], abs=0.5)
    assert hours(sun.sun(72, day)) == pytest.approx(DAYLIGHT.hours_sun_72n[row], abs=0.5)
    lit = DAYLIGHT.hours_civil_twilight_or_brighter_72n[row]
    assert hours(sun.light(72, day)) == pytest.approx(lit, abs=0.5)


def test_the_midnight_sun_and_the_polar_night_begin_and_end_when_they_do() -> None:
    for first, last, span in (
        (*DAYLIGHT.midnight_sun_72n, sun.ALL_DAY),
        (*DAYLIGHT.polar_night_72n, sun.NEVER),
    ):
        begin, end = (date(1942, *map(int, day.split("-"))).toordinal() for day in (first, last))
        for day, inside in ((begin + 4, True), (begin - 4, False), (end - 4, True), (end + 4, False)):
            assert (sun.sun(72, date.fromordinal(day)) == span) is inside, date.fromordinal(day)
