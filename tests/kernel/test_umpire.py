"""What a rule may do through the umpire, each thing in a game built for it."""

from collections.abc import Callable, Sequence

import pytest

from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Assign, Pick, Product, Refused, Subset
from barents.kernel.dice import D6
from barents.kernel.domains import Among, Refusal
from barents.kernel.events import Drew, Revealed, Rolled, Told, seen
from barents.kernel.game import Result, Sighting, Step
from barents.kernel.match import RuleFault
from barents.kernel.sides import EVERYONE, NOBODY, Audience, Observer, Side
from barents.kernel.umpire import Rule, RuleError
from barents.testing.fingerprint import fingerprint
from tests.kernel.tiny import (
    OVER,
    Asking,
    Go,
    Move,
    Plain,
    Run,
    Steps,
    Take,
    TinyMatch,
    U,
    asks,
    start,
    tiny,
)
from tests.loaded import loaded, spare

ALLIED, AXIS = Side.ALLIED, Side.AXIS


def after(procedure: Plain, *, then: Side = ALLIED, faces: Sequence[int] = (), **secret: list[int]) -> TinyMatch:
    """A match in which a plain procedure has run, and a side is then asked something."""
    game = tiny([Run("it"), Go("ask"), Run("end")], {"ask": asks(then, "a", "b")}, {"it": procedure})
    return start(game, loaded(*faces, **secret))


def seen_by(match: TinyMatch, observer: Observer) -> list[object]:
    return [event for entry in match.log or [] if (event := seen(entry, observer)) is not None]


# Asking


def test_the_answer_comes_back_to_the_rule_and_the_steps_it_returns_are_played_next() -> None:
    def chooses(u: U) -> Rule[Steps]:
        move = yield from u.ask(AXIS, "T-1", Pick([], Product(Move, {"u-1": Among(["0101", "0102"])})), "Where to?")
        u.state.done.append(f"{move.piece} to {move.cell}")
        return (Run("second"), Run("third"))

    def notes(word: str) -> Plain:
        def run(u: U) -> Steps:
            u.state.done.append(word)
            return None

        return run

    game = tiny([Go("it"), Run("end")], {"it": chooses}, {"second": notes("second"), "third": notes("third")})
    match = start(game)
    decision = match.pending[AXIS]
    assert (list(match.pending), decision.rule, decision.prompt) == ([AXIS], "T-1", "Where to?")
    match.act(AXIS, Move("u-1", "0102"))
    assert match.state.done == ["u-1 to 0102", "second", "third"]
    assert (match.result, match.pending) == (OVER, {})


def test_an_answer_is_handed_to_the_rule_in_its_normal_form() -> None:
    def chooses(u: U) -> Rule[Steps]:
        chosen = yield from u.ask(AXIS, "T-1", Subset(["a", "b"]))
        u.state.done.extend(chosen.items)
        return ()

    match = start(tiny([Go("it"), Run("end")], {"it": chooses}))
    match.act(AXIS, Choose(("b", "a")))
    assert match.state.done == ["a", "b"]
    assert match.entries == [(AXIS, Choose(("a", "b")))]


def test_steps_without_questions_run_through() -> None:
    match = start(tiny([Run("end")], {}))
    assert match.pending == {}
    assert match.result == OVER


def test_an_agenda_that_runs_out_without_a_result_is_a_fault() -> None:
    with pytest.raises(RuleFault, match="the agenda of Tiny is empty, but the game has no result"):
        start(tiny([], {}))


def test_a_step_without_a_procedure_is_a_fault() -> None:
    class Unknown(Step, frozen=True):
        pass

    with pytest.raises(RuleFault, match="Tiny has no procedure for the step Unknown"):
        after(lambda _u: (Unknown(),))


# Both at once


def orders(side: Side, *whats: str) -> Asking:
    def procedure(u: U) -> Rule[str]:
        taken = []
        for what in whats:
            answer = yield from u.ask(side, "T-both", Pick([Take(what), Take("none")]))
            taken.append(answer.what)
        return "+".join(taken)

    return procedure  # type: ignore[return-value]  # a part of a step returns its orders, not steps


def both(allied: Asking, axis: Asking) -> Asking:
    def procedure(u: U) -> Rule[Steps]:
        one, two = yield from u.both(allied=allied(u), axis=axis(u))
        u.state.done.append(f"{one} against {two}")
        return ()

    return procedure


def test_both_are_asked_side_by_side_and_every_interleaving_gives_the_same() -> None:
    game = tiny([Go("plot"), Run("end")], {"plot": both(orders(ALLIED, "a", "b"), orders(AXIS, "x"))})
    results = set()
    for turns in ([ALLIED, ALLIED, AXIS], [ALLIED, AXIS, ALLIED], [AXIS, ALLIED, ALLIED]):
        match = start(game)
        assert sorted(match.pending) == [ALLIED, AXIS]
        for side in turns:
            match.act(side, next(iter(match.pending[side].options)))
            if not match.result:
                assert match.state.done == [], "something was applied before both had decided"
        results.add(match.game.encoder.encode(match.state))
        assert match.state.done == ["a+b against x"]
    assert len(results) == 1


def test_a_side_that_has_nothing_to_decide_does_not_hold_up_the_other() -> None:
    match = start(tiny([Go("plot"), Run("end")], {"plot": both(orders(ALLIED), orders(AXIS, "x"))}))
    assert list(match.pending) == [AXIS]
    match.act(AXIS, Take("x"))
    assert match.state.done == [" against x"]
    silent = start(tiny([Go("plot"), Run("end")], {"plot": both(orders(ALLIED), orders(AXIS))}))
    assert silent.state.done == [" against "]


FORBIDDEN: dict[str, Callable[[U], object]] = {
    "roll": lambda u: u.roll(D6, "T"),
    "draw": lambda u: u.draw("ab", 1, "T"),
    "reveal": lambda u: u.reveal(["p"], "T", to=ALLIED),
    "conceal": lambda u: u.conceal(["p"], to=ALLIED),
    "tell": lambda u: u.tell("T", "psst"),
    "end": lambda u: u.end(OVER),
    "close chapter": lambda u: u.close_chapter(),
    "window": lambda u: next(u.window(AXIS, "T", Pick([Take("a")]))),
}


@pytest.mark.parametrize("forbidden", FORBIDDEN)
def test_a_procedure_inside_both_may_only_ask(forbidden: str) -> None:
    def meddles(u: U) -> Rule[Steps]:
        yield from u.ask(AXIS, "T-both", Pick([Take("x")]))
        FORBIDDEN[forbidden](u)
        return ()

    match = start(tiny([Go("plot"), Run("end")], {"plot": both(orders(ALLIED, "a"), meddles)}))
    before = fingerprint(match)
    with pytest.raises(RuleFault, match="inside `both` may not roll, draw, reveal, tell or end") as fault:
        match.act(AXIS, Take("x"))
    assert isinstance(fault.value.__cause__, RuleError)
    assert fingerprint(match) == before


def test_a_procedure_inside_both_may_only_ask_its_own_side() -> None:
    with pytest.raises(RuleFault, match="the procedure of allied may only ask allied"):
        start(tiny([Go("plot")], {"plot": both(orders(AXIS, "a"), orders(AXIS, "x"))}))
    with pytest.raises(RuleFault, match="may only ask"):
        start(tiny([Go("plot")], {"plot": both(both(orders(ALLIED, "a"), orders(AXIS, "x")), orders(AXIS, "x"))}))


def test_after_both_neither_side_is_asked_in_the_same_step() -> None:
    def asks_on(u: U) -> Rule[Steps]:
        yield from u.both(allied=orders(ALLIED, "a")(u), axis=orders(AXIS)(u))
        return (yield from asks(ALLIED, "more")(u))

    match = start(tiny([Go("plot"), Run("end")], {"plot": asks_on}))
    with pytest.raises(RuleFault, match="asks allied in the same step as a secret die or choice: end the step first"):
        match.act(ALLIED, Take("a"))


# Silent windows


def window(options: Pick[Take] | Subset) -> Asking:
    def procedure(u: U) -> Rule[Steps]:
        answer = yield from u.window(AXIS, "T-window", options)
        u.state.done.append(f"answered {answer}")
        return ()

    return procedure


@pytest.mark.parametrize(
    ("options", "answer", "heard"),
    [
        (Pick([Take("a")]), Take("a"), "take a"),
        (Pick([Take("a")]), Decline(), None),
        (Pick([]), Decline(), None),
        (Subset(["a", "b"]), Choose(("b",)), "choose b"),
        (Subset(["a", "b"]), Choose(()), None),
        (Subset([]), Choose(()), None),
    ],
)
def test_a_window_can_be_answered_or_let_pass(options: Pick[Take] | Subset, answer: Action, heard: str | None) -> None:
    match = start(tiny([Go("it"), Go("ask"), Run("end")], {"it": window(options), "ask": asks(ALLIED, "b")}))
    assert match.pending[AXIS].window
    match.act(AXIS, answer)
    assert match.state.done == [f"answered {heard}"]


def test_a_window_looks_like_the_umpire_at_work() -> None:
    match = start(tiny([Go("it"), Run("end")], {"it": window(Pick([Take("a")]))}))
    waiting = {observer: match.view(observer).waiting for observer in Observer}
    assert waiting == {
        Observer.ALLIED: ("umpire",),
        Observer.PUBLIC: ("umpire",),
        Observer.AXIS: ("axis",),
        Observer.UMPIRE: ("axis",),
    }


def test_a_window_ends_undo_before_and_behind_it() -> None:
    """Were its answer taken back, the other side would see its own decision vanish, and know of the window."""
    go = {"first": asks(AXIS, "a"), "window": window(Pick([Take("a")])), "last": asks(ALLIED, "b")}
    match = start(tiny([Go("first"), Go("window"), Go("last"), Run("end")], go))
    match.act(AXIS, Take("a"))
    assert not match.can_undo(AXIS)
    match.act(AXIS, Decline())
    assert list(match.pending) == [ALLIED]
    assert not match.can_undo(AXIS)


def test_a_window_keeps_the_reasons_of_its_options() -> None:
    closed = Pick([Take("a")], why_not=lambda action: Refusal("she is too far", "T-9"))
    match = start(tiny([Go("it"), Run("end")], {"it": window(closed)}))
    with pytest.raises(Refused, match=r"she is too far \(T-9\)"):
        match.act(AXIS, Take("b"))


def test_the_other_side_is_not_asked_in_the_step_of_a_window() -> None:
    def asks_on(u: U) -> Rule[Steps]:
        yield from u.window(AXIS, "T-window", Pick([Take("a")]))
        return (yield from asks(ALLIED, "b")(u))

    match = start(tiny([Go("it"), Run("end")], {"it": asks_on}))
    with pytest.raises(RuleFault, match="T-allied asks allied in the same step as a secret"):
        match.act(AXIS, Decline())


@pytest.mark.parametrize("options", [Assign({"s": Among(["x"])}), Subset(["a"], least=1)])
def test_a_window_that_could_not_be_declined_is_refused(options: Assign | Subset) -> None:
    def opens(u: U) -> Rule[Steps]:
        yield from u.window(AXIS, "T-window", options)
        return ()

    with pytest.raises(RuleFault, match="a window offers a Pick, or a Subset that may stay empty"):
        start(tiny([Go("it")], {"it": opens}))


# Dice


def test_a_roll_adds_named_modifiers_and_explains_itself() -> None:
    def rolls(u: U) -> Steps:
        roll = u.roll(2 * D6, "T-roll", "u-255", {"ace": 3, "fog": -1})
        u.state.done.append(f"{roll} {roll.natural} {roll.faces}")
        return ()

    match = after(rolls, faces=[4, 2])
    assert match.state.done == ["8 6 (4, 2)"]
    event = Rolled("T-roll", "u-255", "2d6", (4, 2), {"ace": 3, "fog": -1}, 8)
    assert {o: seen_by(match, o) for o in Observer} == {o: [event] for o in Observer}
    assert spare(match.box, 4, 2) == {}


def test_the_parts_of_a_roll_have_audiences_of_their_own() -> None:
    def rolls(u: U) -> Steps:
        u.roll(D6, "T-1", "s", {"m": 2}, to=Audience.AXIS, modifiers_to=Audience.ALLIED, total_to=EVERYONE)
        u.roll(D6, "T-2", "s", {"m": 2}, to=EVERYONE, modifiers_to=NOBODY, total_to=Audience.AXIS, needs="5 hits")
        u.roll(D6, "T-3", "s", {"m": 2}, to=NOBODY)
        u.roll(D6, "T-4", "s", {"m": 2}, to=Audience.ALLIED)
        return ()

    match = after(rolls, faces=[5], axis=[4], nobody=[1], allied=[6])
    no: dict[str, int] = {}
    one, two = ("T-1", "s", "d6"), ("T-2", "s", "d6")
    three, four = Rolled("T-3", "s", "d6", (1,), {"m": 2}, 3), Rolled("T-4", "s", "d6", (6,), {"m": 2}, 8)
    assert seen_by(match, Observer.ALLIED) == [Rolled(*one, (), {"m": 2}, 6), Rolled(*two, (5,), no, None), four]
    assert seen_by(match, Observer.AXIS) == [Rolled(*one, (4,), no, 6), Rolled(*two, (5,), no, 7, "5 hits")]
    assert seen_by(match, Observer.PUBLIC) == [Rolled(*one, (), no, 6), Rolled(*two, (5,), no, None)]
    whole = [Rolled(*one, (4,), {"m": 2}, 6), Rolled(*two, (5,), {"m": 2}, 7, "5 hits"), three, four]
    assert seen_by(match, Observer.UMPIRE) == whole
    assert [line.number for line in match.view(Observer.AXIS).log] == [0, 1]


def test_a_secret_die_comes_from_its_own_stream() -> None:
    def rolls(u: U) -> Steps:
        u.roll(D6, "T", to=Audience.AXIS)
        u.state.done.append(f"{u.roll(D6, 'T')}")
        return ()

    assert after(rolls, faces=[3], axis=[6]).state.done == ["3"]


def test_a_draw_is_told_to_its_audience_alone() -> None:
    def draws(u: U) -> Steps:
        u.state.done += u.draw(["a", "b", "c"], 2, "T-draw", "cup", to=Audience.AXIS)
        return ()

    match = after(draws, axis=[3, 1])
    assert match.state.done == ["c", "b"]
    assert seen_by(match, Observer.AXIS) == [Drew("T-draw", "cup", 2, 3, ("c", "b"))]
    assert seen_by(match, Observer.ALLIED) == seen_by(match, Observer.PUBLIC) == []


def secretly(u: U, how: str) -> None:
    match how:
        case "roll":
            u.roll(D6, "T", to=Audience.AXIS)
        case "modifier":
            u.roll(D6, "T", modifiers={"m": 1}, modifiers_to=Audience.AXIS)
        case "total":
            u.roll(D6, "T", total_to=Audience.AXIS)
        case "draw":
            u.draw("ab", 1, "T", to=Audience.AXIS)


@pytest.mark.parametrize("how", ["roll", "modifier", "total", "draw"])
def test_a_side_is_not_asked_in_the_step_of_a_die_that_it_does_not_know(how: str) -> None:
    """A search could not enter such a decision without knowing the die."""

    def asks_behind_it(u: U) -> Rule[Steps]:
        answer = yield from u.ask(AXIS, "T-first", Pick([Take("secret"), Take("open")]))
        u.state.done.append(answer.what)
        if answer == Take("secret"):
            secretly(u, how)
        return (yield from asks(ALLIED, "a")(u))

    match = start(tiny([Go("it"), Run("end")], {"it": asks_behind_it}), loaded(1, axis=[1]))
    before = fingerprint(match)
    with pytest.raises(RuleFault, match="T-allied asks allied in the same step as a secret die or choice") as fault:
        match.act(AXIS, Take("secret"))
    assert isinstance(fault.value.__cause__, RuleError)
    assert fingerprint(match) == before
    match.act(AXIS, Take("open"))
    assert list(match.pending) == [ALLIED]


@pytest.mark.parametrize("how", ["roll", "modifier", "total", "draw"])
def test_it_is_asked_in_the_next_step(how: str) -> None:
    def rolls(u: U) -> Steps:
        secretly(u, how)
        return ()

    assert list(after(rolls, then=ALLIED).pending) == [ALLIED]


def test_the_side_that_knows_the_die_may_be_asked() -> None:
    def asks_behind_it(u: U) -> Rule[Steps]:
        u.roll(D6, "T", to=Audience.AXIS)
        return (yield from asks(AXIS, "a")(u))

    assert list(start(tiny([Go("it"), Run("end")], {"it": asks_behind_it})).pending) == [AXIS]


# Telling


def test_what_is_told_goes_into_the_log_and_the_notebooks_of_those_who_are_told() -> None:
    lost = Sighting("0101", "raider", "lost from sight", 3)

    def tells(u: U) -> Steps:
        u.tell("T-1", "{ship} is at {cell}", to=Audience.ALLIED, sighting=lost, ship="u-1", cell="0101")
        u.tell("T-2", "the convoy is {how}", note=("formation", "open"), how="open")
        u.tell("T-3", "nobody hears this", to=NOBODY, note=("secret", 1), sighting=lost)
        u.tell("T-4", "the boilers fail", to=Audience.AXIS, note=("boilers", 2))
        return ()

    match = after(tells)
    books = match.state.notebook
    assert books[ALLIED].sightings == [lost]
    assert books[ALLIED].facts == {"formation": "open"}
    assert books[AXIS].sightings == []
    assert books[AXIS].facts == {"formation": "open", "boilers": 2}
    assert [line.text for line in match.view(Observer.ALLIED).log] == ["u-1 is at 0101", "the convoy is open"]
    assert [line.rule for line in match.view(Observer.AXIS).log] == ["T-2", "T-4"]
    assert seen_by(match, Observer.PUBLIC) == [Told("T-2", "the convoy is {how}", {"how": "open"})]
    assert len(seen_by(match, Observer.UMPIRE)) == 4


def test_pieces_are_identified_until_they_are_concealed() -> None:
    def shows(u: U) -> Steps:
        u.reveal(["lutzow", "decoy"], "T-1", to=ALLIED)
        u.reveal(["z-28"], "T-2", to=ALLIED, told_to=Audience.ALLIED)
        u.conceal(["decoy", "never seen"], to=ALLIED)
        u.conceal(["lutzow"], to=AXIS)
        return ()

    match = after(shows)
    assert match.state.notebook[ALLIED].identified == {"lutzow": "T-1", "z-28": "T-2"}
    assert match.state.notebook[AXIS].identified == {}
    assert seen_by(match, Observer.AXIS) == [Revealed("T-1", ("lutzow", "decoy"))]
    assert seen_by(match, Observer.ALLIED)[1:] == [Revealed("T-2", ("z-28",))]


def test_the_end_leaves_nothing_to_play() -> None:
    def ends(u: U) -> Rule[Steps]:
        yield from asks(AXIS, "a")(u)
        u.end(Result(AXIS, "decisive", {"axis": 3}, "she is home"))
        return (Run("never"),)

    match = start(tiny([Go("it"), Run("never")], {"it": ends}, {"never": lambda u: u.state.done.append("never")}))
    match.act(AXIS, Take("a"))
    assert match.result == Result(AXIS, "decisive", {"axis": 3}, "she is home")
    assert (match.pending, match.state.agenda, match.state.done) == ({}, [], ["axis took a"])
