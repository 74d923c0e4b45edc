"""Deals a recorded game of Fly Down again, with nothing of Facedown: `python fair_verifier.py RECORD`.

It knows docs/fair.md and the box (six colours, values 1 to 8), checks that the seed is the one that was promised, and
prints who held what when the game began."""

import hashlib
import hmac
import json
import struct
import sys


def words(key, name):
    stream = hashlib.shake_256(key + bytes([len(name)]) + name.encode()).digest(4096)
    return (word for (word,) in struct.iter_unpack(">I", stream))


def below(stream, n):
    return next(word for word in stream if word < 2**32 // n * n) % n


def shuffled(stream, cards):
    for i in range(len(cards) - 1, 0, -1):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def deal(header):
    seats, options, seed = header["seats"], header["options"], bytes.fromhex(header["seed"])
    promise = hashlib.sha256(b"facedown/1" + header["table"].encode() + seed).hexdigest()
    if promise != header["commitment"]:
        raise ValueError("the opened seed is not the one that was promised")
    key = hmac.new(seed, bytes.fromhex("".join(header["nonces"])), hashlib.sha256).digest()
    colours = (options["colours"] or shuffled(words(key, "colours"), list("RYGBPS")))[: max(seats, 3)]
    deck = shuffled(words(key, "deck"), [f"{colour}{value}" for colour in colours for value in range(1, 9)])
    tower = below(words(key, "start"), seats) if options["start"] is None else options["start"]
    hands = [[deck.pop() for _ in range(5)][::-1] for _ in range(seats)]
    return {"colours": colours, "tower": tower, "hands": hands, "deck": deck[::-1]}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as record:
        for what, dealt in deal(json.loads(record.readline())).items():
            print(what, dealt)
