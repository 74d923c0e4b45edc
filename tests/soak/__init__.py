"""Long runs: `make soak`."""
