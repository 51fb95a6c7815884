"""From a question to the games that are played for it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import version
from itertools import product
from typing import Any, NamedTuple

import msgspec

from barents.kernel import registry
from barents.kernel.game import Game
from barents.kernel.sides import Side
from barents.kernel.words import in_words
from barents.lab.balance import RECONSTRUCTED
from barents.lab.compare import WEEKS, Week, week_called
from barents.lab.reconstructed import Move, values
from barents.lab.simulate import Study
from barents.players import CAPTAIN, player_names
from barents.server.cards import player_title
from barents.server.matches.service import Mistake, found_scenario, read_options
from barents.server.settings import Settings
from barents.server.studies.protocol import MOST_GAMES, ArmCard, LabCard, StudyPlan, StudyTerms, TableCard, WeekCard

FEWEST_PLAYERS = 2
SHORT = {"asw": "ASW", "aa": "AA", "vp": "victory points"}


class Inquiry(NamedTuple):
    """A question ready to be played: what is kept of it, and what is played in each arm."""

    plan: StudyPlan
    studies: tuple[Study, ...]


class Arm(NamedTuple):
    """An arm as it is shown and as it is played."""

    card: ArmCard
    study: Study


def table_title(name: str) -> str:
    """A table of the data as a person reads it.

    >>> table_title("air_to_air"), table_title("tables/weather"), table_title("asw")
    ('Air to air', 'Weather (tables)', 'ASW')
    """
    file, _, table = name.rpartition("/")
    words = SHORT.get(table, table.replace("_", " ").replace("-", " "))
    return f"{words[:1].upper()}{words[1:]}" + (f" ({file})" if file else "")


def _week_card(week: Week) -> WeekCard:
    """A week on the asking page."""
    titles = tuple(registry.find(subject.game).title for subject in week.subjects)
    return WeekCard(week.name, f"{week.spoken}, {week.word}", f"In the war {in_words(week.history)} were lost.", titles)


class Planner:
    """Makes inquiries for a service with its data pack and games."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def card(self) -> LabCard:
        """What can be asked."""
        tables = {game.name: self._tables(game) for game in registry.games()}
        return LabCard(MOST_GAMES, tuple(_week_card(week) for week in WEEKS.values()), tables)

    def _tables(self, game: Game[Any, Any]) -> tuple[TableCard, ...]:
        """The tables of a game that can be moved; none where a data pack has other values than we reconstructed."""
        if self._settings.pack is not None:
            return ()
        return tuple(TableCard(name, table_title(name)) for name in dict.fromkeys(each.table for each in values(game)))

    def inquiry(self, terms: StudyTerms, moved: Sequence[Move] = ()) -> Inquiry:
        """What is played for a question; `Mistake` if it cannot be asked. `moved` are its tables, moved."""
        match terms.ask:
            case "pairs":
                return self._pairs(terms)
            case "tables":
                return self._moved(terms, moved)
            case "result":
                return self._result(terms)
            case "compare":
                return self._compared(terms)

    def _pairs(self, terms: StudyTerms) -> Inquiry:
        game, scenario, options = self._subject(terms)
        if len(terms.players) < FEWEST_PLAYERS or len(set(terms.players)) < len(terms.players):
            raise Mistake("Name at least two players, each once, to be set against each other.")
        pairs = product(terms.players, repeat=2)
        arms = [self._arm(terms, game, scenario, options, allied, axis) for allied, axis in pairs]
        title = game.scenario_title(game.data(self._settings.pack), scenario)
        about = f"{game.title}, {title}, {in_words(len(arms))} pairs of players"
        return self._finished(terms, f"Is “{title}” a fair fight?", about, "pair", arms)

    def _result(self, terms: StudyTerms) -> Inquiry:
        game, scenario, options = self._subject(terms)
        arm = self._arm(terms, game, scenario, options, terms.allied, terms.axis)
        title = game.scenario_title(game.data(self._settings.pack), scenario)
        return self._finished(
            terms, f"How does “{title}” end?", f"{game.title}, {title}, {arm.card.title}", "study", [arm]
        )

    def _moved(self, terms: StudyTerms, moved: Sequence[Move]) -> Inquiry:
        game, scenario, options = self._subject(terms)
        first = self._arm(terms, game, scenario, options, terms.allied, terms.axis)
        arms = [first._replace(card=msgspec.structs.replace(first.card, title="nothing moved"))]
        for each in moved:
            table = table_title(each.name)
            for step, pack in ((-1, each.down), (1, each.up)):
                if pack is not None:
                    title = f"{table}, a step {'down' if step < 0 else 'up'}"
                    card = msgspec.structs.replace(
                        first.card, title=title, table=table, step=step, provenance=RECONSTRUCTED
                    )
                    arms.append(Arm(card, first.study._replace(pack=pack)))
        title = game.scenario_title(game.data(self._settings.pack), scenario)
        about = f"{game.title}, {title}, {first.card.title}, {in_words(len(moved))} tables moved"
        return self._finished(terms, f"Which table decides “{title}”?", about, "step", arms)

    def wanted_tables(self, terms: StudyTerms) -> tuple[str, tuple[str, ...]]:
        """What `moved_tables` is asked for a question about tables; `Mistake` if it cannot be asked."""
        game, _, _ = self._subject(terms)
        known = [table.name for table in self._tables(game)]
        if not terms.tables or len(set(terms.tables)) < len(terms.tables):
            raise Mistake("Name at least one table, each once.")
        for name in terms.tables:
            if name not in known:
                there = ", ".join(known) or "none"
                raise Mistake(
                    f"{game.title} has no reconstructed table '{name}' that could be moved: there are {there}."
                )
        self._fits(terms, 2 * len(terms.tables) + 1, "step")
        return game.name, terms.tables

    def _compared(self, terms: StudyTerms) -> Inquiry:
        try:
            week = week_called(terms.week)
        except LookupError:
            raise Mistake(f"There is no week '{terms.week}' to compare: there are {', '.join(WEEKS)}.") from None
        arms = []
        for subject in week.subjects:
            game, scenario = found_scenario(subject.game, subject.scenario, self._settings.pack)
            arm = self._arm(terms, game, scenario, msgspec.to_builtins(game.options()), CAPTAIN, CAPTAIN)
            card = msgspec.structs.replace(arm.card, title=game.title, history=week.history)
            arms.append(arm._replace(card=card))
        sets = f"{in_words(len(arms))} rule sets"
        about = f"{player_title(CAPTAIN)} against {player_title(CAPTAIN)}, {sets}"
        found = self._finished(terms, f"{week.spoken} under {sets}", about, "rule set", arms)
        unit = f"merchants of {week.spoken} lost"
        return found._replace(plan=msgspec.structs.replace(found.plan, history=week.word, unit=unit))

    # Parts of every question

    def _subject(self, terms: StudyTerms) -> tuple[Game[Any, Any], str, dict[str, Any]]:
        game, scenario = found_scenario(terms.game, terms.scenario, self._settings.pack)
        options: dict[str, Any] = msgspec.to_builtins(read_options(game, terms.options))
        return game, scenario, options

    def _arm(
        self,
        terms: StudyTerms,
        game: Game[Any, Any],
        scenario: str,
        options: dict[str, Any],
        allied: str,
        axis: str,
    ) -> Arm:
        known = player_names(game.name)
        for name in (allied, axis):
            if name not in known:
                raise Mistake(f"There is no player '{name}' of {game.title}: there are {', '.join(known)}.")
        title = f"{player_title(allied)} against {player_title(axis)}"
        study = Study(
            game.name,
            scenario,
            terms.seed,
            {Side.ALLIED: allied, Side.AXIS: axis},
            options,
            self._settings.pack,
            self._settings.plug_ins,
            tuple(sys.path),
        )
        return Arm(ArmCard(title, game.name, scenario, player_title(allied), player_title(axis)), study)

    def _fits(self, terms: StudyTerms, arms: int, one: str) -> None:
        total = terms.games * arms
        if total > MOST_GAMES:
            raise Mistake(
                f"That would be {total:,} games, and a study has at most {MOST_GAMES}: "
                f"ask for at most {MOST_GAMES // arms} a {one}."
            )

    def _finished(self, terms: StudyTerms, question: str, about: str, one: str, arms: list[Arm]) -> Inquiry:
        self._fits(terms, len(arms), one)
        each = f"{terms.games} games each" if len(arms) > 1 else f"{terms.games} games"
        pack = self._settings.pack
        rules = dict.fromkeys(
            f"{game.title} {game.version}" for game in (registry.find(arm.study.game) for arm in arms)
        )
        plan = StudyPlan(
            question,
            f"{about}, {each}",
            tuple(arm.card for arm in arms),
            terms.games,
            tuple(rules),
            version("barents"),
            "" if pack is None else pack.digest,
        )
        return Inquiry(plan, tuple(arm.study for arm in arms))
