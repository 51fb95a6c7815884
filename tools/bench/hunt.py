"""The figures of the demonstration game, The Hunt: what the umpire itself costs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from statistics import mean, quantiles

import msgspec

from barents.kernel import registry
from barents.kernel.game import Sighting
from barents.kernel.hexes import Direction
from barents.kernel.sides import Side
from tests.hunt import GAME
from tests.hunt.data import data as hunt_data
from tests.hunt.state import Ship, State
from tools.bench import playing
from tools.bench.figures import Figure, Unit, Work, at_least, counted, timed, under

HUNT = "The Hunt"
SCENARIO = "first-light"
PADDED = 4_000

# A record names its game; reading one looks the game up.
registry.plug_in(GAME)


@cache
def positions() -> list[playing.AnyMatch]:
    """The positions that all benches here work on."""
    return playing.positions(GAME, SCENARIO)


@cache
def finished() -> list[playing.AnyMatch]:
    """The finished matches whose records are saved, loaded and replayed."""
    return playing.finished(GAME, SCENARIO)


def padded(state: State) -> State:
    """A copy with more counters, each with damage, lookouts and a sighting, until it is as large as a real game's."""
    state = GAME.clone(state)
    cells = GAME.data(None).grid.cells
    number = 0
    while len(GAME.encoder.encode(state)) < PADDED:
        name, cell = f"counter-{number}", cells[number % len(cells)]
        state.ships[name] = Ship(name, cell)
        state.damage[name] = number % 3
        state.lookouts[name] = [Direction.N, Direction.SE]
        state.notebook[Side.ALLIED].sightings.append(Sighting(cell, "raider", "lost from sight", number % 12))
        number += 1
    return state


@timed(HUNT, "decisions, log on", Unit.PER_SECOND, target=at_least(80_000), playout="ours")
def decisions_with_log() -> Work:
    """Random games with every event kept."""
    return playing.playouts(GAME, SCENARIO, log=True)


@timed(HUNT, "decisions, log off", Unit.PER_SECOND, playout="ours")
def decisions_without_log() -> Work:
    """Random games as a search plays them."""
    return playing.playouts(GAME, SCENARIO, log=False)


@timed(HUNT, "decisions, log on, no lookouts", Unit.PER_SECOND, playout="ours")
def weightier_decisions() -> Work:
    """Random games without the lookouts, whose many small decisions raise the figures above."""
    data = hunt_data(None)
    data.rows = {name: msgspec.structs.replace(row, lookouts=0) for name, row in data.rows.items()}
    return playing.playouts(replace(GAME, data=lambda _pack: data), SCENARIO, log=True)


@timed(HUNT, "clone of a state", Unit.MICROSECONDS)
def clone() -> Work:
    """Copies of the states of random positions."""
    return playing.clones(GAME, [match.state for match in positions()])


@timed(HUNT, "clone of a state of 4 kB", Unit.MICROSECONDS, target=under(50))
def clone_of_4_kb() -> Work:
    """Copies of the same states, padded."""
    return playing.clones(GAME, [padded(match.state) for match in positions()])


@timed(HUNT, "fork", Unit.MICROSECONDS, target=under(150))
def fork() -> Work:
    """Forks at random decisions."""
    return playing.forks(positions())


@timed(HUNT, "fork, deepest in a step", Unit.MICROSECONDS, target=under(150))
def deepest_fork() -> Work:
    """Forks where most choices have to be sent again."""
    deepest = max(playing.depth(match) for match in positions())
    return playing.forks([match for match in positions() if playing.depth(match) == deepest])


@timed(HUNT, "known", Unit.MICROSECONDS)
def known() -> Work:
    """What the side that is asked knows."""
    return playing.knowledge(positions())


@timed(HUNT, "imagine", Unit.MICROSECONDS)
def imagine() -> Work:
    """A world that agrees with it."""
    return playing.imagined(positions())


@timed(HUNT, "enter a decision in an imagined world", Unit.MICROSECONDS)
def enter() -> Work:
    """What a search pays for each world."""
    return playing.entries_into_imagined_worlds(positions())


@timed(HUNT, "view", Unit.MICROSECONDS)
def view() -> Work:
    """What a client is sent, before it is encoded."""
    return playing.views(positions())


@timed(HUNT, "replay, records", Unit.PER_SECOND)
def replayed_records() -> Work:
    """Finished games played again from their records."""
    return playing.replays(finished(), by_entries=False)


@timed(HUNT, "replay, entries", Unit.PER_SECOND)
def replayed_entries() -> Work:
    """The same, counted in entries."""
    return playing.replays(finished(), by_entries=True)


@timed(HUNT, "save a record", Unit.MICROSECONDS)
def save() -> Work:
    """Records of finished games, built, sealed and written as JSON."""
    return playing.saves(finished())


@timed(HUNT, "load a record", Unit.MICROSECONDS)
def load() -> Work:
    """The same read back, with every digest checked."""
    return playing.loads(finished())


@counted(HUNT)
def sizes() -> list[Figure]:
    """How large states and records are."""
    states = [len(GAME.encoder.encode(match.state)) for match in positions()]
    largest = [len(GAME.encoder.encode(padded(match.state))) for match in positions()]
    records = [len(match.record.encode()) for match in finished()]
    values = {
        "state, mean": mean(states),
        "state, largest": max(states),
        "state padded for the clone, mean": mean(largest),
        "record of a finished game, mean": mean(records),
    }
    return [Figure(HUNT, name, Unit.BYTES, (value,)) for name, value in values.items()]


@counted(HUNT)
def choices_per_step() -> list[Figure]:
    """How many choices a step takes: what a fork has to send again at most."""
    made = playing.choices_per_step(GAME, SCENARIO)
    percentiles = quantiles(made, n=100, method="inclusive")
    return [
        Figure(HUNT, "choices per step, mean", Unit.COUNT, (mean(made),)),
        Figure(HUNT, "choices per step, p50", Unit.COUNT, (percentiles[49],)),
        Figure(HUNT, "choices per step, p99", Unit.COUNT, (percentiles[98],), under(12)),
        Figure(HUNT, "choices per step, most", Unit.COUNT, (max(made),)),
    ]
