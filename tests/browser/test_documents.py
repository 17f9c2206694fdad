"""The list of pages is whole."""

from __future__ import annotations

from tests.browser.documents import KINDS, whole_documents


def test_every_document_has_a_page():
    """A new template that is a page needs its line in KINDS; those of a site are looked at in it."""
    assert sorted({kind.document for kind in KINDS}) == [
        name for name in whole_documents() if not name.startswith("site/")
    ]


def test_every_name_is_of_one_page():
    assert len({str(kind) for kind in KINDS}) == len(KINDS)
