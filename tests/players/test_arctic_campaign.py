"""The doctrine players of the campaign: single answers, and whole campaigns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.actions import Buy, Exchange, Proceed, SailEast, SailWest, Sell
from barents.games.arctic_campaign.allied.core import Book
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.state import AlliedDesk, AxisDesk, State
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import NONE
from barents.kernel.match import Match
from barents.kernel.optional_rules import all_rules
from barents.kernel.sides import Side, eyes_of
from barents.players import dice_of, player
from barents.players.arctic_campaign import Doctrine, allied, axis
from barents.players.arctic_campaign import admiral as admiral
from tests.arctic_campaign.admiralty import Admiralty
from tests.arctic_campaign.war_room import ORDERS, PLACES, WarRoom
from tests.conftest import IN_SOAK

ALLIED, AXIS = Side.ALLIED, Side.AXIS
HIRE, COMMIT = "AC-B.13-time", "OP-MODE-quick"
QUICK = Options(convoy_phase="quick")
VARIANTS: Options = all_rules(GAME, convoy_phase="ask", convoy_names="PQ.8", fuel_dice_adjust=0)


def begun(options: Options, seed: int) -> Match[Any, Any]:
    """A campaign before its first question."""
    return Match.new(GAME, "campaign", seed=seed, options=options, log=False)


def advised(match: Match[Any, Any], months: int = 99) -> Iterator[tuple[State, Decision[Any], Action | None]]:
    """What doctrine answers for both sides in some months, each before it is given; who does not like it may object."""
    doctrine = Doctrine(match.data)
    while match.pending and match.state.month <= months:
        side, decision = next(iter(match.pending.items()))
        known = match.known(eyes_of(side))
        advice = doctrine.advise(known, decision, dice_of(match, side))
        yield known, decision, advice
        assert advice is not None
        match.act(side, advice)


def sheet(room: WarRoom, rule: str) -> Assign:
    """The Allied page of a rule, in a month that is being planned."""
    options = room.plan().turn_to(rule).asked(ALLIED).options
    assert isinstance(options, Assign)
    return options


def filled_in(options: Assign, answer: Action) -> dict[str, str]:
    """What is answered on a page, which must allow it."""
    assert isinstance(answer, Allot)
    assert answer in options
    return dict(answer.pairs)


# The Allied desk


def test_worn_and_hurt_ships_rest_where_they_lie_and_fresh_ones_sail() -> None:
    """Storm marks and damage are mended in any western port; a destroyer with marks rests while there are others."""
    room = WarRoom("1942-07", options=QUICK)
    room.transports(16, "Hvalfjordur")
    room.ship("king-george-v", "Scapa Flow")
    room.ship("kent", "Hvalfjordur", lost={"hull": 1})
    room.ship("sheffield", "Scapa Flow")
    room.ship("echo", "Hvalfjordur", marks=2)
    room.ship("faulknor", "Hvalfjordur", marks=1)
    fresh = ["icarus", "intrepid", "ashanti", "bedouin", "eskimo", "punjabi", "lookout", "offa", "onslow", "oribi"]
    for key in fresh:
        room.ship(key, "Scapa Flow")
    room.ship("ao-1", "Hvalfjordur", "oiler", line="uk:AO-c")
    options = sheet(room, PLACES)
    answer = filled_in(options, allied.place(room.data, room.now, options))
    assert answer["king-george-v"] == "cover-1"
    assert answer["sheffield"] == "pq-8"
    assert {answer["kent"], answer["faulknor"]} == {"Hvalfjordur"}
    assert "echo" not in answer, "worn down she cannot sail, and nobody asks about her"
    assert [answer[key] for key in fresh] == ["pq-8"] * 6 + ["cover-1"] * 4, "four, and one for every eight transports"
    assert answer["ao-1"] == "Hvalfjordur", "an oiler is worth more than three transports, and nobody needs her"


def test_one_oiler_sails_each_way_in_a_month_that_is_played_out() -> None:
    """A Soviet port fills no more than half of an escort's tanks."""
    room = WarRoom("1942-07", options=Options(convoy_phase="players"))
    room.transports(12, "Hvalfjordur")
    room.transports(12, "Murmansk", first=20)
    for key, port in (("ao-1", "Hvalfjordur"), ("ao-2", "Hvalfjordur"), ("ao-3", "Murmansk"), ("ao-4", "Murmansk")):
        room.ship(key, port, "oiler", line="uk:AO-c")
    options = sheet(room, PLACES)
    answer = filled_in(options, allied.place(room.data, room.now, options))
    assert [answer[f"ao-{number}"] for number in (1, 2, 3, 4)] == ["pq-8", "Hvalfjordur", "qp-5", "Murmansk"]


def test_cheap_escorts_make_up_for_destroyers_that_are_away() -> None:
    def hired(*destroyers: str, date: str = "1942-01", ships: int = 12) -> dict[str, str]:
        room = WarRoom(date)
        room.transports(ships, "Hvalfjordur")
        for key in destroyers:
            room.ship(key, "Scapa Flow")
        options = sheet(room, HIRE)
        answer = filled_in(options, allied.hire(room.data, room.now, options))
        return {slot: value for slot, value in answer.items() if value != NONE}

    core = ("echo", "eclipse", "faulknor", "fury", "icarus")
    assert hired(*core) == {"DE": "2", "MS": "3"}
    assert hired(*core[:1]) == {"DD": "3", "DE": "5", "MS": "3"}
    assert hired(*core, date="1944-06", ships=36) == {"DE": "6", "MS": "3", "AA": "3"}
    assert hired(*core, ships=0) == {}


def test_everything_sails_east_and_no_lonely_transport_west() -> None:
    east: Pick[Any] = Pick(
        [SailEast("Hvalfjordur", 2), SailEast("Hvalfjordur", 1), SailEast("Scapa Flow", 9), Proceed()]
    )
    data, state = GAME.data(None), begun(QUICK, 1).state
    assert allied.sail_east(data, state, east) == SailEast("Scapa Flow", 9)
    few: Pick[Any] = Pick([SailWest("Murmansk", 2), SailWest("Murmansk", 1)])
    assert allied.sail_west(data, state, few) == SailWest("Murmansk", 2), "they must"
    free: Pick[Any] = Pick([SailWest("Murmansk", 2), SailWest("Murmansk", 1), Proceed()])
    assert allied.sail_west(data, state, free) == Proceed()


DESTROYERS = ("echo", "eclipse", "faulknor", "fury", "icarus", "intrepid", "ashanti", "bedouin", "eskimo", "offa")


def dealt(office: Admiralty, deal: Callable[[Any, State, Pick[Any]], Action] = allied.deal) -> list[Action]:
    """What a staff buys and sells in a month, one deal after the other."""
    book, deals = Book(office.now, office.data), list[Action]()
    while isinstance(answer := deal(office.data, office.now, book.options()), Buy | Sell | Exchange):
        book.do(answer)
        deals.append(answer)
    return deals


def test_a_cruiser_is_sold_only_while_a_lost_transport_would_cost_a_box() -> None:
    for date, cruisers, sold in (("1942-01", 6, True), ("1942-01", 5, False), ("1942-09", 6, False)):
        office = Admiralty(date)
        names = ["berwick", "kent", "london", "sheffield", "liverpool", "nigeria"][:cruisers]
        for key in (*names, *DESTROYERS):
            office.ship(key, "Scapa Flow")
        assert dealt(office) == ([Sell("sheffield")] if sold else [])


def test_lost_destroyers_are_replaced_until_there_are_enough() -> None:
    office = Admiralty("1942-09")
    for key in DESTROYERS[:7]:
        office.ship(key, "Scapa Flow")
    deals = dealt(office)
    assert len(deals) == len(DESTROYERS) - 7
    assert all(isinstance(deal, Buy) for deal in deals)


def test_an_admiral_on_the_brink_gives_up_his_great_ships_and_cruisers_a_type_a_month() -> None:
    """Where months are played out, or there is time, he keeps them as a captain does."""
    great = ("victorious", "king-george-v", "duke-of-york")
    for phase, box, there, sold in (
        ("quick", 8, great, {"victorious"}),
        ("quick", 9, great[1:], {"king-george-v", "duke-of-york"}),
        ("quick", 8, ("kent", "sheffield"), {"kent"}),
        ("quick", 7, great, set[str]()),
        ("played", 8, great, set[str]()),
    ):
        office = Admiralty("1942-09", options=msgspec.convert({"convoy_phase": phase}, Options))
        office.state.marker = box
        for key in (*there, *DESTROYERS):
            office.ship(key, "Scapa Flow")
        assert {deal.ship for deal in dealt(office, admiral.deal) if isinstance(deal, Sell)} == sold
        assert dealt(office) == []


def test_an_admiral_commits_no_squadron_in_a_quick_month() -> None:
    office = Admiralty("1943-03", options=QUICK)
    assert admiral.stay(office.data, office.now, Subset(["tirpitz-fleet"])) == Choose(())
    assert admiral.Admiral.pages[AXIS]["OP-MODE-quick"] is admiral.stay


def test_both_convoys_pass_bear_island_together_and_go_north_in_summer() -> None:
    room = WarRoom("1943-08")
    room.transports(12, "Hvalfjordur")
    room.transports(12, "Murmansk", first=20)
    options = sheet(room, ORDERS)
    answer = filled_in(options, allied.sail(room.data, room.now, options))
    assert (answer["pq-8:sails"], answer["qp-5:sails"]) == ("1", "18")
    assert (answer["pq-8:route"], answer["qp-5:route"]) == ("NORTH-M", "NORTH-M")


# The German desk


@pytest.mark.parametrize(
    ("ships", "boxes", "goes"),
    [
        (("tirpitz", "admiral-scheer"), 200, False),
        (("tirpitz", "scharnhorst", "lutzow", "admiral-hipper"), 200, True),
        (("tirpitz", "scharnhorst", "lutzow", "admiral-hipper"), 30, False),
    ],
)
def test_squadrons_sail_only_as_a_match_for_the_cover_and_with_oil(
    ships: tuple[str, ...], boxes: int, goes: bool
) -> None:
    room = WarRoom("1943-03", options=QUICK)
    for key in ships:
        room.ship(key, "Altafjord")
    room.state.axis.stock = boxes * 72
    options = room.plan().turn_to(COMMIT, AXIS).asked(AXIS).options
    assert isinstance(options, Subset)
    assert options.items
    assert axis.commit(room.data, room.now, options) == Choose(options.items if goes else ())


# Whole campaigns


@pytest.mark.parametrize(("options", "seed"), [(QUICK, 3), (QUICK, 13), (VARIANTS, 5)])
def test_doctrine_plays_itself_to_the_end_without_ever_falling_back(options: Options, seed: int) -> None:
    match = begun(options, seed)
    for _, decision, advice in advised(match):
        assert advice is not None, decision.rule
        assert decision.refusal(advice) is None, f"{decision.rule}: {advice}"
    assert match.result is not None


def test_doctrine_plays_a_month_at_sea_without_ever_falling_back() -> None:
    match = begun(Options(convoy_phase="players"), 3)
    asked = set()
    for _, decision, advice in advised(match, months=1):
        assert advice is not None, decision.rule
        assert decision.refusal(advice) is None, f"{decision.rule}: {advice}"
        asked.add(decision.rule[:3])
    assert asked == {"AC-", "OP-"}
    assert match.state.statements[0].mode == "players"


def test_doctrine_answers_alike_whatever_is_on_the_enemys_desk() -> None:
    """It is handed what its side knows, and of the enemy it does not even use that."""
    match = begun(QUICK, 4)
    doctrine, number = Doctrine(match.data), 0
    for known, decision, advice in advised(match, months=8):
        blank = {"axis": AxisDesk()} if decision.side is ALLIED else {"allied": AlliedDesk()}
        assert (
            doctrine.advise(msgspec.structs.replace(known, **blank), decision, dice_of(match, decision.side)) == advice
        ), decision.rule
        number += 1
    assert number > 200


def test_the_same_seed_is_the_same_campaign() -> None:
    first, second, other = (begun(QUICK, seed) for seed in (6, 6, 7))
    for match in (first, second, other):
        for _ in advised(match, months=5):
            pass
    assert first.state.statements == second.state.statements
    assert first.state.statements != other.state.statements


@cache
def played_out(allied: str, axis: str, seed: int) -> State:
    """Two years of quick months between two players: those who play at random are compared with more than once."""
    match = begun(QUICK, seed)
    players = {ALLIED: allied, AXIS: axis}
    seated = {side: player(name, "arctic_campaign", match.data) for side, name in players.items()}
    dice = {side: Dice.seeded(side.value, seed) for side in Side}
    while match.pending and match.state.month <= 24:
        side, decision = next(iter(match.pending.items()))
        known = None if seated[side].blind else match.known(eyes_of(side))
        match.act(side, seated[side].choose(known, decision, dice[side]))
    state: State = match.state
    return state


SEEDS = (11, 12) if IN_SOAK else (11,)  # a whole campaign each, by each player


def test_the_allied_doctrine_gathers_more_than_chance_in_the_same_seat() -> None:
    for seed in SEEDS:
        scores = {
            name: sum(month.score for month in played_out(name, "random", seed).statements)
            for name in ("doctrine", "random")
        }
        assert scores["doctrine"] - scores["random"] > 500, scores


def test_the_german_doctrine_pays_less_for_what_it_sinks_than_chance_in_the_same_seat() -> None:
    """What the Allies pay for ships at random drowns every other point, and so only ships sunk are compared."""

    def price(name: str, seed: int) -> float:
        sunk = dict.fromkeys(Side, 0)
        for month in played_out("random", name, seed).statements:
            for line in month.lines:
                if line.rule in ("AC-A.5-basis", "AC-B.3-scored"):
                    sunk[line.side] += line.points
        return sunk[ALLIED] / sunk[AXIS]

    for seed in SEEDS:
        assert price("doctrine", seed) * 2 < price("random", seed), seed
