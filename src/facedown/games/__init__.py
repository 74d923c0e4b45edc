"""The titles. One folder each; it holds all of its own. A game never imports another."""
