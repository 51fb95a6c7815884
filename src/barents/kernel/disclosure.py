"""Who may see a field of a state.

What a side sees of its own is declared as `Own[...]`, what all see who see anything of it as `Open[...]`. A field that
says nothing is the umpire's alone, or told by a `known` that builds the struct by hand. `for_owner` and `for_all` copy
a struct, with all that it holds, and leave no more in it than that: every other field is as it would be by default,
also one that somebody adds and does not think about.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import FieldInfo, replace

T = TypeVar("T", bound=msgspec.Struct | None)
K = TypeVar("K")
Field = TypeVar("Field")
Copy: TypeAlias = Callable[..., Any]
SHALLOW: dict[Any, Copy] = {list: list.copy, dict: dict.copy}


class Eyes(Enum):
    """Whose eyes may see a field."""

    OWNER = 1
    EVERYONE = 2


Own: TypeAlias = Annotated[Field, Eyes.OWNER]
Open: TypeAlias = Annotated[Field, Eyes.EVERYONE]


class Disclosure:
    """Copies structs for some eyes. What these may see wholly, and nobody can change, is handed on as it is."""

    def __init__(self, *eyes: Eyes) -> None:
        self._eyes = eyes
        self._copies: dict[type, Copy | None] = {NoneType: None}
        self._given: dict[tuple[type[Any], tuple[str, ...]], Copy] = {}

    def __call__(self, value: T) -> T:
        """A copy of a struct, or nothing of nothing."""
        try:
            copy = self._copies[type(value)]
        except KeyError:
            copy = self._of_kind(type(value))
        return value if copy is None else cast(T, copy(value))

    def but(self, value: T, **given: object) -> T:
        """A copy of a struct in which some fields are given, whatever they were."""
        key: tuple[type[Any], tuple[str, ...]] = (type(value), (*given,))
        if key not in self._given:
            self._given[key] = _written(self._changed(*key), key[1])
        return cast(T, self._given[key](value, *given.values()))

    def each(self, values: Mapping[K, T]) -> dict[K, T]:
        """Copies of some structs of one kind, by their names."""
        copy = next((self._of_kind(type(value)) for value in values.values()), None)
        return dict(values) if copy is None else {name: copy(value) for name, value in values.items()}

    def listed(self, values: list[T]) -> list[T]:
        """Copies of some structs."""
        if any(map(self._of_kind, {type(value): None for value in values})):
            return [self(value) for value in values]
        return list(values)

    def sees(self, hint: Any) -> bool:
        """Whether these eyes may see a field of such a type."""
        return any(mark in self._eyes for mark in getattr(hint, "__metadata__", ()))

    def _of_kind(self, kind: type[Any]) -> Copy | None:
        """How a kind of struct is copied, once and for all."""
        if kind not in self._copies:
            self._copies[kind] = self._of_struct(kind)
        return self._copies[kind]

    def _of_struct(self, kind: type[msgspec.Struct]) -> Copy | None:
        """How a struct is copied; nothing if it may be handed on."""
        changed = self._changed(kind)
        if changed:
            return _written(changed)
        return None if kind.__struct_config__.frozen else replace

    def _changed(self, kind: type[msgspec.Struct], given: tuple[str, ...] = ()) -> dict[str, tuple[str, Any]]:
        """What is put into fields that cannot be handed on: what is not seen, and what can be changed.

        It is an expression, and what `made` means in it.
        """
        hints, plain = get_type_hints(kind, include_extras=True), get_type_hints(kind)
        changed: dict[str, tuple[str, Any]] = {}
        for field in msgspec.structs.fields(kind):
            if field.name in given:
                continue
            if not self.sees(hints[field.name]):
                changed[field.name] = _default(kind, field)
            elif (copy := self._of(plain[field.name])) is not None:
                changed[field.name] = ("made_{0}(value.{0})", copy)
        return changed

    def _of(self, hint: Any) -> Copy | None:
        """How a value of some type is copied; nothing if it need not be."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            return self._of_union(inner)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return self._of_struct(hint)
        if origin not in (list, dict, tuple):
            return None
        each = self._of(inner[1] if origin is dict else inner[0])
        return SHALLOW.get(origin) if each is None else _each(origin, each)

    def _of_union(self, kinds: tuple[Any, ...]) -> Copy | None:
        copies = {get_origin(kind) or kind: self._of(kind) for kind in kinds if kind is not NoneType}
        if not any(copies.values()):
            return None

        def copied(value: Any) -> Any:
            copy = copies.get(type(value))
            return value if copy is None else copy(value)

        return copied


def _each(origin: type, copy: Copy) -> Copy:
    """How a list, a tuple or a dict is copied with all that it holds."""
    if origin is dict:
        return lambda value: {key: copy(one) for key, one in value.items()}
    return lambda value: origin([copy(one) for one in value])


def _written(changed: dict[str, tuple[str, Any]], given: tuple[str, ...] = ()) -> Copy:
    """A function that copies a struct and puts other things into some fields.

    It is written out field by field, as `dataclasses` does, because a side's knowledge is made anew at every choice.
    """
    fields = [f"{name}={what.format(name)}" for name, (what, _) in changed.items()]
    fields += [f"{name}={name}" for name in given]
    names = {f"made_{name}": made for name, (_, made) in changed.items()} | {"replace": replace}
    text = f"lambda {', '.join(['value', *given])}: replace({', '.join(['value', *fields])})"
    return cast(Copy, eval(text, names))


def _default(kind: type, field: FieldInfo) -> tuple[str, Any]:
    """The default of a field."""
    if field.required:
        raise TypeError(f"{kind.__name__}.{field.name} is hidden and has no default: say what is seen in its place")
    if field.default_factory is msgspec.NODEFAULT:
        return "made_{0}", field.default
    return "made_{0}()", field.default_factory


for_owner = Disclosure(Eyes.OWNER, Eyes.EVERYONE)
for_all = Disclosure(Eyes.EVERYONE)
