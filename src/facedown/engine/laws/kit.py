"""The kit: plays a game at random and holds it to every law, or holds one position to one law."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ..audience import ARCHIVE
from ..game import Game
from ..record import Record
from ..state import State
from .canaries import enough, purse, search
from .channel import Channel, encode, kind_of
from .contract import (
    complete,
    default_is_blind,
    default_is_pure,
    events_read_back,
    menus,
    outcome_reads_back,
    versions,
    views_read_back,
    waiting,
)
from .dealt import dealt_twins
from .fidelity import conserved, fork_now, plays_alike, pools, replays, replays_to
from .mint import reminted
from .moment import Moment
from .play import MOODS, Play, deal, from_start
from .report import HUNDRED, Broken, Report, count, step_of
from .sight import coming_chance, every_pair, pair, present_sight, same, sealed_now, sealed_step, silence
from .twins import permuted, run_on, with_other_chance
from .wrong import Curious

Book = dict[tuple[int, bytes], bytes]
"""What a seat that was shown this was offered: the same, wherever it is met again."""


def check(
    game: Game[Any],
    seats: int,
    options: Any = None,
    games: int = 20,
    pairs: int = 6,
    seed: int = 0,
    starts: Sequence[State] = (),
    on_progress: Callable[[int, int], None] | None = None,
    channels: Sequence[Channel] = (),
) -> Report:
    """Plays `games` random games, and a few moves from each of `starts`, and holds them to every law.

    Every position is examined closely, with `pairs` exchanges each, until every kind of event and request was compared
    a hundred times; after that all games are still played, and spot-checked. Every other game is re-minted, where the
    game can be. `channels` are held to the laws beside the contract's own answers. `on_progress(done, all)` is called
    after each game. One seed, one result. Raises Broken at the first violation."""
    report = Report(game.id, seats, seed=seed)
    book: Book = {}
    for index in range(games + len(starts)):
        start = starts[index - games] if index >= games else None
        play_again(game, seats, options, index, pairs, seed, start, channels, report, book)
        if on_progress:
            on_progress(index + 1, games + len(starts))
    return report


def play_again(
    game: Game[Any],
    seats: int,
    options: Any,
    index: int,
    pairs: int = 6,
    seed: int = 0,
    start: State | None = None,
    channels: Sequence[Channel] = (),
    report: Report | None = None,
    book: Book | None = None,
) -> Play:
    """One game of a check, as it was: what `Broken.index` counts. Returns the play; raises Broken again."""
    report = report or Report(game.id, seats, seed=seed)
    rng = random.Random(f"{seed}/{index}")
    try:
        with step_of(0):
            if start is None:
                play = deal(game, seats, options, rng, MOODS[index % len(MOODS)], index % 2 == 0, channels)
            else:
                play = from_start(start, rng, MOODS[index % 2], channels)
        _Examination(play, pairs, report, {} if book is None else book).hold(f"{seed}/{index}")
    except Broken as broken:
        broken.game, broken.seats, broken.seed, broken.index = game.id, seats, seed, index
        raise
    return play


class _Examination:
    """One play under every law."""

    def __init__(self, play: Play, pairs: int, report: Report, book: Book) -> None:
        self.play, self.pairs, self.report, self.book = play, pairs, report, book
        self.purse = purse(play.moments[0].state) if play.minted else {}
        self.pools = pools(play.moments[0].state)

    def hold(self, seed: str) -> None:
        play, report = self.play, self.report
        report.games += 1
        report.minted += play.minted
        report.moves += len(play.steps)
        report.options = msgspec.to_builtins(play.moments[0].state.options)
        self.untouched()
        replays(play)
        report.replays += 1
        versions(play.opening)
        events_read_back(play.game, play.opening, report)
        outcome_reads_back(play.moments[-1].state)
        for k, moment in enumerate(play.moments):
            with step_of(k):
                self.count_kinds(k)
                rng, viewers = random.Random(f"{seed}/{k}"), moment.viewers()
                self.every_position(k, moment, viewers if self.lacks(k) else rng.sample(viewers, 2))
        for k, moment in enumerate(play.moments):
            with step_of(k):
                rng = random.Random(f"{seed}/{k}/closely")
                if self.lacks(k):
                    self.closely(k, moment, rng, self.pairs)
                elif rng.random() < 0.3:
                    self.closely(k, moment, rng, 1)
        if play.key:
            with step_of(0):
                for viewer in play.moments[0].viewers():
                    dealt_twins(play, viewer, random.Random(f"{seed}/deal/{viewer}"), report)
        self.untouched()
        report.forks += len(play.snapshots)

    def untouched(self) -> None:
        """No position has changed since it was made."""
        for k, snapshot in enumerate(self.play.snapshots):
            with step_of(k):
                snapshot.untouched()

    def lacks(self, k: int) -> bool:
        """Whether a kind that is at hand here was compared fewer than a hundred times."""
        report, play = self.report, self.play
        if min(report.pairs, report.twin_steps) < HUNDRED:
            return True
        if any(report.requests_compared.get(r.kind, 0) < HUNDRED for r in play.moments[k].state.requests()):
            return True
        return any(
            report.events_compared.get(kind_of(event), 0) < HUNDRED
            for step in play.steps[k : k + 2]
            for _, event in step.told
        )

    def count_kinds(self, k: int) -> None:
        """Notes what was met."""
        for kind in {r.kind for r in self.play.moments[k].state.requests()}:
            count(self.report.requests_seen, kind)
        for _, event in self.play.steps[k - 1].told if k else ():
            count(self.report.events_seen, kind_of(event))

    def every_position(self, k: int, moment: Moment, readers: Sequence[int]) -> None:
        """The laws that cost little; canaries are looked for in what these viewers read."""
        play, report = self.play, self.report
        report.positions += 1
        waiting(moment.state)
        conserved(self.pools, moment.state)
        self.offered(moment.state, k // 2 % moment.state.seats)
        told = play.steps[k - 1].told if k else play.opening
        last = (play.moments[k - 1], play.steps[k - 1]) if k else None
        if play.minted:
            for viewer in readers:
                search(self.purse, moment, told, last, viewer, report)
            viewer = (*moment.viewers(), ARCHIVE)[k % (moment.state.seats + 2)]
            report.faces += enough(moment.state, self.purse, viewer, set(moment.seen(viewer)))
        if last:
            versions(told)
            events_read_back(play.game, told, report)
            if moment.lines:
                silence(*last, moment)
            report.sealed += sealed_step(*last, moment, random.Random(k))

    def closely(self, k: int, moment: Moment, rng: random.Random, pairs: int) -> None:
        """The laws that compare positions with others, and menus with `check`."""
        play, report, state = self.play, self.report, moment.state
        if k < len(play.steps):
            plays_alike(play, k)
        viewers = rng.sample(moment.viewers(), len(moment.viewers()))
        views_read_back(state, viewers[0])
        self.answers(moment, rng)
        report.sealed += sealed_now(moment, rng)
        coming_chance(moment, viewers[0], rng)
        for i in range(pairs):
            self.exchange(k, moment, viewers[i % len(viewers)], rng)
        self.reorder(k, moment, viewers[-1], rng)

    def answers(self, moment: Moment, rng: random.Random) -> None:
        """Menus, defaults and refusals."""
        state, report = moment.state, self.report
        asked = state.requests()
        for request in rng.sample(asked, min(2, len(asked))) if asked else ():
            report.offers += menus(self.play.game, state, request, rng)
        for request in asked:
            if request.binds != "may":
                default_is_pure(state, request)
        for move in moment.probe[0]:
            for seat in range(state.seats):
                refusal = state.check(seat, move)
                if refusal is not None:
                    complete(refusal, seat)

    def offered(self, state: State, seat: int) -> None:
        """What a seat is offered follows from what it is shown: the same wherever that is met again."""
        asked = [(r.seat, r.kind, r.binds, r.sealed) for r in state.requests(seat)]
        shown = encode((state.view(seat), asked, [(t.name, t.kind) for t in state.timers()], state.options))
        menu = encode(state.menu(seat))
        self.report.met_again += (seat, shown) in self.book
        if self.book.setdefault((seat, shown), menu) != menu:
            raise Broken("legality", "what is offered does not follow from what is shown", seat)

    def exchange(self, k: int, moment: Moment, viewer: int, rng: random.Random) -> None:
        """Present sight and twins for two hidden faces."""
        report = self.report
        places = pair(moment.state, viewer, rng)
        if places is None:
            return
        twin = present_sight(moment, viewer, *places)
        default_is_blind(moment, twin, viewer)
        report.pairs += 1
        for request in moment.state.requests():
            count(report.requests_compared, request.kind)
        run_on(self.play, k, twin, viewer, "twins", f"{places[0]} and {places[1]} are exchanged, unseen", report)

    def reorder(self, k: int, moment: Moment, viewer: int, rng: random.Random) -> None:
        """Order: a hidden pile in another order, and another chance where the next move draws on chance."""
        play, report = self.play, self.report
        other = permuted(moment.state, viewer, rng)
        if other is not None:
            report.permutations += 1
            how = "hidden faces lie in another order"
            twin = moment.with_state(other)
            same("order", moment, twin, viewer, f"{how}, and it shows")
            run_on(play, k, twin, viewer, "order", how, report)
        if k < len(play.steps) and moment.state.chance.drawn != play.moments[k + 1].state.chance.drawn:
            for viewer in moment.viewers():
                report.other_chance += 1
                other = with_other_chance(moment.state, rng)
                run_on(play, k, moment.with_state(other), viewer, "order", "chance brings something else", report, True)


# one position ---------------------------------------------------------------------------------------------------------
LAWS = ("conservation", "enough", "fork", "json", "present-sight", "replay", "sealed")
"""The laws that can be held on one position."""


def law(name: str, state: State, start: State | None = None, record: Record | None = None, seed: int = 0) -> None:
    """Holds one position to one of LAWS. `conservation` compares with the start of the game, `replay` with the record
    that led here; `enough` says nothing of a game that cannot be re-minted. Raises Broken, or ValueError for a law that
    is not there or lacks what it needs."""
    rng = random.Random(f"law/{seed}")
    moment = Moment(state, [], ((), ()))
    try:
        match name:
            case "conservation" if start is not None:
                conserved(pools(start), state)
            case "replay" if record is not None:
                replays_to(record, state)
            case "enough":
                _enough_now(state, rng)
            case "fork":
                fork_now(state, rng)
            case "json":
                for viewer in (*moment.viewers(), ARCHIVE):
                    views_read_back(state, viewer)
                outcome_reads_back(state)
            case "present-sight":
                _every_exchange(moment, rng)
            case "sealed":
                sealed_now(moment, rng)
            case "conservation" | "replay":
                raise ValueError(f"the law {name} needs {'a start' if name == 'conservation' else 'a record'}")
            case _:
                raise ValueError(f"there is no law called {name}: there are {', '.join(LAWS)}")
    except Broken as broken:
        broken.game, broken.seats = state.game.id, state.seats
        raise


def _every_exchange(moment: Moment, rng: random.Random, most: int = 200) -> None:
    moment.probe = Curious(moment.state.game, [], rng).probe(moment.state)
    for viewer in moment.viewers():
        found = list(every_pair(moment.state, viewer))
        for a, b in rng.sample(found, min(most, len(found))):
            present_sight(moment, viewer, a, b)


def _enough_now(state: State, rng: random.Random) -> None:
    again = reminted(state, rng)
    if again is None:
        return
    moment = Moment(again, [], ((), ()))
    for viewer in (*moment.viewers(), ARCHIVE):
        enough(again, purse(again), viewer, set(moment.seen(viewer)))
