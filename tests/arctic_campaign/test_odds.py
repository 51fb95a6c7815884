"""What gambles at the desks are worth: every number against the dice and tables that the rules use."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.actions import Consent
from barents.games.arctic_campaign.allied.soviet import CALL, HAND_OVER
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.rules.north_sea import PRESS_ON
from barents.games.arctic_campaign.rules.odds import NOTHING
from barents.games.arctic_campaign.rules.passage import INTERCEPT_OUT, REACT
from barents.games.arctic_campaign.state import Group, MonthDice, NextPassage, Passage, Signals
from barents.games.operations.actions import Press
from barents.kernel.decisions import Decision, Pick
from barents.kernel.question import Asked, Question
from barents.kernel.view import Odds
from tests.arctic_campaign.admiralty import ALLIED, Admiralty

ARCHANGELSK = "Archangelsk"
DESTROYERS = ("gremyashchy", "gromky", "sokrushitelny", "grozny")


def worth(game: Admiralty, question: Question[Any, Any], action: Any) -> Odds | None:
    """The odds of an answer to a question."""
    return Asked(GAME, game.data, game.now, Decision(ALLIED, question, Pick[Any]([action]))).odds(action)


def ends(found: Odds | None) -> dict[str, float]:
    """The ends of a gamble, which make a whole."""
    assert found is not None
    chances = {end.words: end.chance for end in found.outcomes}
    assert sum(chances.values()) == pytest.approx(1, abs=1e-5)
    return chances


def test_an_interception_counts_every_row_of_its_table() -> None:
    """4.2: five and nine see nothing; strikes and boats are at the ends of the table."""
    found = worth(Admiralty(), INTERCEPT_OUT, Consent(yes=True))
    chances = ends(found)
    assert chances == {
        NOTHING: pytest.approx(8 / 36, abs=1e-6),
        "a report": pytest.approx(16 / 36, abs=1e-6),
        "a submarine attacks": pytest.approx(4 / 36, abs=1e-6),
        "aircraft attack": pytest.approx(6 / 36, abs=1e-6),
        "aircraft and a submarine attack": pytest.approx(2 / 36, abs=1e-6),
    }
    assert found is not None
    assert found.chance == pytest.approx(28 / 36, abs=1e-6)
    assert "if they are there" not in found.of
    fog = worth(Admiralty(options=Options(interception_fog=True)), INTERCEPT_OUT, Consent(yes=True))
    assert fog is not None
    assert "if they are there" in fog.of, "with fog the question itself tells nothing"


def test_what_the_dice_of_an_interception_do_is_what_the_odds_say() -> None:
    """Every roll of the table, played: it is seen as often as promised."""
    seen = 0
    for dice in product(range(1, 7), repeat=2):
        game = Admiralty("1942-03")
        game.ship("scharnhorst", "Germany", ready=1)
        game.state.axis.passing = [Group("A", "Fleet A", "squadron", ["scharnhorst"], "Germany")]
        game.begin(NextPassage(home=False), allied=[*dice, *[1] * 40], nobody=[1] * 40, axis=[1] * 40, dice=[1] * 40)
        game.act(ALLIED, Consent(yes=True))
        seen += game.now.sighted
    found = worth(Admiralty(), INTERCEPT_OUT, Consent(yes=True))
    assert found is not None
    assert seen / 36 == pytest.approx(found.chance, abs=1e-5)


def test_a_reaction_is_a_die_divided_by_three() -> None:
    chances = ends(worth(Admiralty(), REACT, Consent(yes=True)))
    assert list(chances.values()) == pytest.approx([2 / 6, 3 / 6, 1 / 6], abs=1e-5)


@pytest.mark.parametrize(("date", "modifier"), [("1942-03", -2), ("1942-06", -1), ("1942-07", 0)])
def test_soviet_destroyers_answer_as_the_die_will_have_it(date: str, modifier: int) -> None:
    """AC-B.17-escort-roll: against the rule itself, die by die; no more come than are whole."""
    game = Admiralty(date)
    for key in DESTROYERS:
        game.ship(key, ARCHANGELSK, "soviet")
    game.ship("kuibyshev", ARCHANGELSK, "soviet", lost={"hull": 1})
    found = worth(game, CALL, Consent(yes=True))
    answers = [max(0, min(4, face + modifier)) for face in range(1, 7)]
    assert found is not None
    assert found.chance == pytest.approx(sum(answer > 0 for answer in answers) / 6, abs=1e-5)
    assert found.modifiers == ({"early in the war": modifier} if modifier else {})
    assert list(ends(found).values()) == pytest.approx(
        [answers.count(number) / 6 for number in sorted(set(answers))], abs=1e-5
    )
    assert f"{sum(answers) / 6:.1f} expected of the 4 that are whole" in found.notes


def test_ships_are_handed_over_on_a_six() -> None:
    found = worth(Admiralty("1944-01"), HAND_OVER, Consent(yes=True))
    assert found is not None
    assert found.chance == pytest.approx(1 / 6)


def test_a_boat_that_has_been_found_is_told_what_the_screen_can_do() -> None:
    """To press on is more dangerous than to break off; without the screen's dice nothing is said."""
    game = Admiralty("1942-03")
    game.state.passage = Passage("A", home=False, roll=3, boat="satyr", screen=4, detected=True)
    on, off = (ends(worth(game, PRESS_ON, Press(on=on))) for on in (True, False))
    assert on["sunk"] > 0
    assert "sunk" not in off, "who breaks off is at worst sent home"
    game.state.passage.screen = 0
    assert worth(game, PRESS_ON, Press(on=True)) is None


def test_to_say_no_is_no_gamble() -> None:
    for question in (INTERCEPT_OUT, REACT, CALL, HAND_OVER):
        assert worth(Admiralty(), question, Consent(yes=False)) is None


def test_the_odds_are_on_the_page() -> None:
    game = Admiralty("1942-03")
    game.state.sighted = True
    game.begin(Signals(), MonthDice())
    page = game.asked(ALLIED)
    assert Asked(GAME, game.data, game.now, page).odds(Consent(yes=True)) is not None
