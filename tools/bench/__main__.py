"""How fast Barents is, and how fast others are in the same run.

Figures short of their targets are marked; the exit code is 0 all the same, since a busy machine is no fault of ours.

    python -m tools.bench [--quick] [--only PART ...] [--json FILE] [--markdown FILE]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from rich.console import Console

from tools.bench.clock import measure
from tools.bench.figures import BENCHES
from tools.bench.report import Run, as_json, page_with, show, write_markdown

# Importing one registers its benches; this is the order of the report. A game adds its module here.
MODULES = (
    "hunt",
    "others",
    "north_cape",
    "nordkapp",
    "arctic_disaster",
    "operations",
    "arctic_campaign",
    "atlas",
    "cluster",
    "server",
    "load",
    "browser",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run: rough figures in a few seconds")
    parser.add_argument("--only", nargs="+", choices=MODULES, metavar="PART", help=f"only some of {', '.join(MODULES)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything that was measured")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="put the tables between the marks of a page")
    options = parser.parse_args(arguments)
    if options.markdown and options.markdown.exists():
        try:
            page_with("", options.markdown.read_text("utf-8"))
        except ValueError as error:
            parser.error(f"{options.markdown}: {error}")
    for module in options.only or MODULES:
        import_module(f"tools.bench.{module}")
    rounds, seconds = (3, 0.03) if options.quick else (9, 0.3)
    console = Console()
    with console.status("") as status:
        figures = measure(BENCHES, rounds, seconds, lambda stage: status.update(stage))
    run = Run(figures, rounds, seconds)
    show(run, console)
    if options.json:
        options.json.write_bytes(as_json(run))
    if options.markdown:
        write_markdown(run, options.markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
