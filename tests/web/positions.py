"""Games that the doctrine players have brought to some point, for a person to take over or to look back upon."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Page

from barents.kernel import registry
from barents.kernel.assign import Assign
from barents.kernel.dice import Dice
from barents.kernel.match import Control, Match
from barents.kernel.record import decode
from barents.kernel.sides import Side, eyes_of
from barents.players import player

SHORTEST = "unternehmen-sportpalast"
MOST_CHOICES = 20_000


def played(scenario: str, seed: int, until: Callable[[Match[Any, Any]], bool], game: str = "north_cape") -> bytes:
    """The record of a game of doctrine against doctrine, up to a moment or to its end."""
    match: Match[Any, Any] = Match.new(registry.find(game), scenario, seed=seed)
    staff = player("doctrine", game, match.data)
    number = 0
    while match.pending and not until(match):
        assert number < MOST_CHOICES, f"seed {seed} of {scenario} never comes to an end"
        side = next(iter(match.pending))
        dice = Dice.seeded("position", seed, number)
        match.act(side, staff.choose(match.known(eyes_of(side)), match.pending[side], dice))
        number += 1
    return match.record.encode()


@cache
def asked(game: str, scenario: str, side: Side, rule: str, value: str = "", most: int = 700) -> bytes:
    """A game up to the first time that a rule asks a side, and offers a value to whatever is assigned one.

    Of all games one is taken in which that is so soon.
    """
    for seed in range(1, 60):
        ends = False

        def until(match: Match[Any, Any]) -> bool:
            nonlocal ends
            decision = match.pending.get(side)
            if decision is not None and decision.rule == rule:
                domains = decision.options.slots.values() if isinstance(decision.options, Assign) else ()
                ends = not value or all(value in list(domain) for domain in domains)
            return ends or len(match.choices) > most

        record = played(scenario, seed, until, game)
        if ends:
            return record
    raise AssertionError(f"{rule} asks nobody in the first {most} choices of any game")


@cache
def finished() -> bytes:
    """A game in which the Allies have resigned after some turns."""
    match = Match.replay(decode(played(SHORTEST, 5, lambda match: len(match.choices) >= 400)))
    match.do(Side.ALLIED, Control.RESIGN)
    return match.record.encode()


def load(page: Page, record: bytes) -> None:
    """Give the page a record to read, as a person would."""
    page.goto("/")
    page.get_by_label("The record's file").set_input_files(
        {"name": "record.json", "mimeType": "application/json", "buffer": record}
    )
    page.wait_for_url(lambda address: "/match/" in address or "/debrief/" in address)


def to_orders(page: Page) -> None:
    """Go on from the report to the orders, where there is one: it stands before them, and has the dock's place."""
    report = page.locator(".next .primary, .band.sheet .go .primary")
    page.locator("section.decision").or_(report).first.wait_for()
    if report.count():
        report.click()
        report.wait_for(state="detached")


def take_over(page: Page, record: bytes, side: Side, opponent: str = "doctrine") -> None:
    """Go on with a game from its record, on one side."""
    page.goto("/")
    origin = page.url.rstrip("/")
    answer = page.request.post(
        f"/api/records?side={side.value}&opponent={opponent}",
        data=record,
        headers={"origin": origin, "content-type": "application/json"},
    )
    assert answer.ok, answer.text()
    page.goto(f"/match/{answer.json()['match']}/{side.value}")
