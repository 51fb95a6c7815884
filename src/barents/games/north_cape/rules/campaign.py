"""Chapter 11.7: the campaign. The scenarios are played one after the other; what is sunk stays sunk, points add up."""

from __future__ import annotations

import msgspec

from barents.games.north_cape.data import Data
from barents.games.north_cape.rules import setup
from barents.games.north_cape.rules.losses import Campaign, Concluded
from barents.games.north_cape.rules.pieces import Umpire
from barents.games.north_cape.rules.victory import ahead, judged
from barents.games.north_cape.state import LOST, Options, State
from barents.kernel.game import Result, Step
from barents.kernel.sides import Side


def opening(data: Data, scenario: str, options: Options) -> State:
    """NC 11.7: a campaign begins as the first of its scenarios; any other name is a scenario by itself."""
    if scenario == data.campaign.name:
        return setup.opening(data, data.campaign.operations[0], options, Campaign())
    return setup.opening(data, scenario, options)


def conclude(u: Umpire, campaign: Campaign) -> tuple[Step, ...]:
    """NC 11.7: a scenario is scored as it would be by itself; then the next one begins, or the sum decides.

    Each scenario is a chapter of the record, and nothing of one is carried into the next but what was sunk.
    """
    state, data = u.state, u.data
    over = concluded(state, data)
    u.tell(
        "NC-11.7-vp",
        "{scenario} is over, {allied} {allied:point|points} to {axis}: the {winner} have won it",
        scenario=data.scenarios[over.scenario].title,
        allied=over.points[Side.ALLIED],
        axis=over.points[Side.AXIS],
        winner=over.winner.value,
    )
    campaign = Campaign((*campaign.past, over))
    to_come = data.campaign.operations[len(campaign.past) :]
    if not to_come:
        state.campaign = campaign
        u.end(final_result(state, data))
        return ()
    u.close_chapter()
    following = setup.opening(data, to_come[0], state.options, campaign)
    for field in following.__struct_fields__:
        if field != "agenda":  # the umpire holds on to the list itself, and is handed its lines below
            setattr(state, field, getattr(following, field))
    title = data.scenarios[to_come[0]].title
    words = "{scenario} begins; {n} {n:ship|ships} sunk so far {n:is|are} missing"
    u.tell("NC-11.7-order", words, scenario=title, n=sum(len(done.sunk) for done in campaign.past))
    return tuple(reversed(following.agenda))


def concluded(state: State, data: Data) -> Concluded:
    """NC 11.7: how a scenario of the campaign ended: aircraft come back, and damaged ships are repaired."""
    lost = [name for side in Side for name, piece in state.pieces[side].items() if piece.at == LOST]
    sunk = tuple(sorted(name for name in lost if data.counters[name].is_ship))
    return Concluded(state.scenario, dict(state.points), ahead(state.points), sunk)


def totals(state: State) -> dict[Side, int]:
    """NC 11.7: each side's points, in a campaign those of all its scenarios so far (R75)."""
    past = state.campaign.past if state.campaign is not None else ()
    added = {side: sum(over.points[side] for over in past) for side in Side}
    if is_concluded(state):
        return added
    return {side: points + added[side] for side, points in state.points.items()}


def is_concluded(state: State) -> bool:
    """NC 11.7: whether the campaign is over, and the scenario on the map is among those that were scored."""
    return state.campaign is not None and any(over.scenario == state.scenario for over in state.campaign.past)


def final_result(state: State, data: Data) -> Result:
    """NC 11.7: the higher sum wins the campaign, a tie the Germans (R75); who won each scenario is told beside it."""
    past = state.campaign.past if state.campaign is not None else ()
    ended = judged(data, totals(state), len(past))
    won = {side: sum(over.winner is side for over in past) for side in Side}
    scenarios = "scenario" if won[Side.ALLIED] == 1 else "scenarios"
    words = f"the Allies won {won[Side.ALLIED]} {scenarios}, the Germans {won[Side.AXIS]}"
    return msgspec.structs.replace(ended, why=f"{ended.why}; {words}")
