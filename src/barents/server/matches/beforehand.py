"""What a seat has given beforehand: the rest of an order, and a phase that is left to its staff; and who answers.

An order of several answers (`Follow`) is followed as standing orders are: each answer goes to the umpire when its
question is put, inside the stretch that is held back. If another question comes first, or the answer cannot be given,
what is left is dropped and the person is asked. A question that has one answer alone is answered too, where that tells
nobody anything.

All of it is kept with the seat, twice: as it stands, and as the seat was last shown it. What happens between two beats
is nobody's knowledge, its owner's neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

import msgspec

from barents.kernel.actions import Action
from barents.kernel.decisions import Assign, Decision
from barents.kernel.match import Match
from barents.kernel.menus import PlannedAnswer
from barents.kernel.sides import Side, eyes_of
from barents.kernel.view import Passage
from barents.players import adviser_of
from barents.players.circles import hour
from barents.server.matches.protocol import Following, Stop
from barents.server.matches.standing_orders import by_order, declined, is_empty
from barents.server.storage.store import Way

MOST_DECLINED = 40  # windows that the person has let pass and is not asked again
MOST_DEEDS = 60  # of so many deeds of a seat one knows what followed from them by itself

By = Literal["", "order", "plan", "forced", "staff", "passed"]
"""Who answers what a seat is asked: the person, a standing order or both sides' staffs, the order that it has given,
the umpire because there is but one answer, its own staff, or the umpire because the person has let this pass before."""


class Beforehand(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat has given beforehand.

    `answers` are left of an order, of which the last that was given had the number `under_way`; it `stop`s at what the
    seat has read since its line `read`. `staff` is the phase that is left to the staff, in the hour `since`. `why` says
    why the last order was not followed to its end.

    `deeds` counts for each deed of the person how many choices came of it, itself among them: they are taken back
    together. A number below zero counts forced answers that came of no deed of this side, which nobody need take back.
    After an undo the person answers `by_hand` even what has but one answer, until something else was done. `declined`
    are the windows that the person has let pass in the hour `declined_in`.
    """

    answers: tuple[PlannedAnswer, ...] = ()
    stop: Stop = ""
    read: int = 0
    under_way: int = 0
    staff: str = ""
    since: tuple[int, str] = (0, "")
    why: str = ""
    deeds: tuple[int, ...] = ()
    by_hand: bool = False
    declined: tuple[str, ...] = ()
    declined_in: tuple[int, str] = (0, "")

    @property
    def following(self) -> Following:
        """What its owner is told of it."""
        return Following(answers=self.answers, staff=self.staff, why=self.why)

    @property
    def last_deed(self) -> int:
        """How many choices the person's last deed came to; none if there is none that could be taken back."""
        return max(0, self.deeds[-1]) if self.deeds else 1

    def after_deed(self, window: bool) -> Beforehand:
        """The person has answered: a window in between changes nothing of an order, anything else gives it up."""
        kept = self if window else self.given_up()
        return msgspec.structs.replace(kept, deeds=(*self.deeds, 1)[-MOST_DEEDS:], by_hand=False)

    def after_answer(self, by: By, follows: bool) -> Beforehand:
        """Something was answered for the person; whether that `follows` a choice of the same side."""
        last = self.deeds[-1] if self.deeds and follows else 0
        step = -1 if by == "forced" and last <= 0 else 1
        before = self.deeds[:-1] if last * step > 0 else self.deeds
        deeds = (*before, last + step if last * step > 0 else step)[-MOST_DEEDS:]
        if by != "plan":
            return msgspec.structs.replace(self, deeds=deeds)
        given, *left = self.answers
        return msgspec.structs.replace(self, deeds=deeds, answers=tuple(left), under_way=given.order)

    def after_undo(self, choices: int) -> Beforehand:
        """So many choices were taken back."""
        left = self.last_deed - choices
        deeds = (*self.deeds[:-1], left) if left > 0 else self.deeds[:-1]
        return msgspec.structs.replace(self.given_up(), deeds=deeds, staff="", by_hand=True)

    def given_up(self, why: str = "") -> Beforehand:
        """Without what was left of an order."""
        return msgspec.structs.replace(self, answers=(), why=why)

    def by_the_person(self, why: str) -> Beforehand:
        """What was to be answered for the person could not be: the person is asked, and nobody answers again."""
        given = self.given_up(why if self.answers else "")
        return msgspec.structs.replace(given, staff="", by_hand=True)

    def encoded(self) -> str:
        """As it is kept."""
        return msgspec.json.encode(self).decode()


decode = msgspec.json.Decoder(Beforehand).decode


def question_of(decision: Decision[Any]) -> str:
    """The id of the question that is asked, or its rule where there is no question."""
    return decision.rule if decision.question is None else decision.question.id


def only_answer(decision: Decision[Any]) -> Action | None:
    """The answer to a question that has no other, and nothing that could be done first; None if one can choose.

    Where the game says what it means that there is but one, it is worth showing.
    """
    options, question = decision.options, decision.question
    if decision.window or (question is not None and question.lone):
        return None
    if isinstance(options, Assign) and options.slots:
        return None  # to find out how many ways there are takes too long
    if options.count() != 1 or decision.asides is not None:
        return None
    return next(iter(options), None)


class Standpoint(NamedTuple):
    """All that says who answers for a seat: the match, what the seat has given beforehand, and who else sits there.

    `alone` means that no other person could learn something from how quickly it is answered. `story` is what the seat
    has read.
    """

    match: Match[Any, Any]
    side: Side
    way: Way
    given: Beforehand
    alone: bool
    story: Callable[[], Iterable[Passage]]

    @property
    def decision(self) -> Decision[Any] | None:
        """What the seat is asked."""
        return self.match.pending.get(self.side)

    @property
    def answered_by(self) -> By:
        """Who answers it; nobody if it is the person, or if nothing is asked."""
        decision = self.decision
        if decision is None:
            return ""
        if by_order(decision, self.match, self.way):
            return "order"
        if decision.window:
            return "passed" if self.alone and self._has_passed(decision) else ""
        if self.given.answers and self._why_not(decision) == "":
            return "plan"
        if self._is_forced(decision):
            return "forced"
        return "staff" if self._is_left_to_staff(decision) else ""

    def _has_passed(self, decision: Decision[Any]) -> bool:
        """Whether there is nothing to choose in a window, or just what the person has let pass this turn.

        Only where no other person plays: that a window passes quickly would tell him that nothing has changed.
        """
        if is_empty(decision):
            return True
        given = self.given
        if not given.declined or hour(self.match) != given.declined_in:
            return False
        return self.fingerprint(decision) in given.declined

    def fingerprint(self, decision: Decision[Any]) -> str:
        """What the person is offered in a window, and all that the chart shows then: the same means the same."""
        match, eyes = self.match, eyes_of(self.side)
        situation = match.game.view(match.data, match.known(eyes), eyes)
        seen = (question_of(decision), decision.prompt, decision.options.wire(in_order=True), situation)
        return blake2b(msgspec.msgpack.encode(seen, order="deterministic"), digest_size=12).hexdigest()

    def after_deed(self, action: Action) -> Beforehand:
        """What is given beforehand when the person has answered this to what is asked now."""
        decision, given = self.decision, self.given
        if decision is None or not decision.window:
            return given.after_deed(window=False)
        after = given.after_deed(window=True)
        if not self.alone or action != declined(decision):
            return after
        now = hour(self.match)
        before = given.declined if given.declined_in == now else ()
        passed = (*before, self.fingerprint(decision))[-MOST_DECLINED:]
        return msgspec.structs.replace(after, declined=passed, declined_in=now)

    def planned(self) -> Action:
        """The next answer of the order."""
        return self.match.game.notation.parse(self.given.answers[0].answer)

    def _is_forced(self, decision: Decision[Any]) -> bool:
        """Whether there is but one answer, and nobody learns from it that there was."""
        if self.given.by_hand:
            return False
        harmless = decision.question is not None and decision.question.forced == "bookkeeping"
        # With an order under way all is answered at once, so that nobody knows what of it was forced.
        return (self.alone or harmless or bool(self.given.answers)) and only_answer(decision) is not None

    def _is_left_to_staff(self, decision: Decision[Any]) -> bool:
        question, given = decision.question, self.given
        if not given.staff or question is None or not question.staff or question.phase != given.staff:
            return False
        return bool(adviser_of(self.match.game.name)) and hour(self.match) == given.since

    def _why_not(self, decision: Decision[Any]) -> str:
        """Why the next answer of an order cannot be given to what is asked."""
        given = self.given
        planned = given.answers[0]
        if planned.question != question_of(decision):
            return f"you are asked something else first. {decision.prompt}".rstrip()
        refusal = decision.refusal(self.planned())
        if refusal is not None:
            return refusal.reason
        if given.stop and planned.order != given.under_way:
            return next((_in_words(told) for told in self.story() if _stops(told, given)), "")
        return ""

    def settled(self) -> Beforehand:
        """What is left of it as the match stands: an order that cannot go on is dropped, a phase that is over is over.

        Only when the match is shown: then it is told at once.
        """
        given, decision = self.given, self.decision
        if self.match.result is not None:
            return msgspec.structs.replace(given.given_up(), staff="")
        is_open = decision is not None and not decision.window
        if given.answers and decision is not None and is_open and self.answered_by in ("", "staff"):
            given = given.given_up(NOT_GIVEN.format(self._why_not(decision)))
        if given.staff:
            phase = "" if decision is None or decision.question is None else decision.question.phase
            if hour(self.match) != given.since or (is_open and phase != given.staff):
                given = msgspec.structs.replace(given, staff="")
        return given


def _stops(told: Passage, given: Beforehand) -> bool:
    """Whether something that the seat has read since it gave the order is a reason to be asked."""
    is_new = told.last >= given.read and told.weight >= 1
    return is_new and (given.stop == "news" or told.tone == "bad")


def _in_words(told: Passage) -> str:
    words = (told.title or told.text).replace("*", "")
    return f"something has happened. {words}"


NOT_GIVEN = "The rest of your order was not given: {}"
