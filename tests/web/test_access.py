"""axe-core looks at the main pages, by day and in polar night."""

from __future__ import annotations

from functools import partial
from typing import Any

from playwright.sync_api import Page, expect

from tests.packaging.project import ROOT
from tests.web.browser import PHONE, Table
from tests.web.person import Person
from tests.web.positions import finished, load

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

# To another theme, and on until every colour has changed.
_CHANGE = """async (theme) => {
  document.documentElement.dataset.theme = theme
  const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(changing.map((one) => one.finished))
}"""


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


def findings_day_and_night(page: Page, part: str = "html") -> list[str]:
    """The same in both themes, between which a page changes by nothing but its colours."""
    found = []
    for theme in ("night", "day"):
        page.evaluate(_CHANGE, theme)
        found += [f"by {theme}: {each}" for each in findings(page, part)]
    return found


def is_asked(me: Person, shape: str) -> bool:
    """Whether a question of some shape lies before somebody."""
    return me.decision.locator(shape).count() > 0


def test_no_serious_findings_from_the_start_into_a_game(table: Table) -> None:
    page = table.page("/", bypass_csp=True)
    me = Person(page, "light", bold=0.3)
    page.get_by_text("Options").first.click()
    assert findings_day_and_night(page) == []
    page.get_by_role("button", name="Start a first game").click()
    for shape in ("button.row", "fieldset", "ol.slots"):
        me.play(partial(is_asked, me, shape))
        assert findings_day_and_night(page, "section.decision") == []
    me.play(lambda: "mission" in me.prompt)
    page.get_by_role("log").get_by_role("button", name="how").first.click()
    expect(page.get_by_role("log").locator(".modifier").first).to_be_visible()
    expect(page.locator("path.stop").first).to_be_attached()
    assert findings_day_and_night(page) == []
    page.keyboard.press("d")
    expect(page.get_by_role("region", name="Displays")).to_be_visible()
    assert findings_day_and_night(page, "section.displays") == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    assert findings_day_and_night(page, "[role=dialog]") == []
    page.get_by_role("button", name="Standing orders").click()
    expect(page.get_by_role("heading", name="Standing orders")).to_be_visible()
    assert findings_day_and_night(page, "[role=dialog]") == []


def test_no_serious_findings_after_the_game(table: Table) -> None:
    page = table.page(None, bypass_csp=True)
    load(page, finished())
    expect(page.locator("main.report h1")).to_be_visible()
    assert findings_day_and_night(page) == []
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("application")).to_be_visible()
    assert findings_day_and_night(page) == []
    page.get_by_role("button", name="Three eyes").click()
    expect(page.get_by_role("application")).to_have_count(3)
    assert findings_day_and_night(page) == []
    # It does look by night too: what is dark only then is found.
    page.add_style_tag(content=":root[data-theme='night'] body * { color: #101820 !important }")
    found = findings_day_and_night(page)
    assert found
    assert all(each.startswith("by night: color-contrast") for each in found)


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


def test_no_serious_findings_in_the_rulebook_and_in_a_rule_beside_the_chart(table: Table) -> None:
    page = table.page("/rules/north_cape/9", bypass_csp=True)
    expect(page.locator("figure svg").first).to_be_visible()
    assert findings_day_and_night(page) == []
    page.get_by_role("searchbox").fill("decoy")
    expect(page.get_by_role("list", name="Found")).to_be_visible()
    assert findings_day_and_night(page) == []
    page = table.page("/", bypass_csp=True)
    page.get_by_role("button", name="Start a first game").click()
    Person(page, "reader").until_asked()
    page.locator(".decision .rule-id").first.click()
    expect(page.locator(".rule-sheet h2")).to_be_visible()
    assert findings_day_and_night(page, ".rule-sheet") == []
