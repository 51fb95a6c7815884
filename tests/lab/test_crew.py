"""Workers that die: real processes are killed, and the study does not notice."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, islice
from multiprocessing import active_children
from pathlib import Path
from socket import create_server

import pytest

from barents.kernel import registry
from barents.lab.cluster import Cluster, ClusterError
from barents.lab.crew import WorkerLost, in_processes
from barents.lab.simulate import GameFailed, packed, play_all, play_packed, simulate
from tests.hunt import GAME
from tests.lab.hunting import HUNT, always_killed, jams, killed_at_first

GAMES = [(HUNT, number) for number in range(1, 31)]


@pytest.fixture(autouse=True)
def _plugged_in() -> None:
    registry.plug_in(GAME)


def test_a_call_whose_process_is_killed_is_made_again_in_another(tmp_path: Path) -> None:
    answers = list(in_processes(killed_at_first, ((str(tmp_path), number) for number in range(1, 8)), 2))
    assert [number for number, _ in answers] == list(range(1, 8))
    assert sorted(mark.name for mark in tmp_path.iterdir()) == ["3", "6"]
    assert len({process for _, process in answers}) > 2
    assert not active_children()


def test_a_call_that_kills_every_process_ends_the_study_and_not_the_machine() -> None:
    answers = in_processes(always_killed, ((number,) for number in (0, 1)), 2)
    assert next(answers) == 0
    with pytest.raises(WorkerLost, match="3 workers died over it") as lost:
        next(answers)
    assert lost.value.call == (1,)
    assert not active_children()


def test_an_error_comes_back_with_its_words_and_where_it_was() -> None:
    with pytest.raises(RuntimeError, match="Jammed: turret Caesar is jammed by shell 5") as error:
        list(in_processes(jams, [(5,)], 1))
    assert "in jams" in "".join(error.value.__notes__)


def test_workers_killed_in_the_middle_change_no_number() -> None:
    games = play_all(((HUNT, number) for number in count(1)), workers=2)
    played = list(islice(games, 2))
    victims = [process.pid for process in active_children()]
    assert len(victims) == 2
    for victim in victims:
        assert victim is not None
        os.kill(victim, signal.SIGKILL)
    played += islice(games, 40)
    games.close()
    assert played == list(simulate(HUNT, 42))
    assert not active_children()


@contextmanager
def dask(*arguments: str) -> Iterator[int]:
    """A process of Dask's own command, until it is no longer needed."""
    quiet = ["--no-dashboard"]
    process = subprocess.Popen([sys.executable, "-m", "dask", *arguments, *quiet], stderr=subprocess.DEVNULL)
    try:
        yield process.pid
    finally:
        process.kill()
        process.wait()


def test_a_cluster_gives_the_same_numbers_also_when_a_worker_is_killed_and_says_when_it_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("barents.lab.cluster.PATIENCE", "300s")
    alone = list(play_all(GAMES))
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    worker = ("worker", address, "--nthreads", "1", "--no-nanny")
    with (
        dask("scheduler", "--host", "127.0.0.1", "--port", str(port)) as scheduler,
        dask(*worker) as victim,
        dask(*worker) as survivor,
        Cluster(address, at_least=2) as cluster,
    ):
        assert list(play_all(GAMES, cluster=cluster)) == alone
        games = play_all(GAMES, cluster=cluster)
        first = list(islice(games, 3))
        os.kill(victim, signal.SIGKILL)
        assert [*first, *games] == alone
        assert cluster.workers == 1
        stranger = HUNT._replace(players=dict.fromkeys(HUNT.players, "commodore"))
        with pytest.raises(GameFailed, match="no player 'commodore'"):
            list(play_all([(stranger, 1)], cluster=cluster))
        games = play_all(GAMES * 100, cluster=cluster)
        next(games)
        os.kill(survivor, signal.SIGKILL)
        monkeypatch.setattr("barents.lab.cluster.LOOK", 1.0)
        with pytest.raises(ClusterError, match=r"no workers any more: start one .* by --resume"):
            list(games)
        monkeypatch.setattr("barents.lab.cluster.GONE", 100)
        with dask(*worker):
            games = play_all(GAMES * 100, cluster=cluster)
            next(games)
            os.kill(scheduler, signal.SIGKILL)
            with pytest.raises(ClusterError, match="was lost in the middle of the study"):
                list(games)
    gc.collect()  # what Dask leaves in circles is let go of here, and not while pytest is busy with something else


def test_where_no_scheduler_is_it_is_said_how_to_start_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barents.lab.cluster.PATIENCE", "200ms")
    with pytest.raises(ClusterError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1 .* `dask scheduler`"):
        Cluster("tcp://127.0.0.1:1")


def test_a_worker_with_other_rules_refuses_to_play() -> None:
    (call,) = packed([(HUNT._replace(plug_ins=()), 1)])
    registry.plug_in(replace(GAME, version="2"))
    with pytest.raises(GameFailed, match=r"with version 2 of the rules of hunt, and the study wants .* with version 1"):
        play_packed(*call)
