"""Every way that dice can fall, one after the other: what a sampler can give, exactly."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from barents.kernel.dice import Dice

T = TypeVar("T")


class Scripted(Dice):
    """Dice that follow a script; beyond its end they show their first face and lengthen it."""

    def __init__(self, script: list[tuple[int, int]]) -> None:
        super().__init__(b"")
        self.script = script
        self.thrown = 0

    def below(self, n: int) -> int:
        """The number that the script says, out of n."""
        if n <= 0:
            raise ValueError(f"a die needs at least one face, not {n}")
        if self.thrown == len(self.script):
            self.script.append((0, n))
        face, faces = self.script[self.thrown]
        assert faces == n, "the sampler does not depend on its dice alone"
        self.thrown += 1
        return face


def outcomes(sample: Callable[[Dice], T], most: int = 2_000) -> Iterator[T]:
    """What a sampler gives for every fall of its dice; LookupError if there are more falls than `most`."""
    script: list[tuple[int, int]] = []
    for _ in range(most):
        yield sample(Scripted(script))
        while script and script[-1][0] == script[-1][1] - 1:
            script.pop()
        if not script:
            return
        face, faces = script[-1]
        script[-1] = (face + 1, faces)
    raise LookupError(f"the dice can fall in more than {most} ways")
