"""A briefing: what somebody who sits down has to know, on one page, before the first question.

What is told of a scenario stands in its file (`[briefing]`: the situation, tips for each side); what counts comes from
the game's tables (`Game.counts`); one's own forces from what the side may see at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from barents.kernel.scenario_words import Counting, ScenarioBriefing, Tip
from barents.kernel.sides import Side, eyes_of
from barents.kernel.view import Band, Clock, PieceView, Situation

if TYPE_CHECKING:
    from barents.kernel.game import Game
    from barents.kernel.match import Match


class BriefedForce(msgspec.Struct, frozen=True):
    """Some of one's units that lie or come together, under their name; equal ones are counted."""

    name: str
    units: tuple[tuple[PieceView, int], ...]


class Briefing(msgspec.Struct, frozen=True):
    """All that stands on the page. For those who have no seat yet there is no side and there are no forces."""

    title: str
    game: str
    about: str
    situation: tuple[str, ...]
    tasks: dict[Side, str]
    begins: str
    turns: int
    minutes: int
    counting: Counting
    scale: tuple[Band, ...] = ()
    side: Side | None = None
    clock: Clock | None = None
    forces: tuple[BriefedForce, ...] = ()
    tips: tuple[Tip, ...] = ()


def briefing_of(match: Match[Any, Any], side: Side | None) -> Briefing:
    """The briefing of a match for one side; without one what everybody may read who is offered a seat."""
    if match.terms is None:
        raise LookupError("a match without terms has no scenario to tell of")
    known = None if side is None else match.known(eyes_of(side))
    return briefed(match.game, match.data, match.terms.scenario, side, known)


def briefed(game: Game[Any, Any], data: Any, name: str, side: Side | None, known: Any) -> Briefing:
    """The briefing of a scenario for a side that knows this much."""
    scenario = game.scenario(data, name)
    told = scenario.briefing or ScenarioBriefing(situation=(scenario.about,))
    situation = None if side is None else game.view(data, known, eyes_of(side))
    return Briefing(
        title=scenario.title,
        game=game.title,
        about=scenario.about,
        situation=told.situation,
        tasks=scenario.tasks,
        begins=scenario.begins,
        turns=scenario.turns,
        minutes=scenario.minutes,
        counting=game.counts(data, scenario.name),
        scale=() if situation is None else next((t.bands for t in situation.tracks if t.kind == "scale"), ()),
        side=side,
        clock=None if situation is None else situation.clock,
        forces=() if side is None or situation is None else tuple(_forces(situation, side)),
        tips=told.tips.get(side, ()) if side is not None else (),
    )


def _forces(situation: Situation, side: Side) -> Iterable[BriefedForce]:
    """One's own units by where they lie: a display under its title, what lies on the chart by its place."""
    boards = {board.name: board for board in situation.boards}
    titles = {board.title for board in situation.boards}
    places: dict[str, list[PieceView]] = {}
    for piece in situation.pieces:
        if piece.side is side:
            board = boards.get(piece.board)
            if board is None or board is situation.boards[0]:
                if piece.label not in titles:  # else it is the marker of a force whose ships are shown
                    places.setdefault("", []).append(piece)
            else:
                places.setdefault(board.title, []).append(piece)
    for name, pieces in places.items():
        alike: dict[tuple[Any, ...], list[PieceView]] = {}
        for piece in pieces:
            key = (piece.kind, piece.short, piece.factors, piece.move)
            alike.setdefault(key, []).append(piece)
        yield BriefedForce(name, tuple((same[0], len(same)) for same in alike.values()))
