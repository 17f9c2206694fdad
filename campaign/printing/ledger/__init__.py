"""The pages of the folded ledger: standings, teams, battles, results, corrections, phases."""
