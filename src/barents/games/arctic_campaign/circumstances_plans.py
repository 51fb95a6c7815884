"""What the pages of the month's plans are about: submarines, hire, convoys and their escort, squadrons and fuel."""

from __future__ import annotations

from collections import Counter
from typing import Any

from barents.games.arctic_campaign import stations
from barents.games.arctic_campaign.actions import SailEast
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.desk_allied import outlook, wanted
from barents.games.arctic_campaign.names import plural, points, tally
from barents.games.arctic_campaign.phrases import called
from barents.games.arctic_campaign.state import State
from barents.games.arctic_campaign.transports import TRANSPORT
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.sides import Side
from barents.kernel.words import in_words, listed

# The Allies


def submarines(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.16-place, AC-A.22-uboats."""
    if decision.side is Side.AXIS:
        return (
            "Nobody sees where they lie. A boat finds only what comes through her own zone: put them "
            "across the convoys' way, a day or so apart, west of Bear Island where the routes are close together. "
            "Boats without an order are spread along the usual way."
        )
    return (
        "Nobody sees where they lie. They wait for German ships that leave port: off Altafjord, Trondheim and Narvik "
        "they see most. British and Soviet boats do not share a zone."
    )


def answering(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.17-choice."""
    return "Those that you name may leave port this month; take the strongest, from the port that the convoys make for."


def soviet_bases(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.17-murmansk-third, AC-A.4-monthly-setup."""
    return (
        "Murmansk is open all the year, but no more than a third of the Soviet warships may be based there. Ice "
        "breakers open Archangelsk for convoys in the months in which it freezes, if one lies there undamaged. The "
        "usual answer is to leave them where they are."
    )


def free_carrier(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.23-cve-1943."""
    return "She costs nothing, and her fighters and Swordfish are worth more to a convoy than any other ship: take one."


def hiring(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.13-time."""
    sunk = data.sea.types[TRANSPORT].vp + data.sea.types[TRANSPORT].cargo * data.tables.victory.cargo
    return (
        f"{outlook(data, known)} What you pay goes to the Axis, and the ships go at the month's end. A transport that "
        f"is sunk costs you {points(sunk)} in all, so escorts (one point), minesweepers and a few destroyers soon pay "
        f"for themselves; great ships only if you expect his.{_not_for_hire(known)}"
    ).strip()


def _not_for_hire(known: State) -> str:
    """AC-B.19-no-hire."""
    given_up = listed([plural(kind) for kind in known.allied.sold])
    return f" You have given up {given_up} this month, and can hire none." if given_up else ""


def which_hired(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.14-historical."""
    return "Ships of a type differ; those that are listed first are as good as any. They join at Scapa Flow."


def hiring_again(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.13-return-only."""
    return "They have to leave Russia this month in any case. Pay only for those that are to cover a convoy on the way."


def eastbound(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.21-any-number."""
    table = data.tables.victory
    worth = data.sea.types[TRANSPORT].cargo * table.cargo
    loss = data.sea.types[TRANSPORT].vp
    listed_ = decision.options.listed if isinstance(decision.options, Pick) else ()
    most: dict[str, int] = {}
    for action in listed_:
        if isinstance(action, SailEast):
            most[action.port] = max(most.get(action.port, 0), action.transports)
    launched = {port: most[port] for port in data.tables.transports.launch_ports if port in most}
    if not launched:
        ports = " or ".join(data.tables.transports.unload_ports)
        return (
            f"They lie in Russia with their cargo, and can unload only in {ports}. Each that does is worth "
            f"{points(worth)}; while they wait they cost nothing. Only Soviet destroyers can cover them."
        )
    doctrine = [f"{wanted(number)} destroyers for {number}" for number in dict.fromkeys(launched.values())]
    return (
        "The usual answer is all of them in one convoy, or in two if there are more than thirty. Each that unloads in "
        f"Russia is worth {points(worth)}, each that is sunk {points(loss)} to the Axis, each that stays "
        f"{points(table.kept_back)}; those that stay also make next month's dice fewer. Doctrine gives "
        f"{listed(doctrine)}."
    )


def westbound(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.22-may."""
    table = data.tables.transports
    return (
        "The usual answer is all of them, when an eastbound convoy sails too: one covering fleet then serves both. "
        f"Transports that come home are worth {points(data.tables.victory.returned)} each, and one that is sunk costs "
        f"as much as a laden one. From {in_words(table.forced_from)} on at least half must sail; while they wait they "
        "cost nothing."
    )


def mission(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.5-11."""
    table = data.tables.victory
    return (
        f"She carries gold home: {points(table.special_mission)} if she reaches Scapa Flow, and ships that are sunk "
        f"with her count {'twice' if table.mission_loss_factor == 2 else 'more'}. With a cruiser in Murmansk it cannot "
        "be put off. A fast one is best."
    )


def places(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.23-sources: what is proposed, and what doctrine would have."""
    options = decision.options
    if not isinstance(options, Assign):
        return ""
    first: Counter[tuple[str, str]] = Counter()
    for key, domain in options.slots.items():
        place = next(iter(domain))
        first[place, stations.line_of(known, data, key).type] += 1
    fleets = [place for place in dict.fromkeys(place for place, _ in first) if place not in _ports(data)]
    proposed = []
    for fleet in fleets:
        kinds = [kind for (at, kind), many in first.items() if at == fleet for _ in range(many)]
        proposed.append(f"{called(data, known, fleet)}: {tally(kinds)}")
    return (
        f"Your staff proposes {'; '.join(proposed) or 'that all stay in port'}. Doctrine: "
        f"{in_words(stations.CONVOY_DESTROYERS)} destroyers with a convoy and one more for each "
        f"{in_words(stations.SHIPS_A_DESTROYER)} transports, {in_words(stations.CONVOY_CRUISERS)} cruisers with it, "
        "the great ships in a covering fleet. Ships in port are safe, and nobody but you knows which stay."
    )


def _ports(data: Data) -> tuple[str, ...]:
    return tuple(port.name for port in data.sea.tables.ports.rows)


OUT_OF_RUSSIA = ("qp-", stations.HOME, stations.GUARD, stations.MISSION)  # how the keys of such fleets begin


def sailing(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-B.21-turn."""
    month = data.month_of_year(known.month)
    turns = data.sea.tables.clock.most_turns
    early = ""
    if known.allied.early:
        early = f"The event lets convoys start up to {in_words(known.allied.early)} turns before the first. "
    elif known.allied.reaction:
        early = f"The sighting lets one British fleet start early, turns: {known.allied.reaction}. "
    north = " In this month the northern route is open." if month in data.sea.routes["NORTH-M"].months else ""
    leave = ""
    if isinstance(decision.options, Assign) and any(slot.startswith(OUT_OF_RUSSIA) for slot in decision.options.slots):
        leave = (
            " Fleets that leave Russia have to be home when the month ends: they are offered the turns that are early "
            "enough. In that turn they put to sea, and then only western ports are open to them."
        )
    return (
        f"{early}The usual answer is turn 1 by the first route.{north}{leave} A month has {turns} turns of four "
        f"hours and a convoy makes a zone a turn: one that sails long after turn {turns - 60} may not arrive, and "
        "turns back. The further north the safer from aircraft. A way of one's own goes by up to four waypoints, and "
        "the route then only says which port. Covering fleets are fast: let them sail some days after their convoy, to "
        "be with it off Bear Island."
    )


# The Germans


def squadrons(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-A.4-start-port."""
    return (
        "The usual answer is to leave them where they are; Altafjord is the best place from which to meet convoys. "
        "Ships of one port sail together unless you put some into a second squadron there. Ships that came this month "
        "are at Trondheim. An oiler may be sent to found a secret base off Novaya Zemlya, once a year."
    )


def secret_base(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-C.6."""
    turns = in_words(data.sea.tables.secret_base.founding_turns)
    return (
        f"After {turns} turns there it serves boats and two steps of aircraft. If it is found and destroyed, or left "
        f"standing, the Allies get {points(data.tables.victory.secret_base)}."
    )


def fuelling(data: Data, known: State, decision: Decision[Any]) -> str:
    """AC-C.33."""
    if isinstance(decision.options, Subset):
        return (
            "After a whole turn in port they take what they have burnt, as long as the stock lasts. Those without this "
            "order keep what is left in their tanks until next month."
        )
    return (
        "Ships that may sail should be full. A box for a great ship is a box of the stock, for light cruisers and "
        "destroyers half of one, for smaller ships a third; it is paid at the month's end. Full tanks let a ship stay "
        "at sea for a week; but fuel that is burnt now is missing later, and each month brings no more than "
        f"{_dice(data, known)}."
    )


def _dice(data: Data, known: State) -> str:
    rolled = data.tables.oil.dice
    year = data.year(known.month)
    number = max(0, rolled[min(max(year, min(rolled)), max(rolled))] + known.options.fuel_dice_adjust)
    return f"{in_words(number)} {'die' if number == 1 else 'dice'}"
