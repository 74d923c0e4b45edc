"""The plain table: any view as blocks that one template draws. It knows no game; what it needs to read well it finds in
the view's types, in `Game.words` and in `Game.face`.

A block is a mapping with `is`: `text`, `cards`, `facts` (label and block), `rows` (label, block, whether it is you). A
whole part of the page has a title too. It is `near`, above what can be done, if it is one's own or is to be read first;
where nothing is one's own alone, so is what lies before players. The others can be folded, and are `open` unless they
are long lists of names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct

from facedown.engine import ENGLISH, Game, SeatView, Tongue
from facedown.engine.plain import meanings, shown
from facedown.table import Look

Block = dict[str, Any]
ELSEWHERE = {"seats", "you", "outcome"}
"""Fields of views that the page shows in other places; so is the seat of what is one's own."""
COLOURS = {"red", "yellow", "green", "blue", "plum", "slate", "orange", "black", "white"}
"""Words that are shown as a swatch too."""
PILE = 3
"""Rows of so few cards stand beside each other."""
CARDS: WeakKeyDictionary[Game[Any], dict[Struct, Block]] = WeakKeyDictionary()
KEPT = 4000
"""The cards of each game as they are drawn, which are few, and how many are kept at most."""
LONG = 32
"""Letters from which on a text is a list of names rather than a word."""
FEW = 2
"""So many cards in each row leave room for other rows beside it."""
MANY = 4
"""As many equal cards beside each other are counted instead of drawn."""


def table_blocks(look: Look) -> list[Block]:
    """A whole view: what is near first, then what lies before players and piles, single facts last."""
    own = [] if look.view.you is None else _fields(look, look.view.you, "you.")
    fields = [*own, *_fields(look, look.view, "view.")]
    first = [field for field in fields if f"{field[1]}.near" in look.game.words]
    large: list[Block] = [
        {
            "title": title,
            "help": look.game.words.get(f"{f}.help", ""),
            "first": (title, f, meaning, v) in first,
            "own": n < len(own),
            **_block(look, f, meaning, v, top=True),
        }
        for n, (title, f, meaning, v) in enumerate(fields)
        if _large(v)
    ]
    large = [block for block in large if block["is"] != "rows" or block["rows"]]
    held = any(block["own"] and not block["first"] for block in large)  # what is said to be near may be a notice
    for block in large:
        block["near"] = block["first"] or block["own"] or (block["is"] == "rows" and not held)
        block["open"] = block["is"] != "facts" or any(len(b.get("text", "")) <= LONG for _, b in block["rows"])
    large = [block for block in large if block.get("text") != ""]
    large.sort(key=lambda block: (not block["first"], not block["near"], block["is"] != "rows"))
    for block in large:
        block["pile"] = block["is"] == "text" or (block["is"] == "cards" and len(block["cards"]) <= PILE)
    single = [field for field in fields if not _large(field[3])]
    early, late = (_facts(look, [f for f in single if (f in first) is near]) for near in (True, False))
    late += [(block["title"], {"is": "text", "text": block["text"]}) for block in large if _bare(block)]
    before: list[Block] = [{"is": "facts", "title": "", "near": True, "rows": early}] if early else []
    behind: list[Block] = [{"is": "facts", "title": "", "near": False, "rows": late}] if late else []
    return [*before, *[block for block in large if not _bare(block)], *behind]


def _bare(block: Block) -> bool:
    """Whether a part says no more than a fact does: where nothing lies, or a few words."""
    return block["is"] == "text" and not block["own"] and not block["help"]


def _fields(look: Look, part: Struct, whose: str = "") -> list[tuple[str, str, str, Any]]:
    """The fields of a view, or of a part of it, that are shown: title, name, meaning, value. `whose`: what the words of
    the game may put before the names of a part's fields."""
    means = meanings(type(part))
    values = [(f, getattr(part, f)) for f in part.__struct_fields__]
    values = [(f, v) for f, v in values if v is not None and (f not in ELSEWHERE or _seats_more(f, v))]
    values = [(f, v) for f, v in values if f != "seat" or whose != "you."]
    if look.phase == "over":
        values = [(f, v) for f, v in values if look.game.word(f"{f}.over", f)]
    fields = [(capital(look.game.word(whose + f, f)), f, means[f], v) for f, v in values]
    return [field for field in fields if field[0]]


def _seats_more(field: str, value: Any) -> bool:
    """Whether a game tells more of its seats than who sits there."""
    return field == "seats" and not isinstance(value[0], SeatView)


def _facts(look: Look, fields: list[tuple[str, str, str, Any]]) -> list[tuple[str, Block]]:
    """Titles and what they hold; what reads as nothing is left out."""
    facts = [(title, _block(look, f, meaning, v)) for title, f, meaning, v in fields]
    return [(title, block) for title, block in facts if block.get("text") != ""]


@lru_cache(maxsize=16)
def inks(tongue: Tongue) -> dict[str, str]:
    """The words for colours, and the swatch of each."""
    return {tongue.word("ink", colour).lower(): colour for colour in COLOURS}


def ink_of(text: str, tongue: Tongue = ENGLISH) -> str:
    """The colour that a text begins with, or "".

    >>> ink_of("red (R)"), ink_of("Blue"), ink_of("Chair 1")
    ('red', 'blue', '')
    """
    word = text.partition(" ")[0].lower()
    return inks(tongue).get(word, "")


def capital(text: str) -> str:
    """The text with a capital first."""
    return text[:1].upper() + text[1:]


def _large(value: Any) -> bool:
    return isinstance(value, list | tuple | dict) or (isinstance(value, Struct) and not _small(value))


def _small(value: Any) -> bool:
    """Whether a struct is like a card: a few single values."""
    values = [getattr(value, f) for f in value.__struct_fields__]
    return len(values) <= 4 and not any(isinstance(v, list | tuple | dict | Struct) for v in values)


def _block(look: Look, field: str, meaning: str, value: Any, top: bool = False) -> Block:
    if isinstance(value, dict):
        key, _, each = meaning.partition(":")
        words, tongue = look.game.words, look.game.tongue
        pairs = [(shown(k, key, look.names, words, tongue), _block(look, field, each, v)) for k, v in value.items()]
        return _in_rows([_row(label, block) for label, block in pairs])
    if isinstance(value, Struct):
        if _small(value) and not top:
            return {"is": "cards", "cards": [card_of(look, value)], "numbered": False}
        parts = [part for part in _fields(look, value, f"{field}.") if part[3] not in ((), {})]
        if len(parts) == 1 and _large(parts[0][3]):  # a list alone needs no name beside that of the whole
            return _block(look, *parts[0][1:])
        if not parts and f"{field}.none" in look.game.words:
            return {"is": "text", "text": look.game.words[f"{field}.none"]}
        return {"is": "facts", "rows": _facts(look, [_listed(look, *part) for part in parts])}
    if not isinstance(value, list | tuple):
        return {"is": "text", "text": text_of(look, field, meaning, value)}
    if not value:
        return {"is": "text", "text": look.game.words.get(f"{field}.none") or look.say("none")}
    by_seat = top and _by_seat(look, field, value)
    if any(isinstance(v, list | tuple) or (by_seat and isinstance(v, Struct)) for v in value):
        return _in_rows(_rows(look, field, meaning, value))
    single = not meaning or f"{field}.each" in look.game.words
    if by_seat and single and all(v is None or isinstance(v, int) for v in value):
        named = zip(look.names, value, strict=True)
        return {"is": "facts", "rows": [(name, _block(look, field, meaning, v)) for name, v in named]}
    cards = [card_of(look, v) if isinstance(v, Struct) else _named(look, field, meaning, v) for v in value]
    if meaning in ("seat", "slot"):
        return {"is": "text", "text": ", ".join(text_of(look, field, meaning, v) for v in value)}
    numbered = f"{field}.counted" in look.game.words
    return {"is": "cards", "cards": _counted(cards) if top else cards, "numbered": numbered or not top}


def _named(look: Look, field: str, meaning: str, value: Any) -> Block:
    return _card(text_of(look, field, meaning, value), look.game.tongue)


def _by_seat(look: Look, field: str, value: Sequence[Any]) -> bool:
    """Whether a list has one entry a seat: as many, none of which says that it is another's, and the game does not call
    it a list of its own (`FIELD.listed` or `FIELD.counted` in its words)."""
    if len(value) != len(look.people) or {f"{field}.listed", f"{field}.counted"} & look.game.words.keys():
        return False
    return all(not hasattr(v, "seats") and getattr(v, "seat", i) == i for i, v in enumerate(value))


def _listed(look: Look, title: str, field: str, meaning: str, value: Any) -> tuple[str, str, str, Any]:
    """A field of a part of the view: rows of cards would be too much there, their names do."""
    if isinstance(value, list | tuple) and all(isinstance(v, str | int) for v in value):
        return title, "", "", ", ".join(text_of(look, field, meaning, v) for v in value)
    return title, field, meaning, value


def _rows(look: Look, field: str, meaning: str, value: Any) -> list[Block]:
    """One row a seat, clockwise from the left neighbour, one's own nearest to oneself; else numbered."""
    blocks = [_block(look, field, meaning, v) for v in value]
    if len(value) != len(look.people):
        return [_row(str(i), block) for i, block in enumerate(blocks, 1)]
    first = look.viewer + 1 if look.you else 0
    order = [(first + i) % len(blocks) for i in range(len(blocks))]
    order = [seat for seat in order if blocks[seat]["is"] != "facts" or blocks[seat]["rows"]]  # nothing to tell of them
    return [_row(look.people[seat].name, blocks[seat], seat == look.viewer) for seat in order]


def _in_rows(rows: list[Block]) -> Block:
    """Rows as a block; where each holds but a card or two they stand beside each other."""
    blocks = [row["block"] for row in rows]
    few = all(b["is"] == "text" or (b["is"] == "cards" and len(b["cards"]) <= FEW) for b in blocks)
    return {"is": "rows", "rows": rows, "few": few}


def _row(label: str, block: Block, you: bool = False) -> Block:
    return {"label": label, "block": block, "you": you}


def text_of(look: Look, field: str, meaning: str, value: Any) -> str:
    """A single value as people read it."""
    words = look.game.words
    if meaning == "written":
        return str(value)
    if f"{field}.{value}" in words:
        return words[f"{field}.{value}"]
    if isinstance(value, str) and meaning != "slot":
        return look.game.face(value)
    return shown(value, meaning, look.names, words, look.game.tongue)


def card_of(look: Look, card: Struct) -> Block:
    """A card-like struct: its last field large, or the one that the words of the game name (`FIELD.large`), the others
    small. What is not in sight is a question mark; where nothing lies, a sign of their own (`FIELD.VALUE.empty`)."""
    if isinstance(card, SeatView):
        return _card(card.name, look.game.tongue)
    means = meanings(type(card))
    if "seat" in means.values() or not card.__struct_config__.frozen:  # a seat is somebody at this table
        return _card_of(look, card, means)
    kept = CARDS.setdefault(look.game, {})
    block = kept.get(card)
    if block is None:
        if len(kept) >= KEPT:
            kept.clear()
        block = kept[card] = _card_of(look, card, means)
    return block


def _card_of(look: Look, card: Struct, means: Mapping[str, str]) -> Block:
    words = look.game.words
    parts = [(f, getattr(card, f)) for f in card.__struct_fields__ if words.get(f) != ""]
    parts.sort(key=lambda part: f"{part[0]}.large" in words)
    *small, large = [_part(look, f, means[f], v) for f, v in parts] or [""]
    written = {text for (f, _), text in zip(parts, small, strict=False) if means[f] == "written"}
    large = large or next(filter(None, [words.get(f"{f}.{v}.empty") for f, v in parts]), "")
    known = inks(look.game.tongue)
    colour = next((text for text in small if text.lower() in known and text not in written), "")
    rest = [text for text in small if text and text != colour]
    ink = known.get(colour.lower(), "")
    return {"large": large or "?", "colour": colour, "ink": ink, "small": rest, "times": 1, "seen": bool(large)}


def _part(look: Look, field: str, meaning: str, value: Any) -> str:
    if value is None:
        return ""
    text = text_of(look, field, meaning, value)
    if text and f"{field}.small" in look.game.words:
        return look.game.words[f"{field}.small"].format(text)
    counts = type(value) is int and field in look.game.words
    return f"{text} {look.game.words[field]}" if counts and text else text


def _card(text: str, tongue: Tongue) -> Block:
    """A card from what people read: a word for a colour in front becomes its swatch."""
    plain = tongue.word("filler", "a an card").split()
    words, known = [word for word in text.split() if word not in plain], inks(tongue)
    ink = next((ink for word, ink in known.items() if words and _coloured(words[0].lower(), word, tongue)), "")
    colour = words[0] if ink else ""
    rest = " ".join(words[1:] if colour else words)
    back = rest == "?" or (colour and not rest)
    large = rest or ("?" if colour else "–")
    colour = tongue.word("ink", ink) if ink else ""
    return {"large": large, "colour": colour, "ink": ink, "small": [], "times": 1, "seen": not back}


def _coloured(text: str, word: str, tongue: Tongue) -> bool:
    """Whether a text is this word for a colour; other languages than English bend it."""
    return text == word or (tongue.language != "en" and text.startswith(word))


def _counted(cards: list[Block]) -> list[Block]:
    counted = []
    for card, same in groupby(cards):
        run = list(same)
        counted += [{**card, "times": len(run)}] if len(run) >= MANY else run
    return counted
