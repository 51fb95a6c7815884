"""What stands on the order sheets in parts: the batteries of ships."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from barents.kernel.actions import Piece
from barents.kernel.values import Value, Values

Battery: TypeAlias = Literal["main", "secondary"]


class BatterySlot(Value, frozen=True):
    """AD 11.4.4: a slot for the target of a ship's battery, `tirpitz:main`."""

    form: ClassVar[str] = "{ship}:{battery}"
    words: ClassVar[str] = "{ship}, {battery}"
    part: ClassVar[str] = "{battery}"
    group: ClassVar[str] = "ship"
    ship: Piece
    battery: Battery

    @property
    def role(self) -> str:
        return self.battery


BATTERY_SLOTS: Values[BatterySlot] = Values(BatterySlot)
