"""A complete position of one game: what is asked, who may answer what, what happens then.

A game subclasses `State`: slots with audiences (`SEES`), requests with the moves that answer them (`ASKS`), and for
each kind of move a `check_<kind>` that returns a refusal or None (left out where the menu says it all) and a
`do_<kind>` that trusts its move. Effects longer than one move are a plan of named steps. What a state derives from its
audiences stands in `places`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Self

from .audience import ARCHIVE, CLOCK, EVERYONE
from .chance import Chance
from .declared import Rule, check_slots, check_steps, rules_of, tag
from .places import Places
from .sees import Sees, everyone, machine, owner
from .words import (
    Binds,
    Choice,
    Chose,
    Domain,
    Event,
    Expire,
    House,
    Move,
    Offer,
    Outcome,
    Presence,
    Random,
    Refusal,
    Refused,
    Request,
    SeatView,
    Timer,
    given_fault,
)

Told = list[tuple[int, Event]]
"""Events with their audiences, in the order in which they happened."""
_FILED = 1 << ARCHIVE


class State(Places):
    """The contract that every game satisfies. `docs/write-a-game.md` tells it by example."""

    __slots__ = (
        "chance",
        "ended",
        "game",
        "gone",
        "news",
        "open",
        "opened",
        "options",
        "people",
        "plan",
        "removed",
        "sealed",
        "seats",
        "shared",
    )

    ASKS: ClassVar[dict[str, tuple[type[Move], ...]]] = {}
    """Request kinds and the moves that answer them."""
    SEES: ClassVar[dict[str, Sees]] = {
        "seats": everyone(),
        "people": everyone(),
        "gone": everyone(),
        "removed": everyone(),
        "options": everyone(),
        "open": everyone(1),
        "opened": everyone(),
        "ended": everyone(),
        "sealed": Sees(1, owner),
        "game": machine(),
        "plan": machine(1),
        "chance": machine(),
        "news": machine(1),
        "shared": machine(),
    }
    """Each slot's audience."""
    TELLS: ClassVar[dict[type[Event], Callable[..., list[tuple[Any, ...]]]]] = {}
    """Events that answer about faces their hearers do not see: (state before, event) -> the places they tell of."""
    DEFAULTS: ClassVar[dict[str, Move]] = {}
    """Request kinds for which whoever does not act declines, with this move."""
    STREAMS: ClassVar[frozenset[str]] = frozenset()
    """Streams whose outcomes a scenario may script, as faces."""
    TIMERS: ClassVar[frozenset[str]] = frozenset()
    """Names of all timers that may run."""

    NOT_YOURS: ClassVar[Refusal] = Refusal(
        "not-yours", "table", "This is asked of another player.", "Wait for your turn."
    )
    NOT_NOW: ClassVar[Refusal] = Refusal("not-now", "table", "Nobody is asked that now.", "Choose from your menu.")
    OVER: ClassVar[Refusal] = Refusal(
        "too-late", "table", "The game is over.", "Look at the result, or ask for a rematch."
    )
    NOT_OFFERED: ClassVar[Refusal] = Refusal(
        "malformed", "table", "That is not among the answers.", "Choose from your menu."
    )
    NO_SUCH_MOVE: ClassVar[Refusal] = Refusal(
        "malformed", "table", "There is no such kind of move.", "Choose from your menu."
    )

    RULES: ClassVar[dict[type[Move], Rule]] = {}
    MOVES: ClassVar[dict[str, type[Move]]] = {}

    game: Any

    def __init_subclass__(cls) -> None:
        cls.SEES = {**State.SEES, **cls.SEES}
        check_slots(cls, set(cls.SEES))
        check_steps(cls)
        cls.RULES = rules_of(cls, cls.ASKS, (Expire, House), _offered)
        cls.MOVES = {tag(move): move for moves in cls.ASKS.values() for move in moves}

    def __init__(self) -> None:
        self.game = None
        self.options: Any = None
        self.seats = 0
        self.people: tuple[SeatView, ...] = ()
        self.gone = 0
        self.removed = 0
        self.open: list[Request] = []
        self.opened = 0
        self.sealed: list[Move | None] = []
        self.plan: list[tuple[Any, ...]] = []
        self.chance: Chance = None  # type: ignore[assignment]
        self.ended: Outcome | None = None
        self.news: Told = []
        self.shared: Any = None

    # what an author writes ---------------------------------------------------------------------------------
    def begin(self) -> None:
        """Called before `deal` or `lay_out`: takes what a position needs of `game`, such as tables of its edition."""

    def deal(self) -> None:
        """Set-up to the first decision. `seats`, `options`, `chance`, `people` are there. Where set-up holds no
        decisions this is the position of which a scenario says nothing."""
        self.lay_out(self.game.Given())

    def lay_out(self, given: Any) -> None:
        """The position a scenario describes (the game's `Given`); the rest is dealt from `chance`. Raises Refused for
        what cannot stand: as it is here, anything."""
        raise given_fault(f"positions of {self.game.name} cannot be described")

    def offers(self, seat: int) -> Iterable[Offer]:
        """What may be answered to each kind of request that this seat may get; the menu keeps what is open now."""
        raise NotImplementedError(f"{type(self).__name__} says nothing of what may be answered: write offers(seat)")

    def cases(self, seat: int, request: str, *moves: Move) -> list[Offer]:
        """These answers as offers, with why not as `check` says: for answers that are few, or forbidden one by one.
        Where a move has one field, all that stand alike make one offer."""
        alike: dict[Any, list[Move]] = {}
        for move in moves:
            check = self.RULES[type(move)][0]
            why_not = None if check is _offered else check(self, seat, move)
            many = len(move.__struct_fields__) > 1
            alike.setdefault((type(move), why_not, move if many else None), []).append(move)
        return [
            Offer(
                request,
                tag(kind),
                {field: Choice(tuple([getattr(move, field) for move in same])) for field in kind.__struct_fields__},
                why_not,
            )
            for (kind, why_not, _), same in alike.items()
        ]

    def timers(self) -> list[Timer]:
        """The timers that run."""
        return []

    def speech(self, seat: int, text: str | None) -> Refusal | None:
        """Why this seat may not say this in any channel of the table; text None asks whether it may speak at all."""
        return None

    def chosen(self, seat: int) -> Event:
        """What is told when a seat has given its sealed answer."""
        return Chose(seat)

    # asking and telling ------------------------------------------------------------------------------------
    def ask(self, kind: str, seats: Sequence[int], binds: Binds = "must", sealed: bool = False) -> None:
        """Opens a request of this kind for each of these seats."""
        self.opened += 1
        self.open = self.open + [Request(s, kind, binds, self.opened, sealed) for s in seats]

    def close(self, *kinds: str, seat: int | None = None) -> None:
        """Closes all requests of these kinds, or those of one seat."""
        self.open = [r for r in self.open if r.kind not in kinds or seat not in (None, r.seat)]

    def asked(self, seat: int, kind: str) -> bool:
        """Whether a request of this kind is open to this seat."""
        return any(r.seat == seat and r.kind == kind for r in self.open)

    def tell(self, audience: int, event: Event, rest: Event | None = None) -> None:
        """Tells an event; whoever is not in its audience gets `rest`, if there is one. The archive hears all."""
        self.news.append((audience | _FILED, event))
        if rest is not None:
            self.news.append((EVERYONE & ~audience & ~_FILED, rest))

    def tell_each(self, *versions: tuple[int, Event]) -> None:
        """Tells one fact in more than two versions, each with its audience; they are disjoint, the archive in one."""
        self.news += versions

    def seal(self, seat: int, move: Move) -> bool:
        """Keeps a sealed answer, replacing an earlier one. True when nobody of the group is waited for any more."""
        if self.sealed[seat] is None and not self.in_window():
            self.news.append((EVERYONE, self.chosen(seat)))
        self.sealed[seat] = move
        waits, asked = False, []
        for r in self.open:
            if r.sealed and r.binds == "must":
                if r.seat == seat:
                    r = Request(seat, r.kind, "may", r.opened, True)
                else:
                    waits = True
            asked.append(r)
        self.open = asked
        return not waits

    def unseal(self) -> list[Move | None]:
        """Closes the sealed group and hands out its answers, seat by seat; None where there was none."""
        answers, self.sealed = self.sealed, [None] * self.seats
        self.open = [r for r in self.open if not r.sealed]
        return answers

    def finish(self, outcome: Outcome) -> None:
        """The end: closes every request and forgets the plan."""
        self.ended = outcome
        self.open = []
        self.plan = []

    # effects as a plan: the next step stands last ----------------------------------------------------------
    def then(self, *steps: str | tuple[Any, ...]) -> None:
        """These steps come next, in this order, before whatever is already planned. A step is the name of a method, or
        (name, public number, ..)."""
        self.plan += [(step,) if isinstance(step, str) else step for step in steps[::-1]]

    def skip_to(self, step: str) -> None:
        """Forgets what is planned before this step, and all where it is not planned: an effect that is cut short."""
        while self.plan and self.plan[-1][0] != step:
            self.plan.pop()

    def run(self) -> None:
        """Takes steps until somebody is waited for or the game is over."""
        while self.plan and self.ended is None and not self.waits():
            name, *args = self.plan.pop()
            getattr(self, name)(*args)

    def waits(self) -> bool:
        """Whether the game waits for anybody: an answer, or the end of a sealed group."""
        return any(r.binds != "may" or r.sealed for r in self.open)

    # doors -------------------------------------------------------------------------------------------------
    def requests(self, viewer: int = ARCHIVE) -> Sequence[Request]:
        """What is asked, of whom: public, but for one thing: in a window, who has answered is not told before it
        closes. Without a viewer: as it is."""
        if viewer != ARCHIVE and [r for r in self.open if r.sealed] and self.in_window():
            return [
                Request(r.seat, r.kind, "must", r.opened, True) if r.sealed and r.seat != viewer else r
                for r in self.open
            ]
        return self.open

    def in_window(self) -> bool:
        """Whether a window is open."""
        return any(t.kind == "window" for t in self.timers())

    def menu(self, seat: int) -> list[Offer]:
        """Every kind of answer to the open requests of this seat, legal or not, with why not."""
        return [offer for offer in self.offers(seat) if self.asked(seat, offer.request)]

    def check(self, actor: int, move: Move) -> Refusal | None:
        """Why this actor may not make this move now, or None. Changes nothing."""
        rule = self.RULES.get(type(move))
        if rule is None:
            return self.NO_SUCH_MOVE
        check, _, kinds = rule
        if actor >= 0:
            for r in self.open:
                if r.seat == actor and r.kind in kinds:
                    return check(self, actor, move)
            return self.unasked(actor, kinds)
        if type(move) is not (Expire if actor == CLOCK else House):
            return self.NO_SUCH_MOVE
        return check(self, actor, move)

    def apply(self, actor: int, move: Move) -> Told:
        """Makes a move that `check` accepted. Returns what happened."""
        self.shared = None
        self.RULES[type(move)][1](self, actor, move)
        if self.plan:
            self.run()
        if self.removed:
            self._play_for_removed()
        news, self.news = self.news, []
        return news

    def play(self, actor: int, move: Move) -> Told:
        """Check and apply, written out for what seats do: this is called most. Raises Refused."""
        rule = self.game.rules.get(type(move))
        if actor < 0 or rule is None:
            refusal = self.check(actor, move)
            if refusal is not None:
                raise Refused(refusal)
            return self.apply(actor, move)
        check, do, kinds = rule
        for r in self.open:
            if r.seat == actor and r.kind in kinds:
                refusal = check(self, actor, move)
                break
        else:
            refusal = self.unasked(actor, kinds)
        if refusal is not None:
            raise Refused(refusal)
        self.shared = None
        do(self, actor, move)
        if self.plan:
            self.run()
        if self.removed:
            self._play_for_removed()
        news, self.news = self.news, []
        return news

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, frozen from deal to end."""
        return tuple([p.name for p in self.people])

    def opening(self) -> Told:
        """What the deal tells: the first events of the log, to be taken once, before the first move."""
        news, self.news = self.news, []
        return news

    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.ended

    def legal(self, request: Request, limit: int = 1000) -> list[Move]:
        """Up to `limit` legal answers to a request, free texts apart."""
        return list(itertools.islice(self._legal(request), limit))

    def sample(self, request: Request, rng: Random) -> Move:
        """A random legal answer: a uniform kind, then uniform fields."""
        offers = [o for o in self.menu(request.seat) if o.request == request.kind and o.why_not is None]
        while offers:
            kinds = list(dict.fromkeys(o.kind for o in offers))
            kind = kinds[int(rng.random() * len(kinds))]
            same = [o for o in offers if o.kind == kind]
            offer = same[int(rng.random() * len(same))]
            for _ in range(200):
                move = self.MOVES[kind](**{name: d.pick(rng) for name, d in offer.fields.items()})
                if offer.exact or self.check(request.seat, move) is None:
                    return move
            offers = [o for o in offers if o is not offer]
        raise LookupError(f"nothing legal answers {request}")

    def default(self, request: Request) -> Move:
        """The move played for a seat that does not act: that of DEFAULTS, else a uniformly random legal answer from a
        stream of its own, so that no hidden value biases it and asking changes nothing. Raises LookupError where there
        is none, or only free text."""
        if request.kind in self.DEFAULTS:
            return self.DEFAULTS[request.kind]
        legal = self.legal(request)
        if not legal:
            raise LookupError(f"nothing that can be listed answers {request}")
        return legal[self.chance.apart(f"default/{request.opened}/{request.seat}").chance.below("pick", len(legal))]

    def copy(self) -> Self:
        """A copy that shares nothing that can change. Generic from the depths in SEES; hot games write their own."""
        new = type(self)()
        for name, s in self.SEES.items():
            v = getattr(self, name)
            if v is not None and s.depth:
                v = [row[:] for row in v] if s.depth == 2 else v[:]
            setattr(new, name, v)
        new.chance = self.chance.copy()
        new.shared = None
        return new

    # moves every game has ----------------------------------------------------------------------------------
    def unasked(self, actor: int, kinds: tuple[str, ...]) -> Refusal:
        """Why a seat that is not asked may not act."""
        if self.ended is not None:
            return self.OVER
        return self.NOT_YOURS if any(r.kind in kinds for r in self.open) else self.NOT_NOW

    def check_expire(self, actor: int, move: Expire) -> Refusal | None:
        """Only a running timer expires."""
        if self.ended is not None:
            return self.OVER
        if any(t.name == move.timer for t in self.timers()):
            return None
        return Refusal("not-now", "table", f"No timer called {move.timer} runs.", "Name a running timer.")

    def do_expire(self, actor: int, move: Expire) -> None:
        """A deadline plays the default for everybody who is waited for. Games with windows or clocks of their own
        override this."""
        for r in list(self.open):
            if r.binds == "must" and r in self.open:
                default = self.default(r)
                self.RULES[type(default)][1](self, r.seat, default)

    def check_house(self, actor: int, move: House) -> Refusal | None:
        """The house speaks of seats of this table, until the end."""
        if self.ended is not None:
            return self.OVER
        if 0 <= move.seat < self.seats:
            return None
        last = self.seats - 1
        return Refusal("malformed", "table", "There is no such seat.", f"Seats go from 0 to {last}.")

    def do_house(self, actor: int, move: House) -> None:
        """Marks who is gone. For a seat that was removed the default is played from now on."""
        bit = 1 << move.seat
        if move.what in ("left", "removed"):
            self.gone |= bit
        else:
            self.gone &= ~bit
        if move.what == "removed":
            self.removed |= bit
        else:
            self.removed &= ~bit
        self.people = tuple([SeatView(p.name, bool(self.gone >> s & 1)) for s, p in enumerate(self.people)])
        self.tell(EVERYONE, Presence(move.seat, move.what))

    def _play_for_removed(self) -> None:
        while self.ended is None:
            waiting = [r for r in self.open if r.binds != "may" and self.removed >> r.seat & 1]
            if not waiting or waiting[0].binds == "one_of":
                return
            move = self.default(waiting[0])
            self.RULES[type(move)][1](self, waiting[0].seat, move)
            self.run()

    def _legal(self, request: Request) -> Iterator[Move]:
        for o in self.menu(request.seat):
            if o.request == request.kind and o.why_not is None:
                make = self.MOVES[o.kind]
                for values in _each(list(o.fields.values())):
                    move = make(**dict(zip(o.fields, values, strict=True)))
                    if o.exact or self.check(request.seat, move) is None:
                        yield move


def _each(domains: Sequence[Domain]) -> Iterator[tuple[Any, ...]]:
    """Every combination of values, the last domain fastest; none is listed beforehand, for orders can be many."""
    if not domains:
        yield ()
    for value in domains[0].values() if domains else ():
        for rest in _each(domains[1:]):
            yield value, *rest


def _offered(state: State, actor: int, move: Move) -> Refusal | None:
    """The check of a move without one: it must stand in the menu."""
    refusal = state.NOT_OFFERED
    for o in state.menu(actor):
        if o.kind == tag(type(move)) and all(domain.holds(getattr(move, f)) for f, domain in o.fields.items()):
            if o.why_not is None:
                return None
            refusal = o.why_not
    return refusal


__all__ = ["Rule", "State", "Told"]
