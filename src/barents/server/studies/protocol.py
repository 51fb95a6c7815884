"""What client and server say to each other about the laboratory."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from barents.kernel.sides import Side
from barents.lab.figures import Figure

MOST_GAMES = 400  # of one study, in all
MOST_TABLES = 40  # that are moved in one study
MOST_SEED = 2**31 - 1

Ask: TypeAlias = Literal["pairs", "result", "tables", "compare"]
StudyState: TypeAlias = Literal["running", "done", "stopped", "failed"]
TableName: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]
PlayerName: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]


class StudyTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the laboratory.

    `pairs`: each of `players` against each. `result`: how a scenario ends between `allied` and `axis`. `tables`: which
    of some reconstructed `tables` decides it, each moved a step down and up. `compare`: the same week, named by `week`,
    under each game that plays it. `games` are played in each arm: for every pair, every step of a table, every rule
    set.
    """

    ask: Ask
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]
    game: Annotated[str, msgspec.Meta(max_length=64)] = ""
    scenario: Annotated[str, msgspec.Meta(max_length=64)] = ""
    options: dict[str, Any] = {}
    players: Annotated[tuple[PlayerName, ...], msgspec.Meta(max_length=8)] = ()
    allied: PlayerName = ""
    axis: PlayerName = ""
    tables: Annotated[tuple[TableName, ...], msgspec.Meta(max_length=MOST_TABLES)] = ()
    week: Annotated[str, msgspec.Meta(max_length=64)] = ""
    seed: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEED)] = 1942


class ArmCard(msgspec.Struct, frozen=True):
    """One arm of a study: who plays what.

    In a study of tables `table` is the one that is moved, by `step`; the arm in which nothing is moved has none.
    """

    title: str
    game: str
    scenario: str
    allied: str
    axis: str
    table: str = ""
    step: int = 0
    provenance: str = ""
    history: int | None = None


class StudyPlan(msgspec.Struct, frozen=True):
    """A question as it is played: kept with the study, so that it means the same when the program has changed."""

    question: str
    about: str
    arms: tuple[ArmCard, ...]
    games: int
    """In each arm."""
    rules: tuple[str, ...]
    """The games with their versions."""
    engine: str
    pack: str
    """The digest of the data pack, or nothing."""
    history: str = ""
    """What the line of history is called, where there is one."""
    unit: str = ""
    """What a comparison counts, as it stands under the axis."""


class StudyGame(msgspec.Struct, frozen=True):
    """One game of a study: how it ended and what was counted, by name."""

    arm: int
    number: int
    winner: Side | None
    level: str
    values: dict[str, int | float]
    choices: int


class StudyCard(msgspec.Struct, frozen=True):
    """One of my studies in the list."""

    study: str
    question: str
    about: str
    opened: int
    state: StudyState
    played: int
    games: int


class StudyReport(msgspec.Struct, frozen=True):
    """A study as it stands: `seconds` are those that were spent on playing."""

    study: str
    terms: StudyTerms
    plan: StudyPlan
    state: StudyState
    why: str
    played: int
    games: int
    seconds: float
    figures: tuple[Figure, ...]


class Behind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game behind a bar that somebody wants to see."""

    arm: Annotated[int, msgspec.Meta(ge=0, le=MOST_GAMES)]
    number: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]


class WeekCard(msgspec.Struct, frozen=True):
    """A week of the war that several games play."""

    name: str
    title: str
    about: str
    rule_sets: tuple[str, ...]


class TableCard(msgspec.Struct, frozen=True):
    """A table whose values we had to reconstruct."""

    name: str
    title: str


class LabCard(msgspec.Struct, frozen=True):
    """What the laboratory can be asked: how much at once, which weeks, and by game which tables can be moved."""

    most_games: int
    weeks: tuple[WeekCard, ...]
    tables: dict[str, tuple[TableCard, ...]]
