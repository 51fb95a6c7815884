"""A record that was written before the sequence of a turn was one list: the same rules, another agenda.

`record-of-schema-1.json` is a match of captains, as the program of that day wrote it.
"""

from __future__ import annotations

from pathlib import Path

from barents.games.arctic_disaster import GAME
from barents.kernel.record import decode
from barents.kernel.replay import replay, verify

RECORD = Path(__file__).with_name("record-of-schema-1.json")


def test_a_record_of_schema_1_is_played_again_and_goes_on() -> None:
    record = decode(RECORD.read_bytes())
    assert {(chapter.rules, chapter.schema) for chapter in record.chapters} == {(GAME.version, 1)}
    assert GAME.schema == 2
    checked = verify(record)
    assert (checked.entries, checked.unplayed) == (60, ())
    match = replay(record)
    assert match.pending, "somebody can go on with it"
    assert match.state.turn >= 1
