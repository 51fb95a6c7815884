"""What is said over a seat's WebSocket, both ways, and over HTTP: the client's types are generated from these.

A seat is one side of one match. The server first says `Hello` with the whole view and the end of the log, then an
`Update` for each change that this seat can see; revisions count those alone. Whoever chooses names the revision that
he answers, so that an answer to an old question is refused and never taken for another.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from barents.kernel.briefing import Briefing
from barents.kernel.coach import Coach
from barents.kernel.domains import Refusal
from barents.kernel.feed import Update
from barents.kernel.game import Result
from barents.kernel.menus import Menu, Plan, PlannedAnswer
from barents.kernel.reading import ReadChapter
from barents.kernel.report import Report
from barents.kernel.sides import Side
from barents.kernel.view import LogLine, Odds, Passage, View

# How large a message may be, in bytes, and how long names and drafts.
MOST_BYTES = 64 * 1024
MOST_DRAFT = 20 * 1024
MOST_NAME = 40
MOST_WORDS = 500
MOST_PLANNED = 120  # answers that a seat may have given beforehand

Stop = Literal["", "harm", "news"]
"""When a row of orders stops, between two of them: never, at a report that is bad for its seat, or at any report."""


# Standing orders


class Order(msgspec.Struct, frozen=True):
    """What a seat has ordered for windows of one rule: never, always, or when the odds are good enough.

    With `odds` the computer takes the moment if the best answer's chance, in percent, is at least `percent`;
    with `adviser` it answers as the game's doctrine player would.
    """

    what: Literal["never", "always", "odds", "adviser"]
    percent: int = 50


# What a client says


class Said(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """A message from a client. `id` comes back with its answer."""

    id: int = 0


class Contribute(Said, frozen=True, tag="contribute", kw_only=True):
    """The seat's own random words for the dice, before the first one falls."""

    nonce: str


class Choose(Said, frozen=True, tag="choose", kw_only=True):
    """The answer to the pending decision, in notation."""

    action: str
    revision: int


class Undo(Said, frozen=True, tag="undo", kw_only=True):
    """Take my last choice back."""

    revision: int


class Consider(Said, frozen=True, tag="consider", kw_only=True):
    """What would this answer be, in words, with its odds, and would it be refused?"""

    action: str


class WhyNot(Said, frozen=True, tag="why", kw_only=True):
    """Why can this piece or cell not be chosen now?"""

    piece: str = ""
    cell: str = ""


class Propose(Said, frozen=True, tag="propose"):
    """What would you do? The adviser's answer to the pending decision."""


class AskMenu(Said, frozen=True, tag="menu", kw_only=True):
    """What can these units do, together as one stack or force?"""

    units: tuple[str, ...]


class AskPlan(Said, frozen=True, tag="plan", kw_only=True):
    """What would the whole order be for a deed of their menu at a place?"""

    units: tuple[str, ...]
    deed: str
    cell: str = ""


class Follow(Said, frozen=True, tag="follow", kw_only=True):
    """Do this: the first answer now, the others as their questions come. It takes the place of what was left before.

    An empty one gives up what is left of an order. Where the answers belong to several orders, `stop` says what of the
    story that this seat reads keeps the next one from being begun: then the person is asked.
    """

    answers: tuple[PlannedAnswer, ...]
    revision: int
    stop: Stop = ""


class LeaveToStaff(Said, frozen=True, tag="staff", kw_only=True):
    """Let my staff answer what is asked of me for the rest of this phase; with `on` false, no longer."""

    revision: int
    on: bool = True


class AskBriefing(Said, frozen=True, tag="briefing"):
    """What is this about, and what have I got?"""


class Draft(Said, frozen=True, tag="draft", kw_only=True):
    """Keep this unfinished answer for me; the client knows what it means. None forgets it."""

    draft: Any


class Orders(Said, frozen=True, tag="orders", kw_only=True):
    """My standing orders, by the rule of the window."""

    orders: dict[str, Order]


class Name(Said, frozen=True, tag="name", kw_only=True):
    """What I am called at this table."""

    name: str


class Say(Said, frozen=True, tag="say", kw_only=True):
    """Words for the others in my room: from a seat to the other seat, from the gallery to the gallery."""

    words: str


class Resign(Said, frozen=True, tag="resign"):
    """I give up."""


class OfferDraw(Said, frozen=True, tag="offer-draw"):
    """Shall we call it a draw?"""


class AcceptDraw(Said, frozen=True, tag="accept-draw"):
    """Agreed."""


class DeclineDraw(Said, frozen=True, tag="decline-draw"):
    """No, we go on."""


class Older(Said, frozen=True, tag="older", kw_only=True):
    """The lines of the log before this one."""

    before: int


class Seen(Said, frozen=True, tag="seen", kw_only=True):
    """I have read the log up to this line."""

    number: int


Message: TypeAlias = (
    Contribute
    | Choose
    | Undo
    | Consider
    | WhyNot
    | Propose
    | AskMenu
    | AskPlan
    | Follow
    | LeaveToStaff
    | AskBriefing
    | Draft
    | Orders
    | Name
    | Say
    | Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Older
    | Seen
)


# What the server says


class Window(msgspec.Struct, frozen=True):
    """A kind of window for which a side may give standing orders."""

    rule: str
    words: str


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a side may think.

    With `minutes` it has so many for the whole match and `seconds` more for each choice; with `days` so many for each
    time that it is asked. A clock stands while its side is not asked, and in windows, which nobody may see.
    """

    minutes: Annotated[int, msgspec.Meta(ge=0, le=6000)] = 0
    seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    days: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0


class ClockCard(msgspec.Struct, frozen=True):
    """A seat's clock: how many milliseconds were left when this was sent, and whether it runs."""

    left: int
    runs: bool


class ChatLine(msgspec.Struct, frozen=True):
    """What somebody said, and when (milliseconds since 1970). `side` is the speaker's, or nothing in the gallery."""

    number: int
    name: str
    side: str
    words: str
    said: int


class SeatCard(msgspec.Struct, frozen=True):
    """Who sits where, as everyone at the table may know."""

    side: Side
    kind: Literal["person", "computer"]
    name: str
    here: bool
    account: bool = False
    """Whoever sits here has an account, by this name."""
    rating: float | None = None
    clock: ClockCard | None = None


class Table(msgspec.Struct, frozen=True):
    """The match around the view: titles, seats, how windows are answered, and the promise about the dice."""

    match: str
    game: str
    game_title: str
    scenario: str
    scenario_title: str
    options: dict[str, Any]
    seats: tuple[SeatCard, ...]
    windows: Literal["orders", "ask"]
    commitment: str
    both_sides: bool
    """This browser holds both seats: there is a curtain between them."""
    invitation: str = ""
    """The path of the link for the other seat, while nobody has taken it; only for whoever opened the table."""
    watched: bool = False
    watchers: int = 0
    rated: bool = False
    pace: Pace | None = None
    pause: int = 0
    """For how many seconds a window is held open, where people are asked and have agreed on that; 0 for no pause."""
    unadvised: bool = False
    """Whether the table has agreed to play without an adviser."""
    open_to_all: bool = False
    closed: str = ""
    """Why an administrator has closed the match."""
    rematch: str = ""
    """The match in which it is played once more, for those who sit there."""
    origin: str = ""
    """That two people go on with a match from a record, whose, and from which turn; nothing of any other match."""


class Heard(msgspec.Struct, frozen=True, tag_field="is"):
    """A message from the server."""


class Following(Heard, frozen=True, tag="following", kw_only=True):
    """What is left of the orders that this seat has given beforehand, and whether its staff answers for it.

    Where an order could not be followed to its end, `why` says so.
    """

    answers: tuple[PlannedAnswer, ...] = ()
    staff: str = ""
    """The phase that is left to the staff."""
    why: str = ""


class Hello(Heard, frozen=True, tag="hello", kw_only=True):
    """Everything that a seat needs to begin: sent first, and again when a client has fallen behind."""

    revision: int
    table: Table
    view: View
    """Its log holds the last lines only; the number of the first says how many came before."""
    side: Side | None
    """None for those who only watch: they are shown what everyone may know, and after the end everything."""
    orders: dict[str, Order]
    windows: tuple[Window, ...]
    talk: tuple[ChatLine, ...] = ()
    """The last that was said in this client's room."""
    draft: Any = None
    seen: int = 0
    contribute: bool = False
    """The dice wait for this seat's `Contribute`."""
    following: Following | None = None
    coach: Coach | None = None
    """Of a scenario that has one, for the side that it is for."""


class Updated(Heard, frozen=True, tag="update", kw_only=True):
    """What has changed for this seat."""

    update: Update


class TableChanged(Heard, frozen=True, tag="table", kw_only=True):
    """Somebody has come, gone or sat down."""

    table: Table


class Talk(Heard, frozen=True, tag="talk", kw_only=True):
    """Somebody has said something in this client's room."""

    lines: tuple[ChatLine, ...]


class Done(Heard, frozen=True, tag="done", kw_only=True):
    """The message with this id was done, and is kept."""

    id: int


class Refused(Heard, frozen=True, tag="refused", kw_only=True):
    """The message was not done; nothing has changed."""

    id: int
    refusal: Refusal


class Considered(Heard, frozen=True, tag="considered", kw_only=True):
    """The answer to `Consider` and `WhyNot`."""

    id: int
    words: str
    odds: Odds | None = None
    refusal: Refusal | None = None


class OtherAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer beside the one that is advised.

    `gain` is how many games of 100 more one wins with it, by imagined games; in four of five cases the truth is within
    `spread` of that.
    """

    action: str
    words: str
    gain: float
    spread: float


class Proposed(Heard, frozen=True, tag="proposed", kw_only=True):
    """The answer to `Propose`: what the adviser would answer, in notation and in words, why, and what else there is.

    Other answers were tried in so many imagined `worlds`, the best comes first.
    """

    id: int
    action: str
    words: str
    reasons: tuple[str, ...] = ()
    others: tuple[OtherAnswer, ...] = ()
    worlds: int = 0


class MenuShown(Heard, frozen=True, tag="menu", kw_only=True):
    """The answer to `AskMenu`; none if what is asked now is not about these units."""

    id: int
    menu: Menu | None


class PlanShown(Heard, frozen=True, tag="plan", kw_only=True):
    """The answer to `AskPlan`."""

    id: int
    plan: Plan


class BriefingShown(Heard, frozen=True, tag="briefing", kw_only=True):
    """The answer to `AskBriefing`."""

    id: int
    briefing: Briefing


class Lines(Heard, frozen=True, tag="lines", kw_only=True):
    """Older lines of the log, and what they tell of."""

    id: int
    lines: tuple[LogLine, ...]
    story: tuple[Passage, ...] = ()


class Fault(Heard, frozen=True, tag="fault", kw_only=True):
    """Something failed that is not this seat's doing, as when the computer player crashes; the match is safe."""

    words: str


Answer: TypeAlias = (
    Hello
    | Updated
    | TableChanged
    | Talk
    | Done
    | Refused
    | Considered
    | Proposed
    | MenuShown
    | PlanShown
    | Following
    | BriefingShown
    | Lines
    | Fault
)


# What is said over HTTP


class OptionCard(msgspec.Struct, frozen=True):
    """An optional rule on the start page."""

    name: str
    title: str
    about: str
    kind: Literal["switch", "choice", "number"]
    default: Any
    choices: tuple[Any, ...] = ()
    people: tuple[Side, ...] = ()
    """The sides that are left to people when the switch is on, where those are not both."""


class ScenarioCard(msgspec.Struct, frozen=True):
    """A scenario on the start page."""

    name: str
    title: str
    turns: int
    about: str
    tasks: dict[Side, str]
    begins: str
    minutes: int
    parts: tuple[str, ...] = ()
    """Of a campaign the scenarios that it plays one after the other."""
    coached: Side | None = None
    """The side that has a coach, and the player whom one meets there."""
    opponent: str = ""


class PlayerCard(msgspec.Struct, frozen=True):
    """An opponent on the start page."""

    name: str
    title: str
    about: str


class GameCard(msgspec.Struct, frozen=True):
    """A game on the start page."""

    name: str
    title: str
    about: str
    chart: str
    scenarios: tuple[ScenarioCard, ...]
    options: tuple[OptionCard, ...]
    players: tuple[PlayerCard, ...]
    geometry: dict[str, str]
    """The address of each board's geometry."""


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be opened. The opponent is a player's name, `person` (by link) or `here` (one screen, two people)."""

    game: str
    scenario: str
    side: Literal["allied", "axis", "either"]
    opponent: str
    options: dict[str, Any] = {}
    windows: Literal["orders", "ask"] = "orders"
    name: str = ""
    open_to_all: bool = False
    """The free seat is offered in the lobby to whoever comes."""
    watched: bool = False
    """Others may watch: what everyone may know while it runs, everything after the end."""
    rated: bool = False
    pace: Pace | None = None
    pause: int = 0
    """With `windows` at `ask`: for how many seconds a window is held open, used or not, before orders answer it; 0 for
    as long as its owner takes."""
    unadvised: bool = False
    """Nobody may ask an adviser, nor leave a phase to a staff."""


class Opened(msgspec.Struct, frozen=True):
    """Where the new match is, and the path of the link for a friend."""

    match: str
    side: Side
    invitation: str = ""


class MatchCard(msgspec.Struct, frozen=True):
    """One of my games."""

    match: str
    game: str
    game_title: str
    scenario_title: str
    sides: tuple[Side, ...]
    turn: int
    turns: int
    date: str
    opponent: str
    my_move: bool
    over: bool
    words: str
    """Where it stands, in a sentence."""


class TurnPoint(msgspec.Struct, frozen=True):
    """Where a game stood at the start of a turn: the step of the replay, the date, points by side."""

    step: int
    turn: int
    date: str
    points: dict[Side, float]


class Moment(msgspec.Struct, frozen=True):
    """A step of the replay at which many points changed hands."""

    step: int
    turn: int
    side: Side
    points: float
    words: str


class Debrief(msgspec.Struct, frozen=True):
    """Everything for the page after the game."""

    table: Table
    winner: Side | None
    level: str
    points: Mapping[str, float]
    why: str
    report: Report
    turns: tuple[TurnPoint, ...]
    moments: tuple[Moment, ...]
    steps: int
    choices: int
    dice: int
    verified: bool


class ReadSeat(msgspec.Struct, frozen=True):
    """Who sat at a match that is read."""

    side: Side
    kind: Literal["person", "computer"]
    name: str


class ReadMatch(msgspec.Struct, frozen=True):
    """A match as it was written down: for one that cannot be shown on the chart, because its rules are gone."""

    match: str
    game: str
    game_title: str
    scenario_title: str
    why: str
    """Why its positions cannot be shown; nothing if they can."""
    stopped: str
    """Why it was not finished, if it was not."""
    mine: bool
    seats: tuple[ReadSeat, ...]
    chapters: tuple[ReadChapter, ...]
    result: Result | None
    told: dict[Side, tuple[str, ...]] = {}
    """What each seat had kept of the umpire's log, of chapters that have none."""


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play once more on the same terms, with the sides swapped or not."""

    swap: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """What came of playing a record again: whether every die is true, and if not, which is not.

    `whole` is false where its rules are gone, so that not everything could be checked; the words say what could not.
    """

    true: bool
    words: str
    chapters: int = 0
    entries: int = 0
    dice: int = 0
    whole: bool = True


class Health(msgspec.Struct, frozen=True):
    """That the server is well, and how much it has to do."""

    status: Literal["ok"]
    version: str
    matches: int
    listeners: int


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a request, and what would be right."""

    reason: str
