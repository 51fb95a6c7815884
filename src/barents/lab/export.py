"""Decisions as data to learn from: what was known, what was possible, what was answered, and how the game ended.

    decisions/part-000001.parquet   a row for each decision of the games
    DATASHEET.md                    what is in them, where they come from, and what they are not

A row holds what the side that decided knew then, and nothing else of the game but how it ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from barents.env.factoring import spelled
from barents.kernel import registry
from barents.kernel.actions import Action
from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Decision
from barents.kernel.match import Control, Match
from barents.kernel.record import Record
from barents.kernel.replay import begun, other_rules
from barents.kernel.sides import Side, eyes_of
from barents.lab import outcomes
from barents.lab.simulate import DRAW, Study

DECISIONS, DATASHEET = "decisions", "DATASHEET.md"
PART_ROWS = 2_000

COLUMNS: dict[str, tuple[Any, str]] = {
    "source": (pa.string(), "the record that the game is in, or the study and the game's number"),
    "game": (pa.string(), "which game"),
    "scenario": (pa.string(), "which scenario"),
    "rules": (pa.string(), "the version of the game's rules"),
    "number": (pa.int64(), "the how manieth decision of the game it is, from 1"),
    "side": (pa.string(), "who decided: `allied` or `axis`"),
    "player": (pa.string(), "who played that side, where that is known"),
    "turn": (pa.int64(), "the turn of the game"),
    "rule": (pa.string(), "the rule that asks"),
    "question": (pa.string(), "the question's id, which tells several questions of one rule apart"),
    "prompt": (pa.string(), "the question in words"),
    "window": (pa.bool_(), "whether the enemy could not notice that it was asked"),
    "known": (pa.string(), "what the side knew, as a state of the game in JSON"),
    "options": (pa.string(), "what was possible, in JSON: the form that a browser is sent"),
    "asides": (pa.string(), "what could be done first, likewise; nothing where nothing could"),
    "answers": (pa.float64(), "how many answers there were; nothing where they cannot be counted"),
    "answer": (pa.string(), "what was answered, in notation"),
    "small_actions": (pa.list_(pa.int16()), "the same in small actions, as the environments take them"),
    "is_aside": (pa.bool_(), "whether it was something done first, and the question stayed open"),
    "taken_back": (pa.bool_(), "whether it was taken back later"),
    "winner": (pa.string(), "`allied`, `axis` or `draw`; nothing where the game is not over"),
    "level": (pa.string(), "the level of the result"),
    "worth": (pa.float64(), "1 if the side that decided won, −1 if it lost, 0 for a draw"),
    "allied_points": (pa.float64(), "the points of the Allies at the end"),
    "axis_points": (pa.float64(), "the points of the Germans at the end"),
}
SCHEMA = pa.schema([(name, kind) for name, (kind, _) in COLUMNS.items()])


class ExportError(Exception):
    """Something cannot be exported; the message says why."""


class Source(NamedTuple):
    """A game to export: what it is called, its record, and who played."""

    name: str
    record: Record
    players: dict[Side, str]


def rows_of(source: Source, pack: DataPack | None, sides: Iterable[Side] = Side) -> list[dict[str, Any]]:
    """Every decision of a game that these sides took, in order."""
    record = source.record
    if other_rules(record):
        raise ExportError(
            f"{source.name} was played by rules {record.chapters[0].rules} of {record.game}, and this program has "
            f"{registry.find(record.game).version}: what was possible then cannot be said any more"
        )
    match = begun(record, pack)
    rows: list[dict[str, Any]] = []
    for side, text in (entry for chapter in record.chapters for entry in chapter.entries):
        done = Control(text) if text.startswith("!") else match.game.notation.parse(text)
        if isinstance(done, Action):
            rows.append(_row(match, match.pending[side], done, len(rows) + 1))
        elif done is Control.UNDO:
            standing = [row for row in rows if row["side"] == side.value and not row["taken_back"]]
            standing[-1]["taken_back"] = True
        match.do(side, done)
    of_all = {
        "source": source.name,
        "game": record.game,
        "scenario": record.scenario,
        "rules": match.game.version,
        **_end(record),
    }
    wanted = [side.value for side in sides]
    for row in rows:
        side = Side(row["side"])
        row |= {**of_all, "player": source.players.get(side, ""), "worth": _worth(record, side)}
    return [row for row in rows if row["side"] in wanted]


def _row(match: Match[Any, Any], decision: Decision[Any], answer: Action, number: int) -> dict[str, Any]:
    side = decision.side
    known = match.known(eyes_of(side))
    count = decision.options.count()
    asides = decision.asides
    return {
        "number": number,
        "side": side.value,
        "turn": match.game.view(match.data, known, eyes_of(side)).clock.turn,
        "rule": decision.rule,
        "question": "" if decision.question is None else decision.question.id,
        "prompt": decision.prompt,
        "window": decision.window,
        "known": msgspec.json.encode(known).decode(),
        "options": msgspec.json.encode(decision.options.wire(in_order=True)).decode(),
        "asides": None if asides is None else msgspec.json.encode(asides.wire(in_order=True)).decode(),
        "answers": None if count is None else float(count),
        "answer": str(decision.settle(answer)),
        "small_actions": spelled(decision, answer),
        "is_aside": decision.is_aside(answer),
        "taken_back": False,
    }


def _end(record: Record) -> dict[str, Any]:
    result = record.result
    if result is None:
        return {"winner": None, "level": None, "allied_points": None, "axis_points": None}
    points = {f"{side.value}_points": result.points.get(side.value) for side in Side}
    return {"winner": DRAW if result.winner is None else result.winner.value, "level": result.level, **points}


def _worth(record: Record, side: Side) -> float | None:
    if record.result is None:
        return None
    return 0.0 if record.result.winner is None else 1.0 if record.result.winner is side else -1.0


def study_in(folder: Path, like: Study) -> tuple[Study, list[int]]:
    """The study whose games lie in a folder, and their numbers; its games can be played again for their records.

    `like` has the data pack and where modules are found.
    """
    there, games = outcomes.read(folder)
    study = like._replace(
        game=there.game,
        scenario=there.scenario,
        seed=there.seed,
        players={Side.ALLIED: there.allied, Side.AXIS: there.axis},
        options=there.options,
        on_fault=there.on_fault,
        records=True,
    )
    if outcomes.identity(study) != there:
        raise ExportError(
            f"the games in {folder} were played by Barents {there.barents} with rules {there.rules}, other values or "
            "another bot, and would not be the same today: export them with what they were played with"
        )
    return study, [game.number for game in games]


class Tally:
    """What was exported so far: for the datasheet."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self.players: Counter[str] = Counter()
        self.sides: Counter[str] = Counter()
        self.questions: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()

    def add(self, source: Source, rows: list[dict[str, Any]]) -> None:
        """Count a game and its decisions."""
        record = source.record
        game = registry.find(record.game)
        usual = msgspec.to_builtins(game.options())
        chosen = [f"{name}={value}" for name, value in record.options.items() if value != usual.get(name)]
        self.games[" ".join([f"{game.name} {record.scenario}, rules {game.version}", *chosen])] += 1
        told = ", ".join(f"{source.players.get(side) or 'somebody'} as {side.value}" for side in Side)
        self.players[told] += 1
        self.ends[_end(record)["winner"] or "not over"] += 1
        self.sides.update(row["side"] for row in rows)
        self.questions.update(f"{row['game']} {row['question'] or row['rule']}" for row in rows)

    @property
    def decisions(self) -> int:
        """How many rows there are."""
        return sum(self.sides.values())


def export(sources: Iterable[Source], folder: Path, pack: DataPack | None, sides: Iterable[Side] = Side) -> Tally:
    """Write the decisions of games to a folder, with a datasheet."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ExportError(f"{folder} is not empty: name another folder")
    (folder / DECISIONS).mkdir(parents=True, exist_ok=True)
    tally, wanted, waiting = Tally(), list(sides), list[dict[str, Any]]()
    parts = 0
    for source in sources:
        rows = rows_of(source, pack, wanted)
        tally.add(source, rows)
        waiting += rows
        while len(waiting) >= PART_ROWS:
            parts += 1
            _write(folder, parts, waiting[:PART_ROWS])
            del waiting[:PART_ROWS]
    if waiting or not parts:
        _write(folder, parts + 1, waiting)
    (folder / DATASHEET).write_text(datasheet(tally, "" if pack is None else pack.digest), encoding="utf-8")
    return tally


def _write(folder: Path, number: int, rows: list[dict[str, Any]]) -> None:
    table = pa.Table.from_pylist(rows, SCHEMA)
    pq.write_table(table, folder / DECISIONS / f"part-{number:06}.parquet", compression="zstd")


def datasheet(tally: Tally, pack: str) -> str:
    """What whoever learns from the decisions has to know about them."""
    return "\n".join(_datasheet(tally, pack)) + "\n"


def _datasheet(tally: Tally, pack: str) -> Iterator[str]:
    yield "# Datasheet: decisions in games of Barents\n"
    games = sum(tally.games.values())
    yield f"{tally.decisions:,} decisions of {games:,} games, written by Barents {version('barents')}."
    yield "Each row is a decision of one side: what it knew, what was possible, what it answered, how the game ended.\n"
    yield "## What it is made of\n"
    yield from _table("game, scenario, rules, and optional rules otherwise than usual", "games", tally.games)
    yield from _table("who played", "games", tally.players)
    yield from _table("won by", "games", tally.ends)
    yield from _table("decided by", "decisions", tally.sides)
    yield from _table("question", "decisions", dict(tally.questions.most_common()))
    yield "## Where it comes from\n"
    yield "The games were played through the umpire of Barents and replayed for this file: every answer was legal, and"
    yield "every game can be repeated from its record or its study. Nobody has labelled anything by hand."
    yield f"The data pack {pack} has changed values of the rules.\n" if pack else "The built-in values were used.\n"
    yield "## Columns\n"
    yield "| column | type | what it is |"
    yield "|---|---|---|"
    yield from (f"| `{name}` | {kind} | {words} |" for name, (kind, words) in COLUMNS.items())
    yield "\n## What to be careful about\n"
    yield "- `known` and `options` hold what the side could know. How the game ended it could not."
    yield "- Decisions of one game hang together: keep the rows of one `source` on one side of a split."
    yield "- Players of the computer have habits. What is learnt from them is how they play, and not how the war was."
    yield "- An answer that was taken back is there, with `taken_back` set. Questions with one answer are there too."
    yield "- Records of people may name nobody, but they are their games: ask them before you pass these on."


def _table(what: str, number: str, counts: Any) -> Iterator[str]:
    yield f"| {what} | {number} |"
    yield "|---|---:|"
    yield from (f"| {name} | {count:,} |" for name, count in counts.items())
    yield ""
