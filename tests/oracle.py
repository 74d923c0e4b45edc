"""What must hold when a game is over, whatever happened to the server meanwhile: each acknowledged move stands in the
record once, in an order that agrees with the answers; nothing else stands there; it replays to the same bytes; and
every frame that anybody was sent shows a position of that record, none earlier than what its reader knew already."""

import json
from collections import Counter, defaultdict

import msgspec

from facedown.engine import HOUSE, PUBLIC, hears, read_record, write_record
from facedown.web.api.words import Asked, Item

encode = msgspec.json.encode


def plain(value):
    return json.loads(encode(value))


class Position:
    """What one viewer may be sent in one position."""

    def __init__(self, state, viewer):
        playing = state.outcome() is None
        self.view = encode(state.view(viewer))
        asked = state.requests(viewer) if playing else ()
        self.requests = plain([Asked(r.seat, r.kind, r.binds, r.sealed) for r in asked])
        menu = state.menu(viewer) if playing and viewer != PUBLIC else ()
        self.menu = plain([Item("", "", o.kind, o.fields, o.why_not, o.exact) for o in menu])
        self.opened = [(r.seat, r.kind, r.opened) for r in asked]

    def shows(self, frame):
        """Whether this is what the frame shows."""
        return (
            bytes(frame.view) == self.view
            and [without(r, "id") for r in frame.requests] == self.requests
            and [{**o, "id": "", "request": ""} for o in frame.menu] == self.menu
        )


def without(row, key):
    return {k: v for k, v in row.items() if k != key}


class Verdict(msgspec.Struct):
    """What was counted in one game."""

    acknowledged: int = 0
    refused: int = 0
    entries: int = 0
    frames: int = 0
    streams: int = 0


def judge(game, clients, rows, text):
    """One finished game. `rows`: its entries as the store has them, (n, at, actor, move, mark, request); `text`: the
    record that was handed out. Raises AssertionError."""
    record = read_record(text)
    stored = [(n, at, actor, bytes(move)) for n, at, actor, move, *_ in rows]
    assert stored == [(e.n, e.at, e.actor, bytes(e.move)) for e in record.entries], "the record is what is stored"
    assert [row[0] for row in rows] == list(range(len(rows)))
    positions = list(game.positions(record))
    assert write_record(record.header, record.entries, positions[-1][0].outcome()) == text, "it replays to its bytes"
    verdict = Verdict(entries=len(rows))
    places = moves_hold(clients, rows, verdict)
    for client in clients:
        frames_hold(client, positions, places, verdict)
    return verdict


def moves_hold(clients, rows, verdict):
    """Every acknowledged move is there once and in order, and nothing that nobody sent. When each entry was known to be
    there: (moment, number)."""
    there = defaultdict(list)
    for n, _, actor, move, mark, request in rows:
        if actor >= 0:
            there[actor, mark].append((n, request, json.loads(bytes(move))))
        assert actor != HOUSE, "nobody was away"
    assert all(len(found) == 1 for found in there.values()), "nothing is doubled"
    sent = [(client.seat, move) for client in clients for move in client.sent]
    marks, known = {(seat, move.mark) for seat, move in sent}, {}
    assert set(there) <= marks, "nothing is there that nobody sent"
    for seat, move in sent:
        found = [(n, request) for n, request, body in there[seat, move.mark] if body == move.move]
        if move.status == 200:
            assert [request for _, request in found] == [move.request], f"acknowledged and lost: {move}"
            began, answered = known.get(found[0][0], (move.began, move.answered))
            known[found[0][0]] = min(began, move.began), min(answered, move.answered)
        else:
            assert not found, f"refused, and there all the same: {move}"
    answered = sorted((at, n) for n, (_, at) in known.items())
    for n, (began, _) in known.items():
        assert all(earlier < n for at, earlier in answered if at < began), "the order agrees with the answers"
    verdict.acknowledged += len(known)
    verdict.refused += sum(move.status != 200 for _, move in sent)
    assert Counter(row[2] >= 0 for row in rows)[True] == len(known), "every entry of a player was acknowledged"
    return answered


def frames_hold(client, positions, places, verdict):
    """Every frame of a client shows a position of the record, and no step back."""
    viewer = PUBLIC if client.seat is None else client.seat
    heard, seen, ids = [], {}, {}
    tolds = []
    for n, (_, _, events) in enumerate(positions):
        heard += [plain(event) for audience, event in events if hears(audience, viewer)]
        if n == 0 and [r.binds for r in positions[0][0].requests(PUBLIC)].count("must") == 1:
            heard.append(None)  # the house says who begins
        tolds.append(len(heard))
    at, told, asked, rev, revs = 0, 0, None, 0, {}
    for frame in client.frames:
        verdict.frames += 1
        shown = bytes(frame.view), encode(frame.requests), encode(frame.menu)
        assert frame.rev >= rev and revs.setdefault(frame.rev, shown) == shown, "a revision is what its viewer sees"
        rev = frame.rev
        if frame.asked != asked:  # a new stream, which begins no earlier than what was acknowledged before it
            asked, told = frame.asked, 0
            verdict.streams += 1
            at = max(at, *(n + 1 for moment, n in places if moment < asked), 0)
        for line in frame.log:
            assert line.get("event") == heard[line["k"]], (line, heard[line["k"]])
            told = line["k"] + 1
        if bytes(frame.view) == b"null":
            continue
        while True:
            assert at < len(positions), f"{client.name} was sent what is no position of the record: {frame}"
            if tolds[at] == told:
                if at not in seen:
                    seen[at] = Position(positions[at][0], viewer)
                if seen[at].shows(frame):
                    break
            at += 1
        for request, opened in zip(frame.requests, seen[at].opened, strict=True):
            if request.get("id"):
                assert ids.setdefault(request["id"], opened) == opened, "one id, one request"
                assert ids.setdefault(opened, request["id"]) == request["id"], "one request, one id"
