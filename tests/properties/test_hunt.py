"""What must hold in every game, on random play of The Hunt."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from barents.kernel import registry
from barents.kernel.actions import Action
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.match import Match
from barents.kernel.record import RecordError, decode
from barents.kernel.replay import verify
from barents.kernel.sides import Audience, Side, eyes_of
from tests.hunt import GAME
from tests.kernel.fingerprint import Fingerprint, asked, fingerprint
from tests.properties.hunts import Hunt, Plan, act, digest, plans

ROOT = Path(__file__).parents[2]
FEWER = settings(max_examples=max(settings().max_examples // 3, 1))


@pytest.fixture(autouse=True, scope="module")
def hunt() -> None:
    """Let records find the game."""
    registry.plug_in(GAME)


def unentered(match: Hunt) -> Fingerprint:
    """A match without its list of entries, where undo is written down."""
    return fingerprint(match)._replace(entries=[])


@given(plans)
def test_replay_gives_the_same_bytes(plan: Plan) -> None:
    match = plan.play()
    record = decode(match.record.encode())
    again = Match.replay(record)
    assert fingerprint(again) == fingerprint(match)
    assert again.record.encode() == record.encode()
    assert verify(record).entries == len(match.entries)


def test_every_process_plays_the_same_game() -> None:
    """Whatever order sets happen to have in it."""
    seeds = ("1", "2", "3")
    expected = "\n".join(digest(int(seed)) for seed in seeds)
    for hash_seed in ("0", "1", "2"):
        run = subprocess.run(
            [sys.executable, "-m", "tests.properties.hunts", *seeds],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": "src"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (run.stdout.strip(), run.stderr) == (expected, "")


@FEWER
@given(plans)
def test_saving_and_loading_at_every_decision_changes_nothing(plan: Plan) -> None:
    """One match is played straight on; the other is saved and loaded before each choice."""
    straight, match = plan.begin(), plan.begin()
    dice, same = Dice.seeded(plan.seed), Dice.seeded(plan.seed)
    for _ in range(plan.choices):
        match = Match.replay(decode(match.record.encode()))
        assert fingerprint(match) == fingerprint(straight)
        if match.pending:
            act(straight, max(straight.pending), dice, undoing=plan.undoing)
            act(match, max(match.pending), same, undoing=plan.undoing)


@given(plans, st.integers(0, 99))
def test_a_fork_never_touches_its_parent(plan: Plan, seed: int) -> None:
    match = plan.play()
    before, coming = fingerprint(match), peeked(match)
    fork = match.fork(DiceBox.seeded("fork", seed))
    assert GAME.encoder.encode(fork.state) == before.state
    assert fingerprint(fork).pending == before.pending
    own = peeked(fork)
    assert all(own[audience] != coming[audience] for audience in Audience), "it would see the dice to come"
    dice = Dice.seeded(seed)
    for _ in range(30):
        if fork.pending:
            act(fork, dice.choice(sorted(fork.pending)), dice)
    assert fingerprint(match) == before
    assert peeked(match) == coming


def peeked(match: Hunt) -> dict[Audience, bytes]:
    """The next bytes of each stream."""
    streams = {audience: match.box[audience] for audience in Audience}
    return {audience: stream.peek(stream.offset, stream.offset + 16) for audience, stream in streams.items()}


@given(plans)
def test_undo_and_the_same_choices_equal_never_having_undone(plan: Plan) -> None:
    match = plan._replace(undoing=False).play()
    before = unentered(match)
    for side in Side:
        taken: list[Action] = []
        while match.can_undo(side) and len(taken) < 6:
            taken.append(next(action for other, action in reversed(match.choices) if other is side))
            match.undo(side)
        for action in reversed(taken):
            match.act(side, action)
        assert unentered(match) == before


@FEWER
@given(plans)
def test_undo_goes_back_to_what_was_before_the_choice(plan: Plan) -> None:
    plan = plan._replace(undoing=False)
    match = plan.begin()
    positions: list[Fingerprint] = []
    for side in plan.playing(match):
        positions.append(unentered(match))
        if match.can_undo(side):
            action = match.choices[-1][1]
            match.undo(side)
            assert unentered(match) == positions[-2]
            match.act(side, action)
            assert unentered(match) == positions[-1]


@given(plans, st.data())
def test_every_interleaving_of_both_sides_plots_gives_the_same(plan: Plan, data: st.DataObject) -> None:
    match = plan.play()
    dice = Dice.seeded(plan.seed)
    while match.pending and len(match.pending) < 2:
        act(match, next(iter(match.pending)), dice)
    if not match.pending:
        return
    answers = {side: match.pending[side].options.sample(dice) for side in Side}
    others = {side: match.pending[side].options.sample(dice) for side in Side}
    ends = []
    for first in Side:
        twin = Match.replay(match.record)
        twin.act(first, answers[first])
        twin.act(first.enemy, answers[first.enemy])
        ends.append(unentered(twin))
    changed = Match.replay(match.record)
    changed.act(Side.AXIS, others[Side.AXIS])
    changed.undo(Side.AXIS)
    for side in data.draw(st.permutations(list(Side))):
        changed.act(side, answers[side])
    assert ends[0] == ends[1] == unentered(changed)


@FEWER
@given(plans, st.integers(0, 99))
def test_an_imagined_world_is_entered_at_the_decision_that_is_asked(plan: Plan, seed: int) -> None:
    match = plan.begin()
    for side in plan.playing(match):
        approach = match.approach(side)
        world = GAME.imagine(match.data, approach.known, eyes_of(side), Dice.seeded(seed))
        entered = Match.enter(GAME, match.data, world, approach, DiceBox.seeded(seed))
        assert asked(entered.pending[side]) == asked(match.pending[side])


@given(plans)
def test_no_piece_is_lost_or_made(plan: Plan) -> None:
    match = plan.begin()
    rows, cells = match.data.rows, set(match.data.grid.cells) - set(match.data.sea.land)
    gone: set[str] = set()
    for _ in plan.playing(match):
        state = match.state
        assert list(state.ships) == list(state.damage) == list(rows)
        away = {name for name, ship in state.ships.items() if not ship.cell}
        assert {ship.cell for ship in state.ships.values() if ship.cell} <= cells
        identified = state.notebook[Side.ALLIED].identified
        for name in away:
            assert state.damage[name] >= rows[name].hull
            assert name != "decoy" or name in identified
        assert plan.undoing or gone <= away, "a ship came back"
        assert all(0 <= hits <= max(rows[name].hull, 0) for name, hits in state.damage.items())
        gone = away


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(plans, st.data())
def test_any_byte_changed_in_a_record_is_refused(plan: Plan, data: st.DataObject) -> None:
    content = plan.play().record.encode()
    for _ in range(20):
        place = data.draw(st.integers(0, len(content) - 1))
        damaged = bytearray(content)
        damaged[place] ^= data.draw(st.integers(1, 255))
        with pytest.raises(RecordError):
            decode(bytes(damaged))
    with pytest.raises(RecordError):
        decode(content[: data.draw(st.integers(0, len(content) - 1))])


def test_a_whole_game_needs_every_kind_of_decision() -> None:
    """Random play reaches every rule that asks: what holds on it holds on all of them."""
    rules: set[str] = set()
    for seed in range(20):
        plan = Plan(seed)
        match = plan.begin()
        for side in plan.playing(match):
            rules.add(match.pending[side].rule)
        assert match.result is not None
    assert rules == {"H-5.2-lookouts", "H-3-plot", "H-5-searchers", "H-6-ambush", "H-7-round", "H-7.3-break-off"}
