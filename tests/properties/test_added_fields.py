"""A field that is added to any struct of a state is told to nobody, until somebody says who may see it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import msgspec
import pytest

from barents.kernel import registry
from barents.kernel.disclosure import Open, Own, for_all, for_owner
from barents.kernel.game import Game
from tests.added_fields import Told, name_of, structs_of
from tests.hunt import GAME as HUNT

GAMES = (HUNT, *registry.games())


def told(game: Game[Any, Any], part: str = "") -> Told:
    """What comes out when a field is added to every struct of a game's state but its options.

    These are agreed on before play, and so all of them are open.
    """
    kinds = [name_of(kind) for kind in structs_of(game.state) if not is_agreed(kind)]
    name = f"{game.name}:{part}" if part else game.name
    run = [sys.executable, "-m", "tests.added_fields", name]
    done = subprocess.run(run, input=msgspec.json.encode(kinds), capture_output=True, check=False)
    assert not done.returncode, done.stderr.decode()
    found = msgspec.json.decode(done.stdout, type=dict[str, Told])[name]
    assert found.met == set(kinds), f"no position had these: {set(kinds) - found.met}"
    assert not found.unfound, f"a copy would not show these: {found.unfound}"
    return found


def is_agreed(kind: type) -> bool:
    """Whether a struct is what both sides agreed on before play."""
    return kind.__name__ == "Options"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nobody_is_told_of_a_field_that_is_added(game: Game[Any, Any]) -> None:
    assert not told(game).leaks


@pytest.mark.parametrize("part", ["ships", "agenda", "notebook"])
def test_a_known_that_copies_a_part_of_the_state_is_found_out(part: str) -> None:
    assert told(HUNT, part).leaks


def test_a_desk_that_is_copied_as_it_is_is_found_out() -> None:
    leaks = told(registry.find("operations"), "desks").leaks
    assert {
        "axis knows barents.games.operations.state:Fleet",
        "public knows barents.games.operations.state:Desk",
    } <= leaks


# The marks themselves


class Log(msgspec.Struct):
    """A ship's log."""

    course: Open[str]
    cargo: Own[list[str]] = []
    spy: str = ""


class Port(msgspec.Struct, frozen=True):
    """What lies in a port."""

    logs: Open[dict[str, Log]]
    guards: Own[tuple[Log, ...]] = ()
    price: int = 0


def test_everyone_and_the_owner_see_what_is_marked_for_them_at_every_depth() -> None:
    log = Log("north", ["tanks"], "Smith")
    port = Port({"one": log}, (log,), 7)
    assert for_owner(port) == Port({"one": Log("north", ["tanks"])}, (Log("north", ["tanks"]),))
    assert for_all(port) == Port({"one": Log("north")})
    assert for_all.but(port, price=3, logs={}) == Port({}, price=3)
    assert for_all.each(port.logs) == {"one": Log("north")}
    assert for_all.listed([log, log]) == [Log("north"), Log("north")]


def test_a_copy_shares_nothing_that_can_be_changed() -> None:
    log = Log("north", ["tanks"])
    for_owner(log).cargo.append("fuel")
    for_all.listed([log])[0].course = "south"
    assert log == Log("north", ["tanks"])


class Sealed(msgspec.Struct):
    """What nobody sees, and must be."""

    letter: str


def test_what_is_hidden_and_has_no_default_must_be_given() -> None:
    with pytest.raises(TypeError, match=r"Sealed\.letter is hidden and has no default"):
        for_owner(Sealed("war"))
    assert for_owner.but(Sealed("war"), letter="?") == Sealed("?")
