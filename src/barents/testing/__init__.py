"""What every game must pass, for other people's games too: play needs none of it.

- `laws`: replay, save and load at every decision, undo, fork, interleavings, imagined worlds; each over a `Plan`.
- `strategies`: random plans, for Hypothesis.
- `secrecy`: does anything reach an observer that it was not told? It compares twin worlds, and is strict about what
  the umpire says: `disclosures` reads from the game's `disclosures.toml` what may be told to whom.
- `pairs`: the same with pairs of real games in which one secret was decided otherwise.
- `fingerprint`: all that can be told apart about a match.

A game's whole test of these; `pytest.register_assert_rewrite("barents.testing")` in a `conftest.py` makes what fails
easier to read:

```python
from hypothesis import given, strategies as st

from barents.kernel import registry
from barents.kernel.sides import Side
from barents.testing import laws
from barents.testing.secrecy import Secrecy
from barents.testing.strategies import SEEDS, plans
from my_game import GAME

registry.plug_in(GAME)
games = plans(GAME, st.just(GAME.options()), least=0, most=200, undoing=True)


@given(games)
def test_a_record_holds_the_whole_match(plan: laws.Plan) -> None:
    laws.replay_gives_the_same_bytes(plan)


@given(games)
def test_it_can_be_saved_anywhere(plan: laws.Plan) -> None:
    laws.saving_and_loading_changes_nothing(plan)


@given(games, SEEDS)
def test_a_fork_is_apart(plan: laws.Plan, seed: int) -> None:
    laws.a_fork_never_touches_its_parent(plan, seed)


@given(games)
def test_undo_takes_back(plan: laws.Plan) -> None:
    laws.undo_goes_back_to_what_was_before_the_choice(plan)


@given(games, st.permutations(list(Side)))
def test_who_answers_first_does_not_matter(plan: laws.Plan, order: list[Side]) -> None:
    laws.every_interleaving_gives_the_same(plan, order)


@given(SEEDS)
def test_it_keeps_its_secrets(seed: int) -> None:
    assert Secrecy(GAME).play("first-light", seed).leaks == []
```
"""
