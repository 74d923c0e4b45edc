"""The six mini games: each plays to its end, replays to the same bytes, and shows its mechanism as players see it."""

import ast
import inspect
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from facedown.engine import (
    ARCHIVE,
    CLOCK,
    HOUSE,
    PUBLIC,
    Chance,
    Expire,
    Game,
    House,
    Move,
    Refused,
    State,
    hears,
    read_record,
    record_of,
    small_seed,
    viewers,
    write_record,
)

from . import mini
from .mini import bluff, halting, handover, needle, pair, pointing

encode = msgspec.json.encode
SEEDS = range(50)
each_game = pytest.mark.parametrize("game", mini.GAMES, ids=lambda game: game.id)


def play_on(state: State, rng: random.Random) -> tuple[int, Move]:
    """What happens next: now and then a free answer, else one that is waited for, else a timer."""
    free = [request for request in state.requests() if request.binds == "may"]
    waited = [request for request in state.requests() if request.binds != "may"]
    if free and rng.random() < 0.2:
        waited = free
    while waited:
        request = waited.pop(rng.randrange(len(waited)))
        try:
            return request.seat, state.sample(request, rng)
        except LookupError:
            assert request.binds == "may"
    return CLOCK, Expire(state.timers()[0].name)


def random_play(game: Game[Any], seats: int, seed: int) -> tuple[State, list[tuple[int, Move]]]:
    """The last position of a game and its moves; every binding move counts towards the game's own bound."""
    state, rng, moves, binding = game.deal(seats, seed=seed), random.Random(seed), [], 0
    bound = game.bound(state)
    while state.outcome() is None:
        actor, move = play_on(state, rng)
        kinds = {request.kind for request in state.requests() if request.seat == actor and request.binds != "may"}
        binding += any(type(move) in state.ASKS[kind] for kind in kinds)
        assert binding <= bound
        state.play(actor, move)
        moves.append((actor, move))
    return state, moves


def play(state: State, *moves: tuple[int, Move]) -> list[Any]:
    """Plays, and returns all that was told, with audiences."""
    return [told for actor, move in moves for told in state.play(actor, move)]


def heard(told: list[Any], viewer: int) -> list[Any]:
    return [event for audience, event in told if hears(audience, viewer)]


def refused(state: State, seat: int, move: Move) -> str:
    refusal = state.check(seat, move)
    assert refusal is not None
    assert refusal.next
    return refusal.rule


def given(game: Game[Any], seats: int, options: dict[str, Any] | None = None, **given: Any) -> Any:
    return game.given(seats, options, given, Chance(small_seed(1)))


def sights(state: State) -> dict[int, bytes]:
    """All that each viewer could be shown of the position."""
    return {
        viewer: encode([state.view(viewer), state.timers(), state.menu(viewer) if viewer < state.seats else None])
        for viewer in viewers(state.seats)
    }


# every mini game ----------------------------------------------------------------------------------
@each_game
def test_random_games_end_within_the_bound_and_replay_to_the_same_bytes(game: Game[Any]) -> None:
    for seats in game.seats:
        for seed in SEEDS:
            end, moves = random_play(game, seats, seed)
            dealt = game.deal(seats, seed=seed)
            record = record_of(dealt, moves, key=dealt.chance.key.hex())
            text = write_record(record.header, record.entries, end.outcome())
            again = game.replay(read_record(text))
            assert encode(again.view(ARCHIVE)) == encode(end.view(ARCHIVE))
            everyone = sorted([*end.outcome().winners, *end.outcome().losers, *end.outcome().tied])
            assert everyone == list(range(seats))


@each_game
def test_a_copy_shares_nothing_that_changes(game: Game[Any]) -> None:
    for seats in game.seats:
        state, rng = game.deal(seats, seed=3), random.Random(3)
        while state.outcome() is None:
            before, copy = sights(state), state.copy()
            actor, move = play_on(copy, rng)
            copy.play(actor, move)
            assert sights(state) == before
            state = copy


@each_game
def test_every_legal_answer_of_the_menu_is_accepted_and_the_others_say_what_to_do(game: Game[Any]) -> None:
    for seed in range(5):
        state, rng = game.deal(game.seats[-1], seed=seed), random.Random(seed)
        while state.outcome() is None:
            for request in state.requests():
                for move in state.legal(request, 40):
                    assert state.check(request.seat, move) is None
                    assert game.read_move(msgspec.to_builtins(move)) == move
                for offer in state.menu(request.seat):
                    assert offer.why_not is None or (offer.why_not.rule and offer.why_not.next)
                if request.binds != "may":
                    assert state.check(request.seat, state.default(request)) is None
            state.play(*play_on(state, rng))


@each_game
def test_every_card_is_shown_to_those_who_may_see_it_and_told_to_nobody_else(game: Game[Any]) -> None:
    rng = random.Random(1)
    game = game.minted(lambda: f"{rng.getrandbits(64):016x}")
    for seed in range(5):
        state = game.deal(game.seats[-1], seed=seed)
        while state.outcome() is None:
            before = [known(state, viewer) for viewer in viewers(state.seats)]
            told = state.play(*play_on(state, rng))
            for viewer, knew in zip(viewers(state.seats), before, strict=True):
                knows = known(state, viewer)
                sight = encode(state.view(viewer)).decode()
                heard_of = encode([heard(told, viewer), state.requests(), state.timers()]).decode()
                for _, face, _ in state.places():
                    [code] = game.canaries(state, face)
                    assert (code in sight) == (face in knows)
                    assert code not in heard_of or face in knows | knew


def known(state: State, viewer: int) -> set[Any]:
    """The cards in a viewer's sight."""
    return {face for _, (seen, face) in state.entitled(viewer) if seen}


@each_game
def test_a_seat_that_was_removed_does_not_stop_the_game(game: Game[Any]) -> None:
    state, rng = game.deal(3, seed=8), random.Random(8)
    state.play(HOUSE, House("removed", 1))
    while state.outcome() is None:
        waited = [request for request in state.requests() if request.binds != "may" and request.seat != 1]
        if waited:
            state.play(waited[0].seat, state.sample(waited[0], rng))
        else:
            state.play(CLOCK, Expire(state.timers()[0].name))


@each_game
def test_a_position_with_a_seat_that_is_not_there_is_refused(game: Game[Any]) -> None:
    with pytest.raises(Refused, match="there is no seat 9"):
        given(game, 2, hands={9: ["?"]})


@pytest.mark.parametrize(
    ("module", "most"),
    [(pair, 85), (bluff, 85), (needle, 165), (halting, 85), (pointing, 85), (handover, 85)],
    ids=lambda value: getattr(value, "__name__", "")[11:],
)
def test_a_mechanism_takes_a_page(module: Any, most: int) -> None:
    lines = code_lines(inspect.getsource(module))
    print(f"{Path(module.__file__).name}: {lines} lines of code")
    assert lines <= most


def code_lines(source: str) -> int:
    """Lines that hold code: no blank lines, comments and docstrings; an import is one line, however it is wrapped."""
    lines = source.splitlines()
    code = {n for n, line in enumerate(lines, 1) if line.strip() and not line.strip().startswith("#")}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            code -= set(range(node.lineno, node.end_lineno + 1))
        elif isinstance(node, ast.ImportFrom):
            code -= set(range(node.lineno + 1, node.end_lineno + 1))
    return len(code)


# an amendable sealed pair -------------------------------------------------------------------------
HANDS = {0: ["12", "3", "1", "2"], 1: ["5", "6", "7", "8"]}


def test_a_locked_pair_may_be_replaced_until_the_last_has_locked() -> None:
    state = given(pair.game, 2, hands=HANDS)
    play(state, (0, pair.Lock(("1", "2"))), (0, pair.Lock(("12", "3"))))
    assert state.view(0).laid[0] == ("12", "3")
    assert state.view(0).hands[0] == ("1", "2")
    told = play(state, (1, pair.Lock(("5", "6"))))
    revealed = told[-1][1]
    assert revealed.pairs == (("12", "3"), ("5", "6"))
    assert revealed.scored == (0, 1)


def test_others_hear_once_that_a_seat_has_locked_and_see_no_card() -> None:
    state = given(pair.game, 2, hands=HANDS)
    told = play(state, (0, pair.Lock(("1", "2"))))
    assert encode(heard(told, 1)) == b'[{"event":"chose","seat":0}]'
    before = sights(state)
    assert play(state, (0, pair.Lock(("12", "3")))) == []
    assert sights(state)[1] == before[1]
    assert sights(state)[PUBLIC] == before[PUBLIC]
    assert state.view(1).laid[0] == ("?", "?")


def test_a_seat_sees_its_own_answer_until_all_are_revealed() -> None:
    state = given(pair.game, 2, hands=HANDS)
    play(state, (0, pair.Lock(("1", "2"))))
    assert state.view(0).you.answer == pair.Lock(("1", "2"))
    assert state.view(1).you.answer is None
    play(state, (1, pair.Lock(("5", "6"))))
    assert state.view(0).you.answer is None


def test_one_card_cannot_be_locked_twice() -> None:
    state = given(pair.game, 2, hands=HANDS)
    assert refused(state, 0, pair.Lock(("12", "12"))) == "D-2"
    assert refused(state, 0, pair.Lock(("12", "5"))) == "D-2"


def test_when_the_clock_ends_whoever_has_not_locked_locks_something_and_the_pairs_are_revealed() -> None:
    state = given(pair.game, 2, {"clock": 30}, hands=HANDS)
    play(state, (0, pair.Lock(("12", "3"))))
    told = play(state, (CLOCK, Expire("lock")))
    assert told[-1][1].pairs[0] == ("12", "3")
    assert set(told[-1][1].pairs[1]) <= set(HANDS[1])


# a reaction window with bluff ---------------------------------------------------------------------
def test_a_window_tells_nobody_anything_before_it_ends() -> None:
    armed, bare = (
        given(bluff.game, 3, hands={0: ["gold", "gold"], 1: [card, "gold"], 2: ["gold", "shield"]})
        for card in ("shield", "gold")
    )
    for state in (armed, bare):
        play(state, (0, bluff.Attack(1)))
    for viewer in (0, 2, PUBLIC):
        assert sights(armed)[viewer] == sights(bare)[viewer]
        assert encode(armed.requests()) == encode(bare.requests())
    before = sights(armed)
    assert play(armed, (1, bluff.Defend(True))) == []
    for viewer in (0, 2, PUBLIC):
        assert sights(armed)[viewer] == before[viewer]
    assert armed.outcome() is None
    told = play(armed, (CLOCK, Expire("window")))
    assert heard(told, PUBLIC) == [bluff.Struck(1, "shield")]
    assert armed.view(0).shown == ("shield",)


def test_a_shield_may_be_kept_back_and_then_the_attack_hits() -> None:
    state = given(bluff.game, 2, hands={1: ["shield", "gold"]})
    told = play(state, (0, bluff.Attack(1)), (1, bluff.Defend(False)), (CLOCK, Expire("window")))
    assert heard(told, 0)[-1] == bluff.Struck(1)
    assert state.view(0).hits == (0, 1)
    assert state.view(0).hands[1] == ("?", "?")


def test_a_shield_can_be_shown_only_by_who_holds_one_and_silence_declines() -> None:
    state = given(bluff.game, 2, hands={1: ["gold", "gold"]})
    play(state, (0, bluff.Attack(1)))
    assert refused(state, 1, bluff.Defend(True)) == "B-3"
    assert state.default(state.requests()[0]) == bluff.Defend(False)
    assert heard(play(state, (CLOCK, Expire("window"))), 0) == [bluff.Struck(1)]


# an interrupt -------------------------------------------------------------------------------------
def flight(**more: Any) -> Any:
    return given(needle.game, 3, **{"hands": {0: ["steal", "steal", "cash"], 1: ["knife", "cash", "cash"]}, **more})


def test_a_vote_to_jump_in_the_middle_of_a_steal_cancels_it_and_the_steal_is_spent() -> None:
    state = flight(altitude=10)
    ballots = [(1, needle.Ballot(True)), (2, needle.Ballot(True)), (0, needle.Ballot(False))]
    told = play(state, (0, needle.Steal()), *ballots)
    assert state.view(PUBLIC).spent == ("steal",)
    assert not any(isinstance(event, needle.Stole | needle.Targeted) for _, event in told)
    assert state.outcome().why == "vote"
    assert state.view(2).hands[1] == ("knife", "cash", "cash")


def test_a_failed_vote_adds_turbulence_to_the_same_descent_and_then_the_steal_goes_on() -> None:
    state = flight(altitude=10)
    ballots = [(seat, needle.Ballot(False)) for seat in (1, 2, 0)]
    told = play(state, (0, needle.Steal()), *ballots)
    assert [event.at for _, event in told if isinstance(event, needle.Needle)] == [9, 8, 7]
    assert [request.kind for request in state.requests()] == ["target"]


def test_turbulence_may_reach_the_next_gauge_and_ask_for_another_vote() -> None:
    state = flight(altitude=7)
    ballots = [(seat, needle.Ballot(False)) for seat in (1, 2, 0)]
    play(state, (0, needle.Wait()), *ballots)
    assert state.view(0).altitude == 4
    assert state.view(0).turn == 1


def test_only_thief_and_victim_learn_which_card_was_stolen() -> None:
    state = flight()
    told = play(state, (0, needle.Steal()), (0, needle.Target(1)), (CLOCK, Expire("window")))
    stolen = [heard(told, viewer)[-1].card for viewer in (0, 1, 2, PUBLIC)]
    assert stolen[0] == stolen[1] in ("knife", "cash")
    assert stolen[2:] == [None, None]
    assert len(state.view(2).hands[1]) == 2


def test_a_knife_that_is_shown_is_spent_and_prevents_the_theft() -> None:
    state = flight()
    play(state, (0, needle.Steal()), (0, needle.Target(1)), (1, needle.Knife(True)), (CLOCK, Expire("window")))
    assert state.view(PUBLIC).spent == ("steal", "knife")
    assert len(state.view(2).hands[1]) == 2
    assert len(state.view(2).hands[0]) == 3


def test_at_the_floor_everybody_jumps_without_a_vote() -> None:
    state = flight(altitude=2)
    play(state, (0, needle.Steal()))
    assert state.outcome().why == "floor"


# free real time with halting ----------------------------------------------------------------------
def test_a_skipped_number_is_laid_open_costs_a_life_and_every_request_is_a_new_one() -> None:
    state = given(halting.game, 3, hands={0: ["5", "20"], 1: ["9", "30"], 2: ["12", "25"]})
    before = {(request.seat, request.kind, request.opened) for request in state.requests()}
    told = play(state, (2, halting.Lay("12")))
    assert heard(told, PUBLIC)[-1] == halting.Halted(((0, "5"), (1, "9")))
    assert state.view(PUBLIC).lives == 1
    assert not before & {(request.seat, request.kind, request.opened) for request in state.requests()}
    assert refused(state, 0, halting.Lay("5")) == "A-1"


def test_without_a_halt_the_requests_of_the_others_stay_the_same() -> None:
    state = given(halting.game, 3, hands={0: ["5"], 1: ["9"], 2: ["12"]})
    before = [request for request in state.requests() if request.seat != 0]
    play(state, (0, halting.Lay("5")))
    assert state.requests() == before


def test_a_clue_is_free_text_but_no_digit_and_so_is_talk() -> None:
    state = given(halting.game, 2, hands={0: ["5", "20"]})
    for text in ("about 5", "½ of it", "²"):
        assert refused(state, 0, halting.Clue(text)) == "A-3"
        assert state.speech(0, text).rule == "A-3"
    assert state.speech(0, None) is None
    told = play(state, (0, halting.Clue("a mouse")))
    assert heard(told, 1) == [halting.Clued(0, "a mouse")]
    assert state.view(1).clues[0] == "a mouse"


def test_the_clock_runs_from_the_first_number_and_its_end_loses() -> None:
    state = given(halting.game, 2, hands={0: ["5", "20"], 1: ["9", "30"]})
    assert state.timers() == []
    play(state, (0, halting.Lay("5")))
    assert [timer.kind for timer in state.timers()] == ["rule"]
    play(state, (CLOCK, Expire("escape")))
    assert (state.outcome().losers, state.outcome().why) == ((0, 1), "time")


def test_all_numbers_laid_wins_together() -> None:
    state = given(halting.game, 2, hands={0: ["5"], 1: ["9"]})
    play(state, (0, halting.Lay("5")), (1, halting.Lay("9")))
    assert state.outcome().winners == (0, 1)


# group pointing with settle -----------------------------------------------------------------------
ROW = ["gem", "sand", "sand", "sand"]


def test_the_group_settles_when_all_are_locked_at_one_place() -> None:
    state = given(pointing.game, 3, hands={0: ROW})
    told = play(state, (1, pointing.Lock(0)), (2, pointing.Point(3)), (2, pointing.Lock(0)))
    assert heard(told, PUBLIC)[-1] == pointing.Dug(0, 0, "gem", "agreement")
    assert state.view(PUBLIC).rows[0] == ("gem", "?", "?", "?")
    assert state.view(0).turn == 1


def test_a_locked_finger_may_move_once_and_must_lock_again() -> None:
    state = given(pointing.game, 3, hands={0: ROW})
    play(state, (1, pointing.Lock(0)), (1, pointing.Point(2)))
    assert state.view(2).fingers[1].locked is False
    play(state, (1, pointing.Lock(2)))
    assert refused(state, 1, pointing.Point(1)) == "P-3"
    told = play(state, (2, pointing.Lock(2)))
    assert heard(told, 0)[-1].by == "agreement"


def test_the_clock_settles_by_majority_and_of_several_takes_the_leftmost() -> None:
    state = given(pointing.game, 4, hands={0: ROW})
    play(state, (1, pointing.Point(2)), (2, pointing.Lock(2)), (3, pointing.Lock(1)))
    assert heard(play(state, (CLOCK, Expire("settle"))), 1)[-1] == pointing.Dug(0, 2, "sand", "clock")
    assert heard(play(state, (0, pointing.Lock(3)), (2, pointing.Lock(1)), (3, pointing.Lock(0))), 1)[-1].at == 0


def test_whose_row_is_dug_is_mute_and_has_no_finger() -> None:
    state = given(pointing.game, 3, hands={0: ROW})
    assert state.speech(0, "left!").rule == "P-2"
    assert state.speech(0, None).rule == "P-2"
    assert state.speech(1, "left!") is None
    assert refused(state, 0, pointing.Lock(0)) == "P-2"
    assert refused(state, 1, pointing.Lock(4)) == "table"


# a secret hand-over with private memory -----------------------------------------------------------
def traded() -> Any:
    goods = {0: ["tea", "tea", "salt"], 1: ["silk", "silk", "salt"], 2: ["tea", "salt", "silk"]}
    return given(handover.game, 3, hands=goods)


def test_both_sides_of_a_hand_over_see_both_cards_and_nobody_else_does() -> None:
    state = traded()
    told = play(state, (0, handover.Promise(1, "salt", "silk")), (0, handover.Lay(0)), (1, handover.Lay(2)))
    assert heard(told, 0)[-1] == heard(told, 1)[-1] == handover.HandedOver(0, 0, 1, 2, "tea", "salt")
    assert heard(told, 2)[-1] == heard(told, PUBLIC)[-1] == handover.HandedOver(0, 0, 1, 2)
    assert state.view(0).hands[1] == ("?", "?", "tea")
    assert state.view(1).hands[0] == ("salt", "?", "?")
    assert state.view(2).hands[:2] == (("?", "?", "?"), ("?", "?", "?"))


def test_what_was_seen_is_forgotten_when_another_card_lies_in_the_place() -> None:
    state = traded()
    play(state, (0, handover.Promise(1, "tea", "silk")), (0, handover.Lay(0)), (1, handover.Lay(2)))
    play(state, (1, handover.Promise(2, "silk", "tea")), (1, handover.Lay(2)), (2, handover.Lay(1)))
    assert state.view(0).hands[1] == ("?", "?", "?")
    assert state.view(1).hands[0] == ("salt", "?", "?")
    assert state.view(2).hands[1] == ("?", "?", "salt")


def test_a_promise_binds_nobody_but_must_name_two_kinds() -> None:
    state = traded()
    assert refused(state, 0, handover.Promise(1, "tea", "tea")) == "O-1"
    assert refused(state, 0, handover.Promise(0, "tea", "salt")) == "table"
    assert refused(state, 0, handover.Promise(1, "gold", "tea")) == "table"
    told = play(state, (0, handover.Promise(1, "silk", "salt")))
    assert heard(told, PUBLIC) == [handover.Promised(0, handover.Promise(1, "silk", "salt"))]
    assert state.check(0, handover.Lay(0)) is None
