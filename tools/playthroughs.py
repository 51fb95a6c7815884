"""Play-throughs: one recorded game of captains for each scenario and set of options, as text that people can read.

    python -m tools.playthroughs [--check] [NAME ...]      (`make playthroughs`)

`tests/playthroughs/catalogue.toml` lists them; each is a file beside it. A line that begins with `>` is what a side
answered, any other what the umpire wrote in his log: the rule, who was told (if not everyone), and the words. A change
of a rule is then a difference of texts, which a reviewer can read.

A text differs when the rules change, but also when the captains play otherwise or something is said in other words.
Which of these it was can be found out, because the answers stand in it: if they can be given again, and the same
questions are put, the same dice fall and the same rules speak (its `course`), then the rules are the same. If not, the
game's version has to be another one than the text's, or nothing is written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from barents.kernel import registry
from barents.kernel.actions import Action, NotationError
from barents.kernel.decisions import Refused
from barents.kernel.dice import Dice
from barents.kernel.events import Drew, Rolled
from barents.kernel.match import Match, RuleFault
from barents.kernel.sides import Audience, Observer, Side
from barents.kernel.view import line_of
from barents.players import CAPTAIN, answer_of, player

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
SEED = "1942"


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game of the catalogue. `name` is its game and scenario, `with` says which options or which part it is."""

    name: str
    options: dict[str, Any] = {}
    turns: int = 0
    variant: str = msgspec.field(default="", name="with")
    about: str = ""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.name.partition("/")[0]

    @property
    def scenario(self) -> str:
        """The name of the scenario."""
        return self.name.partition("/")[2]

    @property
    def file(self) -> str:
        """The path of its text below the folder, without its ending: also what a person calls it by."""
        return f"{self.name}-{self.variant}" if self.variant else self.name


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All play-throughs, in the order of the file."""

    play: tuple[Play, ...]


def catalogue(folder: Path = FOLDER) -> tuple[Play, ...]:
    """The play-throughs that there are to be."""
    return msgspec.toml.decode((folder / "catalogue.toml").read_bytes(), type=Catalogue).play


def path_of(play: Play, folder: Path = FOLDER) -> Path:
    """Where the text of a play-through is kept."""
    return folder / f"{play.file}.txt"


# Playing


class Told(NamedTuple):
    """A game as text, by which rules it was played, a digest of its course, and the options as they stand in it."""

    text: str
    rules: str
    course: str
    options: dict[str, Any] = {}


def played(play: Play, answers: Iterable[tuple[Side, str]] | None = None) -> Told:
    """The game of captains, or the one that these answers make; an answer that cannot be given ends it, and says so."""
    match, course = begun(play), blake2b(digest_size=8)
    lines: list[str] = []
    told = 0
    answering = _captains(play, match) if answers is None else iter(answers)
    while True:
        for entry in (match.log or [])[told:]:
            line = line_of(match, entry, Observer.UMPIRE, told)
            told += 1
            if line is not None:
                to = "" if entry.to is Audience.EVERYONE else f" ({entry.to})"
                lines.append(f"{entry.event.rule}{to}: {line.text}")
            course.update(f"{entry.event.rule} {entry.to}\n".encode())
            if isinstance(entry.event, Rolled):
                course.update(f"{entry.event.die} {entry.event.faces} {entry.event.total}\n".encode())
            elif isinstance(entry.event, Drew):
                course.update(f"{entry.event.drawn} of {entry.event.pool}\n".encode())
        if not match.pending or (play.turns and _turn(match, play) > play.turns):
            break
        asked = [f"{side} {decision.rule}" for side, decision in match.pending.items()]
        course.update(f"{asked}\n".encode())
        answer = next(answering, None)
        if answer is None:
            break
        side, text = answer
        lines.append(f"> {side}: {text}")
        try:
            match.act(side, match.game.notation.parse(text))
        except (Refused, NotationError, RuleFault) as error:
            lines.append(f"This cannot be answered: {error}")
            break
    if match.result is not None:
        lines.append(f"The end: {msgspec.json.encode(match.result).decode()}")
    head = _head(play, match)
    rules = match.game.version
    return Told("\n".join([*head, "", *lines, "", f"# course {course.hexdigest()}", ""]), rules, course.hexdigest())


def begun(play: Play) -> Match[Any, Any]:
    """The match of a play-through before its first answer."""
    game = registry.find(play.game)
    options = msgspec.convert(play.options, game.options, strict=False)
    return Match.new(game, play.scenario, seed=SEED, options=options)


def _captains(play: Play, match: Match[Any, Any]) -> Iterator[tuple[Side, str]]:
    captain = player(CAPTAIN, play.game, match.data)
    dice = {side: Dice.seeded("play-through", SEED, side.value) for side in Side}
    while match.pending:
        side = next(iter(match.pending))
        action: Action = answer_of(captain, match, side, dice[side])
        yield side, str(action)


def _turn(match: Match[Any, Any], play: Play) -> int:
    """The turn (or month, where a game counts by months), counted on from one part of a campaign to the next."""
    state, game = match.state, match.game
    parts = game.scenario(match.data, play.scenario).parts[: len(match.chapters)]
    now: int = state.turn if hasattr(state, "turn") else state.month
    return now + sum(game.scenario(match.data, part).turns for part in parts)


def _head(play: Play, match: Match[Any, Any]) -> list[str]:
    game = match.game
    chosen = ", ".join(f"{name} = {value}" for name, value in play.options.items()) or "none"
    part = f", to the end of turn {play.turns}" if play.turns else ""
    people = game.people(msgspec.convert(play.options, game.options, strict=False))
    who = "captain against captain" if len(people) == len(Side) else "a captain against the automaton"
    return [
        f"# {game.title}: {game.scenario(match.data, play.scenario).title}",
        *([f"# {play.about}"] if play.about else []),
        f"# options: {chosen}",
        f"# rules {game.version}, {who}, seed {SEED}{part}",
    ]


# Reading and comparing


def read(text: str) -> Told:
    """What stands in a text: by which rules it was played, and its course."""
    lines = text.splitlines()
    rules = next((line.split()[2].rstrip(",") for line in lines if line.startswith("# rules ")), "")
    course = next((line.split()[2] for line in reversed(lines) if line.startswith("# course ")), "")
    chosen = next((line.removeprefix("# options: ") for line in lines if line.startswith("# options: ")), "none")
    options = {} if chosen == "none" else dict(each.split(" = ") for each in chosen.split(", "))
    return Told(text, rules, course, options)


def answers_in(text: str) -> Iterator[tuple[Side, str]]:
    """What the sides answered."""
    for line in text.splitlines():
        if line.startswith("> "):
            side, _, answer = line.removeprefix("> ").partition(": ")
            yield Side(side), answer


class Difference(NamedTuple):
    """How a play-through has changed, and whether the rules have."""

    where: str
    rules_changed: bool


def difference(play: Play, before: Told, now: Told) -> Difference | None:
    """How a game differs from its text, or None if it does not."""
    if before.text == now.text:
        return None
    # By the options of the text: that a new one is tried in it is no change of the rules.
    again = played(msgspec.structs.replace(play, options=before.options), answers_in(before.text))
    return Difference(_first_difference(before.text, now.text), again.course != before.course)


def _first_difference(before: str, now: str) -> str:
    pairs = zip_longest(before.splitlines(), now.splitlines(), fillvalue="(nothing more)")
    for number, (old, new) in enumerate(pairs, 1):
        if old != new:
            return f"line {number}\n    was: {old}\n    is:  {new}"
    return "the last line's end"


def complaint(play: Play, before: Told, now: Told) -> str:
    """What is wrong with a text, and what to do; nothing if it is as it is played."""
    found = difference(play, before, now)
    if found is None:
        return ""
    if not found.rules_changed:
        todo = (
            "The rules are the same; the captains, the words or the options that are tried have changed: look, then "
            "`make playthroughs`."
        )
    elif before.rules == now.rules:
        todo = (
            f"The rules have changed, and {play.game} still calls them version {now.rules}: raise `version` in its "
            "`Game`, then `make playthroughs`."
        )
    else:
        todo = "The rules have changed, and so has their version: look at it, then `make playthroughs`."
    return f"{play.file}: {found.where}\n{todo}"


# The command


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER) -> int:
    """Write the texts anew, or only compare them; the exit code is 1 where one may not be written, or differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.playthroughs", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="only these, by the path of their text (nordkapp/…)")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    options = parser.parse_args(arguments)
    plays = catalogue(folder)
    if unknown := sorted(set(options.names) - {play.file for play in plays}):
        print(f"there is no {', '.join(unknown)}: there are {', '.join(play.file for play in plays)}")
        return 2
    failed = 0
    for play in plays:
        if options.names and play.file not in options.names:
            continue
        file, now = path_of(play, folder), played(play)
        before = read(file.read_text("utf-8")) if file.is_file() else None
        if before is not None and before.text == now.text:
            print(f"{play.file}: as it was")
            continue
        changed = before is not None and (difference(play, before, now) or Difference("", False)).rules_changed
        if before is not None and (options.check or (changed and before.rules == now.rules)):
            print(complaint(play, before, now))
            failed += 1
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(now.text, "utf-8", newline="\n")
        print(f"{play.file}: written")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
