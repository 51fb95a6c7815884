"""Everything that can be told apart about a match, to say that two are the same."""

from typing import Any, NamedTuple, TypeAlias

import msgspec

from barents.kernel.decisions import Decision
from barents.kernel.match import Match
from barents.kernel.sides import Audience, Observer, Side

Asked: TypeAlias = tuple[str, str, bytes, bytes, bool]


class Fingerprint(NamedTuple):
    """A match in comparable parts; pytest shows which of them differs."""

    state: bytes
    pending: dict[Side, Asked]
    log: bytes
    entries: list[tuple[Side, str]]
    chapters: int
    dice: dict[Audience, int]
    undo: dict[Side, bool]
    offer: Side | None
    views: bytes


def asked(decision: Decision[Any]) -> Asked:
    """A decision as it is sent: rule, prompt, options, asides, and whether it is a window."""
    asides = b"" if decision.asides is None else msgspec.msgpack.encode(decision.asides.wire())
    options = msgspec.msgpack.encode(decision.options.wire())
    return decision.rule, decision.prompt, options, asides, decision.window


def fingerprint(match: Match[Any, Any]) -> Fingerprint:
    """The match as it stands."""
    encode = msgspec.msgpack.encode
    return Fingerprint(
        state=encode(match.state),
        pending={side: asked(decision) for side, decision in match.pending.items()},
        log=encode(match.log),
        entries=[(side, str(done)) for side, done in match.entries],
        chapters=len(match.earlier) + len(match.chapters),
        dice=match.box.offsets,
        undo={side: match.can_undo(side) for side in Side},
        offer=match.draw_offer,
        views=encode([match.view(observer) for observer in Observer]),
    )
