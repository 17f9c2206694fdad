"""The battlefield as a picture to scale, and in characters for a terminal."""
