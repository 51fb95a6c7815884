"""Who plays, who looks on, and who may be told something."""

from enum import StrEnum


class Side(StrEnum):
    """One of the two sides of every game."""

    ALLIED = "allied"
    AXIS = "axis"

    __hash__ = str.__hash__  # Enum's own hash is a Python call, and sides are keys everywhere

    @property
    def enemy(self) -> "Side":
        """The other side.

        >>> Side.ALLIED.enemy
        <Side.AXIS: 'axis'>
        """
        return Side.AXIS if self is Side.ALLIED else Side.ALLIED


SIDES = {Side.ALLIED: "Allies", Side.AXIS: "Germans"}
ADJECTIVES = {Side.ALLIED: "Allied", Side.AXIS: "German"}
PEOPLE = {side: f"the {name}" for side, name in SIDES.items()}
"""The people of a side, as a sentence speaks of them."""


class Observer(StrEnum):
    """Anyone who looks at a match: a side, the spectators, or the umpire who sees everything."""

    ALLIED = "allied"
    AXIS = "axis"
    PUBLIC = "public"
    UMPIRE = "umpire"

    __hash__ = str.__hash__

    @property
    def side(self) -> Side | None:
        """The side that this observer plays, if any."""
        return Side(self.value) if self.value in ("allied", "axis") else None


class Audience(StrEnum):
    """Who may know a fact: everyone, one side, or nobody until the game is over."""

    EVERYONE = "everyone"
    ALLIED = "allied"
    AXIS = "axis"
    NOBODY = "nobody"

    __hash__ = str.__hash__

    def includes(self, observer: Observer) -> bool:
        """Whether the observer belongs to this audience.

        >>> Audience.AXIS.includes(Observer.PUBLIC), Audience.AXIS.includes(Observer.UMPIRE)
        (False, True)
        """
        return self is Audience.EVERYONE or observer is Observer.UMPIRE or self.value == observer.value

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides in this audience."""
        return _SIDES[self]

    @property
    def others(self) -> tuple[Side, ...]:
        """The sides that are not in this audience."""
        return _OTHERS[self]


_SIDES: dict[Audience, tuple[Side, ...]] = {
    Audience.EVERYONE: (Side.ALLIED, Side.AXIS),
    Audience.ALLIED: (Side.ALLIED,),
    Audience.AXIS: (Side.AXIS,),
    Audience.NOBODY: (),
}
_OTHERS = {audience: tuple(side for side in Side if side not in sides) for audience, sides in _SIDES.items()}

EVERYONE = Audience.EVERYONE
NOBODY = Audience.NOBODY


def only(side: Side) -> Audience:
    """The audience that consists of one side.

    >>> only(Side.AXIS)
    <Audience.AXIS: 'axis'>
    """
    return Audience.ALLIED if side is Side.ALLIED else Audience.AXIS


def eyes_of(side: Side) -> Observer:
    """The observer who sees what a side sees."""
    return Observer.ALLIED if side is Side.ALLIED else Observer.AXIS
