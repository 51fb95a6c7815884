"""Reports drawn together into contacts: only where the rules prove that they are of the same ships."""

from __future__ import annotations

from barents.kernel.contacts import ANY_SHIPS, Report, contacts, in_sight
from barents.kernel.sides import Side
from barents.kernel.view import Held, PieceView

AXIS = Side.AXIS


def of(cell: str, turn: int, *ships: str) -> Report:
    """Ships that were recognised."""
    holds = tuple(Held("bb", ship.title(), 1, ship) for ship in ships)
    return Report(cell, turn, "seen", holds, proof=ships)


def told(reports: list[Report]) -> list[tuple[str, str, list[str]]]:
    """Contacts by what they are called, where they are, and where their reports are from."""
    return [(one.key, one.cell, [report.cell for report in one.reports]) for one in contacts(reports, AXIS, 9)]


def test_one_counter_that_is_seen_again_is_one_contact() -> None:
    assert told([of("0101", 6, "tirpitz"), of("0303", 8, "tirpitz")]) == [("tirpitz", "0303", ["0303", "0101"])]


def test_whoever_was_not_seen_since_may_be_there_still() -> None:
    both, alone = of("0101", 6, "tirpitz", "lody"), of("0303", 8, "tirpitz")
    assert told([both, alone]) == [("tirpitz", "0303", ["0303", "0101"]), ("lody", "0101", ["0101"])]
    apart = [both, alone, of("0505", 8, "lody")]
    assert [key for key, _, _ in told(apart)] == ["lody", "tirpitz"]


def test_reports_without_proof_are_the_same_only_in_one_place_and_turn() -> None:
    convoy = Held("mt", "convoy")
    reports = [Report("0101", turn, "coast", (convoy,)) for turn in (6, 7, 7)]
    assert [(one.turn, len(one.reports)) for one in contacts(reports, AXIS, 9)] == [(7, 2), (6, 1)]


def test_a_place_holds_the_most_that_any_report_counts_and_no_ship_twice() -> None:
    counts = [Held("dd", "2 destroyers", 2), Held("dd", "1 destroyer", 1), Held(ANY_SHIPS, "surface units")]
    reports = [Report("0101", 9, "seen", (held,)) for held in counts]
    assert contacts(reports, AXIS, 9)[0].what == "2 destroyers"
    named = of("0101", 9, "tirpitz")
    assert contacts([Report("0101", 9, "seen", (Held("bb", "1 battleship", 1),)), named], AXIS, 9)[0].what == "Tirpitz"
    assert contacts([Report("0101", 9, "seen", (Held("bb", "2 battleships", 2),)), named], AXIS, 9)[0].what == (
        "2 battleships, Tirpitz"
    )


def test_what_lies_face_up_is_in_sight_under_the_name_of_its_convoy() -> None:
    pieces = [PieceView(f"m{n}", "map", "0101", AXIS, "mt", f"Merchant {n}", force="PQ-12") for n in range(3)]
    pieces += [PieceView("x", "map", "0202", AXIS, "dd", "Onslow", face_down=True)]
    [seen] = contacts(in_sight(pieces, AXIS, 9, {"mt": ("merchant", "merchants")}), AXIS, 9)
    assert (seen.title, seen.what, seen.open) == ("PQ-12", "3 merchants", True)
