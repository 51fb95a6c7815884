"""What the commands of the lab share: who plays the games, and the bar that shows how far they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from barents.cli.common import Mistake, need

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from barents.lab.cluster import Cluster
    from barents.lab.simulate import Played, Study

WorkersOption = Annotated[
    int | None, typer.Option(metavar="K", min=1, help="Processes; as many as there are cores if not given.")
]
DaskOption = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster, as in tcp://localhost:8786.")
]


class Hands(NamedTuple):
    """Who plays the games: so many processes here, or a cluster."""

    processes: int
    cluster: Cluster | None = None

    @property
    def number(self) -> int:
        """How many games are played side by side."""
        return self.processes if self.cluster is None else self.cluster.workers

    def play(self, games: Iterable[tuple[Study, int]]) -> Iterator[Played]:
        """The games, in the order in which they are asked for."""
        from barents.lab.simulate import play_all

        return play_all(games, self.processes, self.cluster)


@contextmanager
def hands(workers: int | None, dask: str | None) -> Iterator[Hands]:
    """The hands that were asked for, until the games are played."""
    if dask is None:
        yield Hands(workers or _cores())
        return
    if workers is not None:
        raise Mistake("--workers are processes here, and --dask is a cluster: give one of them")
    need("--dask", "distributed")
    from barents.lab.cluster import Cluster, ClusterError

    try:
        with Cluster(dask) as cluster:
            yield Hands(0, cluster)
    except ClusterError as error:
        raise Mistake(str(error)) from None


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def bar(title: str, games: int, done: int = 0) -> Iterator[Callable[[str], None]]:
    """A bar on the terminal; each call moves it by a game, and says how things stand."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[stand]}"),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(title, total=games, completed=done, speed="", stand="")

        def advance(stand: str) -> None:
            rate = progress.tasks[0].speed
            speed = "" if rate is None else f"{rate * 60:,.0f} a minute"
            progress.update(task, advance=1, speed=speed, stand=stand)

        yield advance


def writable(file: Path | None) -> None:
    """Refuse a file that could not be written when all is done."""
    if file is not None and (file.is_dir() or not file.absolute().parent.is_dir()):
        raise Mistake(f"{file} is no file that could be written to")
