"""What all tests share: Hypothesis profiles, and the rule that nothing is skipped when CI=true."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("barents.testing")
pytest_plugins = ["tests.ledger_plugin", "tests.reach_plugin", "tests.server.databases"]

# "fixed" tries the same examples by the dozen on every run and every machine; "wild" is for `make soak`.
settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=24, print_blob=True)
settings.register_profile("wild", derandomize=False, deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

IN_SOAK = settings().max_examples > 1_000
NOTHING_IS_SKIPPED = os.environ.get("CI") == "true"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to `make soak` what is marked for it: the longest of several games of a kind, and checks of our tools.

    What takes longest comes first: one worker has a browser from the beginning, and the others need none for long.
    """
    items.sort(key=lambda item: not item.nodeid.startswith("tests/web/"))
    if not IN_SOAK:
        left = [item for item in items if item.get_closest_marker("soak") is not None]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item.get_closest_marker("soak") is None]


def _forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that gives the skip's reason; an expected failure stays as it is."""
    if NOTHING_IS_SKIPPED and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"With CI=true every test must run, and this one did not. {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Hold every test to the rule."""
    report = yield
    _forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Hold a module that skips itself to the rule."""
    report = yield
    _forbid_skip(report)
    return report
