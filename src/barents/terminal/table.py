"""The table: people and the computer's players around one match, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from barents.kernel.actions import Action, Allot, Decline, NotationError
from barents.kernel.briefing import briefing_of
from barents.kernel.coach import Coaching
from barents.kernel.decisions import Assign, Refused
from barents.kernel.domains import Refusal
from barents.kernel.match import Match, RuleFault
from barents.kernel.menus import PlannedAnswer
from barents.kernel.rulebook import rulebook_of
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.story import StoryReader
from barents.kernel.view import LogLine, Situation, log_lines
from barents.players import MOST_IN_A_TURN, Player, advice_for, adviser_of, answer_of, dice_of, player, usual_opponent
from barents.players.advice import said_apart
from barents.players.bots import BotFault
from barents.players.circles import CirclesError, Stillness
from barents.terminal import orders, show
from barents.terminal.answers import Asked
from barents.terminal.briefing import briefing
from barents.terminal.rulebook import rulebook
from barents.terminal.sea import grids

HELP = """\
  u-134         what a unit can do, all at once, with reach, chance and risk
  u-134 sortie 1920
                a whole order: unit, deed and place; it is followed until
                something comes between. a,b for several units together
  3             the number of a choice; its notation does as well
  1 4           several numbers, where several may be chosen; - for none
  0207          a value, where each slot takes one; slot=value in any order,
                2-6=0207 for several, all=0207 for all that are open; then done
  a             a letter, for what is offered besides

  ?             this help, and the question again
  briefing      what this is about, what counts, what you have, and three tips
  rules         the rulebook's contents; rules 3, rules decoy, rules NC 8.1: a chapter
  map           the whole situation; between questions you see what has changed
  sheets        the record sheets, where any are kept; sheets NAME: those of one name
  story         what has happened, as far as you may know; story 5: the last five deeds
  log           the same line by line, with rules and dice; log 5: the last five lines
  why ACTION    why an answer would be refused
  hint          what the computer would answer for you
  follow        let it answer this once
  skip          let a chance like this one pass for the rest of the turn
  undo          take back your last choice, if no die and nobody spoke since
  save FILE     keep the match in a file, to go on with later by --load FILE
  resign        give up
  quit          leave the game
"""
HOW_TO_PLAY = (
    "The input has ended, so the game stops here. To play, run the same command in a terminal and answer with the "
    "number of a choice; ? lists what else can be typed. Answers can also be fed in, one a line."
)
CLEAR = "\x1b[H\x1b[2J\x1b[3J"


class _Leave(Exception):
    """The person leaves the table."""


class Table:
    """One match, the sides that people play and the players for the others. `save` is where the match is kept."""

    def __init__(
        self, match: Match[Any, Any], players: Mapping[Side, Player], console: Console, save: Path | None = None
    ) -> None:
        self.match = match
        self.players = players
        self.console = console
        self.save = save
        self._people = [side for side in Side if side not in players]
        self._grids = grids(match.game.boards(match.data))
        self._facing: Side | None = None
        self._shown: dict[Side, Situation] = {}
        self._about: dict[Side, str] = {}
        self._skipped: dict[tuple[Side, str], int] = {}
        self._read: dict[Observer, int] = dict.fromkeys(Observer, 0)
        self._told: dict[Observer, dict[int, tuple[str, ...]]] = {}
        self._stories = {eyes: StoryReader(match.game.story, match.data) for eyes in Observer}
        self._stillness = Stillness(MOST_IN_A_TURN)
        self._planned: dict[Side, list[PlannedAnswer]] = {}
        self._coaching = self._coached()

    def _coached(self) -> Coaching | None:
        """The coach of the scenario, where it has one for a side that a person plays."""
        match = self.match
        if match.terms is None:
            return None
        coach = match.game.scenario(match.data, match.terms.scenario).coach
        return Coaching(coach) if coach is not None and coach.side in self._people else None

    def play(self) -> None:
        """Play until the match is over or the people leave; then keep it, if a file was named."""
        try:
            while self.match.pending:
                side = next((side for side in self.match.pending if self._player_of(side) is not None), None)
                person = next(iter(self.match.pending))
                if side is not None:
                    self._let_play(side)
                elif (passing := self._passes(person)) is not None:
                    self.match.act(person, passing)
                elif not self._follows(person):
                    self._ask(person)
            self._end()
        except EOFError:
            self._say("", HOW_TO_PLAY)
        except CirclesError as error:
            self._say(Text(f"{error}: it goes in circles, and the match is left as it stands.", style="red"))
        except _Leave:
            pass
        finally:
            if self.save is not None:
                self._keep(self.save)

    # The computer

    def _player_of(self, side: Side) -> Player | None:
        """Who answers for a side that no person does: its player, or the staff to which both sides have left it."""
        if side in self.players or not self.match.game.delegated(self.match.state):
            return self.players.get(side)
        staff = adviser_of(self.match.game.name)
        return player(staff, self.match.game.name, self.match.data) if staff else None

    def _let_play(self, side: Side) -> None:
        """A player's answer. Its dice hang on the position alone, so that a loaded match goes on just the same."""
        player = self._player_of(side)
        if player is not None:
            try:
                answer = self._answer(player, side)
            except BotFault:
                self.match.resign(side)
                return
            self.match.act(side, answer)
        if self._stillness.lasts(self.match):
            raise CirclesError(self._stillness.in_words())

    def _answer(self, player: Player, side: Side) -> Action:
        return answer_of(player, self.match, side, dice_of(self.match, side))

    # People

    def _passes(self, side: Side) -> Action | None:
        """What is answered unasked: a page without a line, a secret window in which there is nothing to choose, or one
        that is to be skipped this turn.

        Two people at one screen are asked all the same, since each sees that the other is.
        """
        decision = self.match.pending[side]
        if decision.asides is not None or len(self._people) > 1:
            return None
        if isinstance(decision.options, Assign) and not decision.options.slots:
            return Allot(())
        if not decision.window:
            return None
        if decision.options.count() == 1:
            only: Action = next(iter(decision.options))
            return only
        turn = self.match.view(eyes_of(side)).situation.clock.turn
        return Decline() if self._skipped.get((side, decision.rule)) == turn else None

    def _follows(self, side: Side) -> bool:
        """Give the next answer of an order that was given whole; where it does not fit the rest is dropped."""
        left = self._planned.pop(side, [])
        if not left:
            return False
        decision, planned = self.match.pending[side], left[0]
        action = self.match.game.notation.parse(planned.answer)
        if decision.question is None or decision.question.id != planned.question or decision.refusal(action):
            self._say(Text("Something has come between: the rest of the order is dropped.", style="yellow"))
            return False
        try:
            self.match.act(side, action)
        except RuleFault as fault:
            self._say(Text(f"A rule has failed, and the match is as it was before this answer. {fault}", "red"))
            return False
        self._planned[side] = left[1:]
        return True

    def _ask(self, side: Side) -> None:
        """Put a decision to a person until it is answered, or the match has changed by a command."""
        if len(self._people) > 1 and self._facing is not side:
            self._hand_over(side)
        self._tell_news(side)
        self._tell_coach(side)
        asked = Asked(self.match, self.match.pending[side])
        self._before(side, asked)
        self._say("", *asked.lines(self._about.get(side, ""), brief=True))
        self._about[side] = asked.about
        while True:
            line = self._input(f"{side.value} · {asked.question.how()} > ")
            self._stillness.begin()
            if not line:
                continue
            word, _, rest = line.partition(" ")
            try:
                if word in COMMANDS and not asked.question.claims(line):
                    if COMMANDS[word](self, side, asked, rest.strip()):
                        return
                    continue
                if (order := asked.ordered(line)) is not None:
                    if self._give(side, asked, order):
                        return
                    continue
                action = asked.read(line)
                if action is None:
                    self._say(*asked.question.goes_on())
                    continue
                self.match.act(side, action)
            except (Refused, NotationError) as error:
                self._say(Text(f"No: {error}", style="yellow"))
            except RuleFault as fault:
                self._say(Text(f"A rule has failed, and the match is as it was before your answer. {fault}", "red"))
            else:
                return

    def _before(self, side: Side, asked: Asked) -> None:
        """What is done before a person is asked: nothing, at a table where he reads what is shown."""

    def _give(self, side: Side, asked: Asked, order: orders.Order) -> bool:
        """Show what a unit can do, or take a whole order; whether that answers the question."""
        plan = order.plan
        if plan is None:
            self._say(*orders.menu_lines(order.menu))
            return False
        self._say(orders.plan_line(plan))
        if plan.value:
            asked.fill(order.menu.units, plan.value)
            self._say(*asked.question.goes_on())
            return False
        self._planned[side] = list(plan.answers)
        return self._follows(side)

    def _hand_over(self, side: Side) -> None:
        """A curtain: nothing of the other side's stays on the screen."""
        if self.console.is_terminal:
            self.console.file.write(CLEAR)
        self._input(f"Hand over to the {side.value.capitalize()} player and press Enter. ")
        self._facing = side

    def _tell_news(self, side: Side) -> None:
        """What has happened since this side was last asked, and what looks different; in a new turn, everything."""
        eyes = eyes_of(side)
        lines = list(log_lines(self.match, eyes))
        if len(lines) > self._read[eyes]:
            self._report(side, tuple(lines))
        self._read[Observer.UMPIRE] = len(self.match.log or ())
        situation, before = self.match.view(eyes).situation, self._shown.get(side)
        if situation == before:
            return
        if before is None and self.match.terms is not None and not self.match.choices:
            self._say("", *briefing(briefing_of(self.match, side)))
        self._shown[side] = situation
        if before is None or before.clock.turn != situation.clock.turn or len(self._people) > 1:
            self._say("", *show.situation(situation, self._grids))
        elif changed := list(show.changes(before, situation, self._grids)):
            self._say("", *changed)

    def _tell_coach(self, side: Side) -> None:
        """The coach's next cards, if it is his side that is asked."""
        if self._coaching is not None and self._coaching.coach.side is side:
            for step in self._coaching.news(self.match.view(eyes_of(side))):
                self._say("", Text(f"Coach: {step.title}", style="bold"), step.text.replace("**", ""))
                self._say(*([Text(step.ask, style="italic")] if step.ask else []))

    def _report(self, side: Side, lines: tuple[LogLine, ...]) -> None:
        """What has happened since: what counts as a report. What is still open is not told twice.

        A deed of the side's own that may still go on, and has come to nothing yet, waits until something follows it.
        """
        eyes = eyes_of(side)
        told = self._stories[eyes].read(lines, eyes)
        news = [passage for passage in told if passage.last >= self._read[eyes]]
        waits = news[-1:] if news and news[-1].side is side and not news[-1].title else []
        if said := list(show.happened(news[: len(news) - len(waits)], lines, self._told.get(eyes, {}))):
            self._say("", *said)
        self._told[eyes] = {passage.first: show.said_of(passage) for passage in told[-1:] if not waits}
        self._read[eyes] = waits[0].first if waits else len(lines)

    def _input(self, prompt: str) -> str:
        """A line from the person; one that was fed in is shown, so that the output can be read by itself."""
        line = input(prompt).strip()
        if not sys.stdin.isatty():
            self._say(line)
        return line

    # Commands: each returns whether the question is to be put afresh.

    def help(self, _side: Side, asked: Asked, _rest: str) -> bool:
        """`?`"""
        self._say(HELP, f"The notation here: {' · '.join(asked.notations())}", "", *asked.lines())
        return False

    def briefing(self, side: Side, _asked: Asked, _rest: str) -> bool:
        """`briefing`"""
        self._say(*briefing(briefing_of(self.match, side)))
        return False

    def rules(self, _side: Side, _asked: Asked, rest: str) -> bool:
        """`rules`, `rules 3` and `rules WORD`"""
        self._say(*rulebook(rulebook_of(self.match.game, self.match.data), rest))
        return False

    def menu(self, _side: Side, asked: Asked, rest: str) -> bool:
        """`menu UNIT`"""
        order = asked.ordered(rest) if rest else None
        if order is None or order.plan is not None:
            raise Refused(Refusal("write `menu` and a unit of yours that is asked about, for instance by its name"))
        self._say(*orders.menu_lines(order.menu))
        return False

    def map(self, side: Side, _asked: Asked, _rest: str) -> bool:
        """`map`"""
        self._say(*show.situation(self.match.view(eyes_of(side)).situation, self._grids))
        return False

    def sheets(self, side: Side, _asked: Asked, rest: str) -> bool:
        """`sheets` and `sheets NAME`"""
        kept = self.match.view(eyes_of(side)).situation.sheets
        wanted = [sheet for sheet in kept if rest.casefold() in sheet.title.casefold()]
        self._say(*show.sheets(wanted))
        if not wanted:
            titles = ", ".join(sheet.title for sheet in kept)
            self._say(
                f"There is no sheet of '{rest}': there are {titles}" if kept else "No sheets are kept in this scenario."
            )
        return False

    def log(self, side: Side, _asked: Asked, rest: str) -> bool:
        """`log` and `log 5`: line by line"""
        lines = list(log_lines(self.match, eyes_of(side)))
        if rest and not rest.isdecimal():
            raise Refused(Refusal(f"'{rest}' is no number of lines: write `log` or, say, `log 5`"))
        self._say(*show.log(lines[-int(rest) :] if rest and int(rest) else lines))
        if not lines:
            self._say("Nothing has happened yet that you know of.")
        return False

    def story(self, side: Side, _asked: Asked, rest: str) -> bool:
        """`story` and `story 5`: deed by deed"""
        eyes = eyes_of(side)
        lines = tuple(log_lines(self.match, eyes))
        if rest and not rest.isdecimal():
            raise Refused(Refusal(f"'{rest}' is no number of deeds: write `story` or, say, `story 5`"))
        told = self._stories[eyes].read(lines, eyes)
        self._say(*show.story(told[-int(rest) :] if rest and int(rest) else told, lines))
        if not told:
            self._say("Nothing has happened yet that you know of.")
        return False

    def why(self, _side: Side, asked: Asked, rest: str) -> bool:
        """`why ACTION`"""
        if not rest:
            raise Refused(Refusal(f"write `why` and an action, for instance: why {asked.notations()[0]}"))
        refusal = asked.why_not(rest)
        self._say(f"It would be refused: {refusal}" if refusal else "You may: it is among your choices.")
        return False

    def hint(self, side: Side, asked: Asked, _rest: str) -> bool:
        """`hint`"""
        # A copy of the dice by which it would be followed: so that the answer is the same.
        advice = advice_for(self.match, side, dice_of(self.match, side))
        action = self._advice(side) if advice is None else advice.answer
        self._say(f"It would answer: {asked.wording.action(action)}  [{action}]")
        if advice is not None:
            self._say(*(f"  {number}. {words}" for number, words in enumerate(advice.reasons, start=1)))
            if advice.others:
                self._say(f"Others, of 100 games more or less won, by {advice.worlds} imagined games of each:")
            for other in advice.others:
                words = said_apart(asked.wording.action, advice.answer, other.answer)
                self._say(f"  {other.gain:+.1f} (±{other.spread:.1f})  {words}  [{other.answer}]")
        return False

    def follow(self, side: Side, _asked: Asked, _rest: str) -> bool:
        """`follow`"""
        action = self._advice(side)
        self._say(f"So be it: {action}")
        self.match.act(side, action)
        return True

    def skip(self, side: Side, asked: Asked, _rest: str) -> bool:
        """`skip`: let questions of this kind pass for the rest of the turn."""
        if not asked.decision.window or asked.decision.refusal(Decline()) is not None or len(self._people) > 1:
            raise Refused(
                Refusal("this has to be answered: only a chance that may pass can be skipped, and only alone")
            )
        self._skipped[side, asked.decision.rule] = self.match.view(eyes_of(side)).situation.clock.turn
        self.match.act(side, Decline())
        return True

    def _advice(self, side: Side) -> Action:
        """What the best player of this game would answer, from what the side knows."""
        name = self.match.game.name
        return self._answer(player(usual_opponent(name), name, self.match.data), side)

    def undo(self, side: Side, asked: Asked, _rest: str) -> bool:
        """`undo`: first what is only drafted, then one's last choice."""
        if asked.question.take_back():
            self._say(*asked.question.goes_on())
            return False
        self.match.undo(side)
        for observer in Observer:
            known = sum(1 for _ in log_lines(self.match, observer))
            self._read[observer] = min(self._read[observer], known)
        self._told.clear()
        self._say("Taken back.")
        return True

    def keep(self, _side: Side, _asked: Asked, rest: str) -> bool:
        """`save FILE`"""
        if not rest:
            raise Refused(Refusal("name the file: save FILE"))
        self._keep(Path(rest))
        return False

    def resign(self, side: Side, _asked: Asked, _rest: str) -> bool:
        """`resign`"""
        if self._input("Really give up? Type yes: ").casefold() not in ("y", "yes"):
            return False
        self.match.resign(side)
        return True

    def quit(self, _side: Side, _asked: Asked, _rest: str) -> bool:
        """`quit`"""
        if self.save is None and (file := self._input("Keep the match in which file? (Enter: none) ")):
            while not self._keep(Path(file)):
                file = self._input("In which file then? (Enter: none) ")
                if not file:
                    break
        raise _Leave

    # Keeping and ending

    def _keep(self, file: Path) -> bool:
        """Write the record beside the file first, so that a failure leaves an older one whole."""
        part = file.with_name(f"{file.name}.part")
        try:
            part.write_bytes(self.match.record.encode())
            part.replace(file)
        except OSError as error:
            self._say(Text(f"{file} cannot be written: {error.strerror}", style="red"))
            return False
        more = (
            "" if self.match.result is not None else f"; go on with: barents play {self.match.game.name} --load {file}"
        )
        self._say(f"Saved to {file}{more}")
        return True

    def _end(self) -> None:
        """The last events, now that nothing is secret any more, and how it ended."""
        lines = tuple(log_lines(self.match, Observer.UMPIRE))
        told = self._stories[Observer.UMPIRE].read(lines, Observer.UMPIRE)
        self._say("", *show.story([each for each in told if each.last >= self._read[Observer.UMPIRE]], lines))
        situation = self.match.view(Observer.UMPIRE).situation
        kept = [sheet for sheet in situation.sheets if not sheet.boxes]  # those of single ships are too many
        self._say("", *show.situation(situation, self._grids), *show.sheets(kept), "")
        if self.match.result is not None:
            game, log = self.match.game, self.match.log or ()
            self._say(*show.report(game.report(self.match.data, self.match.state, log)), "")
            self._say(*show.result(self.match.result))

    def _say(self, *lines: str | Text | RichTable) -> None:
        for line in lines:
            self.console.print(line, soft_wrap=isinstance(line, Text) and "\n" in line.plain)


COMMANDS = {
    "?": Table.help,
    "help": Table.help,
    "briefing": Table.briefing,
    "menu": Table.menu,
    "rules": Table.rules,
    "map": Table.map,
    "sheets": Table.sheets,
    "log": Table.log,
    "story": Table.story,
    "why": Table.why,
    "hint": Table.hint,
    "follow": Table.follow,
    "skip": Table.skip,
    "undo": Table.undo,
    "save": Table.keep,
    "resign": Table.resign,
    "quit": Table.quit,
}
