"""Nordkapp: two hidden maps, secret plots by turns of eight hours, and an umpire who answers for both."""

from __future__ import annotations

from barents.games.nordkapp.actions import ACTIONS
from barents.games.nordkapp.data import FILES, SCENARIO_FILES, Data, data
from barents.games.nordkapp.knowledge.imagine import imagine
from barents.games.nordkapp.knowledge.known import known
from barents.games.nordkapp.options import Options
from barents.games.nordkapp.rules.flow import STEPS
from barents.games.nordkapp.rules.setup import opening
from barents.games.nordkapp.screen.cards import ships
from barents.games.nordkapp.screen.counts import counts
from barents.games.nordkapp.screen.phrases import heading, label, words
from barents.games.nordkapp.screen.reasons import why
from barents.games.nordkapp.screen.report import report
from barents.games.nordkapp.screen.story import STORY
from barents.games.nordkapp.screen.view import view
from barents.games.nordkapp.state import State
from barents.kernel.game import Game, Scenario, listed
from barents.kernel.sides import Side


def scenarios(data: Data) -> list[Scenario]:
    """The scenarios as the list of games shows them."""
    return [listed(file, file.turns, file.begins) for file in data.scenarios.values()]


GAME: Game[State, Data] = Game(
    name="nordkapp",
    title="Nordkapp",
    version="8",
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
    words=words,
    heading=heading,
    report=report,
    counts=counts,
    story=STORY,
    ships=ships,
    about=(
        "Each side has a map that the other never sees: both plot every force in secret, then ask what is where. "
        "Turns of eight hours, U-boats with event chits, battles in four ranges."
    ),
    chart="nordkapp",
    order=2,
    people=lambda options: (Side.AXIS,) if options.solitaire else tuple(Side),
    boards=lambda data: {"map": data.grid.neighbours},
)
