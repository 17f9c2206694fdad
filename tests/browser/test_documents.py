"""The list of pages is whole."""

from __future__ import annotations

from tests.browser.documents import KINDS, whole_documents


def test_every_document_has_a_page():
    """A new template that is a page needs its line in KINDS."""
    assert sorted({kind.document for kind in KINDS}) == list(whole_documents())


def test_every_name_is_of_one_page():
    assert len({str(kind) for kind in KINDS}) == len(KINDS)
