"""The colours of every world reach AA, in both schemes: computed from the very file that browsers load."""

import re
from pathlib import Path

import pytest

import facedown.web

STATIC = Path(facedown.web.__file__).parent / "static"
TOKENS = (STATIC / "tokens.css").read_text("utf-8")

TEXT = [
    *[(ink, on) for ink in ("ink", "ink2", "accent", "warn", "ok") for on in ("ground", "surface")],
    ("ink", "raised"), ("ink2", "raised"), ("onaccent", "accent"), ("ink", "tint"), ("ink2", "tint"),
    ("accent", "tint"), ("ink", "worry"), ("warn", "worry"), ("ground", "ink"), ("ground", "ok"),
    *[(f"on{c}", c) for c in ("back", "red", "yellow", "green", "blue", "plum", "slate", "orange", "black")],
    ("print", "paper"),
]  # fmt: skip
"""Text, and what it stands on: 4.5 to 1."""
SIGNS = [("focus", on) for on in ("ground", "surface", "raised")] + [("ink2", "raised"), ("accent", "raised")]
"""Edges and signs that must be found: 3 to 1. On the accent itself focus is drawn in `onaccent`."""
OWN = {
    "hit-the-silk": [
        *[(f"on{kind}", kind, 4.5) for kind in ("seat", "cash", "action", "weapon", "flannel")],
        *[(mark, "dial", 4.5) for mark in ("marks", "needle", "vote", "danger")],
    ],
    "ito": [("ink", "slip", 4.5), ("ink2", "slip", 4.5)],
    "slip-strike": [("agent-blue", "paper", 3), ("agent-black", "agent-orange", 4.5)],
    "silent-planet": [(f"alien{n}", "paper", 3) for n in "12345x"],
}
"""Pairs that only one world has, with what they must reach."""


def blocks() -> dict[str, dict[str, str]]:
    """The custom properties of every world, the brand's under ""."""
    plain = re.sub(r"/\*.*?\*/", "", TOKENS.split("@media")[0], flags=re.S)
    found: dict[str, dict[str, str]] = {}
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", plain):
        for world in re.findall(r"\[data-world=([\w-]+)\]", selector) or ([""] if ":root" in selector else []):
            declared = re.findall(r"--([\w-]+):\s*([^;]+);", body)
            found.setdefault(world, {}).update(declared)
    return {world: found[""] | own for world, own in found.items()}


WORLDS = blocks()


def parts(text: str) -> list[str]:
    """Arguments of a function, split at the commas outside of inner brackets."""
    return re.split(r",\s*(?![^()]*\))", text)


def colour(roles: dict[str, str], value: str, scheme: int) -> tuple[float, float, float]:
    """A value as red, green and blue from 0 to 255."""
    value = value.strip()
    if value.startswith("#"):
        assert len(value) == 7, f"write {value} with six digits"
        return tuple(int(value[i : i + 2], 16) for i in (1, 3, 5))
    if found := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return colour(roles, roles[found[1]], scheme)
    if found := re.fullmatch(r"light-dark\((.*)\)", value):
        return colour(roles, parts(found[1])[scheme], scheme)
    found = re.fullmatch(r"color-mix\(in srgb, (.+) (\d+)%, (.+)\)", value)
    assert found, f"what is {value}?"
    share = int(found[2]) / 100
    one, other = colour(roles, found[1], scheme), colour(roles, found[3], scheme)
    return tuple(share * a + (1 - share) * b for a, b in zip(one, other, strict=True))


def luminance(rgb: tuple[float, float, float]) -> float:
    """Relative luminance (WCAG 2)."""
    lit = [c / 255 for c in rgb]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in lit)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(world: str, one: str, other: str, scheme: int) -> float:
    """The contrast of two roles, 1 to 21."""
    roles = WORLDS[world]
    high, low = sorted((luminance(colour(roles, roles[role], scheme)) for role in (one, other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_five_worlds_are_there() -> None:
    assert set(WORLDS) == {"", "fly-down", "hit-the-silk", "ito", "slip-strike", "silent-planet"}
    own = {"ground", "surface", "raised", "line", "ink", "ink2", "accent", "onaccent", "warn", "ok", "display"}
    brand = WORLDS[""]
    for world, roles in WORLDS.items():
        assert own <= roles.keys()
        assert not world or sum(roles[role] != brand[role] for role in own) >= 9, f"{world} looks like the brand"


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("world", sorted(WORLDS))
def test_contrast(world: str, scheme: int) -> None:
    pairs = [*[(*pair, 4.5) for pair in TEXT], *[(*pair, 3) for pair in SIGNS], *OWN.get(world, [])]
    low = {(a, b): round(found, 2) for a, b, least in pairs if (found := contrast(world, a, b, scheme)) < least}
    assert low == {}


def test_the_measure_is_right() -> None:
    WORLDS["test"] = {"a": "#000000", "b": "#ffffff", "c": "#777777", "d": "color-mix(in srgb, var(--a) 50%, #ffffff)"}
    try:
        assert contrast("test", "a", "b", 0) == 21
        assert round(contrast("test", "c", "b", 0), 2) == 4.48
        assert colour(WORLDS["test"], "var(--d)", 0) == (127.5, 127.5, 127.5)
    finally:
        del WORLDS["test"]


def test_no_other_sheet_brings_colours_of_its_own() -> None:
    stray = {}
    for sheet in STATIC.glob("*.css"):
        if sheet.name != "tokens.css":
            text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.S)
            found = re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)", text)
            if found:
                stray[sheet.name] = found
    assert stray == {}
