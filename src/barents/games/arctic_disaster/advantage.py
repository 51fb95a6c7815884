"""Chapter 5.10: the Tactical Advantage, which changes one die of either side."""

from __future__ import annotations

from barents.games.arctic_disaster.actions import KeepAdvantage, UseAdvantage
from barents.games.arctic_disaster.phrases import label
from barents.games.arctic_disaster.state import State
from barents.games.arctic_disaster.units import Umpire
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Pick
from barents.kernel.sides import Side

NAME = "Tactical Advantage"


def advantage(u: Umpire, rule: str, subject: str) -> kernel.Rule[int]:
    """AD 5.10: before a die on one of five tables its holder says whether he changes it; what is added to the die.

    The tables are Air-to-Air, Search, Antiaircraft, Damage and Submarine Warfare; `rule` is that of the die, `subject`
    whose it is. Everyone knows who holds the advantage. It is used once, in the turn in which it was drawn; one who
    keeps it may ask to be left alone until another marker is drawn.
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
    answer = yield from u.ask(holder, "AD-5.10-ta-declare", options, prompt)
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
        u.tell("AD-5.10-ta-declare", "{side} keeps the Tactical Advantage until another marker is drawn", side=side)
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
