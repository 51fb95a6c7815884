"""North Cape: convoy battles in the Arctic, in missions of face-down counters and decoys, by turns of four hours."""

from __future__ import annotations

from barents.games.north_cape.actions import ACTIONS
from barents.games.north_cape.data import FILES, SCENARIOS, Data, data
from barents.games.north_cape.flow import STEPS
from barents.games.north_cape.groups import asides, do_aside
from barents.games.north_cape.imagine import imagine
from barents.games.north_cape.knowledge import known
from barents.games.north_cape.odds import odds
from barents.games.north_cape.setup import opening
from barents.games.north_cape.state import Options, State
from barents.games.north_cape.view import label, view, words
from barents.kernel.game import Game, Scenario


def _scenarios() -> dict[str, Scenario]:
    built_in = data(None).scenarios
    return {
        name: Scenario(name, built_in[name].title, built_in[name].turns, built_in[name].about) for name in SCENARIOS
    }


GAME: Game[State, Data] = Game(
    name="north_cape",
    title="North Cape",
    version="1",
    state=State,
    actions=ACTIONS,
    steps=STEPS,
    scenarios=_scenarios(),
    options=Options,
    data=data,
    data_files=FILES,
    opening=opening,
    known=known,
    imagine=imagine,
    view=view,
    label=label,
    words=words,
    odds=odds,
    asides=asides,
    do_aside=do_aside,
    boards=lambda data: {"map": data.grid.neighbours},
)
