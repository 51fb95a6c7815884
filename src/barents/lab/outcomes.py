"""What a study found, in a folder of Parquet files: one row a game, and one a unit lost.

    study.json                    what was asked, so that a study can be gone on with and is not mixed with another
    games/part-000001.parquet     a row for each game; a part is named after its first game
    losses/part-000001.parquet    a row for each unit lost in these games

A part appears when it is whole. So a run that is broken off leaves files that can be read, with all but its last games.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from barents.atlas.fates import LOOKS
from barents.kernel import registry
from barents.kernel.game import Result
from barents.kernel.report import Fate, Loss, Tally, TallyRow
from barents.kernel.sides import Side
from barents.lab.measures import Measures
from barents.lab.simulate import DRAW, Played, Study
from barents.players import ALIASES
from barents.players.bots import Fault, Faults, OnFault, bots_among, digest

if sys.platform != "win32":
    import fcntl

GAMES, LOSSES, STUDY = "games", "losses", "study.json"
# A part is written when it has so many games, or took so long and so large a share of the run: few parts in the end,
# and what a run that is killed loses is a second's work, or a fiftieth of it.
PART_GAMES, PART_SECONDS, PART_SHARE = 5_000, 1.0, 0.02

_counts = pa.map_(pa.string(), pa.int64())
_convoy = pa.struct(
    [
        ("title", pa.string()),
        ("kind", pa.string()),
        ("rows", pa.list_(pa.struct([("name", pa.string()), ("ends", _counts)]))),
    ]
)
_faults = pa.struct(
    [(name, pa.int64() if name == "count" else pa.string()) for name in ("count", *Fault.__struct_fields__)]
)
GAME_ROW = pa.schema(
    [
        ("game", pa.int64()),
        ("seed", pa.string()),
        ("winner", pa.string()),
        ("level", pa.string()),
        ("allied_points", pa.float64()),
        ("axis_points", pa.float64()),
        ("points", pa.map_(pa.string(), pa.float64())),
        ("why", pa.string()),
        ("choices", pa.int64()),
        ("lost", pa.map_(pa.string(), _counts)),
        ("points_by_turn", pa.map_(pa.string(), pa.list_(pa.float64()))),
        ("events", _counts),
        ("convoys", pa.list_(_convoy)),
        ("faults", pa.list_(_faults)),
    ]
)
LOSS_ROW = pa.schema(
    [
        ("game", pa.int64()),
        ("side", pa.string()),
        ("unit", pa.string()),
        ("kind", pa.string()),
        ("cause", pa.string()),
        ("turn", pa.int64()),
    ]
)


class OutcomesError(Exception):
    """A folder that cannot be written to or gone on with; the message says why."""


class Identity(msgspec.Struct, frozen=True):
    """What makes two studies the same: all that a game depends on besides its number."""

    barents: str
    game: str
    rules: str
    scenario: str
    seed: int
    allied: str
    axis: str
    options: dict[str, Any]
    data_pack: str
    on_fault: OnFault = "doctrine"
    bots: dict[str, str] = {}
    """The bots that play, with what tells their code from another."""


def identity(study: Study) -> Identity:
    """What a study is, in words that can be compared with those in a folder."""
    game = registry.find(study.game)
    allied, axis = (ALIASES.get(study.players[side], study.players[side]) for side in Side)
    options = msgspec.to_builtins(msgspec.convert(study.options, game.options))
    pack = study.pack.digest if study.pack is not None else ""
    return Identity(
        version("barents"),
        game.name,
        game.version,
        study.scenario,
        study.seed,
        allied,
        axis,
        options,
        pack,
        study.on_fault,
        {name: digest(name) for name in bots_among((allied, axis))},
    )


class Outcomes:
    """The folder of a study, to be written to; made by `writing`."""

    def __init__(self, folder: Path, study: Study) -> None:
        self._folder = folder
        self._study = study
        self._waiting: list[Played] = []
        self._began = self._since = monotonic()
        self.found = {game.number: game for game in _games_in(folder)}

    def add(self, game: Played) -> None:
        """Take a game in; it is written with its neighbours before long."""
        self._waiting.append(game)
        now = monotonic()
        enough = max(PART_SECONDS, PART_SHARE * (now - self._began))
        if len(self._waiting) >= PART_GAMES or now - self._since >= enough:
            self.write()

    def write(self) -> None:
        """Write what is waiting as a part of its own."""
        if self._waiting:
            name = f"part-{self._waiting[0].number:06}.parquet"
            lost = [row for game in self._waiting for row in _loss_rows(game)]
            # The losses come first: a game that is there has its losses there, whatever happens between the two.
            _write(self._folder / LOSSES / name, lost, LOSS_ROW)
            _write(self._folder / GAMES / name, [_game_row(self._study, game) for game in self._waiting], GAME_ROW)
        self._waiting = []
        self._since = monotonic()


@contextmanager
def writing(folder: Path, study: Study, *, resume: bool = False) -> Iterator[Outcomes]:
    """A folder for the games of a study: a new one, or with `resume` one to go on with.

    Whatever ends the run, the games that were added are written.
    """
    asked, file = identity(study), folder / STUDY
    if file.exists():
        _insist_on_same(folder, asked)
        if not resume:
            raise OutcomesError(f"{folder} already holds games of this study: go on with --resume, or name another")
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutcomesError(f"{folder} is no study and not empty: name another folder")
    for rows in (GAMES, LOSSES):
        (folder / rows).mkdir(parents=True, exist_ok=True)
    if not file.exists():
        _place(file, msgspec.json.format(msgspec.json.encode(asked), indent=2) + b"\n")
    with _held(folder):
        _tidy(folder)
        outcomes = Outcomes(folder, study)
        try:
            yield outcomes
        finally:
            outcomes.write()


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Keep other runs out of a folder; the system lets go of it also for a run that is killed. Windows cannot."""
    with (folder / STUDY).open("rb") as file:
        if sys.platform != "win32":
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OutcomesError(f"another run is writing to {folder}: wait for its end, or name another") from None
        yield


def read(folder: Path) -> tuple[Identity, list[Played]]:
    """What a folder holds: which study, and its games in order, without their records."""
    return _identity_in(folder), _games_in(folder)


def _insist_on_same(folder: Path, asked: Identity) -> None:
    there = _identity_in(folder)
    differ = [
        f"{field.replace('_', ' ')} {_plain(getattr(there, field))} and not {_plain(getattr(asked, field))}"
        for field in Identity.__struct_fields__
        if getattr(there, field) != getattr(asked, field)
    ]
    if differ:
        raise OutcomesError(f"{folder} holds another study, with {'; '.join(differ)}: name another folder")


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{name}={given}" for name, given in value.items()) or "none"
    return str(value) or "none"


def _identity_in(folder: Path) -> Identity:
    file = folder / STUDY
    try:
        return msgspec.json.decode(file.read_bytes(), type=Identity)
    except FileNotFoundError:
        raise OutcomesError(f"{folder} holds no study: {STUDY} is missing") from None
    except msgspec.DecodeError as error:
        raise OutcomesError(f"{file} does not say what was played: {error}") from None


def _tidy(folder: Path) -> None:
    """Remove what a run that was broken off had not finished: half-written files, and losses without their games."""
    for file in (*folder.glob(".*.writing"), *folder.glob("*/.*.writing")):
        file.unlink()
    for file in (folder / LOSSES).glob("part-*.parquet"):
        if not (folder / GAMES / file.name).exists():
            file.unlink()


def _games_in(folder: Path) -> list[Played]:
    lost: dict[int, list[Loss]] = {}
    for row in _rows(folder / LOSSES):
        number = row.pop("game")
        lost.setdefault(number, []).append(msgspec.convert(row, Loss))
    games = [_played(row, lost.get(row["game"], [])) for row in _rows(folder / GAMES)]
    return sorted(games, key=lambda game: game.number)


def _rows(folder: Path) -> Iterator[dict[str, Any]]:
    for file in sorted(folder.glob("part-*.parquet")):
        try:
            table = pq.read_table(file)
        except (pa.ArrowException, OSError) as error:
            message = f"{file} cannot be read ({error}): remove it, and --resume plays its games again"
            raise OutcomesError(message) from None
        yield from table.to_pylist()


def _game_row(study: Study, game: Played) -> dict[str, Any]:
    result, measures = game.result, game.measures
    return {
        "game": game.number,
        "seed": study.seed_of(game.number),
        "winner": result.winner.value if result.winner is not None else DRAW,
        "level": result.level,
        **{f"{side.value}_points": result.points.get(side.value) for side in Side},
        "points": list(result.points.items()),
        "why": result.why,
        "choices": game.choices,
        "lost": [(what, list(causes.items())) for what, causes in measures.losses.items()],
        "points_by_turn": list(measures.points_by_turn.items()),
        "events": list(measures.events.items()),
        "convoys": [_convoy_row(convoy) for convoy in game.convoys],
        "faults": [{"count": each.count, **msgspec.to_builtins(each.first)} for each in game.faults],
    }


def _convoy_row(convoy: Tally) -> dict[str, Any]:
    rows = [{"name": row.name, "ends": list(row.ends.items())} for row in convoy.rows]
    return {"title": convoy.title, "kind": convoy.kind, "rows": rows}


def _loss_rows(game: Played) -> Iterator[dict[str, Any]]:
    for loss in game.lost:
        yield {"game": game.number, **msgspec.to_builtins(loss)}


def _played(row: Mapping[str, Any], lost: Sequence[Loss]) -> Played:
    """The game that a row was made of."""
    winner = None if row["winner"] == DRAW else Side(row["winner"])
    losses = {what: dict(causes) for what, causes in row["lost"]}
    measures = Measures(losses, dict(row["points_by_turn"]), dict(row["events"]))
    result = Result(winner, row["level"], dict(row["points"]), row["why"])
    convoys = tuple(
        Tally(
            convoy["title"],
            convoy["kind"],
            tuple(TallyRow(line["name"], dict(line["ends"])) for line in convoy["rows"]),
            {end: LOOKS.get(end, Fate.AWAY) for line in convoy["rows"] for end, _ in line["ends"]},
        )
        for convoy in row["convoys"]
    )
    faults = tuple(
        Faults(each["count"], Fault(Side(each["side"]), *(each[name] for name in Fault.__struct_fields__[1:])))
        for each in row.get("faults") or ()
    )
    return Played(row["game"], result, measures, row["choices"], lost=tuple(lost), convoys=convoys, faults=faults)


def _write(file: Path, rows: Sequence[Mapping[str, Any]], schema: Any) -> None:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(list(rows), schema), sink, compression="zstd")
    _place(file, sink.getvalue().to_pybytes())


def _place(file: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    draft = file.with_name(f".{file.name}.writing")
    with draft.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)
