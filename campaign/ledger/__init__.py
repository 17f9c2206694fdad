"""The ledger: entries on disk, their fold into a campaign, and the only writer."""
