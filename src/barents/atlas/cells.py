"""Sets of cells that are quick to ask and always come out in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set


class Cells(Set[str]):
    """An immutable set of cells: membership in one step, iteration in printed order.

    >>> icy = Cells(["1510", "0101", "1510"])
    >>> list(icy), "0101" in icy, len(icy)
    (['0101', '1510'], True, 2)
    >>> icy & {"1510", "3030"}
    Cells('1510')
    """

    __slots__ = ("_members", "_order")

    def __init__(self, cells: Iterable[str] = ()) -> None:
        self._members = frozenset(cells)
        self._order = tuple(sorted(self._members))

    def __contains__(self, cell: object) -> bool:
        return cell in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)

    def __hash__(self) -> int:
        return hash(self._members)

    def __repr__(self) -> str:
        return f"Cells({', '.join(map(repr, self._order))})"

    @property
    def listed(self) -> tuple[str, ...]:
        """The cells in printed order."""
        return self._order

    @property
    def first(self) -> str:
        """The first cell in printed order, for sets that hold just one."""
        return self._order[0]
