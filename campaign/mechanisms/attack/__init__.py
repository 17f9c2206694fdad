"""An attack: its rules as content, the numbers it is made with, its stages rolled or counted exactly."""
