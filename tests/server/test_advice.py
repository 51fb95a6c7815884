"""What the captain says over the service: not where it is agreed otherwise, and the same in worlds that look alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from barents.kernel import registry
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.players import OUTLOOKS, adviser_of, player
from barents.players.rollouts import Effort
from barents.server.matches import thinking
from barents.server.matches.proposals import proposed, request
from barents.server.matches.protocol import Proposed
from barents.server.matches.thinking import advice_to
from barents.testing.observed import World, unequal
from barents.testing.secrecy import Comparison, Report, Secrecy
from tests.conftest import IN_SOAK
from tests.server.service import Browser

GAMES = {
    "north_cape": "unternehmen-sportpalast",
    "nordkapp": "unternehmen-sportpalast",
    "arctic_disaster": "historical",
    "operations": "qp-11-teaching",
    "arctic_campaign": "campaign",
}
SEEDS = range(6) if IN_SOAK else range(1)


def test_who_has_agreed_to_play_without_an_adviser_is_told_so(browser: Browser, friend: Browser) -> None:
    game = {"game": "north_cape", "scenario": "unternehmen-sportpalast"}
    opened = browser.open(**game, opponent="person", side="axis", unadvised=True)
    assert friend.http.post(opened["invitation"], data={}).status_code == 303
    with browser.sit(opened["match"], "axis") as one, friend.sit(opened["match"], "allied") as other:
        for seat in (one, other):
            assert seat.table["unadvised"]
            assert seat.ask("contribute", nonce=f"word of {seat.side}")["is"] == "done"
        one.until_asked()
        for ask in ("propose", "staff"):
            more = {} if ask == "propose" else {"revision": one.revision}
            refused = one.ask(ask, **more)
            assert refused["is"] == "refused"
            assert refused["refusal"]["reason"] == "This table has agreed to play without an adviser."


# The secrecy test


class Advised(Comparison):
    """Both worlds, and what the captain would say in either to the same question: the whole message."""

    asked = 0
    with_others = 0

    def _probe(self) -> None:
        super()._probe()
        side = self.side
        if side is None or self.end or not all(side in world.match.pending for world in self.worlds):
            return
        if self.choices % 3:
            return
        messages = [self.message(world, side) for world in self.worlds]
        type(self).asked += 1
        type(self).with_others += bool(messages[0].others)
        self._found(*unequal("advice", *messages))
        self._found(*unequal("advice", *(len(msgspec.json.encode(message)) for message in messages)))

    def message(self, world: World, side: Side) -> Proposed:
        """What a client would be told."""
        match = world.match
        return self.told(match, side, world.feeds[0].revision)

    def told(self, match: Match[Any, Any], side: Side, revision: int) -> Proposed:
        """By the way that the server takes."""
        asked, dice, known = request(match, side, adviser_of(match.game.name), "table", revision)
        return proposed(match, known, advice_to(asked, dice), 1)


class CountsChoices(Advised):
    """A planted leak: the dice of the adviser hang on how many choices have been made, hidden ones too."""

    def message(self, world: World, side: Side) -> Proposed:
        return self.told(world.match, side, len(world.match.choices))


class KnowsTheTruth(Advised):
    """A planted leak: a reason names how many units the enemy really has somewhere."""

    def message(self, world: World, side: Side) -> Proposed:
        found = super().message(world, side)
        truth = world.match.game.encoder.encode(world.match.state)
        return msgspec.structs.replace(found, reasons=(*found.reasons, f"The sum of all is {sum(truth)}."))


def compared(game: str, comparison: type[Advised], monkeypatch: pytest.MonkeyPatch, seed: int) -> Report:
    short = replace(OUTLOOKS[game], advice=Effort(3, 3, 1))
    monkeypatch.setattr(thinking, "OUTLOOKS", {game: short})
    comparison.asked = comparison.with_others = 0
    rules = registry.find(game)
    captain = player(adviser_of(game), game, rules.data(None))
    secrecy = Secrecy(rules, dict.fromkeys(Side, captain), draws=False, comparison=comparison)
    return secrecy.play(GAMES[game], seed, every=10, most=12, choices=120)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_captain_says_is_the_same_in_worlds_that_look_alike(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in SEEDS:
        report = compared(game, Advised, monkeypatch, seed)
        assert report.leaks == []
        assert report.differing > 5
        assert Advised.asked > 10
        assert Advised.with_others > 5


@pytest.mark.parametrize("plant", [CountsChoices, KnowsTheTruth])
def test_an_adviser_who_tells_more_is_found_out(plant: type[Advised], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "advice" in compared("nordkapp", plant, monkeypatch, 1).channels
