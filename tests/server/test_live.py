"""A seat's WebSocket: what it may say, what it is told, and what it never learns."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from barents.kernel.dice import Dice
from barents.server.accounts.visitors import Visitor
from barents.server.matches.protocol import MOST_BYTES
from barents.server.matches.seating import TOO_MANY
from barents.server.matches.seats import MOST_LISTENERS
from tests.server.service import Browser, Seat, play_together, running, said_of, settings

DICE = Dice.seeded("service")


def joined(host: Browser, guest: Browser, **terms: Any) -> tuple[Seat, Seat]:
    """A match of two people, each at a seat, with the dice ready to fall."""
    opened = host.open(opponent="person", **terms)
    let_in = guest.http.post(opened["invitation"], data={"name": "A friend"})
    assert let_in.status_code == 303
    _, _, match, side = let_in.headers["location"].split("/")
    seats = host.sit(opened["match"], opened["side"]), guest.sit(match, side)
    for seat in seats:
        assert seat.ask("contribute", nonce=f"word of {seat.side}")["is"] == "done"
    return seats


def test_a_whole_game_against_the_computer(browser: Browser) -> None:
    with browser.play(side="axis", name="Marlow") as seat:
        assert [(each["side"], each["kind"], each["name"]) for each in seat.table["seats"]] == [
            ("allied", "computer", "Midshipman"),
            ("axis", "person", "Marlow"),
        ]
        seat.begin()
        assert seat.play_on(Dice.seeded(1)) >= 3
        assert seat.view["result"]["why"]
    (mine,) = browser.http.get("/api/matches").json()
    assert (mine["over"], mine["my_move"], mine["opponent"]) == (True, False, "Midshipman")


def test_the_first_choices_of_north_cape_against_doctrine(browser: Browser) -> None:
    terms = {"game": "north_cape", "scenario": "unternehmen-sportpalast", "side": "axis", "opponent": "doctrine"}
    with browser.play(**terms) as seat:
        seat.begin()
        assert seat.play_on(Dice.seeded(2), most=12) == 12
        assert seat.view["log"]
        assert not seat.faults
    (mine,) = browser.http.get("/api/matches").json()
    assert (mine["game_title"], mine["opponent"], mine["over"]) == ("North Cape", "Captain", False)


@pytest.mark.parametrize("game", ["north_cape", "nordkapp"])
def test_where_the_rules_play_the_automaton_sits_there_and_no_captain(browser: Browser, game: str) -> None:
    terms = {"game": game, "scenario": "unternehmen-sportpalast", "side": "axis", "opponent": "captain"}
    with browser.play(**terms, options={"solitaire": True}) as seat:
        seat.begin()
        assert [each["name"] for each in seat.table["seats"] if each["kind"] == "computer"] == ["Automaton"]
        assert seat.play_on(Dice.seeded(3), most=2) == 2
    (mine,) = browser.http.get("/api/matches").json()
    assert mine["opponent"] == "Automaton"


def test_two_people_play_and_each_sees_only_its_own(browser: Browser, friend: Browser) -> None:
    allied, axis = joined(browser, friend, side="allied")
    with allied, axis:
        dice = Dice.seeded(3)
        play_together((allied, axis), dice, lambda: bool(allied.decision and allied.decision["asides"]))
        opens = allied.decision is not None  # unless the game was over before a lookout was posted
        if opens:
            answer = allied.choose("form true")
            assert answer["is"] == "done", answer
        play_together((allied, axis), dice, lambda: len(axis.view["log"]) > 30)
        assert allied.table["seats"][1]["name"] == "A friend"
        # Which contact is the raider, until it is found out, and how its boilers are, is the Axis side's own.
        found = (b'"what":"revealed"', b'"result":{')
        secret = list(takewhile(lambda frame: not any(mark in frame for mark in found), allied.frames))
        assert len(secret) > 10
        assert "lutzow" not in said_of(secret)
        assert "boilers" not in said_of(secret).casefold()
        assert "lutzow" in said_of(axis.frames)
        assert "boilers" in said_of(axis.frames).casefold()
        # How the convoy changes its order is the Allied side's own until the end.
        before_the_end = list(takewhile(lambda frame: found[1] not in frame, axis.frames))
        assert ("opens its formation" in said_of(allied.frames)) == opens
        assert "opens its formation" not in said_of(before_the_end)


def test_a_view_put_together_from_updates_is_the_one_that_a_newcomer_gets(browser: Browser) -> None:
    with browser.play(side="allied") as seat:
        seat.begin()
        seat.play_on(Dice.seeded(4), most=30)
        while seat.view["waiting"] != ["allied"]:  # the computer may still be at its own part
            seat.hear()
        with browser.sit(seat.match, "allied") as again:
            assert again.revision == seat.revision
            assert again.view == seat.view


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("{", "no message"),
        ("[]", "no message"),
        ("null", "no message"),
        ('{"do": "choose", "id": 7}', "missing required field"),
        ('{"do": "dance", "id": 7}', "Invalid value 'dance'"),
        ('{"do": "choose", "id": 7, "action": "post convoy N", "revision": 1, "as": "axis"}', "unknown field"),
        ('{"do": "choose", "id": 7, "action": 3, "revision": 1}', "Expected `str`"),
        ('{"do": "draft", "id": 7, "draft": ' + "[" * 2000 + "]" * 2000 + "}", "no message"),
        ('{"do": "choose", "id": 7, "action": "post convoy N", "revision": 999}', "situation has changed"),
        ('{"do": "choose", "id": 7, "action": "post convoy N", "revision": -1}', "situation has changed"),
        ('{"do": "contribute", "id": 7, "nonce": "another word"}', "do not wait"),
        ('{"do": "contribute", "id": 7, "nonce": "x"}', "8 to 200"),
        ('{"do": "accept-draw", "id": 7}', "has not offered a draw"),
        ('{"do": "orders", "id": 7, "orders": {"H-9": {"what": "never"}}}', "no window of the rule 'H-9'"),
        ('{"do": "orders", "id": 7, "orders": {"H-6-ambush": {"what": "odds", "percent": 101}}}', "0 to 100"),
        ('{"do": "draft", "id": 7, "draft": "' + "x" * 21_000 + '"}', "A draft may have"),
        (f'{{"do": "choose", "id": 7, "action": "{"x" * MOST_BYTES}", "revision": 1}}', "A message may have 65536"),
        (b"\xff\xfe\x00", "no message"),
    ],
)
def test_a_message_that_is_wrong_is_refused_and_nothing_else_happens(
    browser: Browser, message: str | bytes, reason: str
) -> None:
    with browser.play() as seat:
        seat.begin()
        seat.socket.send(message)
        refused = seat.hear()
        assert refused["is"] == "refused"
        assert reason in refused["refusal"]["reason"]
        assert refused["id"] in (0, 7)
        assert seat.choose(seat.answer(DICE))["is"] == "done"


def test_nobody_answers_for_another_or_out_of_turn(browser: Browser, friend: Browser) -> None:
    allied, axis = joined(browser, friend, side="allied")
    with allied, axis:
        allied.until_asked()
        refused = axis.ask("choose", action="post convoy N", revision=axis.revision)
        assert "Nothing is asked of you now" in refused["refusal"]["reason"]
        refused = allied.ask("choose", action="post lutzow N", revision=allied.revision)
        assert refused["is"] == "refused"
        refused = allied.ask("choose", action="sail home", revision=allied.revision)
        assert "no action is called 'sail'" in refused["refusal"]["reason"]
        assert allied.choose(allied.answer(DICE))["is"] == "done"


def test_the_same_answer_sent_twice_is_taken_once(browser: Browser) -> None:
    with browser.play() as seat:
        seat.begin()
        named, answer = seat.revision, seat.answer(DICE)
        first, second = (seat.say("choose", action=answer, revision=named) for _ in range(2))
        heard = [seat.until(lambda m, number=number: m.get("id") == number)["is"] for number in (first, second)]  # type: ignore[misc]
        assert heard == ["done", "refused"]


def test_an_answer_is_not_refused_because_of_what_has_nothing_to_do_with_it(browser: Browser, friend: Browser) -> None:
    """Both plot at once: that the other side is ready makes a new revision, but it is the same question."""
    allied, axis = joined(browser, friend, side="allied")
    with allied, axis:
        dice = Dice.seeded(5)
        play_together((allied, axis), dice, lambda: bool(axis.decision and allied.decision))
        named = axis.revision
        assert allied.choose(allied.answer(dice))["is"] == "done"
        axis.until(lambda heard: heard["is"] == "update")
        assert axis.revision > named
        assert axis.ask("choose", action=axis.answer(dice), revision=named)["is"] == "done"


def test_undo_draws_and_giving_up(browser: Browser, friend: Browser) -> None:
    allied, axis = joined(browser, friend, side="allied")
    with allied, axis:
        allied.until_asked()
        asked = allied.decision
        assert allied.choose(allied.answer(DICE))["is"] == "done"
        assert allied.view["undo"]
        assert allied.ask("undo", revision=allied.revision)["is"] == "done"
        assert allied.decision == asked
        assert "nothing" in allied.ask("undo", revision=allied.revision)["refusal"]["reason"]
        assert axis.ask("offer-draw")["is"] == "done"
        while allied.view["draw_offer"] is None:
            allied.hear()
        assert allied.ask("decline-draw")["is"] == "done"
        assert allied.view["draw_offer"] is None
        assert axis.ask("resign")["is"] == "done"
        while not allied.over:
            allied.hear()
        assert allied.view["result"]["winner"] == "allied"
        assert "the game is over" in axis.ask("resign")["refusal"]["reason"]


def test_draft_orders_name_and_what_was_read_are_kept_for_the_seat_alone(folder: Path, database: str) -> None:
    chosen = settings(folder, database=database)
    with running(chosen) as (address, _):
        host, guest = Browser(address), Browser(address)
        allied, axis = joined(host, guest, side="allied")
        with allied, axis:
            allied.until_asked()
            draft = {"slots": {"convoy": "0305"}, "words": "half a plan"}
            assert allied.ask("draft", draft=draft)["is"] == "done"
            assert allied.ask("orders", orders={"H-6-ambush": {"what": "odds", "percent": 60}})["is"] == "done"
            assert allied.ask("name", name="  Captain\u202e\n Broome ")["is"] == "done"
            play_together((allied, axis), Dice.seeded(7), lambda: bool(allied.view["log"]) and bool(allied.decision))
            assert allied.ask("draft", draft=draft)["is"] == "done"
            assert allied.ask("seen", number=1)["is"] == "done"
            axis.ask("older", before=0)
            assert "half a plan" not in said_of(axis.frames)
            assert "percent" not in said_of(axis.frames[1:])
            assert axis.table["seats"][0]["name"] == "Captain Broome"
            revision, view = allied.revision, allied.view
    with running(chosen) as (address, _):
        back = Browser(address)
        back.http.cookies.set("barents", host.key)
        with back.sit(allied.match, "allied") as again:
            assert again.hello["draft"] == draft
            assert again.hello["orders"] == {"H-6-ambush": {"what": "odds", "percent": 60}}
            assert again.hello["seen"] == 1
            assert (again.revision, again.view) == (revision, view)
            assert again.choose(again.answer(DICE))["is"] == "done"
            with back.sit(allied.match, "allied") as once_more:
                assert once_more.hello["draft"] is None, "an answer that was given is no draft any more"


def test_the_log_comes_in_pages(browser: Browser) -> None:
    with browser.play(side="axis") as seat:
        seat.begin()
        seat.play_on(Dice.seeded(6))
        lines = seat.view["log"]
        with browser.sit(seat.match, "axis") as again:
            shown = again.view["log"]
            assert shown == lines[-120:]
            older = again.ask("older", before=shown[0]["number"])["lines"]
            assert [*older, *shown][-len(lines) :] == lines[-240:]
            assert again.ask("older", before=-5)["lines"] == []
            assert again.ask("older", before=10**9)["lines"] == shown


def test_considering_tells_words_odds_and_reasons(browser: Browser) -> None:
    with browser.play(side="allied") as seat:
        seat.begin()
        possible = seat.answer(DICE)
        considered = seat.ask("consider", action=possible)
        assert considered["words"]
        assert considered["refusal"] is None
        assert seat.ask("consider", action="post lutzow N")["refusal"]["reason"]
        assert "no action" in seat.ask("consider", action="sail home")["refusal"]["reason"]
        why = seat.ask("why", piece="lutzow")
        assert why["words"] == "Now it is about Convoy (Where does a lookout watch?)."
        assert why["refusal"]["rule"] == seat.view["decision"]["rule"]
        assert seat.ask("why", piece="convoy")["refusal"] is None
        assert seat.ask("why")["words"] == "Name a piece, a cell or both."
        revision = seat.revision
        assert seat.ask("older", before=0)["is"] == "lines"
        assert seat.revision == revision, "asking changes nothing"


def test_the_staff_proposes_an_answer_and_changes_nothing(browser: Browser) -> None:
    with browser.play(game="north_cape", scenario="unternehmen-sportpalast", side="axis", opponent="captain") as seat:
        seat.begin()
        revision = seat.revision
        proposed = seat.ask("propose")
        assert proposed["is"] == "proposed"
        assert proposed["words"]
        assert 1 <= len(proposed["reasons"]) <= 3
        assert seat.ask("propose")["action"] == proposed["action"], "the same question has the same answer"
        assert seat.revision == revision
        assert seat.ask("consider", action=proposed["action"])["refusal"] is None
        answers = [seat.ask("propose")["is"] for _ in range(42)]
        assert answers[-1] == "refused", "nobody keeps the thinkers from the computer's own moves"
        assert seat.choose(proposed["action"])["is"] == "done"


def test_why_a_ship_cannot_go_there(browser: Browser) -> None:
    with browser.play(side="axis") as seat:
        seat.begin()
        assert isinstance(seat.decision, dict)
        assert seat.decision["rule"] == "H-3-plot"
        far = seat.ask("why", piece="lutzow", cell="0101")
        assert far["words"] == "0101 is out of reach of all that Lützow can do now: Sail."
        assert far["refusal"] == {"reason": far["words"], "rule": "H-3-plot"}
        here = next(p["cell"] for p in seat.view["situation"]["pieces"] if p["id"] == "lutzow")
        assert seat.ask("why", piece="lutzow", cell=here)["refusal"] is None
        assert seat.ask("why", piece="convoy")["refusal"] is not None


@pytest.mark.parametrize("side", ["allied", "axis", "umpire"])
def test_a_seat_that_is_not_yours_is_like_one_that_does_not_exist(browser: Browser, friend: Browser, side: str) -> None:
    match = browser.open(opponent="person", side="allied")["match"]
    told = []
    for who, where in ((friend, match), (friend, "0" * 16), (browser, match), (Browser(browser.address), match)):
        if who is browser and side == "allied":
            continue
        with pytest.raises(ConnectionClosed) as refused:
            who.sit(where, side)
        assert refused.value.rcvd is not None
        told.append((refused.value.rcvd.code, refused.value.rcvd.reason))
    assert set(told) == {(4404, "There is no such match, or it is not yours.")}


def test_another_site_cannot_speak_for_a_browser(browser: Browser) -> None:
    opened = browser.open()
    with pytest.raises(InvalidStatus) as refused:
        browser.sit(opened["match"], opened["side"], origin="https://example.org")
    assert refused.value.response.status_code == 403


def test_a_seat_has_only_so_many_pages(browser: Browser) -> None:
    opened = browser.open()
    with ExitStack() as pages:
        seats = [pages.enter_context(browser.sit(opened["match"], "allied")) for _ in range(MOST_LISTENERS + 1)]
        with pytest.raises(ConnectionClosed) as ended:
            seats[0].until(lambda heard: False)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == TOO_MANY
        seats[1].catch_up()
        seats[-1].begin()


def test_too_many_messages_are_refused_and_the_connection_stays(folder: Path) -> None:
    slow = msgspec.convert({"messages": {"burst": 5, "per_second": 50.0}}, type(settings(folder).limits))
    with running(settings(folder, limits=slow)) as (address, _), Browser(address).play() as seat:
        numbers = [seat.say("older", before=0) for _ in range(8)]
        heard = [seat.until(lambda m, n=n: m.get("id") == n) for n in numbers]  # type: ignore[misc]
        assert [each["is"] for each in heard[:5]] == ["lines"] * 5
        assert "slow down" in heard[5]["refusal"]["reason"]
        seat.begin()


def test_a_client_that_does_not_read_is_given_everything_afresh(folder: Path) -> None:
    from barents.server.matches.protocol import Done
    from barents.server.matches.seats import MOST_WAITING, Listener

    listener = Listener(Visitor())
    for number in range(MOST_WAITING + 3):
        listener.tell(Done(id=number))
    assert listener.behind
    with running(settings(folder)) as (address, service), Browser(address).play() as seat:
        seat.begin()
        (table,) = service.service.live
        (other,) = table.live_seats[seat.side].listeners  # type: ignore[index]
        other.behind = True
        seat.say("older", before=0)
        assert seat.hear()["is"] == "hello"
