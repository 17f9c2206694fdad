from __future__ import annotations

import pytest

from campaign.printing.environment import guarded

GUARD = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '


@pytest.mark.parametrize(
    ("page", "before"),
    [
        ("<!doctype html>\n<html lang=\"en\">\n<head>\n<title>x", '<!doctype html>\n<html lang="en">\n<head>\n'),
        ("<!DOCTYPE HTML><html><HEAD><script>", "<!DOCTYPE HTML><html><HEAD>"),
        ("<html><body>", "<html>"),
        ("<!doctype html><script>1</script><head>", "<!doctype html>"),
        ("<!-- <head> --><script>1</script>", ""),
        ('<html x="><head>"><script>', ""),
        ("<script>1</script>", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_it_stands_before_all_that_is_not_known(page, before):
    assert guarded(page).startswith(before + GUARD)
    assert guarded(page).endswith(page[len(before) :])


def test_once_is_enough():
    page = guarded("<html><head>")
    assert guarded(page) == page


def test_a_page_of_a_site_may_have_what_lies_beside_it():
    assert "style-src 'self'" in guarded("<head>", beside=True)
    assert "'self'" not in guarded("<head>")
