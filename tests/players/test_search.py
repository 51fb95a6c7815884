"""Search: it finds better answers than those that it plays on with, says how sure it is, and never peeks."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from barents.kernel import registry
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.game import Game
from barents.kernel.match import Approach, Match
from barents.kernel.sides import Audience, Side, eyes_of
from barents.players import OUTLOOKS, Player, RandomPlayer, dice_of, is_searched, play_out, player
from barents.players import search as searching
from barents.players.rollouts import END, Effort, Outlook
from barents.players.search import Budget, Search, Thought, lead
from barents.server.matches.thinking import Thinkers, approach_of, decision_of, question
from tests.hunt import GAME as HUNT

RULES = ("H-3-plot", "H-5-searchers", "H-7-round", "H-7.3-break-off")


def outcome(_data: Any, state: Any, side: Side) -> float:
    """How a hunt ended: a draw is half a win."""
    result = state.result
    return 0.5 if result is None or result.winner is None else float(result.winner is side)


def outlook(answers: int, rollouts: int) -> Outlook:
    efforts = dict.fromkeys(RULES, Effort(answers, rollouts, END))
    return Outlook(value=outcome, turn=lambda state: state.turn, efforts=dict.fromkeys(Side, efforts))


def hunter(match: Match[Any, Any], answers: int = 4, rollouts: int = 16) -> Search:
    return Search(HUNT, match.data, RandomPlayer(), outlook(answers, rollouts))


def test_a_search_over_random_play_beats_it() -> None:
    """A raider that searches wins more hunts than one that does not, with the same dice."""
    won: dict[bool, Counter[Side | None]] = {True: Counter(), False: Counter()}
    for seed in range(18):
        for searches in won:
            match: Match[Any, Any] = Match.new(HUNT, "first-light", seed=seed, log=False)
            dice = {seat: Dice.seeded(seed, seat) for seat in Side}
            raider: Player = hunter(match, 6, 96) if searches else RandomPlayer()
            play_out(match, {Side.AXIS: raider, Side.ALLIED: RandomPlayer()}, dice)
            assert match.result is not None
            won[searches][match.result.winner] += 1
    by_search, by_chance = won[True], won[False]
    assert by_search[Side.AXIS] >= by_chance[Side.AXIS] + 5, won
    assert by_search[Side.AXIS] > by_search[Side.ALLIED], won


def thoughts(
    game: Game[Any, Any], scenario: str, seeds: int, look: Any, most: int = 4
) -> list[tuple[Thought, Thought]]:
    """At decisions that are worth a search: what one thinks in the true world, and in a twin that looks the same.

    `look(match, side)` is the searcher; the twin is imagined from what the side knows, and has dice of its own.
    """
    found = []
    for seed in range(seeds):
        options = msgspec.convert({"convoy_phase": "quick"} if game.name == "arctic_campaign" else {}, game.options)
        match: Match[Any, Any] = Match.new(game, scenario, seed=seed, options=options, log=False)
        dice, asked = Dice.seeded("game", seed), 0
        while match.pending and asked < most:
            side, decision = next(iter(match.pending.items()))
            searcher = look(match, side)
            if searcher.outlook.is_worth(decision) and decision.options.count() != 1:
                approach = match.approach(side)
                world = game.imagine(match.data, approach.known, eyes_of(side), Dice.seeded("twin", seed, asked))
                twin: Match[Any, Any] = Match.enter(game, match.data, world, approach, DiceBox.seeded("other", seed))
                if side in twin.pending and twin.pending[side].rule == decision.rule:
                    asked += 1
                    pair = [_thought(look(each, side), each, side) for each in (match, twin)]
                    found.append((pair[0], pair[1]))
            known = match.known(eyes_of(side))
            match.act(side, searcher.doctrine.choose(known, decision, dice))
    return found


def _thought(searcher: Search, match: Match[Any, Any], side: Side) -> Thought:
    known = match.known(eyes_of(side))
    return searcher.thought(match.approach(side), known, match.pending[side], Dice.seeded("thinking"))


class SeesTheTruth(Search):
    """A cheat: the worlds that it imagines are the true one."""

    def __init__(self, match: Match[Any, Any], honest: Search) -> None:
        truth = match.game.decoder.decode(match.step_opening)
        game = replace(honest.game, imagine=lambda *_: honest.game.clone(truth))
        super().__init__(game, match.data, honest.doctrine, honest.outlook)


class SeesTheDice(Search):
    """A cheat: it asks the umpire's dice what will fall."""

    def __init__(self, match: Match[Any, Any], honest: Search) -> None:
        super().__init__(honest.game, match.data, honest.doctrine, honest.outlook)
        self._match = match

    def thought(self, approach: Approach[Any], known: Any, decision: Decision[Any], dice: Dice) -> Thought:
        stream = self._match.box[Audience.EVERYONE]
        to_come = stream.peek(stream.offset, stream.offset + 4)
        return super().thought(approach, known, decision, Dice.seeded(to_come))


def test_worlds_that_look_alike_are_answered_alike() -> None:
    pairs = thoughts(HUNT, "first-light", 4, lambda match, side: hunter(match))
    assert sum(bool(thought.rollouts) for thought, _ in pairs) > 8
    assert all(thought == twin for thought, twin in pairs)


@pytest.mark.parametrize("cheat", [SeesTheTruth, SeesTheDice])
def test_who_peeks_is_found_out(cheat: Any) -> None:
    pairs = thoughts(HUNT, "first-light", 4, lambda match, side: cheat(match, hunter(match)))
    assert any(thought != twin for thought, twin in pairs)


@pytest.mark.parametrize(
    ("game", "scenario", "games"),
    [
        ("north_cape", "unternehmen-sportpalast", 1),
        ("nordkapp", "unternehmen-sportpalast", 4),
        ("arctic_disaster", "historical", 1),
        ("operations", "qp-11-teaching", 2),
        ("arctic_campaign", "campaign", 1),
    ],
)
def test_an_admiral_thinks_the_same_of_worlds_that_look_alike(game: str, scenario: str, games: int) -> None:
    """A search in earnest, made short: few answers, to the end of the turn."""
    rules = registry.find(game)

    def admiral(match: Match[Any, Any], _side: Side) -> Search:
        made = player("admiral", game, match.data, Budget(times=0.01))
        assert isinstance(made, Search)
        efforts = {side: dict.fromkeys(made.outlook.efforts[side], Effort(3, 6, 1)) for side in Side}
        made.outlook = replace(made.outlook, efforts=efforts)
        return made

    pairs = thoughts(rules, scenario, games, admiral, most=3)
    assert [thought for thought, _ in pairs] == [twin for _, twin in pairs]
    assert any(thought.rollouts for thought, _ in pairs)


def test_how_sure_one_is_comes_from_the_same_worlds() -> None:
    assert lead([0.2] * 8)[1] > 0.95
    assert lead([0.2, -0.2] * 8)[1] == 0.5
    assert 0.5 < lead([0.3, -0.1, 0.2, -0.2])[1] < 0.85
    assert lead([0.2])[1] < 0.85, "one world proves nothing"


def test_a_departure_from_doctrine_is_a_sure_one_and_is_not_made_by_chance() -> None:
    departed = []
    match: Match[Any, Any] = Match.new(HUNT, "first-light", seed=0, log=False)
    dice = Dice.seeded("game", 0)
    while match.pending:
        side, decision = next(iter(match.pending.items()))
        if decision.rule in RULES and decision.options.count() != 1:
            known, approach = match.known(eyes_of(side)), match.approach(side)
            thought = hunter(match, 6, 40).thought(approach, known, decision, Dice.seeded(0))
            if thought.answer != thought.doctrine:
                departed.append(thought)
                assert thought.worth[str(thought.answer)] > thought.worth[str(thought.doctrine)]
                assert thought.sure >= searching.SURE
                assert thought.gain > 0
            else:
                assert thought.sure > 1 - searching.SURE
        match.act(side, RandomPlayer().choose(None, decision, dice))
    assert departed


def test_a_search_out_of_time_keeps_to_doctrine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands at the deadline as soon as the first rollout asks."""
    match: Match[Any, Any] = Match.new(HUNT, "first-light", seed=1, log=False)
    while next(iter(match.pending.values())).rule not in RULES:
        side, decision = next(iter(match.pending.items()))
        match.act(side, RandomPlayer().choose(None, decision, Dice.seeded(1)))
    side, decision = next(iter(match.pending.items()))
    hurried = Search(HUNT, match.data, RandomPlayer(), outlook(5, 20), Budget(milliseconds=5))
    calm = Search(HUNT, match.data, RandomPlayer(), outlook(5, 20), Budget(milliseconds=600_000))
    known, approach = match.known(eyes_of(side)), match.approach(side)
    assert calm.thought(approach, known, decision, Dice.seeded(2)).rollouts > 10
    monkeypatch.setattr("barents.players.rollouts.perf_counter", lambda: float("inf"))
    thought = hurried.thought(approach, known, decision, Dice.seeded(2))
    assert thought.answer == thought.doctrine
    assert thought.rollouts == 0


def _at_a_search(game: str, scenario: str) -> tuple[Match[Any, Any], Side]:
    """The first decision of a scenario that an admiral searches."""
    match: Match[Any, Any] = Match.new(game, scenario, seed=3)
    captain = player("captain", game, match.data)
    while True:
        side, decision = next(iter(match.pending.items()))
        if is_searched("admiral", game, decision) and decision.options.count() != 1:
            return match, side
        match.act(side, captain.choose(match.known(eyes_of(side)), decision, dice_of(match, side)))


def test_what_is_sent_to_a_process_is_enough_for_a_search() -> None:
    match, side = _at_a_search("north_cape", "unternehmen-sportpalast")
    asked = question(match, side, "admiral")
    assert asked.way is not None
    assert question(match, side, "captain").way is None
    admiral = player("admiral", "north_cape", match.data, Budget(times=0.1))
    assert isinstance(admiral, Search)
    game, approach = match.game, approach_of(asked.way, match.game)
    assert approach == match.approach(side)
    known, decision = game.decoder.decode(asked.known), decision_of(asked, game, match.data)
    thought = admiral.thought(approach, known, decision, Dice.seeded(1))
    assert thought.rollouts
    assert match.pending[side].refusal(thought.answer) is None


def test_an_admiral_thinks_in_a_process_of_its_own_and_nobody_waits() -> None:
    match, side = _at_a_search("north_cape", "unternehmen-sportpalast")

    async def run() -> tuple[str, int]:
        thinkers = Thinkers(1, 1, 60.0)
        await thinkers.start()
        try:
            task = asyncio.create_task(thinkers.choose(question(match, side, "admiral"), dice_of(match, side)))
            turns = 0
            while not task.done():
                await asyncio.sleep(0.01)
                turns += 1
            return task.result(), turns
        finally:
            thinkers.close()

    text, turns = asyncio.run(run())
    assert match.pending[side].refusal(match.game.notation.parse(text)) is None
    assert turns > 5, "the loop went round while the admiral thought"


def test_every_game_has_questions_for_its_admirals() -> None:
    for game in ("north_cape", "nordkapp", "arctic_disaster", "operations", "arctic_campaign"):
        efforts = OUTLOOKS[game].efforts
        assert all(efforts[side] for side in Side), game
        for effort in (effort for side in Side for effort in efforts[side].values()):
            assert effort.answers > 1
            assert effort.rollouts >= effort.answers
            assert effort.turns
