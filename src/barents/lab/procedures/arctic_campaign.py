"""The campaign's own dice; whatever happens at sea is asked of operations."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.actions import Consent
from barents.games.arctic_campaign.allied.soviet import CALL, HAND_OVER
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.options import Options
from barents.games.arctic_campaign.rules.north_sea import PRESS_ON
from barents.games.arctic_campaign.rules.passage import INTERCEPT_OUT, REACT
from barents.games.arctic_campaign.state import Passage, State
from barents.games.operations.actions import Press
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick
from barents.kernel.question import Asked, Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds
from barents.lab.odds import Given, Procedure

SCENARIO = "campaign"


def _worth(data: Data, state: State, question: Question[State, Data], action: Action) -> Odds | None:
    return Asked(GAME, data, state, Decision(Side.ALLIED, question, Pick([action]))).odds(action)


def _state(data: Data, options: Options | None = None) -> State:
    state: State = GAME.opening(data, SCENARIO, options or Options())
    return state


class Intercepting(Given, frozen=True, kw_only=True):
    """German ships pass through the North Sea."""

    fog: Annotated[bool, Meta(description="with the optional fog over them")] = False


def interception(data: Data, given: Intercepting) -> Odds | None:
    """AC-B.3: what two dice find."""
    return _worth(data, _state(data, Options(interception_fog=given.fog)), INTERCEPT_OUT, Consent(yes=True))


class Nothing(Given, frozen=True, kw_only=True):
    """Nothing has to be said."""


def reaction(data: Data, _given: Nothing) -> Odds | None:
    """AC-B.3-react: an early start."""
    return _worth(data, _state(data), REACT, Consent(yes=True))


def handing_over(data: Data, _given: Nothing) -> Odds | None:
    """AC-B.18: ships handed over to the Soviet Union."""
    return _worth(data, _state(data), HAND_OVER, Consent(yes=True))


class Calling(Given, frozen=True, kw_only=True):
    """The Soviet navy is asked for escorts."""

    month: Annotated[int, Meta(ge=1, le=41, description="months since December 1941")] = 1


def soviet_escorts(data: Data, given: Calling) -> Odds | None:
    """AC-B.17: destroyers that answer."""
    state = _state(data)
    state.month = given.month
    return _worth(data, state, CALL, Consent(yes=True))


class Pressing(Given, frozen=True, kw_only=True):
    """A boat that a screen in the North Sea has found."""

    screen: Annotated[int, Meta(ge=1, le=12, description="the screen's dice")] = 4
    press: Annotated[bool, Meta(description="she goes on; otherwise she breaks off")] = True
    month: Annotated[int, Meta(ge=1, le=41, description="months since December 1941")] = 1


def found_boat(data: Data, given: Pressing) -> Odds | None:
    """OP-SUB-press in the North Sea."""
    state = _state(data)
    state.month = given.month
    state.passage = Passage("A", home=False, roll=3, boat="satyr", screen=given.screen, detected=True)
    return _worth(data, state, PRESS_ON, Press(on=given.press))


PROCEDURES = (
    Procedure("interception", "the Allies look for ships in the North Sea (B.3)", Intercepting, interception),
    Procedure("reaction", "a British fleet starts early (B.3)", Nothing, reaction),
    Procedure("soviet-escorts", "Soviet destroyers answer a call (B.17)", Calling, soviet_escorts),
    Procedure("hand-over", "ships are handed over to the Soviet Union (B.18)", Nothing, handing_over),
    Procedure("found-boat", "a boat that was found in the North Sea (OP-SUB-press)", Pressing, found_boat),
)
