"""What stands on the sheets of the campaign, in parts: the orders of fleets, ways, squadrons, and keys that say more.

Fleets of the plan are known by keys such as `pq-8`, `cover-1` and `home-6619`; a page of orders has slots for each of
them: `pq-8:sails`, `pq-8:via-1`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from barents.games.arctic_campaign.names import ordinal
from barents.games.operations.names import TYPES, counted
from barents.kernel.actions import Piece
from barents.kernel.values import Value, Values

Zone: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\d{4}", extra={"ref": "cell"})]
Type: TypeAlias = Annotated[str, msgspec.Meta(pattern="|".join(TYPES))]


# Fleets of the plan


class ConvoyKey(Value, frozen=True):
    """AC-B.21-number: a convoy to Russia, or home from there."""

    form: ClassVar[str] = "{stem}-{number}"
    stem: Literal["pq", "qp"]
    number: int

    @property
    def is_eastbound(self) -> bool:
        """Whether it sails to Russia."""
        return self.stem == "pq"

    def said(self, name: Callable[[str], str]) -> str:
        return str(self).upper()


class CoverKey(Value, frozen=True):
    """A covering fleet."""

    form: ClassVar[str] = "cover-{number}"
    number: int

    def said(self, name: Callable[[str], str]) -> str:
        return f"{ordinal(self.number).capitalize()} covering fleet"


class GuardKey(Value, frozen=True):
    """R31: western ships that cover a convoy from a Soviet port."""

    form: ClassVar[str] = "guard-{zone}"
    words: ClassVar[str] = "Cover from {zone}"
    zone: Zone


class HomeKey(Value, frozen=True):
    """AC-B.22-no-convoy: ships that go home from a Soviet port by themselves."""

    form: ClassVar[str] = "home-{zone}"
    words: ClassVar[str] = "Home from {zone}"
    zone: Zone


class SentryKey(Value, frozen=True):
    """AC-B.17-choice: Soviet destroyers that meet a convoy."""

    form: ClassVar[str] = "sentry-{zone}"
    words: ClassVar[str] = "Soviet escort from {zone}"
    zone: Zone


FleetKey: TypeAlias = ConvoyKey | CoverKey | GuardKey | HomeKey | SentryKey
FLEETS: Values[FleetKey] = Values(ConvoyKey, CoverKey, GuardKey, HomeKey, SentryKey)


class SquadronKey(Value, frozen=True):
    """AC-A.4-monthly-setup: the German ships of a port."""

    form: ClassVar[str] = "squadron-{zone}"
    words: ClassVar[str] = "{zone} squadron"
    zone: Zone


class SecondSquadronKey(Value, frozen=True):
    """AC-A.4-monthly-setup: those of them that sail apart."""

    form: ClassVar[str] = "squadron-{zone}-2"
    words: ClassVar[str] = "{zone} squadron 2"
    zone: Zone


# The page of orders

FleetTask: TypeAlias = Literal["sails", "route", "early", "port", "covers"]
TASKS: dict[FleetTask, str] = {
    "sails": "sails in turn",
    "route": "goes by",
    "early": "starts early, by so many turns",
    "port": "begins at",
    "covers": "covers",
}


class FleetSlot(Value, frozen=True):
    """D16, D26: something that a fleet is told."""

    form: ClassVar[str] = "{fleet}:{task}"
    group: ClassVar[str] = "fleet"
    fleet: Piece
    task: FleetTask

    @property
    def role(self) -> str:
        return self.task

    def said(self, name: Callable[[str], str]) -> str:
        return f"{name(self.fleet)} {TASKS[self.task]}"

    def said_apart(self, name: Callable[[str], str]) -> str:
        return TASKS[self.task].capitalize()


class ViaSlot(Value, frozen=True):
    """D16: a waypoint of a way of its own."""

    form: ClassVar[str] = "{fleet}:via-{number}"
    words: ClassVar[str] = "{fleet}, waypoint {number} of a way of its own"
    part: ClassVar[str] = "Waypoint {number} of a way of its own"
    group: ClassVar[str] = "fleet"
    fleet: Piece
    number: int


class ReactionSlot(Value, frozen=True):
    """AC-B.3-react-fleet: the fleet that starts early."""

    form: ClassVar[str] = "reaction"
    words: ClassVar[str] = "The fleet that starts early, warned by the sighting"


SailingSlot: TypeAlias = FleetSlot | ViaSlot | ReactionSlot
SAILING_SLOTS: Values[SailingSlot] = Values(FleetSlot, ViaSlot, ReactionSlot)


class Direct(Value, frozen=True):
    """7.4: the shortest way to a port, that is no reference route."""

    words: ClassVar[str] = "the shortest way to {port}"
    port: str


class OnlyMove(Value, frozen=True):
    """A convoy that only changes its launch port."""

    form: ClassVar[str] = "move:{port}"
    words: ClassVar[str] = "only moves to {port}, to load there"
    port: str


Way: TypeAlias = Direct | OnlyMove
WAYS: Values[Way] = Values(Direct, OnlyMove)


# Other sheets


class SecondSquadron(Value, frozen=True):
    """D18: the second squadron of a port."""

    form: ClassVar[str] = "{port}:2"
    words: ClassVar[str] = "{port}, second squadron"
    port: str


PORTS: Values[SecondSquadron] = Values(SecondSquadron)


class AirGroup(Value, frozen=True):
    """AC-B.15-carrier-replace: so many steps of a type on a deck."""

    form: ClassVar[str] = "{type}:{steps}"
    type: str
    steps: int


DECK: Values[AirGroup] = Values(AirGroup)


class OfferSlot(Value, frozen=True):
    """D5: a place for one of the ships of a type that an event offers."""

    form: ClassVar[str] = "{type}-{number}"
    type: Type
    number: int

    def said(self, name: Callable[[str], str]) -> str:
        return f"{ordinal(self.number).capitalize()} {TYPES[self.type]}"


OFFERS: Values[OfferSlot] = Values(OfferSlot)


class ReconSlot(Value, frozen=True):
    """D6: the type of a reconnaissance step."""

    form: ClassVar[str] = "recon-{number}"
    words: ClassVar[str] = "Type of reconnaissance step {number}"
    number: int


RECON: Values[ReconSlot] = Values(ReconSlot)


# Words of the log


class ShipsOf(Value, frozen=True):
    """So many ships of a type."""

    form: ClassVar[str] = "{number} {type}"
    number: int
    type: Type

    def said(self, name: Callable[[str], str]) -> str:
        return counted(self.number, self.type)


class HiredShips(Value, frozen=True):
    """So many hired ships of a type."""

    form: ClassVar[str] = "{number} {type} hired"
    number: int
    type: Type

    def said(self, name: Callable[[str], str]) -> str:
        return f"{counted(self.number, self.type)} hired"


WRITTEN: Values[Value] = Values(
    *FLEETS.kinds,
    SquadronKey,
    SecondSquadronKey,
    *SAILING_SLOTS.kinds,
    *WAYS.kinds,
    *PORTS.kinds,
    *OFFERS.kinds,
    *RECON.kinds,
    ShipsOf,
    HiredShips,
)
"""Everything that is written in parts here, for whoever has only the word."""
