"""The enemy as a side knows him: reports drawn together into contacts.

Reports of one place and turn are one contact, with all that any of them says is there. Over time two are the same only
where the rules prove it: a counter was seen both times, or what was reported has been followed ever since. All else is
for the player to judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from barents.kernel.sides import Side
from barents.kernel.view import Held, PieceView, ReportView, SightingView
from barents.kernel.words import listed

IN_SIGHT = "in sight"
ANY_SHIPS = "task-force"  # the silhouette of ships of which no kind is known


class Report(msgspec.Struct, frozen=True):
    """What a side was told of the enemy once, as its game reads it.

    `holds` are the ships that it speaks of, the weightiest first, `proof` the counters that were recognised, `name`
    that of a convoy or a force where it is known, `now` where the whole of it has been followed to since.
    `words` are the report's own where they say more than what it holds.
    """

    cell: str
    turn: int
    source: str
    holds: tuple[Held, ...] = ()
    words: str = ""
    kind: str = ""
    reach: int = 0
    proof: tuple[str, ...] = ()
    name: str = ""
    now: str = ""
    level: int = 0
    course: str = ""
    key: str = ""

    @property
    def what(self) -> str:
        """What it says is there."""
        return self.words or ", ".join(held.words for held in self.holds)


def contacts(reports: Iterable[Report], side: Side, turn: int) -> tuple[SightingView, ...]:
    """The contacts that reports of a side make, the newest first; `turn` is now.

    >>> merchants, escort = Held("mt", "15 merchants", 15), Held("dd", "1 destroyer group", 1)
    >>> told = [Report("1314", 6, "coast", (merchants,)), Report("1314", 6, "U-134", (escort,))]
    >>> [(one.what, one.source) for one in contacts(told, Side.ALLIED, 6)]
    [('15 merchants, 1 destroyer group', 'coast and U-134')]
    """
    places: dict[tuple[str, int], list[Report]] = {}
    for report in reports:
        places.setdefault((report.cell, report.turn), []).append(report)
    # One of the same turn that was made later comes first.
    newest = sorted(enumerate(places.values()), key=lambda place: (-place[1][0].turn, -place[0]))
    found: dict[str, list[list[Report]]] = {}
    seen_since: set[str] = set()
    for _, here in newest:
        proof = list(dict.fromkeys(counter for report in here for counter in report.proof))
        for later in found.values():
            same = {one for report in later[0] for one in report.proof}
            if later[0][0].turn > here[0].turn and not same.isdisjoint(proof):
                later.append(here)
        # Whoever was seen here and nowhere since may be here still: the contact goes by the first of these.
        key = next((one for one in proof if one not in seen_since), "")
        if key or not proof:
            given = next((report.key for report in here if report.key), "")
            found[given or key or f"{here[0].cell}-{here[0].turn}"] = [here]
        seen_since.update(proof)
    return tuple(_contact(key, places, side, turn) for key, places in found.items())


def in_sight(
    pieces: Iterable[PieceView], side: Side, turn: int, counted: Mapping[str, tuple[str, str]], board: str = "map"
) -> list[Report]:
    """What lies face up on the chart of a side, as reports of this turn.

    Kinds that are `counted`, with the words for one and several, are; all others are named.
    """
    cells: dict[str, list[PieceView]] = {}
    for piece in pieces:
        if piece.side is side and piece.board == board and not piece.face_down:
            cells.setdefault(piece.cell, []).append(piece)
    return [
        Report(
            cell,
            turn,
            IN_SIGHT,
            tuple(_held(here, counted)),
            kind=here[0].kind,
            proof=tuple(piece.id for piece in here),
            name=next((piece.force for piece in here if piece.force), ""),
            now=cell,
        )
        for cell, here in cells.items()
    ]


def _held(pieces: Sequence[PieceView], counted: Mapping[str, tuple[str, str]]) -> Iterator[Held]:
    numbers = Counter(piece.kind for piece in pieces if piece.kind in counted)
    for kind, number in numbers.items():
        yield Held(kind, f"{number} {counted[kind][number > 1]}", number)
    for piece in pieces:
        if piece.kind not in counted:
            yield Held(piece.kind, piece.label, 1, piece.id)


def together(reports: Sequence[Report]) -> tuple[Held, ...]:
    """All that reports of one place and turn say is there.

    Of a kind that several count, the most that one has: they may speak of the same ships. A number of a kind says
    nothing more where so many are named, and ships of no kind say nothing where any other is known.
    """
    every = [held for report in reports for held in report.holds]
    named = {held.ship: held for held in every if held.ship}
    names = Counter(held.kind for held in named.values())
    most: dict[str, Held] = {}
    for held in every:
        if not held.ship and (held.kind not in most or most[held.kind].number < held.number):
            most[held.kind] = held
    numbers = [held for held in most.values() if not names[held.kind] or held.number > names[held.kind]]
    holds = [*numbers, *named.values()]
    return tuple(held for held in holds if held.kind != ANY_SHIPS or len({one.kind for one in holds}) == 1)


def _contact(key: str, places: Sequence[Sequence[Report]], side: Side, turn: int) -> SightingView:
    last = places[0]
    holds = together(last)
    words = [report.words for report in last if report.words]
    said = list(dict.fromkeys([*words, *(held.words for held in holds if not any(held.words in one for one in words))]))
    every = [report for here in places for report in here]
    lead = max(last, key=lambda report: (report.level, sum(held.number for held in report.holds)))
    return SightingView(
        cell=next((report.now for report in last if report.now), last[0].cell),
        what=", ".join(said),
        source=listed(list(dict.fromkeys(report.source for report in last if report.source))),
        turn=last[0].turn,
        age=turn - last[0].turn,
        side=side,
        kind=lead.kind or (holds[0].kind if holds else ""),
        reach=max(report.reach for report in last),
        level=lead.level,
        course=lead.course,
        name=lead.key,
        key=key,
        title=next((report.name for report in every if report.name), ""),
        holds=holds,
        reports=tuple(ReportView(report.cell, report.turn, report.what, report.source) for report in every),
        open=any(report.now for report in last),
    )
