"""The procedures of each game that `barents odds` can be asked about."""
