"""The same week of the war under every rule set that has it: merchants lost, by cause and by day, beside history."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from typing import NamedTuple

import msgspec

from barents.atlas.fates import BY_AIR, BY_BOATS, BY_SHIPS, OTHERWISE, fates, spoken
from barents.atlas.history import History
from barents.kernel import registry
from barents.kernel.sides import Side
from barents.lab.figures import Distributions, Panel, mean_count, panel
from barents.lab.measures import day_of
from barents.lab.simulate import Played, Study, play_all
from barents.lab.statistics import Interval

LOST = (BY_AIR, BY_BOATS, BY_SHIPS, OTHERWISE)
MERCHANTS = ("mt", "ta")  # the silhouettes of merchants and tankers


class Subject(NamedTuple):
    """A rule set that has the week: its game, and the scenario."""

    game: str
    scenario: str


class Week(NamedTuple):
    """A week that several games have: the convoys that are counted, and where history tells of the days.

    `with_auxiliaries` is what history counts if ships that sailed with a convoy, but carried no cargo, are counted too.
    `also` are names under which a rule set has one of the convoys.
    """

    name: str
    convoys: tuple[str, ...]
    word: str
    subjects: tuple[Subject, ...]
    battle: str
    days: str = ""
    with_auxiliaries: int = 0
    note: str = ""
    also: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """The convoys as one says them."""
        return " and ".join(spoken(name) for name in self.convoys)

    @property
    def history(self) -> int:
        """How many ships were lost."""
        return self.with_auxiliaries or sum(History.load().find(name).merchants_sunk for name in self.convoys)


WEEKS = {
    week.name: week
    for week in (
        Week(
            "pq17",
            ("PQ-17",),
            "July 1942",
            (
                Subject("north_cape", "convoy-is-to-scatter"),
                Subject("nordkapp", "convoy-is-to-scatter"),
                Subject("arctic_disaster", "historical"),
                Subject("operations", "pq-17-roesselsprung"),
            ),
            "pq-17",
            "lost_by_day",
            24,
            "history: 22 merchants, the oiler Aldersdale and the rescue ship Zaafaran",
        ),
        Week(
            "pq16",
            ("PQ-16",),
            "May 1942",
            (Subject("north_cape", "enter-the-luftwaffe"), Subject("nordkapp", "enter-the-luftwaffe")),
            "pq-16",
            "sunk_by_day",
        ),
        Week(
            "sportpalast",
            ("PQ-12", "QP-8"),
            "March 1942",
            (
                Subject("north_cape", "unternehmen-sportpalast"),
                Subject("nordkapp", "unternehmen-sportpalast"),
                Subject("operations", "sportpalast"),
            ),
            "",
            note="what North Cape calls the second convoy stands for QP 8",
            also=("Second convoy",),
        ),
    )
}


class Row(msgspec.Struct, frozen=True):
    """One rule set: ships of the week's convoys lost, by cause, and all merchants of the scenario lost by day.

    `causes` and `days` are means a game; `sailed` is how many ships the convoys have here.
    """

    game: str
    scenario: str
    title: str
    rules: str
    games: int
    sailed: int
    lost: Panel
    causes: dict[str, Interval]
    days: dict[str, Interval]


class Comparison(msgspec.Struct, frozen=True):
    """A week under several rule sets, beside history."""

    week: str
    title: str
    seed: int
    engine: str
    players: dict[str, str]
    rows: tuple[Row, ...]
    history: int
    history_causes: dict[str, int]
    history_days: dict[str, int]
    figure: Distributions


def week_called(name: str) -> Week:
    """A week by its name; the error lists those there are."""
    if name not in WEEKS:
        raise LookupError(f"there is no week '{name}' to compare: there are {', '.join(WEEKS)}")
    return WEEKS[name]


def studies(week: Week, seed: int, players: dict[Side, str]) -> tuple[Study, ...]:
    """What is played for a week: one study a rule set."""
    return tuple(Study(one.game, one.scenario, seed, players) for one in week.subjects)


def play(
    asked: Sequence[Study], games: int, workers: int, each: Callable[[Played], None] = lambda _game: None
) -> list[list[Played]]:
    """The games of every study; `each` is called after every game."""
    calls = [(study, number) for study in asked for number in range(1, games + 1)]
    found: list[list[Played]] = [[] for _ in asked]
    for number, game in enumerate(play_all(calls, workers)):
        found[number // games].append(game)
        each(game)
    return found


def lost_in(week: Week, played: Played) -> dict[str, int]:
    """How many ships of the week's convoys were lost in a game, by cause."""
    found = _ends_in(week, played)
    return {cause: sum(ends.get(cause, 0) for ends in found) for cause in LOST}


def _ends_in(week: Week, played: Played) -> list[dict[str, int]]:
    """How the ships of each of the week's convoys ended in a game."""
    ours = tuple(f" of {spoken(name)}" for name in (*week.convoys, *week.also))
    return [tally.rows[0].ends for tally in played.convoys if tally.title.endswith(ours)]


def by_day(study: Study, played: Sequence[Played]) -> dict[str, Interval]:
    """Merchants of the scenario lost on each day, on average; days without any are left out."""
    counts: list[dict[str, int]] = []
    for game in played:
        days: dict[str, int] = {}
        for loss in game.lost:
            if loss.side is Side.ALLIED and loss.kind in MERCHANTS:
                day = day_of(study.game, study.scenario, loss.turn, study.pack).isoformat()
                days[day] = days.get(day, 0) + 1
        counts.append(days)
    return {
        day: mean_count([one.get(day, 0) for one in counts]) for day in sorted({day for one in counts for day in one})
    }


def compared(week: Week, asked: Sequence[Study], played: Sequence[Sequence[Played]]) -> Comparison:
    """What the games of a week say."""
    first = asked[0]
    seats = {side.value: name for side, name in first.players.items()}
    rows = tuple(_rows(week, asked, played))
    pairing = " against ".join(first.players[side] for side in Side)
    games = max((row.games for row in rows), default=0)
    note = f"{pairing}, {games} games each, scaled to the tallest bar, the line is {week.word}"
    figure = Distributions(
        f"Merchants of {week.spoken} lost, by rule set",
        f"{note}; {week.note}" if week.note else note,
        f"merchants of {week.spoken} lost",
        tuple(row.lost for row in rows),
    )
    causes = [fates(History.load().find(name)) for name in week.convoys]
    return Comparison(
        week.name,
        figure.title,
        first.seed,
        version("barents"),
        seats,
        rows,
        week.history,
        {cause: sum(one.get(cause, 0) for one in causes) for cause in LOST},
        _history_days(week),
        figure,
    )


def _rows(week: Week, asked: Sequence[Study], played: Sequence[Sequence[Played]]) -> Iterator[Row]:
    for study, games in zip(asked, played, strict=True):
        game = registry.find(study.game)
        found = [lost_in(week, one) for one in games]
        lost = panel(game.title, [sum(causes.values()) for causes in found], week.history, week.word)
        yield Row(
            study.game,
            study.scenario,
            game.title,
            game.version,
            len(games),
            max((sum(sum(ends.values()) for ends in _ends_in(week, one)) for one in games), default=0),
            lost,
            {cause: mean_count([one[cause] for one in found]) for cause in LOST},
            by_day(study, games),
        )


def _history_days(week: Week) -> dict[str, int]:
    """What history tells of the days, where it does."""
    if not week.days:
        return {}
    found = History.load().find_battle(week.battle).facts.get(week.days)
    return dict(found) if isinstance(found, dict) else {}
