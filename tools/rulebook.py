"""The worked examples of the rulebooks, played by the engine and written into their chapters.

    python -m tools.rulebook [--check] [GAME ...]      (`make rulebook`)

An example is a place in a recorded game of captains (`tests/playthroughs`), or the odds of a procedure (`barents
odds`). What the engine does there stands at the end of the chapter's file; a test plays it again and compares.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from barents.kernel import registry
from barents.kernel.rulebook import FENCE, ChapterFile, Example, chapter_files
from barents.kernel.sides import Observer
from barents.kernel.view import line_of
from barents.lab.odds import ask, procedures
from tools.playthroughs import answers_in, begun, catalogue, path_of


def played(examples: Mapping[str, Example]) -> dict[str, list[str]]:
    """What happens in each of some examples out of recorded games, by their names; each game is played once."""
    wanted: dict[str, dict[str, Example]] = {}
    for name, example in examples.items():
        wanted.setdefault(example.play, {})[name] = example
    found: dict[str, list[str]] = {}
    for play, here in wanted.items():
        found.update(zip(here, _in_play(play, list(here.values())), strict=True))
    return found


def _in_play(name: str, wanted: list[Example]) -> list[list[str]]:
    """The places of one game, in the order in which they are wanted."""
    plays = {play.file: play for play in catalogue()}
    if name not in plays:
        raise LookupError(f"there is no play-through '{name}': {', '.join(plays)}")
    play = plays[name]
    match = begun(play)
    answers = answers_in(path_of(play).read_text(encoding="utf-8"))
    seen = [0] * len(wanted)
    shown: list[list[str] | None] = [None] * len(wanted)
    told, said = 0, ""
    while any(lines is None for lines in shown):
        lines = []
        for entry in (match.log or [])[told:]:
            line = line_of(match, entry, Observer.UMPIRE, told)
            told += 1
            if line is not None and line.text:
                lines.append((line.rule, line.text))
        for at, example in enumerate(wanted):
            for start, (rule, _) in enumerate(lines):
                if rule != example.rule or shown[at] is not None:
                    continue
                seen[at] += 1
                if seen[at] == example.number:
                    after = [f"{rule}: {text}" for rule, text in lines[start : start + example.most]]
                    shown[at] = [*([said] if said and example.answer else []), *after]
        answer = next(answers, None)
        if answer is None:
            missing = [example.rule for example, found in zip(wanted, shown, strict=True) if found is None]
            if missing:
                raise LookupError(f"in {name} these do not happen so often: {', '.join(missing)}")
            break
        side, text = answer
        action = match.game.notation.parse(text)
        known = match.known(Observer.UMPIRE)
        words = match.game.words(match.data, known, action)
        said = f"> {side}: {words[:1].upper()}{words[1:]}"
        match.act(side, action)
    return [lines or [] for lines in shown]


def reckoned(game: str, example: Example) -> list[str]:
    """The odds of an example: what counts, and each end with its chance."""
    known = {procedure.name: procedure for procedure in procedures(game)}
    procedure = known[example.odds]
    answer = ask(registry.find(game), procedure, msgspec.convert(example.given, procedure.given))
    counted = ", ".join(f"{value:+} {name}".replace("-", "−", 1) for name, value in answer.modifiers.items())
    ends = [f"{100 * end.chance.mean:.1f}% {end.words}" for end in answer.ends]
    return [*([counted] if counted else []), *(ends or [f"{100 * answer.chance.mean:.1f}% {answer.of}"])]


def examples_of(games: Iterable[str]) -> dict[str, list[str]]:
    """What every example of some games shows now, by game and file."""
    chapters = {f"{game}/{chapter.name}": (game, chapter) for game in games for chapter in files_of(game)}
    examples = {name: chapter.head.example for name, (_, chapter) in chapters.items()}
    plays = played({name: example for name, example in examples.items() if example.play})
    return {name: plays.get(name) or reckoned(chapters[name][0], example) for name, example in examples.items()}


def folder_of(game: str) -> Path:
    """Where a game's package lies."""
    module = sys.modules[registry.find(game).package]
    return Path(str(module.__file__)).parent


def files_of(game: str) -> list[ChapterFile]:
    """The chapters of a game."""
    return chapter_files(folder_of(game))


def recorded(path: Path) -> list[str]:
    """The lines of the example that stand in a chapter's file."""
    return path.read_text(encoding="utf-8").rsplit(f"\n{FENCE}\n", 1)[1].strip().splitlines()


def main(arguments: list[str] | None = None) -> int:
    """Write the examples anew, or say which are not as they are played."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args(arguments)
    differ = False
    for name, lines in examples_of(given.games or [game.name for game in registry.games()]).items():
        game, _, file = name.partition("/")
        path = folder_of(game) / file
        if recorded(path) == lines:
            continue
        differ = True
        print(f"{name}: {'not as it is played' if given.check else 'written'}")
        if not given.check:
            text = path.read_text(encoding="utf-8").rsplit(f"\n{FENCE}\n", 1)[0]
            path.write_text(text + f"\n{FENCE}\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return int(differ and given.check)


if __name__ == "__main__":
    sys.exit(main())
