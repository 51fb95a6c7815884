"""What happened in Arctic Disaster, told as a person would: one passage a marker drawn, with all it sets off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from barents.atlas.telling import ChartDeed
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.names import SIDES, event_name, marker_name, place
from barents.kernel.events import Drew, Told
from barents.kernel.sides import Observer, Side
from barents.kernel.story import Story, Telling, plain_telling
from barents.kernel.view import LogLine, Weight
from barents.kernel.words import listed

DRAWN = "AD-1.3-pool-random"
MOVES = "AD-7.1-adjacent"
BOATS = "AD-13.3-move-3"
SIGHT = "AD-10.0-lasts"
POOL = "AD-3.1-pool-optional"
REPORT = "AD-10.2.1-types"
SCATTERS = "AD-9.4-no-reform"
AIR_ATTACK = "AD-11.1-sequence"
SURFACE = "AD-11.4-segments"
GONE = "AD-5.2-c2-ignore-later"  # a marker whose force has acted or is gone
SUNK, HIT = "{unit} is sunk by {by}", "{unit} is hit by {by}"
OURS = {"An Allied force": Side.ALLIED, "A German force": Side.AXIS}
# What is worth a sentence in whatever a marker sets off; the rest is dice and bookkeeping.
TOLD = frozenset(
    {
        "AD-8.4-waste", "AD-8.6-transfer", "AD-5.6-mass-store", "AD-5.6-mass-set-aside", "AD-5.2-c2-decline",
        "AD-5.2-c2-activate", "AD-5.4-lbas-scope", "AD-5.1-weather-toggle",
        "AD-5.3-intel-roll", "AD-6.5-dummy-detected", "AD-10.0-flip", "AD-10.2-compulsory", "AD-7.7-react-trigger",
        "AD-7.7-react-success", "AD-13.5-contact", "AD-13.6-shadow-effect", "AD-13.6-shadow-success",
        "AD-9.2-arrive", "AD-7.4-exit-west", SCATTERS, AIR_ATTACK, "AD-11.1-one-ship-area",
        "AD-5.7-km-once", "AD-5.8-hitler-status",
        "AD-5.5-ground-roll", "AD-5.5-ground-none", "AD-13.9-counter", "AD-11.4.10-loser-leaves",
    }
)  # fmt: skip
FAMILIES = {
    BOATS: "submarines",
    SIGHT: "sight",
    POOL: "pool",
    "AD-15.2-arrive": "arrivals",
    **dict.fromkeys(("AD-13.1-setup-hidden", "AD-3.1-secret-reorg"), "markers"),
}
GREAT = frozenset({SCATTERS, "AD-9.2-arrive", "AD-5.7-km-once", "AD-5.8-hitler-status"})


class Draw(ChartDeed):
    """The lines of a marker that was drawn, and what they say."""

    def __init__(self, data: Data, observer: Observer, lines: Sequence[LogLine]) -> None:
        super().__init__(lines, observer, "arctic-disaster", data.counters, partial(place, data))
        self.data = data

    def moves(self) -> tuple[str, Side | None]:
        """The way of the force that acts, in a sentence, and whose it is."""
        steps = [line for line in self.lines if line.rule == MOVES and line.text.startswith(tuple(OURS))]
        if not steps:
            return "", None
        who = next(words for words in OURS if steps[0].text.startswith(words))
        own = [line.event.about for line in steps if isinstance(line.event, Told) and line.text.startswith(who)]
        start, end = str(own[0]["start"]), str(own[-1]["cell"])
        named = place(self.data, start)
        leaving = f" from {named}" if named != start else ""
        return f"*{who}* sails{leaving} {self.sailed(start, end, len(own))}.", OURS[who]

    def placed(self, line: LogLine) -> str:
        """A line with its hex as one says it."""
        cell = str(line.event.about.get("cell", "")) if isinstance(line.event, Told) else ""
        return line.text.replace(f"at {cell}", self.where(cell)) if cell else line.text

    @property
    def lost(self) -> list[str]:
        """What was sunk."""
        return list(dict.fromkeys(str(about["unit"]) for about in self.said(SUNK)))

    def outcome(self) -> tuple[str, Side | None]:
        """What came of it in a few words, and for whom that is good."""
        lost = self.lost
        hit = [name for name in dict.fromkeys(str(about["unit"]) for about in self.said(HIT)) if name not in lost]
        return self.outcome_of(lost, hit, "sunk")


def drawn(deed: Draw) -> Telling:
    """AD 4: a marker is drawn, and what it sets off."""
    first = deed.lines[0].event
    marker = first.drawn[0] if isinstance(first, Drew) and first.drawn else ""
    way, side = deed.moves()
    texts = [deed.placed(line) for line in deed.lines if line.rule in TOLD and isinstance(line.event, Told)]
    reports = [f"Reported {deed.where(str(a['cell']))}: {a['what']}" for a in deed.facts(REPORT) if "what" in a]
    sentences = [f"{text}." for text in dict.fromkeys([*texts, *reports])]
    if rounds := deed.facts(SURFACE):
        over = bool(deed.said("The surface combat at {cell} is over"))
        cell, last = str(rounds[-1]["cell"]), rounds[-1]["round"]
        state = f"is over after round {last}" if over else f"goes on, round {last}"
        sentences.append(f"The surface combat {deed.where(cell)} {state}.")
    text = " ".join([way, *sentences]).strip() or idle(deed.data, marker)
    outcome, good = deed.outcome()
    lost = tuple(deed.lost)
    rules = {line.rule for line in deed.lines}
    weight: Weight = 2 if lost or rules & GREAT else 1 if outcome or reports or (way and side is not deed.reader) else 0
    cells = reversed([cell for cell in deed.every("cell") if cell in deed.places.map])
    names = tuple(dict.fromkeys((*lost, *cells)))
    return Telling(text, "activation" if way else kind_of(deed.data, marker), side, outcome, good, weight, names, lost)


def idle(data: Data, marker: str) -> str:
    """What is said of a marker that sets off nothing."""
    name = marker_name(data, marker)
    if marker in data.formations:
        return f"*{name}* is drawn and does not fly."
    if event_name(marker) is not None:
        return f"*{name}* is drawn."
    return f"*{'A' if name.startswith('G') else 'An'} {name}* is drawn and stays where it is."


def kind_of(data: Data, marker: str) -> str:
    """What sort of marker it is, in a word or two."""
    if marker in data.formations:
        return "formation"
    return (event_name(marker) or "force").partition(" (")[0].lower()


def family(deed: Draw, kind: str) -> Telling | None:
    """What is told of several lines of one kind together."""
    cells = tuple(deed.every("cell"))
    match kind:
        case "submarines":
            side = Side.ALLIED if deed.lines[0].text.startswith("An Allied") else Side.AXIS
            many = len(deed.lines)
            who = "You" if side is deed.reader else f"The {SIDES[side]}"
            moved = f"{many} submarine marker{'' if many == 1 else 's'}"
            return Telling(f"*{who}* move {moved}.", "submarines", side, names=cells)
        case "sight":
            return Telling(
                f"Out of sight again: forces {listed([deed.where(c) for c in cells])}.", "sight", names=cells
            )
        case "pool":
            names = [str(name) for name in deed.every("marker")]
            return Telling(f"Into the pool go {listed([marker_name(deed.data, name) for name in names])}.", "pool")
        case "arrivals":
            ships = [deed.called(name) for name in deed.every("unit")]
            text = f"*{listed(ships)}* {'score' if len(ships) > 1 else 'scores'} a point on the way home."
            return Telling(text, "arrival", Side.ALLIED, "", Side.ALLIED, 1, cells)
        case "markers":
            told = [line.text for line in deed.lines if line.text.startswith("Both sides")]
            return Telling(f"{told[-1]}.", "markers") if told else None
    return None


def tell(data: Data, observer: Observer, lines: Sequence[LogLine]) -> Telling | None:
    """A passage of the log in words."""
    deed = Draw(data, observer, lines)
    if lines[0].rule == DRAWN:
        return None if GONE in {line.rule for line in lines} else drawn(deed)
    if kind := FAMILIES.get(lines[0].rule, ""):
        return family(deed, kind)
    if lines[-1].rule == "AD-3.3-sub-turns":
        return None
    told = plain_telling(data, observer, lines)
    weight: Weight = 2 if deed.lost or lines[-1].rule in GREAT else 0
    text = told.text if told.text.endswith((".", '"')) else f"{told.text}."
    return Telling(text, "", deed.side, "", deed.outcome()[1], weight, told.names, tuple(deed.lost))


STORY: Story[Data] = Story(
    opens={DRAWN: ""},
    apart=frozenset({BOATS, "AD-3.3-sub-turns", POOL, "AD-3.3-terminal-cleanup"}),
    families=FAMILIES,
    tell=tell,
)
