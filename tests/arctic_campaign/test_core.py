"""The core units (B.11, B.12, B.19): bought, replaced, exchanged, given up."""

from __future__ import annotations

import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.actions import Buy, Exchange, Proceed, Sell
from barents.games.arctic_campaign.allied import core, hire, western
from barents.games.arctic_campaign.knowledge.known import known
from barents.games.arctic_campaign.rules.setup import opening
from barents.games.arctic_campaign.rules.units import Umpire
from barents.games.arctic_campaign.state import (
    SUNK,
    BeforeTheWar,
    EventChoices,
    FirstDice,
    Options,
)
from barents.games.operations.terms import ShipClass
from barents.kernel import umpire as kernel
from barents.kernel.actions import Choose
from barents.kernel.decisions import Pick, Refused, Subset
from barents.kernel.dice import Dice
from barents.kernel.game import Procedure, Step
from barents.kernel.sides import Observer

from .admiralty import ALLIED, AXIS, Admiralty

SCAPA, HVALFJORDUR, MURMANSK = "Scapa Flow", "Hvalfjordur", "Murmansk"
BATTLESHIPS = ("king-george-v", "duke-of-york")
DESTROYERS = (
    *("echo", "eclipse", "faulknor", "fury", "icarus", "intrepid", "ashanti"),
    *("bedouin", "eskimo", "punjabi", "lookout", "offa", "onslow", "oribi"),
)


def _deal(u: Umpire, _step: EventChoices) -> kernel.Rule[None]:
    core.settle(u, (yield from core.dealings(u)))


def _month(u: Umpire, _step: FirstDice) -> None:
    core.new_month(u)
    hire.new_month(u)


STEPS: dict[type[Step], Procedure] = {EventChoices: _deal, FirstDice: _month}


def home_fleet(*ships: str, date: str = "1942-01", **slots: int) -> Admiralty:
    """A core at Scapa Flow; `BB=3` is a slot number that purchases have raised."""
    admiralty = Admiralty(date, steps=STEPS)
    for key in ships:
        admiralty.ship(key, SCAPA, "core")
    admiralty.state.allied.slots |= slots
    return admiralty


def bill(admiralty: Admiralty) -> list[tuple[object, int]]:
    """Who gets how many points, line by line."""
    return [(line.side, line.points) for line in admiralty.now.allied.bill]


def dealt(admiralty: Admiralty, *deals: Buy | Sell | Exchange) -> Admiralty:
    """The month's dealings."""
    return admiralty.begin(EventChoices()).act(ALLIED, *deals, Proceed())


# Buying


@pytest.mark.rule("AC-B.12-purpose", "AC-B.12-time", "AC-B.1-cost-system", "AC-B.1-cost-to-axis")
def test_a_ship_bought_is_in_the_core_this_month_and_the_axis_gets_the_points() -> None:
    admiralty = dealt(home_fleet(*BATTLESHIPS), Buy("rodney", core.NEW))
    rodney = admiralty.vessel("rodney")
    assert (rodney.service, rodney.at, rodney.ready) == ("core", SCAPA, 1)
    assert bill(admiralty) == [(AXIS, 150)]
    assert admiralty.now.allied.slots["BB"] == 3
    (told,) = admiralty.told("AC-B.12-purpose", Observer.ALLIED)
    assert (told.words, told.about["points"]) == ("{ship} is bought into the core ({points} points)", 150)
    assert [line.about["ship"] for line in admiralty.now.allied.diary] == ["rodney"]
    assert not admiralty.now.axis.diary
    assert "rodney" not in western.named(admiralty.now, admiralty.data, "BB"), "she is no longer for hire"


@pytest.mark.rule("AC-B.122-then-replace", "AC-B.121-level", "AC-B.122-count-basis")
def test_prices_go_by_the_slot_number() -> None:
    """G19: the third battleship 150, one lost after that 80; the fifth heavy cruiser at four 120; no fourth carrier."""
    admiralty = dealt(home_fleet(*BATTLESHIPS), Buy("rodney", core.NEW))
    admiralty.state = admiralty.now
    admiralty.vessel("king-george-v").at = SUNK
    dealt(admiralty, Buy("nelson", core.NEW))
    assert bill(admiralty) == [(AXIS, 150), (AXIS, 80)]
    assert admiralty.now.allied.slots["BB"] == 3

    assert bill(dealt(home_fleet("berwick", "kent", "london", "norfolk", CA=4), Buy("suffolk", core.NEW))) == [
        (AXIS, 120)
    ]
    carriers = home_fleet("victorious", "illustrious", "furious", CV=3).begin(EventChoices())
    with pytest.raises(Refused, match=r"no more than 3 CV may be in the core \(AC-B\.122-cv-limit\)"):
        carriers.act(ALLIED, Buy("formidable", core.NEW))


@pytest.mark.rule("AC-B.11-dd-count", "AC-B.121-dd", "AC-B.122-dd15", "AC-B.122-dd21")
@pytest.mark.parametrize(("afloat", "slot", "points"), [(20, 20, 50), (14, 14, 30), (12, 14, 15)])
def test_what_a_destroyer_costs(afloat: int, slot: int, points: int) -> None:
    """G20."""
    more = ("somali", "tartar", "matabele", "matchless", "marne", "martin")
    admiralty = home_fleet(*(*DESTROYERS, *more)[:afloat], DD=slot)
    assert bill(dealt(admiralty, Buy("foresight", core.NEW))) == [(AXIS, points)]


@pytest.mark.rule(
    "AC-B.122-bb-limit", "AC-B.122-ca-limit", "AC-B.122-cl-limit", "AC-B.122-dd-limit", "AC-B.122-cv-limit"
)
@pytest.mark.parametrize(("kind", "limit"), [("CV", 3), ("BB", 4), ("CA", 5), ("CL", 7), ("DD", 30)])
def test_no_type_grows_beyond_its_limit(kind: ShipClass, limit: int) -> None:
    """Ships are bought on the page, one after the other, until the next is refused."""
    admiralty = Admiralty("1944-01", steps=STEPS).begin(EventChoices())
    bought = 0
    if kind == "BB":
        admiralty.act(ALLIED, Buy("renown", core.NEW))  # a battlecruiser counts with the battleships
        bought = 1
    while True:
        options = admiralty.asked(ALLIED).options
        assert isinstance(options, Pick)
        ship = core.book_of(admiralty.data, admiralty.now, options).to_be_had(kind)[0]
        if bought == limit:
            break
        admiralty.act(ALLIED, Buy(ship, core.NEW))
        bought += 1
    with pytest.raises(Refused, match=f"AC-B.122-{kind.lower()}-limit"):
        admiralty.act(ALLIED, Buy(ship, core.NEW))
    admiralty.act(ALLIED, Proceed())
    core_ships = [key for key, vessel in admiralty.now.allied.vessels.items() if vessel.service == "core"]
    assert len(core_ships) == limit


def test_what_is_no_western_ship_is_refused_like_any_other_word() -> None:
    """U-boats and merchants are in the register too, and have no type that could be paid for."""
    admiralty = Admiralty("1942-01", steps=STEPS)
    options = core.Book(admiralty.state, admiralty.data).options()
    unknown = options.refusal(Buy("nobody", core.NEW))
    assert unknown is not None
    for key in ("u-251", "tirpitz"):
        refusal = options.refusal(Buy(key, core.NEW))
        assert refusal is not None
        assert refusal.rule == unknown.rule


@pytest.mark.rule("AC-B.12-replace-damaged", "AC-B.12-replaced-not-core")
def test_a_damaged_ship_is_replaced_and_is_for_hire_when_she_is_whole() -> None:
    """R15."""
    admiralty = home_fleet(*BATTLESHIPS, "kent")
    admiralty.boxes("duke-of-york").lost = {"hull": 3}
    places = {words for words in admiralty.begin(EventChoices()).offered(ALLIED) if words.startswith("buy rodney")}
    assert places == {"buy rodney new", "buy rodney duke-of-york"}, "nobody is replaced who is whole"
    assert "buy norfolk duke-of-york" not in admiralty.offered(ALLIED), "nor by another type"
    admiralty.act(ALLIED, Buy("rodney", "duke-of-york"), Proceed())
    assert admiralty.told("AC-B.12-purpose")[0].words == (
        "{ship} is bought into the core in the place of {other} ({points} points)"
    )
    assert bill(admiralty) == [(AXIS, 80)]
    assert admiralty.now.allied.slots["BB"] == 2
    assert admiralty.vessel("duke-of-york").service == "idle"
    assert admiralty.boxes("duke-of-york").lost == {"hull": 3}, "she goes on being repaired"
    assert "duke-of-york" not in western.named(admiralty.now, admiralty.data, "BB")
    admiralty.boxes("duke-of-york").lost = {}
    assert "duke-of-york" in western.named(admiralty.now, admiralty.data, "BB")
    admiralty.state = admiralty.now
    admiralty.begin(FirstDice())
    assert "duke-of-york" not in admiralty.now.allied.vessels, "and nobody counts her as core any more"


@pytest.mark.rule("AC-B.12-replace-damaged")
def test_a_damaged_ship_in_russia_sails_home_after_she_is_replaced() -> None:
    admiralty = home_fleet(*BATTLESHIPS)
    admiralty.vessel("duke-of-york").at = MURMANSK
    admiralty.boxes("duke-of-york").lost = {"hull": 1}
    vessel = dealt(admiralty, Buy("rodney", "duke-of-york")).vessel("duke-of-york")
    assert (vessel.service, vessel.at, vessel.due, vessel.unpaid) == ("hired", MURMANSK, True, True)


@pytest.mark.rule("AC-B.11-no-auto", "AC-B.11-loss-options", "AC-B.11-free")
def test_a_lost_ship_stays_lost_until_another_is_bought_or_hired() -> None:
    admiralty = home_fleet(*BATTLESHIPS)
    admiralty.vessel("king-george-v").at = SUNK
    admiralty.begin(FirstDice(), EventChoices())
    ships = [vessel for vessel in admiralty.now.allied.vessels.values() if vessel.at != SUNK]
    oiler = admiralty.now.allied.oiler_due
    assert [vessel.key for vessel in ships] == ["duke-of-york"]
    assert oiler, "only the oiler comes by herself"
    assert "buy rodney new" in admiralty.offered(ALLIED)
    assert "rodney" in western.named(admiralty.now, admiralty.data, "BB")
    assert admiralty.act(ALLIED, Proceed()).now.allied.bill == [], "and the core costs nothing"


@pytest.mark.rule("AC-B.121-ao")
def test_a_lost_oiler_is_replaced_in_the_second_month_after() -> None:
    admiralty = Admiralty("1942-03", steps=STEPS)
    admiralty.ship("ao-core", SUNK, "core", line="uk:AO-c")
    for month, oilers in ((4, 0), (5, 1), (6, 1)):
        admiralty.state.month = month
        admiralty.begin(FirstDice())
        admiralty.state = admiralty.now
        afloat = [vessel for vessel in admiralty.now.allied.vessels.values() if vessel.at == SCAPA]
        assert [(vessel.service, admiralty.boxes(vessel.key).line) for vessel in afloat] == [
            ("core", "uk:AO-c")
        ] * oilers
    assert admiralty.now.allied.bill == []


# Exchange


@pytest.mark.rule("AC-B.11-exchange", "AC-B.11-exchange-example", "AC-B.11-exchange-time")
def test_an_undamaged_ship_is_exchanged_at_no_cost() -> None:
    admiralty = home_fleet(*BATTLESHIPS, "berwick", date="1943-05").begin(EventChoices())
    offered = admiralty.offered(ALLIED)
    assert {f"exchange king-george-v {other}" for other in ("anson", "warspite", "rodney")} <= set(offered)
    assert not any(text.startswith("exchange berwick") and text.endswith(("anson", "jamaica")) for text in offered)
    admiralty.act(ALLIED, Exchange("king-george-v", "anson"))
    with pytest.raises(Refused, match=r"has only come this month"):
        admiralty.act(ALLIED, Exchange("anson", "howe"))
    admiralty.act(ALLIED, Proceed())
    (told,) = admiralty.told("AC-B.11-exchange", Observer.ALLIED)
    assert told.about == {"ship": "king-george-v", "other": "anson", "points": 0}
    assert [line.about["other"] for line in admiralty.now.allied.diary] == ["anson"]
    assert not admiralty.now.axis.diary
    assert (admiralty.vessel("anson").service, admiralty.vessel("anson").at) == ("core", SCAPA)
    assert "king-george-v" not in admiralty.now.allied.vessels
    assert "king-george-v" in western.named(admiralty.now, admiralty.data, "BB"), "she may be hired"
    assert admiralty.now.allied.bill == []
    assert admiralty.now.allied.slots["BB"] == 2


@pytest.mark.rule("AC-B.11-exchange-time", "AC-B.11-exchange", "AC-B.19-undamaged")
@pytest.mark.parametrize(
    ("lost", "port", "ready", "words"),
    [
        ({"aa": 1}, SCAPA, 1, "is damaged"),
        ({}, MURMANSK, 1, "is not in a British port"),
        ({}, SCAPA, 2, "is not in a British port"),
    ],
)
def test_who_is_damaged_or_elsewhere_is_neither_exchanged_nor_sold(
    lost: dict[str, int], port: str, ready: int, words: str
) -> None:
    admiralty = home_fleet()
    admiralty.ship("duke-of-york", port, "core", lost=lost, ready=ready)
    admiralty.begin(EventChoices())
    for deal in (Exchange("duke-of-york", "rodney"), Sell("duke-of-york")):
        with pytest.raises(Refused, match=words):
            admiralty.act(ALLIED, deal)


@pytest.mark.rule("AC-A.6-no-exchange", "AC-A.6-full", "AC-B.11-exchange")
@pytest.mark.parametrize(("marks", "worn"), [(11, True), (10, False)])
def test_who_is_worn_by_storms_is_not_exchanged_for_a_fresh_ship(marks: int, worn: bool) -> None:
    """She has to lie in port for the month; no other takes her place for nothing."""
    admiralty = home_fleet("duke-of-york")
    admiralty.boxes("duke-of-york").marks = marks
    admiralty.begin(EventChoices())
    assert ("exchange duke-of-york rodney" in admiralty.offered(ALLIED)) is not worn
    if worn:
        with pytest.raises(Refused, match=r"storms have worn"):
            admiralty.act(ALLIED, Exchange("duke-of-york", "rodney"))


@pytest.mark.rule("AC-B.41-iceland", "AC-B.11-exchange-time", "AC-B.19-undamaged")
def test_iceland_has_british_ports_for_sale_and_exchange() -> None:
    admiralty = home_fleet(*BATTLESHIPS)
    admiralty.vessel("duke-of-york").at = HVALFJORDUR
    admiralty.vessel("king-george-v").at = "Seydisfjordur"
    admiralty.begin(EventChoices())
    admiralty.act(ALLIED, Exchange("duke-of-york", "rodney"), Sell("king-george-v"), Proceed())
    assert admiralty.vessel("rodney").service == "core"
    assert not {"duke-of-york", "king-george-v"} & set(admiralty.now.allied.vessels)
    assert bill(admiralty) == [(ALLIED, 40)]


# Selling


@pytest.mark.rule("AC-B.19-sell", "AC-B.19-lost-core", "AC-B.19-allied-vp", "AC-B.19-bb")
def test_a_ship_given_up_brings_points_and_is_core_no_more() -> None:
    admiralty = home_fleet(*BATTLESHIPS).begin(EventChoices()).act(ALLIED, Sell("king-george-v"))
    assert "sell king-george-v" not in admiralty.offered(ALLIED), "she is sold once"
    admiralty.act(ALLIED, Proceed())
    (told,) = admiralty.told("AC-B.19-sell", Observer.ALLIED)
    assert told.about == {"ship": "king-george-v", "other": "", "points": 40}
    assert bill(admiralty) == [(ALLIED, 40)]
    assert "king-george-v" not in admiralty.now.allied.vessels
    assert admiralty.now.allied.slots["BB"] == 2, "the slot stays and is refilled at the replacement price"
    admiralty.state = admiralty.now
    admiralty.begin(FirstDice(), EventChoices()).act(ALLIED, Buy("king-george-v", core.NEW), Proceed())
    assert bill(admiralty) == [(ALLIED, 40), (AXIS, 80)]
    assert admiralty.vessel("king-george-v").service == "core"


@pytest.mark.rule("AC-B.19-rebuy")
def test_a_sale_gives_an_enlarged_slot_up() -> None:
    admiralty = dealt(home_fleet(*BATTLESHIPS, "rodney", BB=3), Sell("rodney"))
    assert admiralty.now.allied.slots["BB"] == 2
    admiralty.state = admiralty.now
    admiralty.begin(FirstDice(), EventChoices()).act(ALLIED, Buy("nelson", core.NEW), Proceed())
    assert bill(admiralty)[-1] == (AXIS, 150)


@pytest.mark.rule("AC-B.19-same-month")
def test_a_type_that_was_sold_is_not_bought_the_same_month() -> None:
    admiralty = home_fleet(*BATTLESHIPS, "berwick")
    admiralty.boxes("duke-of-york").lost = {"hull": 1}
    admiralty.begin(EventChoices()).act(ALLIED, Sell("king-george-v"))
    for instead in (core.NEW, "duke-of-york"):
        with pytest.raises(Refused, match=r"was sold this month \(AC-B\.19-same-month\)"):
            admiralty.act(ALLIED, Buy("rodney", instead))
    admiralty.act(ALLIED, Buy("kent", core.NEW), Proceed())
    assert admiralty.now.allied.sold == ["BB"]
    admiralty.state = admiralty.now
    admiralty.begin(FirstDice())
    assert admiralty.now.allied.sold == []


@pytest.mark.rule("AC-B.12-time", "AC-B.19-undamaged")
def test_whom_the_event_of_the_month_has_nobody_deals_in() -> None:
    """The pages of phase 1 in their order: a battleship who joins is not bought, one who goes is not sold."""
    admiralty = Admiralty("1942-05")
    for key in BATTLESHIPS:
        admiralty.ship(key, SCAPA, "core")
    admiralty.state.allied.event = 10
    admiralty.begin(EventChoices()).plot(ALLIED, {"BB-1": "rodney"})
    offered = admiralty.offered(ALLIED)
    assert "buy nelson new" in offered
    assert not any("rodney" in words for words in offered)
    admiralty.state.allied.event = 4
    admiralty.begin(EventChoices()).act(ALLIED, Choose(("duke-of-york",)))
    sales = [words for words in admiralty.offered(ALLIED) if words.startswith(("sell", "exchange"))]
    assert "sell king-george-v" in sales
    assert not any("duke-of-york" in words for words in sales)


def test_dealings_end_whatever_is_answered() -> None:
    """A random Admiralty runs out of deals."""
    for seed in range(5):
        admiralty = home_fleet(*BATTLESHIPS, *DESTROYERS, "victorious", date="1944-06").begin(EventChoices())
        dice, deals = Dice.seeded("dealings", seed), 0
        while not admiralty.is_over:
            pages = list(admiralty.asked(ALLIED).options)
            admiralty.act(ALLIED, dice.choice(pages[1:] or pages))  # go on only when there is nothing else
            deals += 1
        assert 30 < deals < 200


# Before play


@pytest.mark.rule("AC-B.11-optional-swap")
def test_another_core_has_as_many_ships_of_each_type() -> None:
    admiralty = Admiralty(options=Options(core_swap=True))
    admiralty.state = opening(admiralty.data, "campaign", Options(core_swap=True))
    admiralty.begin(BeforeTheWar())
    options = admiralty.asked(ALLIED).options
    assert isinstance(options, Subset)
    core_now = [key for key, vessel in admiralty.now.allied.vessels.items() if vessel.service == "core"]
    ships = [key for key in core_now if key in admiralty.data.sea.register]
    assert "anson" not in options.items, "she is not there yet"
    with pytest.raises(Refused, match="battleships"):
        admiralty.act(ALLIED, Choose((*(key for key in ships if key != "berwick"), "rodney")))
    admiralty.act(ALLIED, Choose((*(key for key in ships if key != "king-george-v"), "rodney")))
    admiralty.act(AXIS, next(iter(admiralty.asked(AXIS).options)))
    assert admiralty.vessel("rodney").service == "core"
    assert "king-george-v" not in admiralty.now.allied.vessels
    assert Options().core_swap is False
    for observer in (Observer.AXIS, Observer.PUBLIC):  # both have agreed on it, and so nobody guesses at it
        told = known(admiralty.data, admiralty.now, observer)
        assert told.agreed == list(admiralty.now.agreed)
        world = GAME.imagine(admiralty.data, told, observer, Dice.seeded("core"))
        assert "rodney" in world.allied.vessels
        assert "king-george-v" not in world.allied.vessels
