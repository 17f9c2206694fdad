"""What each verb does: one module a verb, plain functions from paths and values to a value."""
