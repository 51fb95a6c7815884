"""axe-core looks at the main pages, by day and in polar night."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.packaging.project import ROOT
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.positions import finished, load

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def findings(page: Page, part: str = "html") -> list[str]:
    """What axe-core calls serious or critical on a page, or in a part of it."""
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=AXE)
    found: dict[str, Any] = page.evaluate("part => axe.run(part, { resultTypes: ['violations'] })", part)
    return [
        f"{each['id']}: {node['html'][:150]} {node['failureSummary'][:200]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def is_asked(me: Person, shape: str) -> bool:
    """Whether a question of some shape lies before somebody."""
    return me.decision.locator(shape).count() > 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_findings_from_the_start_into_a_game(table: Table, theme: Literal["light", "dark"]) -> None:
    page = table.page("/", bypass_csp=True, color_scheme=theme)
    me = Person(page, theme, bold=0.3)
    page.get_by_text("Options").first.click()
    assert findings(page) == []
    page.get_by_role("button", name="Start a first game").click()
    for shape in ("button.row", "fieldset", "ol.slots"):
        me.play(partial(is_asked, me, shape))
        assert findings(page, "section.decision") == []
    me.play(lambda: "mission" in me.prompt)
    expect(page.get_by_role("log").locator(".modifier").first).to_be_visible()
    expect(page.locator("path.stop").first).to_be_attached()
    assert findings(page) == []
    page.keyboard.press("d")
    expect(page.get_by_role("region", name="Displays")).to_be_visible()
    assert findings(page, "section.displays") == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    assert findings(page, "[role=dialog]") == []
    page.get_by_role("button", name="Standing orders").click()
    expect(page.get_by_role("heading", name="Standing orders")).to_be_visible()
    assert findings(page, "[role=dialog]") == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_findings_after_the_game(table: Table, theme: Literal["light", "dark"]) -> None:
    page = table.page(None, bypass_csp=True, color_scheme=theme)
    load(page, finished())
    expect(page.locator("main.report h1")).to_be_visible()
    assert findings(page) == []
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("application")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Three eyes").click()
    expect(page.get_by_role("application")).to_have_count(3)
    assert findings(page) == []


def test_no_serious_findings_on_a_phone(table: Table) -> None:
    page = table.page("/", bypass_csp=True, viewport=PHONE, has_touch=True, is_mobile=True)
    assert findings(page) == []
    me = Person(page, "phone")
    page.get_by_role("button", name="Start a first game").click()
    me.until_asked()
    for tab in ("Decide", "Units", "Log", "Displays"):
        page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=tab).click()
        assert findings(page) == []
    # It does look: a button without a name is found.
    page.evaluate("() => document.body.append(document.createElement('button'))")
    assert any("button-name" in each for each in findings(page))
