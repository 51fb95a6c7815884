"""Dice: fixed vectors, exact use of bytes, and the laws of streams that go back, splice and commit."""

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barents.kernel.dice import D6, D10, Dice, DiceBox, Die, Roll, commitment, mix
from barents.kernel.sides import Audience, Side

EVERYONE, AXIS = Audience.EVERYONE, Audience.AXIS

VECTORS = {
    "d6": [4, 2, 1, 4, 4, 1, 1, 5, 2, 6, 5, 5],
    "d10": [3, 7, 6, 2, 4, 1, 7, 9],
    "thousand": [260, 724, 245, 39],
    "sample": ["e", "d", "g"],
    "shuffle": "acbedf",
    "offset": 42,
    "box": {"everyone": (2, 3, 5), "allied": (3, 6, 6), "axis": (1, 2, 6), "nobody": (3, 6, 1)},
}

sizes = st.integers(1, 70_000)


def test_the_dice_of_a_known_key_are_those_once_written_down() -> None:
    """Anyone may recompute old games: these numbers must never change."""
    dice = Dice(b"north cape")
    assert [dice.below(6) + 1 for _ in range(12)] == VECTORS["d6"]
    assert [dice.below(10) for _ in range(8)] == VECTORS["d10"]
    assert [dice.below(1000) for _ in range(4)] == VECTORS["thousand"]
    assert dice.sample("abcdefg", 3) == VECTORS["sample"]
    order = list("abcdef")
    dice.shuffle(order)
    assert "".join(order) == VECTORS["shuffle"]
    assert dice.offset == VECTORS["offset"]
    box = DiceBox(mix(b"secret", {Side.ALLIED: "spring", Side.AXIS: "tide"}))
    assert {audience.value: box[audience].roll(3 * D6) for audience in Audience} == VECTORS["box"]


def test_a_stream_is_the_hash_of_its_key_and_the_block_number() -> None:
    blocks = b"".join(blake2b(n.to_bytes(8, "little"), key=b"key").digest() for n in range(3))
    dice = Dice(b"key")
    assert bytes(dice.below(256) for _ in range(192)) == blocks


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 10, 100, 128, 255, 256])
def test_each_face_has_equally_many_bytes_and_the_rest_are_thrown_away(n: int) -> None:
    faces: Counter[int] = Counter()
    thrown = 0
    for byte in range(256):
        dice = Dice(b"", bytes([byte, 0]))
        faces[dice.below(n)] += dice.offset == 1
        thrown += dice.offset == 2
    assert [faces[face] for face in range(n)] == [256 // n] * n
    assert thrown == 256 % n


def test_a_die_of_many_faces_throws_away_what_would_favour_some() -> None:
    """257 faces take three bytes; 2**24 is 65280 times 257 and 256 over."""
    last_fair, first_thrown = (65280 * 257 - 1).to_bytes(3, "little"), (65280 * 257).to_bytes(3, "little")
    fair = Dice(b"", last_fair)
    assert (fair.below(257), fair.offset) == (256, 3)
    thrown = Dice(b"", first_thrown + b"\x05\x00\x00")
    assert (thrown.below(257), thrown.offset) == (5, 6)


@given(st.binary(max_size=80), st.lists(sizes, max_size=60), st.data())
def test_the_offset_is_the_whole_state_of_a_stream(prefix: bytes, faces: list[int], data: st.DataObject) -> None:
    dice = Dice(b"key", prefix)
    marks = []
    for n in faces:
        marks.append((dice.offset, n, dice.below(n)))
    fresh = Dice(b"key", prefix)
    for offset, n, fell in data.draw(st.permutations(marks)):
        fresh.offset = offset
        assert fresh.offset == offset
        assert fresh.below(n) == fell


@given(st.binary(max_size=80), st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_peeking_uses_nothing(prefix: bytes, at: int, start: int, length: int) -> None:
    dice, twin = Dice(b"key", prefix), Dice(b"key", prefix)
    whole = bytes(twin.below(256) for _ in range(600))
    dice.offset = at
    assert dice.peek(start, start + length) == whole[start : start + length]
    assert dice.offset == at
    assert bytes(dice.below(256) for _ in range(100)) == whole[at : at + 100]


@given(st.lists(st.integers(), max_size=12), st.integers())
def test_draws_are_without_replacement_and_shuffles_lose_nothing(items: list[int], seed: int) -> None:
    dice = Dice.seeded(seed)
    for count in range(len(items) + 1):
        drawn = dice.sample(items, count)
        assert len(drawn) == count
        assert not Counter(drawn) - Counter(items)
    order = list(items)
    dice.shuffle(order)
    assert Counter(order) == Counter(items)


def test_every_order_and_every_draw_has_equally_many_ways() -> None:
    """Over all bytes that a shuffle of three and a draw of two of four can take, each outcome is as frequent."""
    orders: Counter[str] = Counter()
    draws: Counter[str] = Counter()
    for one in range(12):
        for two in range(12):
            order = list("abc")
            Dice(b"", bytes([one, two])).shuffle(order)
            orders["".join(order)] += 1
            draws["".join(Dice(b"", bytes([one, two])).sample("abcd", 2))] += 1
    assert sorted(orders.values()) == [144 // 6] * 6
    assert sorted(draws.values()) == [144 // 12] * 12


@pytest.mark.parametrize("n", [0, -6])
def test_a_die_without_faces_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="at least one face"):
        Dice(b"").below(n)


@pytest.mark.parametrize("count", [-1, 4])
def test_more_than_there_is_cannot_be_drawn(count: int) -> None:
    with pytest.raises(ValueError, match=f"cannot draw {count} of 3"):
        Dice(b"").sample("abc", count)


def test_a_roll_is_a_number_that_remembers_its_faces() -> None:
    roll = Roll.of(Dice(b"", bytes([2, 5])).roll(2 * D6), -3)
    assert (roll, roll.faces, roll.natural) == (6, (3, 6), 9)
    assert str(3 * (2 * D10)) == "6d10"
    assert Die(6, 2) == 2 * D6


rolls = st.lists(st.tuples(st.sampled_from(Audience), st.integers(1, 300)), max_size=40)


def thrown(box: DiceBox, throws: list[tuple[Audience, int]]) -> list[int]:
    return [box[audience].below(n) for audience, n in throws]


@given(rolls)
def test_a_secret_roll_never_shifts_a_public_one(throws: list[tuple[Audience, int]]) -> None:
    mixed = thrown(DiceBox.seeded(1), throws)
    for audience in Audience:
        alone = thrown(DiceBox.seeded(1), [throw for throw in throws if throw[0] is audience])
        assert alone == [fell for fell, (to, _) in zip(mixed, throws, strict=True) if to is audience]


def test_the_streams_of_a_box_differ() -> None:
    box = DiceBox.seeded(1)
    assert len({box[audience].peek(0, 16) for audience in Audience}) == len(Audience)


@given(rolls, rolls, rolls)
def test_a_box_goes_back_to_where_it_stood(
    before: list[tuple[Audience, int]], undone: list[tuple[Audience, int]], after: list[tuple[Audience, int]]
) -> None:
    box, straight = DiceBox.seeded(2), DiceBox.seeded(2)
    thrown(box, before)
    mark = box.offsets
    thrown(box, undone)
    box.rewind(mark)
    assert box.offsets == mark
    thrown(straight, before)
    assert thrown(box, after) == thrown(straight, after)
    assert box.offsets == straight.offsets


@given(rolls, rolls, rolls)
def test_a_splice_repeats_what_fell_and_goes_on_with_the_other_box(
    before: list[tuple[Audience, int]], since: list[tuple[Audience, int]], after: list[tuple[Audience, int]]
) -> None:
    box = DiceBox.seeded("real")
    thrown(box, before)
    start = box.offsets
    fell = thrown(box, since)
    spliced = box.splice(start, DiceBox.seeded("other"))
    assert thrown(spliced, since) == fell
    assert thrown(spliced, after) == thrown(DiceBox.seeded("other"), after), "the fork sees dice that are not its own"
    taken = {audience.value: box.offsets[audience] - start.get(audience, 0) for audience in box.offsets}
    assert {name: len(given) for name, given in box.taken_since(start).items()} == {n: k for n, k in taken.items() if k}


def test_a_recorded_box_gives_its_bytes_first_and_then_its_own() -> None:
    box = DiceBox.seeded(3).after({"axis": bytes([4, 1])})
    assert box[AXIS].roll(2 * D6) == (5, 2)
    assert box[AXIS].roll(2 * D6) == DiceBox.seeded(3)[AXIS].roll(2 * D6)
    assert box[EVERYONE].roll(D10) == DiceBox.seeded(3)[EVERYONE].roll(D10)


def test_the_commitment_binds_the_secret_and_each_nonce_turns_the_dice() -> None:
    assert commitment(b"one") != commitment(b"two")
    assert commitment(b"one") not in (blake2b(b"one", digest_size=32).hexdigest(), "one")
    nonces = {Side.ALLIED: "a", Side.AXIS: "b"}
    keys = {
        mix(b"one", nonces),
        mix(b"two", nonces),
        mix(b"one", {**nonces, Side.ALLIED: "c"}),
        mix(b"one", {**nonces, Side.AXIS: "c"}),
        mix(b"one", {Side.ALLIED: "b", Side.AXIS: "a"}),
        mix(b"one", {}),
    }
    assert len(keys) == 6
    assert mix(b"one", {Side.AXIS: "b", Side.ALLIED: "a"}) == mix(b"one", nonces)
