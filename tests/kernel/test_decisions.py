"""The three shapes of a decision against brute force on small positions, and their wire form."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import permutations, product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from barents.kernel.actions import Action, Allot, Choose, Decline, Notation
from barents.kernel.decisions import (
    Assign,
    Decision,
    Group,
    Options,
    Pick,
    Product,
    Refused,
    Subset,
    from_wire,
)
from barents.kernel.dice import Dice
from barents.kernel.domains import Among, Domain, Refusal, Routes
from barents.kernel.hexes import Grid, GridSpec
from barents.kernel.passage import Passage
from barents.kernel.sides import Side
from barents.kernel.wire import OptionsWire
from tests.kernel.outcomes import outcomes
from tests.kernel.tiny import Aside, Move, Take

NOTATION = Notation([Take, Move, Aside])
NEXT = {"a": ("b",), "b": ("a", "c"), "c": ("b",)}
VALUES = ("0101", "0102", "x", "y")
STRANGERS = (Decline(), Take("nothing"), Choose(()), Allot(()), Move("nobody", "0101"))

listings = st.lists(st.sampled_from(VALUES), unique=True, max_size=3).map(Among)
routings = st.builds(
    lambda points, costs, least: Routes("a", points, costs, NEXT, least=least, board="sea"),
    st.integers(0, 2),
    st.dictionaries(st.sampled_from("abc"), st.integers(1, 2)),
    st.integers(0, 1),
)
domains: st.SearchStrategy[Domain] = st.one_of(listings, listings, routings)


def agrees(options: Options[Any], candidates: Iterable[Action], right: Mapping[Any, Action]) -> None:
    """Hold options against brute force: `right` gives each legal answer among the candidates its normal form."""
    listed = list(options)
    normal = set(right.values())
    assert set(listed) == normal
    assert Counter(listed).most_common(1)[0][1] == 1 if listed else not normal
    if options.count() is None:
        with pytest.raises(TypeError, match="cannot be counted without listing"):
            len(options)
    else:
        assert len(options) == len(listed)
    sent = msgspec.json.decode(msgspec.json.encode(options.wire()), type=OptionsWire)
    received = from_wire(sent, NOTATION, {"sea": NEXT})
    assert set(received) == normal
    for candidate in (*candidates, *STRANGERS):
        refusal = options.refusal(candidate)
        assert (candidate in options) == (candidate in received) == (refusal is None) == (candidate in right)
        if refusal is None:
            assert options.settle(candidate) == received.settle(candidate) == right[candidate]
        else:
            assert refusal.reason
            with pytest.raises(Refused, match=re.escape(str(refusal))):
                options.settle(candidate)
    assert "no action at all" not in options
    can_fall(options, normal)


def can_fall(options: Options[Any], normal: set[Action]) -> None:
    """Hold what the dice can give against all answers; where they can fall in too many ways, sample some."""
    if not normal:
        with pytest.raises((LookupError, ValueError)):
            options.sample(Dice.seeded(1))
        return
    seen = set()
    try:
        for fell in outcomes(options.sample, 400):
            seen.add(fell)
    except LookupError:
        dice = Dice.seeded("many")
        for _ in range(400):
            seen.add(options.sample(dice))
        assert seen <= normal
    else:
        assert seen == normal


@st.composite
def small_picks(draw: st.DrawFn) -> tuple[list[Action], list[dict[str, Domain]], list[Domain]]:
    listed = draw(st.lists(st.sampled_from(["p", "q", "r"]).map(Take), unique=True, max_size=3))
    pieces = draw(st.permutations(["u-1", "u-2", "u-3"]))
    first = {piece: draw(domains) for piece in pieces[: draw(st.integers(0, 2))]}
    second = {pieces[2]: draw(domains)} if draw(st.booleans()) else {}
    return [*listed], [first, second], [draw(domains)] if draw(st.booleans()) else []


@given(small_picks())
def test_a_pick_agrees_with_brute_force(
    given_pick: tuple[list[Action], list[dict[str, Domain]], list[Domain]],
) -> None:
    listed, products, singles = given_pick
    pairs: list[Product[Any]] = [Product(Move, product) for product in products]
    pairs += [Product(Aside, domain) for domain in singles]
    options: Pick[Action] = Pick(listed, *pairs)
    values = [*VALUES, "a", "a>b", "a>b>c", "a>b>a", "", "-"]
    candidates = [
        *map(Take, "pqr"),
        *map(Aside, values),
        *(Move(p, v) for p in ("u-1", "u-2", "u-3", "") for v in values),
    ]
    every = {piece: domain for product in products for piece, domain in product.items()}
    right = {
        candidate: candidate
        for candidate in candidates
        if candidate in listed
        or (isinstance(candidate, Move) and candidate.piece in every and candidate.cell in [*every[candidate.piece]])
        or (isinstance(candidate, Aside) and any(candidate.word in [*domain] for domain in singles))
    }
    agrees(options, candidates, right)


@st.composite
def small_subsets(draw: st.DrawFn) -> tuple[list[str], int, int | None, list[Group]]:
    items = draw(st.permutations(["a", "b", "c", "d"]))[: draw(st.integers(0, 4))]
    cut = draw(st.lists(st.integers(0, 2), min_size=len(items), max_size=len(items)))
    groups = []
    for number in range(draw(st.integers(0, 2))):
        members = [item for item, part in zip(items, cut, strict=True) if part == number]
        groups.append(Group(members, draw(st.integers(0, 2)), draw(st.none() | st.integers(0, 3))))
    return [*items], draw(st.integers(0, 3)), draw(st.none() | st.integers(0, 5)), groups


@given(small_subsets())
def test_a_subset_agrees_with_brute_force(given_subset: tuple[list[str], int, int | None, list[Group]]) -> None:
    items, least, most, groups = given_subset

    def is_right(chosen: tuple[str, ...]) -> bool:
        return (
            len(set(chosen)) == len(chosen)
            and set(chosen) <= set(items)
            and least <= len(chosen) <= (len(items) if most is None else most)
            and all(g.least <= len({*g.items} & {*chosen}) <= (99 if g.most is None else g.most) for g in groups)
        )

    chosen = [way for length in range(5) for way in permutations([*items, "z"], length)]
    chosen += [("a", "a"), ("a", "b", "a")]
    right = {Choose(way): Choose(tuple(item for item in items if item in way)) for way in chosen if is_right(way)}
    agrees(Subset(items, least, most, groups), map(Choose, chosen), right)


@st.composite
def small_assigns(draw: st.DrawFn) -> tuple[dict[str, Domain], list[str], dict[str, int], bool]:
    names = draw(st.permutations(["s", "t", "u"]))[: draw(st.integers(0, 3))]
    slots = {name: draw(domains) for name in names}
    optional = [name for name in names if draw(st.booleans())]
    capacity = draw(st.dictionaries(st.sampled_from([*VALUES, *NEXT]), st.integers(0, 2), max_size=4))
    return slots, optional, capacity, draw(st.booleans())


@given(small_assigns())
def test_an_assignment_agrees_with_brute_force(
    given_assign: tuple[dict[str, Domain], list[str], dict[str, int], bool],
) -> None:
    slots, optional, capacity, ordered = given_assign
    values = {slot: [*domain, *(["-"] if slot in optional else [])] for slot, domain in slots.items()}
    tried = {slot: [*values[slot], "nowhere", "-"] for slot in slots}

    def is_right(pairs: tuple[tuple[str, str], ...]) -> bool:
        taken = Counter(slots[slot].target(value) for slot, value in pairs if slot in slots and value != "-")
        return (
            sorted(slot for slot, _ in pairs) == sorted(slots)
            and all(value in values[slot] for slot, value in pairs)
            and all(taken[target] <= room for target, room in capacity.items())
        )

    def normal(pairs: tuple[tuple[str, str], ...]) -> Allot:
        return Allot(pairs if ordered else tuple(sorted(pairs, key=lambda pair: [*slots].index(pair[0]))))

    candidates = [
        tuple(zip(names, given_values, strict=True))
        for names in permutations(slots)
        for given_values in product(*(dict.fromkeys(tried[name]) for name in names))
    ]
    wrong = [pairs[:-1] for pairs in candidates[:20] if pairs] + [(*pairs, *pairs[:1]) for pairs in candidates[:20]]
    wrong += [(*pairs, ("nobody", "x")) for pairs in candidates[:20]]
    right = {Allot(pairs): normal(pairs) for pairs in [*candidates, *wrong] if is_right(pairs)}
    options = Assign(slots, optional=optional, capacity=capacity, ordered=ordered)
    agrees(options, map(Allot, [*candidates, *wrong]), right)


def test_capacities_are_met_where_only_a_detour_meets_them() -> None:
    """Each of these slots can take what the next one needs: there is one answer, whatever the dice say."""
    slots = {f"s{n}": Among([f"x{n}", f"x{n + 1}"][: 1 + (n < 4)]) for n in range(5)}
    chain = Assign(slots, capacity={f"x{n}": 1 for n in range(5)})
    assert {chain.sample(Dice.seeded(seed)) for seed in range(20)} == {
        Allot(tuple((f"s{n}", f"x{n}") for n in range(5)))
    }
    with pytest.raises(LookupError, match="leave no room for every slot"):
        Assign(slots, capacity={f"x{n}": int(n > 0) for n in range(5)}).sample(Dice.seeded(1))


def test_options_are_listed_lazily() -> None:
    many = [f"{number:04}" for number in range(300)]
    plot = Assign({f"force-{n}": Among(many) for n in range(20)}, ordered=True)
    assert next(iter(plot))["force-0"] == "0000"
    assert plot.count() == 300**20 * 2432902008176640000
    dice = Dice.seeded(1)
    assert all(plot.sample(dice) in plot for _ in range(20))

    def never() -> list[str]:
        raise AssertionError("a domain was listed that nobody asked for")

    pick: Pick[Action] = Pick([Take("p")], Product(Move, {"u-1": Among(never)}))
    assert Take("p") in pick
    assert Move("u-2", "0101") not in pick


def test_more_answers_than_python_can_count_are_still_no_crash() -> None:
    plot = Assign({f"force-{n}": Among([f"{cell:04}" for cell in range(300)]) for n in range(20)})
    with pytest.raises(TypeError, match="too many"):
        len(plot)


@pytest.mark.parametrize(
    ("options", "action", "reason"),
    [
        (Pick([Take("p")]), Take("q"), "'take q' is not among the choices"),
        (Pick([], Product(Move, {"u-1": Among(["0101"])})), Move("u-2", "0101"), "u-2 cannot move"),
        (Pick([], Product(Move, {"u-1": Among(["0101"])})), Move("u-1", "0102"), "0102 is not among the choices"),
        (Pick([Take("p")], why_not=lambda a: Refusal(f"no {a}", "T-1")), Take("q"), "no take q (T-1)"),
        (Subset(["a", "b"]), Take("a"), "'take a' is no choice of items"),
        (Subset(["a", "b"]), Choose(("a", "a")), "an item is chosen twice"),
        (Subset(["a", "b"]), Choose(("c",)), "c is not among the choices"),
        (Subset(["a", "b", "c"], 1, 2), Choose(()), "choose 1 to 2, not 0"),
        (Subset(["a", "b", "c"], 2, 2), Choose(("a",)), "choose 2, not 1"),
        (
            Subset(["a", "b"], groups=[Group(["a"], least=1, name="flagships")]),
            Choose(("b",)),
            "at least 1 of flagships",
        ),
        (Assign({"s": Among(["x"])}), Choose(()), "'choose -' is no assignment"),
        (Assign({"s": Among(["x"])}), Allot(()), "s is left out"),
        (Assign({"s": Among(["x"])}), Allot((("s", "x"), ("s", "x"))), "s is assigned twice"),
        (Assign({"s": Among(["x"])}), Allot((("t", "x"),)), "there is no 't' to assign"),
        (Assign({"s": Among(["x"])}), Allot((("s", "-"),)), "s must be given something"),
        (Assign({"s": Among(["x"], lambda v: Refusal("ice", "T-2"))}), Allot((("s", "y"),)), "s: ice (T-2)"),
        (Assign({"s": Among(["x"])}, capacity={"x": 0}), Allot((("s", "x"),)), "no more than 0 may go to x"),
    ],
)
def test_a_refusal_says_what_is_wrong(options: Options[Action], action: Action, reason: str) -> None:
    assert str(options.refusal(action)) == reason
    with pytest.raises(Refused) as refused:
        options.settle(action)
    assert str(refused.value) == reason


def test_shapes_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(ValueError, match="must not overlap"):
        Subset(["a", "b"], groups=[Group(["a", "b"]), Group(["b"])])
    with pytest.raises(ValueError, match="holds an item that is not offered"):
        Subset(["a"], groups=[Group(["b"])])
    with pytest.raises(ValueError, match="offered twice"):
        Subset(["a", "a"])
    with pytest.raises(TypeError, match="Take has 1 fields: give a domain for one, a mapping of domains for two"):
        Product(Take, {"a": Among(["b"])})
    with pytest.raises(TypeError, match="Move has 2 fields"):
        Product(Move, Among(["b"]))


def test_a_decision_takes_an_aside_as_well_as_an_answer() -> None:
    looked_for = []

    def asides() -> Pick[Action]:
        looked_for.append(True)
        return Pick([Aside("smoke"), Choose(("a",))])

    decision = Decision(Side.AXIS, "T-1", Subset(["a", "b"]), asides=asides)
    assert decision.settle(Choose(("b", "a"))) == Choose(("a", "b"))
    assert not looked_for, "asides are looked for only when they matter"
    assert decision.refusal(Aside("smoke")) is None
    assert decision.settle(Aside("smoke")) == Aside("smoke")
    assert str(decision.refusal(Aside("fire"))) == "'aside fire' is no choice of items"
    with pytest.raises(Refused, match="is no choice of items"):
        decision.settle(Aside("fire"))
    assert decision.is_aside(Aside("smoke"))
    assert not decision.is_aside(Choose(("a",))), "what answers the question is an answer"
    assert len(looked_for) == 1


SEA = Grid(
    GridSpec(
        orientation="flat",
        columns=(1, 60),
        rows=(1, 40),
        id="CCRR",
        shifted="even",
        shift="south",
        columns_grow="east",
        rows_grow="south",
    )
)
PIECES = {f"force-{n}": f"{12 + 2 * n:02}{11 + n:02}" for n in range(20)}


def within_reach(cell: str) -> list[str]:
    return list(Passage(SEA).reachable(cell, 10))


@pytest.mark.parametrize("order", [list, sorted], ids=["nearest first", "by number"])
def test_the_wire_form_of_a_real_position_is_small(order: Any) -> None:
    """Twenty pieces, each with its own three hundred cells, by the order in which a search finds them."""
    reach = {piece: order(within_reach(cell)) for piece, cell in PIECES.items()}
    assert min(map(len, reach.values())) > 300
    cells = {piece: Among(reached) for piece, reached in reach.items()}
    ways = {
        piece: Routes(PIECES[piece], 10, dict.fromkeys(reached, 1), SEA.neighbours, board="sea")
        for piece, reached in reach.items()
    }
    shapes: dict[str, Options[Any]] = {
        "assign": Assign(cells, optional=True, capacity=dict.fromkeys(reach["force-0"][:50], 3)),
        "pick": Pick([Take("p")], Product(Move, cells)),
        "routes": Assign(ways),
        "subset": Subset([f"convoy-{n}" for n in range(300)], 1, 5, [Group([f"convoy-{n}" for n in range(150)], 1)]),
    }
    sizes = {name: len(msgspec.json.encode(shape.wire())) for name, shape in shapes.items()}
    assert {name: size for name, size in sizes.items() if size > 20_000} == {}
    received = from_wire(shapes["assign"].wire(), NOTATION)
    answer = shapes["assign"].sample(Dice.seeded(1))
    assert answer in received


def test_a_position_with_stacking_limits_on_routes_can_be_sampled() -> None:
    """The ends of routes are what takes up room: they must be found without listing every route there is."""
    asked = 0

    def neighbours(cell: str) -> tuple[str, ...]:
        nonlocal asked
        asked += 1
        return SEA.neighbours(cell)

    reached = within_reach("3020")
    ways = {f"u-{n}": Routes("3020", 6, dict.fromkeys(reached, 1), neighbours, least=1) for n in range(3)}
    plot = Assign(ways, capacity={"3021": 1})
    assert plot.sample(Dice.seeded(1)) in plot
    assert plot.count() is None
    assert asked < 20_000, "there are some sixty thousand routes for each boat, to 127 cells"
