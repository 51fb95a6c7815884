"""A match under way: faults leave no trace, undo goes just so far, both sides can end it."""

from collections.abc import Callable

import pytest

from barents.kernel.actions import Decline
from barents.kernel.decisions import Pick, Refused
from barents.kernel.dice import D6
from barents.kernel.game import Game, NoOptions, Result
from barents.kernel.match import Control, Match, NotAsked, RuleFault
from barents.kernel.sides import Audience, Observer, Side
from barents.kernel.umpire import Rule
from barents.testing.fingerprint import Fingerprint, fingerprint
from tests.hunt import GAME as HUNT
from tests.hunt.state import Options as HuntOptions
from tests.kernel.tiny import (
    Asking,
    Go,
    Plain,
    Run,
    State,
    Steps,
    Take,
    TinyMatch,
    U,
    asks,
    both_ask_twice,
    breaks,
    rolls,
    rolls_then_asks,
    start,
    tiny,
)
from tests.loaded import loaded

ALLIED, AXIS = Side.ALLIED, Side.AXIS


def position(match: TinyMatch) -> Fingerprint:
    """The match without what was entered so far: undo is written down, but changes nothing else."""
    return fingerprint(match)._replace(entries=[])


# Faults


def fails(side: Side) -> Asking:
    """A step that does everything a step can and fails if it is answered with `bad`."""

    def procedure(u: U) -> Rule[Steps]:
        answer = yield from u.ask(side, "T-fault", Pick([Take("good"), Take("bad")]))
        u.state.done.append(answer.what)
        u.roll(D6, "T-roll")
        u.roll(D6, "T-roll", to=Audience.AXIS)
        u.draw("abc", 2, "T-draw")
        u.reveal(["p"], "T-reveal", to=side.enemy)
        u.tell("T-tell", "told", note=("n", 1))
        if answer.what == "bad":
            u.close_chapter()
            raise ZeroDivisionError("a rule went wrong")
        return ()

    return procedure


def fails_later(side: Side, *, chapter: bool = False) -> Asking:
    """A step that pushes steps, the third of which fails, if it is answered with `bad`."""

    def procedure(u: U) -> Rule[Steps]:
        answer = yield from u.ask(side, "T-fault", Pick([Take("good"), Take("bad")]))
        if chapter:
            u.close_chapter()
        return (Run("roll"), Go("silent"), Run("break")) if answer.what == "bad" else (Run("roll"),)

    return procedure


def _returns_at_once(_u: U) -> Rule[Steps]:
    yield from ()
    return ()


def fails_in_both(u: U) -> Rule[Steps]:
    """Both are asked twice; the Axis' second answer may fail inside, or once both are done."""

    def allied() -> Rule[str]:
        one = yield from u.ask(ALLIED, "T-fault", Pick([Take("a")]))
        two = yield from u.ask(ALLIED, "T-fault", Pick([Take("b")]))
        return one.what + two.what

    def axis() -> Rule[str]:
        yield from u.ask(AXIS, "T-fault", Pick([Take("x")]))
        answer = yield from u.ask(AXIS, "T-fault", Pick([Take("good"), Take("bad"), Take("bad after both")]))
        if answer.what == "bad":
            raise ZeroDivisionError("a rule went wrong")
        return answer.what

    orders = yield from u.both(allied=allied(), axis=axis())
    u.state.done += orders
    if orders[1] == "bad after both":
        raise ZeroDivisionError("a rule went wrong")
    return ()


def play(game: Game[State, None], *choices: tuple[Side, str]) -> TinyMatch:
    match = start(game, loaded(1, 2, 3, 4, 5, 6, axis=[6, 5, 4]))
    for side, what in choices:
        match.act(side, Take(what))
    return match


RUNS: dict[str, Plain] = {"roll": rolls, "break": breaks}
END: dict[str, Asking] = {"end": asks(AXIS, "z"), "silent": _returns_at_once}
FAULTS: dict[str, tuple[Game[State, None], tuple[tuple[Side, str], ...], str]] = {
    "in the step itself": (
        tiny([Go("a"), Go("f"), Go("end"), Run("end")], {"a": asks(AXIS, "a"), "f": fails(AXIS), **END}, RUNS),
        ((AXIS, "a"),),
        "bad",
    ),
    "in a later plain step": (
        tiny([Go("a"), Go("f"), Go("end"), Run("end")], {"a": asks(AXIS, "a"), "f": fails_later(AXIS), **END}, RUNS),
        ((AXIS, "a"),),
        "bad",
    ),
    "behind other asking steps": (
        tiny(
            [Go("a"), Go("a"), Go("f"), Go("end"), Run("end")],
            {"a": asks(AXIS, "a"), "f": fails_later(AXIS), **END},
            RUNS,
        ),
        ((AXIS, "a"), (AXIS, "a")),
        "bad",
    ),
    "across the end of a chapter": (
        tiny(
            [Go("a"), Go("f"), Go("end"), Run("end")],
            {"a": asks(AXIS, "a"), "f": fails_later(AXIS, chapter=True), **END},
            RUNS,
        ),
        ((AXIS, "a"),),
        "bad",
    ),
    "inside both": (
        tiny([Go("f"), Go("end"), Run("end")], {"f": fails_in_both, **END}),
        ((ALLIED, "a"), (AXIS, "x"), (ALLIED, "b")),
        "bad",
    ),
    "behind both": (
        tiny([Go("f"), Go("end"), Run("end")], {"f": fails_in_both, **END}),
        ((ALLIED, "a"), (AXIS, "x"), (ALLIED, "b")),
        "bad after both",
    ),
}


@pytest.mark.parametrize("where", FAULTS)
def test_a_fault_is_reported_and_leaves_no_trace(where: str) -> None:
    game, choices, bad = FAULTS[where]
    match = play(game, *choices)
    match.offer_draw(ALLIED)
    before = fingerprint(match)
    for _ in range(2):
        with pytest.raises(RuleFault, match=r"T-fault: 'take .*' made a rule fail: ZeroDivisionError") as fault:
            match.act(AXIS, Take(bad))
        assert isinstance(fault.value.__cause__, ZeroDivisionError)
        assert fingerprint(match) == before


@pytest.mark.parametrize("where", FAULTS)
def test_after_a_fault_another_choice_goes_on_as_if_it_had_not_been(where: str) -> None:
    game, choices, bad = FAULTS[where]
    match, straight = play(game, *choices), play(game, *choices)
    with pytest.raises(RuleFault):
        match.act(AXIS, Take(bad))
    match.act(AXIS, Take("good"))
    straight.act(AXIS, Take("good"))
    assert fingerprint(match) == fingerprint(straight)
    assert match.current_chapter() == straight.current_chapter()


@pytest.mark.parametrize("where", FAULTS)
def test_after_a_fault_undo_goes_as_far_as_before(where: str) -> None:
    game, choices, bad = FAULTS[where]
    match, straight = play(game, *choices), play(game, *choices)
    with pytest.raises(RuleFault):
        match.act(AXIS, Take(bad))
    while straight.can_undo(AXIS):
        straight.undo(AXIS)
        match.undo(AXIS)
        assert fingerprint(match) == fingerprint(straight)


def test_a_fault_before_the_first_decision_is_reported() -> None:
    with pytest.raises(RuleFault, match=r"Tiny failed before the first decision: .*a rule went wrong"):
        start(tiny([Run("break")], {}, RUNS))


# Undo


def test_undo_goes_back_over_steps_choice_by_choice() -> None:
    go = {"a": asks(AXIS, "a", "b"), "two": _asks_twice, "silent": _returns_at_once}
    match = start(
        tiny([Go("a"), Go("silent"), Run("nothing"), Go("two"), Go("a"), Run("end")], go, {"nothing": _nothing})
    )
    positions = []
    for what in ("a", "c", "d"):
        positions.append(position(match))
        match.act(AXIS, Take(what))
    for before in reversed(positions):
        match.undo(AXIS)
        assert position(match) == before
    assert not match.can_undo(AXIS)
    with pytest.raises(Refused, match="there is nothing that axis may take back"):
        match.undo(AXIS)


def _asks_twice(u: U) -> Rule[Steps]:
    yield from asks(AXIS, "c")(u)
    return (yield from asks(AXIS, "d")(u))


def _nothing(_u: U) -> Steps:
    return None


BARRIERS: dict[str, Callable[[U], object]] = {
    "roll": lambda u: u.roll(D6, "T"),
    "secret roll": lambda u: u.roll(D6, "T", to=Audience.AXIS),
    "draw": lambda u: u.draw("ab", 1, "T"),
    "reveal": lambda u: u.reveal(["p"], "T", to=ALLIED),
    "chapter": lambda u: u.close_chapter(),
}
NO_BARRIERS: dict[str, Callable[[U], object]] = {
    "tell": lambda u: u.tell("T", "words"),
    "conceal": lambda u: u.conceal(["p"], to=ALLIED),
    "state": lambda u: u.state.done.append("x"),
}


def crossed(act: Callable[[U], object], *, in_step: bool) -> TinyMatch:
    """A match in which the Axis chose, something happened, and the Axis is asked again."""

    def plain(u: U) -> Steps:
        act(u)
        return ()

    def together(u: U) -> Rule[Steps]:
        yield from asks(AXIS, "a", "b")(u)
        act(u)
        return (yield from asks(AXIS, "c", "d")(u))

    go: dict[str, Asking] = {"a": asks(AXIS, "a", "b"), "c": asks(AXIS, "c", "d"), "both": together}
    agenda = [Go("both")] if in_step else [Go("a"), Run("it"), Go("c")]
    match = start(tiny([*agenda, Run("end")], go, {"it": plain}))
    match.act(AXIS, Take("a"))
    return match


@pytest.mark.parametrize("in_step", [True, False], ids=["within a step", "over steps"])
@pytest.mark.parametrize("what", [*BARRIERS, *NO_BARRIERS])
def test_undo_ends_at_dice_draws_and_reveals_and_at_nothing_else(what: str, in_step: bool) -> None:
    match = crossed({**BARRIERS, **NO_BARRIERS}[what], in_step=in_step)
    assert match.can_undo(AXIS) is (what in NO_BARRIERS)
    assert match.view(Observer.AXIS).undo is match.can_undo(AXIS)
    assert not match.can_undo(ALLIED)


@pytest.mark.parametrize("in_step", [True, False], ids=["within a step", "over steps"])
def test_a_choice_behind_a_barrier_can_be_taken_back_and_the_die_stays(in_step: bool) -> None:
    def rolls_and_asks(u: U) -> Rule[Steps]:
        yield from asks(AXIS, "a")(u)
        rolls(u)
        return (yield from asks(AXIS, "b", "c")(u))

    go: dict[str, Asking] = {"it": rolls_and_asks, "a": asks(AXIS, "a"), "b": rolls_then_asks, "z": asks(AXIS, "z")}
    agenda = [Go("it")] if in_step else [Go("a"), Go("b")]
    match = start(tiny([*agenda, Go("z"), Run("end")], go), loaded(4))
    match.act(AXIS, Take("a"))
    before = position(match)
    match.act(AXIS, Take("b"))
    match.undo(AXIS)
    assert position(match) == before
    assert not match.can_undo(AXIS)
    match.act(AXIS, Take("c"))
    assert match.state.done == ["axis took a", "rolled 4", "axis took c"]


def test_undo_ends_at_the_other_sides_choice() -> None:
    match = start(
        tiny([Go("a"), Go("b"), Go("a"), Run("end")], {"a": asks(AXIS, "a"), "b": asks(ALLIED, "b")}),
    )
    match.act(AXIS, Take("a"))
    assert match.can_undo(AXIS)
    assert not match.can_undo(ALLIED)
    match.act(ALLIED, Take("b"))
    assert not match.can_undo(AXIS)
    match.undo(ALLIED)
    assert match.can_undo(AXIS)


def test_inside_both_each_side_takes_back_its_own() -> None:
    match = start(tiny([Go("plot"), Go("a"), Run("end")], {"plot": both_ask_twice, "a": asks(AXIS, "a")}))
    match.act(ALLIED, Take("a"))
    match.act(AXIS, Take("a"))
    match.act(AXIS, Take("c"))
    assert list(match.pending) == [ALLIED]
    match.undo(ALLIED)
    assert [str(action) for action in match.pending[ALLIED].options] == ["take a", "take b"]
    match.act(ALLIED, Take("b"))
    match.undo(AXIS)
    assert sorted(match.pending) == [ALLIED, AXIS]
    match.act(AXIS, Take("d"))
    match.act(ALLIED, Take("c"))
    assert match.state.done == ["bc", "ad"]
    assert not match.can_undo(AXIS), "the other side's choices lie in between"
    assert not match.can_undo(ALLIED)


def test_undo_and_the_same_choice_give_the_same_bytes() -> None:
    def start_again() -> TinyMatch:
        go: dict[str, Asking] = {"f": fails(AXIS), "a": asks(AXIS, "a")}
        match = start(tiny([Go("a"), Go("f"), Run("end")], go), loaded(2, 3, 4))
        match.act(AXIS, Take("a"))
        return match

    straight, undone = start_again(), start_again()
    undone.undo(AXIS)
    undone.act(AXIS, Take("a"))
    straight.act(AXIS, Take("good"))
    undone.act(AXIS, Take("good"))
    assert position(undone) == position(straight)
    assert [str(done) for _, done in undone.entries] == ["take a", "!undo", "take a", "take good"]


# Resigning and draws


def in_play() -> TinyMatch:
    return start(
        tiny([Go("a"), Go("b"), Go("a"), Run("end")], {"a": asks(AXIS, "a"), "b": asks(ALLIED, "b")}),
    )


def test_a_side_may_resign_at_any_time() -> None:
    match = in_play()
    match.act(AXIS, Take("a"))
    match.resign(AXIS)
    assert match.result == Result(ALLIED, "resigned", why="axis resigned")
    assert (match.pending, match.can_undo(AXIS), match.draw_offer) == ({}, False, None)


def test_a_side_whose_time_is_up_has_lost() -> None:
    match = in_play()
    match.act(AXIS, Take("a"))
    match.do(AXIS, Control.TIME)
    assert match.result == Result(ALLIED, "lost on time", why="axis ran out of time")
    assert (match.pending, match.can_undo(AXIS), match.entries[-1]) == ({}, False, (AXIS, Control.TIME))


def test_a_draw_is_offered_and_accepted() -> None:
    match = in_play()
    with pytest.raises(Refused, match="axis has not offered a draw"):
        match.accept_draw(ALLIED)
    match.offer_draw(AXIS)
    assert match.view(Observer.ALLIED).draw_offer is AXIS
    with pytest.raises(Refused, match="axis has already offered a draw"):
        match.offer_draw(ALLIED)
    with pytest.raises(Refused, match="allied has not offered a draw"):
        match.accept_draw(AXIS)
    match.act(AXIS, Take("a"))
    assert match.draw_offer is AXIS, "an offer stands while its maker plays on"
    match.accept_draw(ALLIED)
    assert match.result == Result(None, "agreed draw", why="both sides agreed")
    assert [str(done) for _, done in match.entries] == ["!offer-draw", "take a", "!accept-draw"]


def test_a_draw_offer_stands_through_choices_until_it_is_declined() -> None:
    match = in_play()
    match.offer_draw(ALLIED)
    match.act(AXIS, Take("a"))
    offered = match.draw_offer
    assert offered is ALLIED, "a choice may be secret, and must not show in the offer"
    with pytest.raises(Refused, match="axis has not offered a draw"):
        match.decline_draw(ALLIED)
    match.decline_draw(AXIS)
    assert match.draw_offer is None
    with pytest.raises(Refused):
        match.accept_draw(AXIS)
    match.offer_draw(ALLIED)
    assert [str(done) for _, done in match.entries] == ["!offer-draw", "take a", "!decline-draw", "!offer-draw"]


def test_nothing_is_done_in_a_game_that_is_over() -> None:
    match = in_play()
    match.resign(AXIS)
    before = fingerprint(match)
    for act in (match.resign, match.call_time, match.offer_draw, match.accept_draw, match.decline_draw):
        with pytest.raises(Refused, match="the game is over"):
            act(ALLIED)
    with pytest.raises(NotAsked, match="the game is over"):
        match.act(ALLIED, Take("b"))
    with pytest.raises(Refused, match="nothing that axis may take back"):
        match.undo(AXIS)
    assert fingerprint(match) == before


def test_only_the_side_that_is_asked_may_answer_and_only_what_is_offered() -> None:
    match = in_play()
    before = fingerprint(match)
    with pytest.raises(NotAsked, match="it is not for allied to decide now"):
        match.act(ALLIED, Take("b"))
    for wrong in (Take("b"), Decline()):
        with pytest.raises(Refused, match="is not among the choices"):
            match.act(AXIS, wrong)
    assert fingerprint(match) == before


# Beginning


def test_the_first_die_waits_for_both_nonces() -> None:
    match = Match.new(HUNT, "first-light", seed="umpire", await_nonces=True)
    assert match.terms is not None
    promised = match.terms.commitment
    assert (match.pending, match.log, match.view(Observer.PUBLIC).waiting) == ({}, [], ("allied", "axis"))
    with pytest.raises(NotAsked, match="allied and axis must contribute to the dice first"):
        match.act(ALLIED, Decline())
    match.contribute(AXIS, "tide")
    assert match.log == []
    with pytest.raises(Refused, match="axis has no nonce to give now"):
        match.contribute(AXIS, "again")
    with pytest.raises(NotAsked, match="the game has not begun: allied must contribute"):
        match.act(ALLIED, Decline())
    match.contribute(ALLIED, "spring")
    assert list(match.pending) == [ALLIED]
    assert match.terms.commitment == promised
    with pytest.raises(Refused, match="allied has no nonce to give now"):
        match.contribute(ALLIED, "late")


def test_each_seats_nonce_changes_the_dice_and_their_order_does_not() -> None:
    def key(*given: tuple[Side, str]) -> bytes:
        match = Match.new(HUNT, "first-light", seed=1, await_nonces=True)
        for side, nonce in given:
            match.contribute(side, nonce)
        return match.box[Audience.EVERYONE].peek(0, 32)

    same = {key((ALLIED, "a"), (AXIS, "b")), key((AXIS, "b"), (ALLIED, "a"))}
    others = {key((ALLIED, "c"), (AXIS, "b")), key((ALLIED, "a"), (AXIS, "c")), key((ALLIED, "b"), (AXIS, "a"))}
    assert len(same) == 1
    assert len(same | others) == 4


def test_a_match_is_begun_with_what_the_game_knows() -> None:
    with pytest.raises(LookupError, match="The Hunt has no scenario 'fog': there are first-light, fog-bank"):
        Match.new(HUNT, "fog", seed=1)
    with pytest.raises(LookupError, match="there is no game 'chess'"):
        Match.new("chess", "first-light", seed=1)
    with pytest.raises(TypeError, match="The Hunt takes Options, not NoOptions"):
        Match.new(HUNT, "first-light", seed=1, options=NoOptions())
    match = Match.new(HUNT, "fog-bank", seed=1, options=HuntOptions(radar=True))
    assert match.state.options.radar
    assert match.state.fog
