"""The shortest scenario of every game, as environments are tested on it."""

from __future__ import annotations

from typing import Any

SHORT: dict[str, tuple[str, dict[str, Any]]] = {
    "north_cape": ("first-voyage", {}),
    "nordkapp": ("first-plot", {}),
    "arctic_disaster": ("historical", {}),
    "operations": ("qp-11-teaching", {}),
    "arctic_campaign": ("campaign", {"convoy_phase": "quick"}),
}
