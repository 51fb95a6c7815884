"""Levels of players: random, cadet, captain, admiral."""

from __future__ import annotations

from typing import Any

import pytest

from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import RandomPlayer, answer_of, known_names, play_out, player, player_names
from barents.players.search import Search
from barents.server.cards import PLAYERS, game_card, player_title

SHORTEST = {
    "north_cape": "unternehmen-sportpalast",
    "nordkapp": "unternehmen-sportpalast",
    "arctic_disaster": "historical",
    "operations": "qp-11-teaching",
    "arctic_campaign": "campaign",
}


@pytest.mark.parametrize("game", SHORTEST)
def test_every_game_has_all_levels_by_their_ranks(game: str) -> None:
    assert player_names(game) == ["random", "cadet", "captain", "admiral"]
    ranks = [card.title for card in game_card(game, None).players]
    assert ranks == ["Admiral", "Captain", "Cadet", "Midshipman"], "the best comes first"
    assert all(PLAYERS[name].about for name in player_names(game))


def test_the_captain_is_also_called_doctrine_but_not_twice_in_lists() -> None:
    match: Match[Any, Any] = Match.new("nordkapp", "unternehmen-sportpalast", seed=1)
    captain, doctrine = (player(name, "nordkapp", match.data) for name in ("captain", "doctrine"))
    assert type(captain) is type(doctrine)
    assert not isinstance(captain, Search)
    assert "doctrine" in known_names("nordkapp")
    assert "doctrine" not in player_names("nordkapp")
    assert player_title("doctrine") == player_title("captain") == "Captain"
    with pytest.raises(LookupError, match="there is no player 'commodore': there are random, cadet, captain, admiral"):
        player("commodore", "nordkapp", match.data)
    with pytest.raises(LookupError, match="there is no player 'doctrine': there are random"):
        player("doctrine", "chess")


@pytest.mark.parametrize("game", SHORTEST)
def test_a_cadet_slips_now_and_then_and_never_breaks_a_rule(game: str) -> None:
    match: Match[Any, Any] = Match.new(game, SHORTEST[game], seed=5, log=False)
    cadet, captain = (player(name, game, match.data) for name in ("cadet", "captain"))
    slips = asked = 0
    for number in range(150):
        side, decision = next(iter(match.pending.items()))
        known = match.known(eyes_of(side))
        answer = cadet.choose(known, decision, Dice.seeded(number))
        assert decision.refusal(answer) is None
        if decision.options.count() != 1:
            asked += 1
            slips += answer != captain.choose(known, decision, Dice.seeded(number))
        match.act(side, answer)
    assert asked > 40
    assert 0.01 < slips / asked < 0.65


@pytest.mark.parametrize(("game", "side"), [("nordkapp", Side.AXIS), ("arctic_disaster", Side.ALLIED)])
def test_a_cadet_beats_who_knows_nothing(game: str, side: Side) -> None:
    for seed in range(3):
        match: Match[Any, Any] = Match.new(game, SHORTEST[game], seed=seed, log=False)
        players = {side: player("cadet", game, match.data), side.enemy: RandomPlayer()}
        play_out(match, players, {seat: Dice.seeded(seed, seat.value) for seat in Side})
        assert match.result is not None
        assert match.result.winner is side


def test_an_admiral_plays_by_doctrine_where_no_search_is_worth_it() -> None:
    match: Match[Any, Any] = Match.new("north_cape", "unternehmen-sportpalast", seed=2, log=False)
    admiral = player("admiral", "north_cape", match.data)
    assert isinstance(admiral, Search)
    followed = 0
    while followed < 40:
        side, decision = next(iter(match.pending.items()))
        known = match.known(eyes_of(side))
        answer = admiral.doctrine.choose(known, decision, Dice.seeded(followed))
        if not admiral.outlook.is_worth(decision):
            followed += 1
            assert answer_of(admiral, match, side, Dice.seeded(followed)) == answer
        match.act(side, answer)
