"""What goes over a line: differences from which an observer makes the next view out of the last."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from barents.kernel.dice import Dice
from barents.kernel.feed import Feed, Update, difference
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from barents.kernel.view import View
from tests.hunt import GAME as HUNT


def patched(view: View, update: Update) -> View:
    """The next view, as a client makes it from an update that has come over a line."""
    old: dict[str, Any] = msgspec.to_builtins(view)
    new: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(update))
    old.update(new["view"])
    situation = old["situation"]
    situation.update(new["situation"])
    pieces = {piece["id"]: piece for piece in situation["pieces"] if piece["id"] not in new["gone"]}
    pieces |= {piece["id"]: piece for piece in new["pieces"]}
    order = new["order"] or list(pieces)
    situation["pieces"] = [pieces[name] for name in order]
    old["log"] = [line for line in old["log"] if line["number"] < new["log_from"]] + new["log"]
    old["story"] = [told for told in old["story"] if told["first"] < new["story_from"]] + new["story"]
    return msgspec.convert(old, View)


def wander(match: Match[Any, Any], dice: Dice) -> None:
    """A choice at random, now and then taken back."""
    side = dice.choice(list(match.pending))
    if dice.below(4) == 0 and match.can_undo(side):
        match.undo(side)
    else:
        match.act(side, match.pending[side].options.sample(dice))


@pytest.mark.parametrize("seed", range(4))
def test_updates_lead_from_each_view_to_the_next(seed: int) -> None:
    match = Match.new(HUNT, "first-light", seed=seed)
    feeds = {observer: Feed(observer) for observer in Observer}
    seen: dict[Observer, View] = {}
    dice = Dice.seeded("wander", seed)
    sent = 0
    while True:
        for observer, feed in feeds.items():
            frame = feed.update(match)
            whole = match.view(observer)
            assert feed.look(match) == whole
            if frame is None:
                assert seen[observer] == whole
            else:
                before = seen.get(observer)
                if before is not None:
                    update = difference(before, frame.view, frame.revision)
                    assert patched(before, update) == frame.view
                    sent += 1
                seen[observer] = frame.view
        if not match.pending:
            break
        wander(match, dice)
    assert sent > 50


def test_an_update_holds_only_what_is_new() -> None:
    match = Match.new(HUNT, "first-light", seed=1)
    side = next(iter(match.pending))
    observer = Observer(side.value)
    feed, dice = Feed(observer), Dice.seeded(5)
    before = feed.look(match)
    assert difference(before, feed.look(match), 7) == Update(7, log_from=len(before.log), story_from=len(before.log))
    while feed.look(match).situation == before.situation and match.pending:
        wander(match, dice)
    after = feed.look(match)
    update = difference(before, after, 8)
    changed = {p.id for p in after.situation.pieces} - {
        p.id for p in after.situation.pieces if p in before.situation.pieces
    }
    assert {piece.id for piece in update.pieces} == changed
    assert update.log == after.log[update.log_from :]
    assert len(msgspec.json.encode(update)) < len(msgspec.json.encode(after))


def test_a_feed_goes_on_with_the_revision_that_was_kept() -> None:
    match = Match.new(HUNT, "first-light", seed=2)
    frame = Feed(Observer.ALLIED, revision=41).update(match)
    assert frame is not None
    assert frame.revision == 42
    assert frame.view == match.view(Observer(Side.ALLIED.value))
