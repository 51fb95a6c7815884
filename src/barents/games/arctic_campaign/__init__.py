"""Arctic Convoy: the campaign from January 1942 to May 1945, month by month, over the operations engine."""

from __future__ import annotations

from barents.games.arctic_campaign.actions import ACTIONS
from barents.games.arctic_campaign.data import CAMPAIGN, FILES, Data, data
from barents.games.arctic_campaign.knowledge.imagine import imagine
from barents.games.arctic_campaign.knowledge.known import known
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.rules.flow import ASKS_NOTHING, STEPS
from barents.games.arctic_campaign.rules.modes import is_delegated
from barents.games.arctic_campaign.rules.setup import opening
from barents.games.arctic_campaign.screen.cards import ships
from barents.games.arctic_campaign.screen.counts import counts
from barents.games.arctic_campaign.screen.phrases import (
    called,
    heading,
    label,
    words,
)
from barents.games.arctic_campaign.screen.reasons import why
from barents.games.arctic_campaign.screen.report import report
from barents.games.arctic_campaign.screen.story import STORY
from barents.games.arctic_campaign.screen.view import view
from barents.games.arctic_campaign.state import State
from barents.games.operations import GAME as SEA
from barents.kernel.game import Game, Inner, Scenario
from barents.kernel.sides import Side


def scenarios(data: Data) -> tuple[Scenario, ...]:
    """The one scenario: all months of the calendar."""
    return (
        Scenario(
            CAMPAIGN,
            "January 1942 to May 1945",
            data.months,
            "Forty-one months of convoys to Russia: each side plans in secret, and sees at a month's end what it cost.",
            {
                Side.ALLIED: "Bring the transports to Russia and home again, with as few ships as will do it.",
                Side.AXIS: "Make the convoys too dear, with a fleet that has to be kept alive and in oil.",
            },
            "1942-01-01 00:00",
            minutes=1200,
            briefing=data.tables.briefing,
        ),
    )


GAME: Game[State, Data] = Game(
    name="arctic_campaign",
    title="Arctic Convoy",
    version="13",
    state=State,
    actions=ACTIONS,
    steps=STEPS,
    scenarios=scenarios,
    options=Options,
    data=data,
    data_files=FILES,
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
        "The whole war in the Arctic, a month a turn: transports and escorts on one side, oil, yards and a few great "
        "ships on the other. Each month's convoys are played out, left to the staffs, or reckoned quickly."
    ),
    chart="operations",
    order=5,
    asks_nothing=ASKS_NOTHING,
    delegated=is_delegated,
    inner=Inner(SEA, lambda data, known: (data.sea, known.operation)),
    boards=lambda data: SEA.boards(data.sea),
)
