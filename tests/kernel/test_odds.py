"""Odds by running a rule with every face of its dice: exact, and without a trace."""

import pytest

from barents.kernel.actions import Decline
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import D6, D10, Die
from barents.kernel.game import Sighting
from barents.kernel.match import Match
from barents.kernel.odds import Spread, TooManyEnds, every_end
from barents.kernel.sides import NOBODY, Side, eyes_of
from barents.kernel.umpire import Rule, RuleError
from tests.hunt import GAME
from tests.kernel.tiny import State, Take, U


def blank() -> State:
    return State(agenda=[])


def test_every_face_of_every_die_is_counted_also_where_one_die_leads_to_another() -> None:
    def rule(u: U) -> str:
        if u.roll(D6, "first") < 6:
            return "nothing"
        return "much" if u.roll(D10, "second", modifiers={"luck": 1}) > 9 else "little"

    found = every_end(None, blank(), rule)
    assert found.chances == pytest.approx({"nothing": 5 / 6, "little": 8 / 60, "much": 2 / 60})
    assert found.chance(lambda end: end != "nothing") == pytest.approx(1 / 6)


@pytest.mark.parametrize("alike", [False, True])
def test_dice_thrown_together_and_draws_come_out_the_same_told_apart_or_not(alike: bool) -> None:
    def rule(u: U) -> tuple[int, bool]:
        sixes = u.roll(3 * D6, "hits").faces.count(6)
        return sixes, "decoy" in u.draw(["raider", "decoy", "tanker"], 2, "which")

    found = every_end(None, blank(), rule, alike=alike)
    chances = enumerate([125 / 216, 75 / 216, 15 / 216, 1 / 216])
    drawn = {True: 2 / 3, False: 1 / 3}
    expected = {(sixes, decoy): one * other for sixes, one in chances for decoy, other in drawn.items()}
    assert found.chances == pytest.approx(expected)


def test_a_rule_may_change_and_tell_what_it_likes_and_nothing_remains() -> None:
    def rule(u: U) -> tuple[str, ...]:
        u.state.done.append(str(int(u.roll(D6, "secret", to=NOBODY))))
        u.tell("rule", "a word", sighting=Sighting("0101", "a ship", "", 1), note=("fact", 1))
        u.reveal(["raider"], "rule", to=Side.ALLIED)
        return tuple(u.state.done)

    state = blank()
    found = every_end(None, state, rule)
    assert found.chances == {(str(face),): 1 / 6 for face in range(1, 7)}
    assert state == blank()


def test_questions_are_answered_by_whoever_has_the_answers() -> None:
    def side(u: U, who: Side) -> Rule[str]:
        return (yield from u.ask(who, "T-1", Pick([Take("a"), Take("b")]))).what

    def rule(u: U) -> Rule[str]:
        allied, axis = yield from u.both(side(u, Side.ALLIED), side(u, Side.AXIS))
        window = yield from u.window(Side.AXIS, "T-2", Pick([Take("c")]))
        return f"{allied}{axis}{window}{'!' if u.roll(D6, 'T-3') > 3 else ''}"

    def answers(decision: Decision[Take]) -> Take | Decline:
        return Decline() if decision.window else Take("a" if decision.side is Side.ALLIED else "b")

    assert every_end(None, blank(), rule, answers=answers).chances == {"abNone": 0.5, "abNone!": 0.5}
    with pytest.raises(RuleError, match="T-1 asks allied"):
        every_end(None, blank(), rule)


def test_what_has_too_many_ends_says_so() -> None:
    with pytest.raises(TooManyEnds, match="more than 999 ends"):
        every_end(None, blank(), lambda u: int(u.roll(Die(10, 3), "T-1")), most=999)
    assert len(every_end(None, blank(), lambda u: int(u.roll(Die(10, 3), "T-1")), most=1000).chances) == 28


def test_links_of_a_chain_are_joined_and_equal_ends_drawn_together() -> None:
    hit = every_end(None, blank(), lambda u: int(u.roll(D10, "T-1") <= 3))
    asked = list[int]()

    def again(hits: int) -> Spread[int]:
        asked.append(hits)
        return hit.by(lambda more: hits + more)

    assert hit.then(again).then(again).chances == pytest.approx({0: 0.343, 1: 0.441, 2: 0.189, 3: 0.027})
    assert sorted(asked) == [0, 0, 1, 1, 2], "each link once for every end so far"
    assert hit.then(again).mean(float) == pytest.approx(0.6)


def test_what_may_be_thrown_again_for_ever_is_settled() -> None:
    """A one or a two is thrown again, after a two with one less: then only a one is, and a two is a miss."""

    def once(again: str) -> Spread[str]:
        def rule(u: U) -> str:
            face = u.roll(D10, "T-1", modifiers={"again": -1 if again == "worse" else 0})
            return {0: "open", 1: "open", 2: "worse"}.get(int(face), "hit" if face > 5 else "miss")

        return every_end(None, blank(), rule)

    found = Spread.sure("open").until(lambda end: end in ("hit", "miss"), once)
    # x = 5/10 + x/10 + y/10 and y = 4/10 + 2x/10 + y/10, where x and y are the chances of a hit from both
    assert found.chance(lambda end: end == "hit") == pytest.approx(49 / 79, abs=1e-8)
    assert sum(found.chances.values()) == pytest.approx(1)


def test_a_view_with_odds_disturbs_neither_dice_nor_log_nor_state() -> None:
    """A look at a contact in The Hunt, whose odds come from running its rule."""
    match = Match.new(GAME, "first-light", seed=3)
    while "H-5-searchers/look" not in {d.question.id for d in match.pending.values() if d.question}:
        side = next(iter(match.pending))
        match.act(side, match.pending[side].options.sample(match.box[NOBODY]))
    before, offsets = match.game.encoder.encode(match.state), dict(match.box.offsets)
    lines = len(match.log or ())
    decision = match.view(eyes_of(Side.ALLIED)).decision
    assert decision is not None
    assert decision.odds
    assert all(0 <= odds.chance <= 1 and odds.modifiers for odds in decision.odds.values())
    assert (match.game.encoder.encode(match.state), dict(match.box.offsets)) == (before, offsets)
    assert len(match.log or ()) == lines
