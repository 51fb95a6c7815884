"""What is sent is what is shown: an event that a client gets has nothing in it that its words do not say."""

from __future__ import annotations

from collections import defaultdict
from string import Formatter
from typing import Any

import pytest

from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.events import Drew, Revealed, Rolled, Told
from barents.kernel.match import Match
from barents.kernel.sides import Observer, eyes_of
from barents.kernel.view import LogLine, log_lines
from barents.players import DOCTRINES, player
from tests.conftest import IN_SOAK

CHOICES = 2_000 if IN_SOAK else 250
DECLARED = {
    "operations": {"Oribi": {"oribi", "oribi-group"}},  # a group has its leader's name; only their owner is told of it
}
PLAYED = [
    (game.name, scenario.name, name)
    for game in (registry.find(name) for name in sorted(DOCTRINES))
    for scenario in game.scenarios(game.data(None))
    for name in ("captain", "random")
]


def log_of(game: str, scenario: str, name: str) -> Match[Any, Any]:
    match: Match[Any, Any] = Match.new(game, scenario, seed="sent")
    plays, dice = player(name, game, match.data), Dice.seeded("sent", scenario)
    while match.pending and len(match.choices) < CHOICES:
        side = next(iter(match.pending))
        known = None if plays.blind else match.known(eyes_of(side))
        match.act(side, plays.choose(known, match.pending[side], dice))
    return match


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


@pytest.mark.parametrize(("game", "scenario", "name"), PLAYED)
def test_an_event_has_nothing_that_its_words_do_not_show(game: str, scenario: str, name: str) -> None:
    match = log_of(game, scenario, name)
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
        declared = DECLARED.get(game, {})
        alike = {label: ids for label, ids in called.items() if len(ids) > 1 and ids != declared.get(label)}
        assert not alike, f"{eyes}: these are told apart by what is sent, and not by what is read: {alike}"
