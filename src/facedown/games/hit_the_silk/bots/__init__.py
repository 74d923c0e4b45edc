"""The bots of Hit the Silk!: they see one seat's view and its log, and nothing else of a game."""
