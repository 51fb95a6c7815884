"""What is kept of the laboratory's studies: the question, how far it came, and every game as soon as it is played."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, and_, delete, func, insert, literal, or_, select, update

from barents.server.storage.database import STUDIES, STUDY_GAMES
from barents.server.storage.store import Store, now
from barents.server.studies.protocol import StudyCard, StudyGame, StudyPlan, StudyState, StudyTerms

INTERRUPTED = "The server was stopped while this was played; what had been played until then stands."


class StudyRow(msgspec.Struct, frozen=True, kw_only=True):
    """A study: whose it is, what is asked, how it is played, and where it stands."""

    id: str
    browser: str
    opened: int
    terms: StudyTerms
    plan: StudyPlan
    state: StudyState = "running"
    why: str = ""
    milliseconds: int = 0
    process: str = ""
    alive_until: int = 0


class StudyStore:
    """The studies in the database of matches."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def open(self, row: StudyRow) -> None:
        """Keep a new study."""
        values = msgspec.structs.asdict(row) | {
            "terms": msgspec.json.encode(row.terms).decode(),
            "plan": msgspec.json.encode(row.plan).decode(),
        }
        with self._store.writing() as connection:
            connection.execute(insert(STUDIES).values(values))

    def interrupt(self, process: str, alone: bool) -> None:
        """Whatever is said to run does not any more, if nobody has said so for a while or it was by this name.

        Whoever is alone, or takes another's place, has nothing running when he starts.
        """
        silent = or_(STUDIES.c.alive_until < now(), STUDIES.c.process == process, literal(alone))
        self._stop(silent)

    def interrupt_silent(self) -> None:
        """The same of those alone about which nobody has said anything for a while."""
        self._stop(STUDIES.c.alive_until < now())

    def _stop(self, which: ColumnElement[bool]) -> None:
        running = and_(STUDIES.c.state == "running", which)
        with self._store.writing() as connection:
            connection.execute(update(STUDIES).where(running).values(state="stopped", why=INTERRUPTED))

    def alive(self, process: str, until: int) -> None:
        """A process says that what it plays is still being played."""
        played = and_(STUDIES.c.process == process, STUDIES.c.state == "running")
        with self._store.writing() as connection:
            connection.execute(update(STUDIES).where(played).values(alive_until=until))

    def running(self) -> list[tuple[str, str]]:
        """The studies that are being played anywhere, each with whose it is."""
        query = select(STUDIES.c.id, STUDIES.c.browser).where(
            STUDIES.c.state == "running", STUDIES.c.alive_until >= now()
        )
        with self._store.reading() as connection:
            return [(row.id, row.browser) for row in connection.execute(query)]

    def delete(self, study: str) -> None:
        """Forget a study and its games; matches in which somebody has looked at one stay."""
        with self._store.writing() as connection:
            connection.execute(delete(STUDY_GAMES).where(STUDY_GAMES.c.study == study))
            connection.execute(delete(STUDIES).where(STUDIES.c.id == study))

    def load(self, study: str) -> tuple[StudyRow, list[StudyGame]] | None:
        """A study and the games that were played of it."""
        with self._store.reading() as connection:
            row = connection.execute(select(STUDIES).where(STUDIES.c.id == study)).mappings().one_or_none()
            if row is None:
                return None
            query = select(STUDY_GAMES.c.played).where(STUDY_GAMES.c.study == study)
            ordered = query.order_by(STUDY_GAMES.c.number, STUDY_GAMES.c.arm)
            played = [msgspec.json.decode(each.played, type=StudyGame) for each in connection.execute(ordered)]
        terms = msgspec.json.decode(row["terms"], type=StudyTerms)
        plan = msgspec.json.decode(row["plan"], type=StudyPlan)
        return StudyRow(**{**row, "terms": terms, "plan": plan}), played

    def mine(self, holders: Sequence[str], most: int = 50) -> list[StudyCard]:
        """The latest studies of somebody, the newest first."""
        query = (
            select(STUDIES, func.count(STUDY_GAMES.c.number).label("games_played"))
            .outerjoin(STUDY_GAMES, STUDY_GAMES.c.study == STUDIES.c.id)
            .where(STUDIES.c.browser.in_(holders))
            .group_by(STUDIES.c.id)
            .order_by(STUDIES.c.opened.desc(), STUDIES.c.id)
            .limit(most)
        )
        with self._store.reading() as connection:
            rows = connection.execute(query).all()
        found = []
        for row in rows:
            plan = msgspec.json.decode(row.plan, type=StudyPlan)
            games = plan.games * len(plan.arms)
            found.append(StudyCard(row.id, plan.question, plan.about, row.opened, row.state, row.games_played, games))
        return found

    def add(self, study: str, game: StudyGame, milliseconds: int) -> bool:
        """Keep a game that was played, and how long all of them took; whether the study still runs."""
        runs = and_(STUDIES.c.id == study, STUDIES.c.state == "running")
        with self._store.writing() as connection:
            if connection.execute(update(STUDIES).where(runs).values(milliseconds=milliseconds)).rowcount == 0:
                return False
            connection.execute(
                insert(STUDY_GAMES).values(
                    study=study, arm=game.arm, number=game.number, played=msgspec.json.encode(game).decode()
                )
            )
            return True

    def end(self, study: str, state: StudyState, why: str) -> None:
        """A study that runs does so no more, and why."""
        runs = and_(STUDIES.c.id == study, STUDIES.c.state == "running")
        with self._store.writing() as connection:
            connection.execute(update(STUDIES).where(runs).values(state=state, why=why))

    def shown(self, study: str, arm: int, number: int) -> str | None:
        """The match in which a game of a study is shown already."""
        query = select(STUDY_GAMES.c.match).where(_game(study, arm, number))
        with self._store.reading() as connection:
            match: str | None = connection.execute(query).scalar()
        return match

    def show(self, study: str, arm: int, number: int, match: str) -> None:
        """Remember in which match a game of a study is shown."""
        with self._store.writing() as connection:
            connection.execute(update(STUDY_GAMES).where(_game(study, arm, number)).values(match=match))


def _game(study: str, arm: int, number: int) -> ColumnElement[bool]:
    return and_(STUDY_GAMES.c.study == study, STUDY_GAMES.c.arm == arm, STUDY_GAMES.c.number == number)
