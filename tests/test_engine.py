"""The engine by itself: chance, editions, records, options, and what is checked when a game is imported."""

import hashlib
import random
import struct
from collections import Counter
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facedown
from facedown import UnknownGame
from facedown.engine import (
    ARCHIVE,
    Chance,
    Choice,
    EditionError,
    Event,
    Game,
    Move,
    Offer,
    Order,
    RecordError,
    Refused,
    Sees,
    State,
    commitment,
    everyone,
    fair_key,
    owner,
    read_record,
    record_of,
    small_seed,
    write_record,
)
from facedown.engine.edition import read_edition
from facedown.games.fly_down.edition import FlyDownEdition
from tests.mini import pair

FLY_DOWN = facedown.game("fly-down")


# chance -----------------------------------------------------------------------------------------
def test_a_stream_is_shake_of_key_and_named_length() -> None:
    key = bytes(range(32))
    bits = hashlib.shake_256(key + b"\x04deck" + b"").digest(40)
    assert Chance(key).words("deck", 10) == struct.unpack(">10I", bits)


def test_streams_do_not_disturb_each_other() -> None:
    one, two = Chance(small_seed(1)), Chance(small_seed(1))
    two.below("other", 6)
    assert [one.below("deck", 52) for _ in range(20)] == [two.below("deck", 52) for _ in range(20)]


def test_a_shuffle_that_stops_early_brings_the_same_cards_to_the_top() -> None:
    for seed in range(50):
        whole, part = list(range(55)), list(range(55))
        Chance(small_seed(seed)).shuffle("deck", whole)
        Chance(small_seed(seed)).shuffle("deck", part, 18)
        assert part[37:] == whole[37:] and sorted(part) == sorted(whole)
        everything = list(range(55))
        Chance(small_seed(seed)).shuffle("deck", everything, 55)
        assert everything == whole


def test_a_name_that_ends_like_another_is_another_stream() -> None:
    key = b"k" * 32
    assert Chance(key).words("ab", 4) != Chance(key + b"a").words("b", 4)


def test_words_beyond_the_largest_multiple_are_skipped() -> None:
    class Fixed(Chance):
        def words(self, stream: str, n: int) -> tuple[int, ...]:
            at = self.drawn.get(stream, 0)
            return ((1 << 32) - 1, 5, 7, 11)[at : at + n]

    assert Fixed(b"").below("dice", 6) == 5  # 2**32 - 1 is above the largest multiple of 6 below 2**32


@given(st.integers(1, 400), st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_the_cards_and_two_copies_agree(n: int, key: bytes) -> None:
    cards, again = list(range(n)), list(range(n))
    chance = Chance(key)
    twin = chance.copy()
    chance.shuffle("deck", cards)
    twin.shuffle("deck", again)
    assert sorted(cards) == list(range(n))
    assert cards == again
    assert chance.drawn == twin.drawn


def test_every_order_of_three_is_equally_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(6000):
        cards = [0, 1, 2]
        Chance(small_seed(seed)).shuffle("deck", cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 6
    assert all(850 < n < 1150 for n in orders.values())  # five standard deviations


def test_the_key_depends_on_every_nonce_and_on_their_order() -> None:
    seed, a, b = b"s" * 32, b"a" * 16, b"b" * 16
    keys = {fair_key(seed, [a, b]), fair_key(seed, [b, a]), fair_key(seed, [a, a]), fair_key(b"t" * 32, [a, b])}
    assert len(keys) == 4
    assert commitment("T", seed) == hashlib.sha256(b"facedown/1T" + seed).hexdigest()


# editions ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("overlay", "field", "reason"),
    [
        ({"cards": 47}, "cards", "the colours list 48 cards, the box says 47"),
        ({"colours.1.letter": "R"}, "colours[1].letter", "R stands twice"),
        ({"colours.2.values": [1, 2, 2, 3, 4, 5, 6, 7]}, "colours[2].values", "each value stands once, rising"),
        ({"colours.2.values": [-1, 2, 3, 4, 5, 6, 7, 8]}, "colours[2].values[0]", "Expected `int` >= 1"),
        ({"hand": "five"}, "hand", "Expected `int`, got `str`"),
        ({"visible": 6}, "visible", "6 Visible cards leave none Hidden"),
        ({"cost": 3}, "cost", "the edition has no such field"),
        ({"colours.9.letter": "Z"}, "colours.9.letter", "the edition has no such field"),
        ({"colours": []}, "cards", "the colours list 0 cards"),
    ],
)
def test_a_broken_edition_names_file_field_and_reason(overlay: dict[str, Any], field: str, reason: str) -> None:
    with pytest.raises(EditionError) as error:
        FLY_DOWN.with_edition(overlay)
    assert error.value.file == "edition.toml"
    assert error.value.field == field
    assert reason in error.value.reason
    assert "\n" not in str(error.value)


def test_an_edition_file_that_is_no_toml_or_not_there_is_named(tmp_path: Any) -> None:
    with pytest.raises(EditionError, match=r"^edition\.toml: cannot be read"):
        read_edition(tmp_path / "edition.toml", FlyDownEdition)
    (tmp_path / "edition.toml").write_text("cards = ")
    with pytest.raises(EditionError, match=r"^edition\.toml: is not TOML"):
        read_edition(tmp_path / "edition.toml", FlyDownEdition)


# creation ---------------------------------------------------------------------------------------
def test_an_unknown_game_lists_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"no game called chess\. There are: .*fly-down"):
        facedown.game("chess")


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (1, {}, "Fly Down is for 2 to 6 players, not 1."),
        (7, {}, "Fly Down is for 2 to 6 players, not 7."),
        (3, {"colors": ["R"]}, "unknown field `colors`"),
        (3, {"chat": "yes"}, 'The option "Free talk" cannot be yes.'),
        (3, {"colours": ["R", "Y"]}, "3 players need 3 different colours."),
        (3, {"turn_clock": 1}, 'The option "Clock for each action" cannot be 1.'),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_one_sentence(seats: int, options: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused) as error:
        FLY_DOWN.deal(seats, options)
    assert why in error.value.refusal.why
    assert error.value.refusal.next


def test_names_are_those_given_and_stay() -> None:
    state = FLY_DOWN.deal(2, names=("Åsa", "Bo"))
    assert [seat.name for seat in state.view(0).seats] == ["Åsa", "Bo"]


# records ----------------------------------------------------------------------------------------
def finished(seed: int = 3) -> bytes:
    """The record of a whole random game."""
    key = Chance(small_seed(seed)).key
    state = FLY_DOWN.deal(3, chance=Chance(key))
    start, entries, rng = state.copy(), [], random.Random(seed)
    while state.outcome() is None:
        request = state.requests()[0]
        move = state.sample(request, rng)
        entries.append((request.seat, move))
        state.play(request.seat, move)
    record = record_of(start, entries, key=key.hex())
    return write_record(record.header, record.entries, state.outcome())


def test_a_record_replays_to_the_same_bytes() -> None:
    text = finished()
    record = read_record(text)
    state = FLY_DOWN.replay(record)
    assert state.outcome() is not None
    assert write_record(record.header, record.entries, state.outcome()) == text


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda t: b"", "empty"),
        (lambda t: t[:-20], "cut off"),
        (lambda t: t.replace(b'"redraw"', b'"sum"', 1), "digest"),
        (lambda t: b"hello\n" + t, "not the header"),
        (lambda t: t.replace(b'"format":1', b'"format":99', 1), "newer Facedown"),
        (lambda t: b"\n".join(t.split(b"\n")[:3] + t.split(b"\n")[4:-2]) + b"\n", "entry 2 is missing"),
        (lambda t: bytes([t[0]]) + b"\xff" + t[2:], "not the header"),
    ],
)
def test_a_record_that_is_not_whole_says_so_in_one_sentence(spoil: Any, why: str) -> None:
    with pytest.raises(RecordError) as error:
        FLY_DOWN.replay(read_record(spoil(finished())))
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def test_a_record_with_an_illegal_move_does_not_replay() -> None:
    lines = finished().split(b"\n")
    lines[1] = b'{"n":0,"at":0,"actor":0,"move":{"kind":"ask","slot":0,"value":3}}'
    with pytest.raises(RecordError, match="entry 0 does not hold"):
        FLY_DOWN.replay(read_record(b"\n".join(lines[:-2]) + b"\n"))


def test_a_record_of_another_game_or_edition_is_not_replayed() -> None:
    record = read_record(finished())
    with pytest.raises(RecordError, match="another edition"):
        FLY_DOWN.replay(read_record(finished().replace(record.header.edition.encode(), b"0" * 16).split(b'{"end"')[0]))


@given(st.binary(max_size=400))
def test_any_bytes_are_a_record_or_an_error_of_one_sentence(text: bytes) -> None:
    with pytest.raises(RecordError):
        read_record(text)


# moves ------------------------------------------------------------------------------------------
@given(
    st.dictionaries(
        st.sampled_from(["kind", "slot", "value", "seat", "their_slot", "sign", "x"]),
        st.one_of(
            st.integers(), st.text(max_size=8), st.none(), st.booleans(), st.sampled_from(["ask", "swap", "sum"])
        ),
    )
)
def test_any_move_is_accepted_or_refused_and_a_refusal_changes_nothing(raw: dict[str, Any]) -> None:
    state = FLY_DOWN.deal(3, seed=1)
    before = state.view(ARCHIVE)
    for seat in range(3):
        try:
            refusal = state.check(seat, FLY_DOWN.read_move(raw))
        except Refused as error:
            refusal = error.refusal
        if refusal is not None:
            assert refusal.rule
            assert refusal.why.endswith(".")
            assert refusal.next
    assert state.view(ARCHIVE) == before


# what fails at import ---------------------------------------------------------------------------
class Nod(Move, frozen=True):
    """A move."""


def test_a_slot_without_an_audience_fails_at_import() -> None:
    with pytest.raises(TypeError, match="purse"):

        class Forgetful(State):
            __slots__ = ("purse",)


def test_an_audience_without_a_slot_fails_at_import() -> None:
    with pytest.raises(TypeError, match="purse"):

        class Dreaming(State):
            __slots__ = ()
            SEES: ClassVar = {"purse": everyone()}


def test_a_planned_step_that_does_not_exist_fails_at_import() -> None:
    with pytest.raises(TypeError, match="chose_victim"):

        class Misspelt(State):
            __slots__ = ()
            ASKS: ClassVar = {"turn": (Nod,)}

            def do_nod(self, seat: int, move: Nod) -> None:
                self.then(("pay", 1), "chose_victim")

            def pay(self, cost: int) -> None:
                pass


def test_a_move_without_its_rule_fails_at_import() -> None:
    with pytest.raises(AttributeError, match="do_nod"):

        class Lazy(State):
            __slots__ = ()
            ASKS: ClassVar = {"turn": (Nod,)}


def test_a_game_without_a_table_of_faces_has_nothing_to_mint_and_no_positions_to_describe() -> None:
    class Plain(Game[Any]):
        id, name = "plain", "Plain"
        seats = range(2, 3)
        State = State

    assert Plain().minted(lambda: "x") is None
    assert Plain().canaries(None, 3) == ("3",)
    with pytest.raises(Refused, match=r"positions of Plain cannot be described"):
        Plain().given(2, None, {}, Chance(small_seed(1)))


def test_a_minted_game_is_of_the_same_edition() -> None:
    overlaid = FLY_DOWN.with_edition({"turned_down": -3})
    assert overlaid.minted(lambda: "x").header(overlaid.deal(2)) == overlaid.header(overlaid.deal(2))


def test_a_game_may_name_the_event_that_tells_of_a_sealed_answer() -> None:
    class Locked(Event, frozen=True):
        seat: int

    class Named(pair.Pair):
        __slots__ = ()

        def chosen(self, seat: int) -> Event:
            return Locked(seat)

    class NamedGame(pair.PairGame):
        State = Named

    state = NamedGame().deal(2, seed=1)
    request = state.requests()[0]
    assert [event for _, event in state.play(0, state.sample(request, random.Random(1)))] == [Locked(0)]


def test_places_that_are_covered_together_share_a_group_and_others_do_not() -> None:
    class Known(pair.Pair):
        __slots__ = ()
        SEES = pair.Pair.SEES | {
            name: Sees(2, owner, "cards", back=lambda s, card: card, covered=lambda s, seat, at: seat + 1,
                       known=lambda s, viewer, seat, at: True)
            for name in ("hands", "laid")
        }  # fmt: skip

    class KnownGame(pair.PairGame):
        State = Known

    state = KnownGame().deal(3, seed=1)
    request = state.requests()[1]
    state.play(1, state.sample(request, random.Random(1)))
    groups = state.hidden(0)
    owners = [{place[1] for place in group} for group in groups if group[0][0] != "box"]
    assert owners == [{1}, {2}]
    assert {place[0] for place in groups[0]} == {"hands", "laid"}
    assert state.known(0) == {card for row in state.hands + state.laid for card in row}


def test_legal_answers_are_listed_as_they_are_asked_for() -> None:
    class Spread(Move, frozen=True):
        order: tuple[int, ...]
        flag: bool

    class Many(State):
        __slots__ = ()
        ASKS: ClassVar = {"spread": (Spread,)}

        def lay_out(self, given: Any) -> None:
            self.ask("spread", [0])

        def do_spread(self, seat: int, move: Spread) -> None: ...

        def offers(self, seat: int) -> list[Offer]:
            return [Offer("spread", "spread", {"order": Order(tuple(range(30)), 30), "flag": Choice((False, True))})]

    class ManyGame(Game[Many]):
        id, name, seats, State = "many", "Many", range(2, 3), Many

    state = ManyGame().deal(2)
    one, two, three = state.legal(state.requests()[0], 3)
    assert [one.flag, two.flag, three.flag] == [False, True, False]
    assert one.order == two.order == tuple(range(30)) != three.order
