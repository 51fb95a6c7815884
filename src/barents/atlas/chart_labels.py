"""Where lettering goes: every label gets a place where it touches no other label, no mark and not the frame.

Some things are hard (labels, marks, the frame), others cost something (hex numbers, drawn lines, a coast under
the text). A label tries its places in order and takes the cheapest that breaks nothing hard. Names of seas and
countries are spaced so widely that a line between two of their letters cuts them too; so a label's boxes leave no gap.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin

from barents.atlas.chart_type import CAP_HEIGHT, FACES, FaceName

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """An upright rectangle, y down."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether the two share any area."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def within(self, other: Box) -> bool:
        """Whether this lies wholly inside the other."""
        return (
            self.left >= other.left
            and self.top >= other.top
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def grown(self, by: float) -> Box:
        """The same box with a margin all round."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Its corners, clockwise from the upper left."""
        return (self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)

    def gap(self, other: Box) -> float:
        """How far the two lie apart; nothing if they touch."""
        across = max(self.left - other.right, other.left - self.right, 0.0)
        return hypot(across, max(self.top - other.bottom, other.top - self.bottom, 0.0))

    def samples(self) -> Iterator[Point]:
        """A few points spread over the box."""
        across = 5 if self.right - self.left > 40 else 3
        for i in range(across):
            for j in range(3):
                yield (
                    self.left + (self.right - self.left) * (i + 0.5) / across,
                    self.top + (self.bottom - self.top) * (j + 0.5) / 3,
                )


def around(x: float, y: float, radius: float) -> Box:
    """The box of a round mark."""
    return Box(x - radius, y - radius, x + radius, y + radius)


@dataclass(frozen=True)
class Style:
    """How a label is set."""

    face: FaceName
    size: float
    spacing: float = 0.0

    def width(self, text: str) -> float:
        """How wide a text comes out."""
        return FACES[self.face].width(text, self.size, self.spacing)

    def extent(self, text: str) -> tuple[float, float]:
        """How far its ink reaches above and below the baseline."""
        return FACES[self.face].extent(text, self.size)


@dataclass(frozen=True)
class Label:
    """A text in its place: the middle of its baseline, its turn in degrees, and the boxes that its ink fills."""

    text: str
    kind: str
    style: Style
    x: float
    y: float
    turn: float
    boxes: tuple[Box, ...]

    @property
    def middle(self) -> Point:
        """The middle of the lettering."""
        return self.x, self.y - CAP_HEIGHT * self.style.size / 2


def level(text: str, kind: str, style: Style, x: float, y: float) -> Label:
    """A label set level, centred on x, its baseline at y."""
    half = style.width(text) / 2
    up, down = style.extent(text)
    return Label(text, kind, style, x, y, 0.0, (Box(x - half, y - up, x + half, y + down),))


def turned(text: str, kind: str, style: Style, x: float, y: float, radians: float) -> Label:
    """A label turned about the middle of its baseline; its boxes are those of its letters and what lies between."""
    c, s = cos(radians), sin(radians)
    boxes = []
    for box in _letters(text, style):
        xs = [u * c - v * s for u in (box.left, box.right) for v in (box.top, box.bottom)]
        ys = [u * s + v * c for u in (box.left, box.right) for v in (box.top, box.bottom)]
        boxes.append(Box(x + min(xs), y + min(ys), x + max(xs), y + max(ys)))
    return Label(text, kind, style, x, y, degrees(radians), tuple(boxes))


@cache
def _letters(text: str, style: Style) -> tuple[Box, ...]:
    """The boxes of the letters about the middle of the baseline, each up to the next."""
    end = style.width(text) / 2
    at = -end
    boxes = []
    for letter in text:
        up, down = style.extent(letter if letter != " " else "H")
        after = min(end, at + FACES[style.face].width(letter, style.size) + style.spacing)
        boxes.append(Box(at, -up, after, down))
        at = after
    return tuple(boxes)


@dataclass(frozen=True)
class Spot:
    """A place that a label may take, and what it costs of itself; the label is made only if it is worth a look."""

    text: str
    kind: str
    style: Style
    x: float
    y: float
    cost: float
    radians: float = 0.0

    def label(self) -> Label:
        """The label in this place."""
        if self.radians:
            return turned(self.text, self.kind, self.style, self.x, self.y, self.radians)
        return level(self.text, self.kind, self.style, self.x, self.y)


class Table:
    """Boxes on the sheet, found quickly by where they are."""

    def __init__(self, cell: float = 48.0) -> None:
        self._cell = cell
        self._filed: dict[tuple[int, int], list[tuple[Box, object]]] = {}

    def add(self, box: Box, owner: object = None) -> None:
        """File a box."""
        for key in self._keys(box):
            self._filed.setdefault(key, []).append((box, owner))

    def hits(self, box: Box) -> Iterator[tuple[Box, object]]:
        """The filed boxes that overlap this one (one that lies across several cells may come more than once)."""
        for key in self._keys(box):
            for other, owner in self._filed.get(key, ()):
                if other.overlaps(box):
                    yield other, owner

    def is_free(self, box: Box) -> bool:
        """Whether nothing filed overlaps this box."""
        return next(self.hits(box), None) is None

    def _keys(self, box: Box) -> Iterator[tuple[int, int]]:
        c = self._cell
        for i in range(int(box.left // c), int(box.right // c) + 1):
            for j in range(int(box.top // c), int(box.bottom // c) + 1):
                yield i, j


class Mask:
    """Polygons as spans of pixel rows: whether a point lies inside is a look-up."""

    def __init__(self, rings: Iterable[Sequence[Point]], step: float = 2.0) -> None:
        self._step = step
        self._rows: dict[int, list[float]] = {}
        for ring in rings:
            for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
                if y1 > y2:
                    x1, y1, x2, y2 = x2, y2, x1, y1
                row = int(y1 // step) if y1 <= int(y1 // step) * step else int(y1 // step) + 1
                while row * step < y2:
                    y = row * step
                    self._rows.setdefault(row, []).append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
                    row += 1
        for crossings in self._rows.values():
            crossings.sort()

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside, to half a step."""
        crossings = self._rows.get(round(y / self._step))
        return crossings is not None and bisect_right(crossings, x) % 2 == 1

    def share(self, box: Box) -> float:
        """How much of a box lies inside, from a few samples."""
        samples = list(box.samples())
        return sum(self.holds(x, y) for x, y in samples) / len(samples)


class Placer:
    """Places labels one after another and remembers what is taken."""

    GAP = 1.5  # px left free around every label

    def __init__(self, frame: Box, land: Mask) -> None:
        self.frame = frame
        self.land = land
        self.taken = Table()
        self.soft = Table()
        self.lines = Table()
        self.labels: list[Label] = []

    def block(self, box: Box) -> None:
        """Nothing may be lettered here."""
        self.taken.add(box)

    def discourage(self, box: Box, cost: float) -> None:
        """Lettering here costs something."""
        self.soft.add(box, cost)

    def discourage_line(self, points: Sequence[Point], cost: float) -> None:
        """Lettering across a drawn line costs something, the more of it the more."""
        self.draw_line(points)
        for x, y in _steps(points, 8.0):
            self.soft.add(around(x, y, 1.0), cost)

    def draw_line(self, points: Sequence[Point]) -> None:
        """Remember a line, for whatever must not be crossed at all."""
        for x, y in _steps(points, 4.0):
            self.lines.add(around(x, y, 1.0))

    def crossings(self, boxes: Iterable[Box]) -> int:
        """How much of drawn lines lies under some boxes."""
        return len({(point.left, point.top) for box in boxes for point, _ in self.lines.hits(box)})

    def allows(self, label: Label) -> bool:
        """Whether a label breaks nothing hard."""
        room = self.frame.grown(-3)
        return all(box.within(room) and self.taken.is_free(box.grown(self.GAP)) for box in label.boxes)

    def cost(self, label: Label, mixed_ground: float, enough: float) -> float:
        """What a label's place costs: lines and numbers under it, and a coast across it; at `enough` it stops."""
        seen: set[tuple[float, float]] = set()
        total = 0.0
        for box in label.boxes:
            for other, price in self.soft.hits(box):
                key = (other.left, other.top)
                if key not in seen and isinstance(price, float):
                    seen.add(key)
                    total += price
        if total >= enough:
            return total
        shares = [self.land.share(box) for box in label.boxes]
        share = sum(shares) / len(shares)
        cut = sum(min(one, 1 - one) for one in shares) / len(shares)
        return total + mixed_ground * (min(share, 1 - share) + cut)

    def best(
        self,
        spots: Iterable[Spot],
        mixed_ground: float = 6.0,
        crossing: float = 0.0,
        clear: float = 0.0,
        fits: Callable[[Label], bool] | None = None,
    ) -> Spot | None:
        """The cheapest spot whose label breaks nothing hard; none if there is none.

        `crossing` is what each bit of a drawn line under the label costs; one that only comes nearer than `clear` times
        the label's size costs a hundredth of it, if not much nearer. `fits` is a further thing that the label must not
        break.
        """
        found: Spot | None = None
        lowest = float("inf")
        for spot in spots:
            if spot.cost >= lowest:
                continue
            label = spot.label()
            if not self.allows(label):
                continue
            near = clear * spot.style.size
            total = spot.cost + crossing * self.crossings(box.grown(near * 0.4) for box in label.boxes)
            if near and total < lowest:
                total += 0.01 * crossing * self.crossings(box.grown(near) for box in label.boxes)
            if total < lowest:
                total += self.cost(label, mixed_ground, lowest - total)
            if total < lowest and (fits is None or fits(label)):
                found, lowest = spot, total
        return found

    def put(self, label: Label) -> Label:
        """Take the place of a label."""
        self.labels.append(label)
        for box in label.boxes:
            self.taken.add(box)
        return label


def _steps(points: Sequence[Point], every: float) -> Iterator[Point]:
    """Points along a line, about so far apart."""
    for (x1, y1), (x2, y2) in pairwise(points):
        count = max(1, int(hypot(x2 - x1, y2 - y1) / every))
        for i in range(count):
            t = (i + 0.5) / count
            yield x1 + (x2 - x1) * t, y1 + (y2 - y1) * t


def beside(text: str, kind: str, style: Style, x: float, y: float, reach: tuple[float, float]) -> Iterator[Spot]:
    """Places around a mark of half-width and half-height `reach`: eight sides, then further off and shifted."""
    half = style.width(text) / 2
    up, down = style.extent(text)
    middle = CAP_HEIGHT * style.size / 2
    rx, ry = reach
    for far, price in ((3.0, 0.0), (6.0, 0.8), (10.0, 2.0), (16.0, 4.0), (24.0, 7.0), (34.0, 11.0)):
        sides = (
            (x + rx + far + half, y + middle, 0.0),
            (x - rx - far - half, y + middle, 0.3),
            (x + rx + far * 0.7 + half, y - ry - far * 0.2, 0.5),
            (x + rx + far * 0.7 + half, y + ry + far * 0.2 + up, 0.6),
            (x - rx - far * 0.7 - half, y - ry - far * 0.2, 0.7),
            (x - rx - far * 0.7 - half, y + ry + far * 0.2 + up, 0.8),
            (x, y - ry - far - down, 0.9),
            (x, y + ry + far + up, 1.0),
        )
        for cx, baseline, preference in sides:
            for shift in (0.0, -4.0, 4.0, -8.0, 8.0):
                cost = price + preference + abs(shift) * 0.12
                yield Spot(text, kind, style, cx, baseline + shift, cost)


def near(
    text: str,
    kind: str,
    styles: Sequence[Style],
    x: float,
    y: float,
    step: float,
    rings: int,
    price: Callable[[float, float], float],
) -> Iterator[Spot]:
    """Places about a point that need not be exact: a square of steps, in several sizes, large first.

    Distance costs, so does a smaller size, and each place has a price of its own.
    """
    for i in range(-rings, rings + 1):
        for j in range(-rings, rings + 1):
            at_x, at_y = x + i * step, y + j * step
            cost = hypot(i, j) * step * 0.06 + price(at_x, at_y)
            for smaller, style in enumerate(styles):
                yield Spot(text, kind, style, at_x, at_y, cost + smaller * 5.0)


def along(
    text: str, kind: str, style: Style, path: Sequence[Point], offset: float, every: float = 12.0
) -> Iterator[Spot]:
    """Places along a line, turned with it and set off to its left (negative: right) side; bends cost."""
    width = style.width(text)
    points = resampled(path, every)
    span = max(2, round(width / every) + 1)
    for start in range(len(points) - span):
        stretch = points[start : start + span + 1]
        if stretch[0][0] > stretch[-1][0]:
            stretch = stretch[::-1]
        (x1, y1), (x2, y2) = stretch[0], stretch[-1]
        chord = hypot(x2 - x1, y2 - y1)
        if chord < width * 0.8:
            continue
        angle = atan2(y2 - y1, x2 - x1)
        nx, ny = sin(angle), -cos(angle)  # up, seen along the text
        bends = [(px - x1) * nx + (py - y1) * ny for px, py in stretch]
        high, low = max(bends), min(bends)
        shift = offset + high if offset > 0 else offset + low - CAP_HEIGHT * style.size
        x, y = (x1 + x2) / 2 + nx * shift, (y1 + y2) / 2 + ny * shift
        middle = abs(start + span / 2 - len(points) / 2) / len(points)
        yield Spot(text, kind, style, x, y, (high - low) * 0.25 + abs(angle) * 2 + middle, angle)


def resampled(path: Sequence[Point], every: float) -> list[Point]:
    """A line with its points at even distances; the last one is kept."""
    result = [path[0]]
    left = every
    for (x1, y1), (x2, y2) in pairwise(path):
        length = hypot(x2 - x1, y2 - y1)
        at = left
        while at <= length and length > 0:
            result.append((x1 + (x2 - x1) * at / length, y1 + (y2 - y1) * at / length))
            at += every
        left = at - length
    if result[-1] != path[-1]:
        result.append(path[-1])
    return result
