"""The phases of a turn (OP-TIME-order), as a question names the one in which it is asked."""

SET_UP = "Set-up"
EARLY_START = "Early start"
CONVOYS = "3 · Convoys"  # of a month of the campaign: before the first turn
AIRCRAFT = "2 · Aircraft"
ORDERS = "3 · Orders"
CONTACT = "4 · Movement and contact"
AIR_STRIKES = "6 · Air strikes"
SUBMARINES = "7 · Submarines"
SURFACE_ACTION = "8 · Surface action"
BOMBARDMENT = "8 · Bombardment"
RECORD = "10 · Record"
