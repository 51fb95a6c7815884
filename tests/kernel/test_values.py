"""Values that are made of parts: each has a notation that reads back, and nobody else takes it apart."""

from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barents.kernel.actions import Cell, NotationError, Piece
from barents.kernel.decisions import Assign
from barents.kernel.dice import Dice
from barents.kernel.domains import Among, Domain
from barents.kernel.question import Question
from barents.kernel.sides import Observer, Side
from barents.kernel.umpire import Rule
from barents.kernel.values import Value, Values, refers_to
from barents.kernel.view import KindView, SlotView
from tests.kernel.tiny import Go, State, Steps, U, start, tiny


class Sail(Value, frozen=True):
    """To a cell, by night or by day, so fast."""

    title: ClassVar[str] = "Sail"
    words: ClassVar[str] = "sail to {cell}{night: by night}, {pace:in words} {pace:cell|cells} a turn"
    cell: Cell
    night: bool
    pace: int


class Wait(Value, frozen=True):
    """No part at all."""

    words: ClassVar[str] = "wait"


class Aim(Value, frozen=True):
    """A notation that begins with a part, with a stroke in it and a sign."""

    form: ClassVar[str] = "{target}/{dice}@{lead:+}"
    words: ClassVar[str] = "{dice} {dice:die|dice} at {target}"
    target: Piece
    dice: int
    lead: int


class Gun(Value, frozen=True):
    """A slot of a ship."""

    form: ClassVar[str] = "{ship}:{place}"
    words: ClassVar[str] = "{ship}, {place} gun"
    part: ClassVar[str] = "{place} gun"
    group: ClassVar[str] = "ship"
    ship: Piece
    place: Literal["bow", "stern"]


ORDERS: Values[Sail | Wait | Aim] = Values(Sail, Wait, Aim)
GUNS: Values[Gun] = Values(Gun)
SHEET: Question[State, None] = Question(
    "V-1-sheet", "Orders?", phase="P", slots=GUNS, values=ORDERS, kinds=lambda _: {Sail: "to a cell"}
)

# A part is any text without a colon; one before another mark has not that mark either.
texts = st.text(alphabet="ab-1 é>.", min_size=1, max_size=5)
values = st.one_of(
    st.builds(Sail, texts, st.booleans(), st.integers(0, 99)),
    st.just(Wait()),
    st.builds(Aim, texts, st.integers(0, 99), st.integers(-9, 9)),
)


@given(values)
def test_what_is_written_reads_back(value: Sail | Wait | Aim) -> None:
    assert ORDERS.parse(str(value)) == value


@given(st.text(alphabet="sail:wt/@+1-night", max_size=12))
def test_what_is_read_was_written_so(text: str) -> None:
    value = ORDERS.find(text)
    assert value is None or ORDERS.parse(str(value)) == value


def test_a_flag_is_written_by_its_name_and_a_number_with_its_sign_where_the_form_says_so() -> None:
    assert [str(Sail("0101", night, 2)) for night in (True, False)] == ["sail:0101:night:2", "sail:0101:2"]
    assert str(Aim("tirpitz", 3, 1)) == "tirpitz/3@+1"


@pytest.mark.parametrize(
    "text", ["", "sail", "sail:0101", "sail:0101:fast", "wait:1", "kent/3@1", "sail:0101:night:2:3"]
)
def test_a_word_of_no_kind_is_refused_with_how_they_are_written(text: str) -> None:
    assert ORDERS.find(text) is None
    with pytest.raises(NotationError, match=r"sail:\{cell\}\{night\}:\{pace\}, wait, \{target\}"):
        ORDERS.parse(text)


def test_a_word_of_a_given_few_is_no_other() -> None:
    assert GUNS.parse("kent:bow") == Gun("kent", "bow")
    assert GUNS.find("kent:funnel") is None


def test_a_form_names_each_field_once() -> None:
    class Half(Value, frozen=True):
        form: ClassVar[str] = "half:{one}"
        one: str
        two: str

    with pytest.raises(TypeError, match="Half must name each of its fields once"):
        Values(Half)


def test_words_have_the_names_that_somebody_knows_and_fields_say_what_they_refer_to() -> None:
    assert Sail("0101", night=True, pace=1).said({"0101": "Bear Island"}.__getitem__) == (
        "sail to Bear Island by night, one cell a turn"
    )
    assert Aim("tirpitz", 1, 0).said(str.title) == "1 die at Tirpitz"
    assert refers_to(Aim("tirpitz", 3, 0)) == (("tirpitz",), ())
    assert refers_to(Sail("0101", night=False, pace=1)) == ((), ("0101",))


def test_a_domain_of_typed_values_is_that_of_their_words() -> None:
    offered: list[Sail | Wait | Aim] = [Sail("0101", night=False, pace=2), Aim("kent", 2, 0), Wait()]
    typed, plain = ORDERS.among(offered), Among([str(value) for value in offered])
    assert (list(typed), typed.count(), typed.wire()) == (list(plain), plain.count(), plain.wire())
    for text in ("sail:0101:2", "wait", "sail:0101:3", "nonsense", ""):
        assert (text in typed, typed.refusal(text)) == (text in plain, plain.refusal(text))
    one, other = Dice.seeded("values"), Dice.seeded("values")
    assert [typed.sample(one) for _ in range(20)] == [plain.sample(other) for _ in range(20)]


def test_a_view_says_where_slots_stand_and_how_values_are_read() -> None:
    slots: dict[str, Domain] = {
        "kent:bow": ORDERS.among([Aim("z24", 2, 0)]),
        "kent:stern": ORDERS.among([Wait()]),
        "kent": ORDERS.among([Sail("0101", night=True, pace=1)]),
    }

    def orders(u: U) -> Rule[Steps]:
        yield from u.ask(Side.ALLIED, SHEET, Assign(slots))
        return ()

    view = start(tiny([Go("orders")], {"orders": orders})).view(Observer.ALLIED).decision
    assert view is not None
    assert view.slots == {
        "kent:bow": SlotView("kent", "gun", "bow gun"),
        "kent:stern": SlotView("kent", "gun", "stern gun"),
    }
    assert view.groups == {"kent": "kent"}
    assert view.kinds == {
        "sail": KindView(
            "sail:{cell}{night}:{pace}", {"cell": "cell", "night": "flag", "pace": "number"}, "Sail", "to a cell"
        ),
        "aim": KindView("{target}/{dice}@{lead:+}", {"target": "piece", "dice": "number", "lead": "number"}),
    }
