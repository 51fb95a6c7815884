"""The figures of a whole game: what play, copies, knowledge and doctrine cost, on its scenarios."""

from __future__ import annotations

from functools import cache, partial
from itertools import count
from typing import Any

import msgspec

from barents.kernel.decisions import Assign
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import play_out, player
from tools.bench import playing
from tools.bench.figures import Figure, Unit, Work, at_least, counted, timed, under

DECISIONS = at_least(15_000)
STEP_GAMES = 5  # random games in which the choices of a step are counted


class GameBench:
    """The benches of one game: `largest` is its largest scenario; after `most` decisions a game is broken off.

    `options` is what is agreed on, where that is not what is usual.
    """

    def __init__(
        self, game: Game[Any, Any], largest: str, most: int, clone: float, doctrine: float, options: Any = None
    ) -> None:
        self.game = game
        self.largest = largest
        self.most = most
        self.options = options
        self.positions = cache(self._positions)
        scenarios = [scenario.name for scenario in game.scenarios(game.data(None)) if not scenario.parts]
        title = game.title
        for name in scenarios:
            play = partial(self.beginnings, name)
            timed(title, f"decisions, log on, {name}", Unit.PER_SECOND, target=DECISIONS)(play)
        timed(title, f"orders in them, {largest}", Unit.PER_SECOND)(self.orders)
        timed(title, "clone of a state", Unit.MICROSECONDS, target=under(clone))(self.clones)
        timed(title, "fork", Unit.MICROSECONDS, target=under(500))(lambda: playing.forks(self.positions()))
        timed(title, "known", Unit.MICROSECONDS)(lambda: playing.knowledge(self.positions()))
        timed(title, "imagine", Unit.MICROSECONDS)(lambda: playing.imagined(self.positions()))
        timed(title, "view", Unit.MICROSECONDS)(lambda: playing.views(self.positions()))
        for name in scenarios:
            whole = partial(self.doctrine_games, name)
            timed(title, f"doctrine game, {name}", Unit.MILLISECONDS, target=under(doctrine))(whole)
        counted(title)(self.sizes)
        counted(title)(self.steps)

    def new(self, scenario: str, seed: int) -> playing.AnyMatch:
        """A match of its own, with a log."""
        return Match.new(self.game, scenario, seed=seed, options=self.options)

    def _positions(self) -> list[playing.AnyMatch]:
        """Positions of random games of the largest scenario."""
        found = []
        for seed in range(40):
            match = self.new(self.largest, seed)
            playing.play(match, Dice.seeded("position", seed), Dice.seeded("where", seed).below(self.most))
            found.append(match)
        return [match for match in found if match.pending]

    def beginnings(self, scenario: str) -> Work:
        """Random games from their beginning, counted in decisions."""
        dice, seeds = Dice.seeded("beginnings", scenario), count()
        return lambda: playing.play(self.new(scenario, next(seeds)), dice, self.most)

    def orders(self) -> Work:
        """The same, counted in what was decided: each slot of an order sheet by itself."""
        dice, seeds = Dice.seeded("beginnings", self.largest), count()

        def work() -> int:
            match = self.new(self.largest, next(seeds))
            given = 0
            for _ in range(self.most):
                if not match.pending:
                    break
                side, decision = next(iter(match.pending.items()))
                options = decision.options
                given += len(options.slots) if isinstance(options, Assign) else 1
                match.act(side, options.sample(dice))
            return given

        return work

    def clones(self) -> Work:
        """Copies of states with all units of the largest scenario."""
        return playing.clones(self.game, [match.state for match in self.positions()])

    def doctrine_games(self, scenario: str) -> Work:
        """Whole games of doctrine players against each other, counted in games."""
        seeds = count()

        def work() -> int:
            seed = next(seeds)
            match = self.new(scenario, seed)
            players = {side: player("doctrine", self.game.name, match.data) for side in Side}
            play_out(match, players, {side: Dice.seeded(seed, side) for side in Side})
            return 1

        return work

    def sizes(self) -> list[Figure]:
        """How large states and views are."""
        title = self.game.title
        states = [len(self.game.encoder.encode(match.state)) for match in self.positions()]
        views = [len(msgspec.json.encode(match.view(playing.asked(match)))) for match in self.positions()]
        return [
            Figure(title, "state, largest", Unit.BYTES, (max(states),)),
            Figure(title, "view as JSON with its whole log, largest", Unit.BYTES, (max(views),)),
        ]

    def steps(self) -> list[Figure]:
        """How many choices a fork may have to send again."""
        made = sorted(playing.choices_per_step(self.game, self.largest, STEP_GAMES, self.most, self.options))
        figures = {"mean": sum(made) / len(made), "p99": made[int(0.99 * (len(made) - 1))], "most": made[-1]}
        targets = {"p99": under(12)}
        title = self.game.title
        return [
            Figure(title, f"choices per step, {name}", Unit.COUNT, (value,), targets.get(name))
            for name, value in figures.items()
        ]
