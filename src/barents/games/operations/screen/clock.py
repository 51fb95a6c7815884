"""Where an operation stands in time: turn, slot and date, the light of the three bands, the weather of the regions."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import get_args

from barents.games.operations.data import Band, Data
from barents.games.operations.names import WEATHER_REGIONS, many, place
from barents.games.operations.sea_tables import Effect
from barents.games.operations.state import Light, Region, Spell, State
from barents.kernel.sides import Side
from barents.kernel.view import Clock
from barents.kernel.words import listed, signed

BANDS: tuple[Band, ...] = get_args(Band)
LIGHTS: dict[str, Light] = {"D": "day", "T": "twilight", "N": "night"}


def moment(data: Data, state: State) -> datetime:
    """OP-TIME-turn: when the turn begins; a month of the campaign begins on its first day."""
    file = data.scenarios.get(state.scenario)
    begins = datetime.fromisoformat(file.begins) if file is not None else datetime(state.year, state.month, 1)
    return begins + timedelta(hours=data.tables.clock.turn_hours * (state.turn - 1))


def clock(data: Data, known: State) -> Clock:
    """Turn, date, light and sky; of the weather what it does where the most of one's own ships are."""
    here = focus(data, known)
    spell = known.weather.get(here)
    return Clock(
        turn=known.turn,
        turns=known.turns,
        phase=_phase(data, known),
        date=moment(data, known).strftime("%Y-%m-%d %H:%M"),
        weather=f"{data.effect(spell.level).name} in {WEATHER_REGIONS[here]}" if spell is not None else "",
        light=light_in_words(data, known),
        hours=data.tables.clock.turn_hours,
        sun=sun(data, known, _band(data, known)),
        sky=data.effect(spell.level).name.lower() if spell is not None else "",
        effects=effects(data, known, here),
    )


def _phase(data: Data, known: State) -> str:
    if known.battle is not None:
        return f"battle in {place(data, known.battle.zone)}, round {max(1, known.battle.round)}"
    if any(raid.seen for raid in known.raids):
        return f"air raid in {place(data, known.raids[0].zone)}"
    return known.phase


# Light


def _at_sea(known: State) -> list[str]:
    """The zones of all fleets at sea that are known, with each ship once."""
    return [
        fleet.at
        for side in Side
        for fleet in known.desks[side].fleets.values()
        for ship in known.desks[side].ships.values()
        if ship.fleet == fleet.key and not fleet.docked
    ]


def _band(data: Data, known: State) -> Band:
    """The band in which the most of one's own ships at sea are; the middle one if none is."""
    bands = Counter(data.band_of(zone) for zone in _at_sea(known))
    return max(BANDS, key=lambda band: bands[band]) if bands else "middle"


def light_row(data: Data, month: int, band: Band) -> str:
    """OP-LIGHT-table: the light of a day in a band, slot by slot."""
    row = data.tables.light.months[month]
    return {"south": row.south, "middle": row.middle, "north": row.north}[band]


def light_now(data: Data, known: State, band: Band) -> Light:
    """The light in a band in this turn."""
    return LIGHTS[light_row(data, known.month, band)[data.slot(known.turn) - 1]]


def light_in_words(data: Data, known: State) -> str:
    """OP-LIGHT-bands: the light from south to north, bands alike together."""
    table = data.tables.light
    south, middle, north = (light_now(data, known, band) for band in BANDS)
    low, high = f"{table.middle_from:g}° N", f"{table.middle_to:g}° N"
    if south == middle == north:
        return f"{south} everywhere"
    if south == middle:
        return f"{south} to {high}, {north} beyond"
    if middle == north:
        return f"{south} to {low}, {north} beyond"
    return f"{south} to {low}, {middle} to {high}, {north} beyond"


def hours_in_words(data: Data, month: int, band: Band) -> str:
    """OP-LIGHT-table: the day of a band, as it is written along its limit.

    >>> from barents.games.operations.data import data
    >>> [hours_in_words(data(None), 12, band) for band in BANDS]
    ['day 12 to 16, twilight from 8', 'twilight 12 to 16 only', 'night all day']
    >>> [hours_in_words(data(None), month, "middle") for month in (3, 4)]
    ['day 8 to 16, twilight from 4 to 20', 'day 4 to 20, else twilight']
    """
    row, hours = light_row(data, month, band), data.tables.clock.turn_hours

    def span(letters: str) -> tuple[int, int]:
        slots = [slot for slot, letter in enumerate(row) if letter in letters]
        return hours * slots[0], hours * (slots[-1] + 1)

    if len(set(row)) == 1:
        return f"{LIGHTS[row[0]]} all day"
    if "D" not in row:
        return "twilight {} to {} only".format(*span("T"))
    begins, ends = span("D")
    first, last = span("DT")
    dusk = f"twilight from {first}" + (f" to {last}" if last > ends else "")
    rest = "else twilight" if "N" not in row else dusk if "T" in row else "else night"
    return f"day {begins} to {ends}, {rest}"


def sun(data: Data, known: State, band: Band) -> tuple[float, float]:
    """The hours between which it is not night in a band."""
    row, hours = light_row(data, known.month, band), data.tables.clock.turn_hours
    light = [slot for slot, letter in enumerate(row) if letter != "N"]
    return (float(hours * light[0]), float(hours * (light[-1] + 1))) if light else (0.0, 0.0)


# Weather


def focus(data: Data, known: State) -> Region:
    """The region in which the most of one's own ships at sea are."""
    regions: Counter[Region] = Counter(data.region_of(zone) for zone in _at_sea(known))
    order = data.tables.weather.regions
    return max(order, key=lambda region: regions[region]) if regions else "B"


def sky_in_words(data: Data, known: State) -> str:
    """The weather of all regions, those alike together."""
    alike: dict[str, list[str]] = {}
    for region in data.tables.weather.regions:
        if region in known.weather:
            alike.setdefault(data.effect(known.weather[region].level).name.lower(), []).append(WEATHER_REGIONS[region])
    if len(alike) == 1 and len(known.weather) == len(WEATHER_REGIONS):
        return f"{next(iter(alike))} everywhere"
    return "; ".join(f"{name} in {listed(regions)}" for name, regions in alike.items())


def spell_in_words(data: Data, known: State, region: Region) -> str:
    """A region's weather, and how long it lasts."""
    spell = known.weather.get(region)
    if spell is None:
        return "not rolled yet"
    return f"{data.effect(spell.level).name}, {_left(spell, known.turn)}"


def _left(spell: Spell, turn: int) -> str:
    """How long a spell lasts after this turn.

    >>> _left(Spell(1, 9), 4), _left(Spell(1, 4), 4)
    ('5 turns more', 'last turn')
    """
    left = spell.until - turn
    return f"{many(left, 'turn')} more" if left > 0 else "last turn"


def effects(data: Data, known: State, region: Region) -> tuple[str, ...]:
    """OP-WX: how long the weather of a region lasts, and what it does, from the tables that the rules use."""
    spell = known.weather.get(region)
    if spell is None:
        return ()
    return (_left(spell, known.turn), *level_effects(data, spell.level))


def level_effects(data: Data, level: int) -> tuple[str, ...]:
    """What a level of weather does.

    >>> from barents.games.operations.data import data
    >>> level_effects(data(None), 1), level_effects(data(None), 4)
    (('contact 3', 'search 6'), ('contact 9', 'search 11', 'search and ASW only', 'no refuelling at sea', 'boats −1'))
    """
    effect, contact, search = data.effect(level), data.tables.contact.needed, data.tables.search.needed
    found = [
        f"contact {contact[level - 1]}" if contact[level - 1] else "no contact",
        f"search {search[level - 1]}" if search[level - 1] else "",
        *_movement(effect),
        {"none": "no flying", "finding": "search and ASW only"}.get(effect.air, ""),
        f"strikes {signed(effect.strike)}" if effect.strike else "",
        f"bombs {signed(effect.bombs)}" if effect.bombs else "",
        "" if effect.refuelling else "no refuelling at sea",
        "" if effect.combat else "no fighting",
        f"guns {signed(effect.gunnery)}" if effect.gunnery else "",
        f"boats {signed(effect.contact)}" if effect.contact else "",
    ]
    return tuple(words for words in found if words)


def headline(data: Data, level: int) -> str:
    """What of a level of weather counts most, in a few words: what it forbids, else how hard it is to find anybody.

    >>> from barents.games.operations.data import data
    >>> [headline(data(None), level) for level in (1, 4, 5)]
    ['contact 3, search 6', 'search and ASW only', 'no flying, destroyers 1']
    """
    effect, words = data.effect(level), level_effects(data, level)
    forbids = [one for one in words if one in ("no flying", "search and ASW only", "no fighting")]
    if effect.slow_zones not in (None, effect.zones):
        forbids.append(f"destroyers {effect.slow_zones}")
    elif effect.zones is not None:
        forbids.append(f"{many(effect.zones, 'zone')} a turn")
    return ", ".join(forbids[:2] or words[:2])


def _movement(effect: Effect) -> tuple[str, ...]:
    if effect.zones is None:
        return ()
    slow = f", destroyers and smaller {effect.slow_zones}" if effect.slow_zones not in (None, effect.zones) else ""
    return (f"{many(effect.zones, 'zone')} a turn{slow}",)
