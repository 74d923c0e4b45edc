"""What a person is told when something cannot be done: one sentence, and the exit code that goes with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from facedown.engine import Refusal


class Trouble(Exception):
    """Something was asked wrongly (2) or failed (1); the message is the sentence."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


def explain(error: Exception) -> tuple[str, int]:
    """(sentence, exit code) of an error that a person can mend; ("", 1) for a fault of ours."""
    from facedown.bots import BotError
    from facedown.engine import EditionError, RecordError, Refused
    from facedown.engine.catalogue import UnknownGame

    match error:
        case Trouble():
            return sentence(str(error)), error.code
        case Refused():
            refusal = error.refusal
            return f"{sentence(refusal.why, refusal.next).rstrip('.')}{cite(refusal)}.", 2
        case UnknownGame() | BotError():
            return sentence(*str(error).split(". ", 1)), 2
        case RecordError() | EditionError():
            return sentence(str(error)), 2
        case OSError(filename=name, strerror=reason) if name is not None:
            return sentence(f"the file {name} cannot be used: {(reason or 'unknown reason').lower()}"), 2
        case OSError(strerror=str(reason)):
            return sentence(f"reading or writing failed: {reason.lower()}"), 1
    if hasattr(error, "format_message"):  # of the argument parser that typer brings along
        return sentence(f"{error.format_message().rstrip('.')} (see --help)"), 2
    return "", 1


def cite(refusal: Refusal) -> str:
    """The rule that a refusal stands on, as ` [F-005]`; nothing where it is no rule of a game."""
    return f" [{refusal.rule}]" if refusal.rule[-1:].isdigit() else ""


def sentence(what: str, then: str = "") -> str:
    """One sentence on one line: what is wrong, and what to do instead."""
    parts = [" ".join(part.split()).rstrip(".") for part in (what, then)]
    line = "".join(sign if sign.isprintable() else "?" for sign in parts[0])
    if not {"/", "."} & set(line.split(" ", 1)[0]):  # a file's name is no word
        line = line[:1].upper() + line[1:]
    return line + (f": {parts[1][:1].lower()}{parts[1][1:]}." if parts[1] else ".")
