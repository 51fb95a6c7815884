"""What is asked, answered, told and paid in the campaign, in words that need no rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice, product
from typing import Any

import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign import actions as a
from barents.games.arctic_campaign.allied import events as allied_events
from barents.games.arctic_campaign.allied.convoys import EAST
from barents.games.arctic_campaign.allied.hire import NUMBERS
from barents.games.arctic_campaign.axis import events as axis_events
from barents.games.arctic_campaign.data import data
from barents.games.arctic_campaign.names import is_at_sea
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.rules.setup import opening
from barents.games.arctic_campaign.screen.phrases import called, label
from barents.games.arctic_campaign.state import EventChoices, Signals, State
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.domains import Among
from barents.kernel.question import Asked, lacking
from barents.kernel.sides import Observer, Side
from barents.kernel.view import decision_view, log_lines
from tests.arctic_campaign.admiralty import ALLIED, Admiralty
from tests.arctic_campaign.desks import Page, pages

# What no person should have to read: keys, notation, braces, letters of types with a number, months as in tables.
RAW = re.compile(
    r"[{}<>_]|-extra-|squadron-|-detached|\b(?:lt|ao|pq|qp|cover|guard|home|sentry|port|dock|via|recon)-[\da-z]"
    r"|\b[a-z]+:[a-z\d]|\b\d+ [A-Z]{2,3}\b|\b19\d\d-\d\d\b|\b(?:ju|he|bv|fw|bf)-\d|^[a-z]+$"
)
# Pages of the engine below, which has tests of its own
AT_SEA = {"OP-AIR-base-limit", "OP-AIR-allot-allied"}
EVERYTHING = Options(
    convoy_phase="quick",
    core_swap=True,
    interception_fog=True,
    axis_training=True,
    repair_delay=True,
    revnostnyi=True,
    soviet_convoys=True,
    mines=True,
    convoy_names="PQ.1",
)
ONE_OF_EACH: dict[str, tuple[Action, str]] = {
    "proceed": (a.Proceed(), "Go on"),
    "yes": (a.Consent(yes=True), "Yes"),
    "buy": (a.Buy("kenya", "new"), "Buy Kenya into the core as one ship more"),
    "replace": (a.Buy("kenya", "nigeria"), "Buy Kenya into the core in the place of Nigeria"),
    "sell": (a.Sell("nigeria"), "Give up Nigeria"),
    "exchange": (a.Exchange("nigeria", "kenya"), "Exchange Nigeria for Kenya"),
    "refuel": (a.Refuel("z24", 2), "Z24 takes 2 boxes, 1 of the stock"),
    "all": (a.RefuelAll(), "Fill up every ship"),
    "east": (a.SailEast("Hvalfjordur", 12), "12 transports sail east from Hvalfjordur"),
    "west": (a.SailWest("Murmansk", 1), "1 transport sails home from Murmansk"),
    "strike": (a.Strike("second"), "The second largest ship"),
    "choose": (Choose(("echo", "fury")), "Echo and Fury"),
    "allot": (Allot((("echo", "cover-2"), ("fury", "-"))), "Echo: Second covering fleet"),
}
VALUES = {
    "pq-8:sails": "PQ-8 sails in turn",
    "pq-8:route": "PQ-8 goes by",
    "qp-5:via-2": "QP-5, waypoint 2 of a way of its own",
    "cover-1:port": "First covering fleet begins at",
    "cover-1:covers": "First covering fleet covers",
    "home-6619": "Home from Murmansk",
    "sentry-7324": "Soviet escort from Archangelsk",
    "NORTH-M": "Northern route, Murmansk: about 57 zones",
    "direct:Archangelsk": "the shortest way to Archangelsk",
    "move:Scapa Flow": "only moves to Scapa Flow, to load there",
    "Altafjord": "Altafjord",
    "Altafjord:2": "Altafjord, second squadron",
    "base": "sails to found a secret base",
    "stay": "stays where she is",
    "B": "Fleet B",
    "hull+hull+speed": "two boxes of hull and a box of speed",
    "fulmar:4+albacore:8": "4 steps of Fulmar, 8 of Albacore",
    "DD-3": "Third destroyer",
    "DD": "Destroyers, core 14 of 30: 5 points each",
    "MS": "Minesweepers: a point for each 3",
    "lt-17": "Large transport 17",
    "ms-ger-9": "M class minesweeper 9",
    "de-vii-3": "Type VII 3",
    "squadron-5917": "Altafjord squadron",
    "cover-1-detached-2": "Detachment 2 of First covering fleet",
    "port-scapa-flow": "In port, Scapa Flow",
    "de:VII": "Type VII boats",
    "1943-09": "September 1943",
    "3 DD hired": "3 destroyers hired",
    "120": "120",
    "3330": "Scapa Flow",
}


def july() -> State:
    """A campaign as it begins, in July 1942."""
    state = opening(data(None), "campaign", Options())
    state.month = data(None).month("1942-07")
    state.phase = "convoy"
    state.axis.ships["z24"].fuel = 0
    return state


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_action_has_words_and_a_heading(name: str) -> None:
    assert {type(action) for action, _ in ONE_OF_EACH.values()} >= {
        kind for kind in GAME.actions if kind.__module__ == a.__name__
    }
    action, expected = ONE_OF_EACH[name]
    assert GAME.words(data(None), july(), action) == expected
    heading = GAME.heading(data(None), type(action), action)
    assert 3 < len(heading) <= 24


@pytest.mark.parametrize("value", VALUES)
def test_every_slot_and_value_is_plain_english(value: str) -> None:
    assert called(data(None), july(), value) == VALUES[value]


def test_every_event_has_its_page() -> None:
    assert {roll: f"AC-C.4-{roll}" for roll in data(None).axis_events} == {
        roll: question.rule for roll, question in axis_events.EVENTS.items()
    }


@pytest.mark.parametrize("event", range(2, 13))
def test_what_a_page_is_about_can_be_said_in_any_month(event: int) -> None:
    """Also of pages that come once in a war, whatever the event; the shapes are those of the pages."""
    state = july()
    state.allied.event = state.axis.event = event
    sheet = Assign({"echo": Among(["cover-1", "Scapa Flow"])})
    for question, side in product(GAME.questions.values(), Side):
        shapes: list[Any] = [sheet]
        if not question.verb:
            shapes = [Pick([a.SailEast("Hvalfjordur", 3), a.Proceed()]), Pick([a.Proceed()])]
        for shape in shapes:
            said = Asked(GAME, data(None), state, Decision(side, question, shape)).about
            for words in (said, *question.answers.values()):
                assert not RAW.search(words), words
                assert words.endswith("."), (question.id, words)
                assert "  " not in words, words


def look(found: Iterable[Page]) -> set[str]:
    """Read every page of a game, and its log; the rules that asked."""
    asked, page = set(), None
    for page in found:
        if is_at_sea(page.match.state):
            continue
        seen = decision_view(page.match, page.decision, page.known)
        if page.decision.rule not in AT_SEA:
            assert lacking(Asked(GAME, page.match.data, page.known, page.decision)) == []
        asked.add(seen.rule)
        assert seen.phase, seen.rule
        assert seen.circumstance, seen.rule
        assert not RAW.search(seen.circumstance), (seen.rule, seen.circumstance)
        assert not RAW.search(seen.prompt), (seen.rule, seen.prompt)
        for words in (*seen.words.values(), *seen.headings.values()):
            assert not RAW.search(words), (seen.rule, words)
        for item in items(page.decision.options):
            assert not RAW.search(called(page.match.data, page.known, item)), (seen.rule, item)
        for answer in seen.prices:
            assert answer in known_answers(page.decision.options), (seen.rule, answer)
    assert page is not None
    for line in log_lines(page.match, Observer.UMPIRE):
        if not line.rule.startswith("OP-"):
            assert not RAW.search(line.text), (line.rule, line.text)
    return asked


def items(options: Any) -> Iterable[str]:
    """What has to be named on a page: items, slots and values."""
    if isinstance(options, Subset):
        return options.items
    if isinstance(options, Assign):
        values = [value for domain in options.slots.values() for value in islice(domain, 200)]
        return dict.fromkeys([*options.slots, *values])
    return [part for product in options.products for part in product.domains if part]


def known_answers(options: Any) -> set[str]:
    """What a price may be written for."""
    if isinstance(options, Subset):
        return set(options.items)
    if isinstance(options, Assign):
        return {f"{slot}={value}" for slot, domain in options.slots.items() for value in domain}
    return {str(action) for action in options}


def test_half_a_year_by_doctrine_has_words_for_everything() -> None:
    asked = look(pages("words", Options(convoy_phase="quick"), 6))
    assert {"AC-B.23-sources", "AC-B.21-turn", "AC-B.13-time", "AC-C.33-when", "AC-A.24-fleets"} <= asked


@pytest.mark.parametrize("seed", ["one", "two"])
def test_months_at_random_have_words_for_everything(seed: str) -> None:
    look(pages(seed, EVERYTHING, 2, at_random=True))


# Prices


def prices(game: Admiralty) -> Mapping[str, int]:
    """What the answers cost that the Allies can give now."""
    return Asked(GAME, game.data, game.now, game.asked(ALLIED)).prices


def test_hire_costs_by_type_and_sweepers_by_threes() -> None:
    slots = {kind: Among([str(number) for number in range(1, 8)]) for kind in ("BB", "DD", "MS")}
    found = Asked(GAME, data(None), july(), Decision(ALLIED, NUMBERS, Assign(slots))).prices
    assert [found[f"MS={number}"] for number in range(1, 8)] == [1, 1, 1, 2, 2, 2, 3]
    assert (found["DD=3"], found["BB=2"]) == (15, 60)


def test_a_second_purchase_has_the_price_that_the_first_has_left() -> None:
    """R16: the third battleship of the core costs 150, the fourth 250; whoever is given up brings points."""
    game = Admiralty("1942-02")
    for key in ("king-george-v", "duke-of-york"):
        game.ship(key, "Scapa Flow")
    game.begin(EventChoices())
    first = prices(game)
    assert first["buy nelson new"] == 150
    assert first["sell duke-of-york"] == -40
    assert not any(answer.startswith("exchange") for answer in first)
    game.act(ALLIED, a.Buy("nelson", "new"))
    second = prices(game)
    assert second["buy rodney new"] == 250


def test_the_shares_of_an_offer_at_half_price_add_up_to_its_price() -> None:
    """AC-B.5-half-round: one cruiser and four destroyers, half of thirty; places are filled from the first."""
    game = Admiralty("1942-02")
    game.state.allied.event = 6
    game.begin(EventChoices())
    state, page = game.now, game.asked(ALLIED)
    assert page.rule == "AC-B.5-decline"
    found = prices(game)
    row = allied_events.event_of(state, game.data)
    assert row is not None
    taken: list[str] = []
    paid = 0
    assert isinstance(page.options, Assign)
    for slot, domain in page.options.slots.items():
        ship = next(key for key in domain if key not in taken)
        taken.append(ship)
        paid += found[f"{slot}={ship}"]
        assert paid == allied_events.price(game.data, row, taken), slot
    assert paid == 15


def test_to_keep_transports_back_costs_a_point_each() -> None:
    options = Pick(
        [a.SailEast("Hvalfjordur", 2), a.SailEast("Hvalfjordur", 1), a.SailEast("Scapa Flow", 1), a.Proceed()]
    )
    found = Asked(GAME, data(None), july(), Decision(ALLIED, EAST, options)).prices
    assert found == {"proceed": 3}


def test_laden_transports_that_wait_in_russia_cost_nothing() -> None:
    page = Decision(ALLIED, EAST, Pick([a.SailEast("Belusha", 2), a.Proceed()]))
    asked = Asked(GAME, data(None), july(), page)
    assert asked.prices == {"proceed": 0}
    words = asked.about
    assert "only in Murmansk or Archangelsk" in words
    assert "destroyers for" not in words, "none from the west can be with them"


def test_a_page_without_prices_has_none() -> None:
    game = Admiralty("1942-02").begin(Signals())
    assert prices(game) == {}


def test_months_of_the_log_are_spelt_out() -> None:
    assert label(data(None), "1945-05") == "May 1945"
