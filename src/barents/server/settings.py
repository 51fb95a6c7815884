"""What a service can be told when it starts: where it keeps its matches, how patient it is, how much it takes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from barents.kernel.datapack import DataPack

STATIC = Path(__file__).with_name("static")


class Limit(msgspec.Struct, frozen=True):
    """How often something may be done: so many at once, and so many a second in the long run."""

    burst: int
    per_second: float


class Limits(msgspec.Struct, frozen=True):
    """What one browser or address may do, and how large what it sends may be, in bytes."""

    opening: Limit = Limit(60, 0.2)
    joining: Limit = Limit(30, 0.5)
    records: Limit = Limit(20, 0.2)
    debriefs: Limit = Limit(30, 0.5)
    replays: Limit = Limit(300, 30.0)
    """How often a match that is over may be looked at, at one of its steps: somebody who drags the slider is quick."""
    accounts: Limit = Limit(20, 0.05)
    messages: Limit = Limit(120, 30.0)
    proposals: Limit = Limit(20, 0.5)
    talk: Limit = Limit(5, 0.5)
    gallery: Limit = Limit(15, 1.5)
    """What all who watch a match from one address may say together; all of them, from wherever, thrice as much."""
    notices: Limit = Limit(6, 0.005)
    challenges: int = 10
    """How many open challenges one visitor may have."""
    body: int = 64 * 1024
    record: int = 8 * 1024 * 1024


class Cost(msgspec.Struct, frozen=True):
    """What it costs to try a password, by argon2id: rounds, memory in KiB, and how many lanes."""

    rounds: int = 3
    kibibytes: int = 64 * 1024
    lanes: int = 1


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a service is started with."""

    database: str
    pack: DataPack | None = None
    plug_ins: tuple[str, ...] = ()
    """Modules with games that no installed package announces, and classes of players, as in my_bot:Bold; the players'
    processes need them too."""
    static: Path = STATIC
    limits: Limits = Limits()
    thinkers: int = 2
    """How many players' processes are kept ready."""
    most_thinkers: int = 8
    think_seconds: float = 60.0
    request_seconds: float = 120.0
    """How long a request may take to arrive whole; a record of the largest size needs a while on a slow line."""
    record_processes: int = 4
    """How many records may be played again at once, each in a process of its own."""
    record_seconds: float = 120.0
    """How long it may take to verify a record or to tell a match, from its beginning to its end."""
    replay_seconds: float = 20.0
    """How long it may take to show a match at a step, or to play the last chapter of a record that is brought."""
    record_memory: int = 1 << 30
    """How many bytes of memory a process may have for that, where the system can see to it."""
    most_answers: int = 10_000
    """How many answers players may give while no person answers and the game's clock stands still."""
    beat: float = 0.25
    """What follows a person's deed without a person is shown so many seconds after it: the time says nothing."""
    most_studies: int = 2
    """How many studies of the laboratory are played at once; others take turns with them."""
    study_turn: float = 20.0
    """How many seconds a study is played before another that waits has its turn."""
    study_seconds: float = 3600.0
    """How long a study may take; what was played until then stands."""
    cost: Cost = Cost()
    """What a password costs whoever tries it, and this server."""
    live_matches: int = 200
    """How many matches are kept in memory when nobody looks at them."""
    processes: int = 1
    """How many processes share the database's file and the port."""
    hang_seconds: float = 30.0
    """After how long one of them that gives no sign of life is killed and replaced."""
    process: str = ""
    """What this process is called among them; one that takes another's place has its name. Nothing for any."""
    lease_seconds: float = 15.0
    """For how long one of several processes answers for a match's computers without saying again that it does."""
    metrics_port: int | None = None
    """Where Prometheus is answered, on this machine alone; of several processes the second has the next, and so on."""
    proxy: bool = False
    """Whether requests come through a proxy on this machine, which says where from and by which scheme."""
    address: str = ""
    """What the service is called from outside, as in https://play.example.org: for links in mails."""
    mail: str = ""
    """By which server mail is sent, as in smtp://user:password@host:587?from=barents@example.org; nothing for none."""
    hooks: bool = False
    """Whether a web hook is called for those who want one."""
    private_hooks: bool = False
    """Whether web hooks may also lie in the server's own network, and be called without encryption."""
    notice_seconds: float = 60.0
    """How long a seat whose move it is must have been empty before word is sent."""


def default_database() -> str:
    """The database in the user's own data folder."""
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = home / "barents"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{(folder / 'barents.sqlite').as_posix()}"
