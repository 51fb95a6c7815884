"""The Hunt: a small complete game that shows every part of the umpire.

A convoy with two escorts crosses a ten by ten sea; a raider and a decoy wait for it face down. It is the worked
example of CONTRIBUTING and what the kernel's tests play.
"""

from __future__ import annotations

from barents.kernel.game import Game, Scenario, listed
from barents.kernel.sides import Side

from . import state as s
from .battle import battle_round, break_off
from .data import FILES, SCENARIO_FILES, Data, data
from .flow import TURN, boilers, end_turn, form, formation, plot
from .knowledge import imagine, known
from .search import ambush, look, searchers, watch
from .view import label, view, words


def scenarios(data: Data) -> list[Scenario]:
    """The scenarios as the list of games shows them."""
    return [listed(file, file.turns, "") for file in data.scenarios.values()]


def opening(data: Data, scenario: str, options: s.Options) -> s.State:
    """The counters at their entries, undamaged."""
    sea = data.sea
    cells = {
        "convoy": sea.convoy_entry,
        **dict(zip(data.of(Side.ALLIED)[1:], sea.escort_entries, strict=True)),
        **dict(zip(data.of(Side.AXIS), sea.axis_entry, strict=True)),
    }
    return s.State(
        agenda=list(reversed(TURN)),
        options=options,
        turns=data.scenarios[scenario].turns,
        fog=data.scenarios[scenario].fog,
        ships={name: s.Ship(name, cell) for name, cell in cells.items()},
        damage=dict.fromkeys(data.rows, 0),
    )


GAME: Game[s.State, Data] = Game(
    name="hunt",
    title="The Hunt",
    version="1",
    state=s.State,
    actions=s.ACTIONS,
    steps={
        s.Boilers: boilers,
        s.Watch: watch,
        s.Plot: plot,
        s.Searchers: searchers,
        s.Look: look,
        s.Ambush: ambush,
        s.Round: battle_round,
        s.BreakOff: break_off,
        s.EndTurn: end_turn,
    },
    scenarios=scenarios,
    options=s.Options,
    data=data,
    data_files=FILES,
    scenario_files=SCENARIO_FILES,
    opening=opening,
    known=known,
    imagine=imagine,
    view=view,
    label=label,
    words=words,
    asides=formation,
    do_aside=form,
    boards=lambda data: {"sea": data.passage.neighbours},
)
