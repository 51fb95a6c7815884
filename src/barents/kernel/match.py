"""A match: one game under way. It runs the rules to the next decision, takes answers, and can go back.

The state between steps is plain data. At the start of each step that can ask something the match keeps the state's
bytes; undo, a fork and the recovery from a fault all decode them and send the few choices made since into it again.
"""

from types import GeneratorType
from typing import Any, Generic, cast

import msgspec

from barents.kernel import registry
from barents.kernel.actions import Action, Allot
from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Decision, Refused
from barents.kernel.dice import DiceBox, Offsets, commitment, mix
from barents.kernel.domains import Refusal
from barents.kernel.events import Drew, Entry, Rolled, Told
from barents.kernel.game import D, Game, Result, S
from barents.kernel.progress import Approach, Chapter, Checkpoint, Choice, Control, NotAsked, RuleFault, Terms
from barents.kernel.record import ChapterRecord, Record, Renewal
from barents.kernel.sides import EVERYONE, Audience, Observer, Side, eyes_of
from barents.kernel.umpire import Both, Rule, RuleError, Umpire
from barents.kernel.view import Clock, LogLine, Passage, View, view_of

__all__ = [
    "Approach",
    "Chapter",
    "Checkpoint",
    "Choice",
    "Control",
    "Match",
    "NotAsked",
    "RuleFault",
    "Terms",
]

NEW_DICE = "From here on this match is played with new dice"


class Match(Generic[S, D]):
    """One game under way.

    `pending` says who must decide what; `act` takes an answer; `view` shows the match to an observer.
    """

    def __init__(
        self,
        game: Game[S, D],
        data: D,
        state: S,
        box: DiceBox,
        *,
        log: bool = True,
        terms: Terms | None = None,
    ) -> None:
        self.game = game
        self.data = data
        self.terms = terms
        self.box = box
        self.log: list[Entry] | None = [] if log else None
        self.umpire: Umpire[S, D] = Umpire(self, game, data, state)
        self.pending: dict[Side, Decision[Any]] = {}
        self.choices: list[Choice] = []
        self.barred = 0
        self.inside_both = False
        self.chapter_closes = False
        self.earlier: tuple[ChapterRecord, ...] = ()
        self.chapters: list[Chapter] = []
        self.written: list[ChapterRecord] = []
        self.entries: list[tuple[Side, Action | Control]] = []
        self.draw_offer: Side | None = None
        self.awaited: tuple[Side, ...] = ()
        self.renewed: list[Renewal] = []
        self.dice_to_come: list[Renewal] = []
        self._next_dice: tuple[bytes, dict[Side, str]] | None = None
        self._put_off: dict[Side, Decision[Any]] = {}
        self._blind: set[Side] = set()
        self._generator: Rule[Any] | None = None
        self._asks_nothing = False
        self._branches: dict[Side, Rule[Any]] = {}
        self._results: dict[Side, Any] = {}
        self._both_since = 0
        self._trail: list[Checkpoint] = []
        self._chapter = (game.encoder.encode(state), box.offsets, 0)
        self._checkpoint = Checkpoint(self._chapter[0], self._chapter[1], 0, 0, 0)

    # Beginning

    @classmethod
    def new(
        cls,
        game: "Game[S, D] | str",
        scenario: str,
        *,
        seed: int | str | bytes,
        options: msgspec.Struct | None = None,
        pack: DataPack | None = None,
        await_nonces: bool = False,
        log: bool = True,
    ) -> "Match[S, D]":
        """Begin a scenario. With `await_nonces` the first die waits until both seats have contributed."""
        if isinstance(game, str):
            game = cast(Game[S, D], registry.find(game))
        data = game.data(pack)
        game.scenario(data, scenario)
        chosen = options if options is not None else game.options()
        if not isinstance(chosen, game.options):
            raise TypeError(f"{game.title} takes {game.options.__name__}, not {type(chosen).__name__}")
        game.insist_on_both(data, scenario, chosen)
        secret = seed if isinstance(seed, bytes) else str(seed).encode()
        digest = pack.digest if pack is not None else ""
        terms = Terms(game.name, scenario, msgspec.to_builtins(chosen), secret, {}, digest)
        match = cls(game, data, game.opening(data, scenario, chosen), DiceBox(mix(secret, {})), log=log, terms=terms)
        if await_nonces:
            match.awaited = tuple(Side)
        else:
            match.begin()
        return match

    @classmethod
    def at(cls, game: Game[S, D], data: D, state: S, box: DiceBox, *, log: bool = False) -> "Match[S, D]":
        """Enter a position, for instance an imagined one, at the beginning of its next step."""
        match = cls(game, data, state, box, log=log)
        match.begin()
        return match

    @classmethod
    def enter(cls, game: Game[S, D], data: D, state: S, approach: "Approach[S]", box: DiceBox) -> "Match[S, D]":
        """Enter a decision in an imagined world: the step's beginning, its dice, and the choices since."""
        match = cls(game, data, state, box.after(approach.dice), log=False)
        match.begin()
        for side, action in approach.choices:
            match.act(side, action)
        return match

    def contribute(self, side: Side, nonce: str) -> None:
        """A seat's nonce for the dice; with the second one the game begins."""
        if side not in self.awaited or self.terms is None:
            raise Refused(Refusal(f"{side} has no nonce to give now"))
        self.awaited = tuple(other for other in self.awaited if other is not side)
        if self._next_dice is not None:
            self._contribute_anew(*self._next_dice, side, nonce)
            return
        nonces = {**self.terms.nonces, side: nonce}
        self.terms = msgspec.structs.replace(self.terms, nonces=nonces)
        if not self.awaited:
            self.box = DiceBox(mix(self.terms.secret, nonces))
            self.begin()

    def await_new_dice(self, secret: bytes) -> None:
        """Go on with dice of another secret, once both seats have contributed to them; nobody is asked until then.

        Whoever brings a record knows the secret of its dice, and with it every die to come.
        """
        self._still_on()
        self.awaited = tuple(Side)
        self._next_dice = (secret, {})
        self._put_off, self.pending = self.pending, {}

    def _contribute_anew(self, secret: bytes, nonces: dict[Side, str], side: Side, nonce: str) -> None:
        nonces[side] = nonce
        if not self.awaited:
            self._next_dice = None
            self._renew(secret, nonces)
            self.pending, self._put_off = self._put_off, {}

    def _renew(self, secret: bytes, nonces: dict[Side, str]) -> None:
        """From here on other dice fall, and no step before can be taken back; the one under way keeps what it had."""
        start, clock = self._checkpoint, self.clock
        taken = self.box.taken_since(start.offsets)
        self.box = DiceBox(mix(secret, nonces)).after(taken)
        self.box.rewind({Audience(name): len(given) for name, given in taken.items()})
        self.renewed.append(
            Renewal(
                commitment=commitment(secret),
                secret=secret.hex(),
                nonces=dict(nonces),
                chapter=len(self.earlier) + len(self.chapters),
                dice=sum(isinstance(entry.event, (Rolled, Drew)) for entry in (self.log or [])[self._chapter[2] :]),
                taken={Audience(name): given.hex() for name, given in taken.items()},
                turn=clock.turn,
                date=clock.date,
            )
        )
        self.entries.append((Side.ALLIED, Control.NEW_DICE))
        self._checkpoint = start._replace(offsets={})
        if self.log is not None:
            self.log.append(Entry(Told("", NEW_DICE), EVERYONE, EVERYONE, EVERYONE))
        self._trail = []
        self.barred = len(self.choices)

    @property
    def awaits_new_dice(self) -> bool:
        """Whether the match goes on from a record as soon as both seats have given words for other dice."""
        return self._next_dice is not None

    @property
    def seal(self) -> str:
        """What is published of the secret behind the dice that fall now, before the first of them."""
        if self._next_dice is not None:
            return commitment(self._next_dice[0])
        if self.renewed:
            return self.renewed[-1].commitment
        return "" if self.terms is None else self.terms.commitment

    def announce(self, words: str) -> None:
        """Open the log with words to everyone that no rule speaks; nothing takes them back."""
        if self.log is not None:
            self.log.append(Entry(Told("", words), EVERYONE, EVERYONE, EVERYONE))
            self._checkpoint = self._checkpoint._replace(log=len(self.log))

    def begin(self) -> None:
        """Run the rules to the first decision."""
        try:
            self._resume(None)
        except Exception as fault:
            raise RuleFault(f"{self.game.title} failed before the first decision: {fault!r}") from fault

    # Looking

    @property
    def state(self) -> S:
        """The whole truth."""
        return self.umpire.state

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        return self.state.result

    def known(self, observer: Observer) -> S:
        """What an observer may know, as a state."""
        return self.game.known(self.data, self.state, observer)

    @property
    def clock(self) -> Clock:
        """Where the game stands in time."""
        return self.game.view(self.data, self.known(Observer.UMPIRE), Observer.UMPIRE).clock

    def view(self, observer: Observer, log: tuple[LogLine, ...] | None = None, story: tuple[Passage, ...] = ()) -> View:
        """The match as an observer may see it; with the log as it was read already, if it was, and its story."""
        return view_of(self, observer, log, story)

    @property
    def step_opening(self) -> bytes:
        """The whole truth as the step under way began: for the umpire's own tests, never for a client."""
        return self._checkpoint.state

    def approach(self, side: Side) -> "Approach[S]":
        """How the pending decision of a side was reached, as that side may know it."""
        if side not in self.pending:
            raise NotAsked(Refusal(self._why_not_asked(side)))
        start = self._checkpoint
        known = self.game.known(self.data, self.game.decoder.decode(start.state), eyes_of(side))
        choices = self.choices[start.choices :]
        if self._branches:
            before = self._both_since - start.choices
            choices = choices[:before] + [choice for choice in choices[before:] if choice[0] is side]
        return Approach(known, tuple(choices), self.box.taken_since(start.offsets))

    def given(self, side: Side) -> dict[str, str]:
        """What a side has assigned on sheets that wait for the other's: nobody has acted on it yet, nor been told."""
        if not self._branches:
            return {}
        answers = (action for who, action in self.choices[self._both_since :] if who is side)
        return {slot: value for action in answers if isinstance(action, Allot) for slot, value in action.pairs}

    @property
    def people(self) -> tuple[Side, ...]:
        """The sides that somebody plays; in solitaire the rules themselves play the other."""
        game, terms = self.game, self.terms
        return game.people(game.options() if terms is None else msgspec.convert(terms.options, game.options))

    @property
    def asks_both(self) -> bool:
        """Whether what is asked now is put to both sides at once, and neither sees what the other answers."""
        return bool(self._branches) and len(self.people) == 2

    # Keeping

    @property
    def record(self) -> Record:
        """The save file: game, scenario, options, commitment, choices."""
        from barents.kernel.replay import record_of  # it builds matches, so it cannot be imported above

        return record_of(self)

    @classmethod
    def replay(cls, record: Record, pack: DataPack | None = None) -> "Match[Any, Any]":
        """The match of a record, as it stood."""
        from barents.kernel.replay import replay

        return replay(record, pack)

    @property
    def opening(self) -> bytes:
        """The state with which the current chapter opened."""
        return self._chapter[0]

    def current_chapter(self) -> Chapter:
        """The chapter under way, as it stands."""
        opening, offsets, first = self._chapter
        last = 0 if self.log is None else len(self.log)
        return Chapter(opening, offsets, tuple(self.entries), (first, last), self.game.encoder.encode(self.state))

    # Acting

    def act(self, side: Side, action: Action) -> None:
        """Take a side's answer and run the rules to the next decision."""
        decision = self.pending.get(side)
        if decision is None:
            raise NotAsked(Refusal(self._why_not_asked(side)))
        action = decision.settle(action)
        start, offer, chapters, made = (
            self._checkpoint,
            self.draw_offer,
            len(self.chapters),
            len(self.choices),
        )
        trail, length = self._trail, len(self._trail)
        choice = (side, action)
        self.choices.append(choice)
        self.entries.append(choice)
        try:
            self._feed(side, action)
        except Exception as fault:
            self._reopen(chapters)
            self.entries.pop()
            self.draw_offer = offer
            self._trail = trail[:length]
            self._return_to(start, self.choices[start.choices : made])
            raise RuleFault(f"{decision.rule}: '{action}' made a rule fail: {fault!r}") from fault

    def _reopen(self, chapters: int) -> None:
        """Go back to when only so many chapters were closed."""
        if len(self.chapters) > chapters:
            chapter = self.chapters[chapters]
            self.entries = list(chapter.entries)
            self._chapter = (chapter.opening, chapter.offsets, chapter.log[0])
            del self.chapters[chapters:]
            del self.written[chapters:]

    def _why_not_asked(self, side: Side) -> str:
        if self.result is not None:
            return "the game is over"
        if self.awaited:
            return f"the game has not begun: {' and '.join(self.awaited)} must contribute to the dice first"
        return f"it is not for {side} to decide now"

    def can_undo(self, side: Side) -> bool:
        """Whether a side may take its last choice back."""
        if self.result is not None:
            return False
        if self._branches and any(other is side for other, _ in self.choices[self._both_since :]):
            return True
        return len(self.choices) > self.barred and self.choices[-1][0] is side

    def undo(self, side: Side) -> None:
        """Take back a side's last choice, if nothing since then forbids it."""
        if not self.can_undo(side):
            raise Refused(Refusal(f"there is nothing that {side} may take back"))
        last = max(number for number, (other, _) in enumerate(self.choices) if other is side)
        start = next(c for c in reversed([*self._trail, self._checkpoint]) if c.choices <= last)
        kept = self.choices[start.choices : last] + self.choices[last + 1 :]
        self.entries.append((side, Control.UNDO))
        self._return_to(start, kept)

    def resign(self, side: Side) -> None:
        """A side gives up."""
        self._still_on()
        self.entries.append((side, Control.RESIGN))
        self._finish(Result(side.enemy, "resigned", why=f"{side} resigned"))

    def call_time(self, side: Side) -> None:
        """A side's time is up, by a clock that whoever runs the match has kept: it loses."""
        self._still_on()
        self.entries.append((side, Control.TIME))
        self._finish(Result(side.enemy, "lost on time", why=f"{side} ran out of time"))

    def offer_draw(self, side: Side) -> None:
        """Offer a draw; it stands until the other side accepts or declines it, or the chapter ends.

        It does not lapse with a choice: the choice may be secret, and the lapse would show it.
        """
        self._still_on()
        if self.draw_offer is not None:
            raise Refused(Refusal(f"{self.draw_offer} has already offered a draw"))
        self.entries.append((side, Control.OFFER_DRAW))
        self.draw_offer = side

    def accept_draw(self, side: Side) -> None:
        """Agree to the draw that the other side has offered."""
        self._insist_on_offer(side.enemy)
        self.entries.append((side, Control.ACCEPT_DRAW))
        self._finish(Result(None, "agreed draw", why="both sides agreed"))

    def decline_draw(self, side: Side) -> None:
        """Refuse the draw that the other side has offered; it may be offered again."""
        self._insist_on_offer(side.enemy)
        self.entries.append((side, Control.DECLINE_DRAW))
        self.draw_offer = None

    def _insist_on_offer(self, side: Side) -> None:
        self._still_on()
        if self.draw_offer is not side:
            raise Refused(Refusal(f"{side} has not offered a draw"))

    def do(self, side: Side, entry: Action | Control) -> None:
        """Do what an entry of a record says: an answer, an undo, a resignation, a draw, the end of somebody's time."""
        match entry:
            case Control.UNDO:
                self.undo(side)
            case Control.RESIGN:
                self.resign(side)
            case Control.OFFER_DRAW:
                self.offer_draw(side)
            case Control.ACCEPT_DRAW:
                self.accept_draw(side)
            case Control.DECLINE_DRAW:
                self.decline_draw(side)
            case Control.TIME:
                self.call_time(side)
            case Control.NEW_DICE:
                if not self.dice_to_come:
                    raise Refused(Refusal("there are no other dice"))
                coming = self.dice_to_come.pop(0)
                self._renew(bytes.fromhex(coming.secret), coming.nonces)
            case Action():
                self.act(side, entry)

    def _still_on(self) -> None:
        if self.result is not None:
            raise Refused(Refusal("the game is over"))

    def _finish(self, result: Result) -> None:
        self.state.result = result
        self.state.agenda.clear()
        self._generator, self._branches, self.pending = None, {}, {}
        self.draw_offer = None
        self.barred = len(self.choices)

    # Forking

    def fork(self, dice: DiceBox, *, log: bool = False) -> "Match[S, D]":
        """A match of its own at the same decision. It repeats the dice of this step and goes on with others."""
        return self._twin(self.box.splice(self._checkpoint.offsets, dice), log)

    def copy(self) -> "Match[S, D]":
        """A match of its own at the same decision, with the same dice to come: never for a player, who could look."""
        return self._twin(self.box.copy(self._checkpoint.offsets), log=False)

    def _twin(self, box: DiceBox, log: bool) -> "Match[S, D]":
        start = self._checkpoint
        twin: Match[S, D] = Match(self.game, self.data, self.game.decoder.decode(start.state), box, log=log)
        twin.begin()
        for side, action in self.choices[start.choices :]:
            twin.choices.append((side, action))
            twin._feed(side, action)
        if self.result is not None and twin.result is None:  # resigned, drawn or out of time
            twin._finish(self.result)
        return twin

    # Running

    def blind(self, side: Side) -> None:
        """From here on a side does not know all of this step, and may not be asked in it."""
        self._blind.add(side)

    def _resume(self, value: Any) -> None:
        """Run the rules until someone must decide or the game is over."""
        while True:
            generator = self._generator
            if generator is None:
                generator = self._generator = self._next_step()
                if generator is None:
                    self.pending = {}
                    return
                value = None
            try:
                request = generator.send(value)
            except StopIteration as stop:
                self._generator = None
                self.umpire.push(stop.value)
                continue
            if self._asks_nothing:
                raise RuleError(
                    "a step that was to ask nothing (`Game.asks_nothing`) asks: there is no way back to its start"
                )
            if isinstance(request, Decision):
                self._offer(request)
                return
            if self._open(request):
                return
            value = self._close()

    def _next_step(self, again: bool = False) -> Rule[Any] | None:
        """Begin steps until one has something to ask; None when the agenda is empty."""
        umpire, asking, silent = self.umpire, self.game.asking, self.game.asks_nothing
        agenda = umpire.state.agenda
        while agenda:
            step = agenda[-1]
            kind = type(step)
            self._asks_nothing = kind in silent and silent[kind](umpire, step)
            if not again and ((kind in asking and not self._asks_nothing) or self.chapter_closes):
                self._keep_checkpoint()
            again = False
            if self._blind:
                self._blind.clear()
            agenda.pop()
            outcome = umpire.run(step)
            if isinstance(outcome, GeneratorType):
                if kind not in asking:
                    raise RuleError(f"the procedure of {kind.__name__} asks, so it must be a generator function")
                return outcome
            if outcome:
                umpire.push(cast(Any, outcome))
        if umpire.state.result is None:
            raise RuleError(f"the agenda of {self.game.title} is empty, but the game has no result")
        return None

    def _keep_checkpoint(self) -> None:
        state = self.game.encoder.encode(self.umpire.state)
        offsets = self.box.offsets
        if self.chapter_closes:
            self._close_chapter(state, offsets)
        if self.barred == len(self.choices):
            self._trail = []  # a new list: `act` may have to go back to the old one
        else:
            self._trail.append(self._checkpoint)
        log = 0 if self.log is None else len(self.log)
        self._checkpoint = Checkpoint(state, offsets, log, len(self.choices), self.barred)

    def _close_chapter(self, state: bytes, offsets: Offsets) -> None:
        opening, began, first = self._chapter
        last = 0 if self.log is None else len(self.log)
        self.chapters.append(Chapter(opening, began, tuple(self.entries), (first, last), state))
        self.entries = []
        self._chapter = (state, offsets, last)
        self.chapter_closes = False
        self.barred = len(self.choices)
        self.draw_offer = None

    def _offer(self, decision: Decision[Any]) -> None:
        if decision.side in self._blind:
            raise RuleError(
                f"{decision.rule} asks {decision.side} in the same step as a secret die or choice: end the step first"
            )
        if decision.open_to_asides and self.choices and self.choices[-1][0] is not decision.side:
            self.barred = len(self.choices)  # an aside may be secret, and must not end the other's undo visibly
        self.pending = {decision.side: decision}

    def _open(self, both: Both) -> bool:
        """Start both procedures; whether anyone has something to decide."""
        self._branches = dict(both.procedures)
        self._results = {}
        self._both_since = self.barred = len(self.choices)  # the first secret choice must not end an undo visibly
        self.pending = {}
        for side in both.procedures:
            self._branch(side, None)
        return bool(self._branches)

    def _branch(self, side: Side, value: Any) -> None:
        """Run one procedure of `both` to its next decision or its end."""
        self.inside_both = True
        try:
            request = self._branches[side].send(value)
        except StopIteration as stop:
            self._results[side] = stop.value
            self.pending.pop(side, None)
            if len(self._results) == 2:
                self._branches = {}
            return
        finally:
            self.inside_both = False
        if not isinstance(request, Decision) or request.side is not side:
            raise RuleError(f"inside `both` the procedure of {side} may only ask {side}")
        if side in self._blind:
            raise RuleError(f"{request.rule} asks {side} in the same step as a secret: end the step first")
        self.pending[side] = request

    def _close(self) -> dict[Side, Any]:
        """Both procedures have returned: neither side may go back behind the other's choices."""
        if len({side for side, _ in self.choices[self._both_since :]}) == 2:
            self.barred = len(self.choices)
        return self._results

    def _feed(self, side: Side, action: Action) -> None:
        """Send a choice into the rules."""
        if not self._branches:
            self._resume(action)
            return
        self._branch(side, action)
        if not self._branches:
            self._resume(self._close())

    def _return_to(self, start: Checkpoint, choices: list[Choice]) -> None:
        """Begin a step again and send it some choices."""
        self.umpire.state = self.game.decoder.decode(start.state)
        self.box.rewind(start.offsets)
        if self.log is not None:
            del self.log[start.log :]
        del self.choices[start.choices :]
        earlier = [number for number, checkpoint in enumerate(self._trail) if checkpoint is start]
        del self._trail[earlier[0] if earlier else len(self._trail) :]
        self._checkpoint = start
        self.barred = start.barred
        self._branches, self.pending, self.inside_both = {}, {}, False
        self.chapter_closes = False
        self._generator = self._next_step(again=True)
        if self._generator is not None:
            self._resume(None)
        for side, action in choices:
            self.choices.append((side, action))
            self._feed(side, action)
