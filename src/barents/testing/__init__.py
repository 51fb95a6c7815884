"""What every game must pass, for other people's games too: play needs none of it.

- `laws`: replay, save and load at every decision, undo, fork, interleavings, imagined worlds, words on every question;
  each over a `Plan`.
- `strategies`: random plans and sets of optional rules, for Hypothesis.
- `secrecy`: does anything reach an observer that it was not told? It compares twin worlds, and is strict about what
  the umpire says: `disclosures` reads from the game's `disclosures.toml` what may be told to whom.
- `pairs`: the same with pairs of real games in which one secret was decided otherwise.
- `fingerprint`: all that can be told apart about a match.

A game's whole test of these; `pytest.register_assert_rewrite("barents.testing")` in a `conftest.py` makes what fails
easier to read:

```python
from hypothesis import given, settings, strategies as st

from barents.kernel import registry
from barents.kernel.sides import Side
from barents.testing import laws
from barents.testing.pairs import Pairs, Secret
from barents.testing.secrecy import Report, Secrecy
from barents.testing.strategies import SEEDS, option_sets, plans
from my_game import GAME

registry.plug_in(GAME)
games = plans(GAME, option_sets(GAME), least=0, most=200, undoing=True)
# A game takes as long as it takes.
settings.register_profile("games", deadline=None, max_examples=25)
settings.load_profile("games")


@given(games)
def test_every_question_has_its_words(plan: laws.Plan) -> None:
    laws.every_question_has_its_words(plan)


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


def test_it_keeps_its_secrets() -> None:
    report = Report()
    for seed in range(20):
        report.add(Secrecy(GAME).play("first-light", seed, every=2))
    assert report.leaks == []
    assert report.differing, "no imagined world was another than the true one, so nothing was compared"


def test_nobody_notices_what_is_decided_in_secret() -> None:
    plot, report = Secret("where the raider goes", Side.AXIS, "H-3-plot"), Report()
    for seed in range(20):
        report.add(Pairs(GAME, before="random").run([plot], "first-light", seed)[plot])
    assert report.leaks == []
    assert report.differing, "the question was never put"
```
"""
