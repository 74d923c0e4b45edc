"""Fly Down's designed page: a small airfield on a clear day. `look` in what a viewer sees, and out come the rows of
cards, the sky with its queue of aircraft, one's own hand with the four actions, and the scoring. Drawn from the view
and the viewer's own log; a back says its colour and nothing else."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from facedown.engine import Event, marked
from facedown.engine.page import NOTHING, Ask, Draw, Mark, Page, Plate, Scene, Telling

from ..notes import NO_NOTES, Notes
from ..rules import ALL_VISIBLE, ASK_HIDDEN, GIVE_VISIBLE, TAKE_HIDDEN
from ..words import Asked, Dealt, Ended, Reacted, Redrawn, RoundDiscard, SlotView, Summed, Swapped, View
from .sky import planes

ACTIONS = ("sum", "ask", "swap", "redraw")
NTH = (
    *(marked("1st"), marked("2nd"), marked("3rd"), marked("4th")),
    *(marked("5th"), marked("6th"), marked("7th"), marked("8th")),
)
FAN = 4
"""So many of the cards thrown away face down are seen in their pile."""
STEPS = {
        "": {"what": ["Choose an action"]},
        "sum": {"of": [], "what": ["Ask what your hidden cards add up to"], "go": "Ask for my sum"},
        "ask": {
            "of": ["one.slot", "one.value"],
            "what": [
                "Point at one of your hidden cards",
                "Name a value for your {one.slot} card",
                "Is your {one.slot} card {one.value}?",
            ],
            "go": "Ask: is it {one.value}?",
            "wait": "Ask",
        },
        "swap": {
            "of": ["one.slot", "pair.seat.their_slot"],
            "what": [
                "Choose one of your open cards to give",
                "Now choose a hidden card of somebody else",
                "Give your {one.slot}, take {pair.seat.their_slot}",
            ],
            "go": "Swap for {pair.seat.their_slot}",
            "wait": "Swap",
        },
        "redraw": {
            "of": ["one.slot"],
            "what": ["Choose a card to throw away", "Throw away your {one.slot} card"],
            "go": "Discard and draw",
            "wait": "Discard and draw",
        },
}
"""What the page's script writes into the ask and onto the button, field by field."""


class FlyDownPage(Page):
    """See `Page`."""

    face = "barlow-condensed.woff2"
    steps = STEPS
    asides = ("react",)
    stage_label = marked("Sky and piles")

    def ask(self, look: Any) -> Ask:
        """F-020, F-023: which action of the turn it is."""
        view: View = look.view
        if view.outcome is not None or look.phase != "playing":
            return Ask()
        steps = look.game.edition.actions
        done = steps - view.actions_left
        say = look.game.say
        nth = say(NTH[done])
        if look.viewer == view.turn:
            who = say("Your move, {nth} of {steps} actions", nth=nth, steps=steps)
            return Ask(who, say("Choose an action"), done, steps)
        name = look.people[view.turn].name
        who = say("{name}’s move, {nth} of {steps} actions", name=name, nth=nth, steps=steps)
        return Ask(who, say("{name} chooses what to do", name=name), done, steps)

    def shows(self, look: Any) -> dict[str, Any]:
        """The cards themselves, and what is said beside them. The four actions are drawn anew for whoever acts."""
        view: View = look.view
        viewer, hands, picks, event = look.viewer, view.hands, self.picks(look), _latest(look)
        found: dict[str, Any] = {
            f"seat-{seat}": (hand, view.tower == seat, picks) for seat, hand in enumerate(hands) if seat != viewer
        }
        if view.result is None:
            found["stage"] = view.deck, view.down, view.up
        if viewer >= len(hands) or view.result is not None:
            found["hand"] = ()
        else:
            found["hand"] = viewer, hands[viewer], look.notes and look.notes.new, picks, view.tower == viewer
        if isinstance(event, Asked):
            found["moment"] = event, hands[event.seat][event.slot].colour, event.seat == viewer
        else:
            yours = viewer in (getattr(event, "seat", -1), getattr(event, "from_", -1))
            found["moment"] = event, viewer if yours else -1
        if not (picks and _acts(look)):
            found["acts"] = picks, view.result is None
        found["ask"] = view.turn, view.actions_left, viewer == view.turn
        return found

    def plate(self, look: Any, seat: int, draw: Draw) -> Plate:
        """A hand from behind: what its owner cannot see is open to you."""
        view: View = look.view
        hand, name, called = view.hands[seat], look.people[seat].name, look.game.called
        hidden = sum([card.facing == "H" for card in hand])
        pick = self.picks(look) and seat != look.viewer
        no = _reason(look, TAKE_HIDDEN if hidden else ALL_VISIBLE) if pick else ""
        body = "".join(
            [
                draw.around("theirs.html", (name, f"h{seat}.{at}", f"[{seat},{at}]", str(at + 1)), letter=card.colour,
                            colour=called[card.colour], value=card.value, facing=card.facing, pick=pick, no=no)
                for at, card in enumerate(hand)
            ]
        )  # fmt: skip
        body = f'<ol class="row">{body}</ol>'
        say = look.game.say
        line = say("sees {n}", n=len(hand) - hidden) if hidden else say("sees all")
        marks = (Mark("tower", say("holds the Tower")),) if seat == view.tower else ()
        return Plate(line, marks, body)

    def stage(self, look: Any, draw: Draw) -> str:
        """F-010, F-017, F-043, F-044: the queue of aircraft, and the three piles; at the end the scores."""
        view: View = look.view
        if view.result is not None:
            return self._result(look, draw)
        called, (letter, deck) = look.game.called, (view.deck.top or "", view.deck.count)
        sky = draw("sky.html", planes=planes(deck), top=letter, count=deck)
        pile = draw("deck.html", count=deck, top=letter, name=called.get(letter, ""))
        fan = "".join([draw("back.html", letter=c) for c in reversed(view.down[:FAN])])
        names = ", ".join([called[c] for c in reversed(view.down)])
        down = draw.around("down.html", (names, fan), n=len(view.down))
        faces = "".join([draw("open.html", card=_face(look, code)) for code in reversed(view.up)])
        up = draw.around("up.html", (faces,), n=len(view.up))
        return f'{sky}<div class="piles">{pile}{down}{up}</div>'

    def moment(self, look: Any, draw: Draw) -> str:
        """The last thing that happened, for the whole table to look at."""
        if look.phase != "playing":
            return ""
        event = _latest(look)
        return "" if event is None else self._moment(look, event, draw)

    def _moment(self, look: Any, event: Event, draw: Draw) -> str:
        say, called = look.game.say, look.game.called

        def name(seat: int) -> str:
            return str(look.people[seat].name)

        match event:
            case Asked(seat, slot, value, right):
                card = called[look.view.hands[seat][slot].colour]
                what = say("an {value}", value=value) if value == 8 else say("a {value}", value=value)
                asks = say("Is {name}’s {colour} card {what}?", name=name(seat), colour=card, what=what)
                if seat == look.viewer:
                    asks = say("Is your {colour} card {what}?", colour=card, what=what)
                answer, tone = (say("Yes"), "yes") if right else (say("No"), "no")
                return draw.around("moment.html", (asks, "", answer), kind="ask", cards=False, tone=tone)
            case Summed(seat, total):
                theirs = say("{name}’s hidden cards add up to", name=name(seat))
                text = say("Your hidden cards add up to") if seat == look.viewer else theirs
                return draw.around("moment.html", (text, "", str(total)), kind="sum", cards=False, tone="sum")
            case Swapped(seat, _, them, _, gave, took):
                text = say("{name} swaps with {other}", name=name(seat), other=name(them))
                if seat == look.viewer:
                    text = say("You swap with {other}", other=name(them))
                elif them == look.viewer:
                    text = say("{name} swaps with you", name=name(seat))
                return self._shown(look, "swap", text, (gave, took), draw)
            case Redrawn(seat, _, threw, drew):
                mine = seat == look.viewer
                text = say("You throw away and draw") if mine else say("{name} throws away and draws", name=name(seat))
                return self._shown(look, "redraw", text, (threw, drew), draw)
            case RoundDiscard(face):
                return self._shown(look, "tower", say("Round over: laid open"), (face,), draw)
        return ""

    def _shown(self, look: Any, kind: str, text: str, faces: tuple[str, ...], draw: Draw) -> str:
        """A moment with cards to look at."""
        cards = [draw("shown.html", card=_face(look, face), after=kind if n else "") for n, face in enumerate(faces)]
        return draw.around("moment.html", (text, "".join(cards), ""), kind=kind, cards=True, tone="")

    def hand(self, look: Any, draw: Draw) -> str:
        """F-013, F-015: the five slots as their owner holds them."""
        view: View = look.view
        if look.viewer >= len(view.hands) or view.result is not None:
            return ""
        mine, notes = view.hands[look.viewer], look.notes or NO_NOTES
        called, pick, seat = look.game.called, self.picks(look), look.viewer
        no_ask, no_give = _reason(look, ASK_HIDDEN), _reason(look, GIVE_VISIBLE)
        cards = "".join(
            [
                draw.around("mine.html", (f"h{seat}.{at}", str(at), str(at + 1)), letter=card.colour,
                            colour=called[card.colour], value=card.value, facing=card.facing, new=at in notes.new,
                            pick=pick, no_ask=no_ask, no_give=no_give)
                for at, card in enumerate(mine)
            ]
        )  # fmt: skip
        holds = draw("tower.html") if view.tower == seat else ""  # F-011: it lies before whoever holds it
        return f'<ol class="hand">{cards}</ol>{holds}'

    def acts(self, look: Any, draw: Draw) -> str:
        """The four actions, each with why not, and what they need besides cards."""
        view: View = look.view
        if not self.picks(look) or view.result is not None:
            return ""
        acts = _acts(look)
        kinds, tips, keys = draw("kinds.html", actions=self._actions(look, acts)), "", ""
        if acts:
            tips = draw("tips.html", left=view.actions_left, top=look.game.called.get(view.deck.top or "", ""))
            noted = _keys(look, view.hands[look.viewer], look.notes or NO_NOTES)
            keys = "".join([draw("key.html", value=value, ruled=ruled, seen=seen) for value, ruled, seen in noted])
        return draw.around("acts.html", (kinds, tips, keys), acts=acts)

    def _actions(self, look: Any, acts: bool) -> tuple[tuple[str, str], ...]:
        """Each action, and why it cannot be taken now."""
        if not acts:
            why = look.game.State.NOT_YOURS if look.phase == "playing" else look.game.State.OVER
            return tuple([(kind, _reason(look, why)) for kind in ACTIONS])
        found: dict[str, str] = {}
        for asked in look.asked:
            offer = asked.offer
            if offer.why_not is None:
                found[offer.kind] = ""
            else:
                found.setdefault(offer.kind, _reason(look, offer.why_not))
        return tuple([(kind, found[kind]) for kind in ACTIONS])

    def _result(self, look: Any, draw: Draw) -> str:
        """F-053 to F-059, seat by seat, the best first."""
        view: View = look.view
        assert view.result is not None and view.ranking is not None and view.outcome is not None
        scores = view.outcome.scores or ()
        down = look.game.box.turned_down
        letters = sorted({_face(look, c.face)[0] for hand in view.result for c in hand})
        rows = ""
        for place, seat in enumerate(view.ranking):
            cards = [
                draw("counted.html", card=_face(look, c.face), counts=c.counts, crashed=c.counts == down,
                     beat=letters.index(_face(look, c.face)[0]))
                for c in view.result[seat]
            ]  # fmt: skip
            rows += draw.around(
                "rank.html",
                (look.people[seat].name, str(scores[seat]), "".join(cards)),
                place=place + 1,
                mine=seat == look.viewer,
                won=seat in view.outcome.winners,
                hangar=seat == view.hangar,
                colours=len(letters),
            )
        first = view.ranking[0]
        level = [look.people[s].name for s in view.ranking[1:] if scores[s] == scores[first]]
        sky = draw("sky.html", planes=(), top="", count=0)
        return sky + draw.around(
            "result.html",
            (rows, look.people[first].name, look.people[view.hangar or 0].name, ", ".join(level)),
            why=look.game.words[f"why.{view.outcome.why}"],
            rule="F-047" if view.outcome.why == "deck" else "F-048",
            down=down,
            level=bool(level),
            mine=first == look.viewer,
        )

    def tell(self, event: Event) -> Telling:
        """The sign of an event, and the rule behind it."""
        return _told(event)

    def scene(self, event: Event) -> Scene:
        """How an event moves: places only, which everybody sees."""
        match event:
            case Asked(seat, slot, _, right):
                place = f"h{seat}.{slot}"
                return Scene(turns=(place,) if right else (), leans=() if right else (place,))
            case Swapped(seat, slot, them, their_slot):
                mine, theirs = f"h{seat}.{slot}", f"h{them}.{their_slot}"
                return Scene(moves=((mine, theirs), (theirs, mine)))
            case Redrawn(seat, slot):
                place = f"h{seat}.{slot}"
                return Scene(moves=((place, "down"), ("deck", place)))
            case RoundDiscard():
                return Scene(moves=(("deck", "up"),))
        return NOTHING


def _latest(look: Any) -> Event | None:
    """The last thing that the whole table looks at, or None where nothing has happened since the deal."""
    for spoken in reversed(look.log):
        event = spoken.event
        if isinstance(event, Dealt):
            break
        if isinstance(event, Summed | Asked | Swapped | Redrawn | RoundDiscard):
            return event
    return None


def _acts(look: Any) -> bool:
    """Whether the viewer is to act."""
    return any(a.request.kind == "turn" for a in look.asked)


def _told(event: Event) -> Telling:
    match event:
        case Dealt(seat):
            return Telling("deal", seat, "F-009")
        case Summed(seat, total):
            return Telling("sum", seat, "F-027", f"{total}.")
        case Asked(seat, _, _, right):
            return Telling("ask", seat, "F-031" if right else "F-032", marked("Yes.") if right else marked("No."))
        case Swapped(seat):
            return Telling("swap", seat, "F-037")
        case Redrawn(seat):
            return Telling("redraw", seat, "F-040")
        case RoundDiscard():
            return Telling("tower", None, "F-044")
        case Reacted(seat):
            return Telling("react", seat)
        case Ended(_, why):
            return Telling("hangar", None, "F-047" if why == "deck" else "F-048")
    return Telling()


def _reason(look: Any, refusal: Any) -> str:
    """Why something cannot be done: what the page shows in one line, and the rule."""
    return _line(refusal, look.game.tongue)


@lru_cache(maxsize=256)
def _line(refusal: Any, tongue: Any) -> str:
    refusal = refusal.told(tongue)
    return f"{refusal.why} {refusal.next}|{refusal.rule}"


def _face(look: Any, face: str) -> tuple[str, str, Any]:
    """A face or a back: the letter and the name of its colour, and the value or None."""
    return _faces(look.game)[face]


@lru_cache(maxsize=64)
def _faces(game: Any) -> dict[str, tuple[str, str, Any]]:
    box, called = game.box, game.called
    found = {back: (back[0], called[back[0]], None) for back in set(box.back)}
    for card, code in enumerate(box.code):
        found[code] = (box.colour[card], called[box.colour[card]], box.label[card])
    return found


def _keys(look: Any, mine: list[SlotView], notes: Notes) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
    """For each value: for which of one's hidden slots an answer has ruled it out, and for which a card of that colour
    and value is in sight elsewhere now."""
    view: View = look.view
    sight = {(card.colour, card.value) for hand in view.hands for card in hand if card.value is not None}
    sight |= {(letter, value) for letter, _, value in (_face(look, code) for code in view.up)}
    hidden = [(at, card.colour) for at, card in enumerate(mine) if card.facing == "H"]
    return tuple(
        [
            (
                value,
                tuple([at for at, _ in hidden if (at, value) in notes.ruled]),
                tuple([at for at, colour in hidden if (colour, value) in sight]),
            )
            for value in look.game.box.values
        ]
    )
