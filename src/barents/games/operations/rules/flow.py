"""The sequence of a turn (OP-TIME-order)."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.operations import state as s
from barents.games.operations.air.raids import air_raid
from barents.games.operations.air.search import search
from barents.games.operations.air.strikes import launch_strikes
from barents.games.operations.battle.action import divisions, round_of_battle, surface_actions
from barents.games.operations.battle.bombard import bombardment
from barents.games.operations.fleets.contact import contact_choice, contact_result
from barents.games.operations.fleets.movement import movement
from barents.games.operations.fleets.sea import sea_keeping
from barents.games.operations.rules.deployment import set_up
from barents.games.operations.rules.orders import orders
from barents.games.operations.rules.premature import premature
from barents.games.operations.rules.record import declare, record
from barents.games.operations.rules.units import Umpire
from barents.games.operations.rules.weather import weather_and_light
from barents.games.operations.submarines.attack import boat_attack
from barents.games.operations.submarines.boats import (
    boat_actions,
    boat_contact,
    boat_orders,
    hunting,
    inshore_patrols,
)
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Side

SEGMENTS = (1, 2, 3)
TURN: tuple[s.AnyStep, ...] = (
    s.WeatherAndLight(),
    s.Orders(),
    *(
        step
        for segment in SEGMENTS
        for step in (
            s.Movement(segment),
            s.ContactChoice(segment, Side.ALLIED),
            s.ContactChoice(segment, Side.AXIS),
            s.ContactResult(segment),
        )
    ),
    s.Search(),
    s.LaunchStrikes(Side.ALLIED),
    s.LaunchStrikes(Side.AXIS),
    s.InshorePatrols(),
    s.BoatOrders(),
    s.Hunting(),
    s.SurfaceActions(),
    s.Bombardment(),
    s.SeaKeeping(),
    s.Record(),
    s.Declare(Side.ALLIED),
)


def next_turn(u: Umpire, _step: s.NextTurn) -> tuple[Step, ...]:
    """OP-TIME-order, -premature: the steps of a turn; before turn 1 a few fleets move and nothing else happens."""
    return TURN if u.state.turn > 0 else (s.Premature(),)


STEPS: Mapping[type[Step], Procedure] = {
    s.SetUp: set_up,
    s.NextTurn: next_turn,
    s.Premature: premature,
    # 1 to 3: weather, aircraft, orders
    s.WeatherAndLight: weather_and_light,
    s.Orders: orders,
    # 4: movement and contact
    s.Movement: movement,
    s.ContactChoice: contact_choice,
    s.ContactResult: contact_result,
    # 5 and 6: search and strikes
    s.Search: search,
    s.LaunchStrikes: launch_strikes,
    s.AirRaid: air_raid,
    # 7: submarines
    s.InshorePatrols: inshore_patrols,
    s.BoatOrders: boat_orders,
    s.BoatActions: boat_actions,
    s.BoatContact: boat_contact,
    s.BoatAttack: boat_attack,
    s.Hunting: hunting,
    # 8: surface action
    s.SurfaceActions: surface_actions,
    s.Divisions: divisions,
    s.Round: round_of_battle,
    s.Bombardment: bombardment,
    # 9 and 10: the end of a turn
    s.SeaKeeping: sea_keeping,
    s.Record: record,
    s.Declare: declare,
}
