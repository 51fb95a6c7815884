"""What a client sees: boards, pieces, sightings, tracks, clock, log and decision, the same for every game.

A game turns what is known into a `Situation`; the umpire adds the log, the decision and who is waited for. The JSON
Schema of `View` is what clients are built on.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.desk import Desk
from barents.kernel.domains import AmongWire, EitherWire, RoutesWire, unrun
from barents.kernel.events import Drew, Entry, Event, Fact, Revealed, Rolled, Told, seen
from barents.kernel.game import Result
from barents.kernel.payloads import Payload
from barents.kernel.question import Asked
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.values import FieldType, Value, form_of, tag_of
from barents.kernel.wire import AssignWire, OptionsWire, PickWire, ProductWire, SubsetWire
from barents.kernel.words import Number

if TYPE_CHECKING:
    from barents.kernel.match import Match


MOST_NAMED = 160  # runs of listed values; longer lists are of cells


class Leg(msgspec.Struct, frozen=True):
    """A part of what happens on a display now: its name, a few lines about it, and what came or can come of it."""

    title: str
    lines: tuple[str, ...] = ()
    end: str = ""
    state: Literal["done", "now", "next"] = "next"


class Board(msgspec.Struct, frozen=True):
    """The map or a display. Its cells and their shapes are a static file, `geometry`; `payload` is what is drawn there.

    A display may stand for a cell of the map (`at`), and say how many pieces are known to lie in it (`count`), whose it
    is, its sign (a piece's kind) and its state in a few words. Displays of one `group` stand together under its name; a
    battle's face each other by side, and lie open as long as it lasts. `strip` is what happens on a display now, in its
    order.
    """

    name: str
    title: str
    geometry: str
    at: str = ""
    count: int | None = None
    side: Side | None = None
    sign: str = ""
    note: str = ""
    group: str = ""
    battle: bool = False
    strip: tuple[Leg, ...] = ()
    payload: Payload | None = None


class Ring(msgspec.Struct, frozen=True):
    """How far a piece can go or see from a cell, with its name for the chart: "Ju 88 from Banak, 15 hexes"."""

    cell: str
    radius: int
    words: str


class Hits(msgspec.Struct, frozen=True):
    """Damage taken, and how much sinks."""

    taken: int
    of: int


class PieceView(msgspec.Struct, frozen=True):
    """A counter: where it lies, whose it is, what may be seen of it.

    `kind` is its silhouette, `short` the kind's letters, `nation` its stripe. `factors` are printed on it in the game's
    order, a dash for a missing one; `card` says them in words. `ship` names it among the game's ships. `sheets` are the
    record sheets about it, the first one first. `force` is the name of the convoy or force that it belongs to.
    """

    id: str
    board: str
    cell: str
    side: Side
    kind: str
    label: str
    short: str = ""
    face_down: bool = False
    badges: tuple[str, ...] = ()
    card: dict[str, Fact] = {}
    nation: str = ""
    factors: tuple[str, ...] = ()
    move: str = ""
    hits: Hits | None = None
    rings: tuple[Ring, ...] = ()
    ship: str = ""
    sheets: tuple[str, ...] = ()
    force: str = ""


class Held(msgspec.Struct, frozen=True):
    """What a contact is known to hold: a `number` of ships of a kind, 0 if it is not known, or one `ship` by name."""

    kind: str
    words: str
    number: int = 0
    ship: str = ""


class ReportView(msgspec.Struct, frozen=True):
    """What was told of a contact once: where, when, what, and by whom."""

    cell: str
    turn: int
    what: str
    source: str


class SightingView(msgspec.Struct, frozen=True):
    """A contact: where it was last known to be, with its age in turns and its source (`kernel.contacts`).

    `reach` is how many hexes it goes in a turn. Where reports are of several kinds `level` says how much this one
    tells, from 1 on; `course` is where it was going. `name` is what an order calls it by, if orders can, `title` the
    name of the convoy or force where that is known. `holds` is all that it is known to hold, `reports` what it is made
    of, the newest first. `key` stays the same as long as it is the same contact. One that is `open` lies on the chart
    for all to see, or has been followed there.
    """

    cell: str
    what: str
    source: str
    turn: int
    age: int
    side: Side | None = None
    kind: str = ""
    reach: int = 0
    level: int = 0
    course: str = ""
    name: str = ""
    key: str = ""
    title: str = ""
    holds: tuple[Held, ...] = ()
    reports: tuple[ReportView, ...] = ()
    open: bool = False


class Trail(msgspec.Struct, frozen=True):
    """Where something was seen to go: the cell in which it ended each of the last turns, oldest first.

    Within one turn the cells of its way have the turn 0. One that is `planned` lies ahead: its turns are those in which
    the cells are to be reached.
    """

    side: Side
    words: str
    cells: tuple[tuple[int, str], ...]
    planned: bool = False


class Band(msgspec.Struct, frozen=True):
    """A stretch of a scale, from where the one before it ends: what it is called, and whom it is good for."""

    words: str
    upto: float | None = None
    side: Side | None = None


class Track(msgspec.Struct, frozen=True):
    """A number that both or one side may see: points, decoys in hand.

    A side's `points` are shown in the header; a `scale`, where victory has levels, with its bands from low to high. It
    stands under its `short` name, if it has one.
    """

    name: str
    title: str
    value: float
    most: int | None = None
    side: Side | None = None
    kind: Literal["points", "count", "scale"] = "count"
    bands: tuple[Band, ...] = ()
    short: str = ""


class Clock(msgspec.Struct, frozen=True):
    """Where the game stands in time, and what the sky is like.

    `date` is when the turn begins, `hours` how long it lasts; `sun` the hours between which it is light (0 to 24: all
    day, 0 to 0: never). `sky` is one word for the weather's sign, `effects` what it does to the rules.
    """

    turn: int
    turns: int
    phase: str = ""
    date: str = ""
    weather: str = ""
    light: str = ""
    hours: int = 0
    sun: tuple[float, float] | None = None
    sky: str = ""
    effects: tuple[str, ...] = ()


class Store(msgspec.Struct, frozen=True):
    """What a ship uses up: so many boxes, of which so many parts are left, with its words."""

    words: str
    boxes: int
    left: int
    parts: int
    now: str


class Sheet(msgspec.Struct, frozen=True):
    """A record sheet: rows of facts under a heading, as a campaign keeps them.

    One with `boxes` is a ship's: each row has a system, its boxes, those that are lost, and what follows from that.
    `stores` come below, and `chips` say in a few words each what else is the matter.
    """

    name: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Fact, ...], ...]
    note: str = ""
    boxes: bool = False
    stores: tuple[Store, ...] = ()
    chips: tuple[str, ...] = ()


class Situation(msgspec.Struct, frozen=True):
    """A game's part of a view. While there is a `desk`, it is shown in the chart's place."""

    boards: tuple[Board, ...]
    pieces: tuple[PieceView, ...]
    clock: Clock
    sightings: tuple[SightingView, ...] = ()
    trails: tuple[Trail, ...] = ()
    tracks: tuple[Track, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    desk: Desk | None = None


class Outcome(msgspec.Struct, frozen=True):
    """One way in which a gamble can end."""

    words: str
    chance: float


class Odds(msgspec.Struct, frozen=True):
    """What a gamble is worth, from what the player may know.

    `outcomes` are all its ends from the worst to the best; `notes` what else counts, in a few words each.
    """

    chance: float
    of: str
    modifiers: dict[str, int] = {}
    outcomes: tuple[Outcome, ...] = ()
    notes: tuple[str, ...] = ()


class OrderOdds(msgspec.Struct, frozen=True):
    """What a single order of a sheet is worth; and what, if that is else, where another unit has the same before it."""

    first: Odds
    after: Odds | None = None


OrdersOdds: TypeAlias = Mapping[str, Mapping[str, OrderOdds]]
"""Those of many orders, by slot and value."""


class LogLine(msgspec.Struct, frozen=True):
    """An event in words, under this observer's own number."""

    number: int
    rule: str
    text: str
    event: Told | Rolled | Drew | Revealed


Weight: TypeAlias = Literal[0, 1, 2]
"""How much a passage matters: 0 is routine, 1 is worth a card in a report, 2 is a great moment."""


class Change(msgspec.Struct, frozen=True):
    """What a deed did to a unit: its counter's factors, movement and hits before and after, and words for what counts.

    `piece` is its id where it has one on the board, `kind` and `nation` its silhouette and stripe.
    """

    label: str
    side: Side | None = None
    piece: str = ""
    kind: str = ""
    nation: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    move: tuple[str, str] = ("", "")
    hits: tuple[Hits, Hits] | None = None
    gone: bool = False
    words: tuple[str, ...] = ()


class Shot(msgspec.Struct, frozen=True):
    """One attack within a battle: who at whom, the number of the line with its die, and what came of it."""

    shooter: str
    target: str
    line: int | None = None
    outcome: str = ""
    tone: Literal["", "good", "bad"] = ""


class Post(msgspec.Struct, frozen=True):
    """A line of a month's account: what brought points, and how many; those of the Axis are below nothing."""

    label: str
    points: int
    side: Side | None = None


class Sailing(msgspec.Struct, frozen=True):
    """A convoy of a month: how many merchants sailed in it, and how many came through."""

    label: str
    sailed: int
    arrived: int


class MonthLoss(msgspec.Struct, frozen=True):
    """What a month cost: the unit, how it was lost, what that is worth, and the line of the log that says so."""

    change: Change
    words: str
    points: int = 0
    line: int | None = None


class MonthReport(msgspec.Struct, frozen=True):
    """How a month of a campaign ended, as one side may know it.

    `account` is in the order in which it was counted; `score` what it comes to, `total` what the months have come to,
    `marker` what that does to the track. Its passages are those from the line with which it `begins`.
    """

    month: str
    score: int
    total: int | None = None
    marker: str = ""
    account: tuple[Post, ...] = ()
    losses: tuple[MonthLoss, ...] = ()
    sailed: tuple[Sailing, ...] = ()
    begins: int = 0


class Passage(msgspec.Struct, frozen=True):
    """A deed as one observer reads it, from one line of its log to another; names stand between asterisks.

    `heading` says when it was: "Turn 9". `kind` is what sort of deed, in a word or two, `outcome` what came of it, with
    its `tone` for the reader, `names` the pieces and cells that it speaks of, `lost` the pieces that are gone.
    One that is worth a card in a report (`weight`) also has a `title` and a few `sentences`, the `way` that it went on
    the chart, what it `changes`, and if it was a battle its `shots` in their order. One that ends a month of a campaign
    has its report (`month`).
    """

    first: int
    last: int
    heading: str
    text: str
    kind: str = ""
    side: Side | None = None
    outcome: str = ""
    tone: Literal["", "good", "bad"] = ""
    weight: Weight = 0
    names: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    title: str = ""
    sentences: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    shots: tuple[Shot, ...] = ()
    month: MonthReport | None = None


class SlotView(msgspec.Struct, frozen=True):
    """Where a slot stands on its sheet: what it belongs to, what it is for there, and the words under that heading."""

    group: str
    role: str
    words: str


class KindView(msgspec.Struct, frozen=True):
    """A kind of values that are made of parts: how they are written, and what their fields are.

    `form` has the fields in braces; a flag is written as a colon and its name, where it is set. Where one chooses the
    kind first, it has a `title`, and `help` says what it does.
    """

    form: str
    fields: dict[str, FieldType]
    title: str = ""
    help: str = ""


class Item(msgspec.Struct, frozen=True):
    """What one needs to know of an item, a slot or an answer in order to choose: facts, in a few words each.

    `type` are the letters of its type, by which a page draws many together, `name` its plain name if that is another
    than its words, `names` the pieces and cells that it stands for on the chart, `piece` its counter if it lies on no
    board. What it costs stands in the prices.
    """

    type: str = ""
    name: str = ""
    facts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    piece: PieceView | None = None


class DecisionView(msgspec.Struct, frozen=True):
    """What is asked, with the listed options in words and the odds of those that are gambles.

    `words` and `odds` go by an option's notation; of a subset's items and an assignment's slots and values `words` has
    the names. `order_odds` has those of an assignment's single orders, by slot and value.
    `headings` draw options of one kind together: they go by notation too, and for products by the word that their
    actions begin with. `phase` says where in the turn we are.
    Where slots of an assignment belong together (`a3:torpedoes`), `slots` says where each stands and `groups` has the
    headings; where values are made of parts (`cover:pq-17:2`), `kinds` says how to read them.
    A page with `standing` may be left as it is; one that has words there is put to those alone who ask for it by them.
    Answers that are paid for in points have `prices`: by an option's notation, an item of a subset, or `slot=value`;
    what is gained has one below nothing; `items` says what one needs to know of items, slots, and answers by their
    notation. Values that stand for a way on the chart have its cells in `ways`, by `slot=value`. `verb` is what one
    does by a sheet or a choice of several, `deed` what a unit does to its value. Where answers name places `units` are
    those that can be sent from there, if not all that lie there can. A question with `both` is put to both sides at
    once; one with `menus` takes whole orders for a unit, which are asked for one by one.
    `help` says in a line what the answers of a kind do, by the word that their notation begins with; `lone` what it
    means that there is only one; `layout` how a page lays it out, where the shape of the options does not say it.
    """

    rule: str
    prompt: str
    options: OptionsWire
    words: dict[str, str] = {}
    odds: dict[str, Odds] = {}
    asides: OptionsWire | None = None
    window: bool = False
    both: bool = False
    headings: dict[str, str] = {}
    circumstance: str = ""
    phase: str = ""
    slots: dict[str, SlotView] = {}
    groups: dict[str, str] = {}
    kinds: dict[str, KindView] = {}
    standing: str | None = None
    prices: dict[str, int] = {}
    items: dict[str, Item] = {}
    ways: dict[str, tuple[str, ...]] = {}
    units: tuple[str, ...] = ()
    verb: str = ""
    deed: str = ""
    help: dict[str, str] = {}
    layout: str = ""
    lone: str = ""
    order_odds: dict[str, dict[str, OrderOdds]] = {}
    question: str = ""
    menus: bool = False
    staff: bool = False
    """Whether the rest of the phase may be left to the staff."""


class View(msgspec.Struct, frozen=True):
    """All that an observer may see."""

    observer: Observer
    game: str
    scenario: str
    situation: Situation
    log: tuple[LogLine, ...]
    waiting: tuple[str, ...]
    story: tuple[Passage, ...] = ()
    decision: DecisionView | None = None
    given: dict[str, str] = {}
    """What the observer's side has assigned, by slot, on sheets that wait for the other side's."""
    undo: bool = False
    draw_offer: Side | None = None
    result: Result | None = None


def view_schema() -> dict[str, Any]:
    """The JSON Schema of a view."""
    return msgspec.json.schema(View)


def view_of(
    match: "Match[Any, Any]",
    observer: Observer,
    log: tuple[LogLine, ...] | None = None,
    story: tuple[Passage, ...] = (),
) -> View:
    """The match as an observer may see it; with the log as it was read already, if it was, and its story."""
    from barents.kernel.story import StoryReader

    game, data = match.game, match.data
    eyes = observer if match.result is None else Observer.UMPIRE
    if log is None:
        log = tuple(log_lines(match, eyes))
        story = StoryReader(game.story, data).read(log, eyes)
    known = match.known(eyes)
    side = observer.side
    decision = match.pending.get(side) if side is not None else None
    return View(
        observer=observer,
        game=game.name,
        scenario=match.terms.scenario if match.terms is not None else "",
        situation=game.view(data, known, eyes),
        log=log,
        waiting=waited_for(match, observer),
        story=story,
        decision=None if decision is None else decision_view(match, decision, known),
        given={} if side is None else match.given(side),
        undo=side is not None and match.can_undo(side),
        draw_offer=match.draw_offer,
        result=None if match.result is None else match.result.told,
    )


def waited_for(match: "Match[Any, Any]", observer: Observer) -> tuple[str, ...]:
    """Who must decide, as an observer may know: a secret window looks like the umpire at work."""
    waiting = []
    for side, decision in match.pending.items():
        hidden = decision.window and observer not in (eyes_of(side), Observer.UMPIRE)
        waiting.append("umpire" if hidden else side.value)
    return (*waiting, *(side.value for side in match.awaited))


def decision_view(match: "Match[Any, Any]", decision: Decision[Any], known: Any) -> DecisionView:
    """A decision in words, as the side that is asked sees it."""
    game, data = match.game, match.data
    asked = Asked(game, data, known, decision)
    options = decision.options.wire()
    words: dict[str, str] = {}
    odds: dict[str, Odds] = {}
    headings: dict[str, str] = {}
    asides = decision.asides.wire() if decision.asides is not None else None
    listed: list[Action] = []
    for shape in (options, asides):
        if isinstance(shape, PickWire):
            listed += [game.notation.from_object(option.action) for option in shape.listed]
            for product in shape.products:
                headings[product.do] = game.heading(data, game.notation.actions[product.do], None)
                words |= {item: name for item in _parts(product) if (name := game.name_for(data, known, item)) != item}
        else:
            words |= {item: name for item in _named(shape) if (name := game.name_for(data, known, item)) != item}
    slots: dict[str, SlotView] = {}
    groups: dict[str, str] = {}
    kinds: dict[str, KindView] = {}
    if isinstance(options, AssignWire):

        def name_for(item: str) -> str:
            return game.name_for(data, known, item)

        slots, groups = _slots(asked, options, name_for)
        values = _values(asked, options)
        kinds = _kinds(asked, values)
        objects = [part for value in values for part in _objects(value)] if asked.kinds else []
        words |= {part: name for part in objects if (name := name_for(part)) != part}
    for action in listed:
        words[str(action)] = game.words(data, known, action)
        headings[str(action)] = game.heading(data, type(action), action)
        chance = asked.odds(action)
        if chance is not None:
            odds[str(action)] = chance
    return DecisionView(
        rule=decision.rule,
        prompt=decision.prompt,
        options=options,
        words=words,
        odds=odds,
        asides=asides,
        window=decision.window,
        both=match.asks_both,
        headings=headings,
        circumstance=asked.about,
        phase=asked.phase,
        slots=slots,
        groups=groups,
        kinds=kinds,
        standing=asked.standing,
        prices=dict(asked.prices),
        items=dict(asked.items),
        ways={value: tuple(cells) for value, cells in asked.ways.items()},
        units=tuple(asked.units),
        verb=asked.verb,
        deed="" if asked.question is None else asked.question.deed,
        help=asked.help,
        layout="" if asked.question is None else asked.question.layout,
        lone="" if asked.question is None else asked.question.lone,
        order_odds={slot: dict(values) for slot, values in asked.order_odds.items()},
        question="" if asked.question is None else asked.question.id,
        menus=asked.question is not None and asked.question.menu is not None,
        staff=asked.question is not None and asked.question.staff and not decision.window,
    )


def _slots(asked: Asked, shape: AssignWire, name: Callable[[str], str]) -> tuple[dict[str, SlotView], dict[str, str]]:
    """Where slots that belong together stand, and the headings of their groups."""
    family = None if asked.question is None else asked.question.slots
    slots: dict[str, SlotView] = {}
    groups: dict[str, str] = {}
    for text in shape.slots if family is not None else ():
        slot = family and family.find(text)
        if slot and slot.group:
            group = getattr(slot, slot.group)
            slots[text] = SlotView(group, slot.role, slot.said_apart(name))
            groups[group] = name(group)
    return slots, groups


def _values(asked: Asked, shape: AssignWire) -> list[Value]:
    """The values of an assignment that are made of parts; one of each run."""
    family = None if asked.question is None else asked.question.values
    if family is None:
        return []
    texts = [
        text.partition("..")[0] for domain in shape.domains if isinstance(domain, AmongWire) for text in domain.values
    ]
    return [value for text in dict.fromkeys(texts) if (value := family.find(text)) is not None]


def _kinds(asked: Asked, values: Iterable[Value]) -> dict[str, KindView]:
    """The kinds that occur among values: those that one chooses by in the order of their question, then the others."""
    found = [kind for kind in dict.fromkeys(value.__class__ for value in values) if kind.title or form_of(kind).types]
    helps = asked.kinds
    kinds: dict[str, KindView] = {}
    for kind in [*(kind for kind in helps if kind in found), *(kind for kind in found if kind not in helps)]:
        form = form_of(kind)
        said = (kind.title, helps[kind]) if kind in helps else ()
        kinds[tag_of(kind)] = KindView(form.text, form.types, *said)
    return kinds


def _named(shape: SubsetWire | AssignWire | None) -> Iterable[str]:
    """What a person must be able to name in a subset or an assignment: items, slots, and values that are no cells."""
    if shape is None:
        return
    if isinstance(shape, SubsetWire):
        yield from shape.items
        return
    yield from shape.slots
    for domain in shape.domains:
        for part in domain.domains if isinstance(domain, EitherWire) else (domain,):
            if isinstance(part, RoutesWire):
                # A gate or another place off the board can only be the start, or have steps of its own.
                yield from (part.start, *part.edges)
            elif isinstance(domain, EitherWire) or len(part.values) <= MOST_NAMED:
                yield from unrun(part.values)


def _parts(product: ProductWire) -> Iterable[str]:
    """The parts of an action that a person may have to name: its firsts, and a few seconds that are no cells."""
    yield from (first for first in product.of if first and not first.isdigit())
    for domain in product.domains:
        if isinstance(domain, AmongWire) and len(domain.values) <= MOST_NAMED:
            yield from (value for value in unrun(domain.values) if not value.isdigit())


def _objects(value: Value) -> Iterable[str]:
    """What a value that is made of parts is about, where it has to be named: whom to cover, where to return to."""
    for field, type in form_of(value.__class__).types.items():
        part = getattr(value, field)
        if type == "flag" and part:
            yield field
        elif type in ("piece", "word") and not part.isdigit():
            yield part


def log_lines(match: "Match[Any, Any]", observer: Observer) -> Iterable[LogLine]:
    """The log as an observer may read it, numbered for that observer alone."""
    number = 0
    for entry in match.log or ():
        line = line_of(match, entry, observer, number)
        if line is not None:
            yield line
            number += 1


def line_of(match: "Match[Any, Any]", entry: Entry, observer: Observer, number: int) -> LogLine | None:
    """An entry of the log as an observer may read it, or None."""

    def label(name: str) -> str:
        return match.game.label(match.data, name)

    event = seen(entry, observer)
    if not isinstance(event, (Told, Rolled, Drew, Revealed)):
        return None
    return LogLine(number, event.rule, in_words(event, label), as_worded(event))


def as_worded(event: Told | Rolled | Drew | Revealed) -> Told | Rolled | Drew | Revealed:
    """An event with nothing in it that its words do not show: what is sent is what is read.

    >>> as_worded(Told("X-1", "{ship} turns away", {"ship": "tirpitz", "cell": "2411"}))
    Told(rule='X-1', words='{ship} turns away', about={'ship': 'tirpitz'})
    """
    match event:
        case Told():
            names = _names_in(event.words)
            if event.about.keys() <= names:
                return event
            return Told(event.rule, event.words, {name: fact for name, fact in event.about.items() if name in names})
        case Rolled() if not all(event.modifiers.values()):
            modifiers = {name: value for name, value in event.modifiers.items() if value}
            return msgspec.structs.replace(event, modifiers=modifiers)
    return event


@lru_cache(4096)
def _names_in(words: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(words) if name)


def in_words(event: Event, label: Callable[[str], str]) -> str:
    """An event as a sentence; dice explain themselves.

    >>> in_words(Rolled("X-1", "u-255", "d6", (4,), {"ace": 3, "two escorts": -2}, 5), str.upper)
    'U-255: d6 4 +3 ace −2 two escorts = 5'
    >>> [in_words(Told("X-1", "{n} {n:piece is|pieces are} seen", {"n": n}), str.upper) for n in (1, 2)]
    ['1 piece is seen', '2 pieces are seen']
    """
    match event:
        case Told():
            about = {k: label(v) if isinstance(v, str) else Number(v) for k, v in event.about.items()}
            return event.words.format_map(about)
        case Rolled():
            parts = [f"{label(event.subject)}:" if event.subject else "Roll:", event.die]
            parts.append("+".join(map(str, event.faces)) if event.faces else "hidden")
            for name, value in event.modifiers.items():
                if value:
                    parts.append(f"{'+' if value > 0 else '−'}{abs(value)} {name}")
            if event.total is not None:
                parts.append(f"= {event.total}")
            if event.needs:
                parts.append(f"({event.needs})")
            return " ".join(parts)
        case Drew():
            drawn = ", ".join(label(item) for item in event.drawn) or "nothing"
            return f"{label(event.subject) + ': ' if event.subject else ''}{event.count} of {event.pool} drawn: {drawn}"
        case Revealed():
            return f"Identified: {', '.join(label(piece) for piece in event.pieces)}"
    raise TypeError(f"no words for {type(event).__name__}")
