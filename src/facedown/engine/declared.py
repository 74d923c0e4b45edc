"""What a class of states declares, checked when it is imported: audiences for its slots, rules for its moves, methods
for its steps. A typo fails here and not in the middle of a game."""

from __future__ import annotations

import dis
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .words import Move, Refusal

Check = Callable[..., Refusal | None]
Rule = tuple[Check, Callable[..., None], tuple[str, ...]]
"""What forbids a move, what it does, and the kinds of requests it answers."""

_SLOT = (types.MemberDescriptorType, types.GetSetDescriptorType)  # of a class; of a compiled class


def tag(move: type[Move]) -> str:
    """The kind of a move, as it crosses the border."""
    return str(move.__struct_config__.tag)


def check_slots(cls: type[Any], audiences: set[str]) -> None:
    """Every slot has an audience, and every audience a slot. Raises TypeError."""
    slots = {
        name
        for c in cls.__mro__
        for name, v in c.__dict__.items()
        if isinstance(v, _SLOT) and not name.startswith("__")
    }
    if slots != audiences:
        raise TypeError(f"{cls.__name__}: audience or slot missing: {sorted(slots ^ audiences)}")


def rules_of(
    cls: type[Any], asks: Mapping[str, Sequence[type[Move]]], always: Sequence[type[Move]], offered: Check
) -> dict[type[Move], Rule]:
    """The rule of every move that answers a request, and of those that always may be made. `offered` checks a move
    without a check of its own. Raises AttributeError for a move without `do_<kind>`, TypeError for a method without a
    move."""
    answers: dict[type[Move], tuple[str, ...]] = dict.fromkeys(always, ())
    for request, moves in asks.items():
        for move in moves:
            answers[move] = (*answers.get(move, ()), request)
    known = {tag(move) for move in answers}
    for name in vars(cls):
        verb, _, kind = name.partition("_")
        if asks and verb in ("check", "do") and kind not in known:
            raise TypeError(f"{cls.__name__}.{name}: no move of that kind answers a request in ASKS")
    return {
        move: (getattr(cls, "check_" + tag(move), offered), getattr(cls, "do_" + tag(move)), requests)
        for move, requests in answers.items()
    }


def check_steps(cls: type[Any]) -> None:
    """Every step that a method names in `then(..)` exists. Raises TypeError."""
    for name, function in vars(cls).items():
        code = getattr(function, "__code__", None)
        if code is None or "then" not in code.co_names:
            continue
        inside = False
        for op in dis.get_instructions(code):
            if op.opname in ("LOAD_METHOD", "LOAD_ATTR") and op.argval == "then":
                inside = True
            elif op.opname in ("POP_TOP", "RETURN_VALUE"):
                inside = False
            elif inside and op.opname == "LOAD_CONST":
                for step in op.argval if isinstance(op.argval, tuple) else (op.argval,):
                    if isinstance(step, str) and not callable(getattr(cls, step, None)):
                        raise TypeError(f"{cls.__name__}.{name} plans the step {step!r}, which does not exist")
