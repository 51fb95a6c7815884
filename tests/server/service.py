"""A service for tests, with real sockets, and clients for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socket import create_server
from types import TracebackType
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from barents.kernel import registry
from barents.kernel.decisions import from_wire
from barents.kernel.dice import Dice
from barents.kernel.wire import OptionsWire
from barents.server.app import Service, create_app, server_config
from barents.server.guard import COOKIE
from barents.server.settings import Cost, Settings

PATIENCE = 120.0  # seconds after which a test gives up on a message that never comes, however busy the machine
# What whoever answers too late is told: somebody else at the seat, or what followed from his answer, was quicker.
OVERTAKEN = ("The situation has changed", "Nothing is asked of you now")


PLUG_INS: tuple[str, ...] = ("tests.server.failing",)


def settings(folder: Path, **changes: Any) -> Settings:
    """Settings for a service in a folder of its own; what needs no person is shown without waiting for a beat."""
    usual: dict[str, Any] = {
        "database": f"sqlite:///{folder / 'matches.sqlite'}",
        "plug_ins": PLUG_INS,
        "thinkers": 1,
        "beat": 0.0,
        "cost": Cost(1, 8, 1),
        "static": folder / "static",
    }
    return Settings(**usual | changes)


@contextmanager
def running(chosen: Settings) -> Iterator[tuple[str, Service]]:
    """A service that listens at a port of its own, and its address."""
    service = create_app(chosen)
    listener = create_server(("127.0.0.1", 0))
    server = uvicorn.Server(server_config(service))
    ready = threading.Event()
    startup = server.startup

    async def started(sockets: Any = None) -> None:
        await startup(sockets)
        ready.set()

    server.startup = started  # type: ignore[method-assign]  # the only moment at which it says that it listens
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        assert ready.wait(PATIENCE), "the service did not start"
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", service
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()
        assert not thread.is_alive(), "the service did not stop"


class Browser:
    """A browser: it keeps its cookie, and its pages have an origin."""

    def __init__(self, address: str) -> None:
        self.address = address
        # A connection for each request: none is left open when a test ends.
        none_kept = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.Client(base_url=address, headers={"origin": address}, timeout=PATIENCE, limits=none_kept)

    @property
    def key(self) -> str:
        """The cookie by which it is known."""
        return self.http.cookies.get(COOKIE) or ""

    def open(self, **terms: Any) -> dict[str, Any]:
        """Open a match."""
        usual = {"game": "hunt", "scenario": "first-light", "side": "allied", "opponent": "random"}
        answer = self.http.post("/api/matches", json=usual | terms)
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    def sit(self, match: str, side: str, **headers: str) -> Seat:
        """Sit down at a seat."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        return Seat(self.address, match, side, self.key, {"cookie": cookies, **headers})

    def play(self, **terms: Any) -> Seat:
        """Open a match and sit down there."""
        opened = self.open(**terms)
        return self.sit(opened["match"], opened["side"])


class Seat:
    """A client at a seat: it keeps what it has been told, as the page does."""

    def __init__(self, address: str, match: str, side: str, key: str, headers: dict[str, str] | None = None) -> None:
        self.match = match
        self.side = side
        self.key = key
        path = f"{address.replace('http', 'ws', 1)}/api/matches/{match}/{side}/live"
        sent = {"cookie": f"{COOKIE}={key}", **(headers or {})}
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(path, additional_headers=sent, max_size=None, open_timeout=PATIENCE, compression=None)
        )
        self.frames: list[bytes] = []
        self.view: dict[str, Any] = {}
        self.revision = 0
        self.hello: dict[str, Any] = {}
        self.faults: list[str] = []
        self.table: dict[str, Any] = {}
        self._number = 0
        try:
            self.hear()
        except BaseException:
            self._open.close()
            raise

    def __enter__(self) -> Seat:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _tb: TracebackType | None
    ) -> None:
        self._open.close()

    def hear(self, patience: float = PATIENCE) -> dict[str, Any]:
        """The next message, taken in."""
        frame = self.socket.recv(patience, decode=False)
        self.frames.append(frame)
        heard: dict[str, Any] = msgspec.json.decode(frame)
        match heard["is"]:
            case "hello":
                self.hello, self.table, self.view = heard, heard["table"], heard["view"]
                self.revision = heard["revision"]
            case "update":
                self._take_in(heard["update"])
            case "table":
                self.table = heard["table"]
            case "fault":
                self.faults.append(heard["words"])
        return heard

    def _take_in(self, update: dict[str, Any]) -> None:
        self.revision = update["revision"]
        self.view |= update["view"]
        situation = self.view["situation"]
        situation |= update["situation"]
        pieces = {piece["id"]: piece for piece in situation["pieces"] if piece["id"] not in update["gone"]}
        pieces |= {piece["id"]: piece for piece in update["pieces"]}
        order = update["order"] if update["order"] is not None else list(pieces)
        situation["pieces"] = [pieces[name] for name in order]
        kept = [line for line in self.view["log"] if line["number"] < update["log_from"]]
        self.view["log"] = [*kept, *update["log"]]
        told = [passage for passage in self.view["story"] if passage["first"] < update["story_from"]]
        self.view["story"] = [*told, *update["story"]]

    def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Hear on until a message fits."""
        while not fits(heard := self.hear()):
            pass
        return heard

    def say(self, do: str, **more: Any) -> int:
        """Say something; the number by which its answer is known."""
        self._number += 1
        self.socket.send(msgspec.json.encode({"do": do, "id": self._number, **more}).decode())
        return self._number

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """Say something and hear on to its answer."""
        number = self.say(do, **more)
        return self.until(lambda heard: heard.get("id") == number)

    def begin(self) -> None:
        """Give the dice their word, and wait until this seat is asked something."""
        if self.hello["contribute"]:
            assert self.ask("contribute", nonce=f"word of {self.side}")["is"] == "done"
        self.until_asked()

    @property
    def decision(self) -> dict[str, Any] | None:
        """What is asked of this seat."""
        asked: dict[str, Any] | None = self.view["decision"]
        return asked

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.view["result"] is not None

    def catch_up(self) -> None:
        """Hear everything that has been sent to this seat by now."""
        self.ask("older", before=0)

    def until_asked(self) -> None:
        """Hear on until it is this seat's turn, or the match is over."""
        while self.decision is None and not self.over:
            self.hear()

    def answer(self, dice: Dice) -> str:
        """Any legal answer to what is asked."""
        assert self.decision is not None
        game = registry.find(self.view["game"])
        wire: Any = msgspec.convert(self.decision["options"], OptionsWire, str_keys=True)
        return str(from_wire(wire, game.notation, game.boards(game.data(None))).sample(dice))

    def choose(self, action: str) -> dict[str, Any]:
        """Answer the question that lies here."""
        return self.ask("choose", action=action, revision=self.revision)

    def settle(self, dice: Dice) -> bool:
        """Give a legal answer; whether it was taken.

        Who answers while something is on its way to him is told to look again: then it must come.
        """
        asked = self.revision
        answer = self.choose(self.answer(dice))
        if answer["is"] == "refused" and answer["refusal"]["reason"].startswith(OVERTAKEN):
            while self.revision == asked:
                self.hear()
            return False
        assert answer["is"] == "done" or self.over, answer
        return True

    def play_on(self, dice: Dice, most: int = 10_000) -> int:
        """Play legal answers until so many were taken or the match is over; how many it took."""
        taken = 0
        while taken < most:
            self.until_asked()
            if self.over:
                break
            taken += self.settle(dice)
        return taken


def play_together(seats: Iterable[Seat], dice: Dice, done: Callable[[], bool]) -> None:
    """Let people at several seats give legal answers until something is so, or the match is over."""
    while True:
        for seat in seats:
            seat.catch_up()
        if done() or any(seat.over for seat in seats):
            return
        asked = [seat for seat in seats if seat.decision is not None]
        if asked:
            answer = asked[0].choose(asked[0].answer(dice))
            assert answer["is"] == "done", answer


def said_of(frames: list[bytes]) -> str:
    """Everything that was sent, as one text to look for secrets in."""
    return b"\n".join(frames).decode()
