"""The Soviet navy: who comes, who may sail, and where they lie (B.17, B.18)."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_campaign import phases
from barents.games.arctic_campaign.actions import Consent
from barents.games.arctic_campaign.allied import western
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.units import Umpire, afloat, commission, date, is_whole, note
from barents.games.arctic_campaign.state import State, Vessel
from barents.games.operations.state import Mission
from barents.games.operations.terms import ShipClass
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import D6
from barents.kernel.odds import ends, every_end, every_throw
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Odds
from barents.kernel.words import in_words

DESTROYER: ShipClass = "DD"
DELIVERY: tuple[Mission, ...] = ("convoy", "transfer", "return")  # what a ship does that is to be handed over


# The navy


def navy(state: State) -> list[Vessel]:
    """The Soviet ships afloat, transferred ones as soon as they have arrived."""
    return [vessel for vessel in afloat(state.allied) if vessel.service == "soviet"]


def type_of(state: State, data: Data, key: str) -> ShipClass:
    """The type of a Soviet ship."""
    return data.sea.types[state.allied.ships[key].line].type


def murmansk_room(state: State, data: Data) -> int:
    """AC-B.17-murmansk-third, -third-round: how many Soviet warships may be based at Murmansk."""
    table = data.tables.soviet
    warships = [vessel for vessel in navy(state) if type_of(state, data, vessel.key) in table.murmansk_types]
    return len(warships) // table.murmansk_share


def destroyers(state: State, data: Data) -> list[str]:
    """AC-B.17-roll-floor, -choice: undamaged Soviet destroyers, who may answer a call."""
    return [
        vessel.key
        for vessel in navy(state)
        if vessel.ready <= state.month
        and type_of(state, data, vessel.key) == DESTROYER
        and is_whole(state.allied.ships[vessel.key])
    ]


# The month begins


def new_month(u: Umpire) -> None:
    """AC-B.18-1944-six: transferred ships that have reached Russia belong to the Soviet navy."""
    ports = western.soviet_ports(u.data)
    for vessel in afloat(u.state.allied):
        if vessel.service == "transfer" and vessel.at in ports:
            vessel.service = "soviet"
            u.tell("AC-B.18-1944-six", "{unit} joins the Soviet navy", to=only(Side.ALLIED), unit=vessel.key)


# Ships from the Pacific


def pacific(u: Umpire) -> None:
    """AC-B.18-pacific-roll, -six, -years: on a six in summer they come to Archangelsk, once for all."""
    state, data = u.state, u.data
    desk, table = state.allied, data.tables.soviet
    if desk.pacific or data.month_of_year(state.month) not in table.pacific_months:
        return
    die = u.roll(
        D6,
        "AC-B.18-pacific-roll",
        "Ships from the Pacific",
        to=only(Side.ALLIED),
        needs=str(table.pacific_needed),
    )
    if die < table.pacific_needed:
        return
    desk.pacific = True
    option = (table.pacific_option,) if state.options.revnostnyi else ()
    for name in (*table.pacific, *option):
        commission(state, data, Side.ALLIED, data.key("su", name), "soviet", table.pacific_port)
    words = "The ships from the Pacific are at Archangelsk"
    u.tell("AC-B.18-pacific-six", words, to=only(Side.ALLIED))
    note(state, Side.ALLIED, words)


# Ships handed over in 1944


def handing_over(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """AC-B.18-1944-roll."""
    number = len(data.tables.soviet.transferred)
    return (
        f"{in_words(number).capitalize()} ships, a battleship among them, then sail with the next eastbound convoy and "
        "join the Soviet navy in Russia. The die costs nothing; the usual answer is yes."
    )


def transfer_odds(data: Data, _known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AC-B.18-1944-roll: one die."""
    if action != Consent(yes=True):
        return None
    needed = data.tables.soviet.transfer_needed
    return Odds(every_throw(data, are_handed_over).chance(bool), f"they are handed over, on a {needed}")


HAND_OVER: Question[State, Data] = Question(
    "AC-B.18-1944-roll",
    "Do you roll for ships that are handed over to the Soviet navy?",
    phase=phases.REPAIR,
    about=handing_over,
    answers={Consent: "Yes is a die that only you see; if it fails, or you wait, you may try again next month."},
    odds=transfer_odds,
)


def ask_transfer(u: Umpire) -> kernel.Rule[bool]:
    """D9, AC-B.18-1944-roll: from January 1944 the Allies may roll for them, until they come."""
    state, data = u.state, u.data
    if state.allied.transferred or date(state, data) < data.tables.soviet.transfer_from:
        return False
    answer = yield from u.ask(Side.ALLIED, HAND_OVER, Pick([Consent(True), Consent(False)]))
    return answer.yes


def settle_transfer(u: Umpire, wanted: bool) -> None:
    """Whether the die is thrown."""
    u.state.allied.transfer_asked = wanted


def are_handed_over(u: Umpire) -> bool:
    """AC-B.18-1944-roll: whether ships for the Soviet navy are ready this month."""
    needed = u.data.tables.soviet.transfer_needed
    subject = "Ships for the Soviet navy"
    return u.roll(D6, "AC-B.18-1944-roll", subject, to=only(Side.ALLIED), needs=str(needed)) >= needed


def transfer(u: Umpire) -> None:
    """AC-B.18-1944-roll, -ships, -free: on a six they are in the west, to sail with the next eastbound convoy."""
    state, data = u.state, u.data
    desk, table = state.allied, data.tables.soviet
    if not desk.transfer_asked:
        return
    if not are_handed_over(u):
        return
    desk.transferred = True
    for name in table.transferred:
        commission(state, data, Side.ALLIED, data.key("su", name), "transfer", table.transfer_port)
    words = "Ships for the Soviet navy are ready to sail with an eastbound convoy"
    u.tell("AC-B.18-1944-six", words, to=only(Side.ALLIED))
    note(state, Side.ALLIED, words)


# Destroyers for the convoys


def call_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AC-B.17-escort-roll: how many Soviet destroyers answer, of those that are whole."""
    if action != Consent(yes=True):
        return None
    answer = every_end(data, known, those_who_answer, changes=False)
    found = {_so_many(ships): chance for ships, chance in sorted(answer.chances.items())}
    there = len(destroyers(known, data))
    notes = (f"{answer.mean(float):.1f} expected of the {there} that are whole", "it costs nothing")
    return Odds(round(1 - answer[0], 6), "somebody answers", answer.modifiers, ends(found), notes)


def _so_many(ships: int) -> str:
    return "nobody" if not ships else f"{in_words(ships)} destroyer{'' if ships == 1 else 's'}"


CALL: Question[State, Data] = Question(
    "AC-B.17-escort-roll",
    "Do you ask the Soviet navy for destroyers?",
    phase=phases.GERMAN_MOVE,
    about=(
        "As many destroyers as a die says leave port to meet convoys in the east; without it they stay. It costs "
        "nothing, but those that sail may be lost, and score for the enemy."
    ),
    answers={Consent: "Yes is a die that only you see, thrown before you plan the month's convoys."},
    odds=call_odds,
)


def ask_escorts(u: Umpire) -> kernel.Rule[bool]:
    """D22, AC-B.17-escort-roll: the Allies may ask for Soviet destroyers."""
    answer = yield from u.ask(Side.ALLIED, CALL, Pick([Consent(True), Consent(False)]))
    return answer.yes


def those_who_answer(u: Umpire) -> int:
    """AC-B.17-escort-roll, -minus2, -minus1, -roll-floor: how many destroyers a die brings, of those that are whole."""
    state, data = u.state, u.data
    now, there = date(state, data), len(destroyers(state, data))
    until = next((row for row in data.tables.soviet.escort_modifiers if now <= row.to), None)
    modifiers = {} if until is None else {"early in the war": until.modifier}
    die = u.roll(D6, "AC-B.17-escort-roll", "Soviet destroyers", modifiers, to=only(Side.ALLIED))
    return max(0, min(int(die), there))


def escort_roll(u: Umpire) -> None:
    """AC-B.17-escort-roll: how many destroyers will answer."""
    state = u.state
    desk = state.allied
    desk.escorts = 0
    if not desk.escort_asked:
        return
    desk.escorts = those_who_answer(u)
    words = "{number} Soviet {number:destroyer answers|destroyers answer}"
    u.tell("AC-B.17-escort-roll", words, to=only(Side.ALLIED), number=desk.escorts)
    note(state, Side.ALLIED, "Soviet destroyers that answer: {number}", number=str(desk.escorts))
