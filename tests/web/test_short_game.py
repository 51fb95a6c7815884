"""A whole game by clicking, to the report and beyond: replay, three eyes, the record, its dice, another game."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from barents.kernel.datapack import DataPack
from barents.kernel.record import decode
from barents.kernel.replay import DRAW, verify
from tests.web.browser import Table
from tests.web.person import Person

TURNS = 2
SCENARIO = "unternehmen-sportpalast"
# The names of everything that lies on the chart.
_ON_THE_CHART = "() => [...document.querySelectorAll('path.stop')].map((one) => one.ariaLabel).join()"


@pytest.fixture(scope="module")
def data_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """North Cape with a scenario of two turns, as anybody may set it."""
    folder = tmp_path_factory.mktemp("pack")
    scenario = folder / "north_cape" / "scenarios" / f"{SCENARIO}.toml"
    scenario.parent.mkdir(parents=True)
    scenario.write_text(f"turns = {TURNS}\n")
    return folder


@pytest.fixture(scope="module")
def pack(data_pack: Path) -> tuple[str, ...]:
    """The server plays by it."""
    return ("--data-pack", str(data_pack))


def test_a_whole_game_is_played_looked_back_upon_verified_and_played_again(
    table: Table, data_pack: Path, tmp_path: Path
) -> None:
    page = table.page("/", accept_downloads=True)
    me = Person(page, "whole game", bold=0.25)
    page.get_by_role("button", name="Start a first game").click()
    me.until_asked()
    me.play(lambda: False)
    assert me.state("over") == "over"
    result = page.locator("section.result h1").inner_text()

    page.get_by_role("button", name="Read the report").click()
    expect(page.locator("main.report")).to_be_visible()
    headline = page.locator("main.report h1").inner_text()
    assert ("draw" in result.lower()) == ("draw" in headline.lower())
    count = page.locator("header .count").inner_text()
    assert re.search(rf"{TURNS} turns · (\d+) decisions", count)
    assert "checked by the umpire" in count

    look_again(page)
    record = saved(page, tmp_path)
    whole = decode(record.read_bytes())
    verify(whole, DataPack.open(data_pack))
    check_every_die(page, [die for _, die, _ in whole.chapters[0].dice if not die.startswith(DRAW)])
    expect(page.get_by_text(whole.secret)).to_be_visible()
    find_a_changed_die(page)

    page.get_by_role("button", name="Swap sides").click()
    expect(page.get_by_text("You play the Allies")).to_be_visible()
    assert me.turn == 1

    page.goto("/")
    page.get_by_label("The record's file").set_input_files(record)
    expect(page.locator("main.report h1")).to_have_text(headline)


def look_again(page: Page) -> None:
    """Go through the replay with the scrubber and with everybody's eyes, and back to the report."""
    slider = page.get_by_role("slider", name="Step of the game")
    last = int(slider.get_attribute("aria-valuemax") or 0)
    assert last > 10
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    expect(page.get_by_role("application")).to_be_visible()
    step = int(slider.get_attribute("aria-valuenow") or 0)
    assert 0 < step < last
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", str(step + 1))

    # What each side sees is not the same, and the truth is more than either.
    seen = [""]
    for eyes in ("The truth", "German", "Allied"):
        page.get_by_role("group", name="Through whose eyes").get_by_role("button", name=eyes).click()
        page.wait_for_function(f"was => ({_ON_THE_CHART})() !== was", arg=seen[-1])
        seen.append(page.evaluate(_ON_THE_CHART))
    assert len(set(seen)) == 4

    page.get_by_role("button", name="Three eyes").click()
    expect(page.get_by_role("application")).to_have_count(3)
    page.get_by_role("button", name="Report").click()
    expect(page.locator("main.report")).to_be_visible()


def check_every_die(page: Page, throws: list[str]) -> None:
    """The browser throws them by itself, from the seal and the word that it has kept: the server is not asked."""
    page.route("**/api/verify", lambda route: route.abort())
    page.get_by_role("button", name="Check every die").click()
    expect(page.get_by_role("status")).to_have_text(f"All {len(throws)} throws are true.")
    proved = page.locator(".found")
    expect(proved).to_contain_text("The umpire showed this browser this very seal before you gave your word.")
    expect(proved).to_contain_text("nobody could choose these dice")


def find_a_changed_die(page: Page) -> None:
    """The server hands a record out in which one face is another."""

    def cheat(route: Route) -> None:
        record = msgspec.json.decode(route.fetch().body())
        thrown = next(die for die in record["chapters"][0]["dice"] if not die[1].startswith(DRAW))
        thrown[2][0] = thrown[2][0] % 6 + 1
        route.fulfill(json=record)

    page.route("**/record", cheat)
    page.reload()
    page.get_by_role("button", name="Check every die").click()
    expect(page.get_by_role("status")).to_have_text("The dice are not true.")
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"Die \d+ \(\d*d\d+\) falls .* The record says"))
    page.unroute("**/record")


def saved(page: Page, folder: Path) -> Path:
    """The record as the page gives it."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Save record").click()
    file = folder / "record.json"
    download.value.save_as(file)
    return file
