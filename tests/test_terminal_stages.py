"""Displays as text, and the last page: what the terminal draws of a convoy, a battle and an air attack."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from barents.games.arctic_disaster.combat import air_display
from barents.games.arctic_disaster.rules import convoy_display
from barents.kernel.payloads import SurfaceCombatStage
from barents.kernel.report import Loss, Report, Scored, Tally, TallyRow
from barents.kernel.sides import Side
from barents.kernel.view import Board, Clock, Hits, PieceView, Situation
from barents.terminal import show, stages


def ship(name: str, board: str, cell: str, side: Side = Side.ALLIED, damage: int = 0) -> PieceView:
    badges = ("damage 1",) if damage else ()
    return PieceView(name.lower(), board, cell, side, "mt", name, badges=badges, hits=Hits(damage, 2))


def test_a_convoy_is_drawn_in_its_squares_as_the_game_lays_them_out() -> None:
    for name, spot in stages.convoy_squares().items():
        for other, where in stages.convoy_squares().items():
            if "rescue" not in name + other:
                assert convoy_display.distance(name, other) == max(abs(a - b) for a, b in zip(spot, where, strict=True))
    board = Board("convoy", "Convoy", "convoy")
    merchants = [ship("Bolton Castle", "convoy", "core-1"), ship("Donbas", "convoy", "core-9", damage=1)]
    aircraft = PieceView("he", "convoy", "core-9", Side.AXIS, "air-t", "He-111 1")
    lines = stages.convoy(board, [aircraft, *merchants]).plain.splitlines()
    assert lines[0].split() == [f"S{number}" for number in range(1, 12)]
    assert lines[2].split() == ["S32", *(f"C{number}" for number in range(1, 10)), "S12"]
    assert lines[3].split() == ["Bolton", "Don*+1"]
    assert lines[3].index("Bolton") == lines[2].index("C1")
    assert lines[3].index("Don*+1") == lines[2].index("C9")
    seen = Situation((board,), (*merchants, aircraft), Clock(1, 11))
    told = "\n".join(line.plain for line in show.situation(seen, {}))
    assert "core-1 " not in told, "the drawing says it"
    assert "Allied core-9  Donbas (damage 1)" in told


def test_ships_in_a_line_of_battle_are_counted_by_area() -> None:
    line = SurfaceCombatStage(24, 1, 8, (), (), (), (), {}, "smoke", smoke=(20,))
    board = Board("line", "Surface combat", "surface-combat", payload=line)
    pieces = [ship("London", "line", "19"), ship("Norfolk", "line", "19"), ship("Lützow", "line", "6", Side.AXIS)]
    drawn = stages.drawn(board, pieces)
    assert drawn is not None
    numbers, german, allied, smoke = drawn.plain.splitlines()
    assert (german.index("1"), allied.index("2")) == (numbers.index(" 6") + 1, numbers.index("19") + 1)
    assert smoke.rindex("~") == numbers.index("20") + 1
    assert stages.drawn(board, [ship("London", "line", "0")]) is None, "nobody has been placed yet"


def test_an_air_battle_is_drawn_in_rings_as_the_game_lays_them_out() -> None:
    assert stages.air_areas() == air_display.PLACES
    lines = stages.air_battle(Board("air", "Air attack", "air-battle"), [ship("Victorious", "air", "A1")]).plain
    rows = lines.splitlines()
    assert rows[6].split() == ["D16", "C11", "B6", "A1", "B3", "C5", "D7"]
    assert rows[7].index("Victor") == rows[6].index("A1")
    assert rows[0].split() == ["D1", "D2", "D3", "D4"]


def test_the_end_tells_points_by_source_losses_by_cause_and_history() -> None:
    written = StringIO()
    console = Console(file=written, width=120, color_system=None)
    told = Report(
        "Two ships were lost.",
        (Scored(Side.AXIS, "Merchants sunk", 6, 2),),
        (Loss(Side.ALLIED, "Donbas", "ta", "U-boats", 3), Loss(Side.ALLIED, "Honomu", "mt", "U-boats", 4)),
        (Tally("PQ 17", "mt", (TallyRow("this game", {"sunk": 2}), TallyRow("1942", {"sunk": 22, "arrived": 11}))),),
    )
    for line in show.report(told):
        console.print(line)
    said = written.getvalue()
    assert "Two ships were lost." in said
    assert "Merchants sunk" in said
    assert "2 to U-boats: Donbas (turn 3), Honomu (turn 4)" in said
    assert "22" in said
