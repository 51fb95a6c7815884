"""How long a field of a state lasts.

What holds for one turn is declared as `ThisTurn[...]`, what holds for one day as `Today[...]`. When that is over,
`renew` sets all such fields of a struct to their defaults, so that none is forgotten.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, get_type_hints

import msgspec

Field = TypeVar("Field")


class Lasts(Enum):
    """How long."""

    TURN = 1
    DAY = 2


ThisTurn: TypeAlias = Annotated[Field, Lasts.TURN]
Today: TypeAlias = Annotated[Field, Lasts.DAY]


def renew(struct: msgspec.Struct, over: Lasts = Lasts.TURN) -> None:
    """Set whatever has lasted so long to its default.

    >>> class Ship(msgspec.Struct):
    ...     name: str
    ...     moved: ThisTurn[int] = 0
    >>> ship = Ship("Tirpitz", 3)
    >>> renew(ship)
    >>> ship
    Ship(name='Tirpitz', moved=0)
    """
    for name, default in _defaults(type(struct), over):
        setattr(struct, name, default())


@cache
def _defaults(kind: type[msgspec.Struct], over: Lasts) -> tuple[tuple[str, Callable[[], Any]], ...]:
    """The fields of a struct that last so long, and what makes their defaults."""
    hints = get_type_hints(kind, include_extras=True)
    fields = [field for field in msgspec.structs.fields(kind) if over in getattr(hints[field.name], "__metadata__", ())]
    return tuple((field.name, _default(field)) for field in fields)


def _default(field: msgspec.structs.FieldInfo) -> Callable[[], Any]:
    if field.required:
        raise TypeError(f"'{field.name}' does not last, and so needs a default")
    factory: Any = field.default_factory
    return (lambda: field.default) if factory is msgspec.NODEFAULT else factory
