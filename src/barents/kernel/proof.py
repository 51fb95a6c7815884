"""Holding a record against what a player kept of its dice: the umpire's seal, and the word that the player gave.

That a record is whole and its dice are true can be seen from itself. That nobody made another in its place, from a
secret or a word chosen afterwards, only somebody can tell who noted seal and word down when the dice were sealed.
"""

from barents.kernel.dice import computers_word
from barents.kernel.record import Record, RecordError, Renewal
from barents.kernel.sides import Side


def hold_against(record: Record, seal: str = "", side: Side | None = None, word: str = "") -> list[str]:
    """What follows from a seal and a side's word for the dice that fell last, in sentences.

    The error where the record has others says so.
    """
    dice: Record | Renewal = record.renewals[-1] if record.renewals else record
    found = []
    if seal:
        _insist_on_seal(record, dice, seal.strip().lower())
        found.append("Its seal is the one that you kept.")
    if side is None:
        return found
    given = dice.nonces.get(side, "")
    if given != word:
        told = f"the {side} word {given}" if given else f"no {side} word"
        raise RecordError(f"the record has {told}, not the one that you kept: its dice are not those you gave it for")
    found.append(f"Its {side} word is the one that you kept.")
    found.append(_of_the_other(dice, side, bool(seal)))
    return found


def _insist_on_seal(record: Record, dice: Record | Renewal, seal: str) -> None:
    if dice.commitment == seal:
        return
    earlier = [record.commitment, *(renewal.commitment for renewal in record.renewals)]
    if seal in earlier:
        raise RecordError("the seal that you kept is of earlier dice: others began later in this record")
    raise RecordError(f"the record has the seal {dice.commitment}, not the one that you kept")


def _of_the_other(dice: Record | Renewal, side: Side, sealed: bool) -> str:
    """Where the other side's word comes from."""
    other = side.enemy
    given = dice.nonces.get(other, "")
    if not given:
        return f"There is no {other} word: the dice follow from the secret and yours alone."
    if given == computers_word(bytes.fromhex(dice.secret), other):
        bound = ", so that the seal bound it before you gave yours: nobody could choose these dice" if sealed else ""
        return f"The {other} word follows from the secret, as a computer's does{bound}."
    if given == dice.nonces.get(side):
        return f"The {other} word is the same, as when two play at one screen."
    return (
        f"Somebody gave the {other} word: it does not follow from the secret. If a computer played the {other} side, "
        "whoever runs the server may have chosen it. If a person did, nobody could choose these dice unless that "
        "person and whoever runs the server did it together."
    )
