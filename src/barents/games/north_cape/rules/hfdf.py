"""Chapter 11.3: HF/DF. Once a turn the Allies take bearings on what the U-boats send."""

from __future__ import annotations

from barents.games.north_cape.data import Data
from barents.games.north_cape.phases import RECONNAISSANCE
from barents.games.north_cape.rules.chances import meant
from barents.games.north_cape.rules.pieces import Umpire, is_up, on_map, reconnoitre, turn_up
from barents.games.north_cape.state import Listen, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Subset
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.odds import ends, every_end
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds

HEARD: Question[State, Data] = Question(
    "NC-11.3-hfdf-hidden-first",
    "Which U-boats do they hear?",
    phase=RECONNAISSANCE,
    about="The Allies have taken a bearing. Whom you show lies face up and can be attacked until the turn is over.",
    answers={Choose: "These boats are turned face up; the others stay hidden."},
    verb="Show",
)


def listening(data: Data, known: State) -> Odds:
    """That a U-boat is heard, if any lies hidden (NC 11.3)."""
    heard = every_end(data, known, take_bearings, changes=False)
    outcomes = ends(meant(heard, none="nothing", one="one boat", two="two boats"))
    return Odds(heard.chance(bool), "hearing a U-boat", {}, outcomes, ("the Germans choose which",))


def may_listen(state: State, side: Side) -> bool:
    """NC 11.3: the Allies, once a turn, before any of their missions; it is none itself (R62)."""
    return side is Side.ALLIED and state.options.hfdf and state.listened != state.turn


def hidden_boats(state: State, data: Data) -> list[str]:
    """NC 11.3: the U-boats at sea that lie face down; how many they are is no secret."""
    boats = [p for p in state.pieces[Side.AXIS].values() if data.counters[p.id].is_sub and on_map(p)]
    return [boat.id for boat in boats if not is_up(state, boat, Side.AXIS)]


def take_bearings(u: Umpire) -> int:
    """NC 11.3: how many boats the Allies hear."""
    return u.data.tables.hfdf.meant(u.roll(D6, "NC-11.3-hfdf-once", "HF/DF"))


def listen(u: Umpire, _step: Listen) -> kernel.Rule[tuple[Step, ...]]:
    """NC 11.3: one die: on 4 and 5 the German shows one hidden boat of his choice, on 6 two; they are reconnoitred."""
    state, data = u.state, u.data
    state.listened = state.turn
    count = take_bearings(u)
    if not count:
        u.tell("NC-11.3-hfdf-1-3", "The Allies hear no U-boat")
        return ()
    hidden = hidden_boats(state, data)
    if not hidden:
        u.tell("NC-11.3-hfdf-none-hidden", "There is no hidden U-boat to be heard")
        return ()
    rule = "NC-11.3-hfdf-6" if count > 1 else "NC-11.3-hfdf-4-5"
    heard = tuple(hidden)
    if len(hidden) > count:
        prompt = "Which U-boat do they hear?" if count == 1 else "Which U-boats do they hear?"
        options = Subset(hidden, least=count, most=count)
        chosen = yield from u.ask(Side.AXIS, HEARD, options, prompt)
        heard = chosen.items
    boats = [state.pieces[Side.AXIS][name] for name in heard]
    turn_up(u, boats, rule)
    reconnoitre(boats)
    cells = " ".join(boat.at for boat in boats)
    u.tell("NC-11.3-hfdf-as-recon", "U-boats heard at {cells}: they may be attacked this turn", cells=cells)
    return ()
