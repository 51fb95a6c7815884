"""The two colour themes of the charts, by the names that the whole product uses for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ThemeName = Literal["day", "night"]


@dataclass(frozen=True)
class Theme:
    """The colours that a chart needs."""

    paper: str
    panel: str
    ink: str
    ink2: str
    ink3: str
    rule: str
    sea: str
    shelf1: str
    shelf2: str
    land: str
    coast: str
    landink: str
    ice: str
    iceedge: str
    berg: str
    limit: str


VEIL = 0.62  # how much paper lies over what is off the board or out of play


def veiled(colour: str, theme: Theme) -> str:
    """A colour under the veil.

    >>> veiled("#000000", THEMES["day"])
    '#97948C'
    """
    mixed = (round(VEIL * int(theme.paper[i : i + 2], 16) + (1 - VEIL) * int(colour[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02X}" for part in mixed)


THEMES: dict[ThemeName, Theme] = {
    "day": Theme(
        paper="#F3EEE2",
        panel="#FBF8F1",
        ink="#17242E",
        ink2="#45545E",
        ink3="#5E6A73",
        rule="#CFC6B2",
        sea="#E4EDEF",
        shelf1="#D6E5EA",
        shelf2="#C6DBE3",
        land="#EADFC3",
        coast="#6F6243",
        landink="#5A4E33",
        ice="#FBFDFD",
        iceedge="#5F7F90",
        berg="#5F7F90",
        limit="#A8352A",
    ),
    "night": Theme(
        paper="#0B131A",
        panel="#121D26",
        ink="#E8EAE4",
        ink2="#B3BEC4",
        ink3="#8B99A2",
        rule="#2C3B46",
        sea="#10202C",
        shelf1="#142B3A",
        shelf2="#193647",
        land="#2E2D26",
        coast="#A89C7C",
        landink="#D0C5A5",
        ice="#3A4D59",
        iceedge="#A9C2CF",
        berg="#7F9BAA",
        limit="#FF9A8A",
    ),
}
