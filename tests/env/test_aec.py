"""Every game as an environment of PettingZoo, by PettingZoo's own tests; and that no array tells a secret."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from barents.env import aec
from barents.env.aec_env import ScenarioEnv
from barents.env.factoring import WIDTH, Factoring
from barents.env.observations import PIECES, Observations
from barents.env.play import Play, Setting
from barents.kernel import registry
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from tests.env.scenarios import SHORT

CYCLES = 40


def made(game: str, **more: Any) -> Any:
    scenario, options = SHORT[game]
    return aec(game, scenario, **options, **more)


@pytest.fixture
def advice_is_no_error() -> Iterator[None]:
    """PettingZoo advises by warnings: it would rather have numbered agents, and arrays without masks."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def play_some(env: Any, dice: Dice, most: int) -> Iterator[str]:
    """Small actions at random, and after each whose turn it is."""
    for _ in range(most):
        agent = env.agent_selection
        if env.unwrapped.play.acting is None:
            return
        env.step(dice.below(int(env.observe(agent)["action_mask"].sum())))
        yield env.agent_selection


@pytest.mark.usefixtures("advice_is_no_error")
@pytest.mark.parametrize("game", SHORT)
def test_it_passes_the_tests_of_pettingzoo(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(made(game), num_cycles=CYCLES)
    api_test(made(game, most=30), num_cycles=CYCLES)
    seed_test(lambda: made(game), num_cycles=CYCLES)
    render_test(lambda render_mode=None: made(game, render_mode=render_mode))
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "scenario"), [("north_cape", "first-voyage"), ("nordkapp", "first-plot")])
def test_a_whole_game_ends_with_what_it_was_worth(game: str, scenario: str) -> None:
    env = aec(game, scenario)
    env.reset(seed=4)
    for _ in play_some(env, Dice.seeded(game), 20_000):
        pass
    result = env.unwrapped.play.result
    assert result is not None
    worth = {side.value: 0.0 if result.winner is None else 1.0 if side is result.winner else -1.0 for side in Side}
    assert env.rewards == worth
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    for _ in Side:
        env.step(None)
    assert env.agents == []


def test_solitaire_has_one_agent() -> None:
    env = aec("north_cape", "unternehmen-sportpalast", solitaire=True)
    assert env.possible_agents == ["axis"]


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(LookupError, match="North Cape has no option 'radar': there are aces"):
        aec("north_cape", "first-voyage", radar=True)
    with pytest.raises(LookupError, match=r"no options of North Cape: Expected `bool`, got `str` - at `\$\.aces`"):
        aec("north_cape", "first-voyage", aces="many")
    with pytest.raises(LookupError, match="has no scenario 'last-voyage': there are"):
        aec("north_cape", "last-voyage")
    with pytest.raises(LookupError, match="there is no render mode 'rgb_array': there are human and ansi"):
        aec("north_cape", "first-voyage", render_mode="rgb_array")
    env = made("nordkapp")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=f"there is no small action {WIDTH - 1} here: there are "):
        env.step(WIDTH - 1)


def test_games_without_a_seed_are_not_the_same() -> None:
    env = made("north_cape")
    secrets = set()
    for _ in range(3):
        env.reset()
        secrets.add(env.unwrapped.play.match.terms.secret)
    assert len(secrets) == 3


@pytest.mark.parametrize("game", SHORT)
def test_the_array_is_what_its_layout_says(game: str) -> None:
    env = made(game)
    env.reset(seed=3)
    inner: ScenarioEnv = env.unwrapped
    observations = inner.observations
    ends = [0, *(block.end for block in observations.layout.values())]
    assert [block.start for block in observations.layout.values()] == ends[:-1]
    assert ends[-1] == observations.length
    for agent in play_some(env, Dice.seeded("layout"), 60):
        array, seen = env.observe(agent)["observation"], inner.seen(agent)
        pieces = observations.block(array, "pieces")
        assert int(pieces[:, 0].sum()) == min(PIECES, len(seen.situation.pieces))
        assert int(observations.block(array, "parts")[:, 0].sum()) == len(seen.parts)
        question = observations.block(array, "question")[0]
        assert question.sum() == 1.0
        asked = inner.play.match.pending[Side(agent)].question
        assert asked is None or observations.questions[int(question.argmax())] == asked.id
        other = observations.block(env.observe(Side(agent).enemy.value)["observation"], "parts")
        assert not other.any(), "who is not asked has nothing to choose from"
        assert msgspec.json.decode(msgspec.json.encode(seen))["parts"] == list(seen.parts)


@pytest.mark.parametrize("game", SHORT)
def test_in_twin_worlds_an_agent_sees_the_same(game: str) -> None:
    """In a world that its side cannot tell from the true one, an agent is shown the same, byte for byte."""
    scenario, options = SHORT[game]
    setting = Setting(game, scenario, options)
    play, dice = setting.begin("twins"), Dice.seeded("twins", game)
    compared = differing = 0
    for number in range(300):
        if play.acting is None or play.factoring is None:
            break
        if number % 6 == 0:
            twin = twin_of(setting, play, play.acting, dice)
            mine, other = play.observed(play.acting), twin.observed(play.acting)
            blocks = setting.observations.layout
            assert [name for name in blocks if not same(setting.observations, name, mine, other)] == []
            assert play.seen(play.acting) == twin.seen(play.acting)
            enemy = play.acting.enemy
            known = play.match.known(eyes_of(enemy))
            world = setting.game.imagine(setting.data, known, eyes_of(enemy), dice)
            again = setting.game.known(setting.data, world, eyes_of(enemy))
            assert np.array_equal(play.observed(enemy), setting.observations.situation(again, enemy).array)
            compared += 1
            truth, another = (
                setting.observations.situation(each.match.state, play.acting).array for each in (play, twin)
            )
            differing += not np.array_equal(truth, another)
        play.take(dice.below(len(play.factoring.parts)))
    assert compared > 10
    assert differing, "no twin was another world, so nothing was compared"


def same(observations: Observations, name: str, one: Any, other: Any) -> bool:
    return np.array_equal(observations.block(one, name), observations.block(other, name))


def twin_of(setting: Setting, play: Play, side: Side, dice: Dice) -> Play:
    """The same decision in an imagined world, with the same parts taken."""
    approach = play.match.approach(side)
    world = setting.game.imagine(setting.data, approach.known, eyes_of(side), dice)
    box = DiceBox.seeded("twin", dice.below(1 << 30))
    match: Match[Any, Any] = Match.enter(setting.game, setting.data, world, approach, box)
    twin = Play(setting, match, "twin")
    twin.acting, twin.factoring = side, Factoring(match.pending[side])
    assert play.factoring is not None
    for number in play.factoring.numbers:
        twin.factoring.take(number)
    return twin


@pytest.mark.parametrize("game", SHORT)
def test_a_copy_goes_on_just_the_same_and_apart(game: str) -> None:
    scenario, options = SHORT[game]
    play, dice = Setting(game, scenario, options).begin("copies"), Dice.seeded("copies")
    for _ in range(120):
        if play.factoring is None:
            break
        number = dice.below(len(play.factoring.parts))
        before = play.setting.game.encoder.encode(play.match.state)
        copy = play.copy()
        copy.take(number)
        assert play.setting.game.encoder.encode(play.match.state) == before
        play.take(number)
        assert play.setting.game.encoder.encode(copy.match.state) == play.setting.game.encoder.encode(play.match.state)
        assert copy.acting is play.acting


def test_every_scenario_of_every_game_begins() -> None:
    for game in registry.games():
        if game.name in SHORT:
            for scenario in game.scenarios(game.data(None)):
                env = aec(game.name, scenario.name)
                env.reset(seed=1)
                assert env.observation_space(env.agent_selection).contains(env.observe(env.agent_selection))
