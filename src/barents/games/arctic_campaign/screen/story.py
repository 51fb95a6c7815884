"""What happened in the campaign: the staffs' work of a month, its operations as they are told at sea, and its end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from barents.atlas.telling import carded, opened
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.screen.phrases import label
from barents.games.operations.names import GLYPHS
from barents.games.operations.screen import story as sea
from barents.kernel.events import Told
from barents.kernel.sides import Observer, Side
from barents.kernel.story import Memory, Story, Telling, facts_in_words, plain_heading, plain_telling
from barents.kernel.view import Change, LogLine, MonthLoss, MonthReport, Post, Sailing, Weight
from barents.kernel.words import in_words, listed, signed

MONTH, PHASE, SCORE, TOTAL = "AC-A.2-monthly-turn", "AC-A.23-ops", "AC-A.25-score", "AC-A.5-cumulative"
MARKER = ("AC-A.5-negative-move", "AC-A.5-positive-move")
COUNTED = "{what}: {points}"
QUICK = "OP-MODE-quick"
FOUND = "Your aircraft and boats have found"
THROUGH = "{convoy}: {left} of {number}"
NORTH_SEA = ("AC-A.22-intercept", "AC-A.24-intercept")
IN_NORTH_SEA = ("AC-B.3-", "OP-STRIKE-", "OP-SUB-attack", "OP-DMG-", "OP-TORP-")
SUNK = (sea.SUNK, "AC-B.3-scored", "OP-SUB-sunk")
GREAT = 15
"""Whoever is worth so many points has a line of her own in the account of a month."""
TOTALS = ("Unloaded in Russia", "Home again")
"""Where a month is played at sea merchants are counted where they come to, not by their convoys."""
TRANSPORT = re.compile(r"(lt|st|ao)-\d+")

FAMILIES = {
    **sea.FAMILIES,
    **dict.fromkeys(
        ("AC-B.16-dice", "AC-B.16-class-odds", "OP-AIR-allot-allied", "OP-AIR-allot-axis", "AC-B.17-escort-roll",
         "AC-B.23-cve-1942", "AC-B.23-cve-random", "AC-C.14-boats", "AC-C.121-roll", "AC-C.122-roll-time",
         "AC-C.123-training", "AC-C.31-cumulative", "AC-C.31-initial", "AC-C.22-delay", "AC-C.11-damage-roll"),
        "forces",
    ),
    **dict.fromkeys(("AC-B.13-de", "AC-B.13-ms", "AC-B.13-aa", "AC-B.13-dd", "AC-B.12-purpose"), "hired"),
    **dict.fromkeys(("AC-A.21-repair-first", "AC-A.21-ready", "AC-A.6-record"), "repairs"),
    "AC-C.33-when": "oil",
    **dict.fromkeys(
        ("AC-B.5-roll", "AC-B.5-early-where", "AC-C.4-roll",
         *(f"AC-B.5-{n}{year}" for n in range(2, 13) for year in ("", "-1942", "-1943", "-1944", "-1945")),
         *(f"AC-C.4-{n}" for n in range(2, 13))),
        "event",
    ),
}  # fmt: skip


class Lost(NamedTuple):
    """A unit that was lost this month, as the reader heard of it."""

    unit: str
    cause: str
    line: int


class Deed(sea.Deed):
    """The lines of something that happened in the campaign; at sea its ships have more names."""

    def __init__(self, data: Data, observer: Observer, lines: Sequence[LogLine], memory: Memory) -> None:
        super().__init__(data.sea, observer, lines, memory)
        self.campaign = data

    def called(self, name: str) -> str:
        """A unit by its name."""
        return label(self.campaign, name)

    def is_merchant(self, name: str) -> bool:
        """Whether a ship carries cargo."""
        return TRANSPORT.fullmatch(name) is not None or super().is_merchant(name)

    def side_of(self, name: str) -> Side | None:
        """Whose a ship is: what has no name of its own is Allied."""
        return super().side_of(name) or Side.ALLIED

    def line(self, name: str, words: str) -> Change:
        """A unit that was lost, as a report shows it."""
        type = self.type_of(name)
        kind = GLYPHS[type.type] if type is not None else "mt" if self.is_merchant(name) else ""
        return Change(self.called(name), self.side_of(name), name, kind, gone=True, words=(words,))


def quick(deed: Deed) -> Telling | None:
    """A convoy's passage, reckoned quickly: what attacked it, and what came through."""
    said = next((words for words in deed.worded(QUICK) if "convoy" in words), None)
    fleet = next((words["fleet"] for words in deed.worded(QUICK) if "fleet" in words), "")
    convoy = said["convoy"] if said is not None else fleet
    lost, hit = deed.lost, [name for name in deed.every("unit", sea.TORPEDOES, sea.STRIKE) if name not in deed.lost]
    found = next((words["way"] for words in deed.worded(QUICK) if "way" in words), "")
    if not (convoy or found or lost or hit):
        told = [line.text for line in deed.lines if isinstance(line.event, Told)]
        return Telling(f"{'. '.join(told)}.", "convoy") if told else None
    bound = f"an {found}" if found.startswith("e") else f"a {found}"
    texts = []
    if said is not None:
        texts.append(f"*{convoy}* comes through with {said['left']} of {said['number']} merchants.")
    elif found:
        texts.append(f"*You* find {bound} convoy.")
    elif convoy:
        texts.append(f"*{convoy}* is attacked.")
    for about in deed.facts(QUICK):
        if "fleet" in about and "number" in about:
            n = int(about["number"])
            texts.append(f"Her escorts drive off {n} {'submarine' if n == 1 else 'submarines'}.")
        elif "times" in about:
            n = int(about["number"])
            times = f"{n} {'time' if n == 1 else 'times'}"
            texts.append(f"U-boats attack {times}, {about['times']} of them in vain.")
    _outcome, good = deed.outcome()
    harm = [f"{opened(deed.names(lost))} {deed.are(lost)} sunk."] if lost else []
    harm += [f"{opened(deed.names(hit))} {deed.are(hit)} hit."] if hit else []
    weight: Weight = 2 if lost or found else 1
    told_one = Telling(
        " ".join(texts),
        "convoy",
        Side.ALLIED,
        " ".join(harm),
        good,
        weight,
        tuple(dict.fromkeys((*lost, *hit))),
        tuple(lost),
    )
    losses = f", {in_words(len(lost))} {'ship' if len(lost) == 1 else 'ships'} lost" if lost else ", nothing lost"
    title = f"{convoy} comes through{losses}"
    if not convoy:
        title = f"You sink {deed.briefly(lost)} of {bound} convoy" if lost else f"You find {bound} convoy"
    points = deed.points()
    return carded(told_one, title, [*texts[:2], *harm, points], changes=deed.changes())


def north_sea(deed: Deed) -> Telling:
    """AC B.3: German ships in the North Sea, who saw them, and what came of it."""
    way = deed.first("way", *NORTH_SEA)
    texts = [f"*German ships* are in the North Sea, {way}."] if way else ["*The North Sea* is searched."]
    for line in deed.lines:
        words = line.event.words if isinstance(line.event, Told) and line.rule.startswith("AC-B.3-") else ""
        if words and line.rule not in ("AC-B.3-react-table", "AC-B.3-scored"):
            texts.append(f"{line.text}.")
    outcome, good = deed.outcome()
    sunk = [words["unit"] for words in deed.worded("AC-B.3-scored") if "unit" in words]
    if sunk:
        outcome, good = f"{listed(sunk)} sunk.", Side.ALLIED
    nothing = " ".join(texts).startswith("*The North Sea*") and any(
        "Nothing" in text or "No German" in text for text in texts
    )
    weight: Weight = 2 if sunk else 0 if nothing else 1
    told = Telling(" ".join(texts), "North Sea", None, outcome, good, weight, tuple(deed.every("unit")))
    if not weight:
        return told
    title = (
        f"{listed(sunk, most=2)} sunk in the North Sea"
        if sunk
        else f"German ships in the North Sea, {way}".rstrip(", ")
    )
    return carded(told, title, [*texts, outcome], changes=deed.changes())


def month(deed: Deed) -> Telling:
    """AC A.25: the month's points, where they came from, and what the month was."""
    report = _report(deed)
    ours, theirs = ([loss for loss in report.losses if loss.change.side is side] for side in (Side.ALLIED, Side.AXIS))
    if deed.reader is Side.AXIS:
        ours, theirs = theirs, ours
    title = f"{report.month}: {_summed_up(deed, ours, theirs)}"
    lead = []
    through = [sailing for sailing in report.sailed if sailing.label not in TOTALS]
    lead += [f"{sailing.label} came through with {sailing.arrived} of {sailing.sailed}." for sailing in through[:2]]
    allied = sum(post.points for post in report.account if post.points > 0)
    axis = -sum(post.points for post in report.account if post.points < 0)
    score = signed(report.score) if report.score else "even"
    lead.append(f"The month brings {allied} Allied points and {axis} German: {score}.")
    if report.marker:
        lead.append(report.marker)
    elif report.total is not None:
        lead.append(f"The Allies have gathered {report.total} points so far.")
    text = f"*{report.month}* ends: {_summed_up(deed, ours, theirs)}. {lead[-2] if len(lead) > 1 else lead[-1]}"
    good = Side.ALLIED if report.score > 0 else Side.AXIS if report.score < 0 else None
    told = Telling(text, "month", None, "", good, 2)
    changes = [loss.change for loss in report.losses]
    return replace(carded(told, title, lead, changes=changes), month=report)


def _summed_up(deed: Deed, ours: Sequence[MonthLoss], theirs: Sequence[MonthLoss]) -> str:
    """A month's losses in a few words: the dearest of the reader's own by name."""
    if not ours and not theirs:
        return "nothing lost"
    dearest = max(ours, key=lambda loss: loss.points, default=None)
    if dearest is not None and dearest.points >= GREAT and len(ours) > 1:
        others = len(ours) - 1
        return f"{in_words(others)} {'ship' if others == 1 else 'ships'} lost, and {dearest.change.label}"
    if len(ours) == 1:
        return f"{ours[0].change.label} lost"
    if ours:
        return f"{in_words(len(ours))} ships lost"
    great = [loss.change.label for loss in theirs if loss.points >= GREAT]
    named = listed(great, most=2) if great else f"{in_words(len(theirs))} {'ship' if len(theirs) == 1 else 'ships'}"
    return f"{named} sunk, nothing lost"


def _report(deed: Deed) -> MonthReport:
    """The account of a month, and what is known of it besides."""
    posts: list[tuple[str, Post]] = []
    worth: dict[str, int] = {}
    for line in deed.lines:
        if not (isinstance(line.event, Told) and line.event.words.startswith(COUNTED)):
            continue
        words, about = facts_in_words(line), line.event.about
        side = Side.ALLIED if about["side"] == "Allies" else Side.AXIS
        points = int(about["points"])
        worth[words["what"]] = points
        posts.append(
            (_kind(words["what"], points), Post(words["what"], points if side is Side.ALLIED else -points, side))
        )
    month, score = _score(deed)
    lost: tuple[Lost, ...] = deed.memory.get("lost", ())
    losses = [_loss(deed, each, worth) for each in lost]
    total = next((int(about["total"]) for about in deed.facts(TOTAL) if "total" in about), None)
    moved = next((f"{line.text}." for line in deed.lines if line.rule in MARKER), "")
    sailed = tuple(Sailing(*each) for each in deed.memory.get("sailed", ()))
    begins = deed.memory.get("begins", 0)
    return MonthReport(month, score, total, moved, _account(posts), tuple(losses), sailed, begins)


def _loss(deed: Deed, lost: Lost, worth: dict[str, int]) -> MonthLoss:
    name = deed.called(lost.unit)
    points = next((n for what, n in worth.items() if what.startswith(f"{name} ")), 0)
    return MonthLoss(deed.line(lost.unit, "sunk"), lost.cause, points, lost.line)


def _score(deed: Deed) -> tuple[str, int]:
    """The month that ends, and its score."""
    about = next(iter(deed.facts(SCORE)), {})
    words = next(iter(deed.worded(SCORE)), {})
    return words.get("month", ""), int(about.get("allied", 0)) - int(about.get("axis", 0))


def _kind(what: str, points: int) -> str:
    """Under which line of the account something stands: great ships alone, the others together."""
    if what.endswith((" hired", "into the core")):
        return "hired"
    if " sunk" in what and points < GREAT:
        return "transports" if re.match(r"(Large|Small) transport|Oiler", what) else "small ships"
    return what


def _account(posts: Sequence[tuple[str, Post]]) -> tuple[Post, ...]:
    """The lines of the account, those of one kind and one side together, in the order in which they came."""
    together: dict[tuple[str, Side | None], list[Post]] = {}
    for kind, post in posts:
        together.setdefault((kind, post.side), []).append(post)
    found = []
    for (kind, side), some in together.items():
        names = {
            "hired": "Hired",
            "transports": f"{len(some)} transports sunk",
            "small ships": f"{len(some)} small ships sunk",
        }
        one = some[0].label if len(some) == 1 else names.get(kind, kind)
        found.append(Post(one, sum(post.points for post in some), side))
    return tuple(found)


def staff(deed: Deed, kind: str) -> Telling | None:
    """What the staffs did before a month's operations, several lines of one kind together."""
    told = [line for line in deed.lines if isinstance(line.event, Told)]
    if not told:
        return None
    units = list(dict.fromkeys(words["unit"] for line in told if "unit" in (words := facts_in_words(line))))
    match kind:
        case "event":
            return Telling(f"{'. '.join(line.text for line in told)}.", "event", deed.reader)
        case "hired":
            return Telling(f"{'. '.join(line.text for line in told)}.", "hired", Side.ALLIED)
        case "repairs":
            ready = [facts_in_words(line)["unit"] for line in told if line.rule == "AC-A.21-ready"]
            storm = [facts_in_words(line)["unit"] for line in told if line.rule == "AC-A.6-record"]
            yards = [unit for unit in units if unit not in ready and unit not in storm]
            ready += storm
            said = [f"*{listed(ready, most=4)}* {'are' if len(ready) > 1 else 'is'} repaired."] if ready else []
            said += [f"*{listed(yards, most=4)}* {'are' if len(yards) > 1 else 'is'} in the yard."] if yards else []
            return Telling(" ".join(said), "repairs", deed.reader, names=tuple(deed.every("unit")))
        case "oil":
            return Telling(f"*{listed(units, most=4)}* {'take' if len(units) > 1 else 'takes'} fuel.", "oil", Side.AXIS)
    return Telling(f"{'. '.join(line.text for line in told)}.", "forces", deed.reader)


def recall(memory: Memory, lines: Sequence[LogLine]) -> Memory:
    """With which line a month began, what it has cost so far, and which convoys came through."""
    memory = sea.recall(memory, lines)
    begins = next((line.number for line in lines if line.rule == MONTH), None)
    if begins is not None:
        memory = {**memory, "lost": (), "sailed": (), "begins": begins}
    lost = [
        Lost(str(line.event.about["unit"]), _cause(lines, at), line.number)
        for at, line in enumerate(lines)
        if _sinks(line) and isinstance(line.event, Told)
    ]
    through = [
        (words["convoy"], int(words["number"]), int(words["left"]))
        for line in lines
        if line.rule == QUICK and "convoy" in (words := facts_in_words(line))
    ]
    for rule, where in zip(("OP-PORT-unload", "OP-PORT-return"), TOTALS, strict=True):
        came = sum(line.rule == rule and isinstance(line.event, Told) for line in lines)
        if came and not through:
            through.append((where, came, came))
    if not lost and not through:
        return memory
    return {
        **memory,
        "lost": (*memory.get("lost", ()), *lost),
        "sailed": (*memory.get("sailed", ()), *through),
    }


def _sinks(line: LogLine) -> bool:
    return isinstance(line.event, Told) and line.rule in SUNK and line.event.words.startswith("{unit} is sunk")


def _cause(lines: Sequence[LogLine], at: int) -> str:
    """How a unit was lost, from what was said before."""
    convoy = next((words["fleet"] for line in lines if "fleet" in (words := facts_in_words(line))), "")
    with_it = f", with {convoy}" if convoy else ""
    for line in reversed(lines[:at]):
        if line.rule.startswith(("OP-TAC-", "OP-GUN-")):
            return "Sunk in battle"
        if line.rule.startswith(("OP-SUB-", "AC-B.3-sub")):
            return f"Sunk by a submarine{with_it}"
        if line.rule.startswith(("OP-STRIKE-", "AC-B.3-air")):
            return f"Sunk by aircraft{with_it}"
        if line.rule.startswith("OP-SEA-founder"):
            return "Foundered in a storm"
    return "Sunk in the North Sea" if lines[at].rule == "AC-B.3-scored" else "Sunk"


def is_quick(line: LogLine) -> bool:
    """Whether a line is of a convoy's passage that is reckoned quickly."""
    words = line.event.words if isinstance(line.event, Told) else ""
    return line.rule == QUICK or (line.rule in (sea.TORPEDOES, sea.STRIKE) and words == "{unit} is hit")


def starts(line: LogLine) -> bool:
    """Whether a deed begins with a line, where none is under way."""
    words = line.event.words if isinstance(line.event, Told) else ""
    if words.startswith(COUNTED) or line.rule == SCORE:
        return True
    return is_quick(line) or line.rule.startswith("AC-B.3-") or sea.STORY.starts(line)


def belongs(first: LogLine, line: LogLine) -> bool:
    """Whether a line is part of what began with another."""
    if isinstance(first.event, Told) and (first.event.words.startswith(COUNTED) or first.rule == SCORE):
        counted = isinstance(line.event, Told) and line.event.words.startswith(COUNTED)
        return counted or line.rule in (SCORE, TOTAL, *MARKER)
    if is_quick(first):
        return line.rule.startswith(("OP-MODE-", "OP-SUB-", "OP-STRIKE-", "OP-DMG-", "OP-TORP-", "OP-PORT-unload"))
    if first.rule in NORTH_SEA or first.rule.startswith("AC-B.3-"):
        return line.rule.startswith(IN_NORTH_SEA)
    return sea.belongs(first, line)


def tell(data: Data, observer: Observer, lines: Sequence[LogLine], memory: Memory) -> Telling | None:
    """A passage of the log in words."""
    deed, first = Deed(data, observer, lines, memory), lines[0]
    if deed.facts(SCORE):
        return month(deed)
    if is_quick(first):
        return quick(deed)
    if first.rule in NORTH_SEA or first.rule.startswith("AC-B.3-"):
        return north_sea(deed)
    kind = FAMILIES.get(first.rule, "")
    if kind in ("forces", "hired", "repairs", "oil", "event"):
        return staff(deed, kind)
    if first.rule in sea.TELLS or first.rule in sea.FAMILIES or lines[-1].rule.startswith("OP-"):
        return sea.told(deed)
    if not any(isinstance(line.event, Told) for line in lines):
        return None
    told = plain_telling(data, observer, lines)
    return Telling(told.text if told.text.endswith(".") else f"{told.text}.", "", names=told.names)


STORY: Story[Data] = Story(
    opens={**sea.STORY.opens, **dict.fromkeys(NORTH_SEA, ""), QUICK: FOUND},
    starts=starts,
    closes={**sea.STORY.closes, QUICK: THROUGH},
    belongs=belongs,
    families=FAMILIES,
    heading=plain_heading,
    tell=tell,
    recall=recall,
)
