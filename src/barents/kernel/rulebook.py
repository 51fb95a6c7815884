"""The rulebook that players read: chapters in our own words, with counters, a worked example, and a glossary.

A chapter is a file in the folder `rulebook` of a game's package: a head of TOML between lines of `+++`, the text, and
after another `+++` what the engine did when it played the example. `tools.rulebook` writes that part, and a test plays
it again. Numbers come from the game's data: `{tables.recon.type_r:+}` is the value with its sign. A rule belongs to the
chapter that names the longest beginning of its id, so that every number on the board has a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from barents.kernel.data import DataError, Folder, Record, parse, suggestion, typed
from barents.kernel.ledger import Ledger
from barents.kernel.sides import Observer, Side
from barents.kernel.view import PieceView

if TYPE_CHECKING:
    from barents.kernel.game import Game

FENCE = "+++"


class Figure(Record, frozen=True):
    """Counters of a scenario that a chapter shows, and what is to be seen of them."""

    scenario: str
    pieces: tuple[str, ...]
    words: str


class Example(Record, frozen=True):
    """What the engine plays for a chapter: a place in a recorded game, or the odds of a procedure.

    `play` names a game of captains and `rule` what happens there, for the `number`th time; with `answer` it begins
    with what a side answered before. `odds` names a procedure of `barents odds`, and `given` says what is there.
    `words` lead to it.
    """

    words: str
    play: str = ""
    rule: str = ""
    number: int = 1
    most: int = 6
    answer: bool = False
    odds: str = ""
    given: dict[str, Any] = {}


class ChapterHead(Record, frozen=True, kw_only=True):
    """What stands above the text of a chapter."""

    number: int
    title: str
    about: str
    rules: tuple[str, ...]
    example: Example
    figure: Figure | None = None
    see: tuple[int, ...] = ()


class Term(Record, frozen=True):
    """A word of the game, what it means in a line, other forms of it, and the chapter that says more."""

    word: str
    meaning: str
    also: tuple[str, ...] = ()
    chapter: int | None = None


class Glossary(Record, frozen=True):
    """The words of a file."""

    term: tuple[Term, ...]


class TextBlock(msgspec.Struct, frozen=True):
    """A part of a chapter's text: a paragraph, a heading, a list or a table, whose first row is its head."""

    kind: Literal["text", "heading", "list", "table"]
    rows: tuple[tuple[str, ...], ...]


class ExampleLine(msgspec.Struct, frozen=True):
    """A line of an example: a `side`'s answer, what the umpire told under a `rule`, or an end with its `chance`."""

    text: str
    rule: str = ""
    side: Side | None = None
    chance: float | None = None


class ShownExample(msgspec.Struct, frozen=True):
    """A worked example as it is read."""

    words: str
    lines: tuple[ExampleLine, ...]


class ShownFigure(msgspec.Struct, frozen=True):
    """Counters beside a chapter."""

    pieces: tuple[PieceView, ...]
    words: str


class Chapter(msgspec.Struct, frozen=True):
    """A chapter as it is read. `rules` are beginnings of the ids that it explains."""

    number: int
    title: str
    about: str
    blocks: tuple[TextBlock, ...]
    rules: tuple[str, ...]
    example: ShownExample
    figure: ShownFigure | None = None
    see: tuple[int, ...] = ()


class Rulebook(msgspec.Struct, frozen=True):
    """All chapters of a game and its words; none where it has only a ledger."""

    game: str
    title: str
    chapters: tuple[Chapter, ...] = ()
    terms: tuple[Term, ...] = ()

    def chapter_of(self, rule: str) -> Chapter | None:
        """The chapter that explains a rule: the one that names the longest beginning of its id."""
        found = [(len(start), chapter) for chapter in self.chapters for start in chapter.rules if begins(rule, start)]
        return max(found, key=lambda pair: pair[0])[1] if found else None

    def find(self, words: str) -> list[Chapter]:
        """The chapters by a number, a rule or a word: of words those with it in the title come first."""
        wanted = words.strip().lower()
        if wanted.isdigit():
            return [chapter for chapter in self.chapters if chapter.number == int(wanted)]
        ruled = self.chapter_of(words.strip().upper().replace(" ", "-"))
        if ruled is not None:
            return [ruled]
        titled = [chapter for chapter in self.chapters if wanted in chapter.title.lower()]
        return titled + [
            chapter for chapter in self.chapters if chapter not in titled and wanted in _all_words(chapter)
        ]


def begins(rule: str, start: str) -> bool:
    """Whether a rule's id begins so, by whole parts: `NC-1` begins NC-1.2-x and not NC-11.2-x.

    >>> begins("NC-1.2-turn", "NC-1"), begins("NC-11.2-ice", "NC-1"), begins("NC-1.2-turn", "NC-1.2-turn")
    (True, False, True)
    """
    return rule.startswith(start) and (len(rule) == len(start) or rule[len(start)] in ".-")


def _all_words(chapter: Chapter) -> str:
    rows = (cell for block in chapter.blocks for row in block.rows for cell in row)
    return " ".join((chapter.title, chapter.about, *rows)).replace("*", "").lower()


class ChapterFile(msgspec.Struct, frozen=True):
    """A chapter's file, taken apart."""

    name: str
    head: ChapterHead
    text: str
    recorded: tuple[ExampleLine, ...]


def chapter_file(content: str, name: str) -> ChapterFile:
    """Take a chapter's file apart; what is wrong is told by file, key and reason."""
    parts = re.split(rf"^{re.escape(FENCE)}[ \t]*$\n?", content, flags=re.MULTILINE)
    if len(parts) != 4 or parts[0].strip():
        raise DataError(name, "", f"a chapter is a head between two lines of {FENCE}, a text, {FENCE}, and its example")
    head = typed(parse(parts[1].encode(), name), ChapterHead, name)
    example = head.example
    if bool(example.odds) == bool(example.play and example.rule):
        raise DataError(name, "example", "an example has either `odds`, or `play` and `rule`")
    if not head.rules:
        raise DataError(name, "rules", "a chapter explains some rules: name the beginnings of their ids")
    return ChapterFile(name, head, parts[2].strip(), tuple(map(_line, parts[3].strip().splitlines())))


_CHANCE = re.compile(r"(\d+\.\d)% (.*)")
_SAID = re.compile(r"([A-Z]{2}-\S+): (.*)")


def _line(text: str) -> ExampleLine:
    """A line of a recorded example, as `written` puts it."""
    if text.startswith("> "):
        side, _, words = text.removeprefix("> ").partition(": ")
        return ExampleLine(words, side=Side(side))
    if found := _CHANCE.fullmatch(text):
        return ExampleLine(found[2], chance=round(float(found[1]) / 100, 3))
    if found := _SAID.fullmatch(text):
        return ExampleLine(found[2], rule=found[1])
    return ExampleLine(text)


def chapter_files(folder: Folder) -> list[ChapterFile]:
    """The chapters in a game's folder in the order of their numbers; none if it has no rulebook."""
    place = folder.joinpath("rulebook")
    if not place.is_dir():
        return []
    found = [
        chapter_file(file.read_text(encoding="utf-8"), f"rulebook/{file.name}")
        for file in place.iterdir()
        if file.name.endswith(".md")
    ]
    found.sort(key=lambda chapter: chapter.head.number)
    for at, chapter in enumerate(found, 1):
        if chapter.head.number != at:
            raise DataError(chapter.name, "number", f"chapters are numbered from 1 on without a gap: {at} comes here")
    return found


def rulebook_of(game: Game[Any, Any], data: Any = None) -> Rulebook:
    """The rulebook of a game with the numbers of these data, or of our own; an empty one where none is written."""
    folder = files(game.package)
    found = chapter_files(folder)
    if not found:
        return Rulebook(game.name, game.title)
    data = game.data(None) if data is None else data
    _insist_on_rules(found, Ledger.load(folder).requirements)
    numbers = {chapter.head.number for chapter in found}
    for chapter in found:
        for number in chapter.head.see:
            if number not in numbers:
                raise DataError(chapter.name, "see", f"there is no chapter {number}")
        if not chapter.recorded:
            raise DataError(chapter.name, "example", "it has not been played: python -m tools.rulebook does so")
    pieces: dict[str, Mapping[str, PieceView]] = {}
    return Rulebook(
        game.name,
        game.title,
        tuple(_shown(game, data, chapter, pieces) for chapter in found),
        _terms(folder, numbers),
    )


def _insist_on_rules(found: Sequence[ChapterFile], rules: Iterable[str]) -> None:
    """Every rule has one place, and every beginning that a chapter names is that of a rule."""
    named: dict[str, str] = {}
    for chapter in found:
        for start in chapter.head.rules:
            if start in named:
                raise DataError(chapter.name, "rules", f"'{start}' stands in {named[start]} too")
            if not any(begins(rule, start) for rule in rules):
                raise DataError(chapter.name, "rules", f"no rule begins with '{start}', {suggestion(start, rules)}")
            named[start] = chapter.name
    for rule in rules:
        if not any(begins(rule, start) for start in named):
            raise DataError("rulebook", "rules", f"no chapter explains {rule}")


def _terms(folder: Folder, numbers: set[int]) -> tuple[Term, ...]:
    """The game's own words, and those of all games that it does not say otherwise."""
    own = _glossary(folder.joinpath("rulebook"))
    shared = _glossary(files("barents.games"))
    for term in own:
        if term.chapter is not None and term.chapter not in numbers:
            raise DataError("rulebook/glossary.toml", term.word, f"there is no chapter {term.chapter}")
    known = {term.word for term in own}
    return tuple(
        sorted((*own, *(term for term in shared if term.word not in known)), key=lambda term: term.word.lower())
    )


def _glossary(folder: Folder) -> tuple[Term, ...]:
    file = folder.joinpath("glossary.toml")
    if not file.is_file():
        return ()
    return typed(parse(file.read_bytes(), "glossary.toml"), Glossary, "glossary.toml").term


def _shown(
    game: Game[Any, Any], data: Any, chapter: ChapterFile, pieces: dict[str, Mapping[str, PieceView]]
) -> Chapter:
    head = chapter.head
    return Chapter(
        number=head.number,
        title=head.title,
        about=_filled(head.about, data, chapter.name),
        blocks=tuple(_blocks(_filled(chapter.text, data, chapter.name))),
        rules=head.rules,
        example=ShownExample(_filled(head.example.words, data, chapter.name), chapter.recorded),
        figure=None if head.figure is None else _figure(game, data, head.figure, chapter.name, pieces),
        see=head.see,
    )


def _figure(
    game: Game[Any, Any], data: Any, figure: Figure, name: str, opened: dict[str, Mapping[str, PieceView]]
) -> ShownFigure:
    """Counters as they are printed, without what became of them."""
    if figure.scenario not in opened:
        try:
            game.scenario(data, figure.scenario)
        except LookupError as error:
            raise DataError(name, "figure.scenario", str(error)) from None
        opening = game.opening(data, figure.scenario, game.options())
        shown = game.view(data, opening, Observer.UMPIRE).pieces
        opened[figure.scenario] = {
            piece.id: msgspec.structs.replace(piece, board="", cell="", face_down=False, badges=(), sheets=(), force="")
            for piece in shown
        }
    known = opened[figure.scenario]
    for piece in figure.pieces:
        if piece not in known:
            raise DataError(name, "figure.pieces", f"{figure.scenario} has no '{piece}': {suggestion(piece, known)}")
    return ShownFigure(tuple(known[piece] for piece in figure.pieces), figure.words)


_REFERENCE = re.compile(r"\{([\w.-]+)(:\+)?\}")


def _filled(text: str, data: Any, name: str) -> str:
    """A text with the values of the data in it."""

    def value(found: re.Match[str]) -> str:
        at: Any = data
        for step in found[1].split("."):
            try:
                at = _step(at, step)
            except LookupError:
                raise DataError(name, found[0], f"the game's data have no '{step}' there") from None
        if found[2]:
            return f"{at:+}".replace("-", "−")
        return f"{at:,}".replace("-", "−") if isinstance(at, int | float) else str(at)

    return _REFERENCE.sub(value, text)


def _step(at: Any, step: str) -> Any:
    if isinstance(at, Mapping):
        for key, value in at.items():
            if str(key) == step:
                return value
        raise LookupError(step)
    if isinstance(at, tuple | list) and step.isdigit() and int(step) < len(at):
        return at[int(step)]
    if not hasattr(at, step):
        raise LookupError(step)
    return getattr(at, step)


def _blocks(text: str) -> Iterable[TextBlock]:
    """Paragraphs, headings, lists and tables of a text; an empty line parts them."""
    for part in re.split(r"\n\s*\n", text):
        lines = part.strip().splitlines()
        if not lines:
            continue
        if lines[0].startswith("## "):
            yield TextBlock("heading", ((lines[0].removeprefix("## "),),))
            lines = lines[1:]
            if not lines:
                continue
        if lines[0].startswith("|"):
            rows = (tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in lines)
            yield TextBlock("table", tuple(row for row in rows if any(set(cell) - set("-: ") for cell in row)))
        elif lines[0].startswith("- "):
            items = re.split(r"^- ", "\n".join(lines), flags=re.MULTILINE)[1:]
            yield TextBlock("list", tuple((" ".join(item.split()),) for item in items))
        else:
            yield TextBlock("text", ((" ".join(" ".join(lines).split()),),))
