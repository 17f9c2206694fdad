"""Content: game systems and missions as records, where they are found, and how a battle is made of them."""
