"""Values: slots and values of an answer that are made of parts, as frozen data with a notation that reads back.

An order sheet says in one word what is meant: `cover:pq-17:2`, `a3:torpedoes`. Nobody else takes such a word apart: a
game declares the kinds of them as small classes, as it does its actions; their fields say what they refer to, and the
notation is written and read here.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from string import Formatter
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, get_args, get_origin

import msgspec

from barents.kernel.actions import NotationError, fields_of, kebab, reference
from barents.kernel.dice import Dice
from barents.kernel.domains import Among, WhyNot
from barents.kernel.words import Flag, Number

FieldType = Literal["piece", "cell", "word", "number", "flag"]
REMEMBERED = 8192  # words that a family has read, and need not read again


class Value(msgspec.Struct, frozen=True):
    """A slot or a value that is made of parts. `str(value)` is its notation, which `form` lays out.

    Without a form it is the name of the class and its fields, between colons. A field that is a flag is written by its
    own name where it is set; a text has no colon in it, or is as the pattern of its type. `words` says it to people:
    texts in it are named for whoever reads it; `{n:in words}` spells a number out, `{n:zone|zones}` is the word that
    goes with it, `{flag: by night}` what a set flag adds.

    >>> class Return(Value, frozen=True):
    ...     port: str
    ...     leads: bool
    ...     pace: int
    ...     words: ClassVar[str] = "Return to {port}{leads: by the leads}, {pace:in words} {pace:zone|zones} a turn"
    >>> str(Return("Altafjord", True, 3)), str(Return("Narvik", False, 1))
    ('return:Altafjord:leads:3', 'return:Narvik:1')
    >>> Return("Narvik", False, 1).said(str.upper)
    'Return to NARVIK, one zone a turn'
    """

    form: ClassVar[str] = ""
    words: ClassVar[str] = ""
    part: ClassVar[str] = ""
    """Of a slot: the words for it under the heading of its group."""
    group: ClassVar[str] = ""
    """Of a slot: the field with what it belongs to, a fleet or a ship; slots of one group stand together."""
    title: ClassVar[str] = ""
    """What values of this kind are called where one chooses by kinds."""

    def __str__(self) -> str:
        return form_of(type(self)).write(self)

    @property
    def role(self) -> str:
        """Of a slot: what it is for in its group."""
        return tag_of(type(self))

    def said(self, name: Callable[[str], str]) -> str:
        """It in words, with the names that somebody knows."""
        return self._in_words(self.words, name) if self.words else str(self)

    def said_apart(self, name: Callable[[str], str]) -> str:
        """Of a slot: the words for it under the heading of its group."""
        return self._in_words(self.part, name) if self.part else self.said(name)

    def _in_words(self, template: str, name: Callable[[str], str]) -> str:
        parts: dict[str, object] = {}
        for field in self.__struct_fields__:
            match getattr(self, field):
                case bool(is_set):
                    parts[field] = Flag(is_set)
                case int(number):
                    parts[field] = Number(number)
                case text:
                    parts[field] = name(str(text))
        return template.format_map(parts)


def tag_of(kind: type[Value]) -> str:
    """What a kind is called in notation and on the wire."""
    return kebab(kind.__name__)


class Form:
    """How values of a kind are written: what stands before, between and behind their fields."""

    def __init__(self, kind: type[Value]) -> None:
        self.kind = kind
        self.fields = fields_of(kind)
        self.text = kind.form or self._derived()
        parts = list(Formatter().parse(self.text))
        if sorted(field for _, field, _, _ in parts if field) != sorted(self.fields):
            raise TypeError(f"the form of {kind.__name__} must name each of its fields once")
        self.types = {name: _type_of(hint) for name, hint in self.fields.items()}
        self._flags = [name for name, type in self.types.items() if type == "flag"]
        begins, first, *_ = parts[0]
        is_whole = ":" in begins or not first or first in self._flags
        self.head = begins.partition(":")[0] if is_whole else ""
        """What stands before the first colon, where that is always the same."""
        pattern, template = "", ""
        for number, (text, field, spec, _) in enumerate(parts):
            pattern += re.escape(text)
            template += text
            if field:
                behind = next((later for later, *_ in parts[number + 1 :]), "")
                pattern += self._pattern(field, bool(spec), behind[:1])
                template += f"{{{field}}}" if field in self._flags else f"{{0.{field}{':' if spec else ''}{spec}}}"
        self._pattern_of_all = re.compile(pattern)
        self._template = template

    def _derived(self) -> str:
        flags = {name for name, hint in self.fields.items() if _type_of(hint) == "flag"}
        return tag_of(self.kind) + "".join(f"{{{name}}}" if name in flags else f":{{{name}}}" for name in self.fields)

    def _pattern(self, field: str, is_signed: bool, behind: str) -> str:
        if self.types[field] == "flag":
            return f"(?P<{field}>:{field})?"
        if self.types[field] == "number":
            return rf"(?P<{field}>{'[+-]' if is_signed else '-?'}\d+)"
        if choices := _choices(self.fields[field]):
            return f"(?P<{field}>{choices})"
        return f"(?P<{field}>[^:{re.escape(behind)}]+)"

    def write(self, value: Value) -> str:
        """The notation of a value of this kind."""
        if not self._flags:
            return self._template.format(value)
        set_ = {name: f":{name}" if getattr(value, name) else "" for name in self._flags}
        return self._template.format(value, **set_)

    def read(self, text: str) -> Value | None:
        """The value that a text is the notation of; None if it is of no value of this kind."""
        found = self._pattern_of_all.fullmatch(text)
        if found is None:
            return None
        parts: dict[str, Any] = {
            name: bool(part) if self.types[name] == "flag" else int(part) if self.types[name] == "number" else part
            for name, part in found.groupdict().items()
        }
        return self.kind(**parts)


@lru_cache(None)
def form_of(kind: type[Value]) -> Form:
    """How values of a kind are written."""
    return Form(kind)


V = TypeVar("V", bound=Value)


class Values(Generic[V]):
    """A family of kinds, such as all that may stand in a column of an order sheet; it reads their notation.

    >>> class Raid(Value, frozen=True):
    ...     pace: int
    >>> Values(Raid).parse("raid:2")
    Raid(pace=2)
    >>> Values(Raid).parse("raid:far")
    Traceback (most recent call last):
    barents.kernel.actions.NotationError: 'raid:far' is none of: raid:{pace}
    """

    def __init__(self, *kinds: type[V]) -> None:
        self.kinds = kinds
        self._by_head: dict[str, list[Form]] = {}
        for kind in kinds:
            form = form_of(kind)
            self._by_head.setdefault(form.head, []).append(form)
        self.find = lru_cache(REMEMBERED)(self._find)

    def _find(self, text: str) -> V | None:
        """The value that a text stands for; None if it is none of these."""
        for form in (*self._by_head.get(text.partition(":")[0] or ":", ()), *self._by_head.get("", ())):
            value = form.read(text)
            if isinstance(value, self.kinds):
                return value
        return None

    def parse(self, text: str) -> V:
        """The value that a text stands for."""
        value = self.find(text)
        if value is None:
            raise NotationError(f"'{text}' is none of: {', '.join(form_of(kind).text for kind in self.kinds)}")
        return value

    def among(self, values: Sequence[V], why_not: WhyNot | None = None) -> "Typed[V]":
        """The domain of some of its values."""
        return Typed(self, values, why_not)


class Typed(Among, Generic[V]):
    """One of some typed values. They are written when somebody reads them; a random answer writes only its own."""

    __slots__ = ("family", "typed")

    def __init__(self, family: Values[V], values: Sequence[V], why_not: WhyNot | None = None) -> None:
        super().__init__(lambda: [str(value) for value in values], why_not)
        self.family = family
        self.typed = values

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and self.family.find(value) in self.typed

    def count(self) -> int:
        return len(self.typed)

    def sample(self, dice: Dice) -> str:
        return str(dice.choice(self.typed))


def refers_to(value: Value) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The pieces and the cells that a value names, by the types of its fields."""
    types = form_of(type(value)).types
    found = {
        ref: tuple(getattr(value, name) for name, type in types.items() if type == ref) for ref in ("piece", "cell")
    }
    return found["piece"], found["cell"]


def _type_of(hint: Any) -> FieldType:
    match reference(hint):
        case "piece":
            return "piece"
        case "cell":
            return "cell"
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return "flag" if bare is bool else "number" if bare is int else "word"


def _choices(hint: Any) -> str:
    """The words that a field can be, as a pattern, where they are listed or its type has one."""
    if get_origin(hint) is Literal:
        return "|".join(re.escape(str(word)) for word in get_args(hint))
    metas = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((meta.pattern for meta in metas if isinstance(meta, msgspec.Meta) and meta.pattern), "")
