"""Tests of the command, one module a verb."""
