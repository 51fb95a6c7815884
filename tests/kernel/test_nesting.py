"""Games within games, asides between a question and its answer, and the chapters of a long game."""

import pytest

from barents.kernel.actions import Action
from barents.kernel.decisions import Pick, Refused
from barents.kernel.dice import D6
from barents.kernel.sides import Observer, Side
from barents.kernel.umpire import Rule
from barents.testing.fingerprint import fingerprint
from tests.kernel.tiny import (
    OVER,
    Aside,
    Asking,
    Go,
    Run,
    State,
    Steps,
    Take,
    TinyMatch,
    U,
    asks,
    start,
    tiny,
)
from tests.loaded import loaded

ALLIED, AXIS = Side.ALLIED, Side.AXIS


# A game within


INNER_GO: dict[str, Asking] = {"ask": asks(AXIS, "a", "b"), "again": asks(ALLIED, "c", "d")}


def _inner_roll(u: U) -> Steps:
    u.state.done.append(f"inner {u.roll(D6, 'T-inner')}")
    u.tell("T-inner", "told inside", note=("inside", 1))
    return ()


INNER = tiny([], INNER_GO, {"roll": _inner_roll}, name="inner")


def outer() -> TinyMatch:
    def within(u: U) -> Rule[Steps]:
        assert u.state.inner is not None
        goes_on = yield from u.within(INNER, None, u.state.inner)
        u.state.done.append(f"inner step, then {'more' if goes_on else 'no more'}")
        return (Go("within"),) if goes_on else ()

    inside = State(agenda=[Run("end"), Go("again"), Run("roll"), Go("ask")])
    return start(tiny([Go("within"), Run("end")], {"within": within}, inner=inside), loaded(5))


def test_a_game_within_runs_step_by_step_with_the_same_dice_and_log() -> None:
    match = outer()
    assert list(match.pending) == [AXIS]
    match.act(AXIS, Take("b"))
    assert list(match.pending) == [ALLIED]
    inner = match.state.inner
    assert inner is not None
    assert inner.done == ["axis took b", "inner 5"]
    assert inner.notebook[AXIS].facts == {"inside": 1}
    assert match.state.notebook[AXIS].facts == {}
    assert [line.text for line in match.view(Observer.PUBLIC).log] == ["Roll: d6 5 = 5", "told inside"]
    assert match.result is None
    match.act(ALLIED, Take("c"))
    assert match.state.inner is not None
    assert match.state.inner.result == OVER
    assert match.state.done == ["inner step, then more"] * 3 + ["inner step, then no more"]
    assert match.result == OVER


def test_undo_and_forks_work_in_a_game_within() -> None:
    match, straight = outer(), outer()
    match.act(AXIS, Take("a"))
    assert not match.can_undo(AXIS), "the die inside bars it"
    inside = State(agenda=[Run("end"), Go("again"), Go("ask")])
    game = tiny([Go("within"), Run("end")], {"within": _within_once}, inner=inside)
    match, straight = start(game), start(game)
    before = fingerprint(match)
    match.act(AXIS, Take("a"))
    fork = match.fork(loaded())
    fork.act(ALLIED, Take("c"))
    assert fork.state.inner is not None
    assert fork.state.inner.done == ["axis took a", "allied took c"]
    match.undo(AXIS)
    assert fingerprint(match)._replace(entries=[]) == before._replace(entries=[])
    for each in (match, straight):
        each.act(AXIS, Take("b"))
        each.act(ALLIED, Take("d"))
    assert match.game.encoder.encode(match.state) == straight.game.encoder.encode(straight.state)
    assert match.state.inner is not None
    assert match.state.inner.done == ["axis took b", "allied took d"]


def _within_once(u: U) -> Rule[Steps]:
    assert u.state.inner is not None
    goes_on = yield from u.within(INNER, None, u.state.inner)
    return (Go("within"),) if goes_on else ()


# Asides


def with_asides() -> TinyMatch:
    def offered(u: U, side: Side) -> Pick[Action] | None:
        return Pick([Aside("open" if "closed" in u.state.done else "closed")]) if side is ALLIED else None

    def does(u: U, side: Side, action: Action) -> Rule[None]:
        assert isinstance(action, Aside)
        u.state.done.append(action.word)
        if action.word == "open":
            answer = yield from u.ask(side, "T-aside", Pick([Take("how")]))
            u.state.done.append(answer.what)

    def asks_openly(u: U) -> Rule[Steps]:
        answer = yield from u.ask(ALLIED, "T-1", lambda: Pick([Take(f"{len(u.state.done)} done")]))
        u.state.done.append(answer.what)
        return ()

    def asks_plainly(u: U) -> Rule[Steps]:
        yield from u.ask(ALLIED, "T-2", Pick([Take("plain")]))
        return ()

    def asks_axis(u: U) -> Rule[Steps]:
        yield from u.ask(AXIS, "T-3", lambda: Pick([Take("axis")]))
        return ()

    go: dict[str, Asking] = {"openly": asks_openly, "plainly": asks_plainly, "axis": asks_axis}
    return start(tiny([Go("openly"), Go("plainly"), Go("axis"), Run("end")], go, asides=offered, do_aside=does))


def test_an_aside_is_done_and_the_options_are_made_anew() -> None:
    match = with_asides()
    assert list(match.pending[ALLIED].options) == [Take("0 done")]
    match.act(ALLIED, Aside("closed"))
    assert match.state.done == ["closed"]
    decision = match.pending[ALLIED]
    assert decision.rule == "T-1"
    assert list(decision.options) == [Take("1 done")]
    assert decision.asides is not None
    assert list(decision.asides) == [Aside("open")]
    match.act(ALLIED, Aside("open"))
    assert match.pending[ALLIED].rule == "T-aside"
    match.act(ALLIED, Take("how"))
    with pytest.raises(Refused, match="is not among the choices"):
        match.act(ALLIED, Take("1 done"))
    match.act(ALLIED, Take("3 done"))
    assert match.pending[ALLIED].asides is None, "options that are not a function take no asides"
    with pytest.raises(Refused):
        match.act(ALLIED, Aside("closed"))
    match.act(ALLIED, Take("plain"))
    assert match.pending[AXIS].asides is None, "the game offers none to this side"


def test_an_aside_can_be_taken_back() -> None:
    match = with_asides()
    before = fingerprint(match)
    match.act(ALLIED, Aside("closed"))
    assert match.can_undo(ALLIED)
    match.undo(ALLIED)
    assert fingerprint(match)._replace(entries=[]) == before
    assert [str(done) for _, done in match.entries] == ["aside closed", "!undo"]


# Chapters


def test_a_closed_chapter_ends_undo_and_begins_anew_with_the_next_step() -> None:
    def closes(u: U) -> Rule[Steps]:
        yield from asks(AXIS, "a")(u)
        u.close_chapter()
        return ()

    match = start(tiny([Go("it"), Go("next"), Run("end")], {"it": closes, "next": asks(AXIS, "b")}))
    assert match.can_undo(AXIS) is False
    match.act(AXIS, Take("a"))
    assert not match.can_undo(AXIS)
    assert len(match.chapters) == 1
    assert match.chapters[0].entries == ((AXIS, Take("a")),)
    assert match.entries == []
    assert match.opening == match.chapters[0].closing == match.game.encoder.encode(_as_it_opened(match))


def _as_it_opened(match: TinyMatch) -> State:
    """The state as it was when the step under way began."""
    return State(agenda=[Run("end"), Go("next")], done=match.state.done, notebook=match.state.notebook)


def test_a_choice_after_the_end_of_a_chapter_in_its_last_step_cannot_be_taken_back_from_the_next() -> None:
    def closes_early(u: U) -> Rule[Steps]:
        u.close_chapter()
        return (yield from asks(AXIS, "a", "b")(u))

    match = start(tiny([Go("it"), Go("next"), Run("end")], {"it": closes_early, "next": asks(AXIS, "c")}))
    match.act(AXIS, Take("a"))
    assert len(match.chapters) == 1
    assert not match.can_undo(AXIS), "a finished chapter would be opened again"
