"""How doctrine sets up: boats across the convoys' lanes, submarines off the enemy's ports, bombers forward."""

from __future__ import annotations

from collections.abc import Sequence

from barents.kernel.actions import Allot, Choose
from barents.kernel.decisions import Assign, Subset
from barents.kernel.sides import Side
from barents.players.north_cape.chart import Goal
from barents.players.north_cape.estimate import Estimate

OFF_PORTS = ("0737", "2228", "0437", "2628", "1433", "3629", "4131")
LINE_FROM, LINE_SPACING = 15, 5  # hexes from the start of a lane to the first boat, and from one to the next
ASIDE = 2  # how far boats lie beside the lane, left and right in turn
FORWARD_BASES = ("2633", "2330", "3633", "2631", "2334", "1435", "1338")
REAR_KINDS = ("F",)


def strongest(estimate: Estimate, options: Subset) -> Choose:
    """The counters with the best factors."""

    def strength(name: str) -> tuple[int, str]:
        about = estimate.data.counters[name]
        return (-(about.gun + about.torp + about.aa), name)

    return Choose(tuple(sorted(options.items, key=strength)[: options.most]))


def submarines(estimate: Estimate, options: Assign) -> Allot:
    """A place for each submarine: the nearest sea hex to where doctrine wants it."""
    wanted = _wanted(estimate, len(options.slots))
    pairs = []
    for number, (name, domain) in enumerate(options.slots.items()):
        goal = wanted[number % len(wanted)]
        pairs.append((name, goal if goal in domain else estimate.nearest(goal, domain)))
    return Allot(tuple(pairs))


def _wanted(estimate: Estimate, count: int) -> Sequence[str]:
    """Allied submarines watch the German ports; U-boats lie in a line across the lanes, on both sides of each."""
    if estimate.side is Side.ALLIED:
        return OFF_PORTS
    ice = estimate.known.ice
    goals: list[Goal] = ["archangel", "murmansk"]
    lanes = {goal: estimate.chart.lane(ice, goal) for goal in goals}
    start = min(
        (cell for cell in estimate.data.map.zone("west_entry") if cell in lanes["murmansk"]),
        key=lambda cell: min(lanes[goal][cell].cost for goal in goals),
    )
    goal = min(goals, key=lambda goal: lanes[goal][start].cost)
    found = []
    for number in range(count):
        cell = estimate.chart.follow(ice, goal, start, LINE_FROM + LINE_SPACING * number)
        column, row = estimate.data.map.column_of(cell), estimate.data.map.row_of(cell)
        aside = f"{column:02d}{row + (0, ASIDE, -ASIDE)[number % 3]:02d}"
        found.append(aside if aside in lanes["murmansk"] else cell)
    return found


def aircraft(estimate: Estimate, options: Assign) -> Allot:
    """Bombers and scouts fill the forward bases; fighters take what is left."""
    room = dict(options.capacity)
    given: dict[str, str] = {}
    kinds = estimate.data.counters
    for name in sorted(options.slots, key=lambda name: kinds[name].type in REAR_KINDS):
        bases = [base for base in options.slots[name] if room.get(base, 1) > 0]
        order = [base for base in FORWARD_BASES if base in bases] or bases
        given[name] = order[0]
        room[order[0]] = room.get(order[0], 1) - 1
    return Allot(tuple((name, given[name]) for name in options.slots))
