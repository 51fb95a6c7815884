"""What each side of Nordkapp may know, and worlds that agree with it."""
