"""A data pack, held against every game before anything starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from barents.kernel import registry
from barents.kernel.data import DataError
from barents.kernel.datapack import DataPack, PackError, check
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.scenarios import path_of
from barents.kernel.sides import Observer

CHOICES = 60


def open_pack(folder: Path) -> DataPack:
    """The pack in a folder. `PackError` lists every mistake: of files, of keys, of names that nothing else knows."""
    pack = DataPack.open(folder)
    insist(pack)
    return pack


def insist(pack: DataPack) -> None:
    """Raise `PackError` unless every game can be played with the pack, and every scenario that it adds be begun."""
    games = registry.games()
    folders = [game.scenario_files for game in games if game.scenario_files is not None]
    check(
        pack,
        [
            *(file for game in games for file in game.data_files),
            *(file for folder in folders for file in folder.files(pack)),
        ],
        [error for folder in folders for error in folder.misplaced(pack)],
    )
    errors: list[DataError] = []
    for game in games:
        if any(file.startswith(f"{each.folder.name}/") for each in game.data_files for file in pack.files):
            errors += _mistakes(game, pack)
    if errors:
        raise PackError(errors)


def _mistakes(game: Game[Any, Any], pack: DataPack) -> list[DataError]:
    """What is wrong with a game's data as a whole, and then with the beginning of a scenario."""
    try:
        game.data(pack)
    except PackError as several:
        return list(several.errors)
    except DataError as error:
        return [error]
    if game.scenario_files is None:
        return []
    folder, added = game.scenario_files.folder, game.scenario_files.added(pack)
    faults = {name: fault for name in added if (fault := _at_play(game, name, pack))}
    return [DataError(path_of(folder, name), "", f"the scenario cannot be played: {faults[name]}") for name in faults]


def _at_play(game: Game[Any, Any], scenario: str, pack: DataPack) -> str:
    """What breaks while a scenario is set up and begun by chance: nobody can foresee all that a file might say."""
    dice = Dice.seeded("a pack's scenario", scenario)
    try:
        match: Match[Any, Any] = Match.new(game, scenario, seed=scenario, pack=pack, log=False)
        for _ in range(CHOICES):
            if match.pending:
                side, decision = next(iter(match.pending.items()))
                match.act(side, decision.options.sample(dice))
        for observer in Observer:
            match.view(observer)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""
