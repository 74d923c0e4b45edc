"""The rules of Hit the Silk!, a file a chapter, each standing on those before: cards and looks, the dead, the end
(scoring, flight, search, jump), vote, altitude, turn, travel, set-up, actions (theft, handcuffs, poison, kung_fu,
shooting), trade and challenge, threat, disposal. `doors` says who is asked what, `defaults` what silence means.
Advice (S-291) stands in `help.md`; nothing of it is enforced."""

from .doors import Rules

__all__ = ["Rules"]
