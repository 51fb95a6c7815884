"""The briefing in a terminal: what a scenario is about, what counts, what one has, and three tips."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from barents.kernel.briefing import BriefedForce, Briefing
from barents.kernel.sides import PEOPLE, Side
from barents.kernel.words import in_halves


def briefing(told: Briefing) -> Iterator[Text]:
    """The page, from the situation to the tips."""
    yield Text(f"{told.game}: {told.title}", style="bold")
    yield Text(" ".join(told.situation))
    for side, task in told.tasks.items():
        whose = "Your task" if side is told.side else "The enemy's task" if told.side else f"The task of {PEOPLE[side]}"
        yield Text.assemble((f"{whose}: ", "bold"), task)
    if told.counting.counts:
        yield Text(f"What counts ({told.counting.tie})" if told.counting.tie else "What counts", style="underline")
        for side in Side:
            yield from (
                Text(f"  {count.words}: {count.said or in_halves(count.points)} for {PEOPLE[side]}")
                for count in told.counting.counts
                if count.side is side
            )
        yield Text(f"  {told.counting.thumb}")
    if told.forces:
        yield Text("Your forces", style="underline")
        yield from (Text(f"  {_force(force)}") for force in told.forces)
    length = f"{told.turns} turns" + (f", about {told.minutes} minutes" if told.minutes else "")
    yield Text(f"It lasts {length}.")
    if told.tips:
        yield Text("For the first turn", style="underline")
        yield from (Text(f"  {n}. {tip.title}. {tip.text}") for n, tip in enumerate(told.tips, 1))


def _force(force: BriefedForce) -> str:
    units = [
        piece.label if count == 1 else f"{piece.label} and {count - 1} more of the kind" for piece, count in force.units
    ]
    return f"{force.name or 'On the chart'}: {', '.join(units)}"
