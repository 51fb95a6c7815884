"""Records that were written before the sequence of a turn was one list: the same rules, another agenda.

`records_of_schema_1` holds matches of captains, as the program of that day wrote them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from barents.kernel import registry
from barents.kernel.match import Match
from barents.kernel.record import Record, decode
from barents.kernel.replay import replay, verify

FOLDER = Path(__file__).with_name("records_of_schema_1")
ENTRIES = {"arctic_disaster": 60}


def of_schema_1(game: str) -> Record:
    return decode((FOLDER / f"{game}.json").read_bytes())


def test_every_game_with_another_schema_has_a_record_of_before() -> None:
    assert {name for name in registry.names() if registry.find(name).upgrades} == set(ENTRIES)


@pytest.mark.parametrize("name", ENTRIES)
def test_a_record_of_schema_1_is_played_again_and_goes_on(name: str) -> None:
    game, record = registry.find(name), of_schema_1(name)
    assert {(chapter.rules, chapter.schema) for chapter in record.chapters} == {(game.version, 1)}
    assert game.schema == 2
    checked = verify(record)
    assert (checked.entries, checked.unplayed) == (ENTRIES[name], ())
    match = replay(record)
    assert match.pending, "somebody can go on with it"
    assert match.state.turn >= 1


@pytest.mark.parametrize("name", ENTRIES)
def test_one_in_which_nothing_was_done_begins_by_todays_rules(name: str) -> None:
    record = of_schema_1(name)
    untouched = msgspec.structs.replace(record.chapters[0], rules="1", entries=())
    begun = replay(msgspec.structs.replace(record, chapters=(untouched,)))
    today: Match[Any, Any] = Match.new(name, record.scenario, seed=bytes.fromhex(record.secret))
    assert begun.game.encoder.encode(begun.state) == today.game.encoder.encode(today.state)
