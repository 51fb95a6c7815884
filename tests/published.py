"""The scenarios of the rulebooks, which tests know by name; one that somebody adds stands in no list."""

NORTH_CAPE = ("unternehmen-sportpalast", "enter-the-luftwaffe", "convoy-is-to-scatter")
NORDKAPP = NORTH_CAPE
ARCTIC_DISASTER = ("historical", "armageddon")
OPERATIONS = ("qp-11-teaching", "sportpalast", "pq-17-roesselsprung", "regenbogen", "north-cape-1943")
