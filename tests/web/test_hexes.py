"""The client is tested against hexes from the kernel; the file it reads must be the kernel's."""

from tests.web.hexes import FIXTURE, written


def test_the_clients_hexes_are_the_kernels() -> None:
    assert FIXTURE.read_text(encoding="utf-8") == written(), "run `python -m tests.web.hexes` and test the client again"
