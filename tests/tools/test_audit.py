"""The audit tells what is known, and does not take silence for a clean bill."""

from __future__ import annotations

import pytest

from tools import audit

CLEAN = b'{"dependencies": [{"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "unknown"}]}'
WEAK = (
    b'{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "X-1", "fix_versions": ["1.1"]}]}], "fixes": []}'
)
SILENT = b'{"dependencies": [{"name": "a", "skip_reason": "unknown"}]}'
CLIENT = b'{"vulnerabilities": {"left": {"severity": "high"}}, "metadata": {"dependencies": {"total": 7}}}'


def test_what_is_said_of_each_report() -> None:
    assert audit.told("It", audit.of_python(CLEAN)) == (
        "It: nothing is known against 1 packages. About 1 nobody could be asked."
    )
    assert audit.told("It", audit.of_python(WEAK)).endswith("\n  a 1: X-1, mended in 1.1")
    assert audit.told("It", audit.of_client(CLIENT)).endswith("\n  left: high")
    for nothing in (audit.of_python(SILENT), audit.of_python(b"refused"), audit.of_client(b'{"message": "405"}')):
        assert "nobody could be asked" in audit.told("It", nothing)


@pytest.mark.parametrize(
    ("python", "client", "code"),
    [(CLEAN, b"", 0), (SILENT, b"", 0), (b"", b"", 0), (WEAK, b"", 1), (CLEAN, CLIENT, 1)],
)
def test_only_a_known_weakness_fails(monkeypatch: pytest.MonkeyPatch, python: bytes, client: bytes, code: int) -> None:
    asked: list[str] = []

    def report(service: str) -> bytes:
        asked.append(service)
        return python

    monkeypatch.setattr(audit, "_python_report", report)
    monkeypatch.setattr(audit, "_client_report", lambda: client)
    assert audit.main() == code
    assert len(asked) == (1 if python in (CLEAN, WEAK) else 2), "another is asked where one does not answer"
