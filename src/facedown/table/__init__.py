"""One live play: seats, presence, clocks, stand-ins, and the single door through which moves enter."""
