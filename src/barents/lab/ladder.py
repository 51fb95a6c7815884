"""A ladder of players: each meets each other, and they are ranked by what came of it.

Players meet in deals, as in duplicate bridge: a deal is two games with the same dice, between which the players change
sides. So neither the dice nor a scenario that favours one side can decide who did better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import log
from typing import Literal, NamedTuple

import msgspec
from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from barents.kernel import registry
from barents.kernel.sides import Side
from barents.lab.figures import Cell, Pairs
from barents.lab.simulate import Played, Study
from barents.lab.statistics import Interval, Z, share

ERROR = 0.05  # how often either verdict of a trial may be wrong
FIRST_DEALS = 10  # before any verdict of a trial

Verdict = Literal["stronger", "not stronger", "open"]


class Deal(NamedTuple):
    """Two games with the same dice: in one the first player is Allied, in the other the second."""

    number: int
    first: str
    second: str


class Duel(msgspec.Struct, frozen=True):
    """What came of the deals between two players: how many the first won, and its share, a drawn one as half."""

    first: str
    second: str
    deals: int
    won: int
    drawn: int
    lost: int
    share: Interval


class Rung(msgspec.Struct, frozen=True):
    """A player's place: its rating, its deals, and the share of its games that it won from either side."""

    player: str
    rating: Interval
    won: int
    drawn: int
    lost: int
    allied: Interval
    axis: Interval


class Ladder(msgspec.Struct, frozen=True):
    """The players from the best to the weakest, how each did against each other, and every pairing by sides."""

    game: str
    scenario: str
    seed: int
    deals: int
    title: str
    rungs: tuple[Rung, ...]
    duels: tuple[Duel, ...]
    pairs: Pairs


def round_robin(players: Sequence[str], deals: int) -> Iterator[Deal]:
    """Every player against every other, deal after deal, so that a ladder which is broken off has been fair to all.

    >>> [deal[1:] for deal in round_robin(["cadet", "captain", "admiral"], 1)]
    [('cadet', 'captain'), ('cadet', 'admiral'), ('captain', 'admiral')]
    """
    for number in range(1, deals + 1):
        for first, second in combinations(players, 2):
            yield Deal(number, first, second)


def studies(study: Study, players: Sequence[str]) -> dict[tuple[str, str], Study]:
    """A study for each two players and the sides that they sit on, Allied first."""
    return {
        (allied, axis): study._replace(players={Side.ALLIED: allied, Side.AXIS: axis})
        for allied in players
        for axis in players
        if allied != axis
    }


def verdict(one: Played, other: Played) -> int:
    """Who did better in a deal: 1 for the Allied player of the one game, -1 for that of the other, 0 for neither.

    More wins decide; where each won one game, or neither did, the points: whose lead as Allied was larger.
    """
    ahead = _win(one) - _win(other) or _lead(one) - _lead(other)
    return (ahead > 0) - (ahead < 0)


def _win(game: Played) -> int:
    return {Side.ALLIED: 1, Side.AXIS: -1, None: 0}[game.result.winner]


def _lead(game: Played) -> float:
    allied, axis = (game.result.points.get(side.value, 0) for side in Side)
    return allied - axis


class Trial:
    """Is the first of two players stronger? Deals are played until Wald's sequential probability ratio test knows.

    It decides between "wins half of the games" and "wins the share `better` of them", on the games that were decided.
    """

    def __init__(self, better: float) -> None:
        self.better = better
        self.deals = self.wins = self.losses = 0

    def watched(self, played: Iterable[tuple[Deal, Played, Played]]) -> Iterator[tuple[Deal, Played, Played]]:
        """The deals, as long as the verdict is open."""
        for deal, one, other in played:
            self.deals += 1
            ends = (_win(one), -_win(other))
            self.wins += ends.count(1)
            self.losses += ends.count(-1)
            yield deal, one, other
            if self.verdict != "open":
                return

    @property
    def verdict(self) -> Verdict:
        """What is known so far."""
        found = likelier(self.wins, self.losses, self.better)
        if self.deals < FIRST_DEALS or abs(found) < log((1 - ERROR) / ERROR):
            return "open"
        return "stronger" if found > 0 else "not stronger"


def likelier(wins: int, losses: int, better: float) -> float:
    """The logarithm of how much likelier these games are if a player wins that share than if it wins half.

    >>> round(likelier(30, 10, 0.6), 2), round(likelier(0, 0, 0.6), 2)
    (3.24, 0.0)
    """
    return wins * log(2 * better) + losses * log(2 * (1 - better))


def ladder(study: Study, players: Sequence[str], played: Iterable[tuple[Deal, Played, Played]]) -> Ladder:
    """The ladder that came of some deals, taken in this order; in the first game of each the first player is Allied."""
    # The players do not change while they play, so that what is known of them never fades.
    model = BradleyTerryFull(tau=0.0)
    ratings: dict[str, BradleyTerryFullRating] = {name: model.rating(name=name) for name in players}
    verdicts: dict[tuple[str, str], list[int]] = {pair: [] for pair in combinations(players, 2)}
    games: dict[tuple[str, str], list[Played]] = {pair: [] for pair in studies(study, players)}
    for deal, one, other in played:
        better = verdict(one, other)
        verdicts[deal.first, deal.second].append(better)
        games[deal.first, deal.second].append(one)
        games[deal.second, deal.first].append(other)
        teams = [[ratings[deal.first]], [ratings[deal.second]]]
        (ratings[deal.first],), (ratings[deal.second],) = model.rate(teams, scores=[better, 0])
    rungs = (_rung(ratings[name], name, verdicts, games) for name in players)
    return Ladder(
        study.game,
        study.scenario,
        study.seed,
        max(map(len, verdicts.values())),
        title_of(study),
        tuple(sorted(rungs, key=lambda rung: -rung.rating.mean)),
        tuple(_duel(*pair, found) for pair, found in verdicts.items()),
        _pairs(study, players, games),
    )


def title_of(study: Study) -> str:
    """A game and its scenario as people call them."""
    rules = registry.find(study.game)
    return f"{rules.title}, {rules.scenario_title(rules.data(study.pack), study.scenario)}"


def _duel(first: str, second: str, found: Sequence[int]) -> Duel:
    won, drawn, lost = (found.count(which) for which in (1, 0, -1))
    return Duel(first, second, len(found), won, drawn, lost, share(won + drawn / 2, len(found)))


def _rung(
    rating: BradleyTerryFullRating,
    name: str,
    verdicts: dict[tuple[str, str], list[int]],
    games: dict[tuple[str, str], list[Played]],
) -> Rung:
    mine = [better for (first, _), found in verdicts.items() if first == name for better in found]
    mine += [-better for (_, second), found in verdicts.items() if second == name for better in found]
    won, drawn, lost = (mine.count(which) for which in (1, 0, -1))
    spread = Z * rating.sigma
    shares = []
    for seat, side in enumerate(Side):
        seen = [game for pair, found in games.items() if pair[seat] == name for game in found]
        shares.append(share(sum(_score(game, side) for game in seen), len(seen)))
    middle = Interval(round(rating.mu, 2), round(rating.mu - spread, 2), round(rating.mu + spread, 2))
    return Rung(name, middle, won, drawn, lost, *shares)


def _score(game: Played, side: Side) -> float:
    """What a game is worth to a side: one, or half of one if it is drawn."""
    return 0.5 if game.result.winner is None else float(game.result.winner is side)


def _pairs(study: Study, players: Sequence[str], games: dict[tuple[str, str], list[Played]]) -> Pairs:
    cells = tuple(
        Cell(allied, axis, len(found), share(sum(_score(game, Side.AXIS) for game in found), len(found)))
        for (allied, axis), found in games.items()
    )
    title = f"Who wins: {title_of(study)}"
    each = max(map(len, games.values()))
    note = f"German share of the wins, a draw as half; {each:,} games a pair of players, seed {study.seed}"
    return Pairs(title, note, tuple(players), cells)
