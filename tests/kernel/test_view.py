"""Views: what each observer is shown, in words and numbers, and when a frame is sent."""

from typing import Any

import msgspec
import pytest

from barents.kernel.decisions import Pick
from barents.kernel.dice import D6, Dice
from barents.kernel.events import Drew, Event, Revealed, Rolled, Told
from barents.kernel.feed import Feed
from barents.kernel.match import Match
from barents.kernel.sides import Audience, Observer, Side, eyes_of
from barents.kernel.umpire import Rule
from barents.kernel.view import Odds, View, in_words, view_schema
from tests.hunt import GAME as HUNT
from tests.hunt.data import data
from tests.hunt.state import EndTurn, Form, Look, Pass
from tests.kernel.tiny import OVER, Go, Run, Steps, Take, U, asks, start, tiny
from tests.loaded import loaded

ALLIED, AXIS = Side.ALLIED, Side.AXIS


def random_hunt(seed: int) -> Match[Any, Any]:
    return Match.new(HUNT, "first-light", seed=seed)


def play_on(match: Match[Any, Any], dice: Dice) -> None:
    side = dice.choice(list(match.pending))
    match.act(side, match.pending[side].options.sample(dice))


def test_every_view_of_a_game_reads_back_from_its_json() -> None:
    for seed in range(3):
        match, dice = random_hunt(seed), Dice.seeded(seed)
        while match.pending:
            for observer in Observer:
                view = match.view(observer)
                assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
            play_on(match, dice)


def test_the_schema_names_every_part_of_a_view() -> None:
    schema = view_schema()
    parts = schema["$defs"]
    assert set(parts["View"]["properties"]) == set(View.__struct_fields__)
    assert {"PickWire", "SubsetWire", "AssignWire", "AmongWire", "RoutesWire", "Rolled", "Told", "Drew"} <= set(parts)
    assert msgspec.json.encode(schema)


def test_a_decision_is_shown_to_the_side_that_is_asked_with_words_odds_and_asides() -> None:
    match = at_a_look()
    view = match.view(Observer.ALLIED)
    assert view.waiting == ("allied",)
    assert view.decision is not None
    assert (view.decision.rule, view.decision.window) == ("H-5-searchers", False)
    assert view.decision.words == {
        "pass": "Do nothing",
        "look-at sheffield 0105": "Sheffield looks at 0105",
        "form yes": "Open the formation",
    }
    sure = {"sight": 0, "fog": 0, "other side": -1, "radar": 0}
    assert view.decision.odds == {"look-at sheffield 0105": Odds(1 / 6, "identifying it", sure)}
    assert view.decision.asides is not None
    assert all(match.view(other).decision is None for other in (Observer.AXIS, Observer.PUBLIC, Observer.UMPIRE))


def at_a_look() -> Match[Any, Any]:
    """The Sheffield beside an unknown contact."""
    state = HUNT.opening(data(None), "first-light", HUNT.options())
    state.agenda = [EndTurn(), Look(("sheffield",))]
    state.ships["decoy"].cell = "0105"
    return Match.at(HUNT, data(None), state, loaded(1), log=True)


def test_an_observer_reads_the_log_under_numbers_of_its_own() -> None:
    def talks(u: U) -> Steps:
        for number in range(6):
            u.tell("T", "line {n}", to=list(Audience)[number % 4], n=number)
        return ()

    match = start(tiny([Run("talk"), Go("ask")], {"ask": asks(AXIS, "a")}, {"talk": talks}))
    lines = {o: [(line.number, line.text) for line in match.view(o).log] for o in Observer}
    assert lines[Observer.ALLIED] == [(0, "line 0"), (1, "line 1"), (2, "line 4"), (3, "line 5")]
    assert lines[Observer.AXIS] == [(0, "line 0"), (1, "line 2"), (2, "line 4")]
    assert lines[Observer.PUBLIC] == [(0, "line 0"), (1, "line 4")]
    assert lines[Observer.UMPIRE] == [(number, f"line {number}") for number in range(6)]


def test_after_the_end_everyone_sees_everything() -> None:
    match, dice = random_hunt(1), Dice.seeded(1)
    while match.pending:
        play_on(match, dice)
    whole = match.view(Observer.UMPIRE)
    for observer in Observer:
        view = match.view(observer)
        assert view.situation == whole.situation
        assert view.log == whole.log
        assert view.result == match.result
        assert (view.decision, view.undo, view.waiting) == (None, False, ())


def test_a_frame_is_sent_only_for_a_change_that_the_observer_can_see() -> None:
    match = at_a_look()
    feeds = {observer: Feed(observer) for observer in Observer}
    first = {observer: feed.update(match) for observer, feed in feeds.items()}
    assert all(frame is not None and frame.revision == 1 for frame in first.values())
    assert all(feed.update(match) is None for feed in feeds.values())
    match.act(ALLIED, Form(True))  # the Axis cannot see the convoy open its formation
    second = {observer: feed.update(match) for observer, feed in feeds.items()}
    assert {observer for observer, frame in second.items() if frame} == {Observer.ALLIED, Observer.UMPIRE}
    match.act(ALLIED, Pass())
    third = {observer: feed.update(match) for observer, feed in feeds.items()}
    assert {observer: frame.revision for observer, frame in third.items() if frame} == {
        Observer.ALLIED: 3,
        Observer.AXIS: 2,
        Observer.PUBLIC: 2,
        Observer.UMPIRE: 3,
    }


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Told("T", "{ship} is hit {n} times", {"ship": "u-1", "n": 2}), "U-1 is hit 2 times"),
        (Rolled("T", "u-1", "2d6", (4, 3), {"ace": 3, "calm": 0, "fog": -1}, 9), "U-1: 2d6 4+3 +3 ace −1 fog = 9"),
        (Rolled("T", "", "d6", (4,), {}, 4), "Roll: d6 4 = 4"),
        (Rolled("T", "u-1", "d6", (4,), {}, 4, "3 or less hits"), "U-1: d6 4 = 4 (3 or less hits)"),
        (Rolled("T", "u-1", "d6", (), {}, 4), "U-1: d6 hidden = 4"),
        (Rolled("T", "u-1", "d6", (4,), {}, None), "U-1: d6 4"),
        (Drew("T", "cup", 2, 5, ("a", "b")), "CUP: 2 of 5 drawn: A, B"),
        (Drew("T", "", 0, 5), "0 of 5 drawn: nothing"),
        (Revealed("T", ("u-1", "u-2")), "Identified: U-1, U-2"),
    ],
)
def test_every_event_has_words(event: Event, words: str) -> None:
    assert in_words(event, str.upper) == words


def test_an_event_without_words_is_a_mistake() -> None:
    class Whispered(Event, frozen=True):
        pass

    with pytest.raises(TypeError, match="no words for Whispered"):
        in_words(Whispered("T"), str)


def test_observers_sides_and_audiences_fit_together() -> None:
    assert [eyes_of(side).side for side in Side] == list(Side)
    assert Observer.PUBLIC.side is Observer.UMPIRE.side is None
    for audience in Audience:
        assert sorted((*audience.sides, *audience.others)) == sorted(Side)
        assert [side for side in Side if audience.includes(eyes_of(side))] == list(audience.sides)
        assert audience.includes(Observer.UMPIRE)
        assert audience.includes(Observer.PUBLIC) is (audience is Audience.EVERYONE)


def test_both_are_waited_for_while_both_decide() -> None:
    def plot(u: U) -> Rule[Steps]:
        yield from u.both(
            allied=u.ask(ALLIED, "T", Pick([Take("a")])),
            axis=u.ask(AXIS, "T", Pick([Take("b")])),
        )
        u.roll(D6, "T")
        u.end(OVER)
        return ()

    match = start(tiny([Go("plot")], {"plot": plot}))
    assert match.view(Observer.PUBLIC).waiting == ("allied", "axis")
    match.act(ALLIED, Take("a"))
    assert match.view(Observer.PUBLIC).waiting == ("axis",)
    match.act(AXIS, Take("b"))
    assert match.view(Observer.PUBLIC).waiting == ()
