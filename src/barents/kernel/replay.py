"""From a match to its record and back: saving, loading, and checking every die.

A chapter is only played again by the rules that it was played by. Where this program has others, its dice can still be
recomputed, because the record says which fell in which order; what the rules made of them cannot.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from barents.kernel import registry
from barents.kernel.actions import Action, NotationError
from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Refused
from barents.kernel.dice import DiceBox, Die, Offsets, commitment, mix
from barents.kernel.events import Drew, Entry, Rolled, seen
from barents.kernel.game import Game
from barents.kernel.match import Chapter, Control, Match, RuleFault, Terms
from barents.kernel.record import (
    FORMAT,
    VERSION,
    ChapterRecord,
    Record,
    RecordError,
    Renewal,
    Written,
    digest_of,
    sealed,
    sealed_chapter,
)
from barents.kernel.sides import Audience, Observer, Side, only
from barents.kernel.view import line_of

DRAW = "draw "
_FURTHEST = 1 << 62  # no match throws so many dice
_LONGEST = 16  # characters in the name of a throw


class Verified(NamedTuple):
    """What has been checked. `dice` are the throws and draws in the record.

    The chapters numbered in `unplayed` were played by rules that this program does not have: of them the digests and
    the throws were checked, but neither what was drawn (`draws` of them) nor what the rules made of it all. Of those
    numbered in `bare` not even the dice were kept.
    """

    chapters: int
    entries: int
    dice: int
    unplayed: tuple[int, ...] = ()
    draws: int = 0
    bare: tuple[int, ...] = ()


def record_of(match: Match[Any, Any]) -> Record:
    """The record of a match as it stands."""
    if match.terms is None or match.log is None:
        raise RecordError("only a match that was begun from a scenario, with its log, has a record")
    if match.awaited:
        raise RecordError("the match has not begun: there is nothing to record yet")
    terms = match.terms
    # What is finished is written once: a match of many months is saved at the end of each of them.
    del match.written[len(match.chapters) :]
    match.written += [_chapter(match, *chapter) for chapter in match.chapters[len(match.written) :]]
    chapters = [*match.earlier, *match.written, _chapter(match, *match.current_chapter())]
    return sealed(
        Record(
            format=FORMAT,
            version=VERSION,
            game=terms.game,
            scenario=terms.scenario,
            options=terms.options,
            commitment=terms.commitment,
            secret=terms.secret.hex(),
            nonces=terms.nonces,
            data_digest=terms.data_digest,
            chapters=tuple(chapters),
            result=match.result,
            renewed=tuple(match.renewed) or msgspec.UNSET,
        )
    )


def _chapter(
    match: Match[Any, Any],
    opening: bytes,
    offsets: Offsets,
    entries: tuple[tuple[Side, Action | Control], ...],
    log: tuple[int, int],
    closing: bytes,
) -> ChapterRecord:
    state = match.game.decoder.decode(opening)
    entries_of_log = (match.log or [])[log[0] : log[1]]
    return sealed_chapter(
        ChapterRecord(
            rules=match.game.version,
            schema=match.game.schema,
            opening=msgspec.to_builtins(state, str_keys=True),
            offsets=offsets,
            entries=tuple((side, str(done)) for side, done in entries),
            dice=dice_in(entries_of_log),
            closing=digest_of(closing),
            log=tuple(_written(match, entry) for entry in entries_of_log),
        )
    )


def _written(match: Match[Any, Any], entry: Entry) -> Written:
    """A line of the log for the record: whole, and for those who could read only a part of it."""
    words = _words(match, entry, Observer.UMPIRE)
    to = _whole(entry)
    if entry.to is entry.modifiers_to is entry.total_to:
        return Written(entry.event.rule, to, words)
    others = (eyes for eyes in Observer if not to.includes(eyes))
    parts = {eyes: read for eyes in others if (read := _words(match, entry, eyes))}
    return Written(entry.event.rule, to, words, parts)


def _words(match: Match[Any, Any], entry: Entry, eyes: Observer) -> str:
    line = line_of(match, entry, eyes, 0)
    return "" if line is None else line.text


def _whole(entry: Entry) -> Audience:
    """Who may know all of an entry."""
    if entry.to is entry.modifiers_to is entry.total_to:
        return entry.to
    knowing = [side for side in Side if seen(entry, Observer(side.value)) == entry.event]
    return Audience.EVERYONE if len(knowing) == len(Side) else only(knowing[0]) if knowing else Audience.NOBODY


def dice_in(log: Sequence[Entry]) -> tuple[tuple[Audience, str, tuple[int, ...]], ...]:
    """Every throw and the size of every draw, in the order in which they fell."""
    fallen: list[tuple[Audience, str, tuple[int, ...]]] = []
    for entry in log:
        if isinstance(entry.event, Rolled):
            fallen.append((entry.to, entry.event.die, entry.event.faces))
        elif isinstance(entry.event, Drew):
            drawn = ",".join(entry.event.drawn)
            fallen.append((entry.to, f"{DRAW}{drawn}", (entry.event.count, entry.event.pool)))
    return tuple(fallen)


def replay(record: Record, pack: DataPack | None = None) -> Match[Any, Any]:
    """The match again as it stood: its last chapter is played from its opening."""
    _insist_on_data(record, pack)
    game = _game(record)
    data = game.data(pack)
    match = _open(record, game, data, len(record.chapters) - 1)
    _play(match, record, len(record.chapters) - 1)
    return match


def begun(record: Record, pack: DataPack | None = None) -> Match[Any, Any]:
    """The match of a record at its beginning, to be played from there."""
    _insist_on_data(record, pack)
    game = _game(record)
    match: Match[Any, Any] = Match.new(
        game,
        record.scenario,
        seed=_secret(record.secret),
        options=_options(record, game),
        pack=pack,
        await_nonces=bool(record.nonces),
    )
    match.dice_to_come = list(record.renewals)
    for side in match.awaited:
        match.contribute(side, record.nonces.get(side, ""))
    return match


def verify(record: Record, pack: DataPack | None = None) -> Verified:
    """Play every chapter again and compare every die; an error says where the record is false.

    Of a chapter whose rules are gone only the dice are recomputed, and whatever else needs no rules.
    """
    seals = [(record.secret, record.commitment), *((each.secret, each.commitment) for each in record.renewals)]
    for secret, seal in seals:
        if commitment(_secret(secret)) != seal:
            raise RecordError("the secret does not fit the commitment that was published before the first die")
    unplayed = other_rules(record)
    game, data = _game(record), None
    if len(unplayed) < len(record.chapters) or not record.chapters:
        _insist_on_data(record, pack)
        data = game.data(pack)
    opens: str | None = None  # how the next chapter opens, and
    offsets: Offsets | None = {}  # where the dice stand then, if that is known
    if 0 not in unplayed:
        opens = digest_of(game.encoder.encode(game.opening(data, record.scenario, _options(record, game))))
    draws = 0
    for number, chapter in enumerate(record.chapters):
        before = "the scenario begins" if number == 0 else f"chapter {number} ended"
        match = _open(record, game, data, number) if number not in unplayed else None
        opened = digest_of(match.opening) if match is not None else _opening(chapter, game)
        if None not in (opens, opened) and opened != opens:
            raise RecordError(f"chapter {number + 1} does not open as {before}")
        if offsets is not None and not chapter.is_bare and chapter.offsets != offsets:
            raise RecordError(f"chapter {number + 1} does not go on with the dice where {before}")
        if match is not None:
            played, *following = _play(match, record, number)
            _insist_on_log(match, played, chapter, f"chapter {number + 1}")
            _insist_on_new_dice(match, record, number)
            opens = digest_of(played.closing)
            offsets = following[0].offsets if following else {}
        else:
            box, drawn = _roll_again(record, number)
            draws += drawn
            # Its end can be held against the next opening as long as states are written as they were then.
            opens = chapter.closing if opened is not None and not chapter.is_bare else None
            offsets = None if chapter.is_bare else box.offsets
    last = len(record.chapters) - 1
    if last in unplayed:
        _insist_on_winner(record, record.chapters[-1])
    return Verified(
        chapters=len(record.chapters),
        entries=sum(len(chapter.entries) for chapter in record.chapters),
        dice=sum(len(chapter.dice) for chapter in record.chapters),
        unplayed=tuple(number + 1 for number in unplayed),
        draws=draws,
        bare=tuple(number + 1 for number in unplayed if record.chapters[number].is_bare),
    )


def other_rules(record: Record) -> tuple[int, ...]:
    """Which chapters, counted from 0, can only be played by rules that this program does not have."""
    game = _game(record)
    return tuple(number for number in range(len(record.chapters)) if _is_of_other_rules(record, game, number))


def _is_of_other_rules(record: Record, game: Game[Any, Any], number: int) -> bool:
    """One in which nothing was done yet may begin by newer rules."""
    chapter = record.chapters[number]
    begins = not chapter.entries and record.result is None and number == len(record.chapters) - 1
    return chapter.is_bare or (chapter.rules != game.version and not begins)


def _options(record: Record, game: Game[Any, Any]) -> msgspec.Struct:
    known = [field.name for field in msgspec.structs.fields(game.options)]
    for name in record.options:
        if name not in known:
            raise RecordError(f"{game.title} has no option '{name[:40]}': there are {', '.join(known) or 'none'}")
    try:
        return msgspec.convert(record.options, game.options)
    except msgspec.ValidationError as error:
        raise RecordError(f"the options of the record are none of {game.title}: {error}") from None


def _opening(chapter: ChapterRecord, game: Game[Any, Any]) -> str | None:
    """The digest of a chapter's opening, if today's states are written as those of its rules were."""
    try:
        state = msgspec.convert(chapter.opening, game.state, str_keys=True)
        encoded = game.encoder.encode(state)
    except (msgspec.ValidationError, OverflowError):
        return None
    same = chapter.schema == game.schema and msgspec.to_builtins(state, str_keys=True) == chapter.opening
    return digest_of(encoded) if same else None


def _roll_again(record: Record, number: int) -> tuple[DiceBox, int]:
    """Throw the dice of a chapter again without its rules; where they stand then, and how many draws there were.

    Of a draw only the numbers are known, and not from what was drawn: it takes as much of the dice as it took then.
    """
    chapter, box, where, draws = record.chapters[number], _box(record, number), f"chapter {number + 1}", 0
    new = [renewal for renewal in record.renewals if renewal.chapter == number]
    if any(not 0 <= renewal.dice <= len(chapter.dice) for renewal in new):
        raise RecordError(f"{where} has no such die at which others begin")
    for position, (audience, die, told) in enumerate(chapter.dice, 1):
        while new and new[0].dice < position:
            box = _renewed(new.pop(0))
        if not die.startswith(DRAW):
            fell = _thrown(box, audience, die, len(told))
            if fell != told:
                raise RecordError(f"{where}: die {position} fell {(audience, die, fell)}, not {(audience, die, told)}")
            continue
        names = [name for name in die.removeprefix(DRAW).split(",") if name]
        if len(told) != 2 or not 0 <= told[0] <= told[1] or told[0] > len(names):
            raise RecordError(f"{where}: die {position} is no draw: {die} {told}")
        for taken in range(told[0]):
            box[audience].below(told[1] - taken)
        draws += 1
    return _renewed(new[-1]) if new else box, draws


def _thrown(box: DiceBox, audience: Audience, die: str, number: int) -> tuple[int, ...]:
    """A throw of so many dice by their name, as in `2d6`; nothing where there are no such dice."""
    times, _, faces = die.partition("d")
    if len(die) > _LONGEST:
        return ()
    if not faces.isdecimal() or not (times.isdecimal() or not times) or int(times or 1) != number or int(faces) < 1:
        return ()
    return box[audience].roll(Die(int(faces), number))


def _insist_on_winner(record: Record, last: ChapterRecord) -> None:
    """What ends a match in every game ends it for whom it says."""
    lost = {Control.RESIGN.value, Control.TIME.value}
    side, text = last.entries[-1] if last.entries else (None, "")
    winner = None if record.result is None else record.result.winner
    if text in {*lost, Control.ACCEPT_DRAW.value} and side is not None:
        expected = side.enemy if text in lost else None
        if record.result is None or winner is not expected:
            raise RecordError("the match ends otherwise than the record says")


def _game(record: Record) -> Game[Any, Any]:
    try:
        return registry.find(record.game)
    except LookupError as error:
        raise RecordError(str(error)) from None


def _insist_on_data(record: Record, pack: DataPack | None) -> None:
    """A record is played again with what it was played with."""
    digest = pack.digest if pack is not None else ""
    if digest != record.data_digest:
        needed = "a data pack that is not given" if not digest else "another data pack, or none"
        raise RecordError(f"the match was played with {needed} (digest {record.data_digest or 'of no pack'})")
    game = _game(record)
    try:
        game.scenario(game.data(pack), record.scenario)
    except LookupError as error:
        raise RecordError(str(error)) from None
    if not record.chapters:
        raise RecordError("the record has no chapter")


def _secret(secret: str) -> bytes:
    try:
        return bytes.fromhex(secret)
    except ValueError as error:
        raise RecordError(f"the secret of the record is damaged: {error}") from None


def _open(record: Record, game: Game[Any, Any], data: Any, number: int) -> Match[Any, Any]:
    """A match at the opening of a chapter, not begun yet."""
    chapter = record.chapters[number]
    if _is_of_other_rules(record, game, number):
        raise RecordError(
            f"chapter {number + 1} was played by rules {chapter.rules} of {game.title}; "
            f"this program has {game.version} and does not re-rule a chapter under way"
        )
    raw = chapter.opening
    if chapter.schema < game.schema:
        raw = msgspec.json.decode(msgspec.json.encode(raw))  # an upgrade may write into what it is given
    for schema in range(chapter.schema, game.schema):
        if schema not in game.upgrades:
            raise RecordError(f"there is no way from schema {schema} of {game.title} to {schema + 1}")
        raw = game.upgrades[schema](raw)
    if chapter.schema > game.schema:
        raise RecordError(f"chapter {number + 1} has schema {chapter.schema}; this program reads {game.schema}")
    try:
        state = msgspec.convert(raw, game.state, str_keys=True)
        game.encoder.encode(state)
    except (msgspec.ValidationError, OverflowError) as error:
        raise RecordError(f"the opening of chapter {number + 1} is damaged: {error}") from None
    secret = _secret(record.secret)
    terms = Terms(record.game, record.scenario, record.options, secret, record.nonces, record.data_digest)
    match: Match[Any, Any] = Match(game, data, state, _box(record, number), terms=terms)
    match.renewed = [renewal for renewal in record.renewals if renewal.chapter < number]
    match.dice_to_come = [renewal for renewal in record.renewals if renewal.chapter >= number]
    match.earlier = record.chapters[:number]
    if number and (before := record.chapters[number - 1].rules) != game.version:
        match.announce(
            f"From here on this match is played by rules {game.version} of {game.title}. "
            f"What came before was played by rules {before}"
        )
    return match


def _box(record: Record, number: int) -> DiceBox:
    """The dice of a record where a chapter begins with them."""
    chapter = record.chapters[number]
    if not all(0 <= offset < _FURTHEST for offset in chapter.offsets.values()):
        raise RecordError(f"no dice can stand at {dict(chapter.offsets)}")
    past = [renewal for renewal in record.renewals if renewal.chapter < number]
    box = _renewed(past[-1]) if past else DiceBox(mix(_secret(record.secret), record.nonces))
    box.rewind(chapter.offsets)
    return box


def _renewed(renewal: Renewal) -> DiceBox:
    """Other dice where they begin."""
    taken = {audience.value: _secret(given) for audience, given in renewal.taken.items()}
    box = DiceBox(mix(_secret(renewal.secret), renewal.nonces)).after(taken)
    box.rewind({audience: len(taken[audience.value]) for audience in renewal.taken})
    return box


def _insist_on_new_dice(match: Match[Any, Any], record: Record, number: int) -> None:
    """Other dice begin where the record says, and nowhere else."""
    last = number == len(record.chapters) - 1
    told = [renewal for renewal in record.renewals if last or renewal.chapter <= number]
    if match.renewed != told:
        raise RecordError(f"chapter {number + 1} goes on with other dice elsewhere than the record says")


def _play(match: Match[Any, Any], record: Record, number: int) -> list[Chapter]:
    """Do what a chapter says and compare where it leads; the chapter as played, and what follows it."""
    chapter, where = record.chapters[number], f"chapter {number + 1}"
    last = number == len(record.chapters) - 1
    try:
        match.begin()
    except RuleFault as error:
        raise RecordError(f"{where} cannot be opened: {error}") from error
    for position, (side, text) in enumerate(chapter.entries, 1):
        try:
            match.do(side, Control(text) if text.startswith("!") else match.game.notation.parse(text))
        except (Refused, NotationError, RuleFault, ValueError) as error:
            raise RecordError(f"{where}, entry {position} ({side}: {text}) cannot be played: {error}") from error
    played = [*match.chapters, match.current_chapter()]
    if last is bool(match.chapters) or len(played[0].entries) != len(chapter.entries):
        raise RecordError(f"{where} does not end where the record says")
    if chapter.rules == match.game.version:  # else nothing was done in it yet, and it begins by the new rules
        _compare(match, played[0], chapter, where)
        if last and match.result != record.result:
            raise RecordError("the match ends otherwise than the record says")
    return played


def _compare(match: Match[Any, Any], played: Chapter, chapter: ChapterRecord, where: str) -> None:
    """Hold a chapter as played against what is told of it."""
    dice = dice_in((match.log or [])[played.log[0] : played.log[1]])
    for position, (fell, told) in enumerate(zip(dice, chapter.dice, strict=False), 1):
        if fell != told:
            raise RecordError(f"{where}: die {position} fell {fell}, not {told}")
    if len(dice) != len(chapter.dice):
        raise RecordError(f"{where}: {len(dice)} dice fell, not {len(chapter.dice)}")
    if chapter.schema == match.game.schema and digest_of(played.closing) != chapter.closing:
        raise RecordError(f"{where} leads to another position than the record says")


def _insist_on_log(match: Match[Any, Any], played: Chapter, chapter: ChapterRecord, where: str) -> None:
    """The words of a log may be others today, but not the rules that spoke, nor who was told."""
    if chapter.log is msgspec.UNSET or chapter.rules != match.game.version:
        return
    spoken = [(entry.event.rule, _whole(entry)) for entry in (match.log or [])[played.log[0] : played.log[1]]]
    if [(line.rule, line.to) for line in chapter.log] != spoken:
        raise RecordError(f"{where} has another log than its dice and choices make")
