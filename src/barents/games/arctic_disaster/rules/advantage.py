"""Chapter 5.10: the Tactical Advantage, which changes one die of either side."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster.actions import KeepAdvantage, UseAdvantage
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules.units import Umpire
from barents.games.arctic_disaster.screen.phrases import label
from barents.games.arctic_disaster.state import State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Item, Odds

NAME = "Tactical Advantage"
DECLARE = "AD-5.10-ta-declare"  # the rule of the question, whichever die it is about


DieOdds: TypeAlias = Callable[[Data, State, Decision[Any], Action], Odds | None]


def about_advantage(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What the advantage is good for."""
    two = data.tables.other.tactical
    return (
        f"You may change one die of either side by {two} this turn, up or down: in searches, anti-aircraft fire, "
        "fights between aircraft, damage and submarine warfare. High is good for whoever shoots, searches or "
        "attacks. Once used it is gone; unused it ends with the turn."
    )


def on_the_die(part: str, odds: DieOdds | None = None, *, higher: str = "") -> Question[State, Data]:
    """The question of a chapter that throws such a die; only that chapter knows what the change is worth.

    `higher` is what a higher die does, where no odds show it.

    Of searches the holder does not know the hex before they are made, nor of a boat whether it has found a target:
    these have no odds.
    """
    return Question(
        DECLARE,
        "Do you use your Tactical Advantage on the next die?",
        part=part,
        phase=q.ADVANTAGE,
        about=about_advantage,
        odds=odds,
        items=partial(_of_the_die, higher),
    )


def _of_the_die(higher: str, data: Data, known: State, decision: Decision[Any]) -> dict[str, Item]:
    """Whose die each answer changes, and which way that is good."""
    assert isinstance(decision.options, Pick)
    subject = known.asked.get(decision.side, "")
    whose = (f"the die of {label(data, subject)}",) if subject else ()
    boats = {name for side in Side for name in known.boats[side]}
    found: dict[str, Item] = {}
    for action in decision.options.listed:
        if isinstance(action, UseAdvantage):
            effect = (f"{higher if action.modifier > 0 else _less(higher)}",) if higher else ()
            found[str(action)] = Item(facts=(*whose, *effect), names=(subject,) if subject in boats else ())
    return found


def _less(higher: str) -> str:
    """The opposite of what a higher die does."""
    return higher.replace("more", "less")


def change_of(action: Action) -> dict[str, int]:
    """What an answer makes of the die, as a modifier."""
    return named(action.modifier if isinstance(action, UseAdvantage) else 0)


def subject_of(decision: Decision[Any]) -> str:
    """Whose die it is, as the question names it."""
    return decision.prompt.rpartition(", of ")[2].removesuffix("?")


def advantage(u: Umpire, question: Question[State, Data], rule: str, subject: str) -> kernel.Rule[int]:
    """AD 5.10: before a die on one of five tables its holder says whether he changes it; what is added to the die.

    The tables are Air-to-Air, Search, Antiaircraft, Damage and Submarine Warfare; `question` is that of the chapter,
    `rule` that of the die, `subject` whose it is. Everyone knows who holds the advantage. It is used once, in the turn
    in which it was drawn; one who keeps it may ask to be left alone until another marker is drawn.
    """
    state, holder = u.state, offered_to(u.state)
    if holder is None:
        return 0
    two = u.data.tables.other.tactical
    options: Pick[Action] = Pick(
        [KeepAdvantage("next-die"), KeepAdvantage("next-marker"), UseAdvantage(two), UseAdvantage(-two)]
    )
    prompt = f"Do you use your Tactical Advantage on the next die, of {label(u.data, subject)}?"
    state.asked = {holder: subject}
    answer = yield from u.ask(holder, question, options, prompt)
    state.asked = {}
    side = "The German" if holder is Side.AXIS else "The Allied player"
    if isinstance(answer, UseAdvantage):
        state.tactical, state.kept = None, ""
        words = "{side} uses the Tactical Advantage: {change} on the die of {subject}"
        u.tell(rule, words, side=side, change=f"{answer.modifier:+d}", subject=subject)
        return answer.modifier
    if answer == KeepAdvantage("next-marker"):
        # Everyone sees that he is not asked any more.
        state.kept = moment(state)
        u.tell(DECLARE, "{side} keeps the Tactical Advantage until another marker is drawn", side=side)
    return 0


def offered_to(state: State) -> Side | None:
    """AD 5.10: the holder, if there is one, unless he has asked to be left alone."""
    return state.tactical if state.kept != moment(state) else None


def moment(state: State) -> str:
    """What is different once another marker has been drawn."""
    return f"{state.turn}/{state.phase}/{len(state.aside)}"


def named(change: int) -> dict[str, int]:
    """The change as a modifier of a roll; none where there is none."""
    return {NAME: change} if change else {}
