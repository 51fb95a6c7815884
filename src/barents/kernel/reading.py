"""A record as it can be read without its rules: what was done, which dice fell, what the umpire wrote, how it ended.

A match is not played again by other rules than those it was played by. But everything that was written down can be
read for ever, through anybody's eyes: a side's own choices, the dice that it saw, and its lines of the log.
"""

from typing import Any, NoReturn

import msgspec

from barents.kernel import registry
from barents.kernel.actions import Action, Allot, Decline
from barents.kernel.datapack import DataPack
from barents.kernel.events import Drew
from barents.kernel.game import Game, Result
from barents.kernel.progress import Control
from barents.kernel.record import ChapterRecord, Record
from barents.kernel.replay import DRAW, Verified, other_rules
from barents.kernel.sides import Audience, Observer, Side
from barents.kernel.view import in_words

_CONTROLS = {
    Control.UNDO: "Takes the last choice back",
    Control.RESIGN: "Resigns",
    Control.OFFER_DRAW: "Offers a draw",
    Control.ACCEPT_DRAW: "Accepts the draw",
    Control.DECLINE_DRAW: "Declines the draw",
    Control.TIME: "Runs out of time",
    Control.NEW_DICE: "The match goes on with new dice",
}
# Both sides know of these. A choice taken back may have been a secret.
_OPEN = {control.value for control in Control if control is not Control.UNDO}


class ReadChoice(msgspec.Struct, frozen=True):
    """What a side did: its number among all of its chapter, the words, and the notation if it says it otherwise."""

    number: int
    side: Side
    words: str
    notation: str = ""


class ReadLine(msgspec.Struct, frozen=True):
    """A die or a line of the log: who could know all of it, and the words."""

    to: Audience
    words: str
    rule: str = ""


class ReadChapter(msgspec.Struct, frozen=True):
    """A chapter as it can be read. Without `has_log` nobody had kept the log yet, nor without `has_dice` the dice."""

    rules: str
    choices: tuple[ReadChoice, ...]
    dice: tuple[ReadLine, ...]
    log: tuple[ReadLine, ...]
    has_dice: bool = True
    has_log: bool = True


class Reading(msgspec.Struct, frozen=True):
    """A record as it can be read: by which rules it was played, why it is not shown on the chart, and its chapters."""

    game_title: str
    scenario_title: str
    why: str
    chapters: tuple[ReadChapter, ...]
    result: Result | None


class _NeedsStateError(Exception):
    """Words that can only be found with the position before one's eyes."""


class _NoState:
    """Stands where a state is expected, and has nothing in it."""

    def __getattr__(self, name: str) -> NoReturn:
        raise _NeedsStateError(name)


def why_not_played(record: Record) -> str:
    """Why a record can be read, but not be played again; nothing if it can."""
    unplayed = other_rules(record)
    if not unplayed:
        return ""
    game = registry.find(record.game)
    rules = list(dict.fromkeys(record.chapters[number].rules for number in unplayed))
    which = "This match" if len(unplayed) == len(record.chapters) else f"{_chapters(unplayed)} of this match"
    verb = "were" if len(unplayed) > 1 and len(unplayed) < len(record.chapters) else "was"
    if rules == [game.version]:
        return f"{which} {verb} not kept with its dice, so it cannot be played again."
    return (
        f"{which} {verb} played by rules {' and '.join(rules)} of {game.title}. Today's rules (version {game.version}) "
        "are others, so its positions cannot be shown. Everything that was written down can be read."
    )


def _chapters(numbers: tuple[int, ...]) -> str:
    """Chapters, counted from 0, as a person counts them."""
    named = [str(number + 1) for number in numbers]
    if len(named) == 1:
        return f"Chapter {named[0]}"
    together = numbers == tuple(range(numbers[0], numbers[-1] + 1))
    if together and len(named) > 2:
        return f"Chapters {named[0]} to {named[-1]}"
    return f"Chapters {', '.join(named[:-1])} and {named[-1]}"


def checked_in_words(record: Record, checked: Verified) -> str:
    """What was found true in a record, and what could not be checked, and why."""
    if not checked.unplayed:
        return (
            f"All {checked.dice} dice are true, and the secret is the one that was promised before the first of them."
        )
    game = registry.find(record.game)
    numbers = tuple(number - 1 for number in checked.unplayed)
    rules = " and ".join(dict.fromkeys(record.chapters[number].rules for number in numbers))
    words = "Nothing is wrong in what can be checked: the digests fit, the secret is the one that was promised before "
    words += "the first die"
    if checked.dice > checked.draws:
        words += f", and it gives all {checked.dice - checked.draws} throws. "
    else:
        words += ". "
    which = "it" if len(numbers) == len(record.chapters) else _chapters(numbers).lower()
    verb = "were" if len(numbers) > 1 and which != "it" else "was"
    words += f"The rest needs rules {rules} of {game.title}, by which {which} {verb} played, and this program has "
    words += f"{game.version}: it cannot tell whether every choice was allowed and where it led"
    draws = "a draw" if checked.draws == 1 else f"{checked.draws} draws"
    words += f", nor what {draws} gave." if checked.draws else "."
    if checked.bare:
        words += f" {_chapters(tuple(number - 1 for number in checked.bare))} was kept without dice."
    return words


def read(record: Record, eyes: Observer = Observer.UMPIRE, pack: DataPack | None = None) -> Reading:
    """A record for a person, as somebody could see the match; the umpire's eyes see everything."""
    game = registry.find(record.game)
    data = game.data(pack)
    return Reading(
        game_title=game.title,
        scenario_title=game.scenario_title(data, record.scenario),
        why=why_not_played(record),
        chapters=tuple(_chapter(game, data, chapter, eyes) for chapter in record.chapters),
        result=record.result,
    )


def _chapter(game: Game[Any, Any], data: Any, chapter: ChapterRecord, eyes: Observer) -> ReadChapter:
    lines = () if chapter.log is msgspec.UNSET else chapter.log
    return ReadChapter(
        rules=chapter.rules,
        choices=tuple(
            _choice(game, data, number, side, text)
            for number, (side, text) in enumerate(chapter.entries, 1)
            if text in _OPEN or eyes is Observer.UMPIRE or eyes.side is side
        ),
        dice=tuple(ReadLine(to, _fell(game, data, die, told)) for to, die, told in chapter.dice if to.includes(eyes)),
        log=tuple(ReadLine(line.to, words, line.rule) for line in lines if (words := line.read_by(eyes))),
        has_dice=not chapter.is_bare,
        has_log=chapter.log is not msgspec.UNSET,
    )


def _choice(game: Game[Any, Any], data: Any, number: int, side: Side, text: str) -> ReadChoice:
    """What a side did, in the game's words where they need neither the rules of then nor the position."""
    if text.startswith("!"):
        known = {control.value: words for control, words in _CONTROLS.items()}
        return ReadChoice(number, side, known.get(text, text))
    try:
        words = _said(game, data, game.notation.parse(text)) or text
    except Exception:  # whatever today's words make of yesterday's choice, the notation always stands
        return ReadChoice(number, side, text)
    return ReadChoice(number, side, words, text if words != text else "")


def _said(game: Game[Any, Any], data: Any, action: Action) -> str:
    try:
        words = game.words(data, _NoState(), action)
    except _NeedsStateError:
        words = ""
    if words and words != str(action):
        return words
    match action:
        case Decline():
            return "Declines"
        case Allot(pairs):
            return ", ".join(f"{game.label(data, slot)}: {game.label(data, value)}" for slot, value in pairs)
    return words


def _fell(game: Game[Any, Any], data: Any, die: str, told: tuple[int, ...]) -> str:
    """A throw or a draw in words."""

    def label(name: str) -> str:
        return game.label(data, name)

    if not die.startswith(DRAW):
        return f"{die}: {'+'.join(map(str, told))}"
    drawn = tuple(name for name in die.removeprefix(DRAW).split(",") if name)
    return in_words(Drew("", "", told[0] if told else len(drawn), told[-1] if told else 0, drawn), label)
