"""The rules of Slip Strike with the numbers of our reference: `turn` holds setup, programs and cooldowns, `action` what
happens in an Action, `doors` who is asked and what may be answered."""

from .doors import Rules

__all__ = ["Rules"]
