"""Has anybody reported a weakness in what Barents depends on?

    python -m tools.audit

Asks about everything in requirements/run.txt and in the client's lock file. The command fails where something is known.
Where nobody can be asked, as without a network, it says so and does not fail: no answer is no finding.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

ROOT = Path(__file__).resolve().parent.parent
SERVICES = ("pypi", "osv")  # as pip-audit calls those who know; the second is asked where the first does not answer
PATIENCE = 300.0


class Answer(NamedTuple):
    """What is known: weaknesses in words, about how many packages an answer was had, and of how many."""

    weaknesses: tuple[str, ...]
    asked: int
    packages: int


def of_python(report: bytes) -> Answer | None:
    """What pip-audit's report says; None if it is none."""
    found = _read(report)
    if found is None or not isinstance(found.get("dependencies"), list):
        return None
    known = [each for each in found["dependencies"] if "skip_reason" not in each]
    weaknesses = tuple(
        f"{each['name']} {each['version']}: {weak['id']}, mended in {', '.join(weak['fix_versions']) or 'none yet'}"
        for each in known
        for weak in each["vulns"]
    )
    return Answer(weaknesses, len(known), len(found["dependencies"]))


def of_client(report: bytes) -> Answer | None:
    """What npm's report says; None if it is none."""
    found = _read(report)
    if found is None or not isinstance(found.get("vulnerabilities"), dict):
        return None
    packages: int = found["metadata"]["dependencies"]["total"]
    weaknesses = tuple(f"{name}: {weak['severity']}" for name, weak in found["vulnerabilities"].items())
    return Answer(weaknesses, packages, packages)


def _read(report: bytes) -> dict[str, Any] | None:
    try:
        found = msgspec.json.decode(report)
    except msgspec.DecodeError:
        return None
    return found if isinstance(found, dict) else None


def told(what: str, answer: Answer | None) -> str:
    """An answer in words."""
    if answer is None or not answer.asked:
        return f"{what}: nobody could be asked; try again where there is a network."
    rest = answer.packages - answer.asked
    unknown = f" About {rest} nobody could be asked." if rest else ""
    if not answer.weaknesses:
        return f"{what}: nothing is known against {answer.asked} packages.{unknown}"
    return "\n  ".join([f"{what}: known weaknesses in {answer.asked} packages.{unknown}", *answer.weaknesses])


def main() -> int:
    """The command; its exit code is 1 where a weakness is known."""
    python: Answer | None = None
    for service in SERVICES:
        python = of_python(_python_report(service))
        if python is not None and python.asked:
            break
    client = of_client(_client_report())
    print(told("The server", python))
    print(told("The client", client))
    return int(any(answer is not None and answer.weaknesses for answer in (python, client)))


def _python_report(service: str) -> bytes:
    listed = ["--requirement", str(ROOT / "requirements" / "run.txt"), "--disable-pip", "--require-hashes"]
    how = ["--vulnerability-service", service, "--format", "json", "--progress-spinner", "off"]
    return _run([sys.executable, "-m", "pip_audit", *listed, *how])


def _client_report() -> bytes:
    npm = shutil.which("npm", path=_path())
    return b"" if npm is None else _run([npm, "--prefix", str(ROOT / "web"), "audit", "--json"])


def _path() -> str:
    """Where programs are looked for: first beside our own, where npm and the node that it looks for are."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


def _run(command: list[str]) -> bytes:
    try:
        environment = {**os.environ, "PATH": _path()}
        return subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False, env=environment).stdout
    except subprocess.TimeoutExpired:
        return b""


if __name__ == "__main__":
    sys.exit(main())
