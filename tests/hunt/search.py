"""Searching (H 5) and the ambush (H 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.dice import D6
from barents.kernel.domains import Refusal
from barents.kernel.menus import Choice, Deed, DeedPlace, Menu, Plan, PlannedAnswer, in_order, whole_order
from barents.kernel.odds import every_end
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds

from .data import Data
from .flow import Steps, Umpire, afloat, is_hidden, turn_over
from .state import Ambush, FallUpon, Look, LookAt, Pass, Round, Searchers, State, Watch


def look_odds(data: Data, known: State, _decision: Decision[Any] | None, action: Action) -> Odds | None:
    """H 5.1: the chance of a look, from the rule itself, which changes nothing by its die."""
    if not isinstance(action, LookAt):
        return None
    found = every_end(data, known, lambda u: identifies(u, action.ship, action.cell), changes=False)
    return Odds(found.chance(bool), "identifying it", found.modifiers)


def search_menu(data: Data, known: State, decision: Decision[Any], units: Sequence[str]) -> Menu | None:
    """What a ship can do here is look at a contact; who is far from all of them is told so (H 5)."""
    if len(units) != 1 or units[0] not in data.of(Side.ALLIED):
        return None
    name = data.rows[units[0]].name
    return Menu(tuple(units), in_order(search_choices(data, known, units[0])), title=f"What shall {name} do?")


def search_plan(data: Data, known: State, decision: Decision[Any], units: Sequence[str], deed: str, cell: str) -> Plan:
    """She searches, and then looks at the cell (H 5, H 5.1): two questions, one order."""
    if search_menu(data, known, decision, units) is None:
        return Plan(refusal=Refusal("She is not yours to send.", "H-5-searchers"))
    far = Refusal("She sees no farther than the next cell.", "H-5.1-identify")
    return whole_order(search_choices(data, known, units[0]), deed, cell, lambda _cell: far)


def search_choices(data: Data, known: State, ship: str) -> list[Choice]:
    """A look at each contact in or next to her cell, with its chance (H 5.1)."""
    here = known.ships[ship].cell
    unknown = sorted(ship.cell for name, ship in known.ships.items() if name not in data.rows)
    near = [cell for cell in unknown if here and data.grid.distance(here, cell) <= 1]
    if not near:
        why = Refusal("Nothing unknown lies next to her.", "H-5-searchers")
        return [Choice(Deed("look", "Look", "L", reach="look", refusal=why))]
    odds = {cell: look_odds(data, known, None, LookAt(ship, cell)) for cell in near}
    places = tuple(DeedPlace(cell, chance.chance) for cell, chance in odds.items() if chance is not None)
    help = "One die; she risks nothing by it."
    deed = Deed("look", "Look", "L", help, "look", tuple(near), places, facts=("no risk",))

    def planned(cell: str) -> Plan:
        cell = cell or near[0]
        answers = (
            PlannedAnswer(SEARCHERS.id, str(Choose((ship,)))),
            PlannedAnswer(LOOK.id, str(LookAt(ship, cell))),
        )
        return Plan(answers, f"Look at {cell}", (here, cell), odds=odds[cell])

    return [Choice(deed, planned)]


LOOKOUTS: Question[State, Data] = Question(
    "H-5.2-lookouts",
    "Where does a lookout watch?",
    phase="Lookouts",
    about="Lookouts are posted before anybody moves: think of the side from which the raider may come.",
)
SEARCHERS: Question[State, Data] = Question(
    "H-5-searchers",
    "Which ships search?",
    phase="Search",
    about="Something unknown lies next to these ships. Each that searches may look at one such cell.",
    answers={Choose: "The ships that you choose look, one after the other."},
    verb="Search",
    menu=search_menu,
    plan=search_plan,
)
LOOK: Question[State, Data] = Question(
    "H-5-searchers",
    "Where does she look?",
    part="look",
    phase="Search",
    about="A look at a contact costs nothing. What it is worth hangs on her lookouts and on the fog.",
    odds=look_odds,
)
AMBUSH: Question[State, Data] = Question(
    "H-6-ambush",
    "Fall upon the convoy?",
    phase="Ambush",
    about="Something unknown lies next to the convoy. If it is the raider, she may attack before anybody knows her.",
    answers={Decline: "She stays hidden."},
    order="Fall upon the convoy",
)


def contacts(state: State, data: Data) -> list[str]:
    """The cells with a face-down counter, each once: one cannot count what lies there."""
    cells = {state.ships[n].cell: None for n in afloat(state, Side.AXIS, data) if is_hidden(state, n)}
    return sorted(cells)


def near_contacts(state: State, data: Data) -> list[str]:
    """H 5: the Allied ships with a face-down counter in or next to their cell."""
    cells = contacts(state, data)
    within = data.grid.distance
    return [
        name
        for name in afloat(state, Side.ALLIED, data)
        if any(within(state.ships[name].cell, cell) <= 1 for cell in cells)
    ]


def watch(u: Umpire, _step: Watch) -> kernel.Rule[None]:
    """H 5.2: each Allied ship posts its lookouts, each towards one side, before anyone moves."""
    for name in afloat(u.state, Side.ALLIED, u.data):
        posted = []
        for _ in range(u.data.rows[name].lookouts):
            options = Pick(u.data.posts[name])
            post = yield from u.ask(Side.ALLIED, LOOKOUTS, options)
            posted.append(post.towards)
        u.state.lookouts[name] = posted


def searchers(u: Umpire, _step: Searchers) -> kernel.Rule[Steps]:
    """H 5: the Allied player chooses which ships search."""
    state, data = u.state, u.data
    near = near_contacts(state, data)
    if not near:
        return ()
    chosen = yield from u.ask(Side.ALLIED, SEARCHERS, Subset(near))
    return (Look(chosen.items),) if chosen.items else ()


def look(u: Umpire, step: Look) -> kernel.Rule[Steps]:
    """H 5.1: a ship looks at a contact next to it."""
    ship, *others = step.ships
    rest: Steps = (Look(tuple(others)),) if others else ()
    state, data = u.state, u.data
    here = state.ships[ship].cell
    cells = [cell for cell in contacts(state, data) if data.grid.distance(here, cell) <= 1]
    if not cells:
        return rest
    choice = yield from u.ask(Side.ALLIED, LOOK, lambda: Pick([Pass(), *(LookAt(ship, cell) for cell in cells)]))
    if isinstance(choice, LookAt):
        if identifies(u, ship, choice.cell):
            for name in afloat(state, Side.AXIS, data):
                if state.ships[name].cell == choice.cell:
                    turn_over(u, name, "H-5.1-identify")
        else:
            u.tell("H-5.1-identify", "{ship} sees nothing at {cell}", ship=ship, cell=choice.cell)
    return rest


def identifies(u: Umpire, ship: str, cell: str) -> bool:
    """H 5.1: whether a ship makes out what lies in a cell; the odds shown to a player come from here too."""
    modifiers = look_modifiers(u.state, u.data, ship, cell)
    return u.roll(D6, "H-5.1-identify", ship, modifiers) >= u.data.search.identifies_at


def look_modifiers(state: State, data: Data, ship: str, cell: str) -> dict[str, int]:
    """H 5.1 to H 5.3: what a look is worth."""
    towards = data.grid.direction(state.ships[ship].cell, cell)
    watched = towards is not None and towards in state.lookouts.get(ship, ())
    return {
        "sight": data.rows[ship].sight,
        "fog": data.search.fog if state.fog else 0,
        "watched side" if watched else "other side": (data.search.watched_side if watched else data.search.other_side),
        "radar": data.search.radar if state.options.radar else 0,
    }


def ambush(u: Umpire, _step: Ambush) -> kernel.Rule[Steps]:
    """H 6: whenever a face-down counter is next to the convoy, it may be the raider, and it may attack."""
    state, data = u.state, u.data
    convoy = state.ships["convoy"].cell
    if not convoy:
        return ()
    near = [cell for cell in contacts(state, data) if data.grid.distance(convoy, cell) == 1]
    if not near:
        return ()
    raider = state.ships["lutzow"].cell
    chances = [FallUpon(raider)] if raider in near and is_hidden(state, "lutzow") else []
    choice = yield from u.window(Side.AXIS, AMBUSH, Pick(chances))
    if choice is None:
        return ()
    turn_over(u, "lutzow", "H-6-ambush")
    u.tell("H-6-ambush", "The raider falls upon the convoy from {cell}", cell=choice.cell)
    return (Round(1, surprise=True),)
