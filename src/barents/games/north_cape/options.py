"""The optional rules of North Cape (11), in words for those who agree on them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec


class Options(msgspec.Struct, frozen=True):
    """The optional rules, each its own switch (11)."""

    aces: Annotated[
        bool,
        msgspec.Meta(
            title="U-boat aces",
            description="One or two named captains slip through a screen far more easily and are harder to sink.",
        ),
    ] = False
    growlers: Annotated[
        bool,
        msgspec.Meta(
            title="Growlers",
            description="Ships that sail in the iceberg zone roll a die, and on 4 or more one or two of them hit ice.",
        ),
    ] = False
    hfdf: Annotated[
        bool,
        msgspec.Meta(
            title="HF/DF",
            description="Once a turn the Allies listen for U-boats, and on 4 or more the Germans show one or two.",
        ),
    ] = False
    dispersion: Annotated[
        bool,
        msgspec.Meta(
            title="Storm dispersion",
            description="In a storm a die after each voyage may drive one or two Allied ships away from their stack.",
        ),
    ] = False
    merchant_aa: Annotated[
        bool,
        msgspec.Meta(
            title="Merchants' guns",
            description="Every ten merchants in a hex add one to the anti-aircraft fire of the warships with them.",
        ),
    ] = False
    scharnhorst: Annotated[
        bool,
        msgspec.Meta(
            title="Scharnhorst",
            description="In the second and third scenario she lies off Narvik at the start and waits for no sighting.",
        ),
    ] = False
    u571: Annotated[
        Literal["no", "replace", "add"],
        msgspec.Meta(
            title="U-571",
            description="The boat of the film takes the place of one of the scenario's U-boats, or comes as one more.",
        ),
    ] = "no"
    solitaire: Annotated[
        bool,
        msgspec.Meta(
            title="Solitaire",
            description="You play the Germans; dice steer four Allied groups, and nobody knows what is in them.",
        ),
    ] = False
