"""A question: what a rule asks a side, with all that people and programs need to understand it and to answer.

A `Question` stands beside the rule that asks it: `yield from u.ask(side, FIRE, options)`. Whatever it says of a
decision is made from what the asked side knows, never from the truth. A rule that has no question may ask by its id:
that is for games under construction and small tests, and says nothing to people but the prompt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from barents.kernel.actions import Action, Allot, Choose, tag_of
from barents.kernel.domains import Refusal
from barents.kernel.values import Value, Values

if TYPE_CHECKING:
    from barents.kernel.decisions import Decision
    from barents.kernel.game import Game
    from barents.kernel.menus import Menu, Plan
    from barents.kernel.view import Item, Odds, OrdersOdds

S = TypeVar("S")
D = TypeVar("D")

Layout = Literal["", "numbers", "fleets", "muster", "shop"]
"""How a page of a desk lays an answer out: numbers of each kind, several orders for each fleet, places for many ships,
or deals by the type of the ship. A client draws what it does not know plainly."""


@dataclass(frozen=True, eq=False)
class Question(Generic[S, D]):
    """What is asked under a rule. Where a rule asks several things, each has a `part` of its own.

    `about` says what the choice is about, for somebody who has never seen the rulebook: words, or a function of what
    the side knows. `answers` says in a line what each kind of answer does, where the action's own `help` does not.
    """

    rule: str
    prompt: str
    _: KW_ONLY
    phase: str
    """Where in the turn it is asked."""
    part: str = ""
    about: str | Callable[[D, S, Decision[Any]], str] = ""
    answers: Mapping[type[Action], str] = field(default_factory=dict)
    verb: str = ""
    """What one does by answering with a sheet or a choice of several, for the button: "Hire", "Form"."""
    deed: str = ""
    """What a unit does to the value that it is given, in one word: "attacks", "covers"."""
    odds: Callable[[D, S, Decision[Any], Action], Odds | None] | None = None
    order_odds: Callable[[D, S, Decision[Any]], OrdersOdds] | None = None
    """The odds of the single orders of an assignment, for displays that show them before any is given."""
    prices: Callable[[D, S, Decision[Any]], Mapping[str, int]] | None = None
    """What the answers cost, in points (see `DecisionView`)."""
    items: Callable[[D, S, Decision[Any]], Mapping[str, Item]] | None = None
    """What one needs to know of items, slots, or answers by their notation: types, names, facts."""
    ways: Callable[[D, S, Decision[Any]], Mapping[str, Sequence[str]]] | None = None
    """The ways on the chart that values of an assignment stand for, by `slot=value`."""
    units: Callable[[D, S, Decision[Any]], Sequence[str]] | None = None
    """Who can be sent by answers that name a place and no unit, where not all that lie there can; of answers that name
    nothing on the map whom they are about."""
    menu: Callable[[D, S, Decision[Any], Sequence[str]], Menu | None] | None = None
    """All that some units can do together by an answer to it, for people who choose the unit first (`kernel.menus`)."""
    plan: Callable[[D, S, Decision[Any], Sequence[str], str, str], Plan] | None = None
    """The whole order of some units for a deed of their menu at a place; there may be none."""
    why: Callable[[D, S, Decision[Any], str, str], Refusal | None] | None = None
    """Why a piece, a cell or both cannot be chosen, where the question knows better than the game (`Game.why`)."""
    standing: str | None = None
    """Of a page that may be left as it is: the words by which one asks for it if it is seldom wanted, or none."""
    order: str = ""
    """Of a silent window: what a seat gives a standing order for, in words."""
    layout: Layout = ""
    slots: Values[Any] | None = None
    """The kinds of an assignment's slots, where they are made of parts."""
    values: Values[Any] | None = None
    """The kinds of its values, where they are."""
    kinds: Callable[[D], Mapping[type[Value], str]] | None = None
    """What each kind of values does, in a line: where this is said, a person chooses the kind first."""
    staff: bool = True
    """Whether a staff may answer it for a person who leaves the rest of a phase to it."""
    lone: str = ""
    """What it means if there is but one answer, where that is worth saying."""
    forced: Literal["bookkeeping", "seen"] = "seen"
    """Where there is but one answer, the umpire gives it; between two people only if it is `bookkeeping`: the other
    side cannot tell that it was asked, so that a quick answer tells nothing. What can be `seen` waits for its owner."""

    @property
    def id(self) -> str:
        """What it is called where there is no room for the whole: its rule, and its part."""
        return f"{self.rule}/{self.part}" if self.part else self.rule

    def help_for(self, kind: type[Action]) -> str:
        """What an answer of a kind does, in a line."""
        return self.answers.get(kind) or kind.help


def questions_in(module: str) -> dict[str, Question[Any, Any]]:
    """The questions in the modules of a package that are loaded, by their ids; two must not be called alike."""
    package = getattr(sys.modules[module], "__package__", "") or module
    found: dict[str, Question[Any, Any]] = {}
    for name, loaded in sorted(sys.modules.items()):
        if (name == package or name.startswith(f"{package}.")) and isinstance(loaded, ModuleType):
            for question in vars(loaded).values():
                if isinstance(question, Question) and found.setdefault(question.id, question) is not question:
                    raise ValueError(f"two questions are called '{question.id}': give one of them a part of its own")
    return found


class Asked:
    """A decision with what its question says of it, for whoever knows this much.

    A game inside another one asks its own questions: they are put to what is known of that game.
    """

    def __init__(self, game: Game[Any, Any], data: Any, known: Any, decision: Decision[Any]) -> None:
        question, inner = decision.question, game.inner
        if question is not None and inner is not None and game.questions.get(question.id) is not question:
            game, (data, known) = inner.game, inner.place(data, known)
        self.game, self.data, self.known, self.decision = game, data, known, decision
        self.question = question

    @property
    def about(self) -> str:
        """What the choice is about."""
        about = "" if self.question is None else self.question.about
        return about if isinstance(about, str) else about(self.data, self.known, self.decision)

    @property
    def phase(self) -> str:
        """Where in the turn it is asked."""
        return "" if self.question is None else self.question.phase

    @property
    def verb(self) -> str:
        """What one does by answering with a sheet or a choice of several."""
        return "" if self.question is None else self.question.verb

    @property
    def standing(self) -> str | None:
        """The words by which one asks for a page that is seldom wanted; none for a page that is put each time."""
        return None if self.question is None else self.question.standing

    @property
    def prices(self) -> Mapping[str, int]:
        """What the answers cost."""
        prices = None if self.question is None else self.question.prices
        return {} if prices is None else prices(self.data, self.known, self.decision)

    @property
    def items(self) -> Mapping[str, Item]:
        """What is said of items, slots and answers."""
        items = None if self.question is None else self.question.items
        return {} if items is None else items(self.data, self.known, self.decision)

    @property
    def ways(self) -> Mapping[str, Sequence[str]]:
        """The ways on the chart that values of an assignment stand for."""
        ways = None if self.question is None else self.question.ways
        return {} if ways is None else ways(self.data, self.known, self.decision)

    @property
    def kinds(self) -> Mapping[type[Value], str]:
        """What the kinds of values do, where one chooses by kinds."""
        kinds = None if self.question is None else self.question.kinds
        return {} if kinds is None else kinds(self.data)

    @property
    def units(self) -> Sequence[str]:
        """Who can be sent by answers that name a place and no unit."""
        units = None if self.question is None else self.question.units
        return () if units is None else units(self.data, self.known, self.decision)

    def menu(self, units: Sequence[str]) -> Menu | None:
        """All that some units can do together; None if the question is not about them."""
        menu = None if self.question is None else self.question.menu
        return None if menu is None else menu(self.data, self.known, self.decision, units)

    def plan(self, units: Sequence[str], deed: str, cell: str) -> Plan | None:
        """The whole order of some units for a deed at a place; None if the question takes no orders in one."""
        plan = None if self.question is None else self.question.plan
        return None if plan is None else plan(self.data, self.known, self.decision, units, deed, cell)

    def why(self, piece: str, cell: str) -> Refusal | None:
        """Why a piece, a cell or both cannot be chosen, as this question knows it."""
        why = None if self.question is None else self.question.why
        return None if why is None else why(self.data, self.known, self.decision, piece, cell)

    def otherwise(self, piece: str, cell: str) -> Refusal | None:
        """The same, as the game knows it of any question."""
        why = self.game.why
        return None if why is None else why(self.data, self.known, self.decision, piece, cell)

    def odds(self, action: Action) -> Odds | None:
        """The odds of an answer, if it is a gamble."""
        odds = None if self.question is None else self.question.odds
        return None if odds is None else odds(self.data, self.known, self.decision, action)

    @property
    def order_odds(self) -> OrdersOdds:
        """The odds of the single orders of an assignment, by slot and value."""
        odds = None if self.question is None else self.question.order_odds
        return {} if odds is None else odds(self.data, self.known, self.decision)

    @property
    def help(self) -> dict[str, str]:
        """What the answers of each kind do, by the word that their notation begins with."""
        if self.question is None:
            return {}
        kinds = self.decision.options.kinds
        return {tag_of(kind): words for kind in kinds if (words := self.question.help_for(kind))}


def at_another_time(decision: Decision[Any], who: str, phase: str, rule: str) -> Refusal | None:
    """That somebody acts in another part of the turn than the one in which a question is asked; None if it is that."""
    now = "" if decision.question is None else decision.question.phase
    if phase == now:
        return None
    return Refusal(f"{who} acts in “{phase}”; now it is “{now}”" if now else f"{who} acts in “{phase}”", rule)


def lacking(asked: Asked) -> list[str]:
    """What a question does not say of a decision, though people need it: for the tests of any game."""
    question, decision = asked.question, asked.decision
    if question is None:
        return [f"{decision.rule}: no Question stands beside this rule"]
    said = {"prompt": decision.prompt, "phase": question.phase, "about": asked.about}
    missing = [name for name, words in said.items() if not words]
    kinds = [kind for kind in decision.options.kinds if not question.help_for(kind)]
    sheet = {Choose, Allot} & set(decision.options.kinds)
    missing += ["verb"] if sheet and not question.verb else []
    return [f"{question.id}: no {name}" for name in missing] + [
        f"{question.id}: no line says what '{tag_of(kind)}' does" for kind in kinds
    ]
