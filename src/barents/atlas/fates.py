"""What became of a convoy's merchants in a game, beside what became of the real ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from barents.atlas.history import Convoy, History
from barents.atlas.names import UnknownNameError
from barents.kernel.report import Fate, Tally, TallyRow
from barents.kernel.words import in_words, listed

# How a merchant can end, in the order in which a report counts them.
ARRIVED, BY_AIR, BY_BOATS, BY_SHIPS = "arrived", "aircraft had a part", "U-boats alone", "surface ships"
OTHERWISE, BACK, AT_SEA = "otherwise lost", "turned back", "still at sea"
LOOKS = {
    ARRIVED: Fate.HOME, BY_AIR: Fate.CROSSED, BY_BOATS: Fate.STRUCK, BY_SHIPS: Fate.STRUCK, OTHERWISE: Fate.STRUCK,
    BACK: Fate.AWAY, AT_SEA: Fate.AWAY,
}  # fmt: skip
ENDS = (ARRIVED, BY_AIR, BY_BOATS, BY_SHIPS, OTHERWISE, BACK, AT_SEA)


def spoken(convoy: str) -> str:
    """A convoy's name as one says it.

    >>> spoken("PQ-17"), spoken("Second convoy")
    ('PQ 17', 'the second convoy')
    """
    if any(sign.isdigit() for sign in convoy):
        return convoy.replace("-", " ")
    return f"the {convoy[0].lower()}{convoy[1:]}"


def beside_history(name: str, ended: Sequence[str], when: date, history: TallyRow | None = None) -> Tally:
    """A convoy's merchants by how they ended, and how those of the real convoy did.

    A game whose convoy has other ships than the record counts brings the row of history for the same ships.
    """
    rows = [TallyRow("This game", {end: list(ended).count(end) for end in ENDS})]
    convoy = historical(name)
    if history is not None:
        rows.append(history)
    elif convoy is not None:
        rows.append(TallyRow(f"History, {when:%B %Y}", fates(convoy)))
    met = [end for end in ENDS if any(row.ends.get(end) for row in rows)]
    title = f"The {in_words(len(ended))} of {spoken(name)}"
    shown = tuple(TallyRow(row.name, {end: row.ends.get(end, 0) for end in met}) for row in rows)
    return Tally(title, "mt", shown, {end: LOOKS[end] for end in met})


def historical(name: str) -> Convoy | None:
    """The real convoy of a name, if there was one.

    >>> historical("PQ-17").merchants_sunk, historical("Second convoy")
    (22, None)
    """
    try:
        return History.load().find(name)
    except UnknownNameError:
        return None


def fates(convoy: Convoy) -> dict[str, int]:
    """How the merchants of a real convoy ended."""
    return {
        ARRIVED: convoy.arrived,
        BY_AIR: convoy.sunk_by_aircraft + convoy.sunk_by_aircraft_and_uboat,
        BY_BOATS: convoy.sunk_by_uboat,
        BY_SHIPS: convoy.sunk_by_surface,
        OTHERWISE: convoy.sunk_other,
        BACK: convoy.turned_back,
    }


def convoy_in_words(name: str, ended: Sequence[str]) -> str:
    """What became of a convoy."""
    arrived, at_sea = list(ended).count(ARRIVED), list(ended).count(AT_SEA)
    lost = len(ended) - arrived - at_sea
    said = [f"none of {spoken(name)} was lost"]
    if lost:
        ships = "ship" if lost == 1 else "ships"
        said = [f"{in_words(lost)} {ships} of {spoken(name)} {'was' if lost == 1 else 'were'} lost"]
    if arrived:
        said.append(f"{in_words(arrived)} got through")
    if at_sea:
        said.append(f"{in_words(at_sea)} {'is' if at_sea == 1 else 'are'} still at sea")
    return listed(said)
