"""What is shown: view records, templates, and the formats."""
