"""What may be agreed on before a game: its optional rules, read from the fields of its `Options`.

A field is all that a rule needs to be offered: the start page, the command line, the laboratory and the tests of laws
and secrecy ask here what there is.
"""

from __future__ import annotations

from enum import EnumType
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import msgspec

if TYPE_CHECKING:
    from barents.kernel.game import Game


class OptionalRule(NamedTuple):
    """One of them: `values` are what it can be set to (none for any whole number), `default` is how it comes."""

    name: str
    title: str
    about: str
    default: Any
    values: tuple[Any, ...]

    @property
    def is_switch(self) -> bool:
        """Whether it is either on or off."""
        return self.values == (False, True)

    @property
    def others(self) -> tuple[Any, ...]:
        """What it can be set to but does not come as."""
        return tuple(value for value in self.values if value != self.default)


def optional_rules(game: Game[Any, Any]) -> tuple[OptionalRule, ...]:
    """The optional rules of a game, in the order of its `Options`; one without words or default is an error.

    >>> from barents.games.north_cape import GAME
    >>> [rule.title for rule in optional_rules(GAME) if not rule.is_switch]
    ['U-571']
    """
    return tuple(_rule(game, field) for field in msgspec.structs.fields(game.options))


def all_rules(game: Game[Any, Any], **settled: Any) -> Any:
    """Options with every rule in force but those that are settled, and those that take a side from people."""
    everybody = game.people(game.options())
    chosen: dict[str, Any] = {}
    for rule in optional_rules(game):
        if rule.values and game.people(game.options(**{rule.name: rule.values[-1]})) == everybody:
            chosen[rule.name] = rule.values[-1]
    return game.options(**{**chosen, **settled})


def _rule(game: Game[Any, Any], field: msgspec.structs.FieldInfo) -> OptionalRule:
    extras = getattr(field.type, "__metadata__", ())
    title = next((extra.title for extra in extras if getattr(extra, "title", None)), "")
    about = next((extra.description for extra in extras if getattr(extra, "description", None)), "")
    if not title or not about or field.required:
        raise TypeError(
            f"{game.name}: the option '{field.name}' lacks what people read before they agree on it, or its default. "
            f"Write `{field.name}: Annotated[bool, msgspec.Meta(title='…', description='…')] = False`"
        )
    bare: Any = get_args(field.type)[0]
    if bare is bool:
        values: tuple[Any, ...] = (False, True)
    elif bare is int:
        values = ()
    else:
        values = tuple(bare) if isinstance(bare, EnumType) else get_args(bare)
    return OptionalRule(field.name, title, about, field.default, values)
