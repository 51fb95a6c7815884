"""Games whose records cannot be played again: one never comes to an end, one wants all the memory that there is."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count
from multiprocessing import parent_process

from barents.kernel import registry
from barents.kernel.umpire import Rule
from tests.hunt import GAME as HUNT
from tests.hunt.flow import Umpire
from tests.hunt.state import Watch


def for_ever(_u: Umpire, _step: Watch) -> Rule[None]:
    """H 5.2, and never done."""
    for _ in count():
        time.sleep(0.01)
    yield from ()


def wanting_more(_u: Umpire, _step: Watch) -> Rule[None]:
    """H 5.2, and never enough."""
    taken = []
    for _ in count():
        taken.append(bytearray(1 << 24))
    yield from ()


GAME = replace(HUNT, name="endless", steps={**HUNT.steps, Watch: for_ever})
HUNGRY = replace(HUNT, name="hungry", steps={**HUNT.steps, Watch: wanting_more})

if parent_process() is not None:  # whoever collects the tests imports every module, and has no use for these
    registry.plug_in(HUNT)
    registry.plug_in(HUNGRY)
