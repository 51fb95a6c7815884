"""The North Sea: German fleets on their way to Norway or home, and what the Allies see of them (A.22, B.3, C.124)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from string import ascii_uppercase
from typing import Any

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign import state as s
from barents.games.arctic_campaign.actions import Consent, Proceed
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.datafiles import InterceptionRow
from barents.games.arctic_campaign.rules.boats import free_boats
from barents.games.arctic_campaign.rules.idle import or_idle
from barents.games.arctic_campaign.rules.north_sea_dice import look_for_ships, premature_turns
from barents.games.arctic_campaign.rules.odds import intercepting, reacting
from barents.games.arctic_campaign.rules.repairs import is_combat_ready, reach_germany
from barents.games.arctic_campaign.rules.ship_facts import ship_items
from barents.games.arctic_campaign.rules.units import Umpire, afloat, note
from barents.games.arctic_campaign.state import GERMANY, SUNK, Group, Passage, State, Vessel
from barents.games.operations.data import Dice
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Decision, Pick
from barents.kernel.dice import D6
from barents.kernel.domains import Among, Domain, Refusal
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import NOBODY, Side, only
from barents.kernel.words import in_words

ALLIED, AXIS = Side.ALLIED, Side.AXIS
STAY = "stay"
LETTERS = tuple(ascii_uppercase)  # of fleets that pass the North Sea
YES_OR_NO = (Consent(yes=True), Consent(yes=False))


def to_norway(data: Data, known: State, _decision: Decision[Any]) -> str:
    """AC-A.22-form-fleets, AC-C.35."""
    table = data.tables.oil
    return (
        "Each fleet is looked for once, whatever its size: fewer fleets are fewer chances for the enemy, but an attack "
        "on a large one may find a great ship. Ships arrive at Trondheim with "
        f"{in_words(table.passage_boxes)} boxes less in their tanks, and in port cost fuel each month: what cannot be "
        f"fed stays better at home. The stock has {known.axis.stock // oil.BOX} boxes."
    )


FLEETS_OUT: Question[State, Data] = Question(
    "AC-A.22-form-fleets",
    "Which ships sail for Norway, and in which fleets?",
    phase=phases.GERMAN_MOVE,
    about=or_idle(to_norway),
    answers={Allot: "Ships with the same letter cross the North Sea together; the others stay in Germany."},
    verb="Form fleets",
    layout="muster",
    items=ship_items,
)


def _interception(rule: str, phase: str) -> Question[State, Data]:
    """Whether the Allies look for German ships on their way out, or on their way home."""
    return Question(
        rule,
        "Do you look for German ships in the North Sea?",
        phase=phase,
        about=(
            "Aircraft and submarines look for them with two dice of yours. It costs nothing, and there is no reason "
            "not to look but that an attacking submarine may be lost."
        ),
        answers={Consent: "Yes is a throw of two dice: a report, an attack, or nothing. No is no search at all."},
        odds=intercepting,
    )


INTERCEPT_OUT = _interception("AC-A.22-intercept", phases.GERMAN_MOVE)
INTERCEPT_HOME = _interception("AC-A.24-intercept", phases.GERMAN_RETURN)
REACT: Question[State, Data] = Question(
    "AC-B.3-react",
    "Do you throw a die for an early start?",
    phase=phases.GERMAN_MOVE,
    about=or_idle(
        "A die divided by three are turns by which one fleet of British ships may leave port before the first turn of "
        "the month. It costs nothing; the usual answer is yes."
    ),
    answers={Consent: "Yes is a die that only you see, thrown before you plan the month's convoys."},
    odds=reacting,
)


# Fleets (D12, D29)


def may_sail(state: State, data: Data, vessel: Vessel) -> bool:
    """AC-C.124-all-ready: a ship in Germany that is ready for action; oilers are never there."""
    return is_combat_ready(state, data, vessel)


def form_fleets(u: Umpire) -> kernel.Rule[dict[str, str]]:
    """AC-A.22-form-fleets, AC-C.124-not-obliged, D12: which ships sail for Norway, in which fleets; none has to."""
    state = u.state
    ready = [vessel.key for vessel in afloat(state.axis) if may_sail(state, u.data, vessel)]
    return (yield from ask_fleets(u, FLEETS_OUT, ready))


def ask_fleets(
    u: Umpire, question: Question[State, Data], ships: Collection[str], compelled: Collection[str] = ()
) -> kernel.Rule[dict[str, str]]:
    """A letter for every ship that sails; those that are compelled cannot stay."""
    if not ships:
        yield from u.ask(AXIS, question, Pick([Proceed()]), "No ship can pass the North Sea this month")
        return {}
    letters = LETTERS[: len(ships)]
    free, bound = Among([STAY, *letters]), Among(letters, why_not=_must_go)
    slots: dict[str, Domain] = {key: bound if key in compelled else free for key in ships}
    answer: Allot = yield from u.ask(AXIS, question, Assign(slots))
    return dict(answer.pairs)


def _must_go(value: str) -> Refusal | None:
    return Refusal("she has to go home", "AC-A.24-german-home") if value == STAY else None


def groups(fleets: Mapping[str, str], *, home: bool) -> list[Group]:
    """The fleets in the order of their letters."""
    return [
        Group(
            letter,
            f"Fleet {letter}",
            "home" if home else "squadron",
            [key for key, value in fleets.items() if value == letter],
            port="" if home else GERMANY,
            goal=GERMANY if home else "",
        )
        for letter in LETTERS
        if letter in fleets.values()
    ]


def settle(u: Umpire, fleets: Mapping[str, str]) -> None:
    """AC-A.22-form-fleets: the fleets are formed before any die."""
    u.state.axis.newcomers = []
    u.state.axis.passing = groups(fleets, home=False)


# The way over


def next_passage(u: Umpire, step: s.NextPassage) -> tuple[Step, ...]:
    """AC-A.22-immediate, AC-A.24-intercept: one fleet after the other; each is through before the next is looked for.

    AC-B.3-fog, -fog-empty: with fog over the North Sea the Allies look also where no fleet sails.
    """
    state = u.state
    first = state.passage is None
    if first:
        state.asked = state.searching = False
    if state.passage is not None and state.passage.fleet:
        arrive(u, state.passage, state.axis.passing.pop(0))
    state.passage = None
    if state.axis.passing:
        state.passage = Passage(state.axis.passing[0].key, step.home)
    elif first and state.options.interception_fog:
        state.passage = Passage("", step.home)
    else:
        if state.options.interception_fog and state.searching:
            u.tell("AC-B.3-fog-59", "The search of the North Sea is over, and nothing more is seen", to=only(ALLIED))
        return ()
    _tell_passage(u, state.passage)
    return (
        s.Intercept(),
        s.AirStrike("approach"),
        s.AirStrike("attack"),
        s.BoatStrike("screen"),
        s.BoatStrike("fire"),
        step,
    )


def _tell_passage(u: Umpire, passage: Passage) -> None:
    """What being asked tells the Allies anyway: that a fleet is there; under fog it tells nothing."""
    rule = (INTERCEPT_HOME if passage.home else INTERCEPT_OUT).rule
    if not u.state.options.interception_fog:
        u.tell(
            rule, "German ships are in the North Sea, {way}", way="homeward bound" if passage.home else "outward bound"
        )


def intercept(u: Umpire, _step: s.Intercept) -> kernel.Rule[None]:
    """AC-B.3-trigger, AC-A.22-intercept, D13: the Allies may look for the fleet with two dice of their own.

    AC-B.3-fog-once, -fog-die: with fog they are asked once for the whole phase. They throw once and see it, whether
    ships sail or not; of what is thrown for further fleets they see only what finds somebody.
    AC-B.3-no-boat: of a class whose boats with names are all lost one without a name attacks.
    """
    state, passage = u.state, u.state.passage
    assert passage is not None, "nobody looks for a fleet"
    question = INTERCEPT_HOME if passage.home else INTERCEPT_OUT
    way = "home from Norway" if passage.home else "to Norway"
    fog, first = state.options.interception_fog, not state.asked
    if fog:
        prompt = f"Do you look in the North Sea for German ships that may be on their way {way}?"
    else:
        prompt = f"A German fleet is on its way {way}. Do you look for it in the North Sea?"
    if not fog or first:
        answer: Consent = yield from u.ask(ALLIED, question, Pick(YES_OR_NO), prompt)
        state.asked, state.searching = True, answer.yes
    if not state.searching:
        return
    is_seen = first or not fog
    roll = look_for_ships(u, to=only(ALLIED) if is_seen else NOBODY)
    row = u.data.interceptions[roll]
    finds = bool(row.strike or row.boat or row.report)
    found = finds and bool(passage.fleet)
    passage.roll = roll if found or is_seen else 0
    if not found:
        if is_seen and finds:
            u.tell("AC-B.3-fog-die", "No German ships are in the North Sea", to=only(ALLIED))
        elif is_seen:
            u.tell("AC-B.3-trigger", "Nothing is seen in the North Sea", to=only(ALLIED))
        return
    if fog:
        words = "German ships are in the North Sea: the dice show {roll}"
        u.tell("AC-B.3-fog-other", words, to=only(ALLIED), roll=roll)
    if not passage.home:
        state.sighted = True
    if row.report:
        _report(u, row, len(state.axis.passing[0].ships))
    if row.strike:
        dice = Dice.read(row.strike)
        faces = u.roll(dice.number * D6, f"AC-B.3-r{row.roll}", "Steps of aircraft", to=only(ALLIED)).faces
        passage.steps = sum(-(-face * dice.faces // D6.faces) for face in faces)
    if row.boat:
        boats = free_boats(u.data, row.boat, state.allied.boats_lost)
        passage.boat = u.draw(boats, 1, f"AC-B.3-r{row.roll}", "Submarine", to=only(ALLIED))[0]


def _report(u: Umpire, row: InterceptionRow, number: int) -> None:
    """AC-B.3-r6, -r7, -r8, -report-error: a submarine has seen ships, a plane counts them, and may be wrong."""
    rule = f"AC-B.3-r{row.roll}"
    if row.report == "submarine":
        u.tell(rule, "A submarine has seen German ships in the North Sea", to=only(ALLIED))
        return
    errors = [str(error) for error in range(-row.error, row.error + 1)]
    wrong = int(u.draw(errors, 1, "AC-B.3-report-error", "Error of the report", to=NOBODY)[0])
    seen = max(1, number + wrong)
    words = "A plane has seen German ships in the North Sea, {number} of them, give or take {error}"
    u.tell(rule, words, to=only(ALLIED), number=seen, error=row.error)
    note(u.state, ALLIED, "A plane counts {number} German ships in the North Sea", number=str(seen))


def arrive(u: Umpire, passage: Passage, group: Group) -> None:
    """AC-C.124-arrive, -damaged-back, -no-second, R39: who comes through; on the way to Norway the damaged turn back.

    AC-B.3-abort-def: a fleet has aborted if ships turned back and none arrived.
    """
    state, axis = u.state, u.state.axis
    left = [key for key in group.ships if axis.vessels[key].at != SUNK]
    back = [] if passage.home else [key for key in left if key in passage.hit]
    through = [key for key in left if key not in back]
    port = GERMANY if passage.home else u.data.tables.german.arrival_port
    for key in through if not passage.home else ():
        vessel = axis.vessels[key]
        vessel.at, vessel.since, vessel.berth = port, state.month, ""
        oil.reach_norway(u.data, axis.ships[key])
        axis.newcomers.append(key)
    for key in through if passage.home else back:
        reach_germany(u, key)
    _tell_arrival(u, "AC-C.124-arrive", "{ships} reached {port}", through, port)
    _tell_arrival(u, "AC-C.124-damaged-back", "{ships} turned back to {port}", back, GERMANY)
    if back and not through:
        state.aborted = True
        u.tell("AC-B.3-abort-def", "The German ships have turned back")


def _tell_arrival(u: Umpire, rule: str, words: str, keys: Iterable[str], port: str) -> None:
    names = ", ".join(u.state.axis.ships[key].name for key in keys)
    if names:
        u.tell(rule, words, to=only(AXIS), ships=names, port=port)
        note(u.state, AXIS, words, ships=names, port=port)


# Reaction (D15)


def ask_reaction(u: Umpire) -> kernel.Rule[bool]:
    """AC-B.3-react, -react-abort, -react-once: the Allies may throw for premature turns if a fleet was sighted."""
    state = u.state
    may = state.sighted and not state.aborted
    if may:
        options, prompt = Pick[Action](YES_OR_NO), "German ships were sighted. Do you throw a die for an early start?"
    elif state.sighted:
        options, prompt = Pick[Action]([Proceed()]), "German ships turned back: there is no reaction this month"
    else:
        options, prompt = Pick[Action]([Proceed()]), "No German ships were sighted: there is no reaction this month"
    answer = yield from u.ask(ALLIED, REACT, options, prompt)
    return isinstance(answer, Consent) and answer.yes


def settle_reaction(u: Umpire, wanted: bool) -> None:
    """The die falls with the other dice of the month."""
    u.state.allied.reacting = wanted


def react(u: Umpire) -> None:
    """AC-B.3-react-table: the turns that one British fleet may start early."""
    allied = u.state.allied
    allied.reaction = 0
    if not allied.reacting:
        return
    allied.reaction = premature_turns(u, to=only(ALLIED))
    u.tell("AC-B.3-react-table", "Premature turns: {turns}", to=only(ALLIED), turns=allied.reaction)
