"""Makes web/src/debrief/vectors.json: records with their dice, and numbers from their streams, as the kernel has them.

The client throws every die again by itself; its tests hold it to this file. Run `python -m tests.web.dice_vectors` when
dice or records change.
"""

from pathlib import Path
from typing import Any

import msgspec

from barents.kernel.dice import Dice, DiceBox, commitment, computers_word, mix
from barents.kernel.match import Match
from barents.kernel.record import Record
from barents.kernel.sides import Audience, Side
from tests.hunt import GAME as HUNT
from tests.kernel.test_record import CAMPAIGN

FILE = Path(__file__).parents[2] / "web/src/debrief/vectors.json"
SECRET = bytes(range(32))
WORDS = {Side.ALLIED: computers_word(SECRET, Side.ALLIED), Side.AXIS: "7f3c0a9be2d14e5586ab01c2d3e4f506"}
# One byte is enough for most dice; some need more, and the widest more than a double can hold.
FACES = (1, 2, 3, 6, 6, 10, 20, 36, 100, 255, 256, 257, 1000, 65_535, 65_537, 1 << 31, (1 << 40) + 7, 1 << 50)


def vectors() -> dict[str, Any]:
    """Everything in the file."""
    played = {"against a computer": against_a_computer(), "three chapters": months(), "new dice": gone_on_with()}
    return {
        "records": {name: dice_of(record) for name, record in played.items()},
        "commitment": commitment(SECRET),
        "secret": SECRET.hex(),
        "words": WORDS,
        "numbers": [numbers(audience, start) for audience in Audience for start in (0, 61, (1 << 40) + 3)],
    }


def numbers(audience: Audience, start: int) -> dict[str, Any]:
    """What a stream gives from an offset on, and where it stands then."""
    stream = DiceBox(mix(SECRET, WORDS))[audience]
    stream.offset = start
    given = [(faces, stream.below(faces)) for _ in range(6) for faces in FACES]
    return {"audience": audience, "start": start, "given": given, "end": stream.offset}


def against_a_computer() -> Record:
    """A person's match against a computer."""
    return played_on(begun(HUNT, "fog-bank"), 300).record


def months() -> Record:
    """Three chapters, with draws."""
    return played_on(begun(CAMPAIGN, "only"), 6).record


def gone_on_with() -> Record:
    """Chapters in which other dice begin twice, in the middle of a step."""
    match = played_on(begun(CAMPAIGN, "only"), 2)
    for secret in (b"one", b"two"):
        match.await_new_dice(secret)
        for side in Side:
            match.contribute(side, f"{side.value} to {secret.decode()}")
        played_on(match, 2)
    return match.record


def begun(game: Any, scenario: str) -> Match[Any, Any]:
    match: Match[Any, Any] = Match.new(game, scenario, seed=SECRET, await_nonces=True)
    for side, word in WORDS.items():
        match.contribute(side, word)
    return match


def played_on(match: Match[Any, Any], choices: int) -> Match[Any, Any]:
    dice = Dice.seeded("vectors", len(match.choices))
    for _ in range(choices):
        if match.pending:
            side = next(iter(match.pending))
            match.act(side, match.pending[side].options.sample(dice))
    return match


def dice_of(record: Record) -> dict[str, Any]:
    """What of a record concerns its dice."""
    raw = msgspec.to_builtins(record)
    kept = {name: raw[name] for name in ("commitment", "secret", "nonces", "renewed") if name in raw}
    chapters = [{name: one[name] for name in ("offsets", "closing", "dice")} for one in raw["chapters"]]
    return {**kept, "chapters": chapters}


def written() -> bytes:
    """The file, as it should be."""
    return msgspec.json.format(msgspec.json.encode(vectors()), indent=-1) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(written())
