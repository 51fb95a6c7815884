"""The story: the log drawn together, one passage a deed, from what its reader was told and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from barents.kernel.events import Rolled, Told
from barents.kernel.sides import Observer, Side
from barents.kernel.story import Memory, Story, StoryReader, Telling, grouped
from barents.kernel.view import LogLine


def told(number: int, rule: str, words: str = "", **about: str | int) -> LogLine:
    return LogLine(number, rule, words.format(**about), Told(rule, words, dict(about)))


def rolled(number: int, rule: str) -> LogLine:
    return LogLine(number, rule, "d6 4", Rolled(rule, "Ice", "d6", (4,), {}, 4))


def retold(_data: None, _observer: Observer, lines: object, _memory: Memory) -> Telling:
    assert isinstance(lines, tuple)
    return Telling(" / ".join(line.text for line in lines if isinstance(line.event, Told)), good=Side.AXIS)


STORY: Story[None] = Story(opens={"go": ""}, closes={"over": ""}, families={"sky": "sky", "fog": "sky"}, tell=retold)
LOG = (
    told(0, "before", "They form up"),
    told(1, "turn", "Turn {turn} begins", turn=1),
    rolled(2, "sky"),
    told(3, "sky", "Storm"),
    told(4, "fog", "No flying"),
    told(5, "go", "A boat goes"),
    rolled(6, "ice"),
    told(7, "ice", "No ice"),
    told(8, "over", "It is over"),
    rolled(9, "score"),
    told(10, "score", "Three points"),
    told(11, "seen", "{cell}: nothing", cell="1103"),
    told(12, "seen", "{cell}: nothing", cell="1118"),
    told(13, "go", "Another goes"),
    told(14, "go", "A third goes, and the second was never closed"),
)


def test_a_deed_a_family_and_a_die_with_its_words_are_one_passage_each() -> None:
    assert grouped(STORY, LOG) == [(0, 1), (1, 2), (2, 5), (5, 9), (9, 11), (11, 13), (13, 14), (14, 15)]


def test_a_passage_says_when_it_was_and_how_it_stands_to_its_reader() -> None:
    told_to_both = {eyes: StoryReader(STORY, None).read(LOG, eyes) for eyes in Observer}
    axis = told_to_both[Observer.AXIS]
    assert [(each.first, each.last, each.heading) for each in axis[:4]] == [
        (0, 0, ""),
        (1, 1, "Turn 1"),
        (2, 4, "Turn 1"),
        (5, 8, "Turn 1"),
    ]
    tones = {eyes: passages[0].tone for eyes, passages in told_to_both.items()}
    assert (tones[Observer.AXIS], tones[Observer.ALLIED], tones[Observer.PUBLIC]) == ("good", "bad", "")


def test_without_words_of_a_game_what_was_said_last_is_told_and_places_are_drawn_together() -> None:
    plain = StoryReader(Story[None](), None).read(LOG, Observer.PUBLIC)
    assert [passage.text for passage in plain][-5:] == [
        "It is over",
        "Three points",
        "1103, 1118: nothing",
        "Another goes",
        "A third goes, and the second was never closed",
    ]
    assert plain[-3].names == ("1103", "1118")


def test_read_line_by_line_and_after_an_undo_it_is_the_same_as_read_at_once() -> None:
    reader = StoryReader(STORY, None)
    for count in range(len(LOG) + 1):
        assert reader.read(LOG[:count], Observer.AXIS) == StoryReader(STORY, None).read(LOG[:count], Observer.AXIS)
    for cut in range(len(LOG), -1, -1):
        undone = (*LOG[:cut], told(cut, "go", "Something else"))
        assert reader.read(undone, Observer.AXIS) == StoryReader(STORY, None).read(undone, Observer.AXIS)
        assert reader.read(LOG, Observer.AXIS) == StoryReader(STORY, None).read(LOG, Observer.AXIS)


def test_a_passage_that_is_not_worth_telling_is_left_out_and_its_heading_stays() -> None:
    silent: Story[None] = Story(
        tell=lambda _data, _eyes, lines, _memory: None if lines[0].rule == "turn" else Telling("x")
    )
    assert [passage.heading for passage in StoryReader(silent, None).read(LOG, Observer.AXIS)][:2] == ["", "Turn 1"]


def test_what_earlier_lines_said_is_remembered_and_forgotten_with_an_undo() -> None:
    def recall(memory: Memory, lines: Sequence[LogLine]) -> Memory:
        named = [line.event.about for line in lines if isinstance(line.event, Told) and "name" in line.event.about]
        return {**memory, "name": str(named[-1]["name"])} if named else memory

    story: Story[None] = Story(
        tell=lambda _data, _eyes, _lines, memory: Telling(memory.get("name", "nobody")), recall=recall
    )
    log = (told(0, "x", "Before"), told(1, "x", "It is {name}", name="Kent"), told(2, "x", "After"))
    reader = StoryReader(story, None)
    assert [passage.text for passage in reader.read(log, Observer.AXIS)] == ["nobody", "Kent", "Kent"]
    undone = (log[0], told(1, "x", "Something else"))
    assert [passage.text for passage in reader.read(undone, Observer.AXIS)] == ["nobody", "nobody"]
