"""The requirement files: complete, hashed, naming no host, and in step with pyproject.toml."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.project import ROOT, declared

LOCKS = ["run", "dev", "bench"]


def lines_of(lock: str) -> list[str]:
    """The logical lines of a requirement file, without comments."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    text = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE)
    return text.replace("\\\n", " ").splitlines()


def pins_of(lock: str) -> dict[str, set[Requirement]]:
    """Each package of a requirement file with its pins: several where the Python version decides."""
    pins: dict[str, set[Requirement]] = {}
    for line in lines_of(lock):
        pin = Requirement(line.split(" --hash")[0])
        pins.setdefault(canonicalize_name(pin.name), set()).add(pin)
    return pins


def wanted_by(lock: str) -> list[Requirement]:
    """What the file has to satisfy: pyproject.toml, and the list beside it if there is one."""
    project = declared()["project"]
    wanted = [*project["dependencies"], *declared()["build-system"]["requires"]]
    if lock == "dev":
        wanted += [*project["optional-dependencies"]["dev"], *project["optional-dependencies"]["lab"]]
    extra = ROOT / "requirements" / f"{lock}.in"
    if extra.exists():
        wanted += [line for line in extra.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [Requirement(text) for text in wanted]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_satisfies_what_the_project_declares(lock: str) -> None:
    pins = pins_of(lock)
    for wanted in wanted_by(lock):
        locked = pins.get(canonicalize_name(wanted.name))
        assert locked, f"requirements/{lock}.txt lacks {wanted}; run `make lock`"
        for pin in locked:
            (version,) = [specifier.version for specifier in pin.specifier]
            assert wanted.specifier.contains(version), f"requirements/{lock}.txt pins {pin}, not {wanted}"


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_by_version_and_hash_and_names_no_host(lock: str) -> None:
    for line in lines_of(lock):
        assert re.fullmatch(r"[\w.-]+(\[[\w,-]+\])?==[\w.+!]+( *; [^-]+?)?( +--hash=sha256:[0-9a-f]{64})+ *", line)
        assert "://" not in line


@pytest.mark.parametrize("wider", ["dev", "bench"])
def test_the_wider_locks_hold_the_same_pins_as_the_one_to_run(wider: str) -> None:
    """The same versions: a wider list may need a package on systems where the narrow one does not."""
    pins, narrow = (
        {name: {pin.specifier for pin in found} for name, found in pins_of(lock).items()} for lock in (wider, "run")
    )
    assert {name: pins.get(name) for name in narrow} == narrow
