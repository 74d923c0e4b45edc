"""How nodes hear of each other's moves."""
