"""Canaries: a re-minted game's cards carry codes that nobody can guess, so any byte that shows one can be held against
what its reader could know at that moment. Readers keep what they got as (first moment it can be of, last moment, what,
bytes)."""

import json
import re
import sqlite3

import msgspec

from facedown.engine import PUBLIC, hears

TOKEN = re.compile(rb"zq[0-9a-f]{12}")


def knowable(game, record, viewer):
    """For each position of a record: the codes that this viewer may be shown then."""
    told, allowed, same = set(), [], {}
    for state, _, events in game.positions(record):
        for _, face, _ in state.places():
            codes = {str(code).encode() for code in game.canaries(state, face)}
            same |= dict.fromkeys(codes, codes)
        for audience, event in events:
            if hears(audience, viewer):
                told.update(*[same[token] for token in TOKEN.findall(msgspec.json.encode(event))])
        now = set(told)
        for _, (seen, face) in state.entitled(viewer):
            if seen:
                now.update(str(code).encode() for code in game.canaries(state, face))
        for face in state.known(viewer):
            now.update(str(code).encode() for code in game.canaries(state, face))
        allowed.append(now)
    return allowed


def search(reader, viewer, game, record, dealt):
    """How many codes were found; fails at one that this viewer could not know. Record and replay alone, asked for
    after the end, show everything; a replay through somebody's eyes shows what they knew then; a screen shows what the
    public knows, whoever has opened it."""
    eyes: dict[int, list[set[bytes]]] = {}

    def of(viewer):
        if viewer not in eyes:
            eyes[viewer] = knowable(game, record, viewer)
        return eyes[viewer]

    moments, found = [(dealt + e.at) / 1000 for e in record.entries], 0
    for began, ended, what, text in reader.got:
        over = ended > moments[-1]
        if over and re.search(r"/record$|/replay($|\?step=|\?as=all)", what):
            continue
        first = sum(m < began for m in moments)
        last = sum(m <= ended + 0.005 for m in moments)
        if again := re.search(r"/replay(?:\?as=(\w+))?(?:&at=(\d+))?", what):  # what was seen may be seen again
            seat, at = again.groups() if over else (None, None)
            whose = PUBLIC if seat == "public" else int(seat) if seat else viewer
            text = text.partition(b'class="steplist"')[0] if seat else text  # the list goes on to the end
            may = set().union(*of(whose)[: (int(at) if at else last) + 1])
        else:
            may = set().union(*of(PUBLIC if "screen" in what else viewer)[first : last + 1])
        for token in TOKEN.findall(text):
            found += 1
            assert token in may, f"{what} shows {viewer} the card {token}: {text[:2000]!r}"
    return found


def head_of(server):
    """The only table of a server, with all its secrets."""
    with sqlite3.connect(server.database) as db:
        return json.loads(db.execute("SELECT head FROM play").fetchone()[0])


def kept_secret(readers, head, tokens):
    """Nobody got the token of another seat, nor the seed before the end, nor what the house keeps to itself.
    `readers`: with the seat of each, or None; `tokens`: by seat."""
    never = [head["secret"], *(chair["token"] for chair in head["chairs"])]
    for reader, seat in readers:
        others = [token for at, token in enumerate(tokens) if at != seat]
        for _, _, what, text in reader.got:
            secret = [*never, *others] + [head["seed"]] * (not what.endswith("/record"))
            assert not [word for word in secret if word.encode() in text], what


def written_down(log, head, words):
    """What the server wrote down at its most talkative: lines of JSON without a card, a secret or any of the words."""
    lines = [json.loads(line) for line in log.splitlines()]
    assert {line["event"] for line in lines} >= {"table opened", "game over", "answered"}
    assert all({"event", "level", "timestamp"} <= set(line) for line in lines)
    assert not TOKEN.search(log), "no card stands in the log"
    for word in (head["seed"], head["secret"], head["code"], *(chair["token"] for chair in head["chairs"]), *words):
        assert not re.search(rb"\b%s\b" % re.escape(word).encode(), log), word
