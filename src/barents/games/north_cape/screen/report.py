"""What is told when a game is over: how it ended and why, from what the log says happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from barents.atlas.fates import ARRIVED, AT_SEA, beside_history
from barents.atlas.reports import (
    AIRCRAFT,
    SHIPS,
    SUBMARINES,
    Losses,
    broken_off,
    by_source,
    called,
    convoys_in_words,
    in_points,
)
from barents.games.north_cape.data import Counter, Data
from barents.games.north_cape.names import SIDES, listed, plural
from barents.games.north_cape.rules.campaign import totals
from barents.games.north_cape.rules.losses import Campaign, Concluded
from barents.games.north_cape.screen.displays import GLYPHS
from barents.games.north_cape.state import State
from barents.kernel.events import Drew, Entry, Told
from barents.kernel.game import Result
from barents.kernel.report import Loss, Report, Scored, Tally
from barents.kernel.sides import Side

# What the log is read by.
TURN, DAMAGED, LOST = "NC-3.5-advance-turn", "NC-2.4-damage-marker", "NC-2.4-two-hits-eliminate"
SPENT, SCORED, ARRIVES = "NC-3.3-decoy-reveal-cost-only", "NC-10.0-vp-", "NC-10.0-vp-merc-arrives"
DRAWN, DEALT, NEXT_SCENARIO = "NC-12.0-merchants-random", "NC-11.6-four-groups", "NC-11.7-order"

MISFORTUNES = {"want of a place to land": "no place to land", "want of room on deck": "no room on deck"}


@dataclass
class Story(Losses):
    """What the log tells: points by source, who was lost to what, and which merchants were in which convoy."""

    points: dict[tuple[Side, str], list[int]] = field(default_factory=dict)
    convoys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    dealt: list[str] = field(default_factory=list)  # in solitaire, what was not removed unseen
    ends: dict[str, str] = field(default_factory=dict)  # of merchants, by id

    def score(self, side: Side, source: str, points: int) -> None:
        """Points of one source."""
        self.points.setdefault((side, source), []).append(points)

    @property
    def ended(self) -> dict[str, list[str]]:
        """How each merchant of each convoy ended."""
        return {name: [self.ends.get(each, AT_SEA) for each in ships] for name, ships in self.convoys.items()}


def report(data: Data, state: State, log: Sequence[Entry]) -> Report:
    """How a game ended and why; of a campaign each scenario, with its turns counted on from those before it."""
    if state.campaign is None:
        story = read(data, log)
        return Report(
            sentence=sentence(state, story),
            scored=tuple(by_source(story.points)),
            losses=tuple(story.losses),
            tallies=tuple(tallies(data, state.scenario, story)),
        )
    told = by_scenario(data, state, state.campaign, log)
    rows = [row for over in state.campaign.past if over.scenario not in told for row in untold(data, over)]
    losses: list[Loss] = []
    for name, story in told.items():
        title, before = data.scenarios[name].title, turns_before(data, name)
        rows += [msgspec.structs.replace(row, source=f"{row.source}, {title}") for row in by_source(story.points)]
        losses += [msgspec.structs.replace(loss, turn=loss.turn + before) for loss in story.losses]
    return Report(
        sentence=campaign_sentence(data, state, state.campaign),
        scored=tuple(sorted(rows, key=lambda row: row.side)),
        losses=tuple(losses),
        tallies=tuple(tally for name, story in told.items() for tally in tallies(data, name, story)),
    )


# The campaign (11.7)


def by_scenario(data: Data, state: State, campaign: Campaign, log: Sequence[Entry]) -> dict[str, Story]:
    """What the log tells of each scenario; that of a match that was loaded begins with the one under way then."""
    parts: list[list[Entry]] = [[]]
    for entry in log:
        parts[-1].append(entry)
        if entry.event.rule == NEXT_SCENARIO:
            parts.append([])
    played = [over.scenario for over in campaign.past if over.scenario != state.scenario]
    names = [*played, state.scenario][-len(parts) :]
    return {name: read(data, part) for name, part in zip(names, parts, strict=True)}


def untold(data: Data, over: Concluded) -> list[Scored]:
    """The points of a scenario of which only the sums are known."""
    title = data.scenarios[over.scenario].title
    return [Scored(side, f"Everything together, {title}", points) for side, points in over.points.items()]


def turns_before(data: Data, scenario: str) -> int:
    """How many turns of the campaign are over when a scenario of it begins."""
    operations = data.campaign.operations
    return sum(data.scenarios[name].turns for name in operations[: operations.index(scenario)])


def campaign_sentence(data: Data, state: State, campaign: Campaign) -> str:
    """Who won which scenario by how much, and how close it was in the end."""
    parts = []
    for over in campaign.past:
        won, lost = over.points[over.winner], over.points[over.winner.enemy]
        parts.append(f"the {SIDES[over.winner]} won {data.scenarios[over.scenario].title} by {won} to {lost}")
    told = f"{listed(parts)}. ".replace("the", "The", 1) if parts else ""
    return told + (margin(state, state.result) if state.result is not None else "The game goes on.")


def read(data: Data, log: Iterable[Entry]) -> Story:
    """Read the log from beginning to end."""
    story, turn = Story(), 1
    for event, *_ in log:
        if isinstance(event, Drew) and event.rule == DRAWN:
            story.convoys[event.subject] = event.drawn
        if isinstance(event, Drew) and event.rule == DEALT:
            story.dealt += event.drawn
        if not isinstance(event, Told):
            continue
        about = event.about
        if event.rule == TURN:
            turn = int(about["turn"])
        elif event.rule == SPENT:
            if about["spend"]:
                story.score(Side(str(about["side"])).enemy, "Decoys of the enemy", int(about["spend"]))
        elif event.rule == DAMAGED:
            story.harm(str(about["unit"]), kind_of(data, str(about["by"])))
        elif event.rule == LOST:
            _lose(story, data.counters[str(about["unit"])], kind_of(data, str(about["by"])), turn)
        elif event.rule.startswith(SCORED) and "points" in about:
            unit = data.counters[str(about["unit"])]
            if event.rule == ARRIVES:
                story.ends[unit.id] = ARRIVED
            story.score(Side(str(about["side"])), source_of(unit, event.rule), int(about["points"]))
    if story.dealt:
        in_play = set(story.dealt)
        story.convoys = {name: tuple(m for m in ships if m in in_play) for name, ships in story.convoys.items()}
    return story


def kind_of(data: Data, by: str) -> str:
    """What did the harm: a kind of enemy, or the misfortune itself."""
    about = data.counters.get(by)
    if about is None:
        return MISFORTUNES.get(by, by)
    return AIRCRAFT if about.is_air else SUBMARINES if about.is_sub else SHIPS


def source_of(unit: Counter, rule: str) -> str:
    """What points are for: merchants that came through, or ships sunk by their kind."""
    if rule == ARRIVES:
        return "Merchants brought in"
    what = "U-boats" if unit.is_sub and unit.side is Side.AXIS else plural(unit.type).capitalize()
    return f"{what} sunk"


def _lose(story: Story, unit: Counter, by: str, turn: int) -> None:
    """A unit is lost to all enemies who had a part in it, or to a misfortune alone."""
    story.harm(unit.id, by)
    enemies = [part for part in (AIRCRAFT, SUBMARINES, SHIPS) if part in story.parts[unit.id]]
    causes = enemies if by in enemies else [by]
    cause = " and ".join(called(unit.side, part) for part in causes)
    story.losses.append(Loss(unit.side, unit.name, GLYPHS[unit.type], cause, turn))
    if unit.is_merchant:
        story.ends[unit.id] = story.end_of(unit.id)


# Convoys beside history


def tallies(data: Data, scenario: str, story: Story) -> Iterable[Tally]:
    """Each convoy's merchants by how they ended, and how those of the real convoy did."""
    begins = datetime.fromisoformat(data.scenarios[scenario].begins)
    for name, ended in story.ended.items():
        yield beside_history(name, ended, begins)


# In a sentence


def sentence(state: State, story: Story) -> str:
    """The end in a sentence or two: what became of the convoys, and how close it was."""
    ended = margin(state, state.result) if state.result is not None else "The game goes on."
    return convoys_in_words(story.ended) + ended


def margin(state: State, result: Result) -> str:
    """How close it was (NC 10.0: equal totals are a German win)."""
    if (otherwise := broken_off(result)) is not None:
        return otherwise
    points = totals(state)
    apart = points[Side.ALLIED] - points[Side.AXIS]
    if apart == 0:
        return "The points are equal, and a tie is a German victory."
    loser, short = (Side.AXIS, apart) if apart > 0 else (Side.ALLIED, 1 - apart)
    if result.level == "close":
        return f"A tie would have been German; the {SIDES[loser]} were {in_points(short)} short."
    return f"The {SIDES[loser]} were {in_points(short)} short."
