"""Orders by the unit: what it can do, all at once, and a whole order in one line that the table follows.

`u-134` lists what she can do; `u-134 sortie 1920` is unit, deed and place. Deeds go by their name, the letter or the
words that stand beside them, places by number or name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from barents.kernel.decisions import Refused
from barents.kernel.domains import Refusal
from barents.kernel.menus import Deed, Menu, Plan
from barents.terminal import show
from barents.terminal.wording import Wording

FEW_CELLS = 12  # so many places are listed, of more only how many there are


class Order(NamedTuple):
    """What a line says of some units: their menu, and the plan if a deed was named."""

    menu: Menu
    plan: Plan | None = None


def read(wording: Wording, line: str) -> Order | None:
    """The order that a line is, or the menu that it asks for; None if it does not begin with a unit that has one.

    An order that cannot be given is `Refused` with its reason.
    """
    if wording.asked.question is None or wording.asked.question.menu is None:
        return None
    found = _units(wording, line)
    if found is None:
        return None
    units, rest = found
    menu = wording.asked.menu(units)
    if menu is None or not rest:
        return None if menu is None else Order(menu)
    deed, words = _deed(menu, rest)
    if deed is None:
        raise Refused(Refusal(f"'{rest}' is nothing that they can do: {', '.join(_short(menu))}"))
    plan = wording.asked.plan(units, deed.name, wording.place(words))
    if plan is None or plan.refusal is not None:
        raise Refused(plan.refusal if plan is not None and plan.refusal else Refusal("it cannot be ordered here"))
    return Order(menu, plan)


def _units(wording: Wording, line: str) -> tuple[tuple[str, ...], str] | None:
    """The units that a line begins with, one by its name or several by commas, and what comes after them."""
    first, _, rest = line.partition(" ")
    if "," in first:
        found = [wording.own_unit(name) for name in first.split(",")]
        return None if None in found else (tuple(name for name in found if name), rest.strip())
    words = line.split()
    for length in range(len(words), 0, -1):  # names may have several words
        if (unit := wording.own_unit(" ".join(words[:length]))) is not None:
            return (unit,), " ".join(words[length:])
    return None


def _deed(menu: Menu, text: str) -> tuple[Deed | None, str]:
    """The deed that words begin with, by its name, its words or its letter, and the place that comes after."""
    words = text.split()
    for length in range(len(words), 0, -1):
        said = " ".join(words[:length]).casefold()
        ways = (
            [deed for deed in menu.deeds if deed.name.casefold() == said],
            [deed for deed in menu.deeds if deed.title.casefold() == said],
            [deed for deed in menu.deeds if deed.key and deed.key.casefold() == said],
            [deed for deed in menu.deeds if deed.name.casefold().startswith(f"{said}-")],
        )
        for found in ways:
            rest = " ".join(words[length:])
            fit = [deed for deed in found if deed.refusal is None and (not rest or rest in deed.cells)] or found
            if fit:
                return fit[0], rest
    return None, ""


def _short(menu: Menu) -> Sequence[str]:
    return [deed.name for deed in menu.deeds if deed.refusal is None] or ["nothing now"]


def menu_lines(menu: Menu) -> Iterator[Text]:
    """All that some units can do, in words: deeds with reach, chance and risk; then what they cannot do, and why."""
    yield Text(menu.title, style="bold")
    about = ". ".join(part for part in (menu.state, ", ".join(menu.facts)) if part)
    if about:
        yield Text(f"  {about}", style="italic")
    for heading, deeds in (
        ("", [deed for deed in menu.deeds if deed.refusal is None and not deed.hopeless]),
        ("  also possible:", [deed for deed in menu.deeds if deed.refusal is None and deed.hopeless]),
        ("  not now:", [deed for deed in menu.deeds if deed.refusal is not None]),
    ):
        if heading and deeds:
            yield Text(heading, style="dim")
        for deed in deeds:
            yield from _deed_lines(deed)


def _deed_lines(deed: Deed) -> Iterator[Text]:
    if deed.refusal is not None:
        yield Text(f"        {deed.title}: {deed.refusal}", style="dim")
        return
    yield Text.assemble((f"{deed.key:>4}  ", "bold"), deed.title, (f"  [{deed.name}]", "dim"))
    chance = "" if deed.odds is None else show.odds(deed.odds)
    facts = [fact for fact in deed.facts if fact not in chance]
    said = "; ".join(part for part in (deed.help.rstrip("."), chance, *facts, _places(deed)) if part)
    if said:
        yield Text(f"        {said}", style="dim")


def _places(deed: Deed) -> str:
    if not deed.cells:
        return ""
    if len(deed.cells) > FEW_CELLS:
        return f"{len(deed.cells)} places"
    known = {place.cell: place for place in deed.places}
    said = []
    for cell in deed.cells:
        place = known.get(cell)
        said.append(cell if place is None or place.chance is None else f"{cell} ({place.chance:.0%})")
    return f"at {', '.join(said)}"


def plan_line(plan: Plan) -> Text:
    """An order that is given, and where it leads."""
    chance = "" if plan.odds is None else show.odds(plan.odds)
    return Text("  " + "; ".join(part for part in (plan.words, *plan.about, chance) if part))
