"""Records: they hold a match, a change anywhere is refused with a word on where, and every die can be checked."""

import contextlib
import dataclasses
from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Pick, Refused
from barents.kernel.dice import D6, Dice, DiceBox, commitment, mix
from barents.kernel.game import Game, Result
from barents.kernel.match import Control, Match
from barents.kernel.record import ChapterRecord, Record, RecordError, Written, decode, sealed, sealed_chapter
from barents.kernel.replay import Verified, begun, replay, verify
from barents.kernel.sides import Audience, Side
from barents.kernel.umpire import Rule
from barents.testing.fingerprint import Fingerprint, fingerprint
from tests.hunt import GAME as HUNT
from tests.kernel.tiny import Go, Run, State, Steps, Take, TinyMatch, U, asks, start, tiny

ALLIED, AXIS = Side.ALLIED, Side.AXIS
Plug = Callable[[Game[Any, Any]], None]


def month(u: U) -> Rule[Steps]:
    """A chapter of a small campaign: dice, two choices, a draw, and so on to the third month."""
    u.state.done.append(f"month, {u.roll(D6, 'T-1')}")
    answer = yield from u.ask(AXIS, "T-2", Pick([Take("a"), Take("b"), Take("c d")]))
    u.state.done.append(answer.what)
    return (Go("reply"), Run("draw"))


def draw(u: U) -> Steps:
    u.state.done += u.draw("xyz", 2, "T-3", to=Audience.AXIS)
    u.close_chapter()
    return (Go("month"),) if len(u.state.done) < 15 else (Run("end"),)


PARTS: dict[str, Any] = {"go": {"month": month, "reply": asks(ALLIED, "p", "q")}, "run": {"draw": draw}}
CAMPAIGN = tiny([Go("month")], **PARTS, name="campaign")


@pytest.fixture(autouse=True)
def games(plug: Plug) -> None:
    plug(CAMPAIGN)
    plug(HUNT)


def campaign(choices: int) -> TinyMatch:
    """The campaign after so many choices; every month has two of them. There are resignations in none, undo in some."""
    match = Match.new(CAMPAIGN, "only", seed="north")
    for number in range(choices):
        side = AXIS if number % 2 == 0 else ALLIED
        match.act(side, Take("a" if side is AXIS else "p"))
        if number % 4 == 0:
            match.undo(AXIS)
            match.act(AXIS, Take("c d"))
    return match


def changed(record: Record, chapter: int = 0, seal: bool = True, **values: Any) -> Record:
    """A record with some fields of it or of a chapter changed, and sealed again by someone who knows how."""
    own = {name: value for name, value in values.items() if name in ChapterRecord.__struct_fields__}
    chapters = list(record.chapters)
    if own:
        chapters[chapter] = msgspec.structs.replace(chapters[chapter], **own)
        chapters[chapter] = sealed_chapter(chapters[chapter]) if seal else chapters[chapter]
    rest = {name: value for name, value in values.items() if name not in own}
    record = msgspec.structs.replace(record, **{"chapters": tuple(chapters), **rest})
    return sealed(record) if seal else record


def read(record: Record) -> Record:
    """Write a record and read it again."""
    return decode(record.encode())


# What is in a record


def test_a_record_can_be_read_by_a_person() -> None:
    text = campaign(3).record.encode().decode()
    raw = msgspec.json.decode(text)
    assert (raw["format"], raw["version"], raw["game"], raw["scenario"]) == ("barents record", 2, "campaign", "only")
    first, second = raw["chapters"]
    assert first["entries"] == [["axis", "take a"], ["axis", "!undo"], ["axis", 'take "c d"'], ["allied", "take p"]]
    assert second["entries"] == [["axis", "take a"]]
    assert [die[:2] for die in first["dice"]] == [["everyone", "d6"], ["axis", first["dice"][1][1]]]
    assert first["dice"][1][1].startswith("draw ")
    assert second["opening"]["done"][:2] == [f"month, {first['dice'][0][2][0]}", "c d"]
    assert second["offsets"] == {"everyone": 1, "axis": 2}
    rolled = f"Roll: d6 {first['dice'][0][2][0]} = {first['dice'][0][2][0]}"
    assert first["log"][0] == ["T-1", "everyone", rolled, {}], "the log is in it as it was written"
    assert [line[:2] for line in first["log"]] == [["T-1", "everyone"], ["T-3", "axis"]]
    assert text.count("\n") > 60, "it is laid out in lines"
    assert text.endswith("}\n")


@pytest.mark.parametrize("choices", range(7))
def test_saving_and_loading_at_every_decision_changes_nothing(choices: int) -> None:
    match = campaign(choices)
    if choices == 3:
        match.offer_draw(AXIS)
    record = match.record
    loaded = Match.replay(read(record))
    assert loaded.record == record
    assert without_log(loaded) == without_log(match)
    assert verify(read(record)).chapters == 1 + choices // 2
    for side, what in ((AXIS, "b"), (ALLIED, "q")) if choices % 2 == 0 else ((ALLIED, "q"), (AXIS, "b")):
        if side in match.pending:
            match.act(side, Take(what))
            loaded.act(side, Take(what))
    assert without_log(loaded) == without_log(match)
    assert loaded.record.encode() == match.record.encode()


def without_log(match: TinyMatch) -> Fingerprint:
    """All but the words of earlier chapters, which are not played again."""
    return fingerprint(match)._replace(log=b"", views=b"")


def test_a_finished_match_is_loaded_as_it_ended() -> None:
    match = campaign(6)
    assert match.result is not None
    assert Match.replay(read(match.record)).result == match.result
    assert verify(match.record) == Verified(chapters=4, entries=10, dice=6)
    resigned = campaign(1)
    resigned.offer_draw(ALLIED)
    resigned.resign(ALLIED)
    assert Match.replay(read(resigned.record)).result == Result(AXIS, "resigned", why="allied resigned")
    late = campaign(1)
    late.call_time(AXIS)
    assert Match.replay(read(late.record)).result == Result(ALLIED, "lost on time", why="axis ran out of time")
    assert verify(read(late.record)).entries == len(late.entries)


def test_a_draw_agreed_in_the_next_chapter_can_be_loaded() -> None:
    """An offer does not outlive its chapter, which is all that is played again."""
    match = campaign(1)
    match.offer_draw(ALLIED)
    match.act(ALLIED, Take("p"))
    assert len(match.chapters) == 1
    assert Match.replay(read(match.record)).draw_offer is match.draw_offer is None


def test_only_the_last_chapter_is_played_again_and_all_are_verified() -> None:
    false = changed(campaign(3).record, 0, entries=((AXIS, "take b"), (ALLIED, "take p")))
    assert Match.replay(read(false)).state.done[1] == "c d"
    with pytest.raises(RecordError, match="chapter 1 leads to another position than the record says"):
        verify(false)


def test_only_a_match_from_a_scenario_with_its_log_has_a_record() -> None:
    for match in (start(CAMPAIGN), Match.new(CAMPAIGN, "only", seed=1, log=False)):
        with pytest.raises(RecordError, match="only a match that was begun from a scenario, with its log"):
            _ = match.record
    waiting = Match.new(CAMPAIGN, "only", seed=1, await_nonces=True)
    with pytest.raises(RecordError, match="the match has not begun: there is nothing to record yet"):
        _ = waiting.record


def test_a_match_with_nonces_is_verified_with_them() -> None:
    match = Match.new(CAMPAIGN, "only", seed=1, await_nonces=True)
    match.contribute(AXIS, "tide")
    match.contribute(ALLIED, "spring")
    match.act(AXIS, Take("a"))
    record = read(match.record)
    assert verify(record).dice == 1
    other = {**record.nonces, AXIS: "ebb"}
    with pytest.raises(RecordError, match=r"chapter 1: die 1 fell .* not"):
        verify(changed(record, nonces=other))


# Damage


@pytest.fixture(scope="module")
def content() -> bytes:
    """The file of a match in its third chapter."""
    return campaign(5).record.encode()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_byte_changed_is_refused(content: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(content) - 1))
    damaged = bytearray(content)
    damaged[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(RecordError):
        decode(bytes(damaged))


def test_every_byte_changed_to_its_neighbour_or_a_blank_is_refused(content: bytes) -> None:
    for place, byte in enumerate(content):
        for other in {byte ^ 1, 0x20, 0x30, 0x22} - {byte}:
            with pytest.raises(RecordError):
                decode(content[:place] + bytes([other]) + content[place + 1 :])


def test_every_truncation_and_every_addition_is_refused(content: bytes) -> None:
    for end in range(len(content)):
        with pytest.raises(RecordError):
            decode(content[:end])
    for more in (b"\n", b" ", b"{}", content):
        with pytest.raises(RecordError):
            decode(content + more)
        with pytest.raises(RecordError):
            decode(more + content)


@pytest.mark.parametrize(
    ("file", "complaint"),
    [
        (b"", "no whole record"),
        (b"[" * 100_000, "no whole record"),
        (b"\xff\xfe", "no whole record"),
        (b"[]", "this is no record of a match: its 'format' is not 'barents record'"),
        (b'{"format": "barents"}', "this is no record of a match"),
        (b'{"format": "barents record", "version": 3}', "record is of version 3; this program reads versions 1 and 2"),
        (b'{"format": "barents record"}', "the record is of version None"),
        (b'{"format": "barents record", "version": 1}', "the record is damaged: .*missing required field `game`"),
    ],
)
def test_what_is_no_record_is_refused_by_name(file: bytes, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        decode(file)


@pytest.mark.parametrize("number", ["123456789012345678901234567890", "1e999", "-0", "1.5", "NaN"])
def test_numbers_that_no_match_holds_are_refused(content: bytes, number: str) -> None:
    text = content.decode().replace('"offsets": {}', f'"offsets": {{"axis": {number}}}', 1)
    opening = content.decode().replace('"result": null', f'"result": {number}', 1)
    for damaged in (text, opening):
        assert damaged != content.decode()
        with pytest.raises(RecordError):
            decode(damaged.encode())


def test_damage_is_located(content: bytes) -> None:
    record = decode(content)
    second = changed(record, 1, seal=False, closing="0" * 64)
    with pytest.raises(RecordError, match="chapter 2 of the record has been changed: its digest does not fit"):
        read(second)
    with pytest.raises(RecordError, match="has been changed outside its chapters"):
        read(msgspec.structs.replace(record, scenario="other"))
    with pytest.raises(RecordError, match="layout has been changed"):
        decode(msgspec.json.encode(record))


# Forgery: changed by someone who knows how to seal it again


def lucky(record: Record) -> Record:
    """The last chapter played with dice from further on in the stream: all of it fits but where it begins."""
    last, honest = record.chapters[2], Match.replay(record)
    box = DiceBox(mix(bytes.fromhex(record.secret), {}))
    box.rewind({**last.offsets, Audience.EVERYONE: last.offsets[Audience.EVERYONE] + 1})
    match = Match(CAMPAIGN, None, msgspec.convert(last.opening, State), box, terms=honest.terms)
    match.earlier = record.chapters[:2]
    match.begin()
    for side, action in honest.choices:
        match.act(side, action)
    return match.record


def without_line(chapter: ChapterRecord) -> tuple[Written, ...]:
    """The log of a chapter without its last line."""
    assert chapter.log is not msgspec.UNSET
    return chapter.log[:-1]


FORGERIES: dict[str, tuple[Callable[[Record], Record], str]] = {
    "a die": (
        lambda r: changed(r, 1, dice=((Audience.EVERYONE, "d6", (7,)), *r.chapters[1].dice[1:])),
        r"chapter 2: die 1 fell .*d6.* not .*\(7,\)",
    ),
    "a draw": (
        lambda r: changed(r, 0, dice=(r.chapters[0].dice[0], (Audience.AXIS, "draw x,x", (2, 3)))),
        "chapter 1: die 2 fell .*draw .* not .*draw x,x",
    ),
    "a line of the log left out": (
        lambda r: changed(r, 1, log=without_line(r.chapters[1])),
        "chapter 2 has another log than its dice and choices make",
    ),
    "dice that stand nowhere": (
        lambda r: changed(r, 2, offsets={Audience.AXIS: -1}),
        r"no dice can stand at \{.*-1\}",
    ),
    "a die left out": (lambda r: changed(r, 1, dice=r.chapters[1].dice[:1]), "chapter 2: 2 dice fell, not 1"),
    "a die too many": (lambda r: changed(r, 0, dice=r.chapters[0].dice * 2), "chapter 1: 2 dice fell, not 4"),
    "an entry that is not legal": (
        lambda r: changed(r, 1, entries=((AXIS, "take z"), *r.chapters[1].entries[1:])),
        r"chapter 2, entry 1 \(axis: take z\) cannot be played: 'take z' is not among the choices",
    ),
    "an entry of the wrong side": (
        lambda r: changed(r, 1, entries=((ALLIED, "take p"), *r.chapters[1].entries)),
        r"chapter 2, entry 1 \(allied: take p\) cannot be played: it is not for allied to decide now",
    ),
    "an entry that is no action": (
        lambda r: changed(r, 1, entries=((AXIS, "sink tirpitz"),)),
        r"chapter 2, entry 1 \(axis: sink tirpitz\) cannot be played: no action is called 'sink'",
    ),
    "an unknown control": (
        lambda r: changed(r, 1, entries=((AXIS, "!dance"),)),
        r"chapter 2, entry 1 \(axis: !dance\) cannot be played",
    ),
    "another legal entry": (
        lambda r: changed(r, 1, entries=((AXIS, "take b"), *r.chapters[1].entries[1:])),
        "chapter 2 leads to another position than the record says",
    ),
    "an entry left out": (
        lambda r: changed(r, 1, entries=r.chapters[1].entries[:1]),
        "chapter 2 does not end where the record says",
    ),
    "an entry of the next chapter": (
        lambda r: changed(r, 0, entries=(*r.chapters[0].entries, (AXIS, "take b"))),
        "chapter 1 .*(does not end where the record says|entry 5)",
    ),
    "two chapters in one": (
        lambda r: changed(
            msgspec.structs.replace(r, chapters=(r.chapters[0], r.chapters[2])),
            1,
            opening=r.chapters[1].opening,
            offsets=r.chapters[1].offsets,
            entries=r.chapters[1].entries + r.chapters[2].entries,
        ),
        "chapter 2 .*(does not end where the record says|entry)",
    ),
    "the opening of the first chapter": (
        lambda r: changed(r, 0, opening={**r.chapters[0].opening, "done": ["ahead"]}),
        "chapter 1 does not open as the scenario begins",
    ),
    "the opening of another": (
        lambda r: changed(r, 1, opening={**r.chapters[1].opening, "done": ["ahead"]}),
        "chapter 2 does not open as chapter 1 ended",
    ),
    "an opening that is no state": (
        lambda r: changed(r, 2, opening={**r.chapters[2].opening, "done": 3}),
        r"the opening of chapter 3 is damaged: Expected `array`, got `int` - at `\$.done`",
    ),
    "an opening in which the rules fail": (
        lambda r: changed(r, 2, opening={**r.chapters[2].opening, "agenda": []}),
        "chapter 3",
    ),
    "where the dice of a chapter begin": (lucky, "chapter 3 .*dice"),
    "the secret": (lambda r: changed(r, secret="00"), "the secret does not fit the commitment"),
    "a secret that is none": (lambda r: changed(r, secret="not hexadecimal"), "secret"),
    "the options": (lambda r: changed(r, game="hunt", scenario="first-light", options={"radar": 3}), "options"),
    "the result": (lambda r: changed(r, result=Result(AXIS, "won")), "the match ends otherwise than the record says"),
    "no chapter at all": (lambda r: changed(r, chapters=()), "the record has no chapter"),
    "the game": (lambda r: changed(r, game="chess"), "there is no game 'chess': there are .*campaign, hunt"),
    "the scenario": (lambda r: changed(r, scenario="other"), "Tiny has no scenario 'other': there are only"),
    "the data": (lambda r: changed(r, data_digest="00ff"), r"a data pack that is not given \(digest 00ff\)"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forgery_is_found_and_named(what: str, content: bytes) -> None:
    forge, complaint = FORGERIES[what]
    forged = read(forge(decode(content)))
    with pytest.raises(RecordError, match=complaint):
        verify(forged)
    with contextlib.suppress(RecordError):  # what lies in an earlier chapter is not played again
        Match.replay(forged)


# Other rules, other schemas, other data


def reruled(match: TinyMatch, plug: Plug, **parts: Any) -> Record:
    """The record of a match, and another edition of its game plugged in."""
    record = read(match.record)
    plug(tiny([Go("month")], **{**PARTS, **parts}, name="campaign"))
    return record


def test_a_chapter_under_way_is_not_played_by_other_rules(plug: Plug) -> None:
    record = reruled(campaign(3), plug, version="2")
    with pytest.raises(RecordError, match="chapter 2 was played by rules 1 of Tiny; this program has 2"):
        Match.replay(record)


def test_a_chapter_not_begun_is_played_by_the_rules_there_are(plug: Plug) -> None:
    def new_month(u: U) -> Rule[Steps]:
        u.state.done.append(f"new month, {u.roll(2 * D6, 'T-1')}")
        return (yield from asks(AXIS, "e")(u))

    record = reruled(campaign(2), plug, version="2", go={**PARTS["go"], "month": new_month})
    match = Match.replay(record)
    assert list(match.pending[AXIS].options) == [Take("e")]
    assert match.state.done[-1].startswith("new month")
    assert match.record.chapters[0] == record.chapters[0]
    assert (match.record.chapters[0].rules, match.record.chapters[1].rules) == ("1", "2")
    assert Match.replay(read(match.record)).record == match.record


class Later(State, kw_only=True):
    """The state after its schema changed: what was done is called `deeds`, and there is something new."""

    done: list[str] = []
    deeds: list[str] = []
    weather: str = "clear"


def upgrade(raw: dict[str, Any]) -> dict[str, Any]:
    raw["deeds"] = raw.pop("done")
    raw["weather"] = "fog"
    return raw


def test_an_older_schema_is_brought_up_to_date(plug: Plug) -> None:
    match = campaign(3)
    record = read(match.record)
    text = record.encode()
    game = dataclasses.replace(cast(Any, CAMPAIGN), state=Later, schema=2, upgrades={1: upgrade})
    plug(game)
    loaded = cast(Any, Match.replay(record))
    assert loaded.state.weather == "fog"
    assert loaded.state.deeds[:2] == match.state.done[:2]
    assert loaded.state.done == ["month, " + match.state.done[5][-1], "a"]
    assert list(loaded.pending) == [ALLIED]
    assert record.encode() == text, "an upgrade must not write into the record"
    again = loaded.record
    assert [chapter.schema for chapter in again.chapters] == [1, 2]
    assert cast(Any, Match.replay(read(again))).record == again


def test_a_schema_that_cannot_be_read_is_named(plug: Plug) -> None:
    record = read(campaign(1).record)
    plug(dataclasses.replace(CAMPAIGN, schema=3, upgrades={1: upgrade}))
    with pytest.raises(RecordError, match="there is no way from schema 2 of Tiny to 3"):
        Match.replay(record)
    plug(CAMPAIGN)
    with pytest.raises(RecordError, match="chapter 1 has schema 2; this program reads 1"):
        Match.replay(changed(record, schema=2))


def test_a_match_needs_the_data_it_was_played_with() -> None:
    slow = DataPack({"hunt/counters.toml": b"[boilers]\nfails_at = 6\n"})
    other = DataPack({"hunt/counters.toml": b"[boilers]\nfails_at = 1\n"})
    match = Match.new(HUNT, "first-light", seed=1, pack=slow)
    assert match.state.slowed
    record = read(match.record)
    assert Match.replay(record, slow).state == match.state
    assert verify(record, slow).dice == 1
    with pytest.raises(RecordError, match="a data pack that is not given"):
        Match.replay(record)
    with pytest.raises(RecordError, match="another data pack, or none"):
        verify(record, other)
    plain = read(Match.new(HUNT, "first-light", seed=1).record)
    with pytest.raises(RecordError, match=r"another data pack, or none \(digest of no pack\)"):
        Match.replay(plain, slow)


# New dice


def gone_on_with(choices: int, more: int) -> tuple[Match[Any, Any], Match[Any, Any]]:
    """A match of the Hunt that somebody saved after some choices, and the same gone on with by two people."""
    saved: Match[Any, Any] = Match.new(HUNT, "fog-bank", seed="known to the one who saved it")
    play(saved, choices)
    match = replay(decode(saved.record.encode()))
    match.await_new_dice(b"known to nobody")
    asked = dict(saved.pending)
    assert not match.pending
    assert match.seal == commitment(b"known to nobody")
    with pytest.raises(Refused, match="must contribute to the dice first"):
        match.act(next(iter(asked)), next(iter(asked.values())).options.sample(Dice.seeded(1)))
    match.contribute(ALLIED, "a word of mine")
    match.contribute(AXIS, "a word of theirs")
    assert list(match.pending) == list(asked), "the same question as before"
    play(match, more)
    return saved, match


def play(match: Match[Any, Any], choices: int) -> None:
    dice = Dice.seeded("answers", len(match.choices))
    for _ in range(choices):
        if match.pending:
            side = next(iter(match.pending))
            match.act(side, match.pending[side].options.sample(dice))


@pytest.mark.parametrize("choices", range(1, 40, 4))
def test_whoever_goes_on_from_a_record_plays_with_other_dice(choices: int) -> None:
    saved, match = gone_on_with(choices, 60)
    play(saved, 60)
    content = match.record.encode()
    record = decode(content)
    (new,) = record.renewals
    assert (new.commitment, new.nonces[ALLIED]) == (match.seal, "a word of mine")
    assert verify(record).entries == len(match.entries)
    ours, theirs = (decode(one.record.encode()).chapters[0].dice for one in (match, saved))
    assert ours[: new.dice] == theirs[: new.dice]
    if len(theirs) > new.dice + 8:
        assert ours[new.dice :] != theirs[new.dice :]
    again = replay(record)
    assert again.record.encode() == content
    assert not again.can_undo(ALLIED) or len(again.choices) > again.barred
    whole = begun(record)
    for side, text in record.chapters[0].entries:
        whole.do(side, Control(text) if text.startswith("!") else HUNT.notation.parse(text))
    assert whole.record.encode() == content


def test_with_new_dice_no_more_can_be_taken_back_than_of_the_same_question() -> None:
    """Only where both sides answer at once may somebody still change what the other has not seen."""
    for choices in range(1, 30):
        _, match = gone_on_with(choices, 0)
        for side in [side for side in Side if match.can_undo(side)]:
            made = len(match.choices)
            match.undo(side)
            assert (side in match.pending, len(match.choices)) == (True, made - 1)
            verify(read(match.record))
            assert not match.can_undo(side)
        side = next(iter(match.pending))
        before = fingerprint(match)
        match.act(side, match.pending[side].options.sample(Dice.seeded(choices)))
        if match.can_undo(side):
            match.undo(side)
            assert side in match.pending
            assert fingerprint(match).state == before.state
            verify(read(match.record))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"secret": "00"}, "does not fit the commitment"),
        ({"nonces": {"allied": "another"}}, "die"),
        ({"dice": 0}, "elsewhere"),
        ({"chapter": 1}, "elsewhere"),
        ({"taken": {"everyone": "zz"}}, "elsewhere"),
    ],
)
def test_new_dice_that_were_changed_are_found(change: dict[str, Any], words: str) -> None:
    _, match = gone_on_with(9, 60)
    record = match.record
    (new,) = record.renewals
    forged = msgspec.convert({**msgspec.to_builtins(new), **change}, type(new))
    with pytest.raises(RecordError, match=words):
        verify(sealed(msgspec.structs.replace(record, renewed=(forged,))))


def test_new_dice_of_rules_that_are_gone_are_thrown_again() -> None:
    _, match = gone_on_with(9, 60)
    (chapter,) = match.record.chapters
    older = sealed_chapter(msgspec.structs.replace(chapter, rules="before"))
    record = sealed(msgspec.structs.replace(match.record, chapters=(older,)))
    assert verify(record).unplayed == (1,)
    (new,) = record.renewals
    with pytest.raises(RecordError, match="die"):
        verify(sealed(msgspec.structs.replace(record, renewed=(msgspec.structs.replace(new, dice=0),))))


@pytest.mark.parametrize("choices", range(6))
def test_new_dice_go_on_through_later_chapters_and_may_be_renewed_again(choices: int) -> None:
    """Each of these matches is saved and taken up again, with new dice, after every choice."""
    match: Match[Any, Any] = campaign(choices)
    for secret in (b"one", b"two"):
        match = Match.replay(read(match.record))
        if match.result is None:
            match.await_new_dice(secret)
            for side in Side:
                match.contribute(side, f"{side} to {secret!r}")
            (side,) = match.pending
            match.act(side, Take("a" if side is AXIS else "p"))
    record = read(match.record)
    assert [new.secret for new in record.renewals] == [b"one".hex(), b"two".hex()][: 6 - choices]
    assert verify(record).chapters == len(record.chapters)
    assert Match.replay(record).record == record
    chapters = tuple(sealed_chapter(msgspec.structs.replace(one, rules="old")) for one in record.chapters)
    assert verify(sealed(msgspec.structs.replace(record, chapters=chapters))).unplayed
