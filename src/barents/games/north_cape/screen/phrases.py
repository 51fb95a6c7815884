"""What a player can answer, in words: every action, and the headings that draw actions of one kind together."""

from __future__ import annotations

from barents.games.north_cape import actions as a
from barents.games.north_cape.data import CARRIER, Counter, Data
from barents.games.north_cape.knowledge.known import is_placeholder
from barents.games.north_cape.names import SIDES, craft, listed, place, so_many, spoken, waiting_force
from barents.games.north_cape.rules.eligibility import is_eligible
from barents.games.north_cape.rules.pieces import at
from barents.games.north_cape.state import WAITING, Deployment, MissionType, State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.game import plain_heading
from barents.kernel.sides import Side

MOST_NAMED = 4


def label(data: Data, name: str) -> str:
    """What a piece, a side or a place off the map is called."""
    about = data.counters.get(name)
    if about is not None:
        return about.name
    if is_placeholder(name):
        return "Face-down counters"
    return _OTHERS.get(name, name)


_OTHERS = {side.value: words for side, words in SIDES.items()} | {f"box-{n}": f"Holding box {n}" for n in range(1, 10)}


def words(data: Data, known: State, action: Action) -> str:
    """An action for a person."""
    match action:
        case a.Declare():
            return _declared(data, known, action)
        case a.Go(cell):
            return _going(known, cell)
        case a.Stop():
            return _stopping(known)
        case a.Cancel():
            began = known.mission is not None and known.mission.began
            return "Break the mission off" if began else "Do not go after all"
        case a.Buy(drawn, spend):
            return _bought(data, drawn, spend)
        case a.UsePrinzEugen(yes):
            return "Prinz Eugen sails" if yes else "Prinz Eugen stays in port"
        case a.Replace(boat):
            return f"{label(data, boat)} stays at home"
        case a.Disperse(cell):
            return f"The ships at {place(data, cell)}"
        case a.DriveTo(cell):
            return f"Into {place(data, cell)}"
        case a.Surface(boat):
            return f"{label(data, boat)} surfaces"
        case a.Engage(attacker, target):
            return f"{label(data, attacker)} attacks {label(data, target)}"
        case a.Fire(ship):
            return f"{label(data, ship)} fires"
        case a.Spot(scout, cell):
            return f"{label(data, scout)} looks at {cell}"
        case a.Land(unit, base):
            return f"{label(data, unit)} lands {_landing(data, base)}"
        case a.Regroup(marker, cell):
            return f"Say what is in holding box {marker[6:]}, {_lying(data, known, cell)}"
        case a.Dissolve(marker):
            return f"Empty holding box {marker[6:]}: its ships lie on the map again"
        case a.ShowPieces(cell):
            return f"Let the enemy see what lies at {data.base_names.get(cell, cell)}"
        case a.Deploy(cell):
            return f"Start in {place(data, cell)}"
        case a.Join(force):
            return f"They sail with {spoken(waiting_force(data, known, force).name)}"
        case Choose(items):
            return listed([label(data, item) for item in items], MOST_NAMED) if items else "None of them"
        case Allot(pairs):
            orders = [f"{label(data, slot)}: {label(data, value)}" for slot, value in pairs]
            return "; ".join(orders[:MOST_NAMED]) + (
                f"; {len(orders) - MOST_NAMED} more" if len(orders) > MOST_NAMED else ""
            )
        case Decline():
            in_setup = any(isinstance(step, Deployment) for step in known.agenda)
            return "No, they stay at home" if in_setup else "Let it pass"
    return _PLAIN.get(type(action), str(action))


_PLAIN: dict[type[Action], str] = {
    a.Pass: "Pass",
    a.DropOff: "Leave some of them behind here",
    a.LeaveMap: "Merchants leave for home by the west edge",
    a.Forgo: "Let them see more easily",
    a.SaySubmarine: 'Say "Submarine", and move on unseen',
    a.Show: "Show what sails there",
    a.RollInfiltration: "Slip through the escorts",
    a.AttackOpenly: "Attack at once, and be heard",
    a.HoldFire: "Hold fire",
    a.CallHfdf: "Listen for U-boats: no mission, but once a turn",
    a.WaitAloft: "Not now: it is out of the fight until the turn is over",
}


def _declared(data: Data, known: State, mission: a.Declare) -> str:
    """A mission: of whom if there is just one who could go, and from where."""
    if mission.start.startswith(WAITING):
        name = spoken(waiting_force(data, known, mission.start).name)
        return f"{name[0].upper()}{name[1:]} enters the map"
    able = eligible(data, known, mission)
    who = craft(mission.flying)
    if len(able) == 1:
        who = f"{able[0].name} as {who}" if able[0].is_decoy else able[0].name
    return f"{mission.type.value.capitalize()} with {who} from {mission.start}"


def eligible(data: Data, known: State, mission: a.Declare) -> list[Counter]:
    """Those seen in a hex, friend or enemy, who could go on a mission from it."""
    return [
        data.counters[piece.id]
        for side in Side
        for piece in at(known, side, mission.start)
        if piece.id in data.counters and is_eligible(known, data, piece, mission.type, mission.flying)
    ]


def _going(known: State, cell: str) -> str:
    mission = known.mission
    if mission is None:
        return f"Go to {cell}"
    if mission.start.startswith(WAITING) and not mission.moved:
        return f"Enter at {cell}"
    return f"{'Fly' if mission.flying else 'Sail'} to {cell}"


def _stopping(known: State) -> str:
    """Stop ends a movement, a search or a stage of combat."""
    mission = known.mission
    if known.combat is not None or mission is None:
        return "No more attacks"
    if mission.arrived:
        return "Look no further"
    return {
        MissionType.RECON: "Stop here and look around",
        MissionType.PATROL: "Stay on patrol here",
        MissionType.SORTIE: "Stop here",
        MissionType.ATTACK: f"Attack in {mission.at}",
    }[mission.type]


def _bought(data: Data, drawn: int, spend: int) -> str:
    """Decoys cost points; paying for more than one draws keeps the enemy guessing."""
    decoys = f"{drawn or 'No'} decoy{'' if drawn == 1 else 's'}"
    if not spend:
        return decoys
    price = data.tables.victory.decoy
    paid = "" if spend == price * drawn else f" but pay for {spend // price}"
    return f"{decoys}{paid}: {so_many(spend, 'point')} to the enemy"


def _landing(data: Data, base: str) -> str:
    return "on Victorious" if base == CARRIER else f"at {place(data, base)}"


def _lying(data: Data, known: State, cell: str) -> str:
    if cell.startswith(WAITING):
        return f"out of {spoken(waiting_force(data, known, cell).name)}"
    return f"out of what lies at {cell}"


def heading(data: Data, kind: type[Action], action: Action | None) -> str:
    """The words over actions of one kind."""
    if isinstance(action, a.Declare):
        if action.start.startswith(WAITING):
            return "Enter the map"
        return f"{action.type.value.capitalize()} with {craft(action.flying)}"
    return _HEADINGS.get(kind) or plain_heading(data, kind, action)


_HEADINGS: dict[type[Action], str] = {
    a.UsePrinzEugen: "Prinz Eugen",
    a.Replace: "Keep a boat at home",
    a.Deploy: "Where they start",
    a.Join: "Send two cruisers",
    a.Buy: "Decoys",
    a.Pass: "Pass",
    a.Declare: "Missions",
    a.Go: "Move to a lit hex",
    a.Stop: "Enough",
    a.Cancel: "Call it off",
    a.DropOff: "Leave units behind",
    a.Surface: "Surface a boat",
    a.LeaveMap: "Leave for home",
    a.Spot: "Look at a hex",
    a.Forgo: "Let them see",
    a.SaySubmarine: 'Say "Submarine"',
    a.Show: "Show the stack",
    a.RollInfiltration: "Slip through",
    a.AttackOpenly: "Attack at once",
    a.Engage: "Attack",
    a.Fire: "Anti-aircraft fire",
    a.HoldFire: "Hold fire",
    a.Land: "Land",
    a.WaitAloft: "Stay away",
    a.CallHfdf: "HF/DF",
    a.Disperse: "Struck by the storm",
    a.DriveTo: "Drive the ship away",
    a.Regroup: "Holding boxes",
    a.Dissolve: "Empty a holding box",
    a.ShowPieces: "Show pieces",
    Choose: "Choose",
    Allot: "Give orders",
    Decline: "Let it pass",
}
