"""What The Hunt brings besides its rules: `barents --plug-in tests.hunt --plug-in tests.hunt.staff …`

A game of your own can have these names in the module that has its `GAME`; then one `--plug-in` is enough.
"""

from .doctrine import Doctrine
from .lab import PROCEDURES, measure

__all__ = ["DOCTRINE", "MEASURE", "OF_GAME", "PROCEDURES"]

OF_GAME = "hunt"
DOCTRINE = Doctrine
MEASURE = measure
