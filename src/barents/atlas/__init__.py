"""The sea that the games are played on: maps, the fleet register and the history of the convoys."""
