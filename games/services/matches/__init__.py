"""Online games: lobby, matchmaking, moves, clocks and cancellation."""
