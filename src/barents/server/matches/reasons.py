"""What an answer would be, and why something cannot be chosen: from a seat's own decision and knowledge, no more.

The truth is never consulted: whoever asks is told only what follows from the options that lie before it anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

import msgspec

from barents.kernel.actions import Action, NotationError, refers_to
from barents.kernel.decisions import Assign, Decision, Options, Pick, Product, Subset
from barents.kernel.domains import Domain, Either, Refusal, Routes
from barents.kernel.match import Match
from barents.kernel.menus import Menu, Plan
from barents.kernel.question import Asked
from barents.kernel.sides import Side, eyes_of
from barents.kernel.view import Odds
from barents.kernel.words import listed
from barents.server.matches.protocol import AskPlan

MOST_TRIED = 200
NOT_OFFERED = Refusal("not among the choices")


class Considered(msgspec.Struct, frozen=True):
    """What was found out about an answer, a piece or a cell."""

    words: str
    odds: Odds | None = None
    refusal: Refusal | None = None


def consider(match: Match[Any, Any], side: Side, decision: Decision[Any] | None, text: str) -> Considered:
    """An answer in words with its odds, or why it would be refused."""
    if decision is None:
        return Considered("", refusal=not_asked(match))
    try:
        action = match.game.notation.parse(text)
    except NotationError as error:
        return Considered("", refusal=Refusal(str(error)))
    refusal = decision.refusal(action)
    if refusal is not None:
        return Considered("", refusal=_with_rule(refusal, decision))
    known = match.known(eyes_of(side))
    odds = Asked(match.game, match.data, known, decision).odds(action)
    return Considered(match.game.words(match.data, known, action), odds)


def menu(match: Match[Any, Any], side: Side, decision: Decision[Any] | None, units: tuple[str, ...]) -> Menu | None:
    """All that some units can do together by an answer to what is asked now; None if it is not about them."""
    if decision is None:
        return None
    return Asked(match.game, match.data, match.known(eyes_of(side)), decision).menu(units)


def plan(match: Match[Any, Any], side: Side, decision: Decision[Any] | None, wanted: AskPlan) -> Plan:
    """A whole order for some units, or why it cannot be given."""
    if decision is None:
        return Plan(refusal=not_asked(match))
    asked = Asked(match.game, match.data, match.known(eyes_of(side)), decision)
    found = asked.plan(wanted.units, wanted.deed, wanted.cell)
    return Plan(refusal=Refusal("What you are asked now takes no orders for a unit.")) if found is None else found


def not_asked(match: Match[Any, Any]) -> Refusal:
    """Why a side has nothing to decide now, in words that tell it nothing else."""
    if match.result is not None:
        return Refusal("The game is over.")
    if match.awaited:
        return Refusal("The game has not begun.")
    return Refusal("Nothing is asked of you now.")


def why_not(match: Match[Any, Any], side: Side, decision: Decision[Any] | None, piece: str, cell: str) -> Considered:
    """Why a piece or a cell cannot be chosen now; or that it can.

    The question is asked first, then the options, then how far the piece reaches, then the game.
    """
    if decision is None:
        refusal = not_asked(match)
        return Considered(refusal.reason, refusal=refusal)
    known = match.known(eyes_of(side))
    asked = Asked(match.game, match.data, known, decision)

    def label(name: str) -> str:
        return asked.game.name_for(asked.data, asked.known, name)

    subject = " and ".join(label(part) for part in (piece, cell) if part)
    if not subject:
        return Considered("Name a piece, a cell or both.", refusal=Refusal("Name a piece, a cell or both."))
    found: list[Refusal] = []
    for options in (decision.options, decision.asides):
        if options is None:
            continue
        for tried in _tried(options, piece, cell):
            if tried is None:
                return Considered(f"{subject} can be chosen.")
            found.append(tried)
    told = (
        asked.why(piece, cell)
        or _best(found)
        or (_too_far(asked, side, piece, cell) if piece and cell else None)
        or _by_menu(asked, piece, cell)
        or asked.otherwise(piece, cell)
        or (match.game.why(match.data, known, decision, piece, cell) if match.game.why is not None else None)
        or _who_can(asked, piece, cell, label)
    )
    reason = told.reason.replace(piece, label(piece)) if piece else told.reason
    refusal = _with_rule(Refusal(_sentence(reason), told.rule), decision)
    return Considered(refusal.reason, refusal=refusal)


def _too_far(asked: Asked, side: Side, piece: str, cell: str) -> Refusal | None:
    """That a cell lies beyond the ring that is drawn about a piece's base."""
    pieces = asked.game.view(asked.data, asked.known, eyes_of(side)).pieces
    rings = next((one.rings for one in pieces if one.id == piece), ())
    for neighbours in asked.game.boards(asked.data).values() if rings else ():
        near = neighbours if callable(neighbours) else partial(_near, neighbours)
        for ring in rings if near(cell) else ():
            reached, edge = {ring.cell}, {ring.cell}
            for _ in range(ring.radius):
                edge = {one for middle in edge for one in near(middle)} - reached
                reached |= edge
            if cell not in reached:
                return Refusal(f"{cell} is out of range: {ring.words}")
    return None


def _near(neighbours: Mapping[str, Sequence[str]], cell: str) -> Sequence[str]:
    return neighbours.get(cell, ())


def _by_menu(asked: Asked, piece: str, cell: str) -> Refusal | None:
    """What the menu of a unit says: why it can do nothing, or that nothing that it can do reaches so far."""
    menu = asked.menu((piece,)) if piece else None
    if menu is None or not menu.deeds:
        return None
    refusals = [deed.refusal for deed in menu.deeds if deed.refusal is not None]
    if len(refusals) == len(menu.deeds):
        return _best(refusals)
    if not cell:
        return None
    able = [deed.title for deed in menu.deeds if deed.refusal is None]
    return Refusal(f"{cell} is out of reach of all that {piece} can do now: {', '.join(able)}", menu.rule)


def _who_can(asked: Asked, piece: str, cell: str, label: Callable[[str], str]) -> Refusal:
    """Whom or what the question is about, if there is no better reason."""
    decision = asked.decision
    pieces, cells = _offered(decision.options)
    prompt = f" ({decision.prompt})" if decision.prompt else ""
    if cell and not piece:
        if not cells:
            return Refusal(f"No place is asked for now{prompt}", decision.rule)
        return Refusal(f"{cell} is none of the {len(cells)} places that can be chosen now{prompt}", decision.rule)
    if cell and piece in pieces:
        return Refusal(f"{cell} is none of the places that {piece} can be given now{prompt}", decision.rule)
    if pieces:
        return Refusal(f"Now it is about {listed([label(one) for one in pieces])}{prompt}", decision.rule)
    return Refusal(f"No unit has to be chosen now{prompt}", decision.rule)


def _offered(options: Options[Any]) -> tuple[list[str], list[str]]:
    """The pieces and the cells that options name."""
    named: list[str] = []
    match options:
        case Subset():
            named = list(options.items)
        case Assign():
            named = list(options.slots)
        case Pick():
            named = [name for action in options.listed for part in refers_to(action) for name in part]
            for product in options.products:
                named += [first for first in product.domains if first]
                named += [value for domain in product.domains.values() for value in domain.targets()]
    once = list(dict.fromkeys(named))
    return [name for name in once if not name.isdigit()], [name for name in once if name.isdigit()]


def _tried(options: Options[Any], piece: str, cell: str) -> Iterator[Refusal | None]:
    """What the options say of a piece and a cell: None where they can be chosen, else a reason for each way tried."""
    match options:
        case Pick():
            yield from _tried_pick(options, piece, cell)
        case Subset():
            if options.items:
                yield None if piece in options.items or cell in options.items else NOT_OFFERED
        case Assign():
            if piece and piece not in options.slots:
                yield NOT_OFFERED
            for slot, domain in options.slots.items():
                if piece in ("", slot):
                    yield _never(domain, cell) if cell and not _ends(domain, cell) else None


def _never(domain: Domain, cell: str) -> Refusal | None:
    """Why no value is this cell, or leads to it."""
    ways = domain.domains if isinstance(domain, Either) else (domain,)
    return next((way.why_never(cell) for way in ways if isinstance(way, Routes)), domain.refusal(cell))


def _tried_pick(options: Pick[Any], piece: str, cell: str) -> Iterator[Refusal | None]:
    listed = [(action, *refers_to(action)) for action in options.listed]
    for _, pieces, cells in listed:
        if piece in ("", *pieces) and cell in ("", *cells):
            yield None
    for product in options.products:
        yield from _tried_product(options, product, piece, cell)
    kinds: dict[type[Action], Action] = {}
    for action, _, _ in listed:
        kinds.setdefault(type(action), action)
    for action in kinds.values():
        changed = _changed(action, piece, cell)
        if changed is not None:
            yield options.refusal(changed)


def _tried_product(options: Pick[Any], product: Product[Any], piece: str, cell: str) -> Iterator[Refusal | None]:
    alone = "" in product.domains
    if alone:
        for value in (piece, cell):
            if value:
                yield _refusal(options, product, "", value)
        return
    if piece and piece not in product.domains:
        # The rules may say more than that it is not offered: ask them about a move that another could make.
        values = chain.from_iterable(product.domains.values())
        value = cell or next(iter(values), "")
        told = options.why_not(product.action(piece, value)) if value and options.why_not is not None else None
        yield told or NOT_OFFERED
        return
    for first in [piece] if piece else list(product.domains)[:MOST_TRIED]:
        yield _refusal(options, product, first, cell) if cell else None


def _refusal(options: Pick[Any], product: Product[Any], first: str, second: str) -> Refusal | None:
    domain = product.domains.get(first)
    if domain is not None and _ends(domain, second):
        return None
    return options.refusal(product.action(first, second))


def _ends(domain: Domain, cell: str) -> bool:
    """Whether a value of the domain is this cell, or leads to it."""
    return cell in domain or (domain.target(cell) == cell and cell in domain.targets())


def _changed(action: Action, piece: str, cell: str) -> Action | None:
    """A listed action with this piece or cell in the place of its own, where it has exactly one of them."""
    pieces, cells = refers_to(action)
    raw = msgspec.to_builtins(action)
    for given, own in ((piece, pieces), (cell, cells)):
        if not given:
            continue
        names = [name for name, value in raw.items() if len(own) == 1 and value == own[0]]
        if len(names) != 1:
            return None
        raw[names[0]] = given
    try:
        return msgspec.convert(raw, type(action))
    except msgspec.ValidationError:
        return None


def _best(found: list[Refusal]) -> Refusal | None:
    """The reasons that a rule gave, several as one; those that only say that something is not offered come last."""
    distinct = list(dict.fromkeys(found))
    told = [refusal for refusal in distinct if "among the choices" not in refusal.reason]
    if not told:
        return None
    if len(told) == 1:
        return told[0]
    ruled = [refusal for refusal in told if refusal.rule] or told
    reasons = list(dict.fromkeys(refusal.reason.rstrip(".") for refusal in ruled))[:3]
    return Refusal("; ".join(reasons), ruled[0].rule)


def _with_rule(refusal: Refusal, decision: Decision[Any]) -> Refusal:
    return refusal if refusal.rule else Refusal(refusal.reason, decision.rule)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"
