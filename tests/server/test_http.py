"""The HTTP interface: opening and joining, rights, records, and the headers that keep a page safe."""

from __future__ import annotations

import gzip
import re
import socket
from contextlib import suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import brotli
import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from barents.atlas.mapfile import MAPS
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.sides import Side, eyes_of
from barents.server.guard import COOKIE, hashed
from barents.server.matches.live import NOT_YOURS
from barents.server.settings import Limit, Limits
from tests.hunt import GAME
from tests.server.service import PATIENCE, Browser, running, settings

JSON = {"content-type": "application/json"}
VISIT = {"sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-site": "none"}


@pytest.fixture(scope="module")
def finished(address: str) -> tuple[Browser, str, bytes]:
    """A match that is over: whose it is, where, and its record."""
    browser = Browser(address)
    with browser.play(side="axis", name="Marlow") as seat:
        seat.begin()
        seat.play_on(Dice.seeded("finished"))
    return browser, seat.match, browser.http.get(f"/api/matches/{seat.match}/record").content


# What there is


def test_the_start_page_has_all_it_needs(browser: Browser) -> None:
    cards = {card["name"]: card for card in browser.http.get("/api/games").json()}
    north_cape = cards["north_cape"]
    assert [scenario["name"] for scenario in north_cape["scenarios"]] == [
        "unternehmen-sportpalast",
        "enter-the-luftwaffe",
        "convoy-is-to-scatter",
        "first-voyage",
        "campaign",
    ]
    best_first = ["admiral", "captain", "cadet", "random"]
    assert [player["name"] for player in north_cape["players"]] == best_first
    assert list(north_cape["geometry"]) == ["north-cape"]
    (radar,) = cards["hunt"]["options"]
    assert radar == {
        "name": "radar",
        "title": "Radar",
        "about": "The Allied ships see better (H 5.3).",
        "kind": "switch",
        "default": False,
        "choices": [],
        "people": [],
    }
    assert "H-6-ambush" in browser.http.get("/api/games/hunt/rules").json()
    assert browser.http.get("/api/games/hunt/ships").json() == {}
    assert browser.http.get("/api/games/chess/rules").status_code == 404
    assert browser.http.get("/api/games/hunt/rulebook").json()["chapters"] == []
    assert browser.http.get("/api/games/chess/rulebook").status_code == 404


def test_a_rulebook_comes_with_counters_numbers_and_examples(browser: Browser) -> None:
    book = browser.http.get("/api/games/north_cape/rulebook").json()
    boats = next(chapter for chapter in book["chapters"] if "NC-8" in chapter["rules"])
    assert [piece["id"] for piece in boats["figure"]["pieces"]] == ["u-255", "gb-dd-1", "gb-de-1"]
    assert ["an ace commands her", "+3"] in [row for block in boats["blocks"] for row in block["rows"]]
    assert {line["text"]: line["chance"] for line in boats["example"]["lines"]}["screened"] == 0.5
    assert "decoy" in [term["word"] for term in book["terms"]]


@pytest.mark.parametrize("name", MAPS)
def test_geometry_is_kept_by_browsers_for_ever_because_its_name_is_its_content(browser: Browser, name: str) -> None:
    from barents.server.geometry import geometry

    found = browser.http.get(geometry(name).address)
    assert found.status_code == 200
    assert "immutable" in found.headers["cache-control"]
    assert found.headers["content-encoding"] in ("br", "gzip")
    shape = found.json()
    assert shape["name"] == shape["chart"]["name"] == name
    assert shape["hexes"]
    assert shape["grid"]["orientation"] in ("flat", "pointy")
    assert browser.http.get(f"/geometry/{name}.0123456789.json").status_code == 404
    assert browser.http.get("/geometry/..%2f..%2fmap.py").status_code == 404


def test_health_and_the_list_of_my_games(browser: Browser) -> None:
    assert browser.http.get("/health").json()["status"] == "ok"
    assert browser.http.get("/api/matches").json() == []
    opened = browser.open(side="axis", name="Me")
    (card,) = browser.http.get("/api/matches").json()
    assert (card["match"], card["sides"], card["over"], card["turn"]) == (opened["match"], ["axis"], False, 1)
    assert Browser(browser.address).http.get("/api/matches").json() == []


# Opening and joining

SOLITAIRE = {"game": "north_cape", "scenario": "unternehmen-sportpalast", "options": {"solitaire": True}}


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"game": "chess"}, "There is no game 'chess': there are "),
        ({"scenario": "dusk"}, "The Hunt has no scenario 'dusk': there are first-light, fog-bank."),
        ({"opponent": "captain"}, "There is no opponent 'captain': there are random, person, here."),
        ({"options": {"rader": True}}, "The Hunt has no option 'rader': there are radar."),
        ({"options": {"radar": "much"}}, "An option of The Hunt does not fit"),
        ({"side": "neutral"}, "Invalid enum value 'neutral'"),
        ({"seed": 7}, "unknown field `seed`"),
        (SOLITAIRE | {"side": "allied", "opponent": "doctrine"}, "a person can only play axis"),
        (SOLITAIRE | {"scenario": "first-voyage", "side": "axis"}, "First voyage is a lesson for two sides"),
        (SOLITAIRE | {"side": "axis", "opponent": "here"}, "take a computer player"),
    ],
)
def test_a_match_that_cannot_be_opened(browser: Browser, terms: dict[str, Any], reason: str) -> None:
    usual = {"game": "hunt", "scenario": "first-light", "side": "allied", "opponent": "random"}
    refused = browser.http.post("/api/matches", json=usual | terms)
    assert refused.status_code == 400
    assert reason in refused.json()["reason"]
    assert browser.http.get("/api/matches").json() == []


def test_options_and_either_side(browser: Browser) -> None:
    sides = {browser.open(side="either", options={"radar": True})["side"] for _ in range(20)}
    assert sides == {"allied", "axis"}
    with browser.sit(browser.open()["match"], "allied") as seat:
        assert seat.table["options"] == {"radar": False}
        assert len(seat.table["commitment"]) == 64


def test_the_cookie_is_for_the_server_alone_and_only_its_hash_is_kept(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as (address, _):
        answer = httpx.post(
            f"{address}/api/matches",
            json={"game": "hunt", "scenario": "first-light", "side": "allied", "opponent": "person"},
            timeout=PATIENCE,
        )
        cookie = SimpleCookie(answer.headers["set-cookie"])[COOKIE]
        assert (cookie["httponly"], cookie["samesite"].casefold(), cookie["path"]) == (True, "lax", "/")
        assert not cookie["secure"], "over plain http a secure cookie would be lost"
        link = answer.json()["invitation"].removeprefix("/join/")
        assert len(link) == 43
    content = b"".join(file.read_bytes() for file in tmp_path.glob("matches.sqlite*"))
    assert hashed(cookie.value).encode() in content
    assert cookie.value.encode() not in content
    assert hashed(link).encode() in content
    assert link.encode() not in content


def test_behind_https_the_cookie_is_secure(tmp_path: Path) -> None:
    from litestar.testing import TestClient

    from barents.server.app import create_app

    with TestClient(create_app(settings(tmp_path)), base_url="https://barents.example") as client:
        terms = {"game": "hunt", "scenario": "first-light", "side": "allied", "opponent": "random"}
        answer = client.post("/api/matches", json=terms)
        assert SimpleCookie(answer.headers["set-cookie"])[COOKIE]["secure"]
        assert "wss://barents.example" in answer.headers["content-security-policy"]
        assert answer.headers["strict-transport-security"]


def test_a_link_gives_a_seat_once(browser: Browser, friend: Browser) -> None:
    opened = browser.open(opponent="person", side="allied")
    with browser.sit(opened["match"], "allied") as host:
        assert host.table["invitation"] == opened["invitation"], "whoever opened the table can be shown the link again"
        preview = Browser(browser.address).http.get(opened["invitation"])
        assert "invites you to play the Axis side" in preview.text
        assert COOKIE not in preview.cookies, "a program that previews links takes nobody's seat"
        seated = friend.http.get(opened["invitation"], headers=VISIT)
        assert (seated.status_code, seated.headers["location"]) == (303, f"/match/{opened['match']}/axis")
        host.until(lambda heard: heard["is"] == "table")
        assert host.table["invitation"] == ""
        late = Browser(browser.address).http.get(opened["invitation"], headers=VISIT)
        assert late.status_code == 409
        assert "already taken" in late.text
        assert friend.http.get(opened["invitation"], headers=VISIT).status_code == 303, "who sits there is let in again"
        mine = browser.http.get(opened["invitation"], headers=VISIT)
        assert mine.status_code == 409
        with friend.sit(opened["match"], "axis") as guest:
            assert guest.table["invitation"] == ""
            assert guest.hello["side"] == "axis"


def test_nobody_sits_on_both_sides_by_the_link(browser: Browser) -> None:
    link = browser.open(opponent="person")["invitation"]
    refused = browser.http.get(link, headers=VISIT)
    assert refused.status_code == 409
    assert "for your opponent" in refused.text


# Rights


@pytest.mark.parametrize("path", ["debrief", "record", "replay/0", "replay/0?eyes=axis"])
def test_what_is_not_yours_is_like_what_does_not_exist(
    browser: Browser, finished: tuple[Browser, str, bytes], path: str
) -> None:
    owner, match, _ = finished
    assert owner.http.get(f"/api/matches/{match}/{path}").status_code == 200
    stranger = browser.open()["match"] and browser
    answers = [
        client.http.get(f"/api/matches/{where}/{path}")
        for client, where in ((stranger, match), (stranger, "0" * 16), (Browser(browser.address), match))
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {
        (404, b'{"reason":"There is nothing here, or it is not yours."}')
    }
    assert len({tuple(sorted(set(answer.headers) - {"date"})) for answer in answers}) == 1
    again = [
        client.http.post(f"/api/matches/{where}/again", json={})
        for client, where in ((stranger, match), (stranger, "0"))
    ]
    assert {(answer.status_code, answer.content) for answer in again} == {(404, answers[0].content)}


def test_a_name_that_no_database_can_be_asked_for_is_like_what_does_not_exist(database: str, tmp_path: Path) -> None:
    """PostgreSQL knows no NUL, and says so with an error of its own."""
    with running(settings(tmp_path, database=database, thinkers=0)) as (address, _service):
        browser = Browser(address)
        paths = browser.http.get("/schema/openapi.json").json()["paths"]
        named = [(path, method) for path, methods in paths.items() for method in methods if "{" in path]
        assert len(named) > 15
        for path, method in named:
            asked = re.sub(r"\{\w+\}", "%00", path.replace("{step}", "0"))
            answer = browser.http.request(method, asked, json={})
            assert answer.status_code in (400, 404), (path, method)
        for side in ("allied", "watch"):
            with pytest.raises(ConnectionClosed) as closed, browser.sit("%00", side):
                pass
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == NOT_YOURS


def test_before_the_end_nothing_is_told(browser: Browser) -> None:
    match = browser.open()["match"]
    for path in ("debrief", "record", "replay/0"):
        refused = browser.http.get(f"/api/matches/{match}/{path}")
        assert refused.status_code == 409
        assert refused.json() == {"reason": "This is told when the match is over."}
    assert browser.http.post(f"/api/matches/{match}/again", json={}).status_code == 409


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://example.org"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_site_changes_nothing(browser: Browser, headers: dict[str, str]) -> None:
    terms = {"game": "hunt", "scenario": "first-light", "side": "allied", "opponent": "random"}
    for path in ("/api/matches", "/api/matches/0/again", "/api/records", "/api/verify", "/join/x"):
        refused = browser.http.post(path, json=terms, headers=headers)
        assert refused.status_code == 403
    assert browser.http.get("/api/matches").json() == []


@pytest.mark.parametrize("path", ["/", "/match/x/axis", "/api/games", "/nothing.js", "/api/nothing", "/join/x"])
def test_every_answer_keeps_the_page_safe(browser: Browser, path: str) -> None:
    headers = browser.http.get(path).headers
    host = browser.address.removeprefix("http://")
    assert headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' ws://{host}; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "form-action 'self'"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_a_strange_host_does_not_get_into_the_policy(browser: Browser) -> None:
    headers = browser.http.get("/health", headers={"host": "evil; script-src *"}).headers
    assert "evil" not in headers["content-security-policy"]


def test_too_often_and_too_large(tmp_path: Path) -> None:
    limits = Limits(opening=Limit(2, 0.001), joining=Limit(2, 0.001), records=Limit(2, 0.001), record=5_000)
    with running(settings(tmp_path, limits=limits)) as (address, _):
        browser = Browser(address)
        browser.open()
        browser.open()
        terms = {"game": "hunt", "scenario": "first-light", "side": "allied", "opponent": "random"}
        refused = browser.http.post("/api/matches", json=terms)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 1
        assert "too often" in refused.json()["reason"]
        assert [browser.http.get("/join/x").status_code for _ in range(3)] == [404, 404, 429]
        assert browser.http.post("/api/records", content=b"x" * 6_000, headers=JSON).status_code == 413
        assert browser.http.post("/api/records", content=b"x", headers=JSON).status_code == 400
        assert browser.http.post("/api/verify", content=b"x", headers=JSON).status_code == 429


# After the end


def test_the_debrief_tells_the_whole_match(finished: tuple[Browser, str, bytes]) -> None:
    browser, match, record = finished
    told = browser.http.get(f"/api/matches/{match}/debrief").json()
    (chapter,) = decode(record).chapters
    assert told["steps"] == len(chapter.entries)
    assert told["dice"] == len(chapter.dice)
    assert told["verified"]
    assert told["why"] == told["report"]["sentence"]
    assert [point["turn"] for point in told["turns"]] == list(range(1, len(told["turns"]) + 1))
    assert [point["step"] for point in told["turns"]] == sorted(point["step"] for point in told["turns"])
    assert told["table"]["seats"][1]["name"] == "Marlow"


def test_the_replay_shows_each_step_through_each_side_s_eyes(finished: tuple[Browser, str, bytes]) -> None:
    """In whatever order the steps are asked for, they are those of the match played again."""
    browser, match, content = finished
    record = decode(content)
    steps = len(record.chapters[0].entries)

    def truly(step: int, eyes: Side) -> Any:
        played: Match[Any, Any] = Match.new(
            GAME, record.scenario, seed=bytes.fromhex(record.secret), await_nonces=bool(record.nonces)
        )
        for side, nonce in record.nonces.items():
            played.contribute(side, nonce)
        for side, text in record.chapters[0].entries[:step]:
            played.act(side, GAME.notation.parse(text))
        return msgspec.json.decode(msgspec.json.encode(played.view(eyes_of(eyes))))

    middle, early = steps // 2, steps // 4
    for step in (0, middle, middle - 1, middle - 2, middle + 1, early, early - 1, 1, steps - 1, steps):
        for eyes in Side:
            shown = browser.http.get(f"/api/matches/{match}/replay/{step}", params={"eyes": eyes}).json()
            expected = truly(step, eyes)
            expected["log"] = expected["log"][-120:]
            assert shown == expected, (step, eyes)
    assert "lutzow" in browser.http.get(f"/api/matches/{match}/replay/0?eyes=umpire").text
    assert "lutzow" not in browser.http.get(f"/api/matches/{match}/replay/0?eyes=allied").text
    beyond = browser.http.get(f"/api/matches/{match}/replay/{steps + 1}")
    assert beyond.status_code == 400
    assert f"has {steps} steps" in beyond.json()["reason"]


def test_a_record_can_be_saved_verified_and_looked_at_again(finished: tuple[Browser, str, bytes]) -> None:
    browser, match, record = finished
    saved = browser.http.get(f"/api/matches/{match}/record")
    assert saved.headers["content-disposition"] == f'attachment; filename="hunt-first-light-{match}.json"'
    verdict = browser.http.post("/api/verify", content=record, headers=JSON).json()
    assert verdict["true"]
    assert verdict["dice"] == len(decode(record).chapters[0].dice)
    other = Browser(browser.address)
    loaded = other.http.post("/api/records", content=record, headers=JSON).json()
    assert other.http.get(f"/api/matches/{loaded['match']}/debrief").json()["verified"]
    assert other.http.get(f"/api/matches/{loaded['match']}/record").content == record
    (card,) = other.http.get("/api/matches").json()
    assert card["over"]


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda content: content[:-40], "no whole record"),
        (lambda content: content.replace(b'"axis"', b'"allied"', 1), "has been changed"),
        (lambda content: content + b" ", "layout has been changed"),
        (lambda content: b"{}", "no record of a match"),
        (lambda content: b"\xff", "no whole record"),
    ],
)
def test_a_damaged_record_is_refused_with_a_reason(
    finished: tuple[Browser, str, bytes], spoil: Any, reason: str
) -> None:
    browser, _, record = finished
    refused = browser.http.post("/api/records", content=spoil(record), headers=JSON)
    assert refused.status_code == 400
    assert reason in refused.json()["reason"]
    verdict = browser.http.post("/api/verify", content=spoil(record), headers=JSON).json()
    assert not verdict["true"]
    assert reason in verdict["words"]


@pytest.mark.parametrize(("side", "held"), [("both", ["allied", "axis"]), ("axis", ["axis"])])
def test_a_match_saved_in_the_terminal_goes_on(browser: Browser, side: str, held: list[str]) -> None:
    match: Match[Any, Any] = Match.new(GAME, "fog-bank", seed="terminal")
    dice = Dice.seeded("terminal")
    for _ in range(15):
        asked = next(iter(match.pending))
        match.act(asked, match.pending[asked].options.sample(dice))
    saved = match.record.encode()
    loaded = browser.http.post("/api/records", content=saved, headers=JSON, params={"side": side}).json()
    (card,) = browser.http.get("/api/matches").json()
    assert sorted(card["sides"]) == held
    with browser.sit(loaded["match"], "axis") as seat:
        assert seat.view["scenario"] == "fog-bank"
        assert not seat.hello["contribute"], "its dice are rolling already"
        if side == "axis":
            seat.play_on(Dice.seeded(1))
            assert seat.over
            record = decode(browser.http.get(f"/api/matches/{loaded['match']}/record").content)
            begun = [entry for chapter in decode(saved).chapters for entry in chapter.entries]
            assert list(record.chapters[0].entries[: len(begun)]) == begun
            assert browser.http.get(f"/api/matches/{loaded['match']}/replay/3").status_code == 200


def test_playing_again_with_the_sides_swapped(finished: tuple[Browser, str, bytes]) -> None:
    browser, match, _ = finished
    swapped = browser.http.post(f"/api/matches/{match}/again", json={"swap": True}).json()
    assert swapped["side"] == "allied"
    with browser.sit(swapped["match"], "allied") as seat:
        assert [(each["kind"], each["name"]) for each in seat.table["seats"]] == [
            ("person", "Marlow"),
            ("computer", "Midshipman"),
        ]
    same = browser.http.post(f"/api/matches/{match}/again", json={}).json()
    assert same["side"] == "axis"


def test_playing_again_with_a_friend_needs_no_new_link(browser: Browser, friend: Browser) -> None:
    opened = browser.open(opponent="person", side="allied")
    friend.http.post(opened["invitation"], data={"name": "Friend"})
    with browser.sit(opened["match"], "allied") as one, friend.sit(opened["match"], "axis") as other:
        assert one.ask("contribute", nonce="word of one")["is"] == "done"
        assert other.ask("contribute", nonce="word of the other")["is"] == "done"
        assert one.ask("resign")["is"] == "done"
    again = browser.http.post(f"/api/matches/{opened['match']}/again", json={"swap": True}).json()
    assert (again["side"], again["invitation"]) == ("axis", "")
    with friend.sit(again["match"], "allied") as seat:
        assert seat.table["seats"][0]["name"] == "Friend"


# The client's files


def test_the_client_is_served_compressed_and_every_address_of_its_own_is_its_page(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    script = b"console.log('north')\n" * 200
    (static / "assets" / "index-1.js").write_bytes(script)
    (static / "index.html").write_text("<!doctype html><title>Barents</title>")
    (tmp_path / "secret.txt").write_text("no")
    none_kept = httpx.Limits(max_keepalive_connections=0)
    with (
        running(settings(tmp_path)) as (address, _),
        httpx.Client(base_url=address, timeout=PATIENCE, limits=none_kept) as client,
    ):
        for path in ("/", "/match/1/axis", "/debrief/1", "/about", "/rules/north_cape/1"):
            page = client.get(path)
            assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
            assert page.text.startswith("<!doctype html>")
            assert page.headers["content-type"] == "text/html; charset=utf-8"
        sent = {}
        for encoding in ("br", "gzip", "identity"):
            with client.stream("GET", "/assets/index-1.js", headers={"accept-encoding": encoding}) as answer:
                sent[encoding] = b"".join(answer.iter_raw())
                assert "immutable" in answer.headers["cache-control"]
        assert brotli.decompress(sent["br"]) == gzip.decompress(sent["gzip"]) == sent["identity"] == script
        assert len(sent["br"]) < len(script) / 10
        assert client.head("/").status_code == 200
        for path in ("/assets/gone.js", "/nothing.txt", "/api/nothing", "/%2e%2e/secret.txt", "/..%2fsecret.txt"):
            assert client.get(path).status_code == 404, path


def test_without_a_built_client_the_page_says_what_to_do(browser: Browser) -> None:
    page = browser.http.get("/")
    assert page.status_code == 200
    assert "make client" in page.text


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET /api/games HTTP/1.1\r\nHost: x",
        b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\nGET /api/ga",
    ],
    ids=["nothing", "half a head", "half a body", "half of the next"],
)
def test_a_request_that_is_never_finished_is_dropped(tmp_path: Path, half: bytes) -> None:
    with (
        running(settings(tmp_path, thinkers=0, request_seconds=0.3)) as (address, _),
        socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), timeout=60) as line,
    ):
        line.sendall(half)
        heard = b""
        with suppress(ConnectionResetError):
            while more := line.recv(65536):
                heard += more
        assert heard.count(b"HTTP/1.1 ") == half.count(b"\r\n\r\nGET"), "what was whole has been answered"
        assert httpx.get(f"{address}/api/games", timeout=PATIENCE).status_code == 200, "and nobody else notices"
