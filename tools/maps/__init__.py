"""The parts of the map builder (see `tools.build_maps`)."""
