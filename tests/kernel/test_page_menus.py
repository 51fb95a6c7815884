"""Menus of pages: what a unit's slot takes, as deeds with places, and the value that each stands for."""

from __future__ import annotations

from typing import Any

from barents.kernel.assign import Assign
from barents.kernel.decisions import Decision
from barents.kernel.domains import Among, Domain, Either, Refusal, Routes
from barents.kernel.menus import Plan
from barents.kernel.page_menus import End, Page
from barents.kernel.question import Question
from barents.kernel.sides import Side

LINE = {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)}
SEA = Routes(
    "a",
    3,
    dict.fromkeys(("a", "b", "c", "d", "down"), 1),
    LINE,
    edges={"a": ("b", "down"), "b": ("a", "c", "down"), "down": ()},
    why_not=lambda cell: Refusal(f"{cell} lies in the ice", "H-3-ice") if cell == "e" else None,
)
PAGE: Page[None, None] = Page(
    lambda _data, _known, slot: slot.upper(),
    lambda _data, _known, value: value.replace("with:", "join "),
    rule="H-3-plot",
    ends={"down": End("Dive", "D", "Under water.")},
    where=lambda _data, cell: f"near {cell}",
)
PLOT: Question[None, None] = Question("H-3-plot", "Where?", phase="Plot", menu=PAGE.menu, plan=PAGE.plan)


def page(**slots: Domain) -> Decision[Any]:
    """A page on which a boat need not be told anything."""
    return Decision(Side.AXIS, PLOT, Assign(slots, optional=["boat"]))


def plan_of(decision: Decision[Any], unit: str, deed: str, cell: str = "") -> Plan:
    """The order for one unit."""
    return PAGE.plan(None, None, decision, (unit,), deed, cell)


def test_a_slot_with_ways_has_its_places_and_the_value_is_the_way_there() -> None:
    decision = page(boat=Either(SEA, Among(["with:tirpitz"])))

    menu = PAGE.menu(None, None, decision, ("boat",))

    assert menu is not None
    assert menu.title == "What shall BOAT do?"
    assert [(deed.name, deed.title, set(deed.cells)) for deed in menu.deeds] == [
        ("go", "Sail", {"b", "c", "d"}),
        ("down", "Dive", {"a", "b"}),
        ("with:tirpitz", "Join tirpitz", set()),
        ("none", "No order", set()),
    ]
    sail = plan_of(decision, "boat", "go", "d")
    assert (sail.value, sail.way, sail.words) == ("a>b>c>d", ("a", "b", "c", "d"), "Sail to d")
    assert sail.about == ("near d", "3 of 3 hexes")
    assert plan_of(decision, "boat", "down", "b").value == "a>b>down"
    assert plan_of(decision, "boat", "down", "a").value == "a>down"
    assert plan_of(decision, "boat", "with:tirpitz").value == "with:tirpitz"
    assert plan_of(decision, "boat", "none").value == "-"


def test_what_cannot_be_is_refused_with_the_reason_of_the_way() -> None:
    decision = page(boat=SEA, ship=Among(["x", "y"]))

    assert str(plan_of(decision, "boat", "go", "e").refusal) == "e lies in the ice (H-3-ice)"
    assert plan_of(decision, "boat", "down", "c").refusal is not None
    assert plan_of(decision, "ship", "none").refusal is not None, "she has to be told something"
    menu = PAGE.menu(None, None, decision, ("tirpitz",))
    assert menu is not None
    assert [str(deed.refusal) for deed in menu.deeds] == ["It takes no orders on this page. (H-3-plot)"]
    assert PAGE.menu(None, None, decision, ("boat", "ship")) is None, "each has a slot of her own"
