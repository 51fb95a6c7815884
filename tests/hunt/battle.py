"""Battle (H 7): rounds of fire between the raider and the ships within one cell of her."""

from __future__ import annotations

from typing import Any

from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Decision, Pick
from barents.kernel.dice import D6
from barents.kernel.domains import Among
from barents.kernel.odds import every_end
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds

from .data import Data
from .flow import Steps, Umpire, afloat, is_sunk
from .state import BreakOff, FireAt, Leave, Pass, Round, State


def fire_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """H 7.1: the chance of a shot, from the rule itself; of smoke she does not know yet."""
    if not isinstance(action, FireAt):
        return None
    found = every_end(data, known, lambda u: fire(u, "lutzow", action.target, smoke=False))
    return Odds(found.chance(bool), "a hit", found.modifiers)


AIM: Question[State, Data] = Question(
    "H-7-round",
    "At whom does she fire?",
    phase="Battle",
    about="The raider fires at one ship within a cell of her, while the escorts fire back or make smoke.",
    odds=fire_odds,
)
SMOKE: Question[State, Data] = Question(
    "H-7-round",
    "Fire, or make smoke?",
    part="escorts",
    phase="Battle",
    about="You have heard at whom the raider fires. One escort may make smoke instead of firing, which spoils her aim.",
    answers={Allot: "Each escort fires at the raider, or one of them hides the others in smoke."},
    verb="Fire",
)
BREAK_OFF: Question[State, Data] = Question(
    "H-7.3-break-off",
    "Break off?",
    phase="Battle",
    about="A round is over. Another brings another shot, and as many from the escorts; after the last she must go.",
    answers={Pass: "Another round is fought."},
)


def in_range(state: State, data: Data) -> list[str]:
    """H 7: the Allied ships within one cell of the raider."""
    raider = state.ships["lutzow"].cell
    return [
        name for name in afloat(state, Side.ALLIED, data) if data.grid.distance(raider, state.ships[name].cell) <= 1
    ]


def battle_round(u: Umpire, step: Round) -> kernel.Rule[Steps]:
    """H 7: the raider fires at one ship, and each escort in range fires or makes smoke."""
    state, data = u.state, u.data
    targets = in_range(state, data)
    if not targets or not state.ships["lutzow"].cell:
        return ()
    aim = yield from u.ask(Side.AXIS, AIM, Pick([FireAt(name) for name in targets]))
    u.tell("H-7-round", "{raider} trains her guns on {target}", raider="lutzow", target=aim.target)
    escorts = [name for name in targets if data.rows[name].guns]
    firing, smoke = escorts, False
    if step.surprise:
        firing = []
    elif escorts:
        orders = yield from u.ask(
            Side.ALLIED, SMOKE, Assign({name: Among(["fire", "smoke"]) for name in escorts}, capacity={"smoke": 1})
        )
        firing = [name for name in escorts if orders[name] == "fire"]
        smoke = len(firing) < len(escorts)
    shots = [("lutzow", aim.target), *((name, "lutzow") for name in firing)]
    hits = [target for shooter, target in shots if fire(u, shooter, target, smoke and shooter == "lutzow")]
    for target in hits:
        damage(u, target)
    return (BreakOff(step.number),)


def fire(u: Umpire, shooter: str, target: str, smoke: bool) -> bool:
    """H 7.1: whether a ship hits."""
    modifiers = fire_modifiers(u.state, u.data, shooter, target, smoke)
    if target == "convoy":
        seen = "open" if u.state.open_formation else "close"
        u.tell("H-9-formation", "The convoy is in {seen} order", seen=seen, note=("formation", seen))
    return u.roll(D6, "H-7.1-hit", shooter, modifiers) >= u.data.gunnery.hits_at


def fire_modifiers(state: State, data: Data, shooter: str, target: str, smoke: bool) -> dict[str, int]:
    """H 7.1, H 7.2: guns, fog, open formation and smoke."""
    gunnery = data.gunnery
    return {
        "guns": data.rows[shooter].guns,
        "fog": gunnery.fog if state.fog else 0,
        "open formation": gunnery.open_formation if target == "convoy" and state.open_formation else 0,
        "smoke": gunnery.smoke if smoke else 0,
    }


def damage(u: Umpire, name: str) -> None:
    """H 8: a hit, and a ship with as many hits as its hull is sunk."""
    state = u.state
    if not state.ships[name].cell:
        return
    state.damage[name] += 1
    if is_sunk(state, u.data, name):
        state.ships[name].cell = ""
        u.tell("H-8-hull", "{ship} is sunk", ship=name)
    else:
        u.tell("H-8-hull", "{ship} is hit", ship=name)


def break_off(u: Umpire, step: BreakOff) -> kernel.Rule[Steps]:
    """H 7.3: after a round the raider may break off; after the last she must, if she can."""
    state, data = u.state, u.data
    here = state.ships["lutzow"].cell
    if not here or not in_range(state, data):
        return ()
    taken = [state.ships[name].cell for name in afloat(state, Side.ALLIED, data)]
    free = [cell for cell in data.passage.neighbours(here) if cell not in taken]
    last = step.number >= data.gunnery.rounds
    options: list[Action] = [Leave(cell) for cell in free]
    if not last:
        options.append(Pass())
    if not options:
        return ()
    choice = yield from u.ask(Side.AXIS, BREAK_OFF, Pick(options))
    if isinstance(choice, Leave):
        state.ships["lutzow"].cell = choice.cell
        u.tell("H-7.3-break-off", "{raider} breaks off to {cell}", raider="lutzow", cell=choice.cell)
        return ()
    return (Round(step.number + 1),)
