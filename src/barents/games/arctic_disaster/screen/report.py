"""What is told when a game is over: how it ended and why, from the final position and what the log says happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from barents.atlas.fates import ARRIVED, AT_SEA, BACK, BY_AIR, beside_history, convoy_in_words, fates, historical
from barents.atlas.reports import (
    AIRCRAFT,
    CARRIER_LOST,
    ESCORTS,
    FIGHTERS,
    GUNS,
    SHIPS,
    SUBMARINES,
    Losses,
    broken_off,
    in_points,
    lost_to,
    ranked,
)
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import CARRIER, CONVOY, TIRPITZ, Data
from barents.games.arctic_disaster.names import GLYPHS, many
from barents.games.arctic_disaster.rules.victory import allied_points, german_points, worth
from barents.games.arctic_disaster.state import Ship, State
from barents.kernel.events import Entry, Told
from barents.kernel.game import Result
from barents.kernel.report import Loss, Report, Scored, Tally, TallyRow
from barents.kernel.sides import Side
from barents.kernel.words import capital, in_words, listed

# What the log is read by: the rule under which a turn begins, and those under which something is lost or damaged.
TURN, DAMAGED, AGROUND, COUNTERATTACK = "AD-3.0-phase-order", "AD-12.0-reduced", "AD-5.5-ground-roll", "AD-13.9-counter"
SUNK = ("AD-12.0-sunk", "AD-12.2-crit-no-chain")
SHOT_DOWN = ("AD-11.1-aa-step", "AD-11.3.1-losses-owner", "AD-11.3.1-return-fire")
NO_CARRIER = "AD-8.3-carrier-loss"
ROCKS = "rocks"
STAYED = "Groups still at sea after the recall"


@dataclass
class Story(Losses):
    """What the log tells: who was lost to what, and when."""

    down: list[str] = field(default_factory=list)  # air units that have been lost


def report(data: Data, state: State, log: Sequence[Entry]) -> Report:
    """How a game ended and why."""
    story = read(data, log)
    ended = ends_of(data, state, story)
    begins = datetime.fromisoformat(data.scenarios[state.scenario].turns[0].begins)
    name = data.markers[CONVOY].name
    tallies: tuple[Tally, ...] = (beside_history(name, ended, begins, in_history(name, begins)),) if ended else ()
    return Report(
        sentence=sentence(data, state, ended),
        scored=tuple(scored(data, state)),
        losses=tuple(story.losses),
        tallies=tallies,
    )


# Losses, from the log


def read(data: Data, log: Iterable[Entry]) -> Story:
    """Read the log from beginning to end."""
    story, turn = Story(), 1
    for event, *_ in log:
        if not isinstance(event, Told):
            continue
        about = {name: str(value) for name, value in event.about.items()}
        if event.rule == TURN and "turn" in about:
            turn = int(about["turn"])
        elif event.rule in (*SUNK, DAMAGED) and about.get("unit") in data.counters and "by" in about:
            story.harm(about["unit"], cause_of(data, about["by"]))
            if "points" not in about:
                _lose(data, story, about["unit"], turn)
        elif event.rule == AGROUND and about.get("unit") in data.counters:
            story.parts[about["unit"]] = [ROCKS]
            _lose(data, story, about["unit"], turn)
        elif event.rule == COUNTERATTACK and "boat" in about:
            side = data.commands[data.boats[about["boat"]].command].side if about["boat"] in data.boats else Side.ALLIED
            story.losses.append(Loss(side, _boat_name(data, about["boat"]), GLYPHS["SS"], ESCORTS, turn))
        elif event.rule in SHOT_DOWN and about.get("unit") in data.air and "destroyed" in event.words:
            _shoot_down(data, story, about["unit"], _shooter(data, about["by"]), turn)
        elif event.rule == NO_CARRIER:
            for unit in data.air.values():
                if data.formations[unit.formation].side is Side.ALLIED and unit.id not in story.down:
                    _shoot_down(data, story, unit.id, CARRIER_LOST, turn)
    return story


def cause_of(data: Data, by: str) -> str:
    """What did the harm, by its name."""
    if by in data.air:
        return AIRCRAFT
    if by in data.boats or data.counters[by].is_sub:
        return SUBMARINES
    return SHIPS


def _shooter(data: Data, by: str) -> str:
    """What shot an air unit down: fighters, a ship's guns, or the bombers that fired back."""
    return FIGHTERS if by == "fighters" else AIRCRAFT if by in data.air else GUNS


def _lose(data: Data, story: Story, name: str, turn: int) -> None:
    unit = data.counters[name]
    story.lose(unit.side, name, unit.name, GLYPHS[unit.type], turn)


def _shoot_down(data: Data, story: Story, name: str, cause: str, turn: int) -> None:
    unit = data.air[name]
    row = data.formations[unit.formation]
    story.losses.append(Loss(row.side, unit.name, GLYPHS[row.type], cause, turn))
    story.down.append(name)


def _boat_name(data: Data, boat: str) -> str:
    return data.boats[boat].name if boat in data.boats else data.counters[boat].name


# Points, from the position


def scored(data: Data, state: State) -> list[Scored]:
    """AD 15: points by source, each side's greatest first."""
    rows = [*_german(data, state), *_allied(data, state)]
    return ranked(row for row in rows if row.points)


def _german(data: Data, state: State) -> Iterable[Scored]:
    """AD 15.1: Allied ships sunk, kind by kind."""
    lost = [data.counters[ship.id].type for ship in state.ships[Side.ALLIED].values() if ship.at == s.LOST]
    for type, value in data.tables.victory.axis_sunk.items():
        yield Scored(Side.AXIS, f"{many(type).capitalize()} sunk", value * lost.count(type), lost.count(type))


def _allied(data: Data, state: State) -> Iterable[Scored]:
    """AD 15.2: merchants through or hidden, German ships damaged or sunk, and groups that stayed out (14.1)."""
    ships, table = state.ships[Side.ALLIED].values(), data.tables.victory
    reached = sum(ship.reached for ship in ships)
    hidden = sum(ship.hidden for ship in ships if data.counters[ship.id].is_merchant)
    found = [
        Scored(Side.ALLIED, "Merchants that came through", state.awards, reached),
        Scored(Side.ALLIED, "Merchants hidden in the ice", table.hidden * hidden, hidden),
    ]
    hurt: dict[str, list[int]] = {}
    for ship in state.ships[Side.AXIS].values():
        if points := worth(data, ship):
            hurt.setdefault(_source(data, ship), []).append(points)
    found += [Scored(Side.ALLIED, source, sum(points), len(points)) for source, points in hurt.items()]
    rest = allied_points(state, data) - sum(row.points for row in found)
    return [*found, Scored(Side.ALLIED, STAYED, rest, round(rest / table.others_stay))]


def _source(data: Data, ship: Ship) -> str:
    """What an award for a German ship is called."""
    fate = "sunk" if ship.at == s.LOST else "damaged"
    return f"Tirpitz {fate}" if ship.id == TIRPITZ else f"{many(data.counters[ship.id].type).capitalize()} {fate}"


# The convoy beside history


def in_history(name: str, when: datetime) -> TallyRow | None:
    """What became of the thirty-four in July 1942.

    The record counts merchants that sailed. Two of them had turned back before the game begins; and the game has the
    oiler Aldersdale among its tankers, whom aircraft crippled and a U-boat sank.
    """
    convoy = historical(name)
    if convoy is None:
        return None
    ends = {end: number for end, number in fates(convoy).items() if end != BACK}
    ends[BY_AIR] += 1
    return TallyRow(f"History, {when:%B %Y}: {sum(ends.values()) - 1} merchants and the oiler Aldersdale", ends)


def ends_of(data: Data, state: State, story: Story) -> list[str]:
    """How each merchant of PQ-17 ended; one that has scored and is not sunk is through."""
    merchants = [ship for ship in state.ships[Side.ALLIED].values() if data.counters[ship.id].is_merchant]
    return [_end_of(ship, story.parts.get(ship.id, [])) for ship in merchants]


def _end_of(ship: Ship, parts: Sequence[str]) -> str:
    if ship.at == s.LOST:
        return lost_to(parts)
    if ship.at == s.ARRIVED or ship.reached or ship.hidden:
        return ARRIVED
    return BACK if ship.at == s.OUT else AT_SEA


# In a sentence


def sentence(data: Data, state: State, ended: Sequence[str]) -> str:
    """The end in a sentence or two: what became of the convoy and of the great ships, and how close it was."""
    begun = []
    if ended:
        name = data.markers[CONVOY].name
        told = convoy_in_words(name, [end for end in ended if end != BACK])
        back = f"; {in_words(ended.count(BACK))} turned back" if BACK in ended else ""
        begun.append(f"{capital(told)}{back}.")
    great = [name for name in (TIRPITZ, CARRIER) if _is_sunk(state, name)]
    if great:
        names = listed([data.counters[name].name for name in great])
        begun.append(f"{names} {'was' if len(great) == 1 else 'were'} sunk.")
    begun.append(margin(data, state, state.result) if state.result is not None else "The game goes on.")
    return " ".join(begun)


def _is_sunk(state: State, name: str) -> bool:
    return any(name in ships and ships[name].at == s.LOST for ships in state.ships.values())


def margin(data: Data, state: State, result: Result) -> str:
    """AD 15.3: how close it was: what the Germans were short of the next level, or had to spare."""
    if (otherwise := broken_off(result)) is not None:
        return otherwise
    table, net = data.tables.victory, german_points(state, data) - allied_points(state, data)
    levels = {
        "a draw": table.draw_from,
        "a victory": table.german_above + 1,
        "a major victory": table.major_german_above + 1,
    }
    for name, needed in levels.items():
        if net < needed:
            return f"The Germans were {in_points(needed - net)} short of {name}."
    return f"The Germans had {in_points(net - levels['a major victory'])} more than a major victory needs."
