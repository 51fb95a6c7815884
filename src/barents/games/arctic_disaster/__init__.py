"""Arctic Disaster: convoy PQ-17 in eleven turns, drawn marker by marker from a pool."""

from __future__ import annotations

from barents.games.arctic_disaster.actions import ACTIONS
from barents.games.arctic_disaster.data import FILES, SCENARIO_FILES, Data, data
from barents.games.arctic_disaster.knowledge.imagine import imagine
from barents.games.arctic_disaster.knowledge.known import known
from barents.games.arctic_disaster.options import Options
from barents.games.arctic_disaster.rules.flow import STEPS
from barents.games.arctic_disaster.rules.setup import opening
from barents.games.arctic_disaster.rules.unasked import ASKS_NOTHING
from barents.games.arctic_disaster.screen.cards import ships
from barents.games.arctic_disaster.screen.counts import counts
from barents.games.arctic_disaster.screen.phrases import heading, label, words
from barents.games.arctic_disaster.screen.reasons import why
from barents.games.arctic_disaster.screen.report import report
from barents.games.arctic_disaster.screen.story import STORY
from barents.games.arctic_disaster.screen.view import view
from barents.games.arctic_disaster.state import State
from barents.games.arctic_disaster.upgrades import UPGRADES
from barents.kernel.game import Game, Scenario, listed


def scenarios(data: Data) -> list[Scenario]:
    """The scenarios as the list of games shows them."""
    return [listed(file, len(file.turns), file.turns[0].begins) for file in data.scenarios.values()]


GAME: Game[State, Data] = Game(
    name="arctic_disaster",
    title="Arctic Disaster",
    version="11",
    state=State,
    actions=ACTIONS,
    steps=STEPS,
    asks_nothing=ASKS_NOTHING,
    scenarios=scenarios,
    options=Options,
    data=data,
    data_files=FILES,
    scenario_files=SCENARIO_FILES,
    opening=opening,
    known=known,
    imagine=imagine,
    view=view,
    label=label,
    why=why,
    words=words,
    heading=heading,
    report=report,
    counts=counts,
    story=STORY,
    ships=ships,
    about=(
        "Convoy PQ-17 in July 1942: forces, aircraft and events are drawn from one pool. Nobody "
        "knows which marker is a dummy, and Tirpitz need not fire a shot to scatter the convoy."
    ),
    chart="arctic-disaster",
    order=3,
    boards=lambda data: {"map": data.grid.neighbours},
    schema=2,
    upgrades=UPGRADES,
)
