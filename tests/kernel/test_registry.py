"""Which games there are: announced by installed packages, or plugged in."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Any

import pytest

from barents.kernel import plugins, registry
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.plugins import PlugIns
from tests.hunt import GAME as HUNT
from tests.kernel.tiny import Run, tiny

Plug = Callable[[Game[Any, Any]], None]


@pytest.fixture
def announce(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Let installed packages announce some games, given as name=module:attribute, for one test."""

    def announced(**games: str) -> None:
        points = [EntryPoint(name, where, "barents.games") for name, where in games.items()]
        monkeypatch.setattr(plugins, "entry_points", lambda group: EntryPoints(points).select(group=group))
        monkeypatch.setattr(registry, "GAMES", PlugIns(plugins.GAMES))
        plugins._announced.cache_clear()

    yield announced
    plugins._announced.cache_clear()


def test_a_game_is_found_by_its_name_and_a_match_begun_with_it(plug: Plug) -> None:
    plug(HUNT)
    assert registry.find("hunt") is HUNT
    assert "hunt" in registry.names()
    match: Match[Any, Any] = Match.new("hunt", "fog-bank", seed=1)
    assert match.game is HUNT


def test_a_game_plugged_in_later_takes_the_place_of_one_of_its_name(plug: Plug) -> None:
    plug(HUNT)
    other = tiny([Run("end")], {}, name="hunt")
    plug(other)
    assert registry.find("hunt") is other
    assert registry.names().count("hunt") == 1


def test_a_game_that_a_package_announces_is_loaded_when_it_is_asked_for(
    plug: Plug, announce: Callable[..., None]
) -> None:
    announce(later="tests.no_such_module:GAME", alone="tests.hunt:GAME")
    assert registry.names() == ["alone", "later"]
    assert registry.find("alone") is HUNT
    with pytest.raises(ModuleNotFoundError):
        registry.find("later")
    plug(HUNT)
    assert registry.names() == ["alone", "hunt", "later"]


def test_a_game_that_cannot_be_loaded_does_not_keep_the_others_away(
    announce: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(plugins._by_hand, plugins.GAMES, {})
    announce(broken="tests.no_such_module:GAME", alone="tests.hunt:GAME")
    with pytest.warns(UserWarning, match="the game 'broken' cannot be loaded"):
        assert registry.games() == [HUNT]


def test_games_stand_in_the_order_that_they_ask_for(plug: Plug, announce: Callable[..., None]) -> None:
    announce()
    for name, order in (("b", 100), ("a", 100), ("z", 1)):
        plug(replace(tiny([], {}, name=name), order=order))
    assert [game.name for game in registry.games()] == ["z", "a", "b"]
    announce(**{point.name: point.value for point in entry_points(group="barents.games")})
    assert next(game for game in registry.games() if game.name not in "abz").name == "north_cape"


def test_what_is_no_game_is_refused_with_those_there_are(plug: Plug, announce: Callable[..., None]) -> None:
    announce()
    with pytest.raises(LookupError, match="there is no game 'chess': there are none yet"):
        registry.find("chess")
    plug(HUNT)
    plug(tiny([], {}, name="campaign"))
    with pytest.raises(LookupError, match="there is no game 'chess': there are campaign, hunt"):
        registry.find("chess")


def test_a_module_is_plugged_in_by_its_name(plug: Plug) -> None:
    registry.plug_in_module("tests.hunt")
    assert registry.find("hunt") is HUNT
    with pytest.raises(LookupError, match=r"'tests\.no_such_module' is no module that could be plugged in: No module"):
        registry.plug_in_module("tests.no_such_module")
    with pytest.raises(LookupError, match=r"'tests\.conftest' brings nothing: .* has a GAME, MAPS, DOCTRINE"):
        registry.plug_in_module("tests.conftest")
