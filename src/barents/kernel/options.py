"""What every shape of options can do."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from sys import maxsize
from typing import Generic, TypeVar

from barents.kernel.actions import Action
from barents.kernel.dice import Dice
from barents.kernel.domains import Domain, DomainWire, Refusal
from barents.kernel.wire import OptionsWire

A_co = TypeVar("A_co", bound=Action, covariant=True)


class Refused(ValueError):
    """An answer that is not among the options; the match is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Options(ABC, Generic[A_co]):
    """The answers that a decision takes."""

    @abstractmethod
    def refusal(self, action: Action) -> Refusal | None:
        """Why an answer is not among the options, or None if it is."""

    @property
    @abstractmethod
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of answers, each once."""

    @abstractmethod
    def sample(self, dice: Dice) -> A_co:
        """One of the answers at random; each can come up."""

    @abstractmethod
    def __iter__(self) -> Iterator[A_co]: ...

    @abstractmethod
    def count(self) -> int | None:
        """How many answers there are, or None where counting them means listing them."""

    @abstractmethod
    def wire(self, in_order: bool = False) -> OptionsWire:
        """The form that a client can check by itself; with `in_order` it is longer, and a player answers it alike."""

    def settle(self, action: Action) -> A_co:
        """The answer in its normal form; `Refused` if it is not among the options."""
        refusal = self.refusal(action)
        if refusal is not None:
            raise Refused(refusal)
        return self._normal(action)

    @abstractmethod
    def _normal(self, action: Action) -> A_co:
        """A legal answer in the one form that is kept of it."""

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.refusal(action) is None

    def __len__(self) -> int:
        count = self.count()
        if count is None:
            raise TypeError("these options cannot be counted without listing them")
        if count > maxsize:
            raise TypeError(f"these are too many options for len(): count() gives {count}")
        return count


def numbered(domains: Iterable[Domain], in_order: bool) -> tuple[tuple[DomainWire, ...], list[int]]:
    """The distinct wire forms of some domains, and which of them each one has."""
    distinct: list[DomainWire] = []
    numbers = []
    for domain in domains:
        wire = domain.wire(in_order)
        if wire not in distinct:
            distinct.append(wire)
        numbers.append(distinct.index(wire))
    return tuple(distinct), numbers
