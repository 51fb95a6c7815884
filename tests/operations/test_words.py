"""What is asked, answered and told in an operation, in words that need no rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from barents.games.operations import GAME
from barents.games.operations import actions as a
from barents.games.operations.data import Data, data
from barents.games.operations.fights import Encounter
from barents.games.operations.screen.phrases import called, label
from barents.games.operations.state import BoatAttack, BoatContact, ContactResult, Options, State, SurfaceActions
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.dice import Dice
from barents.kernel.events import Told
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import decision_view, in_words, view_of
from barents.terminal.answers import question
from barents.terminal.wording import Wording
from tests.operations.theatre import ALLIED, AXIS, BEAR_ISLAND, Theatre
from tests.published import OPERATIONS as SCENARIOS

# What no person should have to read: keys of merchants and squadrons, notation, letters of types, braces.
IDS = re.compile(
    r"[{}<>_]|\b(?:[a-z]+\d*:[a-z\d]|(?:pq|qp|jw|ra)-\d+[ab]?-\d|ju-88|bv-138|-detached|lt-\d)|\b\d+ [A-Z]{2,3}\b"
)
ONE_OF_EACH: dict[str, tuple[Action, str]] = {
    "engage": (a.Engage("raiders", "c1"), "Hipper group attacks about 9 ships, merchants among them"),
    "shadow": (a.Shadow("u-354", "c1"), "U-354 keeps in touch with about 9 ships"),
    "attack": (a.Attack("u-354", "c1"), "U-354 attacks about 9 ships"),
    "press": (a.Press(on=True), "Press on with the attack"),
    "break off": (a.Press(on=False), "Break off"),
    "aim": (a.Aim("tirpitz", 3), "Three torpedo dice at Tirpitz (battleship)"),
    "finish": (a.Finish(yes=True), "I have finished"),
    "choose": (Choose(("ju-88-1", "ju-88-2")), "Ju 88A 1 and Ju 88A 2"),
    "choose none": (Choose(()), "None of them"),
    "allot": (Allot((("raiders", "cover:5709:2"), ("u-354", "-"))), "Hipper group: Cover 5709, two zones a turn"),
    "decline": (Decline(), "Let it pass"),
}
VALUES = {
    "convoy:Murmansk:1": "Sail as a convoy to Murmansk, one zone a turn",
    "cover:pq-17:2": "Cover PQ-17, two zones a turn",
    "raid:3": "Raid, three zones a turn",
    "intercept:c1:3": "Go after about 9 ships, merchants among them in 5709 (report 1), three zones a turn",
    "bombard:Scapa Flow:2": "Bombard Scapa Flow, two zones a turn",
    "transfer:Narvik:leads:2": "Move to Narvik by the leads, two zones a turn",
    "refuel:1": "Wait with fuel for others, one zone a turn",
    "return:Altafjord:2": "Return to Altafjord, two zones a turn",
    "search:5709": "search around 5709",
    "search:": "the long search for convoys",
    "cap:raiders": "fighters over Hipper group",
    "asw:4827": "hunt submarines around Trondheim",
    "transfer:6017": "move to Banak",
    "strike:bombs": "stand by for a strike, with bombs",
    "scout:tirpitz": "Floatplane of Tirpitz",
    "new": "leaves, and sails in a new fleet",
    "with:raiders": "joins Hipper group",
    "fuel:tirpitz": "takes fuel from Tirpitz",
    "found:dithmarschen": "Dithmarschen founds it where she lies",
    "raiders-detached-2": "Detachment 2 of Hipper group",
    "pq-17-3:2": "Benjamin Harrison, waypoint 2",
    "tirpitz:primary": "Tirpitz, primary guns",
    "shore-4": "Gun 4 of the port",
    "5709>5710>5917": "by 5710 to Altafjord",
    "-3": "3 cells to the left",
}


def at_sea() -> Theatre:
    """Some units of both sides, and a report."""
    theatre = Theatre()
    theatre.fleet("raiders", "5711", "tirpitz", name="Hipper group")
    theatre.boat("u-354", BEAR_ISLAND, name="U-354")
    theatre.wing("ju-88", "Banak", 2)
    theatre.fleet("convoy", BEAR_ISLAND, "uk:LT*9")
    theatre.contact(AXIS, "convoy", 2, number=9, flags=["merchants"])
    return theatre


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_action_has_words_and_a_heading(name: str) -> None:
    assert {type(action) for action, _ in ONE_OF_EACH.values()} == {*GAME.actions, Choose, Allot, Decline}
    theatre = at_sea()
    action, expected = ONE_OF_EACH[name]
    words = GAME.words(theatre.data, GAME.known(theatre.data, theatre.state, Observer.AXIS), action)
    assert words.startswith(expected)
    assert not IDS.search(words), words
    heading = GAME.heading(theatre.data, type(action), action)
    assert 3 < len(heading) <= 24
    assert GAME.heading(theatre.data, type(action), None) == heading


@pytest.mark.parametrize("value", VALUES)
def test_every_value_of_an_order_sheet_is_plain_english(value: str) -> None:
    theatre = at_sea()
    known = GAME.known(theatre.data, theatre.state, Observer.AXIS)
    assert called(theatre.data, known, value) == VALUES[value]


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (BoatContact(AXIS), "Lie low"),
        (BoatAttack(AXIS, "press"), "Break off"),
        (BoatAttack(AXIS, "aim"), "Hold fire"),
        (ContactResult(1), "Let it pass"),
    ],
)
def test_to_do_nothing_is_named_after_what_it_means(
    step: BoatContact | BoatAttack | ContactResult, expected: str
) -> None:
    theatre = at_sea()
    theatre.state.agenda = [step]
    assert GAME.words(theatre.data, theatre.state, Decline()) == expected
    theatre.state.agenda = []
    theatre.state.encounters = [Encounter(BEAR_ISLAND, {AXIS: "raiders", ALLIED: "convoy"}, [AXIS])]
    assert GAME.words(theatre.data, theatre.state, Decline()) == "Avoid them"


def test_ships_of_a_battle_are_named_as_far_as_they_are_known() -> None:
    theatre = Theatre()
    theatre.fleet("raiders", BEAR_ISLAND, "scharnhorst")
    theatre.fleet("home", BEAR_ISLAND, "duke-of-york")
    fleets = {ALLIED: "home", AXIS: "raiders"}
    theatre.state.battles = [Encounter(BEAR_ISLAND, fleets, [ALLIED, AXIS], engager=AXIS)]
    theatre.begin(SurfaceActions()).idle(ALLIED).idle(AXIS)
    known = GAME.known(theatre.data, theatre.now, Observer.ALLIED)
    names = [called(theatre.data, known, item) for item in ("a1:primary", "g1", "g1/2", "a-1:move", "break")]
    assert names == [
        "A1 Duke of York, primary guns",
        "G1",
        "2 dice at G1",
        "Division A 1 (A1 Duke of York) moves",
        "Break off the battle, if the enemy does too",
    ]
    assert label(theatre.data, "a1, primary guns, at g1") == "A1, primary guns, at G1"
    offered = question(Wording(_played(theatre), theatre.asked(ALLIED)), theatre.asked(ALLIED).options)
    assert any("A1 Duke of York, primary guns" in line.plain for line in offered.choices())
    asked = decision_view(_played(theatre), theatre.asked(ALLIED), known)
    assert asked.words["a1:primary"] == "A1 Duke of York, primary guns"


def _played(theatre: Theatre) -> Match[State, Data]:
    """The match of a theatre as one of the game itself, with its words."""
    return Match(GAME, theatre.data, theatre.now, theatre.match.box)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_that_a_player_reads_in_a_game_needs_a_rulebook(scenario: str) -> None:
    """Prompts, circumstances, items, options, odds, cards and the log of random games: no keys, no notation."""
    match = Match.new(GAME, scenario, seed=5, options=Options(mines=True), log=True)
    dice = Dice.seeded("words", scenario)
    read: set[str] = set()
    while match.pending and len(match.choices) < 260:
        side = next(iter(match.pending))
        if len(match.choices) % 3 == 0:
            read |= texts(match, side)
        match.act(side, match.pending[side].options.sample(dice))
    for side in Side:
        read |= {line.text for line in match.view(eyes_of(side)).log}
    odd = sorted(text for text in read if IDS.search(text) or "  " in text or text.endswith(": "))
    assert not odd, odd[:12]


def texts(match: Match[State, Data], side: Side) -> set[str]:
    """Everything that a side reads now, but for the log."""
    shown = view_of(match, eyes_of(side), log=())
    asked, situation = shown.decision, shown.situation
    assert asked is not None
    assert asked.prompt or asked.window
    assert asked.circumstance
    assert len(asked.circumstance) < 420, asked.circumstance
    assert asked.phase
    found = {asked.prompt, asked.circumstance, *asked.words.values(), *asked.headings.values()}
    chances = [*asked.odds.values(), *(odds.first for values in asked.order_odds.values() for odds in values.values())]
    found |= {note for odds in chances for note in (*odds.notes, odds.of, *odds.modifiers)}
    found |= {words for board in situation.boards for words in (board.title, board.note)}
    found |= {words for piece in situation.pieces for words in (piece.label, *piece.badges)}
    found |= {str(fact) for piece in situation.pieces for fact in piece.card.values()}
    found |= {seen.what for seen in situation.sightings}
    return found | {str(fact) for sheet in situation.sheets for row in sheet.rows for fact in row if row[0] != fact}


def test_the_end_of_an_operation_is_told_with_points_losses_and_history() -> None:
    """Regenbogen at random: the sentence, points that add up to the score, convoys beside the real ones."""
    match = Match.new(GAME, "regenbogen", seed=2, log=True)
    dice = Dice.seeded("report")
    while match.pending:
        side = next(iter(match.pending))
        match.act(side, match.pending[side].options.sample(dice))
    report = GAME.report(match.data, match.state, match.log or [])
    totals = {side: sum(row.points for row in report.scored if row.side is side) for side in Side}
    assert match.result is not None
    assert totals[ALLIED] - totals[AXIS] == match.result.points["net"]
    assert "History made it 75: Allied minor" in report.sentence
    assert [tally.title for tally in report.tallies] == ["The fourteen of JW 51B", "The fourteen of RA 51"]
    assert all(len(tally.rows) == 2 for tally in report.tallies)
    lost = [key for keys in match.state.sunk.values() for key in keys]
    assert len([loss for loss in report.losses if not loss.unit.endswith("step")]) == len(lost)
    assert all(loss.cause for loss in report.losses)


def test_words_of_the_log_take_their_names_from_the_data() -> None:
    event = Told(
        "OP-SEARCH-l3", "{source}: {what} in {cell}", {"source": "U-354", "what": "2 BB, 1 DD", "cell": "5917"}
    )
    assert in_words(event, lambda name: label(data(None), name)) == "U-354: 2 battleships, 1 destroyer in Altafjord"


# The rulebook


RULES = (Path(__file__).parents[2] / "docs" / "games" / "operations.md").read_text(encoding="utf-8")


def rows_under(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading of the rulebook, without its head."""
    after = RULES.split(f" {heading}\n", 1)[1]
    lines = re.split(r"\n(?=#)", after)[0].splitlines()
    table = [line for line in lines if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def test_the_rulebook_has_every_ship_as_the_data_has_her() -> None:
    """Whoever plays at a table must play the same game."""
    armour = {"heavy": "H", "light": "L", "none": "–"}
    nations = {"uk": "British and others", "us": "American", "su": "Soviet", "de": "German"}
    for nation, heading in nations.items():
        lines = [line for line in data(None).types.values() if line.nation == nation]
        expected = [
            [
                ", ".join(line.names) or line.title,
                line.type,
                f"{line.primary}/{line.secondary}/{line.tertiary}",
                f"{armour[line.gun_armour]}/{armour[line.hull_armour]}",
                *map(str, (line.hull, line.aa, line.torpedoes, line.asw, line.speed)),
                "–" if line.fuel is None else str(line.fuel),
                "/".join(map(str, line.radar)),
                str(line.vp),
            ]
            for line in lines
        ]
        assert rows_under(heading) == expected


def test_the_rulebook_has_light_weather_missions_and_aircraft_as_the_data_has_them() -> None:
    tables = data(None).tables
    light = [row[i : i + 4] for i in (0, 5) for row in rows_under("4. Light")]
    rows = tables.light.months.values()
    assert [row[1:] for row in light] == [[row.south, row.middle, row.north] for row in rows]
    names = [effect.name for effect in tables.effects.levels]
    weather = {row[0].split()[0].lower(): row[1:] for row in rows_under("5. Weather")[:4]}
    assert weather == {season: [names[level - 1] for level in row] for season, row in tables.weather.rows.items()}
    depth = {row[0].lower(): row[1] for row in rows_under("6. Fleets and orders")}
    assert depth == {
        name: "whole way" if not row.depth else f"{row.depth} turn{'s' if row.depth > 1 else ''}"
        for name, row in data(None).missions.items()
    }
    steps = [row[i : i + 5] for row in rows_under("Values of a step") for i in (0, 6)]
    printed = {row[0].split(" (")[0]: row[1:] for row in steps}
    for plane in data(None).air_types.values():
        name = next(key for key in printed if plane.name.startswith(key))
        bombs = f"{plane.bombs} {plane.bomb_class[0].upper()}" if plane.bombs else "–"
        found = [str(plane.air or "–"), bombs, str(plane.torpedoes or "–"), str(plane.radius)]
        assert printed.pop(name) == found, plane.name
    assert not printed


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_rulebook_has_every_force_of_a_scenario(scenario: str) -> None:
    file = data(None).scenarios[scenario]
    rows = {row[0]: row for row in rows_under(file.title)}
    for fleet in file.fleets:
        *_, ships = rows[fleet.name]
        named = [data(None).name_of(id) for id in fleet.ships]
        assert ships == ", ".join([f"{fleet.transports} LT", *named] if fleet.transports else named)
        assert (fleet.zone or fleet.port) in rows[fleet.name][2]
    text = RULES.split(f"#### {file.title}", 1)[1].split("\n####", 1)[0]
    for boats in file.boats:
        assert ", ".join(data(None).name_of(id) for id in boats.ships) in text
    levels = [level.begins for level in file.victory.levels if level.begins is not None]
    printed = [
        row
        for row in rows_under("17. Ports, points and the end")
        if row[-1].replace("−", "-") == str(file.history.score)
    ]
    assert [[int(cell.replace("−", "-")) for cell in row[1:-1]] for row in printed] == [levels]
