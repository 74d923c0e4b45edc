"""What each viewer of one table is shown: looks, the people around, the log in words. Each is made once and kept until
it may have changed; nothing here changes a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Protocol

from msgspec.structs import replace

from facedown.engine import PUBLIC, Game, Offer, Outcome, Refusal, Timer
from facedown.store import Head, Said

from .chairs import belongs, called
from .look import SHOWN, Asked, Clock, Look, Person, Phase, Spoken
from .play import Line, Play
from .presence import Presence, There


class Scene(Protocol):
    """What is looked at: a table."""

    head: Head
    game: Game[Any]
    play: Play | None
    talk: list[Said]
    commitment: str
    presence: Presence

    @property
    def phase(self) -> Phase:
        """Waiting for people, playing, or over."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""

    @property
    def options(self) -> Any:
        """The typed options."""

    def rev(self, viewer: int) -> int:
        """A viewer's revision."""

    def dumb(self, seat: int) -> Refusal | None:
        """Why this seat may not speak."""

    def running(self) -> dict[Timer, int]:
        """The timers that run, and when each ends."""

    def end(self, timer: Timer) -> int:
        """When a timer ends, apart from a pause that still lasts."""


class Eyes:
    """All viewers of a table."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.moment = self.version = 0
        """Raised whenever anything that somebody may see may have changed; anything but who is around."""
        self._looks: dict[int, tuple[int, Look]] = {}
        self._reworded: dict[tuple[int, str], tuple[Look, Look]] = {}
        self._spoken: dict[tuple[int, str], tuple[Sequence[Line], int, list[Spoken]]] = {}
        self._noted: dict[int, tuple[Sequence[Line], int, Any]] = {}
        self._around: tuple[tuple[Person, ...], int] | None = None
        self._acts: dict[int, str] = {}
        self._asked: dict[int, tuple[Any, tuple[Asked, ...]]] = {}

    # what may have changed -------------------------------------------------------------------------------------------
    def stale(self) -> None:
        """Something changed: every look is taken anew."""
        self.version += 1
        self.moment += 1

    def stale_people(self) -> None:
        """Somebody came or went."""
        self._around = None
        self.moment += 1

    def stale_head(self) -> None:
        """The head changed."""
        self._around = None
        self.moment += 1
        self._acts.clear()

    # looks -----------------------------------------------------------------------------------------------------------
    def look(self, viewer: int, language: str = "en") -> Look:
        """What this viewer may see now, in words of this language; the same object as long as nothing of it has
        changed."""
        look = self._seen(viewer)
        if language == "en":
            return look
        known = self._reworded.get((viewer, language))
        if known is None or known[0] is not look:
            known = self._reworded[viewer, language] = look, self._reword(look, self.scene.game.speaking(language))
        return known[1]

    def _reword(self, look: Look, game: Game[Any]) -> Look:
        """A look in the words of a game that speaks another language."""
        play, tongue = self.scene.play, game.tongue
        _, log = self._log(look.viewer, tongue.language)
        return replace(
            look,
            game=game,
            view=None if look.view is None else game.worded(look.view),
            asked=tuple(
                [
                    replace(a, offer=replace(a.offer, why_not=a.offer.why_not.told(tongue))) if a.offer.why_not else a
                    for a in look.asked
                ]
            ),
            log=log,
            news=self._news(play, look.viewer, log) if play else "",
            dumb=look.dumb and look.dumb.told(tongue),
        )

    def _seen(self, viewer: int) -> Look:
        version, before = self._looks.get(viewer, (-1, None))
        people, watching = self.around()
        if before is not None and version == self.version:
            if before.people is people:
                return before
            look = replace(before, people=people, watching=watching)  # nothing but who is here can differ
        else:
            look = self._look(viewer, people, watching)
        if look == before:
            look = before
        self._looks[viewer] = (self.version, look)
        return look

    def _look(self, viewer: int, people: tuple[Person, ...], watching: int) -> Look:
        scene = self.scene
        head, play, outcome = scene.head, scene.play, scene.outcome
        state = play.state if play else None
        playing = state is not None and outcome is None
        lines, log = self._log(viewer, "en")
        clocks = self.clocks() if play and play.clocks else ()
        return Look(
            viewer=viewer,
            rev=scene.rev(viewer),
            phase="waiting" if state is None else "playing" if playing else "over",
            game=scene.game,
            code=head.code,
            options=scene.options,
            people=people,
            commitment=scene.commitment,
            view=state.view(viewer) if state else None,
            requests=tuple(state.requests(viewer)) if state and playing else (),
            asked=self.asked(viewer) if playing else (),
            clocks=clocks,
            log=log,
            lines=lines,
            earlier=max(0, lines - SHOWN),
            news=self._news(play, viewer, log) if play else "",
            dumb=scene.dumb(viewer),
            outcome=outcome,
            next=head.next,
            paused=head.paused,
            closed=head.closed,
            hot=head.hot,
            watching=watching,
            wishes=tuple([(w.seat, w.name) for w in head.wishes]),
            act=self._act(viewer),
            went=head.went,
            notes=self._notes(viewer),
        )

    def _act(self, viewer: int) -> str:
        """The id of what this viewer's page does next around the game."""
        known = self._acts.get(viewer)
        if known is None:
            acts = self.scene.head.acts
            words = f"act/{viewer}/{acts[-1] if acts else ''}"
            key = bytes.fromhex(self.scene.head.secret)
            known = self._acts[viewer] = blake2b(words.encode(), key=key, digest_size=10).hexdigest()
        return known

    def _silent(self) -> bool:
        """Whether players may not even come and go as a sign."""
        return self.scene.game.silent and self.scene.play is not None and self.scene.outcome is None

    def _there(self, token: str) -> There:
        there = self.scene.presence.of(token) if token else "gone"
        return "here" if there == "away" and self._silent() else there

    def clocks(self) -> tuple[Clock, ...]:
        """The timers of a game under way."""
        play = self.scene.play
        if play is None or not play.clocks or self.scene.phase != "playing":
            return ()
        return tuple([self._clock(timer) for timer in play.clocks])

    def _clock(self, timer: Timer) -> Clock:
        ends = self.scene.end(timer)
        if timer in self.scene.running():
            return Clock(timer.name, timer.kind, ends)
        return Clock(timer.name, timer.kind, 0, max(0, ends - self.scene.head.pauses[-1][0]))

    def around(self) -> tuple[tuple[Person, ...], int]:
        """Everybody at the table, and how many watch; it holds until the head or somebody's presence changes."""
        return self._around or self._look_around()

    def _look_around(self) -> tuple[tuple[Person, ...], int]:
        head = self.scene.head
        people = tuple(
            Person(
                seat=seat,
                who=c.who,
                name=c.name,
                here=c.who == "bot" or self._there(c.token) == "here",
                host=seat == head.host,
                ready=c.ready,
                bot=c.bot,
                there=self._there(c.token),
                stand_in=c.stand_in,
                owner=c.owner,
                left=c.left,
            )
            for seat, c in enumerate(head.chairs)
        )
        watching = [key for key in self.scene.presence.looking() if not belongs(head, key)]
        self._around = people, 0 if self._silent() else len(watching)
        return self._around

    def asked(self, seat: int) -> tuple[Asked, ...]:
        """What this viewer can answer now, in a game under way."""
        play = self.scene.play
        if play is None or seat == PUBLIC or self.scene.head.paused:
            return ()
        mine = [r for r in play.state.requests() if r.seat == seat]
        offers = play.state.menu(seat) if mine else []
        made_of = (play, play.made[seat], mine, offers)
        before = self._asked.get(seat)
        if before is not None and before[0] == made_of:
            return before[1]
        requests = {r.kind: r for r in mine}
        ids = {kind: play.request_id(r) for kind, r in requests.items()}
        found = tuple([Asked(requests[o.request], id, mark, o) for id, mark, o in self.marked(seat, ids, offers)])
        self._asked[seat] = made_of, found
        return found

    def marked(self, seat: int, ids: Mapping[str, str], offers: Sequence[Offer]) -> list[tuple[str, str, Offer]]:
        """A seat's menu, each offer with the id of its request (`ids`, by kind) and the id of a move that takes it."""
        if not offers:
            return []
        assert self.scene.play is not None
        made, found, nth = self.scene.play.made[seat], [], dict.fromkeys(ids, 0)
        for offer in offers:
            id = ids[offer.request]
            found.append((id, f"{id}-{nth[offer.request]}-{made}", offer))
            nth[offer.request] += 1
        return found

    # the log in words ------------------------------------------------------------------------------------------------
    def log(self, viewer: int) -> Sequence[Line]:
        """All that this viewer was told; another list from the deal on."""
        return self.scene.play.logs[viewer] if self.scene.play else self.scene.talk

    def _log(self, viewer: int, language: str) -> tuple[int, tuple[Spoken, ...]]:
        """How long a viewer's log is, and its last lines. Each line is put into words once."""
        log = self.log(viewer)
        lines = len(log)
        at = (viewer, language)
        before, told, shown = self._spoken.get(at) or (log, 0, [])
        if before is not log:  # dealt: what was said before stands in another place
            told, shown = 0, []
        for k in range(max(told, lines - SHOWN), lines):
            if (line := self.spoken(k, log[k], viewer, language)).text:
                shown.append(line)
        if len(shown) > 2 * SHOWN:
            del shown[:-SHOWN]
        self._spoken[at] = (log, lines, shown)
        first = max(0, len(shown) - SHOWN)
        while first < len(shown) and shown[first].k < lines - SHOWN:
            first += 1
        return lines, tuple(shown[first:])

    def _news(self, play: Play, viewer: int, log: tuple[Spoken, ...]) -> str:
        """The last thing that has happened since the deal."""
        dealt, asides = play.dealt[viewer], play.asides[viewer]
        for s in reversed(log):
            if not s.by and s.k >= dealt and s.k not in asides:
                return s.text
        return ""

    def _to(self, viewer: int, text: str) -> str:
        """A line of the house as this viewer reads it. Its sentences begin with a name and a verb in the past."""
        names = sorted([called(c) for c in self.scene.head.chairs if c.name], key=len, reverse=True)
        name = next((name for name in names if text.startswith(f"{name} ")), "")
        mine = name and viewer < len(self.scene.head.chairs) and called(self.scene.head.chairs[viewer]) == name
        return f"You{text.removeprefix(name)}" if mine else text

    def spoken(self, k: int, line: Line, viewer: int, language: str = "en") -> Spoken:
        """Line `k` of a viewer's log in words of a language; without text where it needs none."""
        play = self.scene.play
        game = (play.game if play else self.scene.game).speaking(language)
        if isinstance(line, Said):
            said = line.text if line.name else game.tongue.again(self._to(viewer, line.text))
            return Spoken(k, said, line.name)
        assert play is not None
        return Spoken(k, play.sentence(line, viewer, game), "", line)

    def _notes(self, viewer: int) -> Any:
        """What the game notes for a seat; each line of its log is read once."""
        play = self.scene.play
        if play is None or viewer == PUBLIC:
            return None
        log, note = play.logs[viewer], self.scene.game.note
        before, read, notes = self._noted.get(viewer) or (log, 0, None)
        if before is not log:
            read, notes = 0, None
        for line in log[read:]:
            if not isinstance(line, Said):
                notes = note(notes, line, viewer)
        self._noted[viewer] = (log, len(log), notes)
        return notes
