"""Slip Strike keeps the laws, and resolves its Actions as an independent reading of the rules does."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import facedown
from facedown.engine import CLOCK, EditionError, Expire, Game, State, Timer
from facedown.engine.drive import next_up
from facedown.engine.laws import Broken, check
from facedown.engine.scenario import opening_states, read
from facedown.games.slip_strike.state import SlipStrike

GAME = facedown.game("slip-strike")
SCENARIOS = sorted((Path(str(GAME.folder)) / "scenarios").glob("*.yaml"))
TABLES = [
    (2, {}),
    (2, {"assets": 1, "turn_clock": 30}),
    (2, {"assets": 2, "edition": "blue", "agreed_tie": True}),
    (4, {}),
    (4, {"assets": 1}),
    (4, {"assets": 2, "agreed_tie": True, "turn_clock": 60}),
]
FEW = ("park", "mansion", "warehouse", "factory", "hotel", "harbor")


def few_cards(edition: dict[str, Any]) -> Game[Any]:
    """Three Locations, three cards beside the Teleports and two Assets, so that rare hands are common."""
    tiny: dict[str, Any] = {"basic": ["blade", "pistol", "left"]}
    for name, places in (("orange", FEW[:3]), ("blue", FEW[3:])):
        tiny |= {
            f"editions.{name}.locations": list(places),
            f"editions.{name}.taken_out": [places[1]],
            f"editions.{name}.assets": ["flicker", "lunge"],
        }
    cooldown = {"blade": 0, "pistol": 1, "left": 0, "flicker": "gone", "lunge": 2}
    return GAME.with_edition(tiny | {"cooldown": cooldown | {f"tp-{place}": 0 for place in FEW}} | edition)


# the laws -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_it_keeps_the_laws(seats: int, options: dict[str, Any]) -> None:
    report = check(GAME, seats, options, games=5)
    assert min(report.pairs, report.twin_steps, report.sealed, report.faces) >= 100


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("assets", [0, 1])
def test_it_keeps_the_laws_with_few_cards(seats: int, assets: int) -> None:
    check(few_cards({}), seats, {"assets": assets}, games=25)


def test_it_keeps_the_laws_from_the_start_of_every_scenario() -> None:
    starts = [state for path in SCENARIOS for state in opening_states(read(path.read_text("utf-8")), GAME)]
    for seats in (2, 4):
        some = [state for state in starts if state.seats == seats and state.game is GAME]
        assert check(GAME, seats, games=0, starts=some, pairs=3).games == len(some) > 20


def test_that_somebody_has_no_choice_of_slips_would_be_caught() -> None:
    class Telling(SlipStrike):
        __slots__ = ()

        def requests(self, viewer: int = 0) -> Any:
            return self.open

    game = few_cards({})
    game.State = Telling  # type: ignore[misc]
    with pytest.raises(Broken):
        check(game, 2, games=60)


# an independent reading -----------------------------------------------------------------------------------------------
NEAR = {"blade": {0}, "duelist-blade": {0}, "lunge": {0}, "pistol": {1}, "quick-pistol": {1}, "rifle": {2},
        "scoped-rifle": {2}}  # fmt: skip
FIRST = {"duelist-blade": "blade", "quick-pistol": "pistol", "scoped-rifle": "rifle"}
TYPE = {card: card.rpartition("-")[2] for card in NEAR} | {"lunge": "blade", "launcher": "launcher"}


def distance(a: int, b: int, n: int) -> int:
    return min((a - b) % n, (b - a) % n)


def action(view: Any, cards: dict[int, str], ways: dict[int, str], ignored: set[int]) -> tuple[Any, Any, Any]:
    """Positions, zones and hits of an Action, from the pseudo-code of the rules and not from the code."""
    n, places = len(view.circle), list(view.circle)
    at = {seat: where for seat, where in enumerate(view.agents) if where is not None}
    cards = {seat: card for seat, card in cards.items() if seat not in ignored}
    for seat in at:
        card, back = cards.get(seat, ""), view.seats[seat].edition == "orange"
        if seat in ways:
            at[seat] += 1 if ways[seat] == "left" else -1
        elif card.startswith("tp-"):
            at[seat] = places.index(card[3:])
        elif card in ("left", "right", "lunge"):
            at[seat] += -1 if card == "right" or (card == "lunge" and back) else 1
        at[seat] %= n
    zones = {}
    for seat, card in cards.items():
        if card in NEAR:
            zones[seat] = [x for x in range(n) if distance(at[seat], x, n) in NEAR[card]]
        elif card == "launcher":
            sign = -1 if view.seats[seat].edition == "orange" else 1
            zones[seat] = sorted((at[seat] + sign * step) % n for step in (1, 2))
    hits: dict[int, set[int]] = {seat: set() for seat in at}
    for p, zone in zones.items():
        for q in at:
            first = cards.get(q) in FIRST and FIRST[cards[q]] == TYPE[cards[p]] and cards[p] not in FIRST
            if p % 2 != q % 2 and at[q] in zone and cards.get(q) != "phase-screen" and not first:
                hits[q].add(p)
    return at, zones, hits


def turns(seats: int, options: dict[str, Any], seed: int) -> Iterator[tuple[State, list[Any]]]:
    """A random game: after each move the position before it and all that was told."""
    state: Any = GAME.deal(seats, options, seed=seed)
    state.opening()
    rng = Random(seed)
    while state.outcome() is None:
        before, up = state.copy(), next_up(state, rng, free=0)
        if isinstance(up, Timer):
            told = state.play(CLOCK, Expire(up.name))
        else:
            told = state.play(up.seat, state.sample(up, rng))
        yield before, [event for _, event in told]


class Seen:
    """What was told of an Action, and where everybody stood before it."""

    def __init__(self, view: Any, agents: list[Any], cards: dict[int, str]) -> None:
        self.circle, self.seats, self.agents, self.cards = view.circle, view.seats, agents[:], cards
        self.ways: dict[int, str] = {}
        self.ignored: set[int] = set()
        self.moved: dict[int, int] = {}
        self.struck: dict[int, tuple[list[int], list[int]]] = {}

    def agrees(self) -> None:
        """With the independent reading."""
        at, zones, hits = action(self, self.cards, self.ways, self.ignored)
        assert {seat: self.moved.get(seat, self.agents[seat]) for seat in at} == at
        assert {seat: zone for seat, (zone, _) in self.struck.items()} == zones
        assert {p: hit for p, (_, hit) in self.struck.items()} == {p: [q for q in at if p in hits[q]] for p in zones}


@pytest.mark.parametrize(("seats", "assets"), [(2, 0), (2, 2), (4, 0), (4, 2)])
def test_actions_are_resolved_as_the_rules_say(seats: int, assets: int) -> None:
    actions = []
    for seed in range(25):
        agents: list[Any] = [None] * seats
        for before, told in turns(seats, {"assets": assets}, seed):
            for event in told:
                match type(event).__name__:
                    case "Placed":
                        agents[event.seat] = event.at
                    case "Flip":
                        actions.append(Seen(before.view(0), agents, dict(event.cards)))
                    case "Ignored":
                        actions[-1].ignored.add(event.seat)
                    case "Reaction" if event.way:
                        actions[-1].ways[event.seat] = event.way
                    case "Moved":
                        actions[-1].moved[event.seat] = agents[event.seat] = event.to
                    case "Strike":
                        actions[-1].struck[event.seat] = (list(event.zone), list(event.hits))
                    case "Slipped":
                        agents[event.seat] = actions[-1].circle.index(event.card[3:])
                    case "KnockedOut":
                        agents[event.seat] = None
    assert len(actions) > 200
    for seen in actions:
        seen.agrees()


# editions -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("overlay", "field"),
    [
        ({"cards.pistol.distances": [4]}, "cards.pistol"),
        ({"cards.launcher.steps": []}, "cards.launcher"),
        ({"cooldown.rifle": 7}, "cooldown"),
        ({"editions.orange.locations": ["park", "mansion", "warehouse", "tower"]}, "cooldown"),
        ({"editions.orange.locations": ["park", "mansion", "warehouse", "tower", "moon"]}, "places"),
        ({"editions.blue.taken_out": ["park"]}, "editions.blue.taken_out"),
        ({"basic": ["blade", "pistol", "parry"]}, "basic"),
    ],
)
def test_a_broken_edition_is_refused_by_the_field(overlay: dict[str, Any], field: str) -> None:
    with pytest.raises(EditionError) as caught:
        GAME.with_edition(overlay)
    assert caught.value.field.startswith(field)
