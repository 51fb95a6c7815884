"""Players from anywhere: what they are shown, what is told of their faults, and how the game goes on."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from barents import players as circling
from barents.cli import app
from barents.kernel import plugins, registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.replay import verify
from barents.kernel.sides import Side, eyes_of
from barents.kernel.umpire import Umpire
from barents.lab import outcomes
from barents.lab.simulate import Study, play, simulate, summary
from barents.players import adviser_of, answer_of, player, player_names
from barents.players.bots import apart
from tests.hunt import GAME
from tests.players import bots

ROOT = Path(__file__).parents[2]
HERE = "tests.players.bots"


@pytest.fixture(autouse=True)
def _plugged_in() -> None:
    registry.plug_in(GAME)


def study(bot: str, **more: Any) -> Study:
    players = {Side.ALLIED: f"{HERE}:{bot}", Side.AXIS: "random"}
    return Study("hunt", "first-light", 7, players, plug_ins=("tests.hunt",), path=(str(ROOT),))._replace(**more)


def barents(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["--plug-in", "tests.hunt", *map(str, arguments)])


def test_a_bot_plays_alone_and_in_worker_processes_alike() -> None:
    alone, together = (list(simulate(study("First"), 4, workers)) for workers in (1, 2))
    assert alone == together
    assert all(game.faults == () for game in alone)


def test_what_a_bot_is_shown_is_its_sides_knowledge_and_leads_to_no_match() -> None:
    bots.SEEN.clear()
    match: Match[Any, Any] = Match.new(GAME, "first-light", seed=3)
    side = next(iter(match.pending))
    before = GAME.encoder.encode(match.state)
    bot = player(f"{HERE}:Looking", "hunt", match.data)
    match.pending[side].refusal(answer_of(bot, match, side, Dice.seeded(1)))
    assert GAME.encoder.encode(match.state) == before, "it spoilt a copy"
    known, decision = bots.SEEN[-1]
    assert known is not match.state
    true = match.pending[side]
    assert (decision.side, decision.rule, decision.prompt) == (true.side, true.rule, true.prompt)
    assert list(decision.options) == list(true.options)
    assert not leads_to(decision, (Match, Umpire)), "through the decision one comes to the match"
    assert leads_to([lambda: match], (Match,)), "and the search for it finds one where it is"
    assert GAME.encoder.encode(match.known(eyes_of(side))) != before


def leads_to(thing: object, kinds: tuple[type, ...]) -> bool:
    """Whether one can come from an object to one of some kinds, by its parts alone and not by way of modules."""
    seen: set[int] = set()
    front = [thing]
    while front:
        here = front.pop()
        if isinstance(here, kinds):
            return True
        if id(here) in seen or isinstance(here, (type, type(gc))) or getattr(here, "__dict__", None) is vars(plugins):
            continue
        seen.add(id(here))
        inner = [part for part in gc.get_referents(here) if not isinstance(part, (type, type(gc)))]
        # A function leads to the globals of its module, which lead anywhere: what matters is what it has closed over.
        front += list(here.__closure__ or ()) if hasattr(here, "__closure__") else inner
    return False


def test_a_decision_apart_has_the_same_answers_in_every_game() -> None:
    for game in registry.games():
        data = game.data(None)
        match: Match[Any, Any] = Match.new(game, next(iter(game.scenarios(data))).name, seed=5)
        dice = Dice.seeded("apart")
        for _ in range(12):
            side, decision = next(iter(match.pending.items()))
            other = apart(decision, game, data)
            answer = other.options.sample(dice)
            assert decision.refusal(answer) is None
            assert other.refusal(decision.options.sample(dice)) is None
            match.act(side, answer)


def test_a_fault_is_counted_with_its_place_and_another_answers() -> None:
    played = list(simulate(study("Raising"), 3))
    line = next(
        number
        for number, text in enumerate(Path(bots.__file__).read_text("utf-8").splitlines(), 1)
        if "no such ship" in text
    )
    for game in played:
        (faults,) = game.faults
        assert faults.count >= 1
        assert faults.first.player == f"{HERE}:Raising"
        assert faults.first.words == "it raised KeyError: 'no such ship'"
        assert faults.first.place.endswith(f"bots.py:{line}, in stumbles")
        assert game.result.level != "resigned"
    counted = summary(study("Raising"), played, 1.0, 1).faults
    assert counted == {f"{HERE}:Raising": sum(game.faults[0].count for game in played)}


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Leaving", "it raised SystemExit: 3"),
        ("Cheating", "it answered 'choose bismarck', which is refused: "),
        ("Mumbling", "it answered 'pass', which is no action"),
    ],
)
def test_every_wrong_answer_is_a_fault_or_forfeits(bot: str, said: str) -> None:
    game = play(study(bot), 1)
    assert game.faults[0].first.words.startswith(said)
    assert "bots.py:" in game.faults[0].first.place
    lost = play(study(bot, on_fault="forfeit", records=True), 1)
    assert (lost.result.level, lost.result.winner) == ("resigned", Side.AXIS)
    assert lost.faults[0].count == 1
    assert verify(decode(lost.record), None).entries >= 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_bot:Bold", "there is no module 'no_such_bot' in this folder or among installed packages"),
        (f"{HERE}:Firsst", f"the module '{HERE}' has no 'Firsst': did you mean 'First'?"),
        (f"{HERE}:", "is written module:Name, as in my_bot:Bold"),
        (f"{HERE}:NUMBER", "is no player: it is a int, and a player is a class with `choose`"),
        (f"{HERE}:NoPlayer", "is no player: it has no method `choose(self, known, decision, dice)`"),
        (f"{HERE}:TooFew", "it is given what its side knows, the decision and dice"),
        (f"{HERE}:TooMany", "a player is made with the game's data, or with nothing"),
        (f"{HERE}:Unmade", "cannot be made: it raised FileNotFoundError: weights.npz"),
    ],
)
def test_what_is_wrong_with_a_bot_is_told_in_a_line(name: str, said: str) -> None:
    for command in (["simulate", "hunt", "first-light", "--axis"], ["play", "hunt", "first-light", "--against"]):
        result = barents(*command, name)
        assert (result.exit_code, result.stdout) == (2, "")
        assert said in result.stderr


def test_what_is_plugged_in_under_an_address_must_be_a_player() -> None:
    result = CliRunner().invoke(app, ["--plug-in", f"{HERE}:NoPlayer", "games"])
    assert result.exit_code == 2
    assert "is no player: it has no method `choose" in result.stderr


def test_a_module_that_cannot_be_imported_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_a_bot.py").write_text("class Bold\n", "utf-8")
    (tmp_path / "needs_more.py").write_text("import no_such_package\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LookupError, match="'half_a_bot' cannot be imported: SyntaxError"):
        plugins.thing_at("half_a_bot:Bold")
    with pytest.raises(LookupError, match="'needs_more' cannot be imported: No module named 'no_such_package'"):
        plugins.thing_at("needs_more:Bold")


def test_simulate_ladder_and_balance_take_bots_and_tell_their_faults(tmp_path: Path) -> None:
    name, asked = f"{HERE}:Raising", ("hunt", "first-light", "--workers", "1")
    told = barents("simulate", *asked, "--games", "2", "--allied", name, "--json", tmp_path / "s.json")
    assert told.exit_code == 0, told.stderr
    found = msgspec.json.decode((tmp_path / "s.json").read_bytes())
    times = found["faults"][name]
    assert f"{name} failed {times} times in 2 games." in told.stdout
    assert "First in game 1, at H-" in told.stdout
    ladder = barents("ladder", *asked, "--deals", "1", "--players", f"random,{name}", "--on-fault", "forfeit")
    assert ladder.exit_code == 0, ladder.stderr
    assert f"{name} failed 2 times in 2 games." in ladder.stdout
    balance = barents("balance", *asked, "--games", "2", "--only", "players", "--players", f"random,{HERE}:First")
    assert balance.exit_code == 0, balance.stderr
    assert f"{HERE}:First" in balance.stdout
    assert "failed" not in balance.stdout


def test_faults_are_kept_with_the_games(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    asked = study("Raising")
    with outcomes.writing(folder, asked) as writing:
        for game in simulate(asked, 2):
            writing.add(game)
    identity, games = outcomes.read(folder)
    assert [game.faults for game in games] == [game.faults for game in simulate(asked, 2)]
    assert identity.bots.keys() == {f"{HERE}:Raising"}
    other = asked._replace(on_fault="forfeit")
    with (
        pytest.raises(outcomes.OutcomesError, match="on fault doctrine and not forfeit"),
        outcomes.writing(folder, other),
    ):
        pass


def test_a_bot_that_is_plugged_in_is_offered_in_every_game_but_advises_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(plugins._by_hand, plugins.PLAYERS, {})
    name = f"{HERE}:First"
    registry.plug_in_module(name)
    assert player_names("north_cape") == [name, "random", "cadet", "captain", "admiral"]
    assert player_names("hunt") == [name, "random"]
    assert (adviser_of("hunt"), adviser_of("north_cape")) == ("", "captain")


def test_a_person_plays_against_a_bot_that_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["--plug-in", "tests.hunt", "play", "hunt", "first-light", "--text", "--seed", "1"]
    more = ["--against", f"{HERE}:Leaving", "--on-fault", "forfeit"]
    result = CliRunner().invoke(app, [*arguments, *more], input="1\n" * 30)
    assert result.exit_code == 0, result.stderr
    assert "The Germans resigned" in result.stdout
    assert f"{HERE}:Leaving failed, faults: 1. The first: at H-" in result.stdout


def test_a_bot_that_goes_in_circles_gives_the_game_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circling, "MOST_OF_A_BOT", 3)
    game = play(study("First"), 1)
    assert (game.result.level, game.result.winner) == ("resigned", Side.AXIS)
    assert "it went in circles: There were 3 answers" in game.faults[0].first.words
