"""Who wins a scenario and by how much, and what moves that: optional rules, players, reconstructed values.

Every variation is played with the same dice as the scenario as it stands, game by game, so that what differs is what
was changed and not the luck: the intervals are those of the paired differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from math import sqrt
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from barents.kernel.datapack import DataPack
from barents.kernel.game import Game
from barents.kernel.optional_rules import OptionalRule, optional_rules
from barents.kernel.sides import Side
from barents.lab.figures import Cell, Figure, Pairs, Swing, Tornado, ranked
from barents.lab.reconstructed import moves
from barents.lab.simulate import GameFailed, Played, Study, play_all
from barents.lab.statistics import Interval, Z, mean, share
from barents.players.bots import bots_among, digest

Group = Literal["base", "options", "players", "tables"]
# What is called an option, but is about how a game is played and not by which rules.
NO_RULES = {"arctic_campaign": ("convoy_phase", "convoy_names")}
RECONSTRUCTED, OPTION = "reconstructed", "option"
AS_IT_STANDS, ALL = "as it stands", "all of them"


class Outcome(msgspec.Struct, frozen=True):
    """How one game ended: the German part of the win (a draw is half), the level, each side's points, the choices.

    `losses` and `events` are what is measured of it besides.
    """

    german: float
    level: str
    points: dict[str, float]
    choices: int
    losses: dict[str, dict[str, int]]
    events: dict[str, int]

    @property
    def margin(self) -> float:
        """How many points the Germans have more than the Allies."""
        return self.points.get(Side.AXIS.value, 0.0) - self.points.get(Side.ALLIED.value, 0.0)


class Variation(NamedTuple):
    """One thing that is played: the scenario as it stands, or with one thing changed.

    `way` is −1 for a step down or an option off, 1 for a step up or on.
    """

    key: str
    group: Group
    label: str
    study: Study
    way: int = 0
    provenance: str = ""


class Skipped(msgspec.Struct, frozen=True):
    """What could not be tried, and why."""

    label: str
    reason: str


class Plan(NamedTuple):
    """All that is played, the scenario as it stands first, and what is not."""

    variations: tuple[Variation, ...]
    skipped: tuple[Skipped, ...]


class Effect(msgspec.Struct, frozen=True):
    """What one variation does: change of the German share of wins in points of a percent, and of their margin.

    `same` says that every game went exactly as without it.
    """

    label: str
    way: int
    wins: Interval
    margin: Interval
    provenance: str
    same: bool


class Row(msgspec.Struct, frozen=True):
    """What the scenario comes to as it stands, or by other rules: means of a game, whatever is compared with it."""

    label: str
    games: int
    wins: dict[str, Interval]
    levels: dict[str, int]
    points: dict[str, Interval]
    losses: dict[str, dict[str, float]]
    events: dict[str, float]


class Balance(msgspec.Struct, frozen=True):
    """What a study of balance has found; the first of the rows is the scenario as it stands."""

    game: str
    scenario: str
    title: str
    engine: str
    rules: str
    seed: int
    games: int
    players: dict[str, str]
    german: Interval
    margin: Interval
    rows: tuple[Row, ...]
    effects: dict[str, tuple[Effect, ...]]
    figures: tuple[Figure, ...]
    skipped: tuple[Skipped, ...]


# What is played


def plan(
    game: Game[Any, Any],
    study: Study,
    groups: Iterable[Group] = ("options", "players", "tables"),
    levels: Sequence[str] = (),
    inside: str = "",
) -> Plan:
    """Everything to be played for a study of one scenario; `inside` names a table whose values are moved singly."""
    found = [Variation("base", "base", AS_IT_STANDS, study)]
    skipped: list[Skipped] = []
    wanted = list(groups)
    if "options" in wanted:
        found += _options(game, study)
    if "players" in wanted:
        found += _levels(study, levels)
    if "tables" in wanted and study.pack is not None:
        skipped.append(Skipped("tables", "with a data pack of one's own the values of our tables are not moved"))
    elif "tables" in wanted:
        tables, left = _tables(game, study, inside)
        found += tables
        skipped += left
    return Plan(tuple(found), tuple(skipped))


def _options(game: Game[Any, Any], study: Study) -> Iterator[Variation]:
    """Each optional rule set otherwise than in the study, and then all of them that can be."""
    alone = list(_each_option(game, study))
    yield from alone
    together = dict(study.options)
    for one in alone:  # of a rule that can be set in several ways the last counts, which goes furthest
        if _seats(game, one.study.options) == _seats(game, study.options):
            together |= {name: value for name, value in one.study.options.items() if value != study.options.get(name)}
    changed = [name for name, value in together.items() if value != study.options.get(name)]
    if len(changed) > 1:
        yield Variation("options together", "options", ALL, study._replace(options=together), 1, OPTION)


def _seats(game: Game[Any, Any], options: dict[str, Any]) -> tuple[Side, ...]:
    """The sides that somebody plays: in solitaire the rules play one."""
    return tuple(game.people(msgspec.convert(options, game.options)))


def _each_option(game: Game[Any, Any], study: Study) -> Iterator[Variation]:
    """Each optional rule set otherwise than in the study."""
    for rule in optional_rules(game):
        now = study.options.get(rule.name, rule.default)
        if rule.name in NO_RULES.get(game.name, ()):
            continue
        for value in _others(rule, now):
            way = -1 if value is False or (_is_number(value) and value < now) else 1
            label = rule.title if isinstance(value, bool) or _is_number(value) else f"{rule.title}: {value}"
            options = {**study.options, rule.name: value}
            yield Variation(
                f"option {rule.name}={value}", "options", label, study._replace(options=options), way, OPTION
            )


def _others(rule: OptionalRule, now: Any) -> list[Any]:
    """What else an option can be set to: of a switch the other way, of a scale the neighbours, of a choice the rest."""
    if rule.values and all(_is_number(value) for value in rule.values):
        scale = sorted(rule.values)
        return [value for index, value in enumerate(scale) if abs(index - scale.index(now)) == 1]
    return [value for value in rule.values if value != now]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _levels(study: Study, levels: Sequence[str]) -> Iterator[Variation]:
    """Every pair of players but the one that plays the scenario as it stands."""
    for allied in levels:
        for axis in levels:
            seats = {Side.ALLIED: allied, Side.AXIS: axis}
            if seats != study.players:
                label = f"{allied} against {axis}"
                yield Variation(f"players {allied} {axis}", "players", label, study._replace(players=seats))


def _tables(game: Game[Any, Any], study: Study, inside: str) -> tuple[list[Variation], list[Skipped]]:
    found: list[Variation] = []
    skipped: list[Skipped] = []
    for one in moves(game, study.scenario, inside):
        packs: tuple[tuple[int, DataPack | None], ...] = ((-1, one.down), (1, one.up))
        for way, pack in packs:
            if pack is not None:
                changed = study._replace(pack=pack)
                found.append(Variation(f"table {one.name} {way:+}", "tables", one.name, changed, way, RECONSTRUCTED))
        skipped += [Skipped(one.name, note) for note in one.notes]
    return found, skipped


# Playing


class Kept(msgspec.Struct):
    """What is kept of a study on disk, so that it can be gone on with: the games of each variation that is done."""

    study: dict[str, Any]
    outcomes: dict[str, list[Outcome]] = {}
    failed: dict[str, str] = {}


class AnotherStudy(LookupError):
    """The file belongs to a study of something else; the message says what differs."""


def opened(file: Path | None, study: Study, games: int, rules: str) -> Kept:
    """What a file holds of this study, or an empty one; refuses the file of another study."""
    pack = study.pack.digest if study.pack is not None else ""
    asked: dict[str, Any] = {
        "game": study.game,
        "scenario": study.scenario,
        "seed": study.seed,
        "games": games,
        "players": {side.value: name for side, name in study.players.items()},
        "options": study.options,
        "data pack": pack,
        "rules": rules,
        "engine": version("barents"),
    }
    if bots := bots_among(study.players.values()):
        asked |= {"bots": {name: digest(name) for name in bots}, "on fault": study.on_fault}
    if file is None or not file.exists():
        return Kept(asked)
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=Kept)
    except msgspec.MsgspecError as error:
        raise AnotherStudy(f"{file} holds no study of balance that could be gone on with ({error})") from None
    differ = [name for name, value in asked.items() if kept.study.get(name) != value]
    if differ:
        says = ", ".join(f"{name} {kept.study.get(name)!r} instead of {asked[name]!r}" for name in differ)
        raise AnotherStudy(f"{file} belongs to another study: {says}; name another file")
    return kept


def keep(file: Path, kept: Kept) -> None:
    """Write what is known; the old file stays until the new one is whole."""
    fresh = file.with_name(file.name + ".new")
    fresh.write_bytes(msgspec.json.encode(kept))
    fresh.replace(file)


def outcome(played: Played) -> Outcome:
    """What balance needs of a game."""
    winner = played.result.winner
    german = 0.5 if winner is None else float(winner is Side.AXIS)
    points = {name: float(value) for name, value in played.result.points.items()}
    measured = played.measures
    return Outcome(german, played.result.level, points, played.choices, measured.losses, measured.events)


def play(
    variations: Sequence[Variation],
    games: int,
    workers: int,
    kept: Kept,
    done: Callable[[Variation], None] = lambda _variation: None,
    each: Callable[[Played], None] = lambda _game: None,
) -> None:
    """Play whatever is not kept yet; a variation in which a game fails is noted as such, and the others go on.

    `each` is called after every game, `done` after every variation that is whole.
    """
    waiting = [one for one in variations if one.key not in kept.outcomes and one.key not in kept.failed]
    while waiting:
        calls = [(one.study, number) for one in waiting for number in range(1, games + 1)]
        found: list[Outcome] = []
        try:
            for game in play_all(calls, min(workers, len(calls))):
                found.append(outcome(game))
                each(game)
                if len(found) == games:
                    one = waiting.pop(0)
                    kept.outcomes[one.key], found = found, []
                    done(one)
        except GameFailed as failure:
            one = waiting.pop(0)
            if one.group == "base":
                raise
            kept.failed[one.key] = str(failure)
            done(one)


# What it says


def paired(changes: Sequence[float]) -> Interval:
    """The mean of paired differences between −1 and 1, in points of a percent.

    The interval is Bonett and Price's: two games more, one each way, keep it honest where hardly anything differs.

    >>> paired([0.0] * 98)
    Interval(mean=0.0, low=-2.77, high=2.77)
    """
    count = len(changes)
    if not count:
        return Interval(0.0, -100.0, 100.0)
    padded = [*changes, 1.0, -1.0]
    middle = sum(padded) / len(padded)
    variance = sum(value * value for value in padded) / len(padded) - middle * middle
    spread = Z * sqrt(variance / len(padded))
    low, high = max(-1.0, middle - spread), min(1.0, middle + spread)
    return Interval(*(round(100 * value, 2) for value in (sum(changes) / count, low, high)))


def effect(one: Variation, base: Sequence[Outcome], found: Sequence[Outcome]) -> Effect:
    """What one variation does, game by game."""
    pairs = list(zip(base, found, strict=True))
    if all(before == after for before, after in pairs):
        nothing = Interval(0.0, 0.0, 0.0)
        return Effect(one.label, one.way, nothing, nothing, one.provenance, True)
    wins = paired([after.german - before.german for before, after in pairs])
    margin = mean([after.margin - before.margin for before, after in pairs])
    return Effect(one.label, one.way, wins, margin, one.provenance, False)


def findings(
    game: Game[Any, Any], study: Study, games: int, planned: Plan, kept: Kept, levels: Sequence[str]
) -> Balance:
    """Everything that the games of a study say."""
    base = kept.outcomes["base"]
    effects: dict[str, tuple[Effect, ...]] = {}
    for group in ("options", "tables"):
        there = [one for one in planned.variations if one.group == group and one.key in kept.outcomes]
        if there:
            effects[group] = tuple(effect(one, base, kept.outcomes[one.key]) for one in there)
    skipped = [*planned.skipped]
    skipped += [Skipped(one.label, kept.failed[one.key]) for one in planned.variations if one.key in kept.failed]
    title = game.scenario_title(game.data(study.pack), study.scenario)
    seats = {side.value: name for side, name in study.players.items()}
    rows = [one for one in planned.variations if one.group in ("base", "options") and one.key in kept.outcomes]
    return Balance(
        study.game,
        study.scenario,
        title,
        version("barents"),
        game.version,
        study.seed,
        games,
        seats,
        german_share(base),
        mean([each.margin for each in base]),
        tuple(_row(one.label, kept.outcomes[one.key]) for one in rows),
        effects,
        tuple(_figures(game, study, games, planned, kept, effects, levels)),
        tuple(skipped),
    )


def _row(label: str, outcomes: Sequence[Outcome]) -> Row:
    """What some games come to."""
    count = len(outcomes)
    names = dict.fromkeys(name for each in outcomes for name in each.points)
    lost: dict[str, Counter[str]] = {}
    events: Counter[str] = Counter()
    for each in outcomes:
        events.update(each.events)
        for what, causes in each.losses.items():
            lost.setdefault(what, Counter()).update(causes)
    return Row(
        label,
        count,
        _wins(outcomes),
        dict(sorted(Counter(each.level for each in outcomes).items())),
        {name: mean([each.points.get(name, 0.0) for each in outcomes]) for name in names},
        {what: _of_a_game(causes, count) for what, causes in sorted(lost.items())},
        _of_a_game(events, count),
    )


def _of_a_game(total: Counter[str], games: int) -> dict[str, float]:
    return {name: round(number / games, 3) for name, number in sorted(total.items())}


def german_share(outcomes: Sequence[Outcome]) -> Interval:
    """The German share of the wins, a draw being half."""
    count = len(outcomes)
    if all(each.german in (0.0, 1.0) for each in outcomes):
        return share(sum(each.german > 0 for each in outcomes), count)
    found = mean([each.german for each in outcomes])
    exact = sum(each.german for each in outcomes) / count
    return Interval(round(exact, 4), max(0.0, found.low), min(1.0, found.high))


def _wins(outcomes: Sequence[Outcome]) -> dict[str, Interval]:
    """How often each side won, and nobody."""
    ends = {Side.ALLIED.value: 0.0, Side.AXIS.value: 1.0, "draw": 0.5}
    return {name: share(sum(each.german == end for each in outcomes), len(outcomes)) for name, end in ends.items()}


def _figures(
    game: Game[Any, Any],
    study: Study,
    games: int,
    planned: Plan,
    kept: Kept,
    effects: dict[str, tuple[Effect, ...]],
    levels: Sequence[str],
) -> Iterator[Figure]:
    title = f"{game.title}, {game.scenario_title(game.data(study.pack), study.scenario)}"
    seats = " against ".join(study.players[side] for side in Side)
    pairs = [one for one in planned.variations if one.group in ("base", "players") and one.key in kept.outcomes]
    if len(pairs) > 1:
        cells = [
            Cell(
                one.study.players[Side.ALLIED],
                one.study.players[Side.AXIS],
                games,
                german_share(kept.outcomes[one.key]),
            )
            for one in pairs
        ]
        names = tuple(dict.fromkeys([*levels, *(name for cell in cells for name in (cell.allied, cell.axis))]))
        note = f"{title} · bar: 95% interval · thick mark: share won · thin line: 50% · {games} games a pair"
        yield Pairs("German wins, by pair of players", note, names, tuple(cells))
    words = {"options": "Which optional rule decides", "tables": "Which table decides"}
    for group, found in effects.items():
        note = f"{title} · change in German wins · {seats}, {games} games each with the same dice"
        yield Tornado(words[group], note, german_share(kept.outcomes["base"]), swings(found))


def swings(effects: Iterable[Effect]) -> tuple[Swing, ...]:
    """The rows of a tornado: both directions of the same thing in one."""
    rows: dict[str, dict[int, Effect]] = {}
    for one in effects:
        rows.setdefault(one.label, {})[one.way] = one
    return ranked(
        Swing(
            label,
            ends[-1].wins if -1 in ends else None,
            ends[1].wins if 1 in ends else None,
            next(iter(ends.values())).provenance,
        )
        for label, ends in rows.items()
    )
