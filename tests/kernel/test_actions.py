"""Actions: every one has a notation of one line that reads back, and a mistake in it is explained."""

from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from barents.kernel.actions import (
    Action,
    Allot,
    Cell,
    Choose,
    Decline,
    Notation,
    NotationError,
    Piece,
    kebab,
    refers_to,
    usage,
)
from barents.kernel.hexes import Direction
from tests.hunt import GAME
from tests.hunt.data import data as hunt_data


class Everything(Action, frozen=True):
    """An action with a field of each kind."""

    word: str
    words: tuple[str, ...]
    maybe: str | None
    number: int
    count: int | None
    yes: bool
    unsure: bool | None
    flags: tuple[bool, ...]
    numbers: tuple[int, ...]
    towards: Direction


class Sail(Action, frozen=True):
    """An action whose notation is laid out, its fields in another order than they are declared."""

    goal: Cell
    ships: tuple[Piece, ...]
    leader: Piece | None = None
    form: ClassVar[str] = "{ships} under {leader} > {goal}"


NOTATION = Notation([Everything, Sail])

odd = st.one_of(
    st.sampled_from(
        ["", "-", "yes", "no", "null", "1", " ", '"', "\\", ",", "=", ">", "a b", 'say "when"', "!undo", "é,ß"]
    ),
    st.text(max_size=6),
    st.text(alphabet='ab ,="\\-\n', max_size=6),
)
everything = st.builds(
    Everything,
    word=odd,
    words=st.lists(odd, max_size=3).map(tuple),
    maybe=st.none() | odd,
    number=st.integers(-(2**31), 2**31),
    count=st.none() | st.integers(-9, 9),
    yes=st.booleans(),
    unsure=st.none() | st.booleans(),
    flags=st.lists(st.booleans(), max_size=3).map(tuple),
    numbers=st.lists(st.integers(-9, 9), max_size=3).map(tuple),
    towards=st.sampled_from(Direction),
)
sailing = st.builds(Sail, goal=odd, ships=st.lists(odd, max_size=3).map(tuple), leader=st.none() | odd)
choosing = st.builds(Choose, st.lists(odd, max_size=4).map(tuple))
allotting = st.builds(Allot, st.lists(st.tuples(odd, odd), max_size=4).map(tuple))


@given(everything | sailing | choosing | allotting | st.just(Decline()))
def test_whatever_an_action_holds_its_notation_reads_back(action: Action) -> None:
    line = str(action)
    assert "\n" not in line
    read = NOTATION.parse(line)
    assert read == action
    assert type(read) is type(action)
    assert str(read) == line
    assert NOTATION.parse(f"  {line}  ") == action


@given(everything | sailing | choosing | allotting)
def test_an_action_reads_back_from_json(action: Action) -> None:
    assert NOTATION.from_object(msgspec.json.decode(msgspec.json.encode(action))) == action


CELLS, SHIPS = hunt_data(None).grid.cells, list(hunt_data(None).rows)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "cell": st.sampled_from(CELLS),
    "ship": st.sampled_from(SHIPS),
    "target": st.sampled_from(SHIPS),
    "towards": st.sampled_from(Direction),
    "open": st.booleans(),
}


@given(st.data())
def test_every_action_of_the_hunt_reads_back(data: st.DataObject) -> None:
    for kind in GAME.actions:
        action = kind(**{name: data.draw(FIELDS[name]) for name in kind.__struct_fields__})
        assert GAME.notation.parse(str(action)) == action


def test_the_notation_is_what_a_person_would_write() -> None:
    sail = Sail("1207", ("tirpitz", "z-28"), None)
    assert str(sail) == "sail tirpitz,z-28 under - > 1207"
    assert usage(Sail) == "sail {ships} under {leader} > {goal}"
    assert str(Choose(("z 28", "-"))) == 'choose "z 28","-"'
    assert str(Allot((("a", "-"), ("b", "1001>1002")))) == "assign a=- b=1001>1002"
    assert str(Decline()) == "decline"
    assert kebab("FallUponHX79Convoy") == "fall-upon-hx79-convoy"


def test_an_allotment_is_asked_by_slot() -> None:
    order = Allot((("a", "-"), ("b", "0101")))
    assert order["a"] is None
    assert order["b"] == "0101"
    with pytest.raises(KeyError):
        order["c"]


def test_an_action_names_its_pieces_and_cells() -> None:
    assert refers_to(Sail("1207", ("tirpitz", "z-28"), "tirpitz")) == (("tirpitz", "z-28", "tirpitz"), ("1207",))
    assert refers_to(Sail("1207", ())) == ((), ("1207",))
    assert refers_to(Choose(("tirpitz",))) == ((), ())


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "an empty line is no action"),
        ("  ", "an empty line is no action"),
        ("row a > b", "no action is called 'row': there are assign, choose, decline, everything, sail"),
        ("sail a under b 1207", r"'sail' is written 'sail \{ships\} under \{leader\} > \{goal\}'"),
        ("sail a over b > 1207", "'over' stands where .* has 'under'"),
        ('sail "a under b > 1207', "a quotation mark is left open in: sail"),
        ("assign a", "'a' is not of the form slot=value"),
        ("assign a=b=c", "'a=b=c' is not of the form slot=value"),
        ('choose "\\q"', "is not a quoted word"),
        ("decline now", "'decline' is written 'decline'"),
        ("everything a b c many - yes - - - N", "number of 'everything': Expected `int`, got `str`"),
        ("everything a b c 1 - maybe - - - N", "yes of 'everything': Expected `bool`, got `str`"),
        ("everything a b c 1 - yes - - - upwards", "towards of 'everything': Invalid enum value 'upwards'"),
    ],
)
def test_a_mistake_in_a_line_is_explained(line: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        NOTATION.parse(line)


@pytest.mark.parametrize("value", [None, [], "sail", {}, {"do": 1}, {"do": "row"}])
def test_an_object_that_names_no_action_is_refused(value: object) -> None:
    with pytest.raises(NotationError, match="names what to do in 'do': one of assign, choose"):
        NOTATION.from_object(value)


def test_an_object_with_a_wrong_field_is_refused() -> None:
    with pytest.raises(NotationError, match=r"'sail': Expected `str`, got `int` - at `\$.goal`"):
        NOTATION.from_object({"do": "sail", "goal": 1207, "ships": [], "leader": None})


def test_two_actions_of_one_name_cannot_be_told_apart() -> None:
    class Other(Action, frozen=True, tag="sail"):
        goal: Cell

    with pytest.raises(ValueError, match="two actions are called 'sail'"):
        Notation([Sail, Other])


def test_a_form_names_every_field_once() -> None:
    class Drift(Action, frozen=True):
        ship: Piece
        cell: Cell
        form: ClassVar[str] = "{ship} to nowhere"

    with pytest.raises(TypeError, match="the form of Drift must name each of its fields once"):
        str(Drift("a", "b"))
