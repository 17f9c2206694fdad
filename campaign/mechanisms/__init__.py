"""The mechanisms of a game, each pure and alone: records and a dice source in, records out."""
