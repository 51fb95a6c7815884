"""Word that it is somebody's move: to whom, when, how often; and where a web hook may not lead."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from barents.cli import app
from barents.kernel.dice import Dice
from barents.kernel.sides import Side
from barents.server.accounts import hooks, mail, notice_store, notices
from barents.server.accounts.notices import Unwanted
from barents.server.accounts.visitors import Visitor
from barents.server.lobby import protocol as lobby_protocol
from barents.server.matches.protocol import Opening
from barents.server.matches.seats import Listener
from barents.server.matches.service import MatchService
from barents.server.matches.tables import LiveTable
from barents.server.storage.store import Store
from tests.server.receivers import HookReceiver, Postbox, serving
from tests.server.service import Browser, running, settings
from tests.server.test_live import joined

ADDRESS = "https://play.example.org"
DICE = Dice.seeded("notices")


@pytest.fixture
def postbox() -> Iterator[Postbox]:
    box = Postbox()
    with serving(box.server):
        yield box


@pytest.fixture
def receiver() -> Iterator[HookReceiver]:
    receiver = HookReceiver()
    with serving(receiver.server):
        yield receiver


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outbox is looked at all the time."""
    monkeypatch.setattr(notices, "EVERY", 0.01)


def wants(browser: Browser, **where: str) -> dict[str, Any]:
    """Say where to be told."""
    answer = browser.http.put("/api/notices", json=where)
    assert answer.status_code == 200, answer.text
    card: dict[str, Any] = answer.json()
    return card


def link_in(text: str) -> str:
    """The path of the link in a mail by which something is confirmed or ended."""
    found = re.search(rf"{ADDRESS}(/confirm/[\w-]+)", text)
    assert found is not None, text
    return found[1]


@pytest.mark.usefixtures("quickly")
def test_who_is_away_is_told_by_mail_and_hook_once_both_are_wanted(
    database: str, tmp_path: Path, postbox: Postbox, receiver: HookReceiver
) -> None:
    chosen = settings(
        tmp_path,
        database=database,
        thinkers=0,
        mail=postbox.address,
        address=ADDRESS,
        hooks=True,
        private_hooks=True,
        notice_seconds=0,
    )
    with running(chosen) as (address, _):
        host, guest = Browser(address), Browser(address)
        allied, axis = joined(host, guest, side="allied", name="Marlow")
        with allied:
            with axis:
                hook = f"{receiver.address}/my/hook"
                card = wants(guest, mail="jim@example.org", hook=hook)
                assert card == {"mail": "jim@example.org", "confirmed": False, "hook": hook}
                asked = postbox.next()
                assert asked["To"] == "jim@example.org"
                link = link_in(asked.get_content())
                page = guest.http.get(link)
                assert "jim@example.org" in page.text
                assert guest.http.get("/api/notices").json()["confirmed"] is False, "who only looks says nothing"
                assert guest.http.post(link, data={"answer": "yes"}).status_code == 200
                assert guest.http.get("/api/notices").json()["confirmed"] is True
            allied.until_asked()
            while allied.table["seats"][1]["here"]:
                allied.hear()
            while "axis" not in allied.view["waiting"]:
                allied.until_asked()
                allied.choose(allied.answer(DICE))
            told = postbox.next()
            assert told["Subject"].startswith("Your move: The Hunt")
            text = told.get_content()
            assert "It is your move" in text
            assert "as the Axis side against Marlow." in text
            assert f"{ADDRESS}/match/{allied.match}/axis" in text
            path, posted = receiver.next()
            assert path == "/my/hook"
            assert posted["words"].startswith("It is your move at The Hunt")
            assert (posted["match"], posted["side"]) == (allied.match, "axis")
            assert posted["url"] == f"{ADDRESS}/match/{allied.match}/axis"
        assert b"example.org" not in b"".join(allied.frames)
        ended = guest.http.post(link_in(text), data={"answer": "no"})
        assert "not written to any more" in ended.text
        assert guest.http.get("/api/notices").json()["mail"] == ""
        assert guest.http.get(link).status_code == 404
        assert postbox.is_empty()
        assert receiver.is_empty()


# When, and how often


class Away:
    """A match of two people who are both away; the Axis side wants to be told by a hook."""

    def __init__(self, service: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
        self.service = service
        self.moment = 1_700_000_000_000
        self.dice = Dice.seeded("away")
        monkeypatch.setattr(notices, "now", lambda: self.moment)

    async def begin(self, hook: str) -> None:
        """Open the match and sit down."""
        host, guest = Visitor().with_key(), Visitor().with_key()
        opened = await self.service.open(Opening("hunt", "first-light", "allied", "person"), host)
        await self.service.join(opened.invitation.rpartition("/")[2], guest, "Jim")
        self.table: LiveTable = await self.service.table(opened.match)
        for side in Side:
            await self.table.contribute(side, "words for the dice")
        await self.service.live_matches.notices.want(guest.own, lobby_protocol.Notices(hook=hook))

    async def finish(self, side: Side) -> None:
        """A side answers until it is not asked any more."""
        while self.table.asked(side) is not None:
            await self.table.do(side, self.table.match.pending[side].options.sample(self.dice))

    async def after(self, minutes: float) -> int:
        """Some time later what is due is sent; how many letters that was."""
        self.moment += round(minutes * 60_000)
        return await self.service.live_matches.notices.deliver()

    def waiting(self) -> int:
        """How many letters there are in the outbox."""
        return notice_store.length(self.service.store)


def away(folder: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Away:
    """A service that calls hooks after a minute."""
    monkeypatch.setattr(notices, "EVERY", 3600.0)  # only when a test says so
    return Away(
        MatchService(settings(folder, thinkers=0, database=database, hooks=True, private_hooks=True)), monkeypatch
    )


def test_word_is_sent_after_a_minute_once_a_turn_and_once_an_hour(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, receiver: HookReceiver
) -> None:
    async def run() -> None:
        match = away(tmp_path, database, monkeypatch)
        await match.service.start()
        try:
            await match.begin(receiver.address)
            await match.finish(Side.ALLIED)
            assert match.waiting() == 1
            assert await match.after(minutes=0.9) == 0
            assert await match.after(minutes=0.1) == 1
            receiver.next()
            assert await match.after(minutes=120) == 0, "once a turn"
            await match.finish(Side.AXIS)
            await match.finish(Side.ALLIED)
            assert await match.after(minutes=1) == 1
            receiver.next()
            await match.finish(Side.AXIS)
            await match.finish(Side.ALLIED)
            assert await match.after(minutes=58) == 0, "once an hour"
            await match.finish(Side.AXIS)
            assert match.waiting() == 0, "of a turn that has passed nothing is said"
            await match.finish(Side.ALLIED)
            assert await match.after(minutes=2) == 1
            receiver.next()
            await match.finish(Side.AXIS)
            await match.finish(Side.ALLIED)
            sitting = Listener(Visitor())
            await match.table.listen(Side.AXIS, sitting)
            assert await match.after(minutes=60) == 1
            assert match.waiting() == 0
            assert receiver.is_empty(), "who sits there sees it for himself"
        finally:
            await match.service.close()

    asyncio.run(run())


@pytest.mark.parametrize("status", [500, 307])
def test_what_is_not_taken_is_tried_three_times_and_no_redirect_is_followed(
    tmp_path: Path, sqlite: str, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    async def run() -> None:
        match = away(tmp_path, sqlite, monkeypatch)
        await match.service.start()
        try:
            await match.begin(f"{refusing.address}/mine")
            await match.finish(Side.ALLIED)
            sent = [await match.after(minutes) for minutes in (1, 0.9, 0.1, 9, 1, 600)]
            assert sent == [1, 0, 1, 0, 1, 0]
            assert match.waiting() == 0
        finally:
            await match.service.close()
        assert [refusing.next()[0] for _ in range(3)] == ["/mine"] * 3
        assert refusing.is_empty()

    refusing = HookReceiver(status)
    with serving(refusing.server):
        asyncio.run(run())


def test_a_letter_is_claimed_by_one_process(database: str) -> None:
    one, other = Store(database), Store(database)
    try:
        for number in range(4):
            notice = notice_store.Notice(f"{number}", "mail", "jim@example.org", f"token {number}", confirmed=False)
            letter = notice_store.Letter(f"{number}", "mail", "jim@example.org", "", "", "", 10, 0, None, "")
            notice_store.want(one, notice, 0, letter)
        assert notice_store.claim(one, 9) == []
        first = notice_store.claim(one, 10, most=3)
        second = notice_store.claim(other, 10)
        assert [each.id for each in first] + [each.id for each in second] == ["0", "1", "2", "3"]
        notice_store.sent(one, first[0], 11)
        later = notice_store.claim(other, 10 + notice_store.CLAIM)
        assert [(each.id, each.tries) for each in later] == [("1", 2), ("2", 2), ("3", 2)], "of one that was killed"
    finally:
        one.close()
        other.close()


def test_mail_that_the_server_does_not_take_now_is_sent_later(
    tmp_path: Path, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        monkeypatch.setattr(notices, "EVERY", 3600.0)
        moment = 1_700_000_000_000
        monkeypatch.setattr(notices, "now", lambda: moment)
        service = MatchService(settings(tmp_path, thinkers=0, database=sqlite, mail=box.address, address=ADDRESS))
        await service.start()
        try:
            noticing = service.live_matches.notices
            await noticing.want("somebody", lobby_protocol.Notices(mail="jim@example.org"))
            assert (await noticing.deliver(), box.is_empty()) == (1, True)
            moment += 60_000
            assert await noticing.deliver() == 1
            assert "May Barents write" in box.next()["Subject"]
            for number in range(2):
                await noticing.want(f"{number}", lobby_protocol.Notices(mail="jim@example.org"))
            with pytest.raises(Unwanted, match="often enough"):
                await noticing.want("a third", lobby_protocol.Notices(mail="JIM@example.org"))
        finally:
            await service.close()

    box = Postbox(refusals=1)
    with serving(box.server):
        asyncio.run(run())


# What is not accepted


def test_a_server_that_was_not_told_how_sends_nothing(browser: Browser) -> None:
    for wanted, words in (({"mail": "jim@example.org"}, "no mail"), ({"hook": "https://example.org"}, "no web hooks")):
        answer = browser.http.put("/api/notices", json=wanted)
        assert (answer.status_code, words in answer.json()["reason"]) == (400, True)
    assert browser.http.get("/api/notices").json() == {"mail": "", "confirmed": False, "hook": ""}


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "ftp://example.org/hook",
        "https://user:word@example.org/hook",
        "https:///hook",
        "https://exa mple.org/",
        "https://example.org:99999/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.1.2.3/",
        "https://192.168.0.1:8443/",
        "https://169.254.169.254/latest",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://[::ffff:127.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
    ],
)
def test_a_hook_must_lead_out_of_the_servers_own_network(url: str) -> None:
    assert hooks.wrong_address(url, private=False)


@pytest.mark.parametrize("host", ["localhost", "2130706433", "0x7f.1"])
def test_neither_may_a_name_lead_there(host: str) -> None:
    assert hooks.wrong_address(f"https://{host}/hook", private=False) == ""
    with pytest.raises(hooks.HookError, match="own network"):
        asyncio.run(hooks.call(f"https://{host}/hook", b"{}"))


def test_a_name_is_looked_up_once_and_what_was_looked_at_is_called(
    receiver: HookReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = receiver.address.rpartition(":")[2]
    looked_up: list[str] = []

    def found(host: str, *_args: object, **_more: object) -> list[Any]:
        looked_up.append(host)
        return [(2, 1, 6, "", ("127.0.0.1" if len(looked_up) == 1 else "203.0.113.1", int(port)))]

    monkeypatch.setattr("socket.getaddrinfo", found)
    asyncio.run(hooks.call(f"http://hook.example.org:{port}/x", b'{"a":1}', private=True))
    assert receiver.next() == ("/x", {"a": 1})
    assert looked_up == ["hook.example.org"]


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("imap://mail.example.org?from=a@example.org", "smtp://"),
        ("smtp://?from=a@example.org", "smtp://"),
        ("smtp://mail.example.org", "an address that mails come from"),
        ("smtp://mail.example.org?from=nobody", "an address that mails come from"),
        ("smtp://mail.example.org:port?from=a@example.org", "no address of a mail server"),
    ],
)
def test_a_mail_server_that_is_not_well_given_is_refused_at_the_start(url: str, words: str) -> None:
    refused = CliRunner().invoke(app, ["serve", "--mail", url, "--address", ADDRESS, "--port", "0"])
    assert refused.exit_code == 2
    assert words in " ".join(refused.output.split())


def test_a_mail_server_is_given_with_its_port_and_password(tmp_path: Path) -> None:
    post = mail.post_of("smtps://me:p%40ss@mail.example.org?from=barents@example.org")
    assert (post.host, post.port, post.user, post.password, post.sealed) == (
        "mail.example.org",
        465,
        "me",
        "p@ss",
        True,
    )
    with pytest.raises(mail.MailError, match="address from outside"):
        MatchService(settings(tmp_path, mail="smtp://mail.example.org?from=a@example.org"))
    with pytest.raises(mail.MailError, match="without a path"):
        mail.post_for("", "play.example.org")
