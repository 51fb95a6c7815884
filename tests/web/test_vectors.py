"""The client's test vectors are those of today's kernel."""

from tests.web.vectors import FILE, vectors, written


def test_the_vectors_of_the_client_are_up_to_date() -> None:
    assert FILE.read_bytes() == written(), "run python -m tests.web.vectors and look at what has changed"


def test_the_vectors_hold_legal_and_illegal_answers_of_every_shape() -> None:
    cases = vectors()["cases"]
    seen = {(case["options"]["type"], answer["reason"] is None) for case in cases for answer in case["answers"]}
    assert seen == {(shape, legal) for shape in ("pick", "subset", "assign") for legal in (True, False)}
