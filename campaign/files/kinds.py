"""Families of records that are told apart by one word: each kind is a module of a package, named as the word.

A new kind is a new module, with no table to add it to, and a command loads only the kinds that it meets.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Kinds:
    """The kinds in `package`; the record of a kind is named for it: in `order`, `Order` + `ending`."""

    def __init__(self, package: str, ending: str) -> None:
        self.package = package
        self.ending = ending
        self._names: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every kind, in the order of the alphabet."""
        if not self._names:
            from pkgutil import iter_modules

            found = iter_modules(import_module(self.package).__path__)
            self._names = tuple(sorted(each.name for each in found if not each.name.startswith("_")))
        return self._names

    def module(self, name: str) -> Any:
        """The module of a kind. Raises LookupError for a word that names none."""
        if name not in self.names:
            raise LookupError(name)
        return import_module(f"{self.package}.{name}")

    def record(self, name: str) -> Any:
        """The record class of a kind. Raises LookupError for a word that names none."""
        return getattr(self.module(name), name.capitalize() + self.ending)
