"""Operations: the war at sea in the Arctic, four hours at a time."""

from __future__ import annotations

from barents.games.operations.actions import ACTIONS
from barents.games.operations.air import allotment
from barents.games.operations.data import FILES, SCENARIO_FILES, Data, data
from barents.games.operations.knowledge.imagine import imagine
from barents.games.operations.knowledge.known import known
from barents.games.operations.options import Options
from barents.games.operations.rules.flow import STEPS
from barents.games.operations.rules.setup import opening
from barents.games.operations.screen.cards import ships
from barents.games.operations.screen.counts import counts
from barents.games.operations.screen.phrases import called, heading, label, words
from barents.games.operations.screen.reasons import why
from barents.games.operations.screen.report import report
from barents.games.operations.screen.story import STORY
from barents.games.operations.screen.view import view
from barents.games.operations.state import State
from barents.kernel.game import Game, Scenario, listed

__all__ = ["GAME", "allotment"]  # the latter's questions are the game's too, though only a campaign asks them


def scenarios(data: Data) -> list[Scenario]:
    """The scenarios as the list of games shows them."""
    return [listed(file, file.turns, file.begins) for file in data.scenarios.values()]


GAME: Game[State, Data] = Game(
    name="operations",
    title="Operations",
    version="6",
    state=State,
    actions=ACTIONS,
    steps=STEPS,
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
    called=called,
    words=words,
    heading=heading,
    report=report,
    counts=counts,
    story=STORY,
    ships=ships,
    about=(
        "Single operations of the Arctic war in turns of four hours: fleets sail on written orders, find each other by "
        "chance and search, and fight with every gun that they have."
    ),
    chart="operations",
    order=4,
    boards=lambda data: {"map": data.neighbours},
)
