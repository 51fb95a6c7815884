"""What the odds of several chapters are told with."""

from __future__ import annotations

from barents.kernel.odds import Spread


def counting(modifiers: dict[str, int]) -> dict[str, int]:
    """The modifiers that are not nothing."""
    return {name: value for name, value in modifiers.items() if value}


def meant(found: Spread[int], **words: str) -> dict[str, float]:
    """NC 11.2, NC 11.3: how a die that means none, one or two can end, in the order of the words."""
    numbers = {"none": 0, "one": 1, "two": 2}
    return {said: found[numbers[name]] for name, said in words.items()}
