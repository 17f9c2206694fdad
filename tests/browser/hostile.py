"""Names and notes that mean harm, as far as the command lets players write them."""

from __future__ import annotations

from tests.browser.campaigns import Names

NOTE = (
    "<script>document.title = 'harmed'</script> <img src=x onerror=\"document.title='harmed'\"> \"onload=\"x | y || z"
    " `code` ``` [red]x[/red] [a](http://harm.example) *a* # x &lt;b&gt; {{ 7 * 7 }} %(x)s"
    " \x1b[31mred\x1b[0m \u202eback\u202c \u2066apart \u200f שלום 👩\u200d🚀🔥 試合 " + "x" * 300
)
HOSTILE = Names(
    red='Red Talons <script>document.title=1</script> "onload="x',
    vas="Vas" + "x" * 57,
    iron="Iron Vow `x` | [red]y[/red] [a](b) &lt;b&gt; {{ 7 * 7 }} %s",
    ash="Ash Dogs שלום 👩\u200d🚀🔥 試合 'onload='x' <b>",
    anna="Anna <img src=x onerror=document.title=1>",
    bors="Bors" + "x" * 56,
    name="</title><script>document.title=1</script> \"'` | [red] 試合",
    note=NOTE,
)
