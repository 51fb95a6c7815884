"""The lobby: people who do not know each other find a match, take it once, give it up, and play it once more."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from barents.kernel.dice import Dice
from barents.server.lobby import store as lobby_store
from barents.server.storage.store import Store, now
from tests.server.service import Browser, Seat, running, settings
from tests.server.test_live import joined

DAY = 86_400_000


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service over each kind of database, with strict limits."""
    folder = tmp_path_factory.mktemp("lobby")
    chosen = settings(folder, thinkers=0)
    if request.param == "postgresql":
        chosen = settings(folder, thinkers=0, database=request.getfixturevalue("cluster").new_database())
    with running(chosen) as (address, _):
        yield address


def lobby(browser: Browser) -> dict[str, Any]:
    """What the lobby shows to somebody."""
    answer = browser.http.get("/api/lobby")
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


def challenge(browser: Browser, **terms: Any) -> str:
    """Open a seat to all; its match."""
    return str(browser.open(opponent="person", open_to_all=True, **terms)["match"])


def listed(browser: Browser, match: str) -> dict[str, Any] | None:
    """The card of a challenge, if it is shown."""
    found: list[dict[str, Any]] = [card for card in lobby(browser)["challenges"] if card["match"] == match]
    return found[0] if found else None


def take(browser: Browser, match: str, name: str = "") -> tuple[int, dict[str, Any]]:
    """Take a challenge."""
    answer = browser.http.post(f"/api/lobby/{match}/take", json={"name": name})
    return answer.status_code, answer.json()


def test_a_challenge_says_what_one_agrees_to_and_is_taken_once(browser: Browser, friend: Browser) -> None:
    terms = {"side": "axis", "name": "Marlow", "windows": "ask", "watched": True, "pace": {"minutes": 30, "seconds": 5}}
    match = challenge(browser, game="north_cape", scenario="unternehmen-sportpalast", **terms)
    card = listed(friend, match)
    assert card is not None
    assert (card["game_title"], card["side"], card["host"], card["mine"]) == ("North Cape", "allied", "Marlow", False)
    assert (card["windows"], card["watched"], card["rated"], card["options"]) == ("ask", True, False, [])
    assert card["pace"] == {"minutes": 30, "seconds": 5, "days": 0}
    mine = listed(browser, match)
    assert mine is not None
    assert mine["mine"]
    status, refused = take(browser, match)
    assert (status, "your own" in refused["reason"]) == (400, True)
    status, opened = take(friend, match, "  Jim\n")
    assert (status, opened["side"]) == (201, "allied")
    with friend.sit(match, "allied") as seat:
        assert [each["name"] for each in seat.table["seats"]] == ["Jim", "Marlow"]
        assert seat.table["pace"]["minutes"] == 30
    assert listed(browser, match) is None
    status, refused = take(Browser(browser.address), match)
    assert (status, "quicker" in refused["reason"]) == (409, True)


def test_of_many_who_take_a_seat_at_once_one_gets_it(browser: Browser) -> None:
    match = challenge(browser)
    guests = [Browser(browser.address) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda guest: take(guest, match)[0], guests))
    assert sorted(answers) == [201] + [409] * 7
    winner = guests[answers.index(201)]
    assert [card["match"] for card in lobby(winner)["mine"]] == [match]


def test_what_is_unusual_stands_on_the_card(browser: Browser, friend: Browser) -> None:
    game = next(each for each in browser.http.get("/api/games").json() if each["name"] == "north_cape")
    switch = next(each for each in game["options"] if each["kind"] == "switch" and not each["people"])
    options = {switch["name"]: not switch["default"]}
    match = challenge(browser, game="north_cape", scenario="unternehmen-sportpalast", options=options)
    card = listed(friend, match)
    assert card is not None
    assert card["options"] == [switch["title"] if not switch["default"] else f"not: {switch['title']}"]


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"opponent": "random", "open_to_all": True}, "Only a match against a person"),
        ({"opponent": "here", "open_to_all": True}, "Only a match against a person"),
        ({"opponent": "person", "pace": {"days": 2, "minutes": 5}}, "not by both"),
        ({"opponent": "person", "pace": {"seconds": 5}}, "how many minutes"),
        ({"opponent": "person", "pace": {"minutes": -5}}, "minutes"),
        ({"opponent": "person", "pace": {"days": 61}}, "days"),
    ],
)
def test_terms_that_do_not_fit_are_refused(browser: Browser, terms: dict[str, Any], words: str) -> None:
    usual = {"game": "hunt", "scenario": "first-light", "side": "allied"}
    answer = browser.http.post("/api/matches", json=usual | terms)
    assert answer.status_code == 400
    assert words in answer.json()["reason"]


def test_a_challenge_is_withdrawn_by_its_maker_alone_and_only_while_nobody_has_taken_it(
    browser: Browser, friend: Browser
) -> None:
    match, other = challenge(browser), challenge(browser)
    with browser.sit(match, "allied") as seat:
        assert friend.http.delete(f"/api/lobby/{match}").status_code == 404
        assert browser.http.delete(f"/api/lobby/{match}").status_code == 204
        while not seat.table["closed"]:
            seat.hear()
    assert listed(friend, match) is None
    assert take(friend, match)[0] == 404
    assert match not in [card["match"] for card in lobby(browser)["mine"]]
    assert browser.http.delete(f"/api/lobby/{match}").status_code == 404
    assert take(friend, other)[0] == 201
    answer = browser.http.delete(f"/api/lobby/{other}")
    assert (answer.status_code, "the match is on" in answer.json()["reason"]) == (409, True)


def test_nobody_can_fill_the_lobby_and_a_private_match_is_not_in_it(browser: Browser, friend: Browser) -> None:
    private = browser.open(opponent="person")["match"]
    assert take(friend, private)[0] == 404
    opened = [challenge(browser) for _ in range(10)]
    usual = {"game": "hunt", "scenario": "first-light", "side": "allied", "opponent": "person", "open_to_all": True}
    answer = browser.http.post("/api/matches", json=usual)
    assert (answer.status_code, "10 open challenges" in answer.json()["reason"]) == (400, True)
    shown = [card["match"] for card in lobby(friend)["challenges"]]
    assert shown[:10] == opened[::-1], "the newest is first"
    assert private not in shown
    browser.http.delete(f"/api/lobby/{opened[0]}")
    challenge(browser)


def test_my_games_begin_with_those_in_which_it_is_my_move(browser: Browser, friend: Browser) -> None:
    allied, axis = joined(browser, friend, side="allied")
    with allied, axis:
        allied.until_asked()
        later = challenge(browser)
        resigned = browser.open(opponent="random")
        with browser.sit(resigned["match"], resigned["side"]) as seat:
            seat.begin()
            seat.ask("resign")
        cards = lobby(browser)["mine"]
        # In the challenge the dice wait for a word of its maker too.
        assert {card["match"] for card in cards[:2]} == {allied.match, later}
        assert [(card["my_move"], card["over"]) for card in cards] == [(True, False), (True, False), (False, True)]
        assert lobby(friend)["mine"][0]["my_move"] is False


def test_a_challenge_that_nobody_stands_behind_is_not_shown_for_ever(database: str, tmp_path: Path) -> None:
    chosen = settings(tmp_path, thinkers=0, database=database)
    with running(chosen) as (address, _):
        host = Browser(address)
        match = challenge(host)
        store = Store(database)
        try:
            kept = store.load(match)
            assert kept is not None
            host_key = (kept.match.opener,)
            later = now() + 13 * DAY
            assert [each.match for each in lobby_store.offered(store, later)] == [match]
            assert lobby_store.offered(store, later + 2 * DAY) == []
            lobby_store.stand_by(store, ("somebody else",), later)
            assert lobby_store.offered(store, later + 2 * DAY) == []
            lobby_store.stand_by(store, host_key, later)
            assert [each.match for each in lobby_store.offered(store, later + 2 * DAY)] == [match]
            assert store.load(match).match.version == kept.match.version  # type: ignore[union-attr]
        finally:
            store.close()


# Once more


def over(host: Browser, guest: Browser, **terms: Any) -> tuple[str, Seat, Seat]:
    """A match of two people that is over, and their seats."""
    allied, axis = joined(host, guest, side="allied", **terms)
    assert axis.ask("resign")["is"] == "done", "also while the other side is asked"
    return allied.match, allied, axis


def again(browser: Browser, match: str, swap: bool = False) -> dict[str, Any]:
    """Ask for the match once more."""
    answer = browser.http.post(f"/api/matches/{match}/again", json={"swap": swap})
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


@pytest.mark.parametrize("windows", ["orders", "ask"])
def test_both_get_the_same_rematch_on_the_same_terms(browser: Browser, friend: Browser, windows: str) -> None:
    terms = {"watched": True, "pace": {"days": 3}, "windows": windows}
    match, allied, axis = over(browser, friend, **terms)
    with allied, axis:
        first = again(browser, match, swap=True)
        assert first["side"] == "axis"
        while axis.table["rematch"] != first["match"]:
            axis.hear()
        second = again(friend, match, swap=True)
        assert (second["match"], second["side"]) == (first["match"], "allied"), "who asked first has swapped the sides"
        assert again(browser, match) == {**first, "invitation": ""}
    with browser.sit(first["match"], "axis") as one, friend.sit(first["match"], "allied") as other:
        assert one.table["windows"] == windows
        assert (one.table["watched"], one.table["pace"]["days"], one.table["open_to_all"]) == (True, 3, False)
        for seat in (one, other):
            seat.ask("contribute", nonce="a word of one's own")
        other.until_asked()
        assert other.choose(other.answer(Dice.seeded(1)))["is"] == "done"
    assert first["match"] in [card["match"] for card in lobby(friend)["mine"]]


def test_two_who_ask_for_a_rematch_at_once_get_the_same(browser: Browser, friend: Browser) -> None:
    match, allied, axis = over(browser, friend)
    with allied, axis, ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(lambda who: again(who, match), [browser, friend, browser, friend]))
    assert len({each["match"] for each in opened}) == 1
    assert {each["side"] for each in opened} == {"allied", "axis"}


def test_against_the_computer_each_rematch_is_a_new_one_and_strangers_get_none(
    browser: Browser, friend: Browser
) -> None:
    with browser.play() as seat:
        seat.begin()
        seat.ask("resign")
        assert again(browser, seat.match)["match"] != again(browser, seat.match)["match"]
        assert friend.http.post(f"/api/matches/{seat.match}/again", json={}).status_code == 404


def test_a_draw_is_offered_and_agreed_on_while_it_is_the_other_sides_move(browser: Browser, friend: Browser) -> None:
    allied, axis = joined(browser, friend, side="allied")
    with allied, axis:
        allied.until_asked()
        assert axis.ask("offer-draw")["is"] == "done"
        while allied.view["draw_offer"] != "axis":
            allied.hear()
        assert "already offered" in allied.ask("offer-draw")["refusal"]["reason"]
        assert allied.ask("accept-draw")["is"] == "done"
        while not axis.over:
            axis.hear()
        assert axis.view["result"]["winner"] is None
