"""The variants of Arctic Disaster, in words for those who agree on them."""

from __future__ import annotations

from typing import Annotated

import msgspec


class Options(msgspec.Struct, frozen=True):
    """The variants, each its own switch (5.8.1, 14.1)."""

    secret_hitler: Annotated[
        bool,
        msgspec.Meta(
            title="Secret orders",
            description="Whether Tirpitz has been called back is not told to the Allies, who see only where she goes.",
        ),
    ] = False
    recall_tirpitz_only: Annotated[
        bool,
        msgspec.Meta(
            title="Recall of Tirpitz alone",
            description="After a recall only her group goes home; each other group that stays is worth two points.",
        ),
    ] = False
