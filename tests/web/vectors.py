"""Makes web/src/lib/vectors.json: random options in their wire form, with answers that the kernel takes or refuses.

The client checks answers by itself, from the wire form alone; its tests hold it to every line of this file. Run
`python -m tests.web.vectors` when a shape of options or the notation changes.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from barents.kernel.actions import Action, Allot, Cell, Choose, Piece
from barents.kernel.decisions import Assign, Group, Options, Pick, Product, Subset
from barents.kernel.domains import NONE, Among, Domain, Either, Routes, runs

FILE = Path(__file__).parents[2] / "web/src/lib/vectors.json"

# Names that the notation has to quote, and cells that are sent as runs.
NAMES = ("tirpitz", "u-88", "z-28", "mt-05", "Prinz Eugen", "a,b", "k=v", 'he said "no"', "-", "Kråkevær", "nørd sjø")
CELLS = tuple(f"{column:02d}{row:02d}" for column in range(8, 12) for row in range(1, 13))
BOARD = "sea"
GATE = "gate"  # off the board


class Move(Action, frozen=True):
    """A piece goes somewhere."""

    piece: Piece
    cell: Cell


class Go(Action, frozen=True):
    """Everything goes somewhere."""

    cell: Cell


class Wait(Action, frozen=True):
    """Nothing goes anywhere."""


def neighbours(cell: str) -> tuple[str, ...]:
    """A square grid is enough: the cells above, below, left and right."""
    column, row = int(cell[:2]), int(cell[2:])
    around = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
    return tuple(name for x, y in around if (name := f"{x:02d}{y:02d}") in CELLS)


def some(random: Random, values: Sequence[str], least: int = 0) -> list[str]:
    """Some of the values, in their order or not."""
    chosen = random.sample(values, random.randint(least, min(len(values), 9)))
    return sorted(chosen) if random.random() < 0.6 else chosen


def domain(random: Random) -> Domain:
    """Listed values, or routes, or either."""
    kind = random.random()
    if kind < 0.4:
        return Among(some(random, random.choice((CELLS, [name for name in NAMES if name != NONE])), 1))
    return routes(random) if kind < 0.8 else Either(routes(random), Among(["alone", "with:tirpitz"]))


def routes(random: Random) -> Routes:
    """Routes, some of them over gates off the board, with closed sides, or to a goal."""
    start = random.choice((*CELLS, *CELLS, GATE))
    costs = {cell: random.choice((1, 1, 2)) for cell in random.sample(CELLS, 30)}
    edges = {cell: neighbours(cell)[1:] for cell in random.sample(CELLS, random.choice((0, 3)))}
    if start == GATE:
        edges[GATE] = tuple(random.sample(CELLS, 4))
    elif random.random() < 0.3:
        costs[GATE] = 1
        edges |= {start: (*neighbours(start), GATE), GATE: ()}
    goal = random.choice(CELLS) if random.random() < 0.2 else ""
    least = random.choice((0, 0, 1))
    return Routes(start, random.randint(1, 4), costs, neighbours, least=least, board=BOARD, edges=edges, goal=goal)


def value(random: Random, of: Domain) -> str:
    """A value that may or may not be in a domain."""
    if isinstance(of, Either):
        of = random.choice(of.domains)
    if isinstance(of, Routes):
        if of.count() and random.random() < 0.3:
            return next(iter(of))
        way = [of.start if random.random() < 0.9 else random.choice(CELLS)]
        while random.random() < 0.7:
            known = way[-1] in CELLS and random.random() < 0.85
            way.append(random.choice(neighbours(way[-1])) if known else random.choice((*CELLS[:12], GATE)))
        return ">".join(way)
    values = list(of)
    return random.choice(values) if values and random.random() < 0.8 else random.choice((*CELLS, *NAMES))


def pick(random: Random) -> tuple[Options[Any], Callable[[], Action]]:
    """Listed actions and products, and answers to them."""
    products: list[Product[Any]] = []
    if random.random() < 0.8:
        products.append(Product(Move, {name: domain(random) for name in some(random, NAMES, 1)}))
    if random.random() < 0.5:
        products.append(Product(Go, domain(random)))
    listed: list[Action] = [Move(random.choice(NAMES), random.choice(CELLS)) for _ in range(random.randint(0, 3))]
    if random.random() < 0.5:
        listed.append(Wait())
    options: Pick[Any] = Pick(listed, *products)

    def answer() -> Action:
        if listed and random.random() < 0.3:
            return random.choice(listed)
        if not products or random.random() < 0.1:
            return random.choice((Wait(), Go(random.choice(CELLS)), Move(random.choice(NAMES), random.choice(CELLS))))
        product = random.choice(products)
        first, of = random.choice(list(product.domains.items()))
        made: Action = product.action(first, value(random, of))
        return made

    return options, answer


def subset(random: Random) -> tuple[Options[Any], Callable[[], Action]]:
    """Items with limits and groups, and answers to them."""
    items = some(random, NAMES + CELLS[:6], 2)
    cut = random.randint(0, len(items))
    groups = []
    if random.random() < 0.6:
        for part in (items[:cut], items[cut:]):
            if part and random.random() < 0.8:
                least = random.choice((0, 0, 1))
                most = random.choice((None, 1, 2))
                groups.append(Group(tuple(part), least, most, random.choice(("", "the destroyers"))))
    options = Subset(items, random.randint(0, 2), random.choice((None, 2, 3)), groups)

    def answer() -> Action:
        chosen = random.sample(items, random.randint(0, len(items)))
        if random.random() < 0.1:
            chosen.append(random.choice((*items, "bismarck")))
        return Choose(tuple(chosen))

    return options, answer


def assign(random: Random) -> tuple[Options[Any], Callable[[], Action]]:
    """Slots with domains and capacities, and answers to them."""
    shared = domain(random)
    slots = {name: shared if random.random() < 0.5 else domain(random) for name in some(random, NAMES, 1)}
    targets = [target for of in slots.values() for target in of.targets()]
    options = Assign(
        slots,
        optional=[slot for slot in slots if random.random() < 0.3],
        capacity={target: random.randint(0, 2) for target in random.sample(targets, min(2, len(targets)))},
        ordered=random.random() < 0.3,
    )

    def answer() -> Action:
        pairs = [(slot, NONE if random.random() < 0.15 else value(random, of)) for slot, of in slots.items()]
        if random.random() < 0.2:
            random.shuffle(pairs)
        if random.random() < 0.1:
            pairs.append(("bismarck", random.choice(CELLS)) if random.random() < 0.5 else pairs[0])
        if random.random() < 0.1:
            pairs.pop()
        return Allot(tuple(pairs))

    return options, answer


def told(options: Options[Any], action: Action) -> dict[str, Any]:
    """An answer as the client is given it, with the kernel's word on it."""
    refusal = options.refusal(action)
    said: dict[str, Any] = {"notation": str(action), "reason": None if refusal is None else refusal.reason}
    if isinstance(action, Choose):
        said["items"] = action.items
        said["settled"] = str(options.settle(action)) if refusal is None else None
    elif isinstance(action, Allot):
        said["pairs"] = action.pairs
    else:
        said["parts"] = [getattr(action, name) for name in action.__struct_fields__]
        said["tag"] = str(action.__struct_config__.tag)
    return said


def vectors() -> dict[str, Any]:
    """Everything that the file holds."""
    random = Random(1942)
    cases = []
    for number in range(75):
        options, answer = (pick, subset, assign)[number % 3](random)
        answers = [told(options, answer()) for _ in range(10)]
        cases.append({"options": msgspec.to_builtins(options.wire(), str_keys=True), "answers": answers})
    values = [some(random, NAMES[:4] + CELLS) for _ in range(20)]
    return {
        "board": BOARD,
        "neighbours": {cell: neighbours(cell) for cell in CELLS},
        "runs": [{"values": one, "drawn": runs(one)} for one in values],
        "cases": cases,
    }


def written() -> bytes:
    """The file, as it should be."""
    return msgspec.json.format(msgspec.json.encode(vectors()), indent=-1) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(written())
