"""The figures of North Cape: what a real game costs, on its largest scenario and on the others."""

from __future__ import annotations

from functools import cache, partial
from itertools import count

import msgspec

from barents.games.north_cape import GAME
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import play_out, player
from tools.bench import playing
from tools.bench.figures import Figure, Unit, Work, at_least, counted, timed, under

NORTH_CAPE = "North Cape"
LARGEST = "convoy-is-to-scatter"
LONG = 4_000  # random games last a hundred thousand decisions, because random players hardly ever pass
HIGHEST = at_least(15_000)
SCENARIOS = [scenario.name for scenario in GAME.scenarios.values() if not scenario.parts]


@cache
def positions() -> list[playing.AnyMatch]:
    """Positions of random games of the largest scenario."""
    found = []
    for seed in range(40):
        match: playing.AnyMatch = Match.new(GAME, LARGEST, seed=seed)
        playing.play(match, Dice.seeded("position", seed), Dice.seeded("where", seed).below(LONG))
        found.append(match)
    return found


def beginnings(scenario: str) -> Work:
    """The first decisions of random games, counted in decisions."""
    dice, seeds = Dice.seeded("beginnings", scenario), count()
    return lambda: playing.play(Match.new(GAME, scenario, seed=next(seeds), log=True), dice, LONG)


for name in SCENARIOS:
    timed(NORTH_CAPE, f"decisions, log on, {name}", Unit.PER_SECOND, target=HIGHEST)(partial(beginnings, name))


@timed(NORTH_CAPE, "clone of a state", Unit.MICROSECONDS, target=under(200))
def clone() -> Work:
    """Copies of states with all units of the largest scenario."""
    return playing.clones(GAME, [match.state for match in positions()])


@timed(NORTH_CAPE, "fork", Unit.MICROSECONDS, target=under(500))
def fork() -> Work:
    """Forks at random decisions."""
    return playing.forks(positions())


@timed(NORTH_CAPE, "known", Unit.MICROSECONDS)
def known() -> Work:
    """What the side that is asked knows."""
    return playing.knowledge(positions())


@timed(NORTH_CAPE, "imagine", Unit.MICROSECONDS)
def imagine() -> Work:
    """A world that agrees with it."""
    return playing.imagined(positions())


@timed(NORTH_CAPE, "view", Unit.MICROSECONDS)
def view() -> Work:
    """What a client is sent, before it is encoded."""
    return playing.views(positions())


def doctrine_games(scenario: str) -> Work:
    """Whole games of doctrine players against each other, counted in games."""
    seeds = count()

    def work() -> int:
        seed = next(seeds)
        match: playing.AnyMatch = Match.new(GAME, scenario, seed=seed)
        players = {side: player("doctrine", GAME.name, match.data) for side in Side}
        play_out(match, players, {side: Dice.seeded(seed, side) for side in Side})
        return 1

    return work


for name in SCENARIOS:
    timed(NORTH_CAPE, f"doctrine game, {name}", Unit.MILLISECONDS, target=under(10_000))(partial(doctrine_games, name))


@counted(NORTH_CAPE)
def sizes() -> list[Figure]:
    """How large states and views are."""
    states = [len(GAME.encoder.encode(match.state)) for match in positions()]
    views = [len(msgspec.json.encode(match.view(playing.asked(match)))) for match in positions()]
    return [
        Figure(NORTH_CAPE, "state, largest", Unit.BYTES, (max(states),)),
        Figure(NORTH_CAPE, "view as JSON with its whole log, largest", Unit.BYTES, (max(views),)),
    ]
