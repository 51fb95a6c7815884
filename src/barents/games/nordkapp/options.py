"""The optional rules of Nordkapp (12) and its solitaire game, in words for those who agree on them."""

from __future__ import annotations

from typing import Annotated

import msgspec


class Options(msgspec.Struct, frozen=True):
    """The optional rules, each its own switch (12)."""

    aces: Annotated[
        bool,
        msgspec.Meta(
            title="U-boat ace",
            description="In the third scenario U-255 has a famous captain, who draws two event chits instead of one.",
        ),
    ] = False
    growlers: Annotated[
        bool,
        msgspec.Meta(
            title="Growlers",
            description="A convoy that moves within two hexes of the ice rolls a die, and ice may damage merchants.",
        ),
    ] = False
    hfdf: Annotated[
        bool,
        msgspec.Meta(
            title="HF/DF",
            description="Once a turn the Allies may listen for U-boats, and on 4 or more learn where one or two are.",
        ),
    ] = False
    storms: Annotated[
        bool,
        msgspec.Meta(
            title="Storms",
            description="In a storm each convoy rolls a die, and merchants may be driven away from it.",
        ),
    ] = False
    reorganisation: Annotated[
        bool,
        msgspec.Meta(
            title="Convoy reorganisation",
            description="Stragglers may rejoin their convoy, which moves only one hex on that turn.",
        ),
    ] = False
    solitaire: Annotated[
        bool,
        msgspec.Meta(
            title="Solitaire",
            description="You play the Germans; an automaton moves and fights for the Allies by fixed rules.",
        ),
    ] = False
    open_map: Annotated[
        bool,
        msgspec.Meta(
            title="Open map",
            description="In solitaire you see the Allied forces from the start, found or not.",
        ),
    ] = False
