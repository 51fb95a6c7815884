"""One sentence or two on what a page of the campaign is about, for somebody who has never seen the rules.

They say what is asked, what it costs, and what the usual answer is, from what the asked side knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from barents.games.arctic_campaign import circumstances_plans as plans
from barents.games.arctic_campaign import oil
from barents.games.arctic_campaign.actions import Proceed
from barents.games.arctic_campaign.allied_events import event_of
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import LEFT_OUT, points
from barents.games.arctic_campaign.state import State
from barents.games.operations.names import TYPES
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.sides import Side
from barents.kernel.words import in_words, listed

Told: TypeAlias = Callable[[Data, State, Decision[Any]], str]
ASKED_ALL_THE_SAME = "You are asked all the same: nobody should learn from your waiting whether you had anything to do."


def circumstance(data: Data, known: State, decision: Decision[Any]) -> str:
    """What a page is about."""
    if _is_empty(decision):
        return ASKED_ALL_THE_SAME
    if decision.rule.startswith("AC-C.4-"):
        return axis_event(data, known, decision)
    told = CIRCUMSTANCES.get(decision.rule)
    return told(data, known, decision) if told is not None else ""


def _is_empty(decision: Decision[Any]) -> bool:
    """Whether there is nothing to choose."""
    options = decision.options
    if not isinstance(options, Pick) or any(product.domains for product in options.products):
        return False
    return all(isinstance(action, Proceed) for action in options.listed)


# Before the war


def core_swap(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.11."""
    return (
        "The core costs nothing all through the war; every other ship is paid for month by month. Both sides will know "
        "what you choose. The ships that are listed first are those of history."
    )


def early_destroyers(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-C.121-three-dd."""
    german = data.tables.german
    return (
        "Each ship in Germany is ready in the month that two dice say; for the three destroyers that you name it is "
        f"{-german.named_modifier} months earlier. It is a secret, and any three are as good."
    )


def first_ports(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-A.4-start-port, of either side."""
    if decision.side is Side.AXIS:
        return plans.squadrons(data, known, decision)
    return (
        "All three repair ships. Hired ships join at Scapa Flow; Hvalfjordur and Seydisfjordur are nearer to the "
        "convoys. Ships move freely between these ports at the beginning of each month: Scapa Flow does well."
    )


def hull_boxes(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-C.11-spread."""
    return (
        f"The autumn has cost the flotilla {in_words(known.axis.flotilla_hits)} boxes of hull, spread as evenly as can "
        "be. A damaged destroyer has to go home at the end of January, but for one who may be repaired at Trondheim."
    )


def first_yard(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-C.11-trondheim-one."""
    return (
        "Trondheim repairs small things only; this once it may mend the hull of one destroyer, a box in two months. "
        "The others go to Germany in January, where a box takes a month. The usual answer is to name one."
    )


def first_norway(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-C.11-five."""
    return (
        "From Altafjord it is half a day to the convoys' way, from Trondheim more than a day; Trondheim has the yard. "
        "Each month you may move them again before the convoys sail."
    )


# Phase 1


def mending(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.42-choice."""
    return (
        "They are hurt more than a month can mend. What is proposed comes in the usual order: hull and speed first, "
        "then guns, tubes and anti-aircraft guns."
    )


def yard(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-C.22-three."""
    table = data.tables.repairs
    return (
        f"A ship in the yard does not sail this month and burns no fuel; after {in_words(table.trondheim_months)} "
        "months on end she has a box of light guns, anti-aircraft guns or tubes mended, and storm damage after one. "
        "Hull, speed and heavy guns are mended only in Germany. Who is elsewhere is brought to Trondheim."
    )


def decks(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.15-carrier-replace."""
    return (
        "A step is about four aircraft; losses are made good each month for nothing. Fighters protect a fleet from "
        "raids, torpedo bombers find and strike ships. What she carries now comes first."
    )


def withdrawn(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.5-bb-choice."""
    row = event_of(known, data)
    months = in_words(row.months) if row is not None else "some"
    time = f"for {months} month{'' if months == 'one' else 's'}"
    return f"She is needed elsewhere {time}, and comes back to Scapa Flow. One of them has to go."


def offer(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.5-decline."""
    row = event_of(known, data)
    if row is None:
        return ""
    cost = "Together they cost half of their rent, rounded up, which the Axis gets" if row.half else "They cost nothing"
    use = (
        " They may only sail with a convoy or cover one."
        if row.missions
        else " They may do whatever your own ships may."
    )
    return f"{row.name}: {cost}. They stay for the month; you may take all, some or none.{use}"


def handing_over(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.18-1944-roll."""
    number = len(data.tables.soviet.transferred)
    return (
        f"{in_words(number).capitalize()} ships, a battleship among them, then sail with the next eastbound convoy and "
        "join the Soviet navy in Russia. The die costs nothing; the usual answer is yes."
    )


def dealing(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.12, AC-B.19."""
    prices = ", ".join(f"{TYPES[kind]} {row.replace}" for kind, row in data.tables.core.types.items())
    return (
        "Points that you pay go to the Axis in the month's account; for ships given up you get some. A ship in the "
        f"place of one lost or damaged costs so much: {prices}; one more than that costs more, up to a limit. A bought "
        "ship stays to the end of the war, a hired one for a month: to buy pays if you would hire her more than three "
        "to six times."
    )


def axis_event(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-C.4."""
    row = data.axis_events.get(known.axis.event)
    axis = known.axis
    if row is None:
        return ""
    match row.kind:
        case "bombers":
            steps = f"{axis.extra_bombers} step{'' if axis.extra_bombers == 1 else 's'}"
            return f"{row.name}: {steps} more this month, all of the type that you name."
        case "recon":
            types = [data.sea.air_types[type] for type in data.tables.axis_events.recon]
            reach = listed([f"the {type.name} searches within {type.radius} zones of her base" for type in types])
            return f"{row.name}: {row.steps} steps more this month; {reach}."
        case "coastal":
            return (
                f"{row.name}: {axis.coastal_transports} small transports with {axis.coastal_sweepers} minesweepers, "
                f"one zone a turn along the coast. You get nothing when they arrive, and the Allies "
                f"{points(data.tables.victory.coastal_transport)} for each transport that they sink: sail while they "
                "are busy elsewhere."
            )
    return f"{row.name}: a new carrier takes the air group that you give her now."


# Phase 2


def loading(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.21-launch-port."""
    first, second = data.tables.transports.launch_ports
    return (
        f"From {first} in Iceland the way to Russia is shorter and further from the German airfields; a convoy from "
        f"{second} sails by a route of its own. A convoy begins in one port: keep together what is to sail together. "
        f"The usual answer is all at {first}."
    )


def to_norway(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-A.22-form-fleets, AC-C.35."""
    table = data.tables.oil
    return (
        "Each fleet is looked for once, whatever its size: fewer fleets are fewer chances for the enemy, but an attack "
        "on a large one may find a great ship. Ships arrive at Trondheim with "
        f"{in_words(table.passage_boxes)} boxes less in their tanks, and in port cost fuel each month: what cannot be "
        f"fed stays better at home. The stock has {known.axis.stock // oil.BOX} boxes."
    )


def intercept(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.3-trigger."""
    return (
        "Aircraft and submarines look for them with two dice of yours. It costs nothing, and there is no reason not to "
        "look but that an attacking submarine may be lost."
    )


def strike(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.3-air-resolve."""
    most = data.sea.tables.strike.steps_per_ship
    return (
        f"No more than {in_words(most)} steps attack one ship; the others turn to the next largest. The largest ship "
        "is worth most, but may be armoured; a ship that is hit on the way to Norway turns back."
    )


def press(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-SUB-press."""
    return (
        "The screen has found her before she could fire. If she goes on she fires with a worse chance and is hunted "
        "harder; if she breaks off she is at worst sent home."
    )


def react(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.3-react."""
    return (
        "A die divided by three are turns by which one fleet of British ships may leave port before the first turn of "
        "the month. It costs nothing; the usual answer is yes."
    )


def escorts(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.17-escort-roll."""
    return (
        "As many destroyers as a die says leave port to meet convoys in the east; without it they stay. It costs "
        "nothing, but those that sail may be lost, and score for the enemy."
    )


# Both


def modes(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-MODE-mix, -left-out."""
    quick = isinstance(decision.options, Subset) and "quick" in decision.options.items
    left_out = f" {LEFT_OUT}" if quick else ""
    return (
        "Tick every way that you are content with. Played by hand a month takes some hours; watched some minutes; "
        f"reckoned none. If you have no way in common it is played by hand.{left_out}"
    )


def committing(data: Data, known: State, decision: Decision[Any]) -> str:
    """OP-MODE-quick."""
    return (
        "They sail only if a convoy is found, and then may meet its escort and covering fleet; at sea they burn fuel "
        "and may be hurt. Keep back what is too precious."
    )


def waiting(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-A.24-allied-none."""
    return ASKED_ALL_THE_SAME


def homeward(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-A.24-fleets, AC-C.35."""
    return (
        "Without need the usual answer is that all stay, unless the fuel runs out. Heavy damage is mended only in "
        "Germany; ships there cost no fuel of the stock, and come back by the North Sea when you want them. Each fleet "
        "is looked for once on its way."
    )


def fading(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-A.1-fade-out."""
    box = data.tables.victory.boxes[known.marker]
    return (
        f"No great German ship can come any more. If both agree it ends here, and the marker's box is the result: "
        f"{box}. Otherwise destroyers and U-boats fight on, and you will be asked again."
    )


CIRCUMSTANCES: dict[str, Told] = {
    "AC-B.11-optional-swap": core_swap,
    "AC-C.121-three-dd": early_destroyers,
    "AC-A.4-start-port": first_ports,
    "AC-C.11-spread": hull_boxes,
    "AC-C.11-trondheim-one": first_yard,
    "AC-C.11-five": first_norway,
    "AC-B.42-choice": mending,
    "AC-C.22-three": yard,
    "AC-B.15-carrier-replace": decks,
    "AC-C.13-carrier-replace": decks,
    "AC-B.5-bb-choice": withdrawn,
    "AC-B.5-decline": offer,
    "AC-B.18-1944-roll": handing_over,
    "AC-B.12-time": dealing,
    "AC-B.21-launch-port": loading,
    "AC-A.22-form-fleets": to_norway,
    "AC-A.22-intercept": intercept,
    "AC-A.24-intercept": intercept,
    "AC-B.3-air-resolve": strike,
    "OP-SUB-press": press,
    "AC-B.3-react": react,
    "AC-B.17-escort-roll": escorts,
    "AC-B.16-place": plans.submarines,
    "AC-B.16-no-mix": plans.submarines,
    "AC-A.22-uboats": plans.submarines,
    "AC-B.17-choice": plans.answering,
    "AC-B.17-murmansk-third": plans.soviet_bases,
    "AC-A.4-monthly-setup": plans.soviet_bases,
    "AC-B.23-cve-1943": plans.free_carrier,
    "AC-B.13-time": plans.hiring,
    "AC-B.14-historical": plans.which_hired,
    "AC-B.13-return-only": plans.hiring_again,
    "AC-B.21-any-number": plans.eastbound,
    "AC-B.22-may": plans.westbound,
    "AC-B.5-11": plans.mission,
    "AC-B.23-sources": plans.places,
    "AC-B.21-turn": plans.sailing,
    "AC-C.6-ao": plans.secret_base,
    "AC-C.33-when": plans.fuelling,
    "OP-MODE-mix": modes,
    "OP-MODE-quick": committing,
    "AC-A.24-allied-none": waiting,
    "AC-A.24-fleets": homeward,
    "AC-A.1-fade-out": fading,
}
