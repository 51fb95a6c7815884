"""What one side sets up, plots and orders in secret the other does not notice, in pairs of real games (`pairs.py`)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

from barents.games.arctic_campaign.options import Options as Campaign
from barents.kernel import registry
from barents.kernel import umpire as kernel
from barents.kernel.decisions import Decision
from barents.kernel.feed import Feed
from barents.kernel.game import Game, Step
from barents.kernel.sides import Observer, Side
from barents.testing.pairs import Pairs, Secret
from barents.testing.secrecy import Report
from tests.conftest import IN_SOAK
from tests.properties.leaks import AlwaysSends

A, X = Side.ALLIED, Side.AXIS
SEEDS = range(40) if IN_SOAK else range(1)
TIMES, MOST = (6, 60) if IN_SOAK else (2, 25)

SECRETS: dict[str, tuple[Secret, ...]] = {
    "north_cape": (
        Secret("the Allied set-up", A, "NC-4.0-setup-by-scenario"),
        Secret("by which hex a convoy enters", A, "NC-12.0-entry-cost"),
        Secret("how many decoys the Allies buy", A, "NC-3.3-decoy-cost"),
        Secret("where the Allied decoys lie", A, "NC-3.3-decoy-placement"),
        Secret("who is in which group", A, "NC-4.2-group-form"),
        Secret("the German set-up", X, "NC-4.0-setup-by-scenario"),
        Secret("where the aircraft are based", X, "NC-12.0-airbase-limit-setup"),
        Secret("where the German decoys lie", X, "NC-3.3-decoy-placement"),
    ),
    "nordkapp": (
        Secret("the Allied set-up", A, "NK-4A-setup-first"),
        Secret("the Allied plot", A, "NK-5.1-secret-plot"),
        Secret("by which hex a convoy enters", A, "NK-5.1-entry-cost"),
        Secret("what the Allied aircraft do", A, "NK-4A-air-missions"),
        Secret("whether the Allies call combat", A, "NK-8-optional"),
        Secret("the German set-up", X, "NK-4A-setup-first"),
        Secret("the German plot", X, "NK-5.1-secret-plot"),
        Secret("where the squadrons are based", X, "NK-9-base-limit"),
        Secret("what the squadrons do", X, "NK-4A-air-missions"),
        Secret("whether the Germans call combat", X, "NK-8-optional"),
    ),
    "arctic_disaster": (
        Secret("where the Home Fleet starts", A, "AD-16.1.2-home-fleet"),
        Secret("which forces and dummies the Allies make", A, "AD-3.1-secret-reorg"),
        Secret("where the merchants stand in the convoy", A, "AD-9.3-display-core"),
        Secret("where its escorts stand", A, "AD-9.3-display-escort"),
        Secret("how wrong a report to the Germans is", A, "AD-10.2.1-fuzz-owner"),
        Secret("whether an Allied force goes as fast as it can", A, "AD-7.1-max-declare"),
        Secret("which forces and dummies the Germans make", X, "AD-3.1-secret-reorg"),
        Secret("how wrong a report to the Allies is", X, "AD-10.2.1-fuzz-owner"),
        Secret("which squadrons wait", X, "AD-4.1-air-withhold"),
    ),
    "operations": (
        Secret("what the Allies begin with, and where", A, "OP-SCEN-setup"),
        Secret("which Allied ships sail together", A, "OP-FLEET-form"),
        Secret("the missions of the Allied fleets", A, "OP-FLEET-mission"),
        Secret("the Allied plot", A, "OP-FLEET-plot"),
        Secret("where the Allied aircraft fly", A, "OP-AIR-missions"),
        Secret("where the Allied submarines go", A, "OP-SUB-move"),
        Secret("what the Germans begin with, and where", X, "OP-SCEN-setup"),
        Secret("which German ships sail together", X, "OP-FLEET-form"),
        Secret("the missions of the German fleets", X, "OP-FLEET-mission"),
        Secret("the German plot", X, "OP-FLEET-plot"),
        Secret("where the German aircraft fly", X, "OP-AIR-missions"),
        Secret("where the U-boats go", X, "OP-SUB-move"),
    ),
    "arctic_campaign": (
        Secret("which ships the Allies buy, sell and exchange", A, "AC-B.12-time"),
        Secret("which ships they hire", A, "AC-B.13-time"),
        Secret("what they repair", A, "AC-B.42-choice"),
        Secret("where new transports gather", A, "AC-B.21-launch-port"),
        Secret("where the Allied submarines lie", A, "AC-B.16-place"),
        Secret("where Allied ships begin the month", A, "AC-A.4-start-port"),
        Secret("who escorts a convoy", A, "AC-B.23-sources"),
        Secret("in which ports the 8th flotilla starts", X, "AC-C.11-five"),
        Secret("where German ships begin the month", X, "AC-A.4-start-port"),
        Secret("where the squadrons are based", X, "OP-AIR-base-limit"),
        Secret("where the U-boats go", X, "AC-A.22-uboats"),
        Secret("whether German ships refuel", X, "AC-C.33-when"),
    ),
}
PLAYED: dict[str, tuple[str, ...]] = {
    "north_cape": ("enter-the-luftwaffe", "unternehmen-sportpalast", "convoy-is-to-scatter"),
    "nordkapp": ("enter-the-luftwaffe", "unternehmen-sportpalast", "convoy-is-to-scatter"),
    "arctic_disaster": ("historical", "armageddon"),
    "operations": ("regenbogen", "pq-17-roesselsprung", "sportpalast", "qp-11-teaching", "north-cape-1943"),
    "arctic_campaign": ("campaign",),
}
# How a month is played both sides agree on openly, and so it is said beforehand.
CAMPAIGNS = (Campaign(convoy_phase="quick"), Campaign(convoy_phase="played"))
LONGEST = {"arctic_campaign": 300, "operations": 150}


def paired(name: str, seed: int, game: Game[Any, Any] | None = None, feed: type[Feed] = Feed) -> dict[Secret, Report]:
    """Pairs of a game at all of its secrets."""
    pairs, scenarios = Pairs(game or registry.find(name), feed=feed), PLAYED[name]
    options = CAMPAIGNS[seed % len(CAMPAIGNS)] if name == "arctic_campaign" else None
    scenario, longest = scenarios[seed % len(scenarios)], LONGEST.get(name, 600) * (4 if IN_SOAK else 1)
    return pairs.run(SECRETS[name], scenario, seed, options, times=TIMES, most=MOST, longest=longest)


@pytest.mark.parametrize("name", SECRETS)
def test_what_is_decided_in_secret_is_not_noticed(name: str) -> None:
    total: dict[Secret, Report] = {secret: Report() for secret in SECRETS[name]}
    for seed in SEEDS:
        for secret, report in paired(name, seed).items():
            assert report.leaks == [], f"{secret.what}, game {seed}"
            total[secret].add(report)
    reached = [secret for secret, report in total.items() if report.twins]
    assert len(reached) >= len(total) - 2, "most of these questions are put in a game"
    assert sum(report.choices for report in total.values()) > 100, "games that part at once would prove nothing"


# Planted leaks


def gossiping(game: Game[Any, Any]) -> Game[Any, Any]:
    """Each side has a number in its notebook that hangs on the whole truth."""

    def known(data: Any, state: Any, observer: Observer) -> Any:
        shown = game.known(data, state, observer)
        if observer.side is not None:
            shown.notebook[observer.side].facts["gossip"] = crc32(game.encoder.encode(state))
        return shown

    return replace(game, known=known)


def hinting(game: Game[Any, Any]) -> Game[Any, Any]:
    """Whoever is asked something reads there how many signs the whole truth takes to write down."""

    def changed(procedure: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def asking(u: Any, step: Step) -> kernel.Rule[Any]:
            rule, answer = procedure(u, step), None
            while True:
                try:
                    request = rule.send(answer)
                except StopIteration as stop:
                    return stop.value
                if isinstance(request, Decision):
                    request.prompt += f" ({crc32(game.encoder.encode(u.state))})"
                answer = yield request

        return asking if inspect.isgeneratorfunction(procedure) else procedure

    return replace(game, steps={kind: changed(procedure) for kind, procedure in game.steps.items()})


def blabbing(game: Game[Any, Any]) -> Game[Any, Any]:
    """The umpire says aloud, after each step in which somebody was asked something, how the truth stands."""

    def changed(procedure: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def telling(u: Any, step: Step) -> kernel.Rule[Any]:
            after = yield from procedure(u, step)
            u.tell("blab", "All is {so}", so=str(crc32(game.encoder.encode(u.state))))
            return after

        return telling if inspect.isgeneratorfunction(procedure) else procedure

    return replace(game, steps={kind: changed(procedure) for kind, procedure in game.steps.items()})


@pytest.mark.parametrize(
    ("name", "plant", "channel"),
    [
        ("north_cape", gossiping, "known"),
        ("nordkapp", hinting, "options"),
        ("arctic_disaster", blabbing, "told"),
        ("arctic_disaster", hinting, "options"),
        ("nordkapp", blabbing, "told"),
    ],
)
def test_a_planted_leak_is_found(name: str, plant: Callable[[Game[Any, Any]], Game[Any, Any]], channel: str) -> None:
    found = paired(name, 0, plant(registry.find(name)))
    assert any(channel in report.channels for report in found.values())


def test_a_frame_for_every_secret_choice_is_found() -> None:
    assert any("frames" in report.channels for report in paired("nordkapp", 0, feed=AlwaysSends).values())
