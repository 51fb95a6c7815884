"""Ratings: which matches count, for how much, exactly once, and who may play them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from barents.kernel.dice import Dice
from barents.kernel.sides import Side
from barents.server.accounts.ratings import careful, settlement
from barents.server.storage.database import ACCOUNTS, CHOICES, HOLDERS, RATINGS
from barents.server.storage.store import MatchRow, SeatRow, Store
from tests.server.service import Browser, Seat
from tests.server.test_accounts import GENEROUS, log_in, register, serving


def rated_match(host: Browser, guest: Browser) -> str:
    """A rated match between two accounts, with the dice rolling."""
    opened = host.open(opponent="person", side="allied", rated=True)
    seated = guest.http.post(opened["invitation"], data={})
    assert seated.status_code == 303, seated.text
    with host.sit(opened["match"], "allied") as one, guest.sit(opened["match"], "axis") as other:
        assert one.table["rated"]
        assert one.ask("contribute", nonce="word of one")["is"] == "done"
        assert other.ask("contribute", nonce="word of the other")["is"] == "done"
        assert "rated" in one.ask("propose")["refusal"]["reason"]
    match: str = opened["match"]
    return match


def both_choose(one: Seat, other: Seat) -> None:
    """Play until each side has made a choice."""
    chosen: set[str] = set()
    dice = Dice.seeded("rated")
    while chosen != {"allied", "axis"}:
        for seat in (one, other):
            seat.catch_up()
            if seat.decision is not None:
                assert seat.choose(seat.answer(dice))["is"] == "done"
                chosen.add(seat.side)


def standings(browser: Browser) -> dict[str, tuple[float, int]]:
    return {each["name"]: (each["rating"], each["games"]) for each in browser.http.get("/api/ratings/hunt").json()}


def test_a_rated_match_counts_once_it_has_begun(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database) as (address, _):
        host, guest = Browser(address), Browser(address)
        register(host, "Host")
        register(guest, "Visitor")
        assert standings(host) == {}

        # Given up before both have chosen: as if it had not been begun.
        match = rated_match(host, guest)
        with host.sit(match, "allied") as one:
            assert one.ask("resign")["is"] == "done"
        assert standings(host) == {}

        match = rated_match(host, guest)
        with host.sit(match, "allied") as one, guest.sit(match, "axis") as other:
            assert [(each["account"], each["rating"]) for each in one.table["seats"]] == [(True, None), (True, None)]
            both_choose(one, other)
            assert one.ask("resign")["is"] == "done"
            won, lost = (one.table["seats"][place]["rating"] for place in (1, 0))
        assert standings(host) == {"Visitor": (won, 1), "Host": (lost, 1)}
        assert won > 0 > lost

        match = rated_match(host, guest)
        with host.sit(match, "allied") as one, guest.sit(match, "axis") as other:
            assert one.table["seats"][1]["rating"] == won
            both_choose(one, other)
            assert one.ask("offer-draw")["is"] == "done"
            assert other.ask("accept-draw")["is"] == "done"
        drawn = standings(host)
        assert [games for _, games in drawn.values()] == [2, 2]
        assert drawn["Visitor"][0] - drawn["Host"][0] < won - lost, "a draw brings them nearer"

        # What happens at the table afterwards changes nothing any more.
        with host.sit(match, "allied") as one:
            one.ask("seen", number=1)
        assert standings(host) == drawn
        (card,) = host.http.get("/api/account").json()["ratings"]
        assert (card["game"], card["game_title"], card["games"]) == ("hunt", "The Hunt", 2)
        assert (card["rating"], careful(card["mu"], card["sigma"])) == (drawn["Host"][0], drawn["Host"][0])
        career = guest.http.get("/api/account/record").json()
        assert [(each["outcome"], each["rated"]) for each in career["outcomes"]] == [
            ("drawn", True),
            ("won", True),
            ("won", True),
        ]
        assert host.http.get("/api/ratings/chess").status_code == 404


def test_only_two_accounts_can_play_a_rated_match(database: str, tmp_path: Path) -> None:
    terms = {"game": "hunt", "scenario": "first-light", "side": "allied", "rated": True}
    with serving(tmp_path, database, limits=GENEROUS) as (address, _):
        host, guest = Browser(address), Browser(address)

        def refusal(opponent: str) -> str:
            answer = host.http.post("/api/matches", json=terms | {"opponent": opponent})
            assert answer.status_code == 400, answer.text
            reason: str = answer.json()["reason"]
            return reason

        assert refusal("person").startswith("A rated match is between two accounts: log in first")
        register(host, "Host")
        for opponent in ("random", "here"):
            assert refusal(opponent).startswith("Only a match against another person can be rated")
        challenge = host.open(opponent="person", rated=True, open_to_all=True)
        link = challenge["invitation"]
        take = f"/api/lobby/{challenge['match']}/take"
        taken = guest.http.post(take, json={})
        assert (taken.status_code, "log in first" in taken.text) == (400, True)
        refused = guest.http.post(link, data={"name": "Guest"})
        assert (refused.status_code, "log in first" in refused.text) == (409, True)
        phone = Browser(address)
        log_in(phone, "Host")
        own = phone.http.post(link, data={})
        assert (own.status_code, "for your opponent" in own.text) == (409, True), "nobody plays himself for points"
        register(guest, "Visitor")
        assert guest.http.post(take, json={}).status_code == 201
        with guest.sit(challenge["match"], "axis") as seat:
            assert [each["name"] for each in seat.table["seats"]] == ["Host", "Visitor"]


def test_matches_that_end_at_once_are_all_counted(database: str) -> None:
    """Two processes end matches of the same two accounts, for each of which it is the first."""
    stores = [Store(database) for _ in range(2)]
    everyone = ("one", "two")
    with stores[0].writing() as connection:
        for name in everyone:
            connection.execute(insert(ACCOUNTS).values(id=name, name=name, folded=name, password="", opened=0))
    for number in range(6):
        _opened(stores[0], f"m{number}", everyone)
    ready = threading.Barrier(6)

    def end(number: int) -> None:
        store, match = stores[number % 2], f"m{number}"
        settle = settlement(match, "hunt", Side.ALLIED if number % 3 else None)
        ready.wait()
        store.commit(match, 0, [], {}, {"over": True, "result": "{}"}, None, [settle])

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(end, range(6)))
    with stores[0].reading() as connection:
        found = {row.account: row for row in connection.execute(select(RATINGS))}
    assert {account: row.games for account, row in found.items()} == {"one": 6, "two": 6}
    assert found["one"].mu + found["two"].mu == pytest.approx(50), "what one has won the other has lost"
    assert found["one"].mu > 25 > found["two"].mu
    for store in stores:
        store.close()


def _opened(store: Store, match: str, accounts: tuple[str, str]) -> None:
    """A match in which both have chosen."""
    texts = dict.fromkeys(("scenario", "data_digest", "rules", "opener"), "")
    row: dict[str, Any] = {"game": "hunt", "options": {}, "secret": b"", **texts}
    seats = [SeatRow(side=side, kind="person") for side in Side]
    holders = {side: f"@{account}" for side, account in zip(Side, accounts, strict=True)}
    store.open(MatchRow(id=match, windows="orders", opened=0, rated=True, **row), seats, holders)
    with store.writing() as connection:
        made = [{"match": match, "seq": seq, "side": side, "entry": "pass", "made": 0} for seq, side in enumerate(Side)]
        connection.execute(insert(CHOICES), made)
        assert len(connection.execute(select(HOLDERS).where(HOLDERS.c.match == match)).all()) == 2
