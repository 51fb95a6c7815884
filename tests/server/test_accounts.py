"""Accounts: names and passwords, sessions, what one takes along and leaves behind, and what guessing costs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from websockets.exceptions import ConnectionClosed

from barents.kernel.record import decode
from barents.kernel.sides import Side
from barents.server.accounts import sessions
from barents.server.accounts.accounts import FREE_BY_ADDRESS
from barents.server.accounts.names import FORMER, folded, wrong_name
from barents.server.accounts.passwords import Passwords, wrong_password
from barents.server.accounts.sessions import DAY, HOUR, MINUTE, UNUSED, Sessions
from barents.server.accounts.store import LEFT, AccountRow, AccountStore
from barents.server.app import Service
from barents.server.guard import SESSION, hashed, whence
from barents.server.settings import Cost, Limit, Limits
from barents.server.storage.database import (
    ACCOUNTS,
    CHAT,
    CHOICES,
    HOLDERS,
    MATCHES,
    NOTICES,
    OUTBOX,
    SEATS,
    SESSIONS,
    STUDIES,
    STUDY_GAMES,
    TRIALS,
)
from barents.server.storage.store import MatchRow, SeatRow, Store
from tests.server.service import Browser, Seat, running, settings

GOOD = "four words make one"
GENEROUS = Limits(accounts=Limit(10_000, 10_000.0), opening=Limit(10_000, 10_000.0))


MATCH = MatchRow(
    id="m",
    game="hunt",
    scenario="first-light",
    options={},
    secret=b"",
    data_digest="",
    rules="1",
    windows="orders",
    opened=0,
    opener="browser",
)


@contextmanager
def serving(folder: Path, database: str, **changes: Any) -> Iterator[tuple[str, Service]]:
    usual: dict[str, Any] = {"database": database, "limits": GENEROUS, "thinkers": 0}
    with running(settings(folder, **usual | changes)) as served:
        yield served


def register(browser: Browser, name: str, **more: Any) -> dict[str, Any]:
    answer = browser.http.post("/api/account", json={"name": name, "password": GOOD, **more})
    assert answer.status_code == 201, answer.text
    card: dict[str, Any] = answer.json()
    return card


def log_in(browser: Browser, name: str, password: str = GOOD, **more: Any) -> Any:
    return browser.http.post("/api/session", json={"name": name, "password": password, **more})


def rows(service: Service, table: Any) -> list[Any]:
    with service.service.store.reading() as connection:
        return list(connection.execute(select(table)))


def matches_of(browser: Browser) -> set[str]:
    return {card["match"] for card in browser.http.get("/api/matches").json()}


def seat_of(seat: Seat, side: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in seat.table["seats"] if each["side"] == side)
    return found


# Names and passwords


@pytest.mark.parametrize(
    ("name", "another"),
    [
        ("Captain Bell", "captain-bell"),
        ("Captain Bell", "Captain BeII"),  # two capital i
        ("Captain Bell", "Captain Be11"),
        ("Captain Bell", "\N{CYRILLIC CAPITAL LETTER ES}aptain Bell"),
        ("Oslo", "0slo"),
        ("Marlow", "\N{FULLWIDTH LATIN CAPITAL LETTER M}arlow"),
        ("Strasse", "Stra\N{LATIN SMALL LETTER SHARP S}e"),
        ("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Zoe\N{COMBINING DIAERESIS}"),
    ],
)
def test_names_that_look_alike_are_one(name: str, another: str) -> None:
    assert folded(name) == folded(another)


@pytest.mark.parametrize(
    "name",
    ["", "x", "..", "@admin", "a\nb<script>", "Umpire", "ump1re", "Guest 7", FORMER, "x" * 41, "a" + "\u0301" * 9],
)
def test_names_that_nobody_can_have(name: str) -> None:
    assert wrong_name(name)


@pytest.mark.parametrize("name", ["Al", "Marlow", "O'Brian-Smith", "Ян Козлов", "凌志", "x" * 40, "Léa 2"])
def test_names_that_somebody_can_have(name: str) -> None:
    assert wrong_name(name) == ""


@pytest.mark.parametrize(
    "password",
    [
        "short",
        "1234567890",
        "0987654321",
        "password123",
        "P@ssw0rd1942!",
        "qwertyuiop",
        "zxcvbnmzxcvbnm",
        "aaaaaaaaaaaa",
        "dragonmonkey",
        "tirpitz1942",
        "Marlow1942",
        "marlow-marlow",
    ],
)
def test_passwords_that_are_guessed_first(password: str) -> None:
    assert wrong_password("Marlow", password)


def test_passwords_that_will_do() -> None:
    for password in (GOOD, "correct horse battery", "Tr0ub4dor&3x", "ледовый конвой", "x7Kq2mVb9z"):
        assert wrong_password("Marlow", password) == "", password


# Coming, going, and taking seats along


def test_seats_are_there_on_every_device_and_gone_with_the_log_out(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database) as (address, _):
        desk, phone, stranger = Browser(address), Browser(address), Browser(address)
        before = desk.open(opponent="person", side="allied", name="Whoever")["match"]
        card = register(desk, "Marlow")
        assert (card["name"], card["ratings"]) == ("Marlow", [])
        since = desk.open(side="axis", name="Not Marlow")["match"]
        assert log_in(phone, "marlow").status_code == 201
        assert matches_of(phone) == {before, since}
        with phone.sit(before, "allied") as seat, desk.sit(since, "axis") as other:
            assert seat.table["invitation"], "who opened a match is shown its link on any device"
            assert (seat_of(seat, "allied")["name"], seat_of(seat, "allied")["account"]) == ("Marlow", True)
            assert (seat_of(other, "axis")["name"], seat_of(other, "axis")["account"]) == ("Marlow", True)
            assert other.ask("name", name="Somebody")["is"] == "refused"
            # The computer at the desk is shared: whoever comes next holds nothing of the account's.
            assert desk.http.delete("/api/session").status_code == 204
            with pytest.raises(ConnectionClosed):
                other.until(lambda _: False)
            assert seat.ask("older", before=0)["is"] == "lines", "the phone stays where it is"
        assert (matches_of(desk), desk.http.get("/api/account").json()["name"]) == (set(), "")
        with pytest.raises(ConnectionClosed):
            desk.sit(since, "axis")
        register(desk, "The next one")
        assert (matches_of(desk), matches_of(stranger)) == (set(), set())
        assert matches_of(phone) == {before, since}


def test_a_guest_s_seats_stay_with_the_browser_if_that_is_wanted(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database) as (address, _):
        browser, phone = Browser(address), Browser(address)
        guests = browser.open(name="Nobody")["match"]
        register(browser, "Marlow", bring=False)
        own = browser.open()["match"]
        assert matches_of(browser) == {guests, own}, "both can be played while one is logged in"
        log_in(phone, "Marlow")
        assert matches_of(phone) == {own}
        browser.http.delete("/api/session")
        assert matches_of(browser) == {guests}
        log_in(browser, "Marlow", bring=False)
        assert browser.http.post("/api/account/seats").status_code == 204
        assert matches_of(phone) == {guests, own}
        assert Browser(address).http.post("/api/account/seats").json() == {"reason": "You are not logged in."}


def test_nobody_passes_for_an_account(address: str) -> None:
    owner, guest = Browser(address), Browser(address)
    register(owner, "Halsey")
    with guest.play(name="HaIsey") as seat:
        assert (seat_of(seat, "allied")["name"], seat_of(seat, "allied")["account"]) == ("", False)
        assert seat.ask("name", name="halsey")["is"] == "done"
        assert seat_of(seat, "allied")["name"] == ""
        assert seat.ask("name", name="Halsey's friend")["is"] == "done"
        seat.catch_up()
        assert (seat_of(seat, "allied")["name"], seat_of(seat, "allied")["account"]) == ("Halsey's friend", False)
    taken = guest.http.post("/api/account", json={"name": "ha1sey", "password": GOOD})
    assert (taken.status_code, "is taken" in taken.text) == (400, True)


def test_of_two_who_want_a_name_at_once_one_gets_it(database: str) -> None:
    store = AccountStore(Store(database))
    ready = threading.Barrier(4)

    def ask(number: int) -> bool:
        ready.wait()
        return store.add(AccountRow(id=str(number), name="Bell", folded="bell", password="", opened=0))

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(ask, range(4))) == [False, False, False, True]
    store._store.close()


def test_only_hashes_are_kept_and_the_cookie_is_for_the_server_alone(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as (address, service):
        answer = Browser(address).http.post("/api/account", json={"name": "Marlow", "password": GOOD})
        cookie = SimpleCookie(answer.headers["set-cookie"])[SESSION]
        assert (cookie["httponly"], cookie["samesite"].casefold(), cookie["path"]) == (True, "lax", "/")
        assert not cookie["secure"], "over plain http a secure cookie would be lost"
        (account,) = rows(service, ACCOUNTS)
        assert account.password.startswith("$argon2id$")
        (session,) = rows(service, SESSIONS)
        assert session.key == hashed(cookie.value)
    content = b"".join(file.read_bytes() for file in tmp_path.glob("matches.sqlite*"))
    assert cookie.value.encode() not in content
    assert GOOD.encode() not in content


def test_behind_https_no_other_host_of_the_domain_can_set_the_cookie(tmp_path: Path) -> None:
    from litestar.testing import TestClient

    from barents.server.app import create_app

    with TestClient(create_app(settings(tmp_path)), base_url="https://barents.example") as client:
        ours = {"origin": "https://barents.example"}
        answer = client.post("/api/account", json={"name": "Marlow", "password": GOOD}, headers=ours)
        cookie = SimpleCookie(answer.headers["set-cookie"])[f"__Host-{SESSION}"]
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
        assert client.get("/api/account").json()["name"] == "Marlow"
        client.cookies.clear()
        planted = client.get("/api/account", headers={"cookie": f"{SESSION}={cookie.value}"})
        assert planted.json()["name"] == ""
        insecure = client.post("/api/matches", json={}, headers={"origin": "http://barents.example"})
        assert insecure.status_code == 403


# Sessions


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    time = [1_700_000_000_000]
    monkeypatch.setattr(sessions, "now", lambda: time[0])
    return time


@pytest.fixture
def service(database: str) -> Iterator[tuple[Sessions, AccountRow]]:
    store = AccountStore(Store(database))
    account = AccountRow(id="a", name="Marlow", folded="marlow", password="", opened=0)
    assert store.add(account)
    yield Sessions(store), account
    store._store.close()


def found(service: Sessions, cookie: str, *, may_renew: bool = True) -> str | None:
    """The new cookie for an old one; an empty one if it stays, none if nobody is logged in by it."""
    logged_in = service.find(cookie, may_renew=may_renew)
    return None if logged_in is None else logged_in.cookie


def test_a_cookie_is_changed_every_day_and_the_one_before_is_good_a_minute_longer(
    service: tuple[Sessions, AccountRow], clock: list[int]
) -> None:
    kept, account = service
    first = kept.begin(account, "").cookie
    assert found(kept, first) == ""
    clock[0] += DAY + 1
    assert found(kept, first, may_renew=False) == "", "over a socket no cookie can be sent"
    second = found(kept, first)
    assert second
    assert found(kept, first) == "", "a request that was under way"
    assert found(kept, second) == ""
    clock[0] += MINUTE
    assert found(kept, first) == ""
    clock[0] += 1
    assert found(kept, second) == "", "the new one goes on"
    assert found(kept, first) is None, "whoever has the old one now has stolen it, or was robbed"
    assert found(kept, second) is None, "so neither goes on"


def test_an_answer_that_never_arrived_logs_nobody_out(service: tuple[Sessions, AccountRow], clock: list[int]) -> None:
    kept, account = service
    first = kept.begin(account, "").cookie
    clock[0] += DAY + 1
    lost = found(kept, first)
    clock[0] += 3 * HOUR
    second = found(kept, first)
    assert second
    assert second != lost
    assert found(kept, str(lost)) is None
    assert found(kept, second) == ""


def test_a_session_ends_when_it_is_not_used(service: tuple[Sessions, AccountRow], clock: list[int]) -> None:
    kept, account = service
    used, unused = kept.begin(account, "").cookie, kept.begin(account, "").cookie
    for _ in range(3):
        clock[0] += UNUSED // 2
        used = found(kept, used) or used
    assert found(kept, used) is not None
    assert found(kept, unused) is None
    assert found(kept, "x" * 43) is None
    assert found(kept, "'; DROP TABLE sessions; --") is None


def test_a_log_in_makes_a_new_cookie_and_ends_the_one_before(tmp_path: Path, database: str) -> None:
    with serving(tmp_path, database) as (address, service):
        browser = Browser(address)
        browser.http.cookies.set(SESSION, "A" * 43)  # planted by somebody else
        register(browser, "Marlow")
        first = browser.http.cookies.get(SESSION, domain="127.0.0.1")
        assert first != "A" * 43
        browser.http.cookies.clear()
        browser.http.cookies.set(SESSION, str(first), domain="127.0.0.1")
        log_in(browser, "Marlow")
        (session,) = rows(service, SESSIONS)
        second = browser.http.cookies.get(SESSION, domain="127.0.0.1")
        assert session.key == hashed(str(second)) != hashed(str(first))


def test_the_new_cookie_goes_out_with_any_answer_but_not_with_the_log_out(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database) as (address, service):
        browser = Browser(address)
        register(browser, "Marlow")

        def grow_old() -> None:
            with service.service.store.writing() as connection:
                connection.execute(update(SESSIONS).values(renewed=1))

        before = browser.http.cookies.get(SESSION)
        grow_old()
        assert browser.http.get("/api/games/chess/rules").status_code == 404
        assert browser.http.get("/api/account").json()["name"] == "Marlow"
        renewed = browser.http.cookies.get(SESSION)
        assert renewed != before
        grow_old()
        assert browser.http.delete("/api/session").status_code == 204
        assert browser.http.cookies.get(SESSION) is None
        assert rows(service, SESSIONS) == []


def test_a_new_password_logs_every_other_device_out(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database) as (address, _):
        desk, phone = Browser(address), Browser(address)
        register(desk, "Marlow")
        log_in(phone, "Marlow")
        match = desk.open(side="allied", watched=True, opponent="person")["match"]
        change = {"password": GOOD, "new": "another four words"}
        wrong = desk.http.post("/api/account/password", json=change | {"password": "not this one"})
        assert (wrong.status_code, wrong.json()["reason"]) == (400, "This is not your password.")
        assert desk.http.post("/api/account/password", json=change | {"new": "Marlow1942"}).status_code == 400
        assert Browser(address).http.post("/api/account/password", json=change).status_code == 400
        with (
            phone.sit(match, "allied") as seat,
            phone.sit(match, "watch") as gallery,
            desk.sit(match, "allied") as here,
        ):
            assert desk.http.post("/api/account/password", json=change).status_code == 204
            for elsewhere in (seat, gallery):
                with pytest.raises(ConnectionClosed):
                    elsewhere.until(lambda _: False)
            assert here.ask("older", before=0)["is"] == "lines"
        assert phone.http.get("/api/account").json()["name"] == ""
        assert desk.http.get("/api/account").json()["name"] == "Marlow"
        assert log_in(phone, "Marlow").status_code == 400
        assert log_in(phone, "Marlow", "another four words").status_code == 201


def test_a_session_that_another_process_has_ended_ends_its_connections(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database) as (address, service), serving(tmp_path, database) as (other_address, _):
        here = Browser(address)
        register(here, "Marlow")
        match = here.open(side="allied")["match"]
        there = Browser(other_address)
        there.http.cookies.update(here.http.cookies)
        with here.sit(match, "allied") as seat:
            assert there.http.delete("/api/session").status_code == 204
            watching = service.accounts._watching
            assert watching is not None
            asyncio.run_coroutine_threadsafe(service.accounts.expel(), watching.get_loop()).result()
            with pytest.raises(ConnectionClosed):
                seat.until(lambda _: False)


# Guessing


def test_an_unknown_name_and_a_wrong_password_are_answered_alike(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    verify = Passwords._verify

    def counted(self: Passwords, kept: str, password: str) -> bool:
        tried.append(kept.rpartition("$")[0].rpartition("$")[0])  # the kind of hash and what it costs
        return verify(self, kept, password)

    monkeypatch.setattr(Passwords, "_verify", counted)
    register(Browser(address), "Nimitz")
    guesser = Browser(address)
    answers = [log_in(guesser, name, "a wrong password") for name in ("Nimitz", "Nobody at all", "\N{ANCHOR}")]
    assert {(answer.status_code, answer.content) for answer in answers} == {
        (400, b'{"reason":"There is no account of this name with this password."}')
    }
    assert len(tried) == 3
    assert len(set(tried)) == 1, "the same work is done"
    assert SESSION not in guesser.http.cookies


def test_guessing_is_slowed_down_for_all_processes(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database) as (address, service), serving(tmp_path, database) as (other_address, _):
        owner, guesser, other = Browser(address), Browser(address), Browser(other_address)
        register(owner, "Marlow")
        answers = [log_in(guesser, "Marlow", f"guess number {number}").status_code for number in range(5)]
        assert answers == [400] * 5
        for client in (guesser, other):
            slowed = log_in(client, "Marlow")
            assert slowed.status_code == 429, "also with the right password, and in another process"
            assert int(slowed.headers["retry-after"]) >= 1
        for number in range(FREE_BY_ADDRESS - 5):
            assert log_in(guesser, f"Name {number}").status_code == 400
        assert log_in(other, "One more").status_code == 429, "and at all names from one address"
        assert owner.http.get("/api/account").json()["name"] == "Marlow", "who is logged in is not disturbed"
        with service.service.store.writing() as connection:
            connection.execute(update(TRIALS).values(until=1))
        assert log_in(other, "Marlow").status_code == 201, "a day later all is forgotten"
        assert rows(service, TRIALS) == []


def test_the_right_password_forgives_the_name_but_not_the_address(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database) as (address, service):
        guesser = Browser(address)
        register(guesser, "Guesser")
        for name in ("Guesser", "Victim", "Victim"):
            assert log_in(guesser, name, "a wrong password").status_code == 400
        assert log_in(guesser, "Guesser").status_code == 201
        assert sorted(row.failures for row in rows(service, TRIALS)) == [2, 3], "two of the victim, three from here"


def test_trials_count_though_they_come_at_once_and_waits_grow(database: str) -> None:
    store = AccountStore(Store(database))
    ready = threading.Barrier(8)

    def attempt(number: int) -> int:
        ready.wait()
        return store.attempt({"name x": 5, f"address {number}": 5}, 60_000, 1_000_000_000_000)

    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(attempt, range(8)))
    assert sorted(waits) == [0] * 5 + [1000] * 3
    moment, before = 1_000_000_000_000, []
    for _ in range(8):
        moment += store.attempt({"name x": 5}, 60_000, moment)
        assert store.attempt({"name x": 5}, 60_000, moment) == 0
        before.append(store.attempt({"name x": 5}, 60_000, moment))
    assert before == [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]
    assert store.attempt({"name x": 5}, 60_000, moment + 60_000 + DAY + 1) == 0
    with store._store.reading() as connection:
        assert [row.failures for row in connection.execute(select(TRIALS)) if row.subject == "name x"] == [1]
    store._store.close()


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_who_has_many_addresses_counts_as_one(host: str, counted: str) -> None:
    assert whence(host) == counted


def test_opening_accounts_is_limited_by_address(tmp_path: Path) -> None:
    with running(settings(tmp_path, limits=Limits(accounts=Limit(2, 0.001)))) as (address, _):
        for name in ("One", "Two"):
            register(Browser(address), name)
        refused = Browser(address).http.post("/api/account", json={"name": "Three", "password": GOOD})
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 1


def test_a_password_that_was_kept_more_cheaply_is_kept_afresh(tmp_path: Path, database: str) -> None:
    with serving(tmp_path, database) as (address, service):
        register(Browser(address), "Marlow")
        (before,) = rows(service, ACCOUNTS)
    with serving(tmp_path, database, cost=Cost(2, 16, 1)) as (address, service):
        assert log_in(Browser(address), "Marlow").status_code == 201
        (after,) = rows(service, ACCOUNTS)
        assert ("t=1" in before.password, "t=2" in after.password) == (True, True)
        assert log_in(Browser(address), "Marlow").status_code == 201
        assert rows(service, ACCOUNTS) == [after]


# My record, and leaving


def test_my_record(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database) as (address, _):
        browser = Browser(address)
        register(browser, "Marlow")
        with browser.play(side="axis") as seat:
            seat.begin()
            seat.ask("resign")
        both = browser.open(opponent="here")
        with browser.sit(both["match"], "allied") as seat:
            seat.begin()
            seat.ask("resign")
        browser.open()
        phone = Browser(address)
        log_in(phone, "Marlow")
        career = phone.http.get("/api/account/record").json()
        (outcome,) = career["outcomes"]
        assert (outcome["outcome"], outcome["side"], outcome["opponent"]) == ("lost", "axis", "Midshipman")
        assert career["totals"] == {"The Hunt": {"won": 0, "lost": 1, "drawn": 0}}
        nothing: dict[str, Any] = {"outcomes": [], "totals": {}}
        assert Browser(address).http.get("/api/account/record").json() == nothing


def test_all_that_hangs_on_a_browser_comes_along_and_all_that_hangs_on_an_account_goes(database: str) -> None:
    store = Store(database)
    accounts = AccountStore(store)
    accounts.add(AccountRow(id="a", name="Marlow", folded="marlow", password="", opened=0))
    store.open(MATCH, [SeatRow(side=side, kind="person") for side in Side], {Side.AXIS: "browser"})
    texts = dict.fromkeys(("subject", "words", "path", "side"), "")
    letter = {"id": "l", "kind": "mail", "address": "m@example.org", "due": 0, "tries": 0, "match": None, **texts}
    notice = {"kind": "mail", "address": "m@example.org", "confirmed": True, "made": 0}
    said = {"match": "m", "room": "seats", "side": "axis", "words": "Hello", "said": 0}
    study = {"opened": 0, "terms": "", "plan": "", "state": "done", "why": "", "milliseconds": 0}
    with store.writing() as connection:
        connection.execute(insert(NOTICES).values(holder="browser", token="t", **notice))
        connection.execute(insert(NOTICES).values(holder="another", token="u", **notice | {"kind": "hook"}))
        connection.execute(insert(OUTBOX).values(letter))
        connection.execute(insert(CHAT).values(number=1, author="browser", name="Whoever", **said))
        connection.execute(insert(CHAT).values(number=2, author="another", name="Another", **said))
        connection.execute(insert(STUDIES).values(id="s", browser="browser", **study))
        connection.execute(insert(STUDY_GAMES).values(study="s", arm=0, number=1, played=""))

    def kept(*columns: Any) -> list[tuple[Any, ...]]:
        with store.reading() as connection:
            return sorted(tuple(row) for row in connection.execute(select(*columns)))

    before = kept(MATCHES.c.version)
    assert accounts.bring("browser", "a", "Marlow") == ["m"]
    assert kept(MATCHES.c.version) > before, "whoever has the match in memory learns of it"
    assert kept(HOLDERS.c.browser) == kept(STUDIES.c.browser) == [("@a",)]
    assert kept(NOTICES.c.holder) == [("@a",), ("another",)]
    assert kept(CHAT.c.author, CHAT.c.name) == [("@a", "Marlow"), ("another", "Another")]
    assert kept(SEATS.c.side, SEATS.c.name) == [("allied", ""), ("axis", "Marlow")]
    assert accounts.erase("a") == ["m"]
    assert kept(HOLDERS.c.browser) == kept(STUDIES.c.id) == kept(STUDY_GAMES.c.study) == kept(OUTBOX.c.id) == []
    assert kept(NOTICES.c.holder) == [("another",)]
    assert kept(CHAT.c.author, CHAT.c.name, CHAT.c.words) == [("", FORMER, "Hello"), ("another", "Another", "Hello")]
    assert kept(SEATS.c.side, SEATS.c.name) == [("allied", ""), ("axis", FORMER)]
    assert kept(MATCHES.c.opener, MATCHES.c.closed) == [("", LEFT)]
    store.close()


def test_deleting_an_account_leaves_the_others_their_matches(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database) as (address, service):
        leaving, friend = Browser(address), Browser(address)
        register(leaving, "Marlow")
        running_match = leaving.open(opponent="person", side="allied")
        waiting = leaving.open(opponent="person", side="axis")
        friend.http.post(running_match["invitation"], data={"name": "Friend"})
        with leaving.sit(running_match["match"], "allied") as one, friend.sit(running_match["match"], "axis") as other:
            assert one.ask("contribute", nonce="word of one")["is"] == "done"
            assert other.ask("contribute", nonce="word of the other")["is"] == "done"
            assert leaving.http.request("DELETE", "/api/account", json={"password": "not this one"}).status_code == 400
            gone = leaving.http.request("DELETE", "/api/account", json={"password": GOOD})
            assert gone.status_code == 204, gone.text
            other.until(lambda heard: heard["is"] == "table" and heard["table"]["seats"][0]["name"] == FORMER)
            assert other.over
            assert not seat_of(other, "allied")["account"]
            with pytest.raises(ConnectionClosed):
                one.until(lambda _: False)
        assert leaving.http.get("/api/account").json()["name"] == ""
        assert matches_of(leaving) == set()
        assert [row.browser for row in rows(service, HOLDERS)] == [hashed(friend.key)]
        assert (rows(service, ACCOUNTS), rows(service, SESSIONS)) == ([], [])
        assert [row.entry for row in rows(service, CHOICES)] == ["!resign"], "what was chosen stays"
        record = decode(friend.http.get(f"/api/matches/{running_match['match']}/record").content)
        assert record.chapters[-1].entries[-1][1] == "!resign"
        late = Browser(address).http.get(waiting["invitation"], headers={"sec-fetch-dest": "document"})
        assert late.status_code in (404, 409), "a challenge that nobody has taken is closed"
        register(leaving, "Marlow")
        assert matches_of(leaving) == set(), "the next of this name is somebody else"
