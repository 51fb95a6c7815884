"""The rulebook in a terminal: its contents, or a chapter by a number, a rule or a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from barents.kernel.rulebook import Chapter, ExampleLine, Rulebook, TextBlock
from barents.kernel.sides import PEOPLE
from barents.kernel.words import capital


def rulebook(book: Rulebook, wanted: str) -> Iterator[Text | Table]:
    """The chapter that is asked for and others that speak of it; the contents if nothing is asked for."""
    if not book.chapters:
        yield Text(f"{book.title} has no rulebook yet: `barents rules {book.game}` lists its requirements.")
        return
    if not wanted.strip():
        yield Text(f"The rules of {book.title}", style="bold")
        yield from (Text(f"{each.number:>3}  {each.title}: {each.about}") for each in book.chapters)
        yield Text("Write `rules 3`, `rules decoy` or a rule's number for more.")
        return
    yield from _terms(book, wanted)
    found = book.find(wanted)
    if not found:
        yield Text(f"No chapter speaks of '{wanted.strip()}'. `rules` lists them all.")
        return
    yield from chapter(found[0])
    if len(found) > 1:
        others = ", ".join(f"{each.number} {each.title}" for each in found[1:])
        yield Text(f"Also in {others}.", style="dim")


def _terms(book: Rulebook, wanted: str) -> Iterator[Text]:
    word = wanted.strip().lower()
    for term in book.terms:
        if word in (known.lower() for known in (term.word, *term.also)):
            yield Text.assemble((term.word, "bold"), f": {term.meaning}")


def chapter(read: Chapter) -> Iterator[Text | Table]:
    """A chapter: text, tables and the worked example."""
    yield Text(f"{read.number} {read.title}", style="bold underline")
    yield _line(read.about)
    for block in read.blocks:
        yield Text("")
        yield from _block(block)
    yield Text("")
    yield Text("Worked example", style="bold")
    yield _line(read.example.words)
    yield from map(_example, read.example.lines)


def _block(block: TextBlock) -> Iterator[Text | Table]:
    if block.kind == "table":
        table = Table(box=None, pad_edge=False)
        for head in block.rows[0]:
            table.add_column(_line(head))
        for row in block.rows[1:]:
            table.add_row(*map(_line, row))
        yield table
    elif block.kind == "list":
        yield from (Text.assemble("  · ", _line(row[0])) for row in block.rows)
    else:
        yield _line(block.rows[0][0]) if block.kind == "text" else Text(block.rows[0][0], style="bold")


def _line(words: str) -> Text:
    """A line with what stands between double asterisks in bold."""
    parts = re.split(r"\*\*", words)
    return Text.assemble(*((part, "bold" if at % 2 else "") for at, part in enumerate(parts)))


def _example(line: ExampleLine) -> Text:
    if line.chance is not None:
        return Text(f"  {line.chance:6.1%}  {line.text}")
    if line.side is not None:
        return Text.assemble(("  " + capital(PEOPLE[line.side]) + ": ", "bold"), line.text)
    return Text.assemble(f"  {line.text}", (f"  {line.rule}" if line.rule else "", "dim"))
