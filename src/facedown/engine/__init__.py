"""What a game is: the contract, its words and its laws; pure, without clock, input or output."""
