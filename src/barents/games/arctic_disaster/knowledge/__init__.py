"""What each side of Arctic Disaster may know, and worlds that agree with it."""
