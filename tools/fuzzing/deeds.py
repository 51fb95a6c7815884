"""What is done to a match, and what has to hold of it: nothing breaks, nothing is lost, nothing depends on luck."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

import msgspec

from barents.kernel.actions import NotationError
from barents.kernel.decisions import Refused, from_wire
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.events import seen
from barents.kernel.feed import difference
from barents.kernel.match import Control, Match
from barents.kernel.record import decode
from barents.kernel.replay import replay, verify
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.wire import OptionsWire
from barents.server.matches.reasons import consider, why_not

ONWARD = 4  # choices that are made in a fork or an imagined world
NONSENSE = ("", "!", "go", "choose", "choose x,,y", "go 9999", "assign a=b", "\x00", "é" * 40, "go " * 300, "-1", '"')


class FoundError(Exception):
    """Something that has to hold does not."""


Kind = Literal["do", "save", "renew", "fork", "imagine", "look", "nonsense", "wire", "end"]


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is done: an entry, or a check that leaves the match as it is; `by` is what chance it takes."""

    kind: Kind
    side: Side = Side.ALLIED
    text: str = ""
    by: int = 0


def done(match: Match[Any, Any], deed: Deed, pack: Any) -> Match[Any, Any]:
    """Do something; the match to go on with."""
    return _DEEDS[deed.kind](match, deed, Dice.seeded("deed", deed.by), pack)


def _insist(holds: bool, words: str) -> None:
    if not holds:
        raise FoundError(words)


def _state(match: Match[Any, Any]) -> bytes:
    return match.game.encoder.encode(match.state)


def _asked(match: Match[Any, Any]) -> dict[Side, tuple[str, str]]:
    return {side: (decision.rule, decision.prompt) for side, decision in match.pending.items()}


def _do(match: Match[Any, Any], deed: Deed, _dice: Dice, _pack: Any) -> Match[Any, Any]:
    """An answer, or an undo."""
    text = deed.text
    match.do(deed.side, Control(text) if text.startswith("!") else match.game.notation.parse(text))
    return match


def _save(match: Match[Any, Any], _deed: Deed, _dice: Dice, pack: Any) -> Match[Any, Any]:
    """The server is killed: what is kept of a match is the match."""
    content = match.record.encode()
    again = replay(decode(content), pack)
    _insist(_state(again) == _state(match), "a match that was saved and taken up again stands otherwise")
    _insist(_asked(again) == _asked(match), "a match that was saved and taken up again asks something else")
    _insist(again.record.encode() == content, "the record of a match that was taken up again is another")
    return again


def _renew(match: Match[Any, Any], deed: Deed, _dice: Dice, _pack: Any) -> Match[Any, Any]:
    """Two people go on with it, with dice of their own."""
    asked = _asked(match)
    if asked:
        match.await_new_dice(f"new {deed.by}".encode())
        for side in Side:
            match.contribute(side, f"{side} {deed.by}")
        _insist(_asked(match) == asked, "with new dice something else is asked")
    return match


def _fork(match: Match[Any, Any], _deed: Deed, dice: Dice, _pack: Any) -> Match[Any, Any]:
    """Somebody tries something out."""
    before = _state(match)
    twin = match.fork(DiceBox.seeded("fork", dice.below(1 << 62)))
    _insist(_asked(twin) == _asked(match), "a fork asks something else")
    _play(twin, dice)
    _insist(_state(match) == before, "a fork has changed its parent")
    return match


def _play(match: Match[Any, Any], dice: Dice) -> None:
    for _ in range(ONWARD):
        if match.pending:
            side = dice.choice(tuple(match.pending))
            match.act(side, match.pending[side].options.sample(dice))


def _imagine(match: Match[Any, Any], deed: Deed, dice: Dice, _pack: Any) -> Match[Any, Any]:
    """A world as a side may imagine it looks the same to it, and can be played."""
    if deed.side not in match.pending:
        return match
    approach = match.approach(deed.side)
    game, eyes = match.game, eyes_of(deed.side)
    world = game.imagine(match.data, approach.known, eyes, dice)
    box = DiceBox.seeded("world", dice.below(1 << 62))
    since = (match.log or ())[match._checkpoint.log :]
    if any(seen(entry, eyes) is not None for entry in since):
        # It has been told something since the step began, and is asked for that reason; a world need not come to it.
        with suppress(Refused):
            _play(Match.enter(game, match.data, world, approach, box), dice)
        return match
    twin = Match.enter(game, match.data, world, approach, box)
    _insist(deed.side in twin.pending, "in an imagined world the side is not asked")
    same = twin.pending[deed.side].rule == match.pending[deed.side].rule
    _insist(same, "in an imagined world it is another question")
    _play(twin, dice)
    return match


def _look(match: Match[Any, Any], _deed: Deed, _dice: Dice, _pack: Any) -> Match[Any, Any]:
    """Everybody comes back and looks."""
    for eyes in Observer:
        view = match.view(eyes)
        msgspec.json.encode(view)
        _insist(difference(view, match.view(eyes), 1).view == {}, "two looks at the same moment differ")
    return match


def _nonsense(match: Match[Any, Any], deed: Deed, dice: Dice, _pack: Any) -> Match[Any, Any]:
    """What is wrong is refused with a reason, and nothing has happened."""
    before = _state(match)
    for text in (dice.choice(NONSENSE), deed.text):
        for side in Side:
            decision = match.pending.get(side)
            consider(match, side, decision, text)
            try:
                action = match.game.notation.parse(text)
                if decision is None or decision.refusal(action) is not None:
                    match.act(side, action)
                    raise FoundError(f"'{text}' was refused, and then taken")
            except (NotationError, Refused):
                pass
    for side in Side:
        situation = match.game.view(match.data, match.known(eyes_of(side)), eyes_of(side))
        pieces = [piece.id for piece in situation.pieces] or [""]
        cells = [piece.cell for piece in situation.pieces] or [""]
        for _ in range(3):
            why_not(match, side, match.pending.get(side), dice.choice(["", *pieces]), dice.choice(["", *cells]))
    _insist(_state(match) == before, "something that was refused has changed the match")
    return match


def _wire(match: Match[Any, Any], _deed: Deed, dice: Dice, _pack: Any) -> Match[Any, Any]:
    """What is sent of a question takes the same answers as the question itself."""
    boards = match.game.boards(match.data)
    for decision in match.pending.values():
        encoded = msgspec.json.encode(decision.options.wire())
        wire: Any = msgspec.json.decode(encoded, type=OptionsWire)
        sent = from_wire(wire, match.game.notation, boards)
        for _ in range(3):
            for one, other in ((decision.options, sent), (sent, decision.options)):
                action = one.sample(dice)
                _insist(other.refusal(action) is None, f"'{action}' is legal here, and not as it is sent")
    return match


def _end(match: Match[Any, Any], _deed: Deed, _dice: Dice, pack: Any) -> Match[Any, Any]:
    """Every die of the record is true."""
    record = decode(match.record.encode())
    _insist(verify(record, pack).entries == sum(len(each.entries) for each in record.chapters), "entries are lost")
    if match.result is not None:
        match.game.report(match.data, match.state, match.log or [])
    return match


_DEEDS: dict[str, Callable[[Match[Any, Any], Deed, Dice, Any], Match[Any, Any]]] = {
    "do": _do,
    "save": _save,
    "renew": _renew,
    "fork": _fork,
    "imagine": _imagine,
    "look": _look,
    "nonsense": _nonsense,
    "wire": _wire,
    "end": _end,
}
