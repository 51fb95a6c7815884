"""North Cape: convoy battles in the Arctic, in missions of face-down counters and decoys, by turns of four hours."""

from __future__ import annotations

from collections.abc import Iterator

from barents.games.north_cape.actions import ACTIONS
from barents.games.north_cape.data import FILES, SCENARIO_FILES, Data, data
from barents.games.north_cape.knowledge.imagine import imagine
from barents.games.north_cape.knowledge.known import known
from barents.games.north_cape.rules.campaign import opening
from barents.games.north_cape.rules.flow import STEPS
from barents.games.north_cape.rules.groups import asides, do_aside
from barents.games.north_cape.screen.cards import ships
from barents.games.north_cape.screen.counts import counts
from barents.games.north_cape.screen.phrases import heading, label, words
from barents.games.north_cape.screen.reasons import why
from barents.games.north_cape.screen.report import report
from barents.games.north_cape.screen.story import STORY
from barents.games.north_cape.screen.view import view
from barents.games.north_cape.state import Options, State
from barents.kernel.game import Game, Scenario, listed
from barents.kernel.sides import Side


def scenarios(data: Data) -> Iterator[Scenario]:
    """The scenarios, and the campaign of those that it names."""
    for file in data.scenarios.values():
        yield listed(file, file.turns, file.begins)
    whole = data.campaign
    files = [data.scenarios[name] for name in whole.operations]
    yield Scenario(
        whole.name,
        whole.title,
        sum(file.turns for file in files),
        whole.about,
        whole.tasks,
        files[0].begins.replace("T", " "),
        sum(file.minutes for file in files),
        parts=whole.operations,
        briefing=whole.briefing,
    )


GAME: Game[State, Data] = Game(
    name="north_cape",
    title="North Cape",
    version="11",
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
    ships=ships,
    report=report,
    counts=counts,
    story=STORY,
    about=(
        "Face-down counters and decoys in turns of four hours: aircraft, U-boats and battle fleets hunt by missions, "
        "one side after the other, for the convoys to Murmansk and Archangel."
    ),
    chart="north-cape",
    order=1,
    people=lambda options: (Side.AXIS,) if options.solitaire else tuple(Side),
    asides=asides,
    do_aside=do_aside,
    boards=lambda data: {"map": data.grid.neighbours},
    schema=3,
)
