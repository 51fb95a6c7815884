"""The optional rules of the campaign (4.1), in words for those who agree on them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec


class Options(msgspec.Struct, frozen=True):
    """What may be agreed on before January 1942."""

    end_month: Annotated[
        Literal["1945-05", "1944-12", "1943-12"],
        msgspec.Meta(title="Last month", description="The month after which the marker's box names the result."),
    ] = "1945-05"
    convoy_phase: Annotated[
        Literal["ask", "played", "players", "quick"],
        msgspec.Meta(
            title="Convoy Phases",
            description=(
                "Whether you agree each month on how its convoys are played, or settle it now: by your own hand, by "
                "the computer's staffs, or by a quick reckoning. That leaves out breakdowns of German engines, "
                "Allied submarines, Soviet convoys, mines, and attacks on coastal convoys and secret bases."
            ),
        ),
    ] = "ask"
    seaworthiness: Annotated[
        bool,
        msgspec.Meta(
            title="Storm damage", description="Three turns on end in a storm wear ships down, and light ships most."
        ),
    ] = True
    core_swap: Annotated[
        bool,
        msgspec.Meta(
            title="Another core",
            description="Before the first month the Allies may take other ships of the same types into their core.",
        ),
    ] = False
    historical_availability: Annotated[
        bool,
        msgspec.Meta(
            title="Ships by their dates", description="A western ship can be used only once she was in commission."
        ),
    ] = True
    revnostnyi: Annotated[
        bool,
        msgspec.Meta(title="Revnostnyi", description="One destroyer more comes with the ships from the Pacific."),
    ] = False
    soviet_convoys: Annotated[
        bool,
        msgspec.Meta(
            title="Soviet convoys",
            description="Every other day small Soviet convoys sail between Murmansk, Archangelsk and the Kara Sea.",
        ),
    ] = False
    interception_fog: Annotated[
        bool,
        msgspec.Meta(
            title="Fog over the North Sea",
            description="The Allies look for German ships every month, and need not learn whether any were there.",
        ),
    ] = False
    optional_axis_ships: Annotated[
        bool,
        msgspec.Meta(title="Optional warships", description="An event may bring Leipzig, Gneisenau or Graf Zeppelin."),
    ] = True
    axis_training: Annotated[
        bool,
        msgspec.Meta(
            title="Training", description="A German ship stays some months longer in home waters before she is ready."
        ),
    ] = False
    repair_delay: Annotated[
        bool,
        msgspec.Meta(title="Slow yards", description="Each repair of a German ship takes up to six months longer."),
    ] = False
    fuel_dice_adjust: Annotated[
        Literal[-2, -1, 0, 1, 2, 3],
        msgspec.Meta(title="Fuel dice", description="Dice more or fewer for the oil that reaches Norway each month."),
    ] = 0
    fuel_keep_fractions: Annotated[
        bool,
        msgspec.Meta(title="Fractions of fuel", description="The month's fuel bill is not rounded up."),
    ] = False
    offboard_search: Annotated[
        bool,
        msgspec.Meta(
            title="Long search",
            description="Until a convoy has once been met, German aircraft look for it with one roll a day.",
        ),
    ] = True
    cautious_orders: Annotated[
        bool,
        msgspec.Meta(
            title="Cautious orders", description="German ships sail only once a convoy has been identified for certain."
        ),
    ] = True
    mines: Annotated[
        bool,
        msgspec.Meta(title="Mines", description="Minelayers may lay a field in coastal waters, sweepers clear it."),
    ] = False
    convoy_names: Annotated[
        Literal["PQ.8", "PQ.1"],
        msgspec.Meta(title="Convoy numbers", description="Eastbound convoys count from 8, as they did, or from 1."),
    ] = "PQ.8"
