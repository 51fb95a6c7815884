"""The documentation as a reader meets it: every page listed, every link good, nothing asked of other hosts.

Zensical's strict build checks links between pages. It does not look at the navigation, at pictures or at text
that is brought in from the project's root, so these are checked here, on the built pages.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.packaging.project import ROOT

FETCHED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("link", "href")}


@dataclass
class Page(HTMLParser):
    """The links, fetched resources and anchors of one page."""

    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id":
                self.anchors.add(value)
            elif (tag, name) == ("a", "href"):
                self.links.append(value)
            elif (tag, name) in FETCHED:
                self.fetched.append(value)


def read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built from a copy."""
    copy = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "docs", copy / "docs")
    for name in ["mkdocs.yml", "CHANGELOG.md", "CONTRIBUTING.md"]:
        shutil.copy(ROOT / name, copy)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    built = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return copy / "site"


def test_the_navigation_lists_every_page_and_no_other() -> None:
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r"^ +- (?:[^:\n]+: )?([\w/-]+\.md)$", settings, flags=re.MULTILINE)
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(listed) == sorted(pages)


def test_every_link_and_picture_leads_somewhere(site: Path) -> None:
    pages = {path: read(path) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}
    broken = []
    for path, page in pages.items():
        for link in [*page.links, *page.fetched]:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            if target.is_dir():
                target = target / "index.html"
            lost_anchor = address.fragment and target in pages and address.fragment not in pages[target].anchors
            if not target.is_file() or lost_anchor:
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []


def test_a_page_fetches_nothing_from_another_host(site: Path) -> None:
    foreign = [
        f"{path.relative_to(site)}: {address}"
        for path in sorted(site.rglob("*.html"))
        for address in read(path).fetched
        if urlsplit(address).netloc
    ]
    styles = [
        f"{path.relative_to(site)}: {address}"
        for path in sorted(site.rglob("*.css"))
        for address in re.findall(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')]+)", path.read_text(encoding="utf-8"))
    ]
    assert foreign + styles == []
