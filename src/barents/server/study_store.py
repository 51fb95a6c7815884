"""What is kept of the laboratory's studies: the question, how far it came, and every game as soon as it is played."""

from __future__ import annotations

import msgspec
from sqlalchemy import ColumnElement, and_, func, insert, select, update

from barents.server.database import STUDIES, STUDY_GAMES
from barents.server.store import Store
from barents.server.study_protocol import StudyCard, StudyGame, StudyPlan, StudyState, StudyTerms

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

    def interrupt(self) -> None:
        """Whatever is said to run when a server starts does not run any more."""
        stopped = update(STUDIES).where(STUDIES.c.state == "running").values(state="stopped", why=INTERRUPTED)
        with self._store.writing() as connection:
            connection.execute(stopped)

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

    def mine(self, browser: str, most: int = 50) -> list[StudyCard]:
        """The latest studies of a browser, the newest first."""
        query = (
            select(STUDIES, func.count(STUDY_GAMES.c.number).label("games_played"))
            .outerjoin(STUDY_GAMES, STUDY_GAMES.c.study == STUDIES.c.id)
            .where(STUDIES.c.browser == browser)
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

    def add(self, study: str, game: StudyGame, milliseconds: int) -> None:
        """Keep a game that was played, and how long all of them took."""
        with self._store.writing() as connection:
            connection.execute(
                insert(STUDY_GAMES).values(
                    study=study, arm=game.arm, number=game.number, played=msgspec.json.encode(game).decode()
                )
            )
            connection.execute(update(STUDIES).where(STUDIES.c.id == study).values(milliseconds=milliseconds))

    def end(self, study: str, state: StudyState, why: str) -> None:
        """A study runs no more, and why."""
        with self._store.writing() as connection:
            connection.execute(update(STUDIES).where(STUDIES.c.id == study).values(state=state, why=why))

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
