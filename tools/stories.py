"""Stories: a short stretch of each game as both sides read it, as text that people can read.

    python -m tools.stories [--check] [GAME ...]

Each file of `tests/stories` begins with the answers that make its stretch, which stand in it so that captains who play
otherwise leave it alone; then comes what each side is told. A change of words is then a difference of texts. Where the
rules have changed so that the answers cannot be given any more, they are taken anew from the game's play-through.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from barents.kernel import registry
from barents.kernel.actions import NotationError
from barents.kernel.decisions import Refused
from barents.kernel.match import Match, RuleFault
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.story import StoryReader
from barents.kernel.view import MonthReport, Passage, log_lines
from tools.playthroughs import SEED, Play, answers_in, catalogue, path_of

FOLDER = Path(__file__).parents[1] / "tests" / "stories"
NAMES = {Side.ALLIED: "The Allies read", Side.AXIS: "The Germans read"}


class Stretch(NamedTuple):
    """So many answers of a play-through."""

    play: str
    answers: int


STRETCHES = {
    "north_cape": Stretch("north_cape/unternehmen-sportpalast", 240),
    "nordkapp": Stretch("nordkapp/enter-the-luftwaffe", 150),
    "arctic_disaster": Stretch("arctic_disaster/historical", 150),
    "operations": Stretch("operations/qp-11-teaching", 120),
    "arctic_campaign": Stretch("arctic_campaign/campaign-quick", 90),
}


def play_of(name: str) -> Play:
    """A play-through by the path of its text."""
    return next(play for play in catalogue() if play.file == name)


def replayed(play: Play, answers: Iterable[tuple[Side, str]]) -> Match[Any, Any]:
    """A match in which these answers were given."""
    game = registry.find(play.game)
    match: Match[Any, Any] = Match.new(
        game, play.scenario, seed=SEED, options=msgspec.convert(play.options, game.options)
    )
    for side, text in answers:
        match.act(side, game.notation.parse(text))
    return match


def recorded(play: Play, most: int | None = None) -> list[tuple[Side, str]]:
    """The answers of a play-through, or the first of them."""
    return list(islice(answers_in(path_of(play).read_text("utf-8")), most))


def story_of(match: Match[Any, Any], eyes: Observer) -> tuple[Passage, ...]:
    """What has happened, as somebody reads it."""
    return StoryReader(match.game.story, match.data).read(tuple(log_lines(match, eyes)), eyes)


def as_text(match: Match[Any, Any], answers: Sequence[tuple[Side, str]]) -> str:
    """A stretch: its answers, and what both sides are told of it."""
    lines = [f"# {match.game.title}: {len(answers)} answers, seed {SEED}", ""]
    lines += [f"> {side}: {answer}" for side, answer in answers]
    for side in Side:
        lines += ["", f"## {NAMES[side]}"]
        heading = ""
        for passage in story_of(match, eyes_of(side)):
            if passage.heading != heading:
                heading = passage.heading
                lines += ["", heading]
            lines += _told(passage)
    return "\n".join([*lines, ""])


def _told(passage: Passage) -> Iterator[str]:
    """A passage: its sentence, and its card if it has one."""
    tone = f" ({passage.tone})" if passage.tone else ""
    yield f"- {passage.text}{f' {passage.outcome}' if passage.outcome else ''}{tone}"
    if not passage.weight:
        return
    yield f"  {'** ' if passage.weight > 1 else ''}{passage.title}"
    yield from (f"    {sentence}" for sentence in passage.sentences)
    if len(passage.way) > 1:
        yield f"    way: {' '.join(passage.way)}"
    for change in passage.changes:
        yield f"    {change.label}: {', '.join(change.words)}"
    for shot in passage.shots:
        yield f"    {shot.shooter} at {shot.target}: {shot.outcome}"
    if passage.month is not None:
        yield from _month(passage.month)


def _month(report: MonthReport) -> Iterator[str]:
    yield f"    account: {'; '.join(f'{post.label} {post.points}' for post in report.account)}; in all {report.score}"
    yield from (f"    lost: {loss.change.label}, {loss.words}, {loss.points}" for loss in report.losses)
    yield from (f"    sailed: {convoy.label}, {convoy.arrived} of {convoy.sailed}" for convoy in report.sailed)


def path_for(game: str, folder: Path = FOLDER) -> Path:
    """Where a game's story is kept."""
    return folder / f"{game}.txt"


def told_again(game: str, folder: Path = FOLDER) -> str:
    """The text of a game's stretch as it is told today, by the answers that stand in its file."""
    file = path_for(game, folder)
    answers = list(answers_in(file.read_text("utf-8")))
    return as_text(replayed(play_of(STRETCHES[game].play), answers), answers)


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER) -> int:
    """Write the texts anew, or only compare them; the exit code is 1 where one differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.stories", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="only these games")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    options = parser.parse_args(arguments)
    differ = 0
    for game, stretch in STRETCHES.items():
        if options.names and game not in options.names:
            continue
        file = path_for(game, folder)
        try:
            now = told_again(game, folder)
        except (FileNotFoundError, Refused, NotationError, RuleFault):
            play = play_of(stretch.play)
            answers = recorded(play, stretch.answers)
            now = as_text(replayed(play, answers), answers)
        if file.is_file() and file.read_text("utf-8") == now:
            print(f"{game}: as it was")
            continue
        differ += 1
        if not options.check:
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(now, "utf-8", newline="\n")
        print(f"{game}: {'differs' if options.check else 'written'}")
    return int(options.check and differ > 0)


if __name__ == "__main__":
    sys.exit(main())
