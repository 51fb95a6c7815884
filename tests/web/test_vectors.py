"""The client's test vectors are those of today's kernel."""

from tests.web import dice_vectors
from tests.web.vectors import FILE, vectors, written


def test_the_vectors_of_the_client_are_up_to_date() -> None:
    assert FILE.read_bytes() == written(), "run python -m tests.web.vectors and look at what has changed"


def test_the_vectors_hold_legal_and_illegal_answers_of_every_shape() -> None:
    cases = vectors()["cases"]
    seen = {(case["options"]["type"], answer["reason"] is None) for case in cases for answer in case["answers"]}
    assert seen == {(shape, legal) for shape in ("pick", "subset", "assign") for legal in (True, False)}


def test_the_vectors_of_the_dice_are_up_to_date() -> None:
    found = dice_vectors.FILE.read_bytes()
    assert found == dice_vectors.written(), "run python -m tests.web.dice_vectors and look at what has changed"


def test_the_records_of_the_dice_have_everything_that_a_record_may_have() -> None:
    records = dice_vectors.vectors()["records"]
    dice = [die for record in records.values() for chapter in record["chapters"] for _, die, _ in chapter["dice"]]
    assert {die.partition(" ")[0] for die in dice} >= {"d6", "draw"}
    assert len(records["three chapters"]["chapters"]) == 4
    assert [len(new["taken"]) for new in records["new dice"]["renewed"]] == [1, 1]
