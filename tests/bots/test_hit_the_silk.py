"""What the bots of Hit the Silk! remember and do where everybody at the table would know what to do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import facedown
from facedown.bots import BotError, BotSpec, ask, make_bot
from facedown.engine import CLOCK, Chance, Event, Expire, Timer, hears, small_seed
from facedown.engine.drive import next_up
from facedown.games.hit_the_silk import events as told
from facedown.games.hit_the_silk.bots.judge import Judge
from facedown.games.hit_the_silk.bots.memory import FOUND_OUT, STRANGER, TRUSTED, Memory
from facedown.games.hit_the_silk.bots.worlds import imagine, unseen
from facedown.games.hit_the_silk.landing import Flight, odds
from facedown.games.hit_the_silk.words import (
    Answer,
    Ballot,
    Fly,
    GiveSeat,
    Keep,
    Key,
    Knife,
    Lay,
    MakeOffer,
    Opening,
    Play,
    Redraw,
    Take,
    Target,
    Threatened,
)
from facedown.lab import simulate

GAME: Any = facedown.game("hit-the-silk")
HAND = ["flannel", "flannel", "flannel", "flannel"]


def bot(seat: int = 0, seats: int = 4, luck: int = 1, **options: Any) -> Any:
    return make_bot(GAME, BotSpec("steady"), seat, seats, GAME.read_options(options, seats), Random(luck))


def given(options: Any = None, seats: int = 4, **position: Any) -> Any:
    hands = dict.fromkeys(range(seats), HAND) | position.pop("hands", {})
    return GAME.given(seats, options, {"altitude": 15000, "hands": hands, **position}, Chance(small_seed(1)))


def answer(state: Any, seat: int = 0, log: tuple[Event, ...] = (), **options: Any) -> Any:
    found = ask(bot(seat, state.seats, **options), state, seat, log)
    assert found is not None and not found.refused
    return found.move


def memory(seat: int = 0, seats: int = 4) -> Memory:
    kinds = {kind: kind for kind in GAME.edition.deck}
    return Memory(seat, seats, kinds, {kind: GAME.edition.in_play(kind, seats) for kind in kinds})


def known(memory: Memory, seat: int) -> dict[str, float]:
    return {card.kind: card.sure for card in memory.hands[seat]}


# memory ---------------------------------------------------------------------------------------------------------------
def test_a_hand_that_was_spied_on_is_remembered_card_by_card() -> None:
    mind = memory()
    mind.hear(
        [told.Spied(0, 2, ("licence", "knife", "key", "flannel")), told.Changed(2, "knife"), told.Announced(2, "key")]
    )
    assert known(mind, 2) == {"licence": 1.0, "flannel": 1.0}


def test_what_a_theft_that_we_did_not_see_took_is_less_sure() -> None:
    mind = memory()
    mind.hear([told.Spied(0, 2, ("licence", "knife", "key", "flannel")), told.Stole(1, 2)])
    assert known(mind, 2)["licence"] < known(mind, 2)["flannel"] < 1


def test_the_lockbox_is_remembered_until_somebody_else_takes_of_it() -> None:
    mind = memory()
    mind.hear([told.Looked(0, None, ("licence", "knife")), told.Lockbox(0, True, 1, "knife")])
    assert mind.lockbox == ["licence"]
    mind.hear([told.Lockbox(1, True, 0)])
    assert mind.lockbox is None


def test_claims_and_promises_count_less_than_what_was_seen() -> None:
    mind = memory()
    mind.hear([told.Claimed(1, "parachute"), told.Knife(1)])
    assert 0 < known(mind, 1)["parachute"] < known(mind, 1)["knife"] == 1.0


def test_who_cheats_in_a_trade_is_trusted_less_and_who_does_not_more() -> None:
    mind = memory()
    mind.hear([told.Offered(0, 1, ("spy",), ("key",)), told.Swapped(0, 1, ("spy",), ("flannel",))])
    mind.hear([told.Offered(2, 0, ("key",), ("any",)), told.Swapped(2, 0, ("key",), ("flannel",))])
    assert mind.trust[1] < TRUSTED < STRANGER < mind.trust[2]


def test_who_promises_a_card_that_we_hold_is_found_out() -> None:
    mind = memory()
    mind.hear([told.Dealt(0, 1, ("licence",)), told.Offered(1, 0, ("licence",), ("key",))])
    assert mind.trust[1] == FOUND_OUT


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("preset", ["core", "travel", "double-cross"])
def test_what_it_has_not_seen_is_all_that_lies_hidden(seats: int, preset: str) -> None:
    state: Any = GAME.deal(seats, {"preset": preset}, seed=3)
    rng, options = Random(1), GAME.read_options({"preset": preset}, seats)
    minds = [bot(seat, seats, preset=preset).memory for seat in range(seats)]
    for mind, seat in zip(minds, range(seats), strict=True):
        mind.hear([event for audience, event in state.opening() if hears(audience, seat)])
    for _ in range(150):
        if state.outcome() is not None:
            break
        up = next_up(state, rng, free=0.05)
        move = Expire(up.name) if isinstance(up, Timer) else state.sample(up, rng)
        heard = state.play(CLOCK if isinstance(up, Timer) else up.seat, move)
        for seat, mind in enumerate(minds):
            mind.hear([event for audience, event in heard if hears(audience, seat)])
            if state.ended is not None or state.stage not in ("opening", "turn"):
                continue
            view = state.view(seat)
            real = [
                *[c for s in range(seats) if s != seat and not state.lies_open(s) for c in state.whole_hand(s)],
                *[c for s in range(seats) if s != seat for c in (*state.thrown[s], *hidden_laid(state, s))],
                *state.draw, *state.lockbox, *(state.picked if state.turn != seat else ()),
            ]  # fmt: skip
            kinds = sorted(kind for kind in GAME.faces.show(real) if kind != "flannel")
            assert sorted(unseen(GAME.edition, view, mind).elements()) == kinds
            for world in imagine(GAME.edition, view, mind, rng, 2):
                assert [len(hand) for hand in world.hands] == [hand.count for hand in view.hands]
    assert options.travel == (preset == "travel")


def hidden_laid(state: Any, seat: int) -> list[int]:
    return [] if state.revealed >> seat & 1 else state.laid[seat]


RICH = ["parachute", "briefcase-30", "briefcase-30", "briefcase-20"]


# judging --------------------------------------------------------------------------------------------------------------
def chances(state: Any, seat: int) -> float:
    judge = Judge(GAME.edition, state.options, state.view(seat), seat)
    world = imagine(GAME.edition, state.view(seat), memory(seat, state.seats), Random(1), 1)[0]
    hands = [list(GAME.faces.show(state.whole_hand(s))) for s in range(state.seats)]
    world = world._replace(hands=hands)
    return judge.chance(world, judge.stats(world))


def test_a_jump_is_judged_by_seats_cuffs_and_cash() -> None:
    hands = {0: RICH, 1: ["parachute", "briefcase-20", "briefcase-20", "flannel"], 2: ["licence", *HAND[:3]]}
    state = given(hands=hands)
    assert chances(state, 0) > 0.9 and chances(state, 1) > 0.9  # 120 of 100
    assert chances(state, 2) == pytest.approx(float(odds(GAME.edition.landing, True).at((0, 0))))
    assert chances(given(hands=hands, cuffs=[[0, 3]]), 0) == 0  # two people, one seat (S-184)
    assert chances(given({"preset": "travel"}, hands=hands | {2: HAND}), 2) == 0  # S-247


# deciding -------------------------------------------------------------------------------------------------------------
def test_it_opens_with_what_serves_a_jump() -> None:
    state: Any = GAME.deal(4, seed=1)
    state.hands[0] = [GAME.faces.kind.index(k) for k in ("parachute", "briefcase-30", "briefcase-20", "poison")]
    state.hands[0] += [GAME.faces.kind.index(k) for k in ("antidote", "handcuffs")]
    move = answer(state)
    assert isinstance(move, Opening) and not {"parachute", "briefcase-30", "briefcase-20"} & set(move.cards)


def test_it_takes_the_antidote_while_there_is_time() -> None:
    state = given(altitude=7500, hands={0: ["antidote", *HAND[:3]]}, poisoned=[0])
    assert answer(state) == Play("antidote")
    state.play(0, Play("antidote"))
    assert answer(state) == Target(0)


def test_it_opens_the_lockbox_and_takes_what_it_needs_there() -> None:
    lockbox = ["poison", "antidote", "licence", "bullet", "handcuffs", "knife"]
    state = given(altitude=8000, hands={0: ["key", *HAND[:3]]}, lockbox=lockbox)
    state.play(0, Play("key"))
    assert answer(state) == Key(lockbox=True)
    state.play(0, Key(lockbox=True))
    assert answer(state) == Take("licence")


def test_it_opens_cuffs_that_would_drown_it() -> None:
    partner = ("parachute", "briefcase-20", "briefcase-20", "flannel")
    hands = {0: ["key", "parachute", "briefcase-30", "briefcase-30"], 1: list(partner)}
    state = given(altitude=2500, hands=hands, cuffs=[[0, 3]], lockbox=["poison"])
    log = (told.Spied(0, 1, partner),)
    player = bot()
    found = ask(player, state, 0, log)
    assert found is not None and found.move == Play("key")
    state.play(0, Play("key"))
    found = ask(player, state, 0, ())
    assert found is not None and found.move == Key(cuff=1)


def test_it_shows_its_knife_and_its_revolver() -> None:
    state = given(hands={1: ["steal", *HAND[:3]], 0: ["knife", *HAND[:3]]}, turn=1)
    state.play(1, Play("steal"))
    state.play(1, Target(0))
    assert answer(state) == Knife(True)
    state = given({"preset": "double-cross"}, hands={1: ["revolver", *HAND[:3]], 0: ["revolver", *HAND[:3]]}, turn=1)
    state.play(1, GAME.read_move({"kind": "threaten", "seat": 0}))
    assert answer(state, preset="double-cross") == Threatened("c")


@pytest.mark.parametrize(("cash", "hit"), [("briefcase-20", True), ("flannel", False)])
def test_it_votes_for_a_jump_that_is_won_and_against_one_that_is_not(cash: str, hit: bool) -> None:
    partner = ("parachute", cash, cash, "flannel")
    state = given(altitude=9500, turn=3, hands={0: RICH, 1: list(partner), 3: ["key", *HAND[:3]]})
    state.play(3, Play("key"))
    assert answer(state, log=(told.Spied(0, 1, partner),)) == Ballot(hit)


def test_who_is_poisoned_does_not_wait_below_the_last_vote() -> None:
    state = given(altitude=5500, turn=3, hands={0: ["licence", *HAND[:3]], 3: ["key", *HAND[:3]]}, poisoned=[0])
    state.play(3, Play("key"))
    assert answer(state) == Ballot(True)


def test_it_keeps_its_word_to_who_can_be_trusted_and_not_to_a_cheat() -> None:
    state = given(hands={0: ["key", "spy", "flannel", "flannel"], 1: ["steal", *HAND[:3]]}, turn=1)
    state.play(1, MakeOffer(0, ("steal",), ("spy",)))
    state.play(0, Answer("accept"))
    assert answer(state) == Lay(("spy",))
    cheated = (told.Offered(0, 1, ("spy",), ("key",)), told.Swapped(0, 1, ("spy",), ("flannel",)))
    assert answer(state, log=cheated) == Lay(("flannel",))
    state = given({"preset": "double-cross"}, hands={0: ["key", "spy", "flannel", "flannel"], 1: HAND}, turn=1)
    state.play(1, MakeOffer(0, ("steal",), ("spy",)))
    assert answer(state, log=cheated, preset="double-cross") == Answer("decline")


def test_it_gives_a_spare_seat_to_who_brings_the_cash() -> None:
    hands = {
        0: ["parachute", "parachute", "briefcase-20", "flannel"],
        2: ["briefcase-30", "briefcase-30", "flannel", "flannel"],
    }
    state = given(altitude=1500, hands=hands)
    state.play(0, GAME.read_move({"kind": "end"}))
    assert answer(state) == GiveSeat(2)


def test_it_searches_for_the_licence_and_flies_by_the_odds() -> None:
    state = given(altitude=1500, hands={0: ["key", *HAND[:3]]}, turn=3, lockbox=["licence"])
    state.play(3, GAME.read_move({"kind": "end"}))
    assert answer(state) == Key(lockbox=True)
    state.play(0, Key(lockbox=True))
    state.play(0, answer(state))
    assert state.stage == "flight" and state.pilot() == 0
    move, best = answer(state), odds(GAME.edition.landing, True)
    assert isinstance(move, Fly)
    value = best.after(state.plane, Flight(move.across, move.down, move.minus))
    assert value == max(best.after(state.plane, flight) for flight in state.flights())


def test_without_a_key_it_draws_for_the_licence() -> None:
    state = given(altitude=1500, turn=3)
    state.play(3, GAME.read_move({"kind": "end"}))
    assert isinstance(answer(state), Redraw)


def test_it_keeps_the_best_of_what_it_draws() -> None:
    hands = {0: ["flannel", "briefcase-30", "briefcase-20", "parachute"]}
    state = given(altitude=9000, hands=hands, draw=["poison", "bullet", "briefcase-30"])
    state.play(0, GAME.read_move({"kind": "change", "card": "flannel"}))
    assert answer(state) == Keep("briefcase-30")


# at the table ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize(
    "options",
    [{}, {"preset": "double-cross"}, {"preset": "double-cross", "mode": "travel", "trade_any_time": True}],
    ids=["core", "double-cross", "all"],
)
def test_all_it_answers_is_legal_and_games_end(seats: int, options: dict[str, Any]) -> None:
    found = simulate(GAME, 2, seats, "steady(worlds=4),steady(worlds=4),random", options=options, seed=3)
    assert [row["refused"] for row in found["bots"]] == [0] * seats and found["unfinished"] == 0


def test_one_that_is_made_anew_and_hears_the_whole_log_decides_alike() -> None:
    state: Any = GAME.deal(4, {"preset": "double-cross"}, seed=5)
    rng, old = Random(5), bot(preset="double-cross")
    whole: list[Event] = [event for audience, event in state.opening() if hears(audience, 0)]
    news, compared = whole[:], 0
    while state.outcome() is None and compared < 12:
        up = next_up(state, rng, free=0)
        if isinstance(up, Timer):
            heard = state.play(CLOCK, Expire(up.name))
        elif up.seat == 0:
            found = ask(old, state, 0, news)
            assert found is not None and found == ask(bot(preset="double-cross"), state, 0, whole)
            news, compared = [], compared + 1
            heard = state.play(0, found.move)
        else:
            heard = state.play(up.seat, state.sample(up, rng))
        fresh = [event for audience, event in heard if hears(audience, 0)]
        whole, news = whole + fresh, news + fresh
    assert compared > 6


def test_settings_that_make_no_sense_are_told() -> None:
    options = GAME.read_options(None, 4)
    with pytest.raises(BotError, match="worlds goes from 1 to 500"):
        make_bot(GAME, BotSpec("steady", {"worlds": "0"}), 0, 4, options, Random(1))
    with pytest.raises(BotError, match="landing and rivalry go from 0 to 1"):
        make_bot(GAME, BotSpec("steady", {"landing": "2"}), 0, 4, options, Random(1))
