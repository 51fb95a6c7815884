"""What was found: where in the code it broke, made as short as it can be, and written as a test."""

from __future__ import annotations

import re
import time
from hashlib import blake2b
from pathlib import Path

import msgspec

from barents.kernel.data import DataError
from barents.kernel.decisions import Refused
from barents.kernel.match import RuleFault
from barents.server.matches.thinking import places_of
from tools.fuzzing.deeds import Deed, FoundError, done
from tools.fuzzing.plans import Plan
from tools.fuzzing.visits import Visit, visited

SHRINKING = 60.0  # seconds for making one shorter
SHRINKING_VISITS = 600.0  # the same at servers, which have to be started
VISITS = "visits"  # the folder for what broke at servers


class Finding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match that broke: what had been done to it, and the deed that it did not bear."""

    plan: Plan
    deeds: tuple[Deed, ...]
    broke: str

    @property
    def name(self) -> str:
        """What its file is called."""
        return _file_name(self.plan.game, self.broke)


def _file_name(game: str, broke: str) -> str:
    plain = re.sub(r"[^a-z]+", "-", broke.casefold()).strip("-")[:40]
    return f"{game}-{plain}-{blake2b(broke.encode(), digest_size=3).hexdigest()}.json"


def kind_of(error: BaseException) -> str:
    """What tells one failure from another: the kind of error, and where in our code it was raised."""
    while isinstance(error, RuleFault) and error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, FoundError):
        return f"{error}"
    places = [place for place in places_of(error.__traceback__) if place.startswith("barents/")]
    where = places[-1].rpartition(":")[0] if places else "?"
    return f"{type(error).__name__} in {where}"


def outcome(plan: Plan, deeds: tuple[Deed, ...]) -> str:
    """How a list of deeds breaks; nothing if it does not, and `refused` if one of them, or the pack, is not legal."""
    try:
        match = plan.begin()
    except DataError:
        return "refused"
    try:
        for deed in deeds:
            try:
                match = done(match, deed, plan.data_pack)
            except (Refused, ValueError) as error:
                if deed.kind == "do" and not isinstance(error, RuleFault):
                    return "refused"
                raise
    except Exception as error:
        return kind_of(error)
    return ""


def shrunk(found: Finding) -> Finding:
    """The same failure from fewer deeds: what can be left out, in larger and smaller pieces, is."""
    deeds, until = found.deeds, time.monotonic() + SHRINKING
    plain = tuple(deed for deed in deeds[:-1] if deed.kind == "do") + deeds[-1:]
    if outcome(found.plan, plain) == found.broke:
        deeds = plain
    size = max(1, len(deeds) // 2)
    while size and time.monotonic() < until:
        start = 0
        while start < len(deeds) - 1 and time.monotonic() < until:
            fewer = deeds[:start] + deeds[min(start + size, len(deeds) - 1) :]
            if outcome(found.plan, fewer) == found.broke:
                deeds = fewer
            else:
                start += size
        size //= 2
    return msgspec.structs.replace(found, deeds=deeds)


def shrunk_visit(visit: Visit) -> Visit:
    """The same failure from fewer turns, less played before, one server, a file for a database, as time allows."""
    until = time.monotonic() + SHRINKING_VISITS

    def breaks(other: Visit) -> bool:
        return time.monotonic() < until and visited(other) == visit.broke

    simplest: list[dict[str, object]] = [{"ahead": 0}, {"servers": 1}, {"opponent": "here"}, {"database": "sqlite"}]
    for simpler in simplest:
        other = msgspec.structs.replace(visit, **simpler)
        if other != visit and breaks(other):
            visit = other
    size = max(1, len(visit.turns) // 2)
    while size and time.monotonic() < until:
        start = 0
        while start < len(visit.turns):
            turns = visit.turns[:start] + visit.turns[start + size :]
            fewer = msgspec.structs.replace(visit, turns=turns)
            if breaks(fewer):
                visit = fewer
            else:
                start += size
        size //= 2
    return visit


def keep(found: Finding | Visit, folder: Path) -> Path:
    """Write it where the tests find it: `tests/found/test_found.py` does all of it again."""
    if isinstance(found, Visit):
        folder = folder / VISITS
        name = _file_name(found.plan.game, found.broke)
    else:
        name = found.name
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return file


def read(file: Path) -> Finding:
    """A finding from its file."""
    return msgspec.json.decode(file.read_bytes(), type=Finding)


def read_visit(file: Path) -> Visit:
    """What broke at a server, from its file."""
    return msgspec.json.decode(file.read_bytes(), type=Visit)
