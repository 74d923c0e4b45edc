"""Every law can fail: for each a small variant of the leaky game that breaks it. The planted leaks are in test_laws."""

from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from facedown.engine import EVERYONE, Choice, Chose, Offer, Refusal, machine, only
from facedown.engine.laws import Broken, check
from facedown.games.fly_down import FlyDownGame
from facedown.games.fly_down.state import FlyDown

from .mini.leaky import ROUNDS, Drew, Lay, Leaky, Lost, Table, View

played_ever = [0]


class Vanishing(Table):
    """A card that is laid vanishes now and then."""

    __slots__ = ()

    def lose(self):
        super().lose()
        if self.round == 2:
            self.pile.pop(0)


class SharedList(Table):
    """Copies share the points."""

    __slots__ = ()

    def copy(self):
        new = super().copy()
        new.points = self.points
        return new


class ForgetfulCopy(Table):
    """A copy forgets the round."""

    __slots__ = ()

    def copy(self):
        new = super().copy()
        new.round = 1
        return new


class SharedView(Table):
    """Views hand out a list that goes on changing."""

    __slots__ = ()

    def view(self, viewer):
        view: Any = super().view(viewer)
        return ListView(**{f: getattr(view, f) for f in View.__struct_fields__}, marks=MARKS)

    def lose(self):
        super().lose()
        MARKS.append(len(MARKS))


MARKS: list[int] = []


class ListView(View, frozen=True, kw_only=True):
    marks: list[int]


class ImpureDefault(Table):
    """Asking for a default draws from a stream of the game."""

    __slots__ = ()

    def default(self, request):
        legal = self.legal(request)
        return legal[self.chance.below("default", len(legal))]


class BiasedDefault(Table):
    """The default knows the deck."""

    __slots__ = ()

    def default(self, request):
        legal = self.legal(request)
        return legal[(self.deck[-1] if self.deck else 0) % len(legal)]


class EagerMenu(Table):
    """The menu promises that every card may be laid."""

    __slots__ = ()

    def menu(self, seat):
        return [Offer("lay", "lay", o.fields) if o.kind == "lay" else o for o in super().menu(seat)]


class StrictMenu(Table):
    """The menu refuses what may be done."""

    __slots__ = ()

    def menu(self, seat):
        no = Refusal("illegal", "L-9", "Not today.", "Come back tomorrow.")
        wrong = [Offer("raise", "raise", {"shield": Choice((False,))}, no)]
        return super().menu(seat) + wrong * self.asked(seat, "raise")


class CurtRefusal(Table):
    """A refusal does not say what to do instead."""

    __slots__ = ()

    def check_lay(self, seat, move):
        refusal = super().check_lay(seat, move)
        return refusal and Refusal(refusal.kind, refusal.rule, refusal.why, "")


class GlobalMemory(Table):
    """What happens depends on what was played in this process before."""

    __slots__ = ()

    def lose(self):
        super().lose()
        played_ever[0] += 1
        self.points[0] += played_ever[0] % 7


class UntypedView(Table):
    """A view that is not of its own type."""

    __slots__ = ()

    def view(self, viewer):
        view: Any = super().view(viewer)
        return type(view)(*[getattr(view, f) for f in view.__struct_fields__[:-1]], 7)


class ToldTwice(Table):
    """Who draws is told so in both versions."""

    __slots__ = ()

    def tell(self, audience, event, rest=None):
        if rest is not None:
            super().tell(EVERYONE, rest)
        super().tell(audience, event)


class ArchiveLeftOut(Table):
    """The archive is not told of a draw."""

    __slots__ = ()

    def lose(self):
        super().lose()
        self.tell_each((only(0), Drew(0, 0, "card")))


class OpenDraw(Table):
    """Everybody is told what was drawn."""

    __slots__ = ()

    def tell(self, audience, event, rest=None):
        super().tell(EVERYONE if isinstance(event, Drew) else audience, event)


class OpenAnswer(OpenDraw):
    """Everybody is told what was drawn, and it is called an answer."""

    __slots__ = ()
    TELLS: ClassVar = {**Table.TELLS, Drew: lambda s, e: [("hands", e.seat, e.slot), ("deck", len(s.deck) - 1)]}


class NoOwnHand(Table):
    """Nobody sees their own cards."""

    __slots__ = ()

    def view(self, viewer):
        view: Any = super().view(viewer)
        fields = {f: getattr(view, f) for f in view.__struct_fields__}
        return type(view)(**{**fields, "hands": tuple(tuple(None for _ in hand) for hand in view.hands)})


class Idle(Table):
    """In the third round nobody is asked."""

    __slots__ = ()

    def next_round(self):
        if self.round == 2:
            self.ask("lay", range(self.seats), "may")
        else:
            super().next_round()


class ToldInWindow(Table):
    """Who has answered in the window is told at once."""

    __slots__ = ()

    def do_raise(self, seat, move):
        super().do_raise(seat, move)
        self.tell(EVERYONE, Chose(seat))


class SeenInWindow(Table):
    """The requests show who has answered in the window."""

    __slots__ = ()

    def requests(self, viewer=31):
        return self.open


class Foreseen(Table):
    """The view shows what chance is about to bring."""

    __slots__ = ()

    def note(self):
        return str(self.chance.copy().below("deck", 2))


class SecondThoughts(Table):
    """What is offered depends on how often somebody has changed their mind, which is not shown."""

    __slots__ = ("thoughts",)
    SEES: ClassVar = {**Table.SEES, "thoughts": machine()}

    def __init__(self):
        super().__init__()
        self.thoughts = 0

    def do_lay(self, seat, move):
        self.thoughts += self.sealed[seat] is not None
        super().do_lay(seat, move)

    def menu(self, seat):
        return super().menu(seat) * (1 + self.thoughts % 2)


class Crash(Table):
    """A wrong move crashes the check."""

    __slots__ = ()

    def check_lay(self, seat, move):
        self.hands[seat][move.slot]
        return super().check_lay(seat, move)


class Endless(Table):
    """Rounds go on for ever."""

    __slots__ = ()

    def next_round(self):
        self.round = min(self.round, ROUNDS - 1)
        super().next_round()


class MarkedDeck(Table):
    """The deal keeps in a field of its own what the top of the deck is like, and the view shows it."""

    __slots__ = ("mark",)
    SEES: ClassVar = {**Table.SEES, "mark": machine()}

    def __init__(self):
        super().__init__()
        self.mark = ""

    def deal(self):
        super().deal()
        self.mark = "high" if self.deck[-1] > 6 else "low"

    def note(self):
        return self.mark


class BestHandBegins(MarkedDeck):
    """Who begins follows from the hands, and is told."""

    __slots__ = ()

    def deal(self):
        super().deal()
        self.tell(EVERYONE, Lost(max(range(self.seats), key=lambda s: sum(self.hands[s]))))

    def note(self):
        return None


BROKEN = [
    (MarkedDeck, "deal"),
    (BestHandBegins, "deal"),
    (Vanishing, "conservation"),
    (SharedList, "fork"),
    (ForgetfulCopy, "fork"),
    (SharedView, "fork"),
    (ImpureDefault, "default"),
    (BiasedDefault, "default"),
    (EagerMenu, "menus"),
    (StrictMenu, "menus"),
    (CurtRefusal, "refusals"),
    (GlobalMemory, "replay"),
    (UntypedView, "json"),
    (ToldTwice, "versions"),
    (ArchiveLeftOut, "versions"),
    (OpenDraw, "canaries"),
    (OpenAnswer, "canaries"),
    (NoOwnHand, "enough"),
    (Idle, "waiting"),
    (ToldInWindow, "sealed"),
    (SeenInWindow, "sealed"),
    (Foreseen, "order"),
    (SecondThoughts, "legality"),
    (Crash, "contract"),
    (Endless, "bound"),
]


@pytest.mark.parametrize(("table", "law"), BROKEN, ids=lambda x: getattr(x, "__name__", None))
def test_every_law_can_fail(table, law):
    class Broke(Leaky):
        State = table

    with pytest.raises(Broken) as caught:
        check(Broke(), 3, games=6)
    assert caught.value.law == law


class PlainMoves(Leaky):
    """A move comes back from the border as another one."""

    def read_move(self, raw):
        return Lay(0)


class OtherEvents(Leaky):
    """Not every event is among those the game says it tells."""

    Event = Drew


@pytest.mark.parametrize(("game", "law"), [(PlainMoves, "replay"), (OtherEvents, "json")])
def test_laws_on_the_game_can_fail(game, law):
    with pytest.raises(Broken) as caught:
        check(game(), 3, games=3)
    assert caught.value.law == law


class LongMemory(FlyDown):
    """What the first discard was like shows ten turns later."""

    __slots__ = ("first",)
    SEES: ClassVar = {**FlyDown.SEES, "first": machine()}

    def __init__(self):
        super().__init__()
        self.first = None

    def copy(self):
        new = super().copy()
        new.first = self.first
        return new

    def do_redraw(self, seat, move):
        super().do_redraw(seat, move)
        self.first = self.first or self.box.value[self.down[0]]

    def view(self, viewer):
        view = super().view(viewer)
        return replace(view, turns=-self.turns) if self.turns > 9 and self.first in (5, 6, 7, 8) else view


def test_what_is_kept_long_before_it_shows_is_caught():
    class Broke(FlyDownGame):
        State = LongMemory

    with pytest.raises(Broken) as caught:
        check(Broke(), 3, games=20)
    assert caught.value.law in ("twins", "order")
