"""Numbers and lists as one says them."""

from __future__ import annotations

from collections.abc import Sequence

_ONES = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def listed(names: Sequence[str], most: int = 3) -> str:
    """Some names, as one would say them.

    >>> listed(["Kent"]), listed(["Kent", "Norfolk"]), listed(list("ABCDE"))
    ('Kent', 'Kent and Norfolk', 'A, B and 3 others')
    """
    if not names:
        return "nobody"
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} others"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def in_words(number: int) -> str:
    """A number below a hundred in words.

    >>> in_words(35), in_words(20), in_words(11), in_words(120)
    ('thirty-five', 'twenty', 'eleven', '120')
    """
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    if tens > 9:
        return str(number)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


def capital(words: str) -> str:
    """Words as a sentence begins with them; names within them keep their capitals.

    >>> capital("the Home Fleet")
    'The Home Fleet'
    """
    return f"{words[:1].upper()}{words[1:]}"


def several(kind: str) -> str:
    """Several of a kind.

    >>> several("destroyer"), several("reconnaissance aircraft"), several("fighters")
    ('destroyers', 'reconnaissance aircraft', 'fighters')
    """
    return kind if kind.endswith(("aircraft", "fighters")) else f"{kind}s"


def so_many(number: int, one: str, others: str = "") -> str:
    """So many of anything.

    >>> so_many(1, "hex", "hexes"), so_many(3, "hex", "hexes"), so_many(0, "point"), so_many(2, "fighters")
    ('1 hex', '3 hexes', '0 points', '2 fighters')
    """
    return f"{number} {one if number == 1 else others or several(one)}"


def signed(number: int) -> str:
    """A number with its sign, as modifiers are written.

    >>> signed(2), signed(-1)
    ('+2', '−1')
    """
    return f"+{number}" if number > 0 else f"−{-number}"


def in_halves(number: float) -> str:
    """A number that may have a half, as points are said.

    >>> in_halves(5.5), in_halves(-0.5), in_halves(3), in_halves(0)
    ('5½', '−½', '3', '0')
    """
    whole, half = divmod(abs(number), 1)
    words = f"{int(whole) if whole or not half else ''}{'½' if half else ''}"
    return f"−{words}" if number < 0 else words


class Number(int):
    """A number in a sentence: `{n:piece is|pieces are}` takes the words that go with it, `{n:in words}` spells it out.

    >>> "{n} {n:ship|ships}, {n:in words} of them".format(n=Number(2))
    '2 ships, two of them'
    """

    def __format__(self, spec: str) -> str:
        if spec == "in words":
            return in_words(self)
        one, bar, many = spec.partition("|")
        return (one if self == 1 else many) if bar else super().__format__(spec)


class Flag:
    """What may be so in a sentence: `{smoke: in smoke}` is said where it is.

    >>> "fires{smoke: in smoke}".format(smoke=Flag(True)), "fires{smoke: in smoke}".format(smoke=Flag(False))
    ('fires in smoke', 'fires')
    """

    def __init__(self, is_set: bool) -> None:
        self.is_set = is_set

    def __format__(self, spec: str) -> str:
        return spec if self.is_set else ""
