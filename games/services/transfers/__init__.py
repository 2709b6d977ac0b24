"""Transfers of games between the site and the printed deck: the agreement, the hands, and the game that goes on."""
