"""The optional rules of the operations engine, in words for those who agree on them."""

from __future__ import annotations

from typing import Annotated

import msgspec


class Options(msgspec.Struct, frozen=True):
    """What may be agreed on before a scenario; the campaign sets the same switches for a month."""

    offboard_search: Annotated[
        bool,
        msgspec.Meta(
            title="Long search",
            description="Until a convoy has once been met, German aircraft look for it with one roll a day.",
        ),
    ] = False
    seaworthiness: Annotated[
        bool,
        msgspec.Meta(
            title="Storm damage",
            description="Three turns on end in a storm wear ships down, and light ships most.",
        ),
    ] = True
    mines: Annotated[
        bool,
        msgspec.Meta(
            title="Mines", description="Minelayers may lay a field in coastal waters, sweepers clear the way."
        ),
    ] = False
    soviet_convoys: Annotated[
        bool,
        msgspec.Meta(
            title="Soviet convoys",
            description="Every other day small Soviet convoys sail between Murmansk, Archangelsk and the Kara Sea.",
        ),
    ] = False
