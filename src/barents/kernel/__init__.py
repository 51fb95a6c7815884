"""The umpire: dice, decisions, steps, records and views. It knows no game.

The names here are those that drive a match; a game's rules import from the modules themselves.
"""

from barents.kernel.dice import Dice, DiceBox
from barents.kernel.match import Match, RuleFault
from barents.kernel.record import Record, RecordError
from barents.kernel.sides import Audience, Observer, Side

__all__ = ["Audience", "Dice", "DiceBox", "Match", "Observer", "Record", "RecordError", "RuleFault", "Side"]
