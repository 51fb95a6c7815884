"""Visits to a real server: what people do there, what befalls it meanwhile, and what has to hold of it.

A match is brought to a server as a record, so that its dice are always the same, and played on over WebSockets: at one
server or at two that share a database, SQLite's or PostgreSQL's, against the computer or by one person at both seats.
Answers are given, given twice, given too late and at once with another's; servers are killed, stopped and started with
newer rules, and so is PostgreSQL. Beside it the same choices are played in a match that nothing befalls: views must
become equal to its, whenever frames come.
"""

from __future__ import annotations

import atexit
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus

from barents.kernel import registry
from barents.kernel.actions import NotationError
from barents.kernel.dice import Dice
from barents.kernel.match import Control, Match
from barents.kernel.record import decode
from barents.kernel.replay import replay
from barents.kernel.sides import Side, eyes_of
from barents.players import DOCTRINES, answer_of, dice_of, player
from barents.server import metrics
from barents.server.guard import COOKIE
from barents.server.matches.rebuilding import entry_of, unpacked_record
from barents.server.settings import Limit, Limits, Settings
from barents.server.storage.store import Kept, Store
from tests.server.cluster import Cluster, NotInstalled, program
from tests.server.processes import Server
from tests.server.service import Browser, Seat
from tools.fuzzing.deeds import FoundError
from tools.fuzzing.plans import Plan, drawn

PATIENCE = 60.0  # seconds until everybody must see what is so
LONGEST = 150.0  # seconds for one visit: what is left of it then is not done
MOST_TURNS = 40
MOST_AHEAD = 250
PLUG_INS: tuple[str, ...] = ("tests.server.failing",)
NEWER_RULES: tuple[str, ...] = ("tests.server.rules_2",)
NOBODY_KNOWS = "lost at this very moment"
# What is in the log of a server whose database was away.
AWAY = (
    "channel lost",
    "clocks not reached",
    "commit failed",
    "database lost",
    "match lost",
    "message lost",
    "notice failed",
    "sessions not checked",
    "time not called",
)
STOPPED = 4409  # the code by which a socket ends where the rules have changed
_OFTEN = Limit(10_000, 10_000.0)
OFTEN = Limits(messages=_OFTEN, records=_OFTEN, debriefs=_OFTEN, replays=_OFTEN, opening=_OFTEN)
CUT = (ConnectionClosed, InvalidStatus, OSError, EOFError, TimeoutError)
JSON = {"content-type": "application/json"}
PATHS = (
    "/api/matches",
    "/health",
    "/api/matches/{match}/record",
    "/api/matches/{match}/debrief",
    "/api/matches/{match}/reading?eyes=axis",
    "/api/matches/{match}/replay/{number}",
    "/api/matches/{match}/replay/-{number}",
    "/api/matches/%00{number}/record",
    "/api/games/{number}/ships",
)
NONSENSE: tuple[str | bytes, ...] = (
    "",
    "{}",
    "null",
    '{"do": "choose"}',
    '{"do": "choose", "action": "go", "revision": -1, "id": 1}',
    '{"do": "choose", "action": "\\u0000", "revision": 99999999999999999999, "id": 2}',
    '{"do": "undo", "revision": 1e999}',
    '{"do": "why", "piece": "' + "x" * 5_000 + '", "cell": "9999", "id": 3}',
    '{"do": "consider", "action": "' + "go " * 2_000 + '", "id": 4}',
    '{"do": "orders", "orders": {"": {"what": "odds", "percent": -5}}, "id": 5}',
    '{"do": "older", "before": -7, "id": 6}',
    '{"do": "seen", "number": -7, "id": 7}',
    '{"do": "draft", "draft": ' + "[" * 500 + "]" * 500 + ', "id": 8}',
    '{"do": "contribute", "nonce": "a second word", "id": 9}',
    "[" * 3_000,
    b"\xff\x00\xfe",
)

Database = Literal["sqlite", "postgresql"]
Kind = Literal[
    "choose",
    "double",
    "stale",
    "undo",
    "race",
    "wrong",
    "nonsense",
    "leave",
    "kill",
    "amid",
    "outage",
    "stop",
    "fetch",
    "copy",
    "draw",
    "resign",
    "upgrade",
]
# How often each is drawn.
OFTENER: dict[Kind, int] = {
    "choose": 60,
    "double": 4,
    "stale": 3,
    "undo": 5,
    "race": 5,
    "wrong": 3,
    "nonsense": 3,
    "leave": 3,
    "kill": 3,
    "amid": 4,
    "outage": 2,
    "stop": 2,
    "fetch": 2,
    "copy": 1,
    "draw": 1,
}


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that happens; `by` is what chance it takes."""

    do: Kind
    by: int = 0


class Visit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match at a server: how far it had been played, who plays the Axis, at how many servers, what happens, where."""

    plan: Plan
    ahead: int
    opponent: str
    servers: int
    turns: tuple[Turn, ...]
    broke: str = ""
    database: Database = "sqlite"

    @property
    def brought(self) -> Match[Any, Any]:
        """The match as it comes to the server."""
        match = self.plan.begin()
        players = {side: player(name, self.plan.game, match.data) for side, name in self.plan.players.items()}
        while match.pending and len(match.choices) < self.ahead:
            side = next(iter(match.pending))
            match.act(side, answer_of(players[side], match, side, dice_of(match, side)))
        return match


def databases() -> list[Database]:
    """The kinds of databases that there are on this machine."""
    try:
        program("initdb")
    except NotInstalled:
        return ["sqlite"]
    return ["sqlite", "postgresql"]


@cache
def cluster() -> Cluster:
    """The PostgreSQL server of all visits of a run, which is thrown away at its end."""
    started = Cluster()
    atexit.register(started.remove)
    return started


def visit_drawn(dice: Dice, games: list[str], databases: list[Database]) -> Visit:
    """Any visit. What the admiral would do takes too long."""
    plan = drawn(dice, games)
    best = "captain" if plan.game in DOCTRINES else "random"
    plan = msgspec.structs.replace(plan, pack="", players=dict.fromkeys(Side, best))
    lots = [kind for kind, number in OFTENER.items() for _ in range(number)]
    turns = [Turn(dice.choice(lots), dice.below(1 << 30)) for _ in range(5 + dice.below(MOST_TURNS))]
    if dice.below(3) == 0:
        turns.append(Turn("resign", dice.below(1 << 30)))
    if dice.below(3) == 0:
        turns.append(Turn("upgrade"))
    opponent = dice.choice(("here", "here", best, "random"))
    ahead = dice.below(MOST_AHEAD) if dice.below(2) else 0
    servers, database = 1 + (dice.below(3) == 0), dice.choice(databases)
    return Visit(plan, ahead, opponent, servers, tuple(turns), database=database)


def visited(visit: Visit) -> str:
    """How a visit breaks; nothing if it does not."""
    with tempfile.TemporaryDirectory(prefix="barents-visit-") as folder:
        try:
            with Sitting.at(visit, Path(folder)) as sitting:
                for turn in visit.turns:
                    if sitting.ended or time.monotonic() > sitting.until:
                        break
                    sitting.take(turn)
                sitting.finish()
        except FoundError as found:
            return str(found)
        except (httpx.TransportError, *CUT) as error:
            return f"a server does not answer: {type(error).__name__}"
        except AssertionError:
            return "a server does not start or end"  # by its process; the machine may have too much to do
    return ""


class MatchService(Server):
    """A server whose plug-ins are its own too."""

    @staticmethod
    def runs(chosen: Settings, log: str, tells: Connection) -> None:
        """In the new process: play by other rules, if that is what is plugged in, and serve."""
        for module in chosen.plug_ins:
            registry.plug_in_module(module)
        Server.runs(chosen, log, tells)


class Sitting:
    """A visit under way."""

    def __init__(self, visit: Visit, folder: Path) -> None:
        self.visit = visit
        in_file = visit.database == "sqlite"
        self.database = f"sqlite:///{folder / 'matches.sqlite'}" if in_file else cluster().new_database()
        self.until = time.monotonic() + LONGEST
        self.ended = self.was_away = False
        self.servers: list[Server] = []
        self.seats: dict[Side, Seat] = {}
        self._open = ExitStack()
        self.plug_ins = PLUG_INS
        self.beside = visit.brought
        self.taken = 0
        # What people have sent and was acknowledged, and what they do not know about: the servers have died meanwhile.
        self.acknowledged: deque[tuple[Side, str]] = deque()
        self.uncertain: list[tuple[Side, str]] = []
        self.key = self.match = ""
        self.people = list(Side) if visit.opponent == "here" else [Side.ALLIED]

    @classmethod
    @contextmanager
    def at(cls, visit: Visit, folder: Path) -> Iterator[Sitting]:
        """Start the servers, bring the match, sit down; nothing is left behind."""
        sitting = cls(visit, folder)
        try:
            for number in range(visit.servers):
                sitting.servers.append(sitting._started(number))
            sitting._bring()
            sitting.come()
            sitting.settle()
            yield sitting
        finally:
            sitting._open.close()
            for server in sitting.servers:
                with suppress(ValueError):  # closed already, when another could not be started in its place
                    server.close()

    def _started(self, number: int) -> Server:
        # Under the name that it had before: what it did not finish is its own.
        more: dict[str, Any] = {"process": f"server-{number}", "thinkers": 1, "limits": OFTEN, "lease_seconds": 3.0}
        return MatchService(self.database, self.visit.servers, plug_ins=self.plug_ins, **more)

    def _browser(self, number: int) -> Browser:
        browser = Browser(self.servers[number].address)
        if self.key:
            browser.http.cookies.set(COOKIE, self.key)
        return browser

    def _bring(self) -> None:
        browser = self._browser(0)
        self.match = self._upload(browser)["match"]
        self.key = browser.key

    def _upload(self, browser: Browser) -> dict[str, Any]:
        """Bring the match as it stands beside; where it is."""
        alone = self.visit.opponent != "here"
        asked = {"side": "allied", "opponent": self.visit.opponent} if alone else {"side": "both"}
        content = self.beside.record.encode()
        answer = browser.http.post("/api/records", params=asked, content=content, headers=JSON)
        _insist(answer.status_code == 201, f"a record of one's own is refused: {answer.status_code}")
        opened: dict[str, Any] = answer.json()
        return opened

    # Coming and going

    def come(self) -> None:
        """Sit down where one does not sit; the second at the second server, if there are two."""
        for number, side in enumerate(self.people):
            if side not in self.seats:
                browser = self._browser(number % len(self.servers))
                self.seats[side] = self._open.enter_context(browser.sit(self.match, side.value))

    def go(self, side: Side) -> None:
        """Leave a seat, however the line may be."""
        seat = self.seats.pop(side, None)
        if seat is not None:
            with suppress(*CUT):
                seat.__exit__(None, None, None)

    def leave(self, _turn: Turn, dice: Dice) -> None:
        """Somebody goes, and comes back, or opens the page a second time."""
        side = dice.choice(self.people)
        if dice.below(2):
            self.go(side)
            self.come()
        else:
            number = dice.below(len(self.servers))
            with self._browser(number).sit(self.match, side.value):
                self.settle()

    # What is so

    def _kept(self) -> Kept:
        store = Store(self.database)
        try:
            kept = store.load(self.match)
        finally:
            store.close()
        if kept is None:
            raise FoundError("the match is not in the database any more")
        return kept

    def _follow(self) -> None:
        """Do beside what the database has more, and hold it against what people have sent."""
        kept = self._kept()
        if self.taken < kept.match.since:
            assert kept.match.base is not None
            self.beside, self.taken = replay(decode(unpacked_record(kept.match.base))), kept.match.since
            self.acknowledged.clear()
        for side, text in kept.choices[self.taken - kept.match.since :]:
            self._weigh(side, text)
            self.beside.do(side, entry_of(self.beside, text))
            self.taken += 1
        _insist(not self.acknowledged, "a choice that was acknowledged is lost")

    def _weigh(self, side: Side, text: str) -> None:
        """Everything that is kept was sent, or is the computer's: as a player, by standing orders, or as the staffs."""
        if self.acknowledged and self.acknowledged[0] == (side, text):
            self.acknowledged.popleft()
        elif (side, text) in self.uncertain:
            # Of what was sent at once and not answered, one counts.
            self.uncertain = []
        elif side in self.people:
            decision = self.beside.pending.get(side)
            delegated = self.beside.game.delegated(self.beside.state)
            may_be = decision is not None and (decision.window or delegated)
            _insist(may_be, "a choice is kept that nobody has made, or twice")

    def settle(self) -> None:
        """Wait until everybody sees what is so: views equal those of the match that nothing befalls."""
        deadline = time.monotonic() + PATIENCE
        while True:
            self._follow()
            differ = [found for side in self.seats if (found := self._differs(side))]
            if not differ and (
                self.beside.result is not None or any(one in self.beside.pending for one in self.people)
            ):
                break
            if time.monotonic() > deadline:
                raise FoundError(differ[0] if differ else "the computer does not answer")
            self._listen()
        # What was not answered and is not there by now will not come.
        self.uncertain = []

    def _listen(self) -> None:
        """Hear whatever comes; a line that breaks though its server lives is made anew, as a page does."""
        for side, seat in list(self.seats.items()):
            try:
                seat.hear(0.02)
            except TimeoutError:
                continue
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 0
                _insist(code != 1011, "a connection ends with an error of the server")
                self.go(side)
                self.come()

    def _differs(self, side: Side) -> str:
        """In what a seat's view is not what it should be; nothing if in nothing."""
        seat = self.seats[side]
        shown = seat.view
        ought = msgspec.json.decode(msgspec.json.encode(self.beside.view(eyes_of(side))))
        for name in ("result", "situation", "decision", "waiting", "undo", "draw_offer"):
            if shown.get(name) != ought.get(name):
                return f"a seat is shown another {name} than the match has"
        lines = [line["text"] for line in shown["log"]]
        if lines and lines != [line["text"] for line in ought["log"]][-len(lines) :]:
            return "a seat reads another log than the match has"
        return ""

    # What happens

    def take(self, turn: Turn) -> None:
        """One turn, after which everybody sees what is so."""
        if self.beside.result is not None and turn.do not in (
            "fetch",
            "copy",
            "kill",
            "leave",
            "stop",
            "upgrade",
            "nonsense",
        ):
            return
        deed: Callable[[Turn, Dice], None] = getattr(self, turn.do)
        deed(turn, Dice.seeded("turn", turn.by))
        if not self.ended:
            self.come()
            self.settle()

    def _asked(self, dice: Dice) -> Seat:
        """A seat that is asked something."""
        return dice.choice([seat for seat in self.seats.values() if seat.decision is not None])

    def _said(self, seat: Seat, told: dict[str, Any], text: str) -> None:
        """Note what was acknowledged."""
        if told["is"] == "done":
            self.acknowledged.append((Side(seat.side), text))
        else:
            _insist(told["is"] == "refused", f"a choice is answered with '{told['is']}'")

    def choose(self, _turn: Turn, dice: Dice) -> None:
        """A legal answer is taken."""
        seat = self._asked(dice)
        text = seat.answer(dice)
        told = seat.choose(text)
        self._said(seat, told, text)
        _insist(told["is"] == "done", "a legal answer to the question that lies here is refused")

    def double(self, _turn: Turn, dice: Dice) -> None:
        """The same answer twice, of which one counts."""
        seat = self._asked(dice)
        text, revision = seat.answer(dice), seat.revision
        numbers = [seat.say("choose", action=text, revision=revision) for _ in range(2)]
        told = _answers(seat, numbers)
        for answer in told:
            self._said(seat, answer, text)
        _insist([answer["is"] for answer in told] == ["done", "refused"], "of two equal answers not the first counts")

    def stale(self, _turn: Turn, dice: Dice) -> None:
        """An answer to a question of before is refused."""
        seat = self._asked(dice)
        told = seat.ask("choose", action=seat.answer(dice), revision=seat.revision - 1 - dice.below(3))
        _insist(told["is"] == "refused", "an answer to an older question is taken")

    def undo(self, _turn: Turn, dice: Dice) -> None:
        """A choice is taken back if that is offered, and else not."""
        seat = self.seats[dice.choice(self.people)]
        offered = seat.view["undo"]
        told = seat.ask("undo", revision=seat.revision)
        self._said(seat, told, Control.UNDO.value)
        _insist((told["is"] == "done") == offered, "undo is offered and refused, or not offered and taken")

    def race(self, _turn: Turn, dice: Dice) -> None:
        """Everybody does something at once: whatever comes of it, it is what the answers say."""
        sent = []
        for seat in self.seats.values():
            deeds = [("undo", Control.UNDO.value)] + [("choose", "")] * 2 * (seat.decision is not None)
            for what, text in (dice.choice(deeds), dice.choice(deeds)):
                text = text or seat.answer(dice)
                more = {} if what == "undo" else {"action": text}
                sent.append((seat, seat.say(what, revision=seat.revision, **more), text))
        done = []
        for seat in self.seats.values():
            mine = [(number, text) for one, number, text in sent if one is seat]
            told = _answers(seat, [number for number, _ in mine])
            done += [
                (Side(seat.side), text) for answer, (_, text) in zip(told, mine, strict=True) if answer["is"] == "done"
            ]
        self._in_the_order_kept(done)

    def _in_the_order_kept(self, done: list[tuple[Side, str]]) -> None:
        """Of what several did at once, the database says what came first."""
        kept = self._kept()
        for entry in kept.choices[max(0, self.taken - kept.match.since) :]:
            if entry in done:
                done.remove(entry)
                self.acknowledged.append(entry)
        _insist(not done, "a choice that was acknowledged is lost")

    def wrong(self, _turn: Turn, dice: Dice) -> None:
        """What cannot be answered, or not by this seat, is refused."""
        seat = self.seats[dice.choice(self.people)]
        others = [str(action) for _, action in self.beside.choices[-20:]] or ["pass"]
        text = dice.choice(others)
        side = Side(seat.side)
        with suppress(NotationError):
            decision = self.beside.pending.get(side)
            if decision is not None and decision.refusal(self.beside.game.notation.parse(text)) is None:
                return
        told = seat.ask("choose", action=text, revision=seat.revision)
        _insist(told["is"] == "refused", "an illegal answer is taken")
        for what, more in (("consider", {"action": text}), ("why", {"piece": text, "cell": text[:4]})):
            _insist("is" in seat.ask(what, **more), "no answer")

    def nonsense(self, _turn: Turn, dice: Dice) -> None:
        """Frames that mean nothing are refused, or end the connection; the others notice nothing."""
        side = dice.choice(self.people)
        number = dice.below(len(self.servers))
        for _ in range(4):
            try:
                with self._browser(number).sit(self.match, side.value) as seat:
                    seat.socket.send(dice.choice(NONSENSE))
                    seat.ask("older", before=0)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 0
                _insist(code not in (0, 1006, 1011), f"nonsense ends a connection with {code}")

    def kill(self, _turn: Turn, dice: Dice) -> None:
        """A server is killed, and started again."""
        self._again(dice.below(len(self.servers)), Server.kill)

    def stop(self, _turn: Turn, dice: Dice) -> None:
        """A server is stopped in all peace, and started again."""
        self._again(dice.below(len(self.servers)), Server.stop)

    def _again(self, number: int, end: Callable[[Server], None]) -> None:
        server = self.servers[number]
        end(server)
        for place, side in enumerate(self.people):
            if place % len(self.servers) == number:
                self.go(side)
        self._read_log(server)
        server.close()
        self.servers[number] = self._started(number)

    def amid(self, _turn: Turn, dice: Dice) -> None:
        """A server is killed in the middle of a choice: that is there, or is not."""
        seat = self._asked(dice)
        text = seat.answer(dice)
        number = self.people.index(Side(seat.side)) % len(self.servers)
        self.uncertain = [(Side(seat.side), text)]
        seat.say("choose", action=text, revision=seat.revision)
        time.sleep(dice.below(30) / 1000)
        self._again(number, Server.kill)

    def outage(self, _turn: Turn, dice: Dice) -> None:
        """PostgreSQL is killed in the middle of a choice, and started again: the choice is there, or is not."""
        if self.visit.database != "postgresql":
            return
        seat = self._asked(dice)
        text = seat.answer(dice)
        number = seat.say("choose", action=text, revision=seat.revision)
        self.uncertain, self.was_away = [(Side(seat.side), text)], True
        time.sleep(dice.below(30) / 1000)
        cluster().kill()
        cluster().start()
        (told,) = _answers(seat, [number])
        if told["is"] == "done" or NOBODY_KNOWS not in told["refusal"]["reason"]:
            self.uncertain = []
            self._said(seat, told, text)
        self._recover()

    def _recover(self) -> None:
        """Wait until the servers have found their database and the match again."""
        deadline = time.monotonic() + PATIENCE
        for server in self.servers:
            while not _is_back(server):
                _insist(time.monotonic() < deadline, "a server does not find its database again")
                self._listen()

    def fetch(self, _turn: Turn, dice: Dice) -> None:
        """Whatever is asked for over HTTP is answered, and be it with a reason why not."""
        browser = self._browser(dice.below(len(self.servers)))
        for path in PATHS:
            answer = browser.http.get(path.format(match=self.match, number=dice.below(40)))
            _insist(answer.status_code < 500, f"{path} is answered with {answer.status_code}")

    def copy(self, _turn: Turn, dice: Dice) -> None:
        """The match is saved, and brought again as another: it looks the same."""
        browser = Browser(self.servers[dice.below(len(self.servers))].address)
        opened = self._upload(browser)
        if self.beside.result is not None:
            return
        with browser.sit(opened["match"], Side.ALLIED.value) as seat:
            shown, ought = seat.view["situation"], self.beside.view(eyes_of(Side.ALLIED)).situation
            _insist(
                shown == msgspec.json.decode(msgspec.json.encode(ought)), "a match that was brought looks otherwise"
            )

    def draw(self, _turn: Turn, dice: Dice) -> None:
        """A draw is offered, and declined or taken back with the offer."""
        seat = self.seats[dice.choice(self.people)]
        told = seat.ask("offer-draw")
        if told["is"] == "done":
            self.acknowledged.append((Side(seat.side), Control.OFFER_DRAW.value))
        self.settle()
        other = self.seats.get(Side(seat.side).enemy)
        if other is not None and self.beside.draw_offer is Side(seat.side):
            word = dice.choice(("decline-draw", "accept-draw"))
            if other.ask(word)["is"] == "done":
                self.acknowledged.append((Side(other.side), f"!{word}"))

    def resign(self, _turn: Turn, dice: Dice) -> None:
        """Somebody gives up, twice."""
        seat = self.seats[dice.choice(self.people)]
        told = _answers(seat, [seat.say("resign"), seat.say("resign")])
        _insist([answer["is"] for answer in told] == ["done", "refused"], "one can resign twice, or not at all")
        self.acknowledged.append((Side(seat.side), Control.RESIGN.value))

    def upgrade(self, _turn: Turn, _dice: Dice) -> None:
        """The servers start with newer rules: the match is stopped, unless it is over, and its record can be had."""
        for side in self.people:
            self.go(side)
        self.plug_ins = NEWER_RULES
        for number, server in enumerate(self.servers):
            server.kill()
            self._read_log(server)
            server.close()
            self.servers[number] = self._started(number)
        browser = self._browser(0)
        try:
            with browser.sit(self.match, Side.ALLIED.value):
                raise FoundError("a match of older rules is played on")
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 0
            _insist(code == STOPPED, f"a match of older rules ends a connection with {code}")
        answer = browser.http.get(f"/api/matches/{self.match}/record")
        _insist(
            answer.status_code == 200, f"the record of a match that was stopped is answered with {answer.status_code}"
        )
        same = _entries(answer.content) == _entries(self.beside.record.encode())
        _insist(same, "the record of a match that was stopped has other choices")
        reading = browser.http.get(f"/api/matches/{self.match}/reading")
        _insist(reading.status_code == 200, f"a match that was stopped is read with {reading.status_code}")
        self.ended = True

    def finish(self) -> None:
        """At the end: the record is true, the servers live, and nothing in their logs went wrong."""
        if not self.ended and self.beside.result is not None:
            browser = self._browser(0)
            record = browser.http.get(f"/api/matches/{self.match}/record")
            _insist(
                record.status_code == 200, f"the record of a match that is over is answered with {record.status_code}"
            )
            verdict = browser.http.post("/api/verify", content=record.content, headers=JSON)
            _insist(verdict.json().get("true") is True, "the record of a match that is over is not true")
        for server in self.servers:
            _insist(server.process.is_alive(), "a server has ended by itself")
            self._read_log(server)

    def _read_log(self, server: Server) -> None:
        """No error, no traceback, no player that failed."""
        for line in server.log.splitlines():
            if line.startswith("Traceback"):
                raise FoundError("a traceback is in a server's log")
            with suppress(msgspec.DecodeError):
                noted = msgspec.json.decode(line, type=dict[str, Any])
                event, stopped = str(noted.get("event")), self.plug_ins == NEWER_RULES
                excused = (stopped and event == "match stopped") or (self.was_away and event in AWAY)
                if event in metrics.FAULTY and not excused:
                    raise FoundError(
                        f"'{event}' is in a server's log: {noted.get('error', '')} {_where(noted)}".strip()
                    )


def _is_back(server: Server) -> bool:
    """Whether a server has its database, and every match that it had lost with it."""
    lost = server.log.count('"match lost"') > server.log.count('"match found again"')
    return not lost and httpx.get(f"{server.address}/health").status_code == 200


def _where(noted: dict[str, Any]) -> str:
    """The last place in our own code that a line of the log names."""
    places = [str(place) for place in noted.get("at", ()) if "/barents/" in str(place)]
    return places[-1].rpartition("/barents/")[2].rpartition(":")[0] if places else ""


def _insist(holds: object, words: str) -> None:
    if not holds:
        raise FoundError(words)


def _answers(seat: Seat, numbers: list[int]) -> list[dict[str, Any]]:
    """What is said to several messages, in whatever order."""
    found: dict[int, dict[str, Any]] = {}
    while len(found) < len(numbers):
        heard = seat.hear()
        if heard.get("id") in numbers:
            found[heard["id"]] = heard
    return [found[number] for number in numbers]


def _entries(record: bytes) -> list[tuple[Side, str]]:
    """All that a record says was done."""
    return [entry for chapter in decode(record).chapters for entry in chapter.entries]
