"""Adds a field to every struct of the games' states, and looks who is told of it.

    python -m tests.added_fields NAME ...      (the structs come as JSON on standard input)

A name is that of a game, or of a game and a part of its state (`hunt:ships`) that its `known` then copies as it is.

It must be a program of its own: the field is added to each class in the moment in which its module is read, so that
encoders, decoders and `known` take it for one that has always been there. Then recorded games are played again, and at
some of their choices each struct of the state has a secret in that field. Nobody but the umpire may be told of it, by
what he knows or by what he is shown.
"""

from __future__ import annotations

import builtins
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

if TYPE_CHECKING:
    from barents.kernel.game import Game
    from barents.kernel.match import Match
    from barents.kernel.sides import Observer

ADDED = "added_tomorrow"
SECRET = "nobody is told of "
EVERY = 100  # so many positions lie between two that are looked at, unless there is something new in one
LONGEST = 120  # so many answers are given again in each recorded game


def name_of(kind: type) -> str:
    """By what a struct is called here."""
    return f"{kind.__module__}:{kind.__qualname__}"


def structs_of(hint: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs that a value of some type can hold, at any depth."""
    found: dict[Any, None] = {}
    waiting = [hint]
    while waiting:
        one = waiting.pop()
        if one in found:
            continue
        found[one] = None
        waiting += get_args(one)
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            yield one
            waiting += (field.type for field in msgspec.structs.fields(one))


def add_a_field(wanted: set[str]) -> None:
    """From now on each of these classes has one field more than is written."""
    build: Callable[..., Any] = builtins.__build_class__

    def built(body: Any, name: str, *bases: Any, **words: Any) -> Any:
        made = build(body, name, *bases, **words)
        if not (isinstance(made, type) and name_of(made) in wanted):
            return made
        field = (ADDED, str, "")
        return msgspec.defstruct(made.__name__, [field], bases=(made,), module=made.__module__, kw_only=True)

    vars(builtins)["__build_class__"] = built


def with_secrets(state: Any) -> set[str]:
    """Put a secret into every struct of a state that has a place for one, and say of which kinds these were."""
    found = set()
    for holder in structs_in(state):
        for field in msgspec.structs.fields(holder):
            if isinstance(field.default, msgspec.Struct) and getattr(holder, field.name) is field.default:
                msgspec.structs.force_setattr(holder, field.name, msgspec.structs.replace(field.default))
    for one in structs_in(state):
        if has_place(type(one)):
            found.add(name_of(type(one)))
            msgspec.structs.force_setattr(one, ADDED, SECRET + name_of(type(one)))
    return found


class Told(msgspec.Struct):
    """What came out for a game: the structs that were met, who was told of one, and what was not seen in a copy."""

    met: set[str]
    leaks: set[str]
    unfound: set[str]


def secrets_in(found: Any) -> set[str]:
    """The structs of which a secret is in something."""
    return {part.partition('"')[0] for part in msgspec.json.encode(found).decode().split(SECRET)[1:]}


def looked_at(game: Game[Any, Any], matches: Iterator[Match[Any, Any]]) -> Told:
    """Look at positions of some games with the eyes of everyone.

    Whoever copied a part of the state as it is would copy its secrets, so that these must be found in a copy.
    """
    told = Told(set(), set(), set())
    for number, (match, position) in enumerate(positions(matches)):
        if number % EVERY and {name_of(type(step)) for step in position.agenda} <= told.met:
            continue
        state = game.clone(position)
        kinds = with_secrets(state)
        told.unfound |= kinds - told.met - secrets_in(game.clone(state))
        told.met |= kinds
        told.leaks |= leaks(game, match.data, state, shown=True)
    for state in with_strangers(game, match.state, told.met):
        told.met |= with_secrets(state)
        told.leaks |= leaks(game, match.data, state, shown=False)
    return told


def leaks(game: Game[Any, Any], data: Any, state: Any, *, shown: bool) -> set[str]:
    """Who is told of which struct's secret."""
    from barents.kernel.sides import Observer

    found = set()
    for observer in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC):
        known = game.known(data, state, observer)
        found |= {f"{observer} knows {kind}" for kind in secrets_in(known)}
        if shown:
            found |= {f"{observer} sees {kind}" for kind in secrets_in(game.view(data, known, observer))}
    return found


def positions(matches: Iterator[Match[Any, Any]]) -> Iterator[tuple[Match[Any, Any], Any]]:
    """The states of some matches, at the beginning of each step and at each choice in it."""
    opening = b""
    for match in matches:
        if match.step_opening != opening:
            opening = match.step_opening
            yield match, match.game.decoder.decode(opening)
        yield match, match.state


# What no recorded game has come by


def with_strangers(game: Game[Any, Any], state: Any, met: set[str]) -> Iterator[Any]:
    """The position with one of each struct that was in none: each step in a state of its own, all else in one."""
    strangers = {kind for kind in structs_of(game.state) if has_place(kind) and name_of(kind) not in met}
    full = game.clone(state)
    for kind in structs_of(game.state):
        if kind in steps_of(game):
            if kind in strangers:
                one = game.clone(state)
                one.agenda.append(an_instance(kind))
                yield one
        elif strangers.intersection(structs_of(kind)) and kind not in map(type, structs_in(full)):
            put_into(full, kind)
    yield full


def steps_of(game: Game[Any, Any]) -> tuple[type, ...]:
    """The steps that a game's own agenda can have."""
    agenda = next(field.type for field in msgspec.structs.fields(game.state) if field.name == "agenda")
    return get_args(get_args(agenda)[0])


def put_into(state: Any, kind: type) -> None:
    """Put a struct into the first place of a state that can hold it."""
    for holder in structs_in(state):
        for field in msgspec.structs.fields(holder):
            value, hint = getattr(holder, field.name), plain(field.type)
            inner = get_args(hint)
            if isinstance(value, list) and admits(inner[0], kind):
                return value.append(an_instance(kind))
            if isinstance(value, tuple) and inner and admits(inner[0], kind):
                return msgspec.structs.force_setattr(holder, field.name, (*value, an_instance(kind)))
            if isinstance(value, dict) and admits(inner[1], kind):
                return value.update({an_instance(inner[0]): an_instance(kind)})
            if admits(hint, kind):
                return msgspec.structs.force_setattr(holder, field.name, an_instance(kind))
    return None


def plain(hint: Any) -> Any:
    """A type without what is noted beside it."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def admits(hint: Any, kind: type) -> bool:
    """Whether something of a type may be a struct."""
    return hint is kind or (get_origin(hint) in (Union, UnionType) and kind in get_args(hint))


def an_instance(hint: Any) -> Any:
    """Something of a type, with as little in it as there can be."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        needed = [field for field in msgspec.structs.fields(hint) if field.required]
        return hint(**{field.name: an_instance(field.type) for field in needed})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if get_origin(hint) is Literal:
        return get_args(hint)[0]
    if get_origin(hint) in (Annotated, Union, UnionType):
        return an_instance(get_args(hint)[0])
    return (get_origin(hint) or hint)()


def structs_in(value: Any) -> Iterator[msgspec.Struct]:
    """The structs in a value, at any depth."""
    if isinstance(value, msgspec.Struct):
        yield value
        value = [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        for one in value:
            yield from structs_in(one)


def has_place(kind: type[msgspec.Struct]) -> bool:
    """Whether a struct has the field that was added."""
    return ADDED in kind.__struct_fields__


def played(game: Game[Any, Any]) -> Iterator[Match[Any, Any]]:
    """The recorded games of captains, at each of their choices; of a game that has none, some at random."""
    from barents.kernel.dice import Dice
    from barents.kernel.match import Match
    from barents.kernel.sides import Side
    from tools.playthroughs import SEED, catalogue, path_of

    plays = [play for play in catalogue() if play.game == game.name]
    for play in plays:
        options = msgspec.convert(play.options, game.options)
        match = Match.new(game, play.scenario, seed=SEED, options=options, log=False)
        lines = path_of(play).read_text("utf-8").splitlines()
        for line in [line for line in lines if line.startswith("> ")][:LONGEST]:
            yield match
            side, _, answer = line.removeprefix("> ").partition(": ")
            match.act(Side(side), game.notation.parse(answer))
    for seed in () if plays else range(20):
        scenario = next(iter(game.scenarios(game.data(None)))).name
        match, dice = Match.new(game, scenario, seed=seed, log=False), Dice.seeded(seed)
        while match.pending:
            yield match
            side, decision = next(iter(match.pending.items()))
            match.act(side, decision.options.sample(dice))


def main() -> None:
    """Read the structs, add the field, play the games, and write what came out."""
    add_a_field(set(json.load(sys.stdin)))
    from barents.kernel import registry

    registry.plug_in_module("tests.hunt")
    told = {}
    for name in sys.argv[1:]:
        title, _, part = name.partition(":")
        game = careless(registry.find(title), part) if part else registry.find(title)
        told[name] = looked_at(game, played(game))
    sys.stdout.write(msgspec.json.encode(told).decode())


def careless(game: Game[Any, Any], part: str) -> Game[Any, Any]:
    """A game whose `known` copies a part of the state as it is."""

    def known(data: Any, state: Any, observer: Observer) -> Any:
        copied = {part: getattr(game.clone(state), part)}
        return msgspec.structs.replace(game.known(data, state, observer), **copied)

    return replace(game, known=known)


if __name__ == "__main__":
    main()
