"""Write where the cells of the displays lie, for the client.

    python -m tools.display_layouts        into web/src/generated/displays.json

Run it whenever a display has changed; a test sees to it.
"""

from __future__ import annotations

import json
from pathlib import Path

from barents.games.arctic_disaster.data import data
from barents.games.arctic_disaster.screen.layout import layouts

FILE = Path(__file__).parents[1] / "web" / "src" / "generated" / "displays.json"


def written() -> str:
    """The file's text, a cell to a line."""
    parts = []
    for name, layout in layouts(data(None)).items():
        cells = ",\n".join(f"      {json.dumps(cell)}" for cell in layout["cells"])
        sizes = "".join(f'    "{key}": {value},\n' for key, value in layout.items() if key != "cells")
        parts.append(f'  "{name}": {{\n{sizes}    "cells": [\n{cells}\n    ]\n  }}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written())
