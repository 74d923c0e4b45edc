"""Hit the Silk! in words: what the log says of each event. What pages and terminal call things stands in `labels`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from facedown.engine import Event

from . import events as e
from .position import NOBODY

CAUSES = {"cost": "what that costs", "change": "a change", "pass": "a pass", "turbulence": "turbulence"}
"""Why the needle drops (A-113)."""
ANSWERS = {
    "proof": "asks for proof",
    "a": "shows all cards (a)",
    "b": "refuses (b)",
    "c": "shows a Revolver (c)",
    "d": "answers with Kung Fu (d)",
}
"""D-29."""
SAYS = {
    "accept": ("accept", "accepts"),
    "decline": ("decline", "declines"),
    "counter": ("make a counter-offer", "makes a counter-offer"),
}
CRASHES = {
    "water": "The plane goes below the surface: it crashes (S-210).",
    "mountain": "The plane flies into the mountain (S-210).",
    "nowhere": "The plane leaves the board: it crashes (A-82).",
    "lake": "The plane comes down in the lake (A-83).",
    "brake": "The plane does not stop on the strip (S-211).",
}


class Teller:
    """Sentences for one reader. `called` names cards; `you` is the reader's seat."""

    def __init__(self, names: Sequence[str], you: int | None, called: Callable[[str], str]) -> None:
        self.names, self.you, self.called = names, you, called

    def who(self, seat: int) -> str:
        """`you`, or a name."""
        return "you" if seat == self.you else "nobody" if seat == NOBODY else self.names[seat]

    def whose(self, seat: int) -> str:
        """`your`, or a name's."""
        return "your" if seat == self.you else f"{self.names[seat]}'s"

    def does(self, seat: int, verb: str, other: str = "") -> str:
        """`You steal`, `Ann steals`; `other`: the form after a name where it is no -s."""
        return f"You {verb}" if seat == self.you else f"{self.names[seat]} {other or verb + 's'}"

    def own(self, seat: int) -> str:
        """`your` or `their`."""
        return "your" if seat == self.you else "their"

    def cards(self, faces: Sequence[str] | None) -> str:
        """`Key, Knife`."""
        return ", ".join(map(self.called, faces or ())) or "nothing"

    def named(self, faces: Sequence[str] | None) -> str:
        """`: Key, Knife` for those who may know."""
        return f": {self.cards(faces)}" if faces else ""

    def people(self, seats: Sequence[int]) -> str:
        """`you and Ben`, or nobody."""
        *most, last = map(self.who, seats or (NOBODY,))
        return f"{', '.join(most)} and {last}" if most else last

    # by chapter --------------------------------------------------------------------------------------------
    def tell(self, event: Event) -> str | None:
        """The sentence, "" where none is needed; None for events that every game has."""
        for chapter in (self.turn, self.altitude, self.actions, self.trade, self.double_cross, self.end):
            text = chapter(event)
            if text is not None:
                return text[:1].upper() + text[1:]
        return None

    def turn(self, event: Event) -> str | None:
        match event:
            case e.Dealt(seat, count, cards):
                return f"{self.does(seat, 'get')} {self.cards(cards) if cards else f'{count} cards'}."
            case e.Opened(seat, cards):
                return f"{self.does(seat, 'get')} rid of {self.cards(cards)} (S-021)."
            case e.TurnBegins(seat, round):
                when = f"Round {round}: " if round else ""
                return f"{when}{self.whose(seat)} turn."
            case e.Changed(seat, card):
                return f"{self.does(seat, 'change')} {self.called(card)} (S-041)."
            case e.Drew(seat, count, cards):
                many = f"{count} card{'s' if count > 1 else ''}"
                return f"{self.does(seat, 'draw')} {self.cards(cards) if cards else many}."
            case e.Kept(seat, cards, card):
                kept = self.called(card) if card else "one of them"
                return f"{self.does(seat, 'keep')} {kept}; to Discard: {self.cards(cards)} (S-044)."
            case e.Passed(seat):
                return f"{self.does(seat, 'end')} a turn that moved nothing (S-032)."
            case e.Refilled(seat, count):
                return f"{self.does(seat, 'take')} {'a Flannel' if count == 1 else f'{count} Flannels'}."
            case e.Reshuffled(count):
                return f"{count} cards of Discard are shuffled into a new Draw pile (S-047)."
            case e.Dropped(seat, cards):
                return f"{self.does(seat, 'discard')} {self.cards(cards)} (A-25)."
            case e.Said(seat, text):
                return f"{self.does(seat, 'say')}: {text}"
            case e.Claimed(seat, claim):
                return f"{self.does(seat, 'claim')}: {self.claim(claim)}"
        return None

    def claim(self, claim: str) -> str:
        """A claim in words: a kind of card means that one holds it."""
        if claim.startswith("no ") and self.called(claim[3:]) != claim[3:]:
            return f"I hold no {self.called(claim[3:])}."
        return f"I hold a {self.called(claim)}." if self.called(claim) != claim else claim

    def altitude(self, event: Event) -> str | None:
        match event:
            case e.Announced(seat, card):  # S-131: a Revolver is only shown
                verb = "show" if self.called(card) == self.called("revolver") else "play"
                return f"{self.does(seat, verb)} {self.called(card)}."
            case e.Paid() | e.Turbulence():
                return ""  # the needle says it
            case e.Fizzled(seat, card):
                return f"{self.called(card)} comes to nothing and is spent (A-17)."
            case e.Needle(start, to, cause):
                return f"The needle drops from {start:,} to {to:,} feet ({CAUSES[cause]})."
            case e.VoteOpened(gauge, round):
                where = f"At {gauge:,} feet" if gauge else f"After round {round}"
                return f"{where} everybody votes (S-160)." if gauge else f"{where} everybody votes (S-236)."
            case e.Ballot(seat, hit):
                return f"{self.does(seat, 'vote')} to {'hit the silk' if hit else 'wait'}."
            case e.Vote(hit, wait):
                result = "All jump (S-164)." if hit > wait else "Nobody jumps (S-165)."
                return f"{hit} for the jump, {wait} against. {result}"
            case e.Purged(seat, card):
                return f"{self.whose(seat)} {self.called(card)} is worthless now and leaves the game (S-103)."
            case e.Died(seat, _, cards):
                return f"{self.does(seat, 'die')} of poison (S-108). The hand lies open: {self.cards(cards)}."
        return None

    def actions(self, event: Event) -> str | None:
        match event:
            case e.KnifeAsked(seat, by):
                return (
                    f"{self.does(by, 'reach', 'reaches')} for {self.whose(seat)} cards. A Knife would stop it (S-064)."
                )
            case e.NoKnife():
                return "No Knife is shown."
            case e.Knife(seat):
                return f"{self.does(seat, 'show')} a Knife: the theft fails (S-065)."
            case e.Looked(seat, target, cards):
                what = "the Lockbox" if target is None else f"{self.whose(target)} cards"
                return f"{self.does(seat, 'look')} at {what}{self.named(cards)}."
            case e.Stole(seat, target, card):
                return f"{self.does(seat, 'steal')} {self.called(card) if card else 'a card'} from {self.who(target)}."
            case e.Spied(seat, target, cards):
                return f"{self.does(seat, 'spy', 'spies')} on {self.who(target)}{self.named(cards)}."
            case e.Cuffed(cuff, seats, seat):
                if seat is not None:
                    wrist = f"{self.own(seat)} own wrist"
                    return f"{self.does(seat, 'cuff')} a Briefcase to {wrist}, with cuffs {cuff} (S-250)."
                return f"{self.people(seats or ())} are cuffed together with cuffs {cuff} (S-081)."
            case e.Unlocked(seat, cuff):
                return f"{self.does(seat, 'unlock')} cuffs {cuff} (S-092)."
            case e.Lockbox(seat, took, left, card):
                what = self.called(card) if card else "a card" if took else "nothing"
                return f"{self.does(seat, 'open')} the Lockbox and {self.took(seat)} {what}; {left} cards stay in it."
            case e.Poisoned(seat, by):
                return f"{self.does(by, 'poison')} {self.who(seat)} (S-100)."
            case e.Cured(seat, by):
                return f"{self.does(by, 'give')} {self.who(seat)} an Antidote (S-106)."
            case e.Attacked(seat, target, weapon):
                where = f"{self.whose(target)} {self.called(weapon)}"
                return f"{self.does(seat, 'attack')} {self.who(target)} by Kung Fu, for {where} first (A-51)."
            case e.Defended(seat):
                return f"{self.does(seat, 'defend')} by Kung Fu: the attack is cancelled (S-123)."
            case e.LostWeapon(seat, card):
                return (
                    f"{self.does(seat, 'lose')} a {self.called(card)} (S-121)." if card else "Nothing is knocked away."
                )
            case e.Shot(seat, target):
                return f"{self.does(seat, 'shoot')} at {self.who(target)} (S-130)."
            case e.Injured(seat):
                return f"{'You are' if seat == self.you else self.names[seat] + ' is'} injured (S-133)."
            case e.TookOf(seat, target, took, card):
                what = self.called(card) if card else "a card" if took else "nothing"
                return f"{self.does(seat, 'take')} {what} from {self.who(target)}."
            case e.Killed(seat, count, cards):
                dead = "You are" if seat == self.you else f"{self.names[seat]} is"
                which = f": {self.cards(cards)}" if cards else ""
                return f"{dead} shot dead (S-134). {count} cards leave the game unseen{which}."
            case e.SwappedDead(seat, target, gave, took):
                of = self.whose(target)
                return f"{self.does(seat, 'discard')} {self.called(gave)} for {of} {self.called(took)} (S-110)."
        return None

    def took(self, seat: int) -> str:
        """`take` or `takes`."""
        return "take" if seat == self.you else "takes"

    def trade(self, event: Event) -> str | None:
        match event:
            case e.Offered(seat, to, give, want):
                return f"{self.does(seat, 'offer')} {self.who(to)}: {self.cards(give)} for {self.cards(want)}."
            case e.Answered(seat, say):
                return f"{self.does(seat, *SAYS[say])}."
            case e.Laid(seat, count):
                return f"{self.does(seat, 'lay', 'lays')} {count} card{'s' if count > 1 else ''} face down."
            case e.Swapped(seat, to, gave, took):
                what = f": {self.cards(gave)} for {self.cards(took)}" if gave is not None else ""
                return f"{self.people((seat, to))} have traded{what} (S-151)."
            case e.Challenged(seat):
                return f"{self.does(seat, 'challenge')} what the other has laid (S-281)."
            case e.Accepted(seat):
                return f"{self.does(seat, 'do', 'does')} not challenge."
            case e.Revealed(seat, cards):
                return f"{self.does(seat, 'have', 'has')} laid {self.cards(cards)}."
            case e.Remedy(seat, count, gave, took):
                if not count:
                    return f"{self.does(seat, 'take')} no remedy."
                what = (
                    f"{self.cards(took)} for {self.cards(gave)}" if took is not None else f"{count} cards in exchange"
                )
                return f"{self.does(seat, 'take')} {what} (S-282)."
            case e.Void(seat, to):
                return f"The trade of {self.people((seat, to))} is off: each has their own cards again."
            case e.ExtraSwap(seat, done, gave, took):
                if not done:
                    return f"{self.does(seat, 'swap')} nothing more."
                what = f"{self.called(gave)} for {self.called(took)}" if gave and took else "one more card"
                return f"{self.does(seat, 'swap')} {what} (S-287)."
        return None

    def double_cross(self, event: Event) -> str | None:
        match event:
            case e.Threatened(seat, target):
                return f"{self.does(seat, 'threaten')} to shoot {self.who(target)} (S-260)."
            case e.ThreatAnswered(seat, answer):
                third = ANSWERS[answer]
                first, _, rest = third.partition(" ")
                return f"{self.does(seat, f'{first[:-1]} {rest}'.strip(), third)}."
            case e.Proof(seat):
                return f"{self.does(seat, 'show')} the Revolver (S-261)."
            case e.Standoff(seats):
                return f"{self.people(seats)} aim at each other: a standoff (S-265)."
            case e.NoShot(seat):
                return f"There is no Bullet: {self.who(seat)} {self.lose(seat)} the Revolver (S-264)."
            case e.Retaliated(seat):
                return f"{self.does(seat, 'answer')} Kung Fu with Kung Fu: the threat stands (S-267)."
            case e.Disarmed(seat):
                return f"The threat is dismissed: {self.who(seat)} {self.lose(seat)} the Revolver (S-266)."
            case e.Disposed(seat, count, cards, thrown):
                what = self.cards(thrown) if thrown else f"{count} card{'s' if count > 1 else ''}"
                return f"{self.does(seat, 'throw')} {what} off the plane, and {self.cards(cards)} away (S-270)."
        return None

    def lose(self, seat: int) -> str:
        """`lose` or `loses`."""
        return "lose" if seat == self.you else "loses"

    def end(self, event: Event) -> str | None:
        match event:
            case e.Jump(hands):
                shown = "; ".join(f"{self.who(seat)}: {self.cards(cards)}" for seat, cards in hands.items())
                return f"Hit the silk! All hands are opened. {shown[:1].upper()}{shown[1:]}."
            case e.SeatGiven(seat, to):
                return f"{self.does(seat, 'give')} a seat to {'nobody' if to is None else self.who(to)} (A-69)."
            case e.Landing(safe, fallen, aboard, cash):
                parts = [f"By parachute come down: {self.people(safe)}."]
                parts += [f"Short of seats, {self.people(fallen)} fall (S-184)."] if fallen else []
                parts += [f"Left on board: {self.people(aboard)}."] if aboard else []
                parts += [f"The team has £{cash},000."] if safe else []
                return " ".join(parts)
            case e.Search(seat, cards, _):
                if cards:
                    return f"{self.does(seat, 'redraw')}: away with {self.cards(cards)} (S-203)."
                return f"{self.does(seat, 'search', 'searches')} no more."
            case e.Roll(dice):
                return f"The dice: {', '.join(map(self.die, dice))}."
            case e.Flew(_, across, down, to, minus):
                less = ", one less by the Licence" if minus else ""
                return f"The plane flies {across} across and {down} down{less}, to column {to[0]} of row {to[1]}."
            case e.Touchdown(column):
                return f"Touchdown in column {column} (S-211)."
            case e.Landed(column):
                return f"The plane stops in column {column}: it has landed (S-211)."
            case e.Crashed(how):
                return CRASHES[how]
        return None

    @staticmethod
    def die(face: str) -> str:
        """A face of a die."""
        return {"A": "1 across", "D": "1 down"}.get(face, face)
