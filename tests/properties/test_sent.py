"""What is sent is what is shown: an event that a client gets has nothing in it that its words do not say."""

from __future__ import annotations

from collections import defaultdict
from string import Formatter
from typing import Any

import pytest

from barents.kernel.dice import Dice
from barents.kernel.events import Drew, Revealed, Rolled, Told
from barents.kernel.match import Match
from barents.kernel.sides import Observer
from barents.kernel.view import LogLine, log_lines
from tests.conftest import IN_SOAK
from tests.positions import positions
from tools.playthroughs import Play, begun, catalogue

CHOICES = 2_000 if IN_SOAK else 250
PLAYED = {
    **{f"{play.file} by captains": play for play in catalogue()},
    **{f"{play.name} by chance": Play(play.name) for play in catalogue()},
}


def log_of(name: str) -> Match[Any, Any]:
    play = PLAYED[name]
    if name.endswith("by captains"):
        *_, match = positions(play, CHOICES)
        return match
    match, dice = begun(play), Dice.seeded("sent", play.scenario)
    while match.pending and len(match.choices) < CHOICES:
        side = next(iter(match.pending))
        match.act(side, match.pending[side].options.sample(dice))
    return match


def namesakes(match: Match[Any, Any], eyes: Observer) -> dict[str, set[str]]:
    """What rightly has one name: a fleet of Operations and the ship it is called by, told to their owner alone."""
    if match.game.name != "operations":
        return {}
    found: dict[str, set[str]] = {}
    for fleet in match.data.scenarios[match.terms.scenario if match.terms else ""].fleets:
        if fleet.side.value == eyes.value:
            name = match.game.label(match.data, fleet.id)
            ships = (*fleet.ships, f"{fleet.id}-1")
            found[name] = {fleet.id, *(ship for ship in ships if match.game.label(match.data, ship) == name)}
    return found


def names_in(line: LogLine) -> list[str]:
    """Whatever an event names by its id."""
    match line.event:
        case Told():
            return [fact for fact in line.event.about.values() if isinstance(fact, str)]
        case Rolled():
            return [line.event.subject]
        case Drew():
            return [line.event.subject, *line.event.drawn]
        case Revealed():
            return list(line.event.pieces)


@pytest.mark.parametrize("name", PLAYED)
def test_an_event_has_nothing_that_its_words_do_not_show(name: str) -> None:
    match = log_of(name)
    for eyes in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC):
        called: dict[str, set[str]] = defaultdict(set)
        for line in log_lines(match, eyes):
            event = line.event
            if isinstance(event, Told):
                shown = {field for _, field, _, _ in Formatter().parse(event.words) if field}
                assert event.about.keys() == shown, line
            elif isinstance(event, Rolled):
                assert all(event.modifiers.values()), line
                assert all(word in line.text for word in event.modifiers), line
            for id in names_in(line):
                label = match.game.label(match.data, id)
                assert label in line.text, line
                if label != id:
                    called[label].add(id)
        known = namesakes(match, eyes)
        alike = {label: ids for label, ids in called.items() if len(ids) > 1 and not ids <= known.get(label, set())}
        assert not alike, f"{eyes}: these are told apart by what is sent, and not by what is read: {alike}"
