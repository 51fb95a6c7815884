"""Actions: what a player answers, as frozen data with a one-line notation that reads back.

A game declares its actions as small classes; their fields say what they refer to (`Piece`, `Cell`), so that a client
can light them up and the notation can be written and parsed without code of the game's own.
"""

import json
import re
from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

Cell: TypeAlias = Annotated[str, msgspec.Meta(extra={"ref": "cell"})]
Piece: TypeAlias = Annotated[str, msgspec.Meta(extra={"ref": "piece"})]

_PLAIN = re.compile(r"[^\s\",=]+")
_TOKENS = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+')


class NotationError(ValueError):
    """A line that is not the notation of any action here."""


def kebab(name: str) -> str:
    """The tag of a class: `SlipAway` is written `slip-away`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Action(msgspec.Struct, frozen=True, tag_field="do", tag=kebab):
    """An answer to a decision. `str(action)` is its notation; `form` may lay it out (words stand for themselves).

    >>> class Sail(Action, frozen=True):
    ...     ships: tuple[Piece, ...]
    ...     goal: Cell
    ...     form: ClassVar[str] = "{ships} > {goal}"
    >>> str(Sail(("tirpitz", "z-28"), "1207"))
    'sail tirpitz,z-28 > 1207'
    >>> Notation([Sail]).parse("sail tirpitz,z-28 > 1207") == Sail(("tirpitz", "z-28"), "1207")
    True
    """

    form: ClassVar[str] = ""
    help: ClassVar[str] = ""
    """What it does, in a line, wherever it is offered; a question may say it in words of its own."""

    def write(self) -> Iterable[str]:
        """The tokens of the notation after the tag."""
        for token in _form(type(self)):
            yield _written(getattr(self, token[1:-1])) if token.startswith("{") else token

    @classmethod
    def read(cls, tokens: list[str]) -> "Action":
        """The action whose notation has these tokens after the tag."""
        form = _form(cls)
        if len(tokens) != len(form):
            raise NotationError(f"'{tag_of(cls)}' is written '{usage(cls)}'")
        values: dict[str, Any] = {}
        for token, expected in zip(tokens, form, strict=True):
            if expected.startswith("{"):
                name = expected[1:-1]
                values[name] = _read(token, fields_of(cls)[name], f"{name} of '{tag_of(cls)}'")
            elif token != expected:
                raise NotationError(f"'{token}' stands where '{usage(cls)}' has '{expected}'")
        return cls(**values)

    def __str__(self) -> str:
        return " ".join([tag_of(type(self)), *self.write()])


class Choose(Action, frozen=True):
    """The answer to a `Subset`: the items chosen.

    >>> str(Choose(("a", "b"))), str(Choose(()))
    ('choose a,b', 'choose -')
    """

    items: tuple[str, ...]


class Allot(Action, frozen=True, tag="assign"):
    """The answer to an `Assign`: a value for each slot, `-` for none.

    >>> str(Allot((("force-1", "1001>1002"), ("force-2", "-"))))
    'assign force-1=1001>1002 force-2=-'
    """

    pairs: tuple[tuple[str, str], ...]

    def __getitem__(self, slot: str) -> str | None:
        for name, value in self.pairs:
            if name == slot:
                return None if value == "-" else value
        raise KeyError(slot)

    def write(self) -> Iterable[str]:
        for slot, value in self.pairs:
            yield f"{_quoted(slot)}={_quoted(value)}"

    @classmethod
    def read(cls, tokens: list[str]) -> "Allot":
        pairs = []
        for token in tokens:
            parts = _split(token, "=")
            if len(parts) != 2:
                raise NotationError(f"'{token}' is not of the form slot=value")
            pairs.append((_plain(parts[0]), _plain(parts[1])))
        return cls(tuple(pairs))


class Decline(Action, frozen=True):
    """The answer to a window of someone who lets the moment pass."""


class Notation:
    """Reads the notation of a family of actions.

    >>> Notation([Decline]).parse("declin")
    Traceback (most recent call last):
    barents.kernel.actions.NotationError: no action is called 'declin': there are assign, choose, decline
    """

    def __init__(self, actions: Iterable[type[Action]]) -> None:
        self.actions: dict[str, type[Action]] = {}
        family: list[type[Action]] = [*actions, Choose, Allot, Decline]
        for action in family:
            if self.actions.setdefault(tag_of(action), action) is not action:
                raise ValueError(f"two actions are called '{tag_of(action)}'")

    def parse(self, line: str) -> Action:
        """The action that a line stands for."""
        tokens = _TOKENS.findall(line)
        if not tokens:
            raise NotationError("an empty line is no action")
        if _TOKENS.sub("", line).strip():
            raise NotationError(f"a quotation mark is left open in: {line}")
        kind = self.actions.get(tokens[0])
        if kind is None:
            known = ", ".join(sorted(self.actions))
            raise NotationError(f"no action is called '{tokens[0]}': there are {known}")
        return kind.read(tokens[1:])

    def from_object(self, value: object) -> Action:
        """The action that a decoded JSON object stands for."""
        tag = value.get("do") if isinstance(value, dict) else None
        kind = self.actions.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise NotationError(f"an action names what to do in 'do': one of {', '.join(sorted(self.actions))}")
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise NotationError(f"'{tag}': {error}") from None


def tag_of(action: type[Action]) -> str:
    """The word that an action's notation begins with."""
    return str(action.__struct_config__.tag)


def usage(action: type[Action]) -> str:
    """How an action is written, with its fields in braces."""
    return " ".join([tag_of(action), *_form(action)])


def refers_to(action: Action) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The pieces and the cells that an action names, by the types of its fields."""
    pieces: list[str] = []
    cells: list[str] = []
    for name, hint in fields_of(type(action)).items():
        ref = reference(hint)
        if ref is None:
            continue
        value = getattr(action, name)
        found = [] if value is None else [value] if isinstance(value, str) else list(value)
        (pieces if ref == "piece" else cells).extend(found)
    return tuple(pieces), tuple(cells)


_hint_cache: dict[type[msgspec.Struct], dict[str, Any]] = {}
_form_cache: dict[type[Action], tuple[str, ...]] = {}


def fields_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a kind of action or value, with their types."""
    hints = _hint_cache.get(kind)
    if hints is None:
        every = get_type_hints(kind, include_extras=True)
        hints = _hint_cache[kind] = {name: every[name] for name in kind.__struct_fields__}
    return hints


def _form(action: type[Action]) -> tuple[str, ...]:
    form = _form_cache.get(action)
    if form is None:
        fields = action.__struct_fields__
        form = tuple(action.form.split()) if action.form else tuple(f"{{{name}}}" for name in fields)
        named = sorted(token[1:-1] for token in form if token.startswith("{"))
        if named != sorted(fields):
            raise TypeError(f"the form of {action.__name__} must name each of its fields once")
        _form_cache[action] = form
    return form


def reference(hint: Any) -> str | None:
    """'piece' or 'cell' where a field's type refers to one, also inside a tuple or an optional."""
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, msgspec.Meta) and extra.extra and "ref" in extra.extra:
                return str(extra.extra["ref"])
    for inner in get_args(hint):
        found = reference(inner)
        if found:
            return found
    return None


def _quoted(text: str) -> str:
    return text if text and text != "-" and _PLAIN.fullmatch(text) else "-" if text == "-" else json.dumps(text)


def _plain(token: str) -> str:
    if token.startswith('"'):
        try:
            return str(json.loads(token))
        except ValueError:
            raise NotationError(f"{token} is not a quoted word") from None
    return token


def _split(token: str, mark: str) -> list[str]:
    """Split at a mark outside quotation marks."""
    return re.findall(rf'(?:"(?:[^"\\]|\\.)*"|[^"{mark}])+', token)


def _written(value: Any) -> str:
    match value:
        case None | ():
            return "-"
        case bool():
            return "yes" if value else "no"
        case str():
            return json.dumps(value) if value == "-" else _quoted(value)
        case tuple():
            return ",".join(_written(item) for item in value)
        case _:
            return str(value)


def _read(token: str, hint: Any, where: str) -> Any:
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if get_origin(bare) is tuple:
        inner = get_args(bare)[0]
        return () if token == "-" else tuple(_read(part, inner, where) for part in _split(token, ","))
    choices = get_args(bare)
    if type(None) in choices and token == "-":
        return None
    value: Any = {"yes": True, "no": False}.get(token, token) if bool in (bare, *choices) else _plain(token)
    try:
        return msgspec.convert(value, hint, strict=False)
    except msgspec.ValidationError as error:
        raise NotationError(f"{where}: {error}") from None
