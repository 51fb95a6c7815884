"""Real databases for tests: a throw-away PostgreSQL cluster for each test process, and SQLite files.

Whatever touches storage takes the fixture `database`, which gives the address of an empty database of each kind in
turn. Tests of one kind take `postgresql` or `sqlite`; tests that stop or kill the server take `cluster_of_ones_own`.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.cluster import Cluster, NotInstalled

__all__ = ["KINDS", "Cluster"]

KINDS = ("sqlite", "postgresql")


def _started(*, durable: bool) -> Cluster:
    try:
        return Cluster(durable=durable)
    except NotInstalled as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """The cluster that the tests of a process share. It forgets on a power cut, which no test brings about."""
    cluster = _started(durable=False)
    yield cluster
    cluster.remove()


@pytest.fixture
def cluster_of_ones_own() -> Iterator[Cluster]:
    """A cluster that may be stopped and killed; in `make soak` all that it has acknowledged is on the disk."""
    cluster = _started(durable="BARENTS_KILLS" in os.environ)
    yield cluster
    cluster.remove()


@pytest.fixture
def postgresql(cluster: Cluster) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    address = cluster.new_database()
    yield address
    cluster.give_back(address)


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of an SQLite database that is not there yet."""
    return f"sqlite:///{tmp_path / 'matches.sqlite'}"


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, of each kind in turn."""
    address: str = request.getfixturevalue(request.param)
    return address


@pytest.fixture(params=KINDS)
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Addresses of as many empty databases as a test wants, of each kind in turn."""
    if request.param == "sqlite":
        names = itertools.count(1)
        return lambda: f"sqlite:///{tmp_path / f'matches-{next(names)}.sqlite'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database
