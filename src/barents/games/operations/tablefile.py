"""What stands in the file of tables of the operations engine."""

from __future__ import annotations

from barents.games.operations.fight_tables import (
    AirTable,
    BattleTable,
    BombardmentTable,
    ContactTable,
    Damage,
    Gunnery,
    Hits,
    Mines,
    OffBoard,
    SearchTable,
    Strike,
    SubmarineTable,
    Torpedoes,
    Visibility,
)
from barents.games.operations.sea_tables import (
    CautiousOrders,
    Clock,
    Effects,
    Floes,
    Foundering,
    Fuel,
    Grounding,
    LightTable,
    Machinery,
    Missions,
    MovementTable,
    Placement,
    Ports,
    Routes,
    ScatterTable,
    SecretBase,
    SovietConvoys,
    SovietFleet,
    StormTable,
    Stragglers,
    VictoryPoints,
    WeatherTable,
    WhiteSea,
)
from barents.kernel.data import Record


class Tables(Record, frozen=True, kw_only=True):
    """The file of tables."""

    clock: Clock
    light: LightTable
    weather: WeatherTable
    effects: Effects
    visibility: Visibility
    contact: ContactTable
    missions: Missions
    movement: MovementTable
    fuel: Fuel
    hits: Hits
    gunnery: Gunnery
    damage: Damage
    torpedoes: Torpedoes
    battle: BattleTable
    air: AirTable
    search: SearchTable
    off_board: OffBoard
    strike: Strike
    submarines: SubmarineTable
    machinery: Machinery
    storm: StormTable
    foundering: Foundering
    stragglers: Stragglers
    scatter: ScatterTable
    floes: Floes
    bombardment: BombardmentTable
    mines: Mines
    ports: Ports
    placement: Placement
    white_sea: WhiteSea
    vp: VictoryPoints
    soviet_convoys: SovietConvoys
    secret_base: SecretBase
    soviet_fleet: SovietFleet
    cautious_orders: CautiousOrders
    grounding: Grounding
    routes: Routes
