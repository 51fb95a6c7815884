"""*Why not?* names a true reason: of every own unit, and of some cells, at whatever is asked in played games."""

from __future__ import annotations

import pytest

from barents.kernel import registry
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import eyes_of
from barents.players import CAPTAIN, player
from barents.server.matches.reasons import why_not

GAMES = {
    "north_cape": ("unternehmen-sportpalast", 260),
    "nordkapp": ("enter-the-luftwaffe", 160),
    "arctic_disaster": ("historical", 200),
    "operations": ("sportpalast", 90),
    "arctic_campaign": ("campaign", 45),
}
TIMES = 2  # that a question is looked at
SAID_OF_ANYTHING = ("Now it is about", "No unit has to be chosen", "does not concern")


@pytest.mark.parametrize("game", GAMES)
def test_every_own_unit_is_told_why_it_cannot_be_chosen(game: str) -> None:
    scenario, choices = GAMES[game]
    match = Match.new(registry.find(game), scenario, seed="why not")
    dice, thinker = Dice.seeded("why not", game), player(CAPTAIN, game, match.data)
    met: dict[str, int] = {}
    vague, reasons = dict[str, str](), set[str]()
    for _ in range(choices):
        if not match.pending:
            break
        side, decision = next(iter(match.pending.items()))
        known = match.known(eyes_of(side))
        id = decision.rule if decision.question is None else decision.question.id
        met[id] = met.get(id, 0) + 1
        if met[id] <= TIMES:
            own = [piece for piece in match.game.view(match.data, known, eyes_of(side)).pieces if piece.side is side]
            cells = sorted({piece.cell for piece in own if piece.cell.isdigit()})[:4]
            for piece, cell in [*((piece.id, "") for piece in own), *(("", cell) for cell in cells)]:
                found = why_not(match, side, decision, piece, cell)
                if found.refusal is not None:
                    reasons.add(found.refusal.rule)
                    assert found.words
                    assert not found.words[0].islower()
                    assert found.words.endswith((".", "?"))
                    if piece and found.words.startswith(SAID_OF_ANYTHING):
                        vague[f"{id}: {piece}"] = found.words
        match.act(side, thinker.choose(known, decision, dice))
    assert not vague, "\n".join(f"{where}: {words}" for where, words in vague.items())
    assert len(met) > 8, "too little was asked to say so"
    assert len(reasons) > 5, "too few reasons were given to say so"
