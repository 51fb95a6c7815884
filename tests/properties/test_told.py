"""The umpire itself may be the leak: whatever it tells the wrong people, in the events of every game, is found.

Each plant is an umpire of one of our games that speaks out of turn. Some say aloud what is meant for one side or for
nobody: what is drawn, a secret die, an order of the plot. Others add a secret, in words alone, to an event that
everyone hears: what a dummy is, why a unit stays. Some of these stand under rules that may disclose something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest

from barents.games import arctic_disaster, nordkapp, north_cape, operations
from barents.kernel.dice import Dice
from barents.kernel.events import Entry, Told
from barents.kernel.game import Game
from barents.kernel.ledger import discover
from barents.kernel.match import Match
from barents.kernel.sides import EVERYONE, Side, eyes_of
from barents.players.north_cape import Doctrine
from barents.testing import disclosures
from tests import hunt
from tests.properties import arctic_campaign_games, arctic_disaster_games, nordkapp_games, operations_games
from tests.properties.option_sets import ALL
from tests.properties.plants import Kept, Moment, Secret, gossip, is_found, loud, moments_of, places_of
from tests.published import NORTH_CAPE as SCENARIOS

Matches = Iterator[Match[Any, Any]]


def the_hunt() -> Matches:
    """Games at random."""
    for seed in range(20):
        dice = Dice.seeded(seed)
        match: Match[Any, Any] = Match.new(hunt.GAME, sorted(hunt.GAME.data(None).scenarios)[seed % 2], seed=seed)
        while match.pending:
            yield match
            side = dice.choice(tuple(match.pending))
            match.act(side, match.pending[side].options.sample(dice))


def disaster() -> Matches:
    """Games between players who look for each other, free or bound by their orders in turn."""
    for seed in range(4):
        scenario = ("armageddon", "historical")[seed % 2]
        yield from arctic_disaster_games.fought(scenario, seed, arctic_disaster_games.ALL, log=True)


def kapp() -> Matches:
    """Games full of fights."""
    for seed, scenario in enumerate(nordkapp.GAME.data(None).scenarios):
        yield from nordkapp_games.fought(scenario, seed, nordkapp_games.ALL, log=True)


def cape() -> Matches:
    """The first turns of games by doctrine, in which there is much reconnaissance; the last is solitaire."""
    doctrine = Doctrine(north_cape.GAME.data(None))
    alone = msgspec.structs.replace(ALL, solitaire=True)
    games = [*((scenario, ALL) for scenario in SCENARIOS), (SCENARIOS[0], alone)]
    for seed, (scenario, options) in enumerate(games):
        dice, match = Dice.seeded(seed), Match.new(north_cape.GAME, scenario, seed=seed, options=options)
        while match.pending and len(match.choices) < 400:
            yield match
            side = dice.choice(tuple(match.pending))
            match.act(side, doctrine.choose(match.known(eyes_of(side)), match.pending[side], dice))


def at_sea() -> Matches:
    """Operations between players who look for each other."""
    for seed, scenario in enumerate(("regenbogen", "pq-17-roesselsprung", "regenbogen")):
        yield from operations_games.played(scenario, seed, operations_games.ALL, log=True)


def months() -> Matches:
    """Months of the campaign, at the desks; in some of them there is no fog over the North Sea."""
    for seed in range(3):
        games = arctic_campaign_games
        options = msgspec.structs.replace(games.ALL, interception_fog=seed != 1)
        yield from games.played(seed, options, game=games.ENDLESS, months=4, log=True)


# Each game with what is told in it. A plant looks only as far as it has to, and no further is played.
GAMES: dict[str, tuple[Game[Any, Any], Iterable[Moment]]] = {
    "hunt": (hunt.GAME, Kept(moments_of(the_hunt()))),
    "arctic_disaster": (arctic_disaster.GAME, Kept(moments_of(disaster()))),
    "nordkapp": (nordkapp.GAME, Kept(moments_of(kapp()))),
    "north_cape": (north_cape.GAME, Kept(moments_of(cape()))),
    "operations": (operations.GAME, Kept(moments_of(at_sea()))),
    "arctic_campaign": (arctic_campaign_games.ENDLESS, Kept(moments_of(months()))),
}


class Plant(NamedTuple):
    """What is given away, in which game, under which rule; and what is added to it, if it is not simply said aloud.

    It is added in words, or as a fact by its name: one that the rule has no business to tell.
    """

    gives_away: str
    game: str
    rule: str
    secret: Secret | None = None
    fact: str = ""


def the_decoy(state: Any) -> str:
    """Which of the two markers is the decoy."""
    return f"The decoy is at {state.ships['decoy'].cell}"


def the_force_is_a_dummy(state: Any) -> str:
    """Whether there are ships in the force that moves."""
    active = state.active
    force = None if active is None else state.forces[active.side].get(active.force)
    return "" if force is None else "It is a dummy" if force.dummy else "It is a real one"


def dummies(state: Any) -> str:
    """Where there are only markers."""
    forces = [force for side in Side for force in state.forces[side].values()]
    return f"Dummies: {sorted(force.handle for force in forces if force.dummy)}"


def those_that_cannot_move(state: Any) -> str:
    """Who stays, since there is nobody in it."""
    forces = [force for side in Side for force in state.forces[side].values()]
    still = sorted(force.at for force in forces if force.dummy and not force.spent)
    return f"Nobody moves at {still}: no ships are there"


def the_flagship(state: Any) -> str:
    """Where Tirpitz is."""
    force = state.forces[Side.AXIS].get(state.ships[Side.AXIS]["tirpitz"].force)
    return "" if force is None else f"Tirpitz is at {force.at}"


def tanks(state: Any) -> str:
    """Who has how much fuel left."""
    return f"Fuel: {[force.fuel for side in Side for force in state.forces[side].values()]}"


def boxes(state: Any) -> str:
    """Which of the carrier's aircraft are where."""
    return f"Aircraft: {[wing.box for wing in state.wings[Side.ALLIED].values()]}"


def in_port(state: Any) -> str:
    """The ships that stay in port."""
    return f"In port stay {sorted(p.id for side in Side for p in state.pieces[side].values() if not p.at.isdigit())}"


def below(state: Any) -> str:
    """The boats that stay where they are, and why."""
    boats = sorted(piece.at for side in Side for piece in state.pieces[side].values() if piece.submerged)
    return f"Those at {boats} are submerged and stay"


def decoys(state: Any) -> str:
    """Where the decoys lie."""
    pieces = [piece for side in Side for piece in state.pieces[side].values()]
    return f"Decoys lie at {sorted(piece.at for piece in pieces if 'decoy' in piece.id and piece.at.isdigit())}"


def group_markers(state: Any) -> str:
    """Where the holding boxes are."""
    markers = [piece for piece in state.pieces[Side.ALLIED].values() if piece.id.startswith("group-")]
    return f"They lie at {sorted(piece.at for piece in markers if piece.at.isdigit())}"


def decoys_drawn(state: Any) -> str:
    """How many decoys each side drew in the turn before."""
    return f"They drew {[state.drawn_before[side] for side in Side]}"


def those_who_sail(state: Any) -> str:
    """Who is on a mission."""
    return "" if state.mission is None else f"They are {sorted(state.mission.units)}"


def those_who_have_sailed(state: Any) -> str:
    """Who stays, since he has done all that he may this turn."""
    return f"Spent are {sorted(p.id for side in Side for p in state.pieces[side].values() if p.used)}"


def fleets_in_port(state: Any) -> str:
    """The fleets that have still to sail."""
    late = [fleet.name for side in Side for fleet in state.desks[side].fleets.values() if fleet.sails > state.turn]
    return f"In port for want of orders: {sorted(late)}"


def ships_at_sea(state: Any) -> str:
    """Which ships a side's fleets have."""
    return "; ".join(
        f"{fleet.key}: {[ship.name for ship in state.desks[side].ships.values() if ship.fleet == fleet.key]}"
        for side in Side
        for fleet in state.desks[side].fleets.values()
    )


def contacts(state: Any) -> str:
    """Which fleet a report is of: the true ones, and those that are none."""
    return f"Reports: {[c.fleet for side in Side for c in state.desks[side].contacts.values()]}"


def oil(state: Any) -> str:
    """Why the German ships stay in port."""
    return f"There is oil for {state.axis.stock // 72} boxes, and so they stay"


def those_who_pass(state: Any) -> str:
    """The ships that are in the North Sea, or will be."""
    return f"They are {sorted(key for group in state.axis.passing for key in group.ships)}"


def in_the_yards(state: Any) -> str:
    """The ships that cannot be used yet."""
    idle = [vessel.key for vessel in state.axis.vessels.values() if vessel.ready > state.month]
    return f"Not ready: {sorted(idle)}"


PLANTS = (
    Plant("a secret die", "hunt", "H-3.1-boilers"),
    Plant("which is the decoy", "hunt", "H-5.1-identify", the_decoy),
    Plant("which number is drawn for a force", "arctic_disaster", "AD-3.1-secret-reorg"),
    Plant("what a search has found", "arctic_disaster", "AD-10.2.1-gained"),
    Plant("a secret die", "arctic_disaster", "AD-10.2-all-in-range"),
    Plant("that the force which moves is a dummy", "arctic_disaster", "AD-7.1-adjacent", the_force_is_a_dummy),
    Plant("which markers are dummies", "arctic_disaster", "AD-3.0-phase-order", dummies),
    Plant("why a force stays", "arctic_disaster", "AD-4.3-activation-ends", those_that_cannot_move),
    Plant("how wrong a report may be", "arctic_disaster", "AD-10.2.1-fuzz-owner"),
    Plant("what a boat has in sight", "arctic_disaster", "AD-13.5-report"),
    Plant("where Tirpitz is", "arctic_disaster", "AD-11.4-segments", the_flagship),
    Plant("who has to refuel", "arctic_disaster", "AD-12.0-reduced", tanks),
    Plant("which aircraft are ready", "arctic_disaster", "AD-11.1-aa-cumulative", boxes),
    Plant("which chits are drawn", "nordkapp", "NK-7.3-draw-trigger"),
    Plant("a secret die", "nordkapp", "NK-12.2-growlers"),
    Plant("where shadowed ships go", "nordkapp", "NK-7.4-shadow-disclose"),
    Plant("what a search has found", "nordkapp", "NK-6.1-answer-surface"),
    Plant("who is not in the fight", "nordkapp", "NK-8-all-join", below),
    Plant("who is not in the raid", "nordkapp", "NK-9.3.1-raid-composition", below),
    Plant("who falls behind in the plot", "nordkapp", "NK-5.2-left-behind"),
    Plant("who stays in port", "nordkapp", "NK-4B-simultaneous", in_port),
    Plant("why boats stay", "nordkapp", "NK-4-phase-order", below),
    Plant("a secret die", "north_cape", "NC-6.1-roll"),
    Plant("how many decoys were set", "north_cape", "NC-3.3-decoy-placement"),
    Plant("which pieces are decoys", "north_cape", "NC-5.1-complete-first", decoys),
    Plant("who moves face down", "north_cape", "NC-5.0-adjacent-steps", those_who_sail),
    Plant("why others stay", "north_cape", "NC-5.2-pass", those_who_have_sailed),
    Plant("where holding boxes are", "north_cape", "NC-4.2-box-count-public", group_markers),
    Plant("how many decoys were drawn", "north_cape", "NC-5.2-initiative", decoys_drawn),
    Plant("what was looked at in vain", "north_cape", "NC-6.1-result-1-3", decoys),
    Plant("who begins to move", "north_cape", "NC-5.1-four-types", those_who_sail),
    Plant("what a group is made of", "north_cape", "NC-11.6-eastbound", those_who_sail),
    Plant("a die that nobody sees", "operations", "OP-SEARCH-number"),
    Plant("a secret die", "operations", "OP-SEA-machinery"),
    Plant("which numbers are drawn for ships", "operations", "OP-TAC-placing"),
    Plant("who runs aground and stays in port", "operations", "OP-MOVE-harbour"),
    Plant("which fleets stay in port", "operations", "OP-TIME-turn", fleets_in_port),
    Plant("of what a report is", "operations", "OP-TIME-turn", contacts),
    Plant("which ships a search finds", "operations", "OP-SEARCH-l1", ships_at_sea, "ships"),
    Plant("which ships a search counts", "operations", "OP-SEARCH-l2", ships_at_sea, "ships"),
    Plant("which ships are raided", "operations", "OP-STRIKE-order", ships_at_sea, "unit"),
    Plant("the die of the month's event", "arctic_campaign", "AC-C.4-roll"),
    Plant("which carrier is drawn", "arctic_campaign", "AC-B.23-cve-random"),
    Plant("what the ships of an event cost", "arctic_campaign", "AC-B.5-half-round"),
    Plant("how far a report is wrong", "arctic_campaign", "AC-B.3-report-error"),
    Plant("who passes the North Sea", "arctic_campaign", "AC-A.22-intercept", those_who_pass),
    Plant("why ships stay", "arctic_campaign", "AC-A.2-monthly-turn", oil),
    Plant("who is not ready", "arctic_campaign", "AC-A.23-ops", in_the_yards),
)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.game}: {plant.gives_away}, {plant.rule}")
def test_what_is_told_to_the_wrong_people_is_found(plant: Plant) -> None:
    game, moments = GAMES[plant.game]
    secret, rule = plant.secret, plant.rule

    def wanted(entry: Entry) -> bool:
        return entry.event.rule == rule and (secret is not None or entry.to is not EVERYONE)

    places = places_of(moments, wanted, each=8, enough=8)[rule]
    assert places, f"nothing is told under {rule} in these games"
    assert not is_found(game, Match, places[:2], tries=1), "something is found where nothing was planted"
    match = loud(rule) if secret is None else gossip(rule, secret, plant.fact)
    assert is_found(game, match, places, aside=secret is None, tries=4)


@pytest.mark.parametrize(
    ("name", "choices", "least", "most"),
    [
        ("nordkapp", 500, 11, 1 / 2),
        ("operations", 500, 11, 1 / 2),
        ("arctic_disaster", 500, 11, 1 / 3),
        ("north_cape", 1_600, 9, 1 / 2),
    ],
)
def test_most_secrets_of_a_game_are_found_when_they_are_said_aloud(
    name: str, choices: int, least: int, most: float
) -> None:
    """All that is told to one side only, or to nobody. Some of it shows anyway, or has to be looked at longer."""
    game, moments = GAMES[name]
    places = places_of(islice(moments, choices), lambda entry: entry.to is not EVERYONE, each=4)
    missed = sorted(rule for rule in places if not is_found(game, loud(rule), places[rule], aside=True, tries=2))
    assert len(places) >= least
    assert len(missed) <= len(places) * most, f"of {len(places)}: {missed}"


@pytest.mark.parametrize(
    ("rule", "fact", "may"),
    [
        ("AC-C.124-arrive", "ships", Side.AXIS),
        ("AC-B.3-sub-resolve", "unit", Side.AXIS),
        ("AC-B.3-sub-resolve", "type", Side.ALLIED),
        ("AC-B.3-r6", "number", Side.ALLIED),
        ("OP-BASE-find", "cell", Side.ALLIED),
    ],
)
def test_what_is_declared_for_one_side_is_not_for_the_other(rule: str, fact: str, may: Side) -> None:
    declared = disclosures.of("arctic_campaign")
    for side in Side:
        heard = disclosures.Heard(Told(rule, "", {fact: ""}), openly=False, observer=eyes_of(side))
        assert bool(declared.objection(heard)) is (side is not may)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_declared_is_in_the_rules_and_has_a_reason(name: str) -> None:
    declared, folders = disclosures.of(name), (files("barents.games"), files("tests"))
    rows = [row for ledger in discover(*folders).values() for row in ledger.requirements]
    assert all(one.why.endswith(".") for one in (*declared.everyone, *declared.one_side))
    assert all(one.why.endswith(".") for one in declared.dice)
    gone = [rule for rule in declared.rules if not any(disclosures.among(row, [rule]) for row in rows)]
    assert not gone, f"{declared.file} declares rules that are in no ledger"
