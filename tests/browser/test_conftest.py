"""The browser of the tests sees what it is there to see."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PHONE
from tests.browser.test_screens import WIDER

PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>x</title><body>{}</body>"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("<script>console.error('oh')</script>", "console: oh"),
        ("<script>nothing.there</script>", "script: nothing is not defined"),
        ("<script>alert('hello')</script>", "dialog: hello"),
        ("<img src='http://harm.example/x.png' alt=x>", "request: http://harm.example/x.png"),
        ("<img src='beside.png' alt=x>", "beside.png"),
    ],
)
def test_a_fault_is_noted(opened, body, says):
    opened(PAGE.format(body)).wait_for_timeout(50)
    assert any(says in fault for fault in opened.faults), opened.faults
    opened.faults.clear()


def test_what_lies_beside_may_be_asked_for(opened, tree):
    root = tree(
        {"site/a.html": PAGE.format("<a href='b/c.html'>c</a>"), "site/b/c.html": PAGE.format("<p>c")}
    )
    page = opened(root / "site" / "a.html", beside=root / "site")
    page.click("a")
    assert page.text_content("p") == "c"


def test_a_page_that_is_too_wide(opened):
    assert opened(PAGE.format("<p style='width: 500px'>x"), PHONE).evaluate(WIDER) > 0
    assert opened(PAGE.format("<p>x"), PHONE).evaluate(WIDER) == 0


@pytest.mark.parametrize("dark", [False, True])
def test_a_screen_is_light_or_dark(opened, dark):
    assert (
        opened(PAGE.format(""), dark=dark).evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        is dark
    )
