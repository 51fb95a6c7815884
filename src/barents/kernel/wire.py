"""The wire forms of options: what a client needs to check an answer by itself."""

from typing import Any, TypeAlias

import msgspec

from barents.kernel.domains import DomainWire


class ListedWire(msgspec.Struct, frozen=True):
    """A listed action with the pieces and cells it names."""

    action: dict[str, Any]
    notation: str
    pieces: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()


class ProductWire(msgspec.Struct, frozen=True):
    """Actions made of a first and a second part; `of` gives, for each first part, its domain's number.

    Where an action has one part only, `of` has one domain, for the empty first part.
    """

    do: str
    fields: tuple[str, ...]
    domains: tuple[DomainWire, ...]
    of: dict[str, int]


class PickWire(msgspec.Struct, frozen=True, tag="pick"):
    """The wire form of a `Pick`."""

    listed: tuple[ListedWire, ...]
    products: tuple[ProductWire, ...] = ()
    about: str = ""


class GroupWire(msgspec.Struct, frozen=True):
    """Limits on how many of some items may be chosen."""

    items: tuple[str, ...]
    least: int
    most: int
    name: str = ""


class SubsetWire(msgspec.Struct, frozen=True, tag="subset"):
    """The wire form of a `Subset`."""

    items: tuple[str, ...]
    least: int
    most: int
    groups: tuple[GroupWire, ...] = ()
    about: str = ""


class SlotWire(msgspec.Struct, frozen=True):
    """A slot: its domain's number, and whether it may stay empty."""

    domain: int
    optional: bool = False


class AssignWire(msgspec.Struct, frozen=True, tag="assign"):
    """The wire form of an `Assign`."""

    slots: dict[str, SlotWire]
    domains: tuple[DomainWire, ...]
    capacity: dict[str, int] = {}
    ordered: bool = False


OptionsWire: TypeAlias = PickWire | SubsetWire | AssignWire
