"""Records of before: what was written down is read for ever, and checked as far as that needs no rules.

`records_of_before` holds matches of version 1 of their games, as the program of that day wrote them.
"""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from barents.kernel import registry
from barents.kernel.decisions import Pick
from barents.kernel.dice import D6
from barents.kernel.game import Game, Result
from barents.kernel.match import Match
from barents.kernel.reading import checked_in_words, read, why_not_played
from barents.kernel.record import ChapterRecord, Record, RecordError, Written, decode, sealed, sealed_chapter
from barents.kernel.replay import Verified, verify
from barents.kernel.sides import Audience, Observer, Side
from barents.kernel.umpire import Rule
from tests.kernel.tiny import Go, Steps, Take, U, tiny

ALLIED, AXIS = Side.ALLIED, Side.AXIS
FOLDER = Path(__file__).with_name("records_of_before")
FILES = {file.stem: file for file in sorted(FOLDER.glob("*.json"))}


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has changed its rules since those records were written."""
    find = registry.find
    monkeypatch.setattr(registry, "find", lambda name: dataclasses.replace(find(name), version="later"))


def kept(name: str) -> Record:
    return decode(FILES[name].read_bytes())


def changed(record: Record, number: int, **values: Any) -> Record:
    """A record with a chapter changed, sealed again by someone who knows how."""
    chapters = list(record.chapters)
    chapters[number] = sealed_chapter(msgspec.structs.replace(chapters[number], **values))
    return sealed(msgspec.structs.replace(record, chapters=tuple(chapters)))


def test_there_are_records_of_finished_matches_of_one_under_way_and_of_two_chapters() -> None:
    records = {name: kept(name) for name in FILES}
    assert {name: (record.game, len(record.chapters)) for name, record in records.items()} == {
        "nordkapp": ("nordkapp", 1),
        "north-cape": ("north_cape", 1),
        "two-months": ("arctic_campaign", 2),
        "under-way": ("nordkapp", 1),
    }
    assert [name for name, record in records.items() if record.result is None] == ["under-way"]
    assert {record.version for record in records.values()} == {1}
    assert {chapter.rules for record in records.values() for chapter in record.chapters} == {"1"}


@pytest.mark.parametrize("name", FILES)
def test_a_record_of_before_opens_unchanged_and_says_why_it_is_not_played(name: str, later: None) -> None:
    record = kept(name)
    assert record.encode() == FILES[name].read_bytes()
    title = registry.find(record.game).title
    assert why_not_played(record) == (
        f"This match was played by rules 1 of {title}. Today's rules (version later) are others, so its positions "
        "cannot be shown. Everything that was written down can be read."
    )
    with pytest.raises(RecordError, match=r"was played by rules 1 of .* this program has later"):
        Match.replay(record)


@pytest.mark.parametrize("name", FILES)
def test_a_record_of_before_is_read_to_its_last_choice_and_die(name: str, later: None) -> None:
    record, reading = kept(name), read(kept(name))
    assert reading.result == record.result
    for chapter, told in zip(record.chapters, reading.chapters, strict=True):
        assert [(each.side, each.number) for each in told.choices] == [
            (side, number) for number, (side, _) in enumerate(chapter.entries, 1)
        ]
        assert all(each.words for each in told.choices)
        for each, (_, text) in zip(told.choices, chapter.entries, strict=True):
            assert text.startswith("!") or text in (each.words, each.notation), "the notation is never lost"
        assert [line.to for line in told.dice] == [to for to, _, _ in chapter.dice]
        assert told.has_dice
        assert (told.has_log, told.log) == (False, ())


def test_choices_are_told_in_words_where_they_need_no_position(later: None) -> None:
    choices = [each.words for each in read(kept("under-way")).chapters[0].choices]
    assert {"U-403 and U-255", "Trident: 1303, Tigris: 1505", "Declines"} < set(choices)
    assert [
        word for word in choices if word in ("Takes the last choice back", "Offers a draw", "Declines the draw")
    ] == [
        "Takes the last choice back",
        "Offers a draw",
        "Declines the draw",
    ]
    dice = [line.words for line in read(kept("under-way")).chapters[0].dice]
    assert dice[:2] == ["4 of 18 drawn: U-457, U-586, U-403, U-255", "d6: 4"]


def test_a_side_reads_its_own_choices_and_the_dice_that_it_saw(later: None) -> None:
    record = kept("under-way")
    chapter = read(record, Observer.AXIS).chapters[0]
    assert [each.words for each in chapter.choices if each.side is ALLIED] == ["Offers a draw"]
    assert len(chapter.choices) > 10
    assert {line.to for line in chapter.dice} == {Audience.EVERYONE, Audience.AXIS}
    public = read(record, Observer.PUBLIC).chapters[0]
    assert {line.to for line in public.dice} == {Audience.EVERYONE}
    assert [each.words for each in public.choices] == ["Offers a draw", "Declines the draw"], "taking back is no news"


def test_a_choice_that_no_notation_knows_any_more_is_told_as_it_was_written(later: None) -> None:
    old = changed(kept("under-way"), 0, entries=((AXIS, "ram tirpitz > 1207"), (AXIS, "!dance")))
    assert [each.words for each in read(old).chapters[0].choices] == ["ram tirpitz > 1207", "!dance"]


# Checking without the rules


@pytest.mark.parametrize("name", FILES)
def test_every_throw_of_a_record_of_before_follows_from_its_secret(name: str, later: None) -> None:
    record = kept(name)
    checked = verify(record)
    dice = [die for chapter in record.chapters for _, die, _ in chapter.dice]
    assert checked == Verified(
        chapters=len(record.chapters),
        entries=sum(len(chapter.entries) for chapter in record.chapters),
        dice=len(dice),
        unplayed=tuple(range(1, len(record.chapters) + 1)),
        draws=sum(die.startswith("draw") for die in dice),
    )
    words = checked_in_words(record, checked)
    assert f"it gives all {checked.dice - checked.draws} throws" in words
    assert "cannot tell whether every choice was allowed" in words


def die_changed(chapter: ChapterRecord) -> tuple[Any, ...]:
    """The dice of a chapter with another face in the last throw."""
    place = max(n for n, (_, die, _) in enumerate(chapter.dice) if not die.startswith("draw"))
    to, die, faces = chapter.dice[place]
    return (*chapter.dice[:place], (to, die, (*faces[:-1], faces[-1] % 6 + 1)), *chapter.dice[place + 1 :])


FORGERIES: dict[str, tuple[str, Callable[[Record], Record], str]] = {
    "a face": ("nordkapp", lambda r: changed(r, 0, dice=die_changed(r.chapters[0])), r"chapter 1: die \d+ fell"),
    "a die left out": (
        "two-months",
        lambda r: changed(r, 0, dice=r.chapters[0].dice[:-1]),
        "chapter 2 does not go on with the dice where chapter 1 ended",
    ),
    "a die that none is": (
        "nordkapp",
        lambda r: changed(r, 0, dice=((Audience.AXIS, "coin", (1,)),)),
        "chapter 1: die 1 fell",
    ),
    "a draw of more than there are": (
        "nordkapp",
        lambda r: changed(r, 0, dice=((Audience.AXIS, "draw a,b", (2, 1)),)),
        "die 1 is no draw",
    ),
    "where the dice begin": (
        "nordkapp",
        lambda r: changed(r, 0, offsets={Audience.AXIS: 7}),
        "chapter 1 does not go on with the dice where the scenario begins",
    ),
    "who resigned": (
        "two-months",
        lambda r: sealed(msgspec.structs.replace(r, result=Result(AXIS, "resigned"))),
        "the match ends otherwise than the record says",
    ),
    "the secret": (
        "nordkapp",
        lambda r: sealed(msgspec.structs.replace(r, secret="00")),
        "the secret does not fit the commitment",
    ),
    "a nonce": (
        "nordkapp",
        lambda r: sealed(msgspec.structs.replace(r, nonces={**r.nonces, AXIS: "ebb"})),
        "chapter 1: die 2 fell",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_record_of_before_is_found_out_without_its_rules(what: str, later: None) -> None:
    name, forge, complaint = FORGERIES[what]
    with pytest.raises(RecordError, match=complaint):
        verify(forge(kept(name)))


# What is written from now on


def secretly(u: U) -> Rule[Steps]:
    """A chapter in which some things are told to one side alone, and of one throw each side sees another part."""
    u.roll(D6, "T-1", "raider", {"fog": -1}, to=Audience.AXIS, modifiers_to=Audience.EVERYONE)
    u.tell("T-2", "The {ship} sails", to=Audience.AXIS, ship="raider")
    u.tell("T-3", "Dawn")
    answer = yield from u.ask(AXIS, "T-4", Pick([Take("a"), Take("b")]))
    u.state.done += [answer.what] * 5
    u.close_chapter()
    return (Go("month"),)


@pytest.fixture
def campaign(plug: Callable[[Game[Any, Any]], None]) -> Game[Any, Any]:
    game = tiny([Go("month")], go={"month": secretly}, name="campaign")
    plug(game)
    return game


def seen(record: Record, eyes: Observer, chapter: int = 0) -> list[str]:
    return [line.words for line in read(record, eyes).chapters[chapter].log]


def test_the_log_is_written_down_for_every_pair_of_eyes(
    campaign: Game[Any, Any], plug: Callable[[Game[Any, Any]], None]
) -> None:
    match = Match.new(campaign, "only", seed="north")
    match.act(AXIS, Take("a"))
    match.act(AXIS, Take("b"))
    told = {eyes: [line.text for line in match.view(eyes).log] for eyes in Observer}
    record = decode(match.record.encode())
    plug(dataclasses.replace(campaign, version="2", label=lambda _data, _name: "something else"))
    for eyes in Observer:
        read_again = [words for chapter in range(3) for words in seen(record, eyes, chapter)]
        assert read_again == told[eyes], "in the words of that day"
    assert len(seen(record, Observer.PUBLIC)) == 2
    assert "hidden" in seen(record, Observer.ALLIED)[0]
    assert verify(record).unplayed == (1, 2), "the third may begin by the new rules"


def test_what_is_finished_is_written_once(campaign: Game[Any, Any]) -> None:
    match = Match.new(campaign, "only", seed="north")
    match.act(AXIS, Take("a"))
    first = match.record.chapters[0]
    match.act(AXIS, Take("b"))
    assert match.record.chapters[0] is first
    assert len(match.record.chapters) == 3
    assert decode(match.record.encode()) == match.record


def test_chapters_of_before_stay_as_they_were_written_among_newer_ones(campaign: Game[Any, Any]) -> None:
    match = Match.new(campaign, "only", seed="north")
    match.act(AXIS, Take("a"))
    record = match.record
    for number in range(2):
        record = changed(record, number, log=UNSET)
    record = decode(sealed(msgspec.structs.replace(record, version=1)).encode())
    again = decode(Match.replay(record).record.encode())
    assert (again.version, again.chapters[0]) == (2, record.chapters[0])
    assert again.chapters[0].log is UNSET
    assert isinstance(again.chapters[1].log, tuple)
    assert verify(again).unplayed == ()
    assert [chapter.has_log for chapter in read(again).chapters] == [False, True]


def test_a_match_that_went_on_by_newer_rules_is_checked_chapter_by_chapter(
    campaign: Game[Any, Any], plug: Callable[[Game[Any, Any]], None]
) -> None:
    match = Match.new(campaign, "only", seed="north")
    match.act(AXIS, Take("a"))
    record = decode(match.record.encode())
    plug(dataclasses.replace(campaign, version="2"))
    newer = Match.replay(record)
    newer.act(AXIS, Take("b"))
    mixed = decode(newer.record.encode())
    assert [chapter.rules for chapter in mixed.chapters] == ["1", "2", "2"]
    checked = verify(mixed)
    assert (checked.unplayed, checked.dice) == ((1,), 3)
    assert why_not_played(mixed).startswith("Chapter 1 of this match was played by rules 1 of Tiny.")
    assert "by which chapter 1 was played" in checked_in_words(mixed, checked)
    with pytest.raises(RecordError, match="chapter 2 leads to another position"):
        verify(changed(mixed, 1, entries=((AXIS, "take a"),)))
    with pytest.raises(RecordError, match="chapter 2 does not open as chapter 1 ended"):
        verify(changed(mixed, 0, closing="0" * 64))


def test_the_word_of_newer_rules_is_not_taken_back_with_a_choice(plug: Callable[[Game[Any, Any]], None]) -> None:
    def calm(u: U) -> Rule[Steps]:
        for _ in range(2):
            yield from u.ask(AXIS, "T-1", Pick([Take("a")]))
        u.close_chapter()
        return (Go("month"),)

    game = tiny([Go("month")], go={"month": calm}, name="campaign")
    plug(game)
    match = Match.new(game, "only", seed="north")
    for _ in range(2):
        match.act(AXIS, Take("a"))
    record = decode(match.record.encode())
    plug(dataclasses.replace(game, version="2"))
    newer = Match.replay(record)
    newer.act(AXIS, Take("a"))
    newer.undo(AXIS)
    for eyes in Observer:
        assert [line.text for line in newer.view(eyes).log] == [
            "From here on this match is played by rules 2 of Tiny. What came before was played by rules 1"
        ]
    assert verify(decode(newer.record.encode())).unplayed == (1,)


def test_a_finished_match_is_not_ended_by_newer_rules(
    plug: Callable[[Game[Any, Any]], None], campaign: Game[Any, Any]
) -> None:
    """Also where nothing was done in its last chapter, so that newer rules could begin it."""
    match = Match.new(campaign, "only", seed="north")
    for _ in range(3):
        match.act(AXIS, Take("a"))
    record = sealed(msgspec.structs.replace(match.record, result=Result(AXIS, "won")))
    assert record.chapters[-1].entries == ()
    plug(dataclasses.replace(campaign, version="2"))
    with pytest.raises(RecordError, match="was played by rules 1 of Tiny"):
        Match.replay(record)


def test_a_record_of_version_1_has_no_log_and_a_bare_chapter_is_told_as_such(later: None) -> None:
    old = kept("under-way")
    with pytest.raises(RecordError, match="chapter 1 is none of version 1"):
        decode(changed(old, 0, log=(Written("X", Audience.EVERYONE, "Never said"),)).encode())
    bare = changed(msgspec.structs.replace(old, version=2), 0, opening={}, offsets={}, dice=(), closing="", log=UNSET)
    again = decode(bare.encode())
    told = read(again).chapters[0]
    assert (told.has_dice, told.has_log, len(told.choices)) == (False, False, len(old.chapters[0].entries))
    checked = verify(again)
    assert (checked.bare, checked.dice) == ((1,), 0)
    assert "Chapter 1 was kept without dice." in checked_in_words(again, checked)
