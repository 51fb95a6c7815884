"""Waters in which the automaton commands the Allies."""

from __future__ import annotations

from collections.abc import Sequence

from barents.games.nordkapp.state import AnyStep, AutomatonOrders, GermanOrders, Lookout, Options, Recon
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign

from .waters import AXIS, SPORTPALAST, Waters

DAY, NIGHT = 2, 1  # in the first scenario
HOME_FLEET = ("king-george-v", "duke-of-york", "victorious", "berwick", "gb-dd-01")


class Solo(Waters):
    """A solitaire game; a position stops before the German's reconnaissance, and nobody ever asks the Allies."""

    def __init__(self, scenario: str = SPORTPALAST, *, turn: int = DAY, **options: bool) -> None:
        super().__init__(scenario, Options(solitaire=True, **options), turn=turn)
        pq, qp = (force.key for force in self.data.scenarios[scenario].forces if force.convoy)
        self.state.arrivals = {pq: (0, "1601"), qp: (0, "1018")}  # long ago, so that no fleet rolls

    def begin(self, *steps: AnyStep, dice: Sequence[int] = (), **secret: Sequence[int]) -> Solo:
        self.state.agenda = [Recon(AXIS), *reversed(steps)]
        self._open(dice, secret)
        return self

    @property
    def is_over(self) -> bool:
        """Whether the steps that were begun are finished."""
        return not self.now.agenda and AXIS in self.match.pending and self.now.box is None

    def spotted(self, *markers: str) -> Solo:
        """The automaton sees some German forces."""
        self.state.spotted = list(markers)
        return self

    # What the automaton does

    def routes(self, *hidden: int) -> dict[str, str]:
        """The automaton's plot, with the dice that it rolls for it, as it is when the German is asked for his."""
        self.begin(AutomatonOrders(), GermanOrders(), allied=hidden)
        return self.now.committed.routes

    def check(self, marker: str, *hidden: int) -> bool:
        """The automaton looks out with some dice; whether a German force is spotted after it."""
        self.begin(Lookout(), allied=hidden)
        assert not self.dice_left(), self.dice_left()
        return marker in self.now.spotted

    def german_turn(self, routes: dict[str, str], *hidden: int, dice: Sequence[int] = ()) -> Solo:
        """Orders and movement in bad light, in which nothing flies, with a plot of the German's, in its order."""
        self.begin(Lookout(), AutomatonOrders(), GermanOrders(), allied=hidden, dice=dice)
        return self.sail(routes)

    def sail(self, routes: dict[str, str]) -> Solo:
        """The German plots; his forces move in the order given."""
        options = self.asked(AXIS).options
        assert isinstance(options, Assign), options
        rest = {slot: "-" for slot in options.slots if slot not in routes}
        self.act(AXIS, Allot((*routes.items(), *rest.items())))
        return self
