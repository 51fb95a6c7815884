"""What happened, as each side reads it: a mission a sentence, own units by name, the enemy as far as he was seen."""

from __future__ import annotations

import pytest

from barents.games.north_cape.state import MissionType
from barents.kernel.sides import Observer, eyes_of
from barents.kernel.story import StoryReader
from barents.kernel.view import Passage, log_lines

from .sea import ALLIED, AXIS, Sea


@pytest.fixture
def sea() -> Sea:
    return Sea()


def told(sea: Sea, eyes: Observer) -> list[Passage]:
    lines = tuple(log_lines(sea.match, eyes))
    return list(StoryReader(sea.match.game.story, sea.data).read(lines, eyes))


def said(sea: Sea, eyes: Observer) -> list[str]:
    return [f"{passage.text} {passage.outcome}".strip() for passage in told(sea, eyes)]


def test_a_sortie_names_the_ship_to_its_owner_and_something_to_the_enemy(sea: Sea) -> None:
    sea.place("u-88", "1709")
    sea.missions(AXIS).send(MissionType.SORTIE, "u-88").act(AXIS, "go 1710", "go 1711", "stop")
    mine, theirs = told(sea, Observer.AXIS), told(sea, Observer.ALLIED)
    assert mine[-1].text == "*U-88* sails 2 hexes south, to 2 hexes east of Bear Island."
    assert theirs[-1].text == "*Something* sails 2 hexes south, to 2 hexes east of Bear Island."
    assert (mine[-1].weight, theirs[-1].weight) == (0, 1), "what the enemy does is worth a card"
    assert "1711" in theirs[-1].names


def test_a_patrol_is_told_as_one_deed_and_hidden_windows_in_it_are_not(sea: Sea) -> None:
    sea.place("u-88", "1709")
    sea.place("kent", "1812")
    sea.missions(AXIS).send(MissionType.PATROL, "u-88").act(AXIS, "go 1710", "stop")
    assert said(sea, Observer.ALLIED)[-1] == "*Something* goes on patrol 2 hexes north-east of Bear Island."
    assert len(told(sea, Observer.ALLIED)) == len(told(sea, Observer.AXIS)) == 1


def test_an_attack_says_who_was_lost_and_for_whom_that_is_good(sea: Sea) -> None:
    sea.place("u-88", "2020")
    sea.place("mt-01", "2020", damage=1)
    sea.identify("mt-01")
    sea.missions(AXIS, dice=[1] * 12).send(MissionType.ATTACK, "u-88")
    sea.act(AXIS, "stop", "engage u-88 mt-01")
    mine, theirs = told(sea, Observer.AXIS)[0], told(sea, Observer.ALLIED)[0]
    name = sea.data.counters["mt-01"].name
    assert mine.text.startswith("*U-88* attacks ")
    assert theirs.text == mine.text, "whoever attacks is seen"
    assert mine.outcome == theirs.outcome == f"{name} lost."
    assert (mine.tone, theirs.tone, mine.weight) == ("good", "bad", 2)
    assert (mine.lost, mine.kind) == (("mt-01",), "attack")
    assert mine.title == f"U-88 sinks {name}"
    assert mine.sentences[1] == f"{name} is lost."
    assert mine.sentences[-1].startswith("That is ")
    assert [(change.label, change.gone) for change in mine.changes] == [(name, True)]
    [shot] = mine.shots
    assert (shot.shooter, shot.target, shot.outcome, shot.tone) == ("U-88", name, "Sunk", "good")
    assert theirs.shots[0].tone == "bad"


def test_a_hit_shows_the_counter_before_and_after_and_a_search_that_finds_merchants_is_a_great_moment(sea: Sea) -> None:
    sea.place("kent", "2020")
    sea.place("u-88", "2020")
    sea.identify("kent")
    sea.missions(AXIS, dice=[1] * 12).send(MissionType.ATTACK, "u-88")
    sea.act(AXIS, "stop", "engage u-88 kent")
    [passage] = told(sea, Observer.ALLIED)
    assert (passage.title, passage.weight, passage.tone) == ("U-88 damages Kent", 1, "bad")
    assert passage.sentences[1:] == (
        "Kent is damaged.",
        "What is left fights at half strength; two more hits destroy it.",
    )
    [change] = passage.changes
    assert (change.before[0], change.after[0], change.move) == ("6", "3", ("8", "4"))
    assert (change.hits and change.hits[1].taken, change.words[0]) == (1, "gunfire 6 → 3")
    assert passage.way == ("2020",)


def test_everything_that_a_reader_is_told_follows_from_lines_of_his_own(sea: Sea) -> None:
    sea.place("u-88", "1709")
    sea.missions(AXIS).send(MissionType.SORTIE, "u-88").act(AXIS, "go 1710", "stop")
    for side in (ALLIED, AXIS):
        own = " ".join(line.text for line in log_lines(sea.match, eyes_of(side)))
        assert ("U-88" in " ".join(said(sea, eyes_of(side)))) == ("U-88" in own) == (side is AXIS)
