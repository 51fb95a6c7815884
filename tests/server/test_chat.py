"""Talk: two rooms that do not hear each other, what may be said there, and by whom."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from barents.kernel.decisions import Refused
from barents.kernel.sides import Side
from barents.server.accounts.names import one_line
from barents.server.accounts.visitors import Visitor
from barents.server.matches.chat import SHOWN, Talks, called_in_gallery
from barents.server.matches.protocol import MOST_WORDS
from barents.server.settings import Limit, Limits
from barents.server.storage.store import MatchRow, SeatRow, Store
from tests.server.service import Browser, Seat, running, said_of, settings
from tests.server.test_live import joined

FREELY = Limits(talk=Limit(10_000, 10_000.0))


def said(seat: Seat) -> list[tuple[str, str, str]]:
    """All that a client has been told in its room: name, side, words."""
    lines = []
    for frame in seat.frames:
        heard = msgspec.json.decode(frame)
        if heard["is"] in ("hello", "talk"):
            lines += heard["talk"] if heard["is"] == "hello" else heard["lines"]
    return [(line["name"], line["side"], line["words"]) for line in lines]


def test_seats_and_gallery_talk_apart_and_find_it_again(database: str, tmp_path: Path) -> None:
    chosen = settings(tmp_path, thinkers=0, database=database)
    with running(chosen) as (address, _):
        host, guest = Browser(address), Browser(address)
        allied, axis = joined(host, guest, side="allied", name="Marlow", watched=True)
        with (
            allied,
            axis,
            Browser(address).sit(allied.match, "watch") as one,
            Browser(address).sit(allied.match, "watch") as other,
        ):
            assert allied.ask("say", words=" Good \u202e hunting,\n\tsir <b>! ")["is"] == "done"
            assert axis.ask("say", words="To you too")["is"] == "done"
            assert one.ask("say", words="I would turn north")["is"] == "done"
            other.until(lambda heard: heard["is"] == "talk")
            allied.catch_up()
            seats = [("Marlow", "allied", "Good hunting, sir <b>!"), ("A friend", "axis", "To you too")]
            assert said(allied) == said(axis) == seats
            ((name, side, words),) = said(other)
            assert (name[:6], len(name), side, words) == ("Guest ", 9, "", "I would turn north")
            assert said(one) == said(other)
            assert "north" not in said_of(allied.frames) + said_of(axis.frames)
            assert "hunting" not in said_of(one.frames)
    with running(chosen) as (address, _):
        host.address = address
        with host.sit(allied.match, "allied") as back, Browser(address).sit(allied.match, "watch") as later:
            assert said(back) == seats
            assert [words for _, _, words in said(later)] == ["I would turn north"]


def test_there_is_nobody_to_talk_to_at_a_table_of_one(browser: Browser) -> None:
    with browser.play(opponent="random") as seat:
        assert "The computer is no talker" in seat.ask("say", words="Hello?")["refusal"]["reason"]
    with browser.play(opponent="here") as seat:
        assert "nobody else" in seat.ask("say", words="Hello?")["refusal"]["reason"]
    with browser.play(opponent="person") as seat:
        assert seat.ask("say", words="For whoever comes")["is"] == "done"


def test_who_talks_too_fast_or_too_long_is_stopped(browser: Browser, friend: Browser) -> None:
    allied, axis = joined(browser, friend, side="allied")
    with allied, axis:
        assert f"in {MOST_WORDS} signs; this has 501" in allied.ask("say", words="x" * 501)["refusal"]["reason"]
        assert "no words" in allied.ask("say", words=" \u200b\n ")["refusal"]["reason"]
        answers = [allied.ask("say", words=f"{number}" * MOST_WORDS)["is"] for number in range(6)]
        assert answers == ["done"] * 5 + ["refused"]
        assert axis.ask("say", words="I have not said anything yet")["is"] == "done"


def test_a_gallery_is_not_talked_under_by_one_who_comes_under_many_names(tmp_path: Path) -> None:
    """Each connection without a key is another guest; from one address they are heard fifteen times in a row."""
    slowly = Limits(gallery=Limit(15, 1e-6))  # so that it does not matter how long the test takes
    with ExitStack() as stack:
        address, _ = stack.enter_context(running(settings(tmp_path, thinkers=0, limits=slowly)))
        allied, axis = map(stack.enter_context, joined(Browser(address), Browser(address), side="allied", watched=True))
        crowd = [stack.enter_context(Browser(address).sit(allied.match, "watch")) for _ in range(8)]
        told = [watching.ask("say", words=f"{number}") for number in range(3) for watching in crowd]
        refused = [each["refusal"]["reason"] for each in told if each["is"] == "refused"]
        assert len(refused) == 24 - 15
        assert all("Too many talk at once" in reason for reason in refused)
        assert [seat.ask("say", words="We are not disturbed")["is"] for seat in (allied, axis)] == ["done"] * 2


@pytest.mark.parametrize(
    ("words", "clean"),
    [
        ("a\x00b\x1bc\x7f", "abc"),
        ("e\u0301", "é"),
        ("one\r\n\r\ntwo\u2028three", "one two three"),
        ("\u202eevil\u2066", "evil"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "😀"),
    ],
)
def test_words_are_one_paragraph_of_visible_signs(words: str, clean: str) -> None:
    assert one_line(words) == clean


def test_a_guest_in_the_gallery_has_letters_of_his_own() -> None:
    one, other = Visitor(key="a" * 43), Visitor(key="b" * 43)
    assert called_in_gallery(one, "m") == called_in_gallery(one, "m") != called_in_gallery(other, "m")
    assert called_in_gallery(one, "m") != called_in_gallery(one, "n"), "nobody is followed from match to match"
    assert called_in_gallery(Visitor(account="7", name="Broome"), "m") == "Broome"


def test_of_two_processes_each_learns_what_is_said_at_the_other_and_none_is_lost(database: str) -> None:
    one, other = Store(database), Store(database)
    usual = {"game": "hunt", "scenario": "first-light", "options": {}, "secret": b"", "data_digest": "", "rules": ""}
    row = MatchRow(id="m", windows="orders", opened=0, opener="", **usual)  # type: ignore[arg-type]
    one.open(row, [SeatRow(side=side, kind="person") for side in Side], {})

    async def run() -> None:
        here, there = Talks("m", one, FREELY), Talks("m", other, FREELY)
        await here.enter("seats")
        assert await there.newer("seats") == (), "nobody listens there"
        both = [here.say("seats", "a", "A", "allied", f"here {number}") for number in range(6)]
        both += [there.say("seats", "b", "B", "axis", f"there {number}") for number in range(6)]
        await asyncio.gather(*both)
        await here.say("gallery", "c", "C", "", "elsewhere")
        lines = await here.newer("seats")
        assert sorted(line.words for line in lines) == sorted(f"{w} {n}" for w in ("here", "there") for n in range(6))
        assert [line.number for line in lines] == list(range(12))
        assert await here.newer("seats") == ()
        for number in range(SHOWN):
            await here.say("seats", "a", "A", "allied", f"{number}")
        await there.enter("seats")
        assert [line.words for line in there.lines("seats")] == [f"{number}" for number in range(SHOWN)]
        with pytest.raises(Refused):
            await here.say("seats", "a", "A", "allied", "")

    try:
        asyncio.run(run())
    finally:
        one.close()
        other.close()


def test_who_sits_at_another_process_hears_it_too_and_is_counted(database: str, tmp_path: Path) -> None:
    chosen = settings(tmp_path, thinkers=0, database=database, processes=2)
    with running(chosen) as (here, _), running(chosen) as (there, _):
        host, guest = Browser(here), Browser(here)
        allied, axis = joined(host, guest, side="allied", watched=True, pace={"minutes": 10})
        with allied, axis:
            allied.until_asked()
        guest.address = there
        with (
            host.sit(allied.match, "allied") as near,
            guest.sit(allied.match, "axis") as far,
            Browser(here).sit(allied.match, "watch") as one,
            Browser(there).sit(allied.match, "watch") as other,
        ):
            assert near.ask("say", words="Can you hear me?")["is"] == "done"
            far.until(lambda heard: heard["is"] == "talk")
            assert other.ask("say", words="And you?")["is"] == "done"
            one.until(lambda heard: heard["is"] == "talk")
            assert (said(far)[-1][2], said(one)[-1][2]) == ("Can you hear me?", "And you?")
            while near.table["watchers"] != 2:
                near.hear()
            assert near.ask("resign")["is"] == "done"
            other.until(lambda _heard: other.over)
            while far.table["seats"][0]["clock"]["runs"]:
                far.hear()
            assert not any(seat["clock"]["runs"] for seat in far.table["seats"])
            opened = host.http.post(f"/api/matches/{allied.match}/again", json={}).json()
            while far.table["rematch"] != opened["match"]:
                far.hear()
