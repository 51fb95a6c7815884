"""A staff's desk in words: the month, the track, ships by their places, what the dice brought, plans and the diary."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from barents.kernel.desk import Block, Desk, Entry, Plate, Supply, Unit
from barents.kernel.words import signed

STATES = {"done": " (done)", "now": " (now)", "next": ""}
NEWEST = 12  # lines of the diary that are told


def parts(desk: Desk) -> Iterator[tuple[str, str, list[Text]]]:
    """The parts of a desk: a key to know each by again, its heading, and its lines."""
    phases = " · ".join(f"{name}{STATES[state]}" for name, state in desk.phases)
    yield "desk", "", [Text(desk.title, style="bold"), Text(phases), *_calendar(desk), *_victory(desk)]
    for block in desk.blocks:
        yield f"block {block.title}", _headed(block.title, block.note), [Text(line) for line in block_lines(block)]
    if desk.supplies:
        yield "supplies", "", [Text(supply_line(supply)) for supply in desk.supplies]
    if desk.plates:
        yield "plates", "Convoys and fleets", [Text(plate_line(plate)) for plate in desk.plates]
    if desk.diary:
        yield "diary", "War diary, newest first", [Text(entry_line(entry)) for entry in desk.diary[:NEWEST]]
    if desk.hidden:
        secrets = [f"They cannot see: {'; '.join(desk.hidden)}", f"You cannot see: {'; '.join(desk.unseen)}"]
        yield "secrets", "", [Text(line, style="dim") for line in secrets]


def _headed(title: str, note: str) -> str:
    return f"{title}: {note}" if note else title


def _calendar(desk: Desk) -> Iterator[Text]:
    """The scores of the months that are over, a line a year."""
    years: dict[int, list[str]] = {}
    for month in desk.months:
        if month.score is not None:
            years.setdefault(month.year, []).append(f"{month.name[:3]} {signed(month.score) if month.score else '0'}")
    for year, scores in years.items():
        yield Text(f"{year}: {', '.join(scores)}")


def _victory(desk: Desk) -> Iterator[Text]:
    boxes = [
        f"[{box.words}]" if place == desk.victory.marker else box.words for place, box in enumerate(desk.victory.boxes)
    ]
    yield Text(" | ".join(boxes))
    yield Text(desk.victory.words)


def block_lines(block: Block) -> Iterator[str]:
    """Ships by their places; those with whom the same is the matter together.

    >>> kent, fury = Unit("a", "Kent", "ca", "CA", "Scapa Flow"), Unit("b", "Fury", "dd", "DD", "Scapa Flow")
    >>> hurt = Unit("c", "Echo", "dd", "DD", "Scapa Flow", "Scapa Flow: hull −2")
    >>> list(block_lines(Block("Core", (kent, fury, hurt))))
    ['  Scapa Flow: Kent, Fury', '  Echo (Scapa Flow: hull −2)']
    """
    whole: dict[str, list[Unit]] = {}
    for unit in block.units:
        if not unit.trouble:
            whole.setdefault(unit.place, []).append(unit)
    for place, units in whole.items():
        names = ", ".join(unit.label for unit in units)
        yield f"  {names}" if not place or place == block.title else f"  {place}: {names}"
    hurt: dict[str, list[str]] = {}
    for unit in block.units:
        if unit.trouble:
            hurt.setdefault(unit.trouble, []).append(unit.label)
    yield from (f"  {', '.join(names)} ({trouble})" for trouble, names in hurt.items())


def supply_line(supply: Supply) -> str:
    """What the dice brought.

    >>> supply_line(Supply("Transports", (6, 3), "mt", 9, 2, "Two are left over."))
    'Transports: dice 6 3 = 9; 9, of which 2 are not placed yet. Two are left over.'
    """
    said = []
    if supply.dice:
        said.append(f"dice {' '.join(map(str, supply.dice))} = {sum(supply.dice)}")
    if supply.number:
        left = f", of which {supply.unplaced} are not placed yet" if supply.unplaced else ""
        said.append(f"{supply.number}{left}")
    numbers = f"{'; '.join(said)}. " if said else ""
    return f"{supply.title}: {numbers}{supply.words}".strip()


def plate_line(plate: Plate) -> str:
    """A convoy or a fleet.

    >>> plate_line(Plate("PQ-8", "east, turn 1", ("6 transports to Murmansk", "4 destroyers"), "as it should be"))
    '  PQ-8 (east, turn 1): 6 transports to Murmansk; 4 destroyers; as it should be'
    """
    said = [line for line in (*plate.lines, plate.remark) if line]
    return f"  {plate.title} ({plate.way}): {'; '.join(said)}"


def entry_line(entry: Entry) -> str:
    """A line of the diary.

    >>> entry_line(Entry("June 1942", "PQ-16 is home.", 9))
    '  June 1942: PQ-16 is home. (+9)'
    """
    score = "" if entry.score is None else f" ({signed(entry.score) if entry.score else '0'})"
    return f"  {entry.month}: {entry.words}{score}"
