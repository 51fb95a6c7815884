"""No file of the project names the machine that it was written on or a host that packages come from."""

from __future__ import annotations

import re

import pytest

from tests.packaging.project import ROOT, project_files

# Written with [.] and (?:...) so that this file does not find itself.
HOST = re.compile(rb"pypi[.]org|pythonhosted[.]org|registry[.](?:npmjs|yarnpkg)[.]|npmmirror[.]com")
MACHINE_PATH = re.compile(rb"(?<![\w.:/$})-])/(?:work|root|home|tmp|opt|Users)/\w|\b[A-Z]:\\Users\\")


@pytest.mark.parametrize("trace", [HOST, MACHINE_PATH], ids=["host", "path"])
def test_no_file_names_a_registry_host_or_a_machine_path(trace: re.Pattern[bytes]) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.decode(errors='replace').strip()}"
        for path in project_files()
        if b"\0" not in (content := path.read_bytes())
        for number, line in enumerate(content.splitlines(), start=1)
        if trace.search(line)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("line", "trace"),
    [
        (b"--index-url https://" + b"pypi" + b".org/simple", HOST),
        (b'"resolved": "https://registry' + b'.npmjs.org/svelte/-/svelte-5.0.0.tgz"', HOST),
        (b'open("/' + b'home/someone/maps.toml")', MACHINE_PATH),
        (b"see /" + b"work/notes.md", MACHINE_PATH),
    ],
)
def test_a_trace_is_recognised(line: bytes, trace: re.Pattern[bytes]) -> None:
    assert trace.search(line)


@pytest.mark.parametrize("line", [b"https://example.org/home/page", b"src/home/x", b"$(ROOT)/opt/x", b"#!/bin/sh"])
def test_ordinary_links_and_relative_paths_are_no_traces(line: bytes) -> None:
    assert not HOST.search(line)
    assert not MACHINE_PATH.search(line)
