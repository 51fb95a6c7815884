"""What client and server say to each other about the service: its lobby, accounts, and word that it is one's move."""

from typing import Annotated, Literal

import msgspec

from barents.kernel.sides import Side
from barents.server.matches.protocol import MOST_NAME, MatchCard, Pace

LEAST_PASSWORD, MOST_PASSWORD = 10, 200
MOST_ADDRESS = 254

Name = Annotated[str, msgspec.Meta(max_length=4 * MOST_NAME)]
Password = Annotated[str, msgspec.Meta(max_length=MOST_PASSWORD)]


# The lobby


class Challenge(msgspec.Struct, frozen=True):
    """A match with a free seat for whoever wants it."""

    match: str
    game: str
    game_title: str
    scenario_title: str
    side: Side
    """The seat that is free."""
    host: str
    rating: float | None
    options: tuple[str, ...]
    """The titles of the optional rules that are not as usual."""
    pace: Pace | None
    rated: bool
    watched: bool
    opened: int
    mine: bool
    windows: Literal["orders", "ask"]
    pause: int = 0
    """For how many seconds a window is held open, where people are asked and agree on that."""


class Watchable(msgspec.Struct, frozen=True):
    """A match under way that anybody may watch."""

    match: str
    game: str
    game_title: str
    scenario_title: str
    names: dict[Side, str]
    turn: int
    turns: int
    date: str
    watchers: int


class Lobby(msgspec.Struct, frozen=True):
    """What the lobby shows: my games (those first in which it is my move), open challenges, games to watch."""

    mine: tuple[MatchCard, ...]
    challenges: tuple[Challenge, ...]
    watchable: tuple[Watchable, ...]


class Taking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """I take the free seat of a challenge, under this name."""

    name: Name = ""


# Accounts


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password. `bring` hands the seats of this browser over to the account."""

    name: Name
    password: Password
    bring: bool = True


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password as it was and as it shall be; every other device is logged out."""

    password: Password
    new: Password


class Farewell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The account is to be deleted: running matches are given up, the name goes, the choices stay for the others."""

    password: Password


class RatingCard(msgspec.Struct, frozen=True):
    """How strong somebody is at a game, by rated matches: a careful number (mu - 3 sigma), and what it comes from."""

    game: str
    game_title: str
    rating: float
    mu: float
    sigma: float
    games: int


class AccountCard(msgspec.Struct, frozen=True):
    """Who I am here; an empty name for a guest."""

    name: str = ""
    opened: int = 0
    ratings: tuple[RatingCard, ...] = ()
    mail: bool = False
    """Whether this server can send mail, and call web hooks."""
    hooks: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """A finished match of mine: `won`, `lost` or `drawn`, against whom, and how."""

    match: str
    game_title: str
    scenario_title: str
    side: Side
    opponent: str
    outcome: Literal["won", "lost", "drawn"]
    level: str
    rated: bool
    opened: int


class Career(msgspec.Struct, frozen=True):
    """My record: all finished matches, the newest first, and how many were won, lost and drawn at each game."""

    outcomes: tuple[Outcome, ...]
    totals: dict[str, dict[str, int]]


class Standing(msgspec.Struct, frozen=True):
    """A line of a game's table of ratings."""

    name: str
    rating: float
    games: int


# Word that it is my move


class Notices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where I want to be told; empty for not at all. A mail address counts once the link sent there was followed."""

    mail: Annotated[str, msgspec.Meta(max_length=MOST_ADDRESS)] = ""
    hook: Annotated[str, msgspec.Meta(max_length=500)] = ""


class NoticesCard(msgspec.Struct, frozen=True):
    """Where I am told, and whether the mail address is confirmed."""

    mail: str = ""
    confirmed: bool = False
    hook: str = ""
