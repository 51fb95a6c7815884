"""Chapter 11.7 of North Cape: the campaign. What is sunk stays sunk, points add up, and each scenario is a chapter."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import Go
from barents.games.north_cape.data import Data, data
from barents.games.north_cape.rules import setup
from barents.games.north_cape.rules.losses import Campaign, Concluded, merchant_pool, pool_of
from barents.games.north_cape.state import LOST, WAITING, EndTurn, FirstTurn, Leg, MissionType, Options, Piece, State
from barents.kernel.actions import Action
from barents.kernel.datapack import DataPack
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Sheet
from barents.players.north_cape import Doctrine
from barents.server.records.debrief import Replayer
from barents.terminal import show
from barents.terminal.table import Table
from barents.testing.fingerprint import fingerprint
from barents.testing.secrecy import OBSERVERS, Report, Secrecy
from tests.properties.option_sets import ALL, option_sets
from tests.published import NORTH_CAPE as SCENARIOS

from .sea import ALLIED, AXIS, Sea

MARCH, MAY, JULY = SCENARIOS
TITLES = {name: data(None).scenarios[name].title for name in SCENARIOS}
FEWER = settings(max_examples=max(settings().max_examples // 16, 2))


def shortened(*turns: int) -> DataPack:
    """The campaign with scenarios of a few turns each."""
    files = {f"north_cape/scenarios/{name}.toml": f"turns = {n}\n" for name, n in zip(SCENARIOS, turns, strict=True)}
    return DataPack({file: content.encode() for file, content in files.items()})


def begun(pack: DataPack | None, seed: int = 1, options: Options | None = None) -> Match[State, Data]:
    return Match.new(GAME, "campaign", seed=seed, options=options, pack=pack)


def one_choice(match: Match[State, Data], doctrine: Doctrine) -> None:
    """What doctrine answers, whoever is asked; its dice hang on nothing but the number of the choice."""
    side = next(iter(match.pending))
    known = match.known(eyes_of(side))
    match.act(side, doctrine.choose(known, match.pending[side], Dice.seeded("campaign", str(known.turn))))


def ending(
    past: Sequence[Concluded] = (),
    *,
    points: tuple[int, int] = (0, 0),
    options: Options | None = None,
    lost: Iterable[str] = (),
) -> State:
    """The last moment of the next scenario of a campaign, in which some pieces were lost."""
    scenario = data(None).campaign.operations[len(past)]
    state = setup.opening(data(None), scenario, options or Options(), Campaign(tuple(past)))
    state.turn, state.points = state.turns, dict(zip(Side, points, strict=True))
    state.agenda = [EndTurn()]
    for name in lost:
        state.pieces[data(None).counters[name].side][name] = Piece(name, LOST)
    return state


def ended(state: State) -> Match[State, Data]:
    """The match after the scenario's end, at the first decision of the next if there is one."""
    return Match.at(GAME, data(None), state, DiceBox.seeded("campaign"), log=True)


def after(scenario: str, sunk: Iterable[str], options: Options | None = None) -> State:
    """The opening of a later scenario of a campaign in which some ships were sunk before."""
    lost = Concluded(MARCH, dict.fromkeys(Side, 0), AXIS, tuple(sunk))
    return setup.opening(data(None), scenario, options or Options(), Campaign((lost,)))


def set_up(state: State, seed: int = 1) -> Match[State, Data]:
    """The match in which both sides have deployed by doctrine."""
    match, doctrine = Match.at(GAME, data(None), state, DiceBox.seeded("set up", seed), log=True), Doctrine(data(None))
    while any(isinstance(step, FirstTurn) for step in match.state.agenda):
        one_choice(match, doctrine)
    return match


def ships_of(match: Match[State, Data], side: Side) -> set[str]:
    return {name for name in match.state.pieces[side] if match.data.counters[name].is_ship}


def kinds(match: Match[State, Data], *types: str) -> Counter[str]:
    """How many counters of some types and their nations are in the scenario."""
    found = [match.data.counters[name] for pieces in match.state.pieces.values() for name in pieces]
    return Counter(f"{c.type}_{c.nation}".rstrip("_") for c in found if c.type in types)


def sheet(match: Match[State, Data], name: str, observer: Observer = Observer.PUBLIC) -> Sheet:
    return next(sheet for sheet in match.view(observer).situation.sheets if sheet.name == name)


# The order, and the record


@pytest.mark.rule("NC-11.7-order")
def test_the_scenarios_follow_each_other_by_their_dates_each_a_chapter_of_the_record() -> None:
    pack = shortened(1, 2, 1)
    match, straight, doctrine = begun(pack), begun(pack), Doctrine(GAME.data(pack))
    played = [match.state.scenario]
    while match.pending:
        if len(match.choices) % 40 == 0:
            match = Match.replay(decode(match.record.encode()), pack)
        one_choice(match, doctrine)
        one_choice(straight, doctrine)
        if match.state.scenario != played[-1]:
            played.append(match.state.scenario)
            book = match.state.notebook[AXIS]
            assert (match.state.turn, match.state.points[ALLIED], book.identified) == (1, 0, {})
            assert not any(match.can_undo(side) for side in Side), "a finished scenario would be opened again"
            match = Match.replay(decode(match.record.encode()), pack)  # kept between two sittings
            assert len(match.earlier) == len(played) - 1
    assert tuple(played) == SCENARIOS
    assert sorted(played, key=lambda name: match.data.scenarios[name].begins) == played
    assert fingerprint(match).state == fingerprint(straight).state
    assert match.record.encode() == straight.record.encode()
    record = decode(match.record.encode())
    assert verify(record, pack).chapters == 3
    assert record.result == match.result
    assert [chapter.opening["scenario"] for chapter in record.chapters] == list(SCENARIOS)
    told = Replayer(record, pack).story()
    assert [point.turn for point in told.turns] == [1, 2, 3, 4], "turns are counted on over the scenarios"


def test_resigning_or_a_draw_ends_the_whole_campaign() -> None:
    match = ended(ending(points=(10, 5)))
    assert match.state.scenario == MAY
    match.offer_draw(ALLIED)
    match.accept_draw(AXIS)
    assert match.result is not None
    assert (match.result.winner, match.pending) == (None, {})
    again = ended(ending(points=(10, 5)))
    again.resign(AXIS)
    assert again.result is not None
    assert (again.result.winner, again.pending) == (ALLIED, {})
    report = GAME.report(again.data, again.state, again.log or [])
    assert report.sentence == f"The Allies won {TITLES[MARCH]} by 10 to 5. The Germans gave up."


# Points


@pytest.mark.rule("NC-11.7-vp")
@pytest.mark.parametrize(("allied", "axis", "winner"), [(41, 40, ALLIED), (40, 40, AXIS)])
def test_each_scenario_is_scored_as_it_would_be_by_itself(allied: int, axis: int, winner: Side) -> None:
    match = ended(ending(points=(allied, axis)))
    campaign = match.state.campaign
    assert campaign is not None
    assert campaign.past == (Concluded(MARCH, {ALLIED: allied, AXIS: axis}, winner, ()),)
    assert match.state.points == {ALLIED: 0, AXIS: 0}, "the next scenario is scored anew"
    assert match.result is None
    names = {ALLIED: "Allies", AXIS: "Germans"}
    words = [line.text for line in match.view(Observer.PUBLIC).log if line.rule == "NC-11.7-vp"]
    assert words == [f"{TITLES[MARCH]} is over, {allied} points to {axis}: the {names[winner]} have won it"]


@pytest.mark.rule("NC-11.7-total")
@pytest.mark.parametrize(
    ("last", "winner", "level", "why"),
    [
        (
            (0, 20),
            AXIS,
            "close",
            "100 points to 100 (a tie is German); the Allies won 1 scenario, the Germans 2",
        ),
        ((0, 19), ALLIED, "close", "100 points to 99; the Allies won 1 scenario, the Germans 2"),
        ((0, 21), AXIS, "close", "100 points to 101; the Allies won 1 scenario, the Germans 2"),
        ((60, 0), ALLIED, "clear", "160 points to 80; the Allies won 2 scenarios, the Germans 1"),
    ],
)
def test_the_sum_decides_and_a_tie_is_german(last: tuple[int, int], winner: Side, level: str, why: str) -> None:
    past = [Concluded(MARCH, {ALLIED: 100, AXIS: 0}, ALLIED, ()), Concluded(MAY, {ALLIED: 0, AXIS: 80}, AXIS, ())]
    match = ended(ending(past, points=last))
    result = match.result
    assert result is not None
    assert (result.winner, result.why) == (winner, why)
    assert result.points == {"allied": 100 + last[0], "axis": 80 + last[1]}
    assert result.level == level
    for side, points in zip(Side, last, strict=True):
        track = next(t for t in match.view(Observer.PUBLIC).situation.tracks if t.name == f"points-{side}")
        assert track.value == points + past[0].points[side] + past[1].points[side]


# What is sunk stays sunk


@pytest.mark.rule("NC-11.7-sunk-stay-sunk")
def test_a_sunk_ship_is_missing_from_all_that_follows_and_nothing_else_is() -> None:
    sunk = {"berwick", "duke-of-york", "mt-03", "gb-dd-2", "gb-de-1", "u-377", "tigris"}
    march = ending(lost=(*sunk, "he-115-1"))
    march.pieces[ALLIED]["victorious"].damage = 3
    match, numbers = ended(march), data(None)
    for scenario in (MAY, JULY):
        match = set_up(match.state)
        assert match.state.scenario == scenario
        assert not sunk & {*match.state.pieces[ALLIED], *match.state.pieces[AXIS]}
        forces = numbers.scenarios[scenario].forces
        named = {name for force in forces for name in force.named if force.option is None}
        assert {*ships_of(match, ALLIED), *ships_of(match, AXIS)} >= named - sunk
        asked: Counter[str] = Counter()
        for force in forces:
            asked.update(force.any)
        assert kinds(match, "DD", "DE", "AA") == asked, "others of their kind take their places"
        assert kinds(match, "MERC")["MERC"] == sum(force.merchants for force in forces)
        assert "he-115-1" in match.state.pieces[AXIS], "aircraft are no ships"
        assert match.state.pieces[ALLIED]["victorious"].damage == 0
        match.state.turn, match.state.agenda = match.state.turns, [EndTurn()]
        match = ended(match.state)
    assert match.result is not None


@pytest.mark.rule("NC-11.7-sunk-stay-sunk")
def test_where_a_pool_runs_dry_the_force_is_smaller_or_not_there() -> None:
    numbers = data(None)
    boats = next(force.named for force in numbers.scenarios[JULY].forces if force.key == "uboats")
    names = [
        *(f"mt-{number:02d}" for number in range(11, 51)),  # 60 of 100 are left, and 70 are wanted
        *pool_of(numbers, "DD_US"),
        *pool_of(numbers, "AA_GB")[1:],
        *pool_of(numbers, "DE_GB")[:5],
        *("victorious", "london", "norfolk", "wichita", "tuscaloosa", "gb-dd-1", "gb-dd-2", "gb-dd-3"),
        *("trident", "tigris", "tuna", "satyr", "m-176", "d-3", "u-571", "scharnhorst"),
        *boats,
    ]
    options = Options(scharnhorst=True, u571="replace")
    match = set_up(after(JULY, names, options))
    assert not {*names} & {*match.state.pieces[ALLIED], *match.state.pieces[AXIS]}
    assert kinds(match, "DD", "DE", "AA", "SUB") == {"DD_GB": 5, "DD_SU": 2, "DE_GB": 2, "AA_GB": 1, "DD_DE": 2}
    drawn = Counter(piece.at for name, piece in match.state.pieces[ALLIED].items() if name.startswith("mt-"))
    east = next(cell for cell in drawn if not cell.startswith(WAITING))
    assert drawn == {f"{WAITING}pq17": 35, east: 25}
    assert {f"mt-{number}" for number in range(71, 101)} <= {*match.state.pieces[ALLIED]}, "the reserve is called up"
    assert kinds(match, "F", "AT")["F_GB"] == 0, "there is no deck for them"
    assert match.known(Observer.AXIS).outside[ALLIED] == 3
    empty = set_up(after(JULY, [*names, *pool_of(numbers, "DD_GB")]))
    assert empty.known(Observer.AXIS).outside[ALLIED] == 2, "of the cruiser force nothing is left"
    own = set_up(after(JULY, ["u-571"], Options(u571="replace")))
    assert {name for name in own.state.pieces[AXIS] if numbers.counters[name].is_sub} == {*boats}
    doctrine = Doctrine(numbers)
    for played in (match, empty):
        while played.pending and played.state.turn < 4:
            one_choice(played, doctrine)
        assert played.state.turn == 4


@pytest.mark.rule("NC-11.7-sunk-stay-sunk")
def test_a_sunk_merchant_is_never_drawn_again_and_only_the_first_seventy_are_drawn_without_losses() -> None:
    numbers = data(None)
    assert merchant_pool(numbers) == [f"mt-{number:02d}" for number in range(1, 71)]
    assert merchant_pool(numbers, ("mt-01", "mt-70")) == [
        *(f"mt-{number:02d}" for number in range(2, 70)),
        "mt-71",
        "mt-72",
    ]


# Solitaire


@pytest.mark.rule("NC-11.7-solitaire")
def test_a_campaign_can_be_played_solitaire() -> None:
    pack, options = shortened(1, 1, 1), Options(solitaire=True)
    match, doctrine = begun(pack, options=options), Doctrine(GAME.data(pack))
    assert GAME.people(options) == (AXIS,)
    groups: dict[str, int] = {}
    while match.pending:
        one_choice(match, doctrine)
        if match.state.groups:
            groups.setdefault(match.state.scenario, len(match.state.groups))
    assert groups == dict.fromkeys(SCENARIOS, 4)
    assert match.result is not None
    assert verify(decode(match.record.encode()), pack).chapters == 3
    report = GAME.report(match.data, match.state, match.log or [])
    assert [tally.title.split(" of ")[1] for tally in report.tallies] == [
        "PQ 12", "the second convoy", "PQ 16", "QP 12", "PQ 17", "QP 13",
    ]  # fmt: skip
    dealt = set_up(after(MAY, ["washington", "mt-01", "trident"], options))
    assert len(dealt.state.groups) == 4
    assert not {"washington", "mt-01", "trident"} & {*dealt.state.pieces[ALLIED]}


# What is shown


def test_the_sheets_show_everyone_how_the_campaign_stands_and_what_is_left() -> None:
    past = [Concluded(MARCH, {ALLIED: 100, AXIS: 7}, ALLIED, ("mt-01", "mt-02", "u-134"))]
    state = ending(past, points=(12, 30), lost=("u-703", "duke-of-york", "ju-88-1"))
    state.turn = 20
    state.agenda = [*reversed(setup.FIRST_STEPS[2:])]
    match = ended(state)
    assert sheet(match, "campaign").rows == (
        (TITLES[MARCH], "Allied victory", 100, 7),
        (TITLES[MAY], "turn 20 of 36", 12, 30),
        (TITLES[JULY], "to come", "–", "–"),
        ("Together", "", 112, 37),
    )
    allied = {row[0]: row[1:] for row in sheet(match, "left-allied").rows}
    assert allied["Battleships"] == (3, 1, 2, "Duke of York")
    assert allied["Merchants"] == (100, 2, 98, "Artigas, Ballot")
    axis = {row[0]: row[1:] for row in sheet(match, "left-axis").rows}
    assert axis["U-boats"] == (16, 2, 14, "U-134, U-703"), "U-571 is not in this campaign"
    assert axis["Battlecruisers"][0] == 2, "nor is Scharnhorst"
    assert {"Bombers", "Decoys"}.isdisjoint(axis)
    for name in ("campaign", "left-allied", "left-axis"):
        assert len({repr(sheet(match, name, observer)) for observer in Observer}) == 1
    screen = StringIO()
    Console(file=screen, width=120).print(*show.sheets(match.view(Observer.AXIS).situation.sheets))
    for words in ("The campaign so far", "Together", "112", "What the Germans have left", "U-134, U-703"):
        assert words in screen.getvalue()
    with_options = ended(ending(past, options=ALL))
    axis = {row[0]: row[1:] for row in sheet(with_options, "left-axis").rows}
    assert (axis["U-boats"][0], axis["Battlecruisers"][0]) == (17, 3)
    assert with_options.view(Observer.PUBLIC).situation.clock.phase == TITLES[JULY]
    alone: Match[State, Data] = Match.new(GAME, MAY, seed=1)
    assert alone.view(Observer.PUBLIC).situation.sheets == ()
    assert alone.view(Observer.PUBLIC).situation.clock.phase == ""
    finished = ended(ending([*past, Concluded(MAY, {ALLIED: 1, AXIS: 2}, AXIS, ())], points=(5, 6)))
    assert sheet(finished, "campaign").rows[2:] == ((TITLES[JULY], "German victory", 5, 6), ("Together", "", 106, 15))


def played_and_reloaded(pack: DataPack, seed: int) -> tuple[Match[State, Data], Match[State, Data]]:
    """A campaign by doctrine, and the same one loaded again at the beginning of its second scenario."""
    match, doctrine = begun(pack, seed), Doctrine(GAME.data(pack))
    while match.state.scenario == MARCH:
        one_choice(match, doctrine)
    loaded: Match[State, Data] = Match.replay(match.record, pack)
    for each in (match, loaded):
        while each.pending:
            one_choice(each, doctrine)
    return match, loaded


def scenarios_with_losses(match: Match[State, Data]) -> set[str]:
    assert match.state.campaign is not None
    return {over.scenario for over in match.state.campaign.past if over.sunk}


def test_the_report_tells_of_all_scenarios_and_adds_up() -> None:
    """A campaign cut short, in which ships are sunk in the second scenario and in the third."""
    pack = shortened(2, 14, 4)
    tries = (played_and_reloaded(pack, seed) for seed in range(1, 13))
    match, loaded = next(both for both in tries if {MAY, JULY} <= scenarios_with_losses(both[0]))
    campaign = match.state.campaign
    assert campaign is not None
    assert match.result is not None
    report = GAME.report(match.data, match.state, match.log or [])
    for side in Side:
        rows = [row for row in report.scored if row.side is side]
        assert sum(row.points for row in rows) == match.result.points[side]
        assert len({row.source for row in rows}) == len(rows)
        for over in campaign.past:
            of_one = [row.points for row in rows if row.source.endswith(f", {TITLES[over.scenario]}")]
            assert sum(of_one) == over.points[side]
    sunk = [match.data.counters[name].name for over in campaign.past for name in over.sunk]
    ships = [loss for loss in report.losses if not loss.kind.startswith("air")]
    assert sorted(loss.unit for loss in ships) == sorted(sunk)
    turns = {match.data.counters[name].name: over.scenario for over in campaign.past for name in over.sunk}
    spans = {MARCH: range(1, 3), MAY: range(3, 17), JULY: range(17, 21)}
    assert all(loss.turn in spans[turns[loss.unit]] for loss in ships)
    assert [tally.rows[1].name for tally in report.tallies if len(tally.rows) > 1] == [
        "History, March 1942", "History, May 1942", "History, May 1942", "History, July 1942", "History, July 1942",
    ]  # fmt: skip
    assert report.sentence.startswith("The ")
    assert all(f"won {TITLES[name]} by" in report.sentence for name in SCENARIOS)
    partly = GAME.report(loaded.data, loaded.state, loaded.log or [])
    for side in Side:
        assert sum(row.points for row in partly.scored if row.side is side) == match.result.points[side]
    assert f"Everything together, {TITLES[MARCH]}" in {row.source for row in partly.scored}


def test_the_sheets_can_be_asked_for_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["sheets"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(lines, "quit"))
    for scenario, words in (("campaign", "The campaign so far"), (MARCH, "No sheets are kept in this scenario.")):
        screen, lines = StringIO(), iter(["sheets", "quit", ""])
        match: Match[State, Data] = Match.new(GAME, scenario, seed=1)
        Table(match, {ALLIED: Doctrine(match.data)}, Console(file=screen, width=120)).play()
        assert words in screen.getvalue()


def test_doctrine_sails_with_the_ships_of_a_force_and_not_after_its_decoys() -> None:
    """Where every boat is sunk, decoys wait with the squadron, and come in with it."""
    sea = Sea(JULY)
    sea.place_all(["axis-decoy-1", "tirpitz"], "0838")
    sea.place_all(["mt-01", "mt-02"], "1017")
    sea.identify("mt-01", "mt-02").mission(MissionType.SORTIE, ["axis-decoy-1", "tirpitz"])
    assert sea.state.mission is not None
    sea.state.mission.start = f"{WAITING}surface"
    goes = Doctrine(sea.data).advise(sea.begin(Leg()).match.known(Observer.AXIS), sea.asked(AXIS))
    assert isinstance(goes, Go)
    assert sea.data.grid.distance(goes.cell, "1017") < sea.data.grid.distance("0838", "1017")
    sea.state.pieces[AXIS].pop("tirpitz")
    sea.mission(MissionType.SORTIE, ["axis-decoy-1"])
    sea.state.mission.start = f"{WAITING}surface"
    assert isinstance(Doctrine(sea.data).advise(sea.begin(Leg()).match.known(Observer.AXIS), sea.asked(AXIS)), Go)


# Secrets


@FEWER
@given(st.integers(0, 2**32 - 1), st.sampled_from((MAY, JULY)), option_sets(), st.integers(0, 3))
def test_nothing_leaks_where_ships_were_sunk_before(seed: int, scenario: str, options: Options, share: int) -> None:
    numbers, dice = data(None), Dice.seeded("losses", seed)
    sunk = [c.id for c in numbers.counters.values() if c.is_ship and dice.below(4) < share]
    match: Match[Any, Any] = Match.at(GAME, numbers, after(scenario, sunk, options), DiceBox.seeded(seed))
    secrecy, report, remembered = Secrecy(GAME), Report(), deque[Action](maxlen=40)
    while match.pending and len(match.choices) < 160:
        start = match._checkpoint  # the state as the step began, which no rule or client may ask for
        if start.choices == len(match.choices) and not dice.below(16):
            for observer in OBSERVERS:
                report.add(secrecy.compare(numbers, start.state, observer, dice, remembered, 25))
        side = dice.choice(tuple(match.pending))
        action = secrecy.players[side].choose(None, match.pending[side], dice)
        remembered.append(action)
        match.act(side, action)
    assert report.leaks == []
