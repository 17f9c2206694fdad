"""The verbs of `campaign` by when they are used, each with the line that help and shells show for it.

Nothing else knows all verbs. Typer is not needed for it, so that Tab on a verb is answered at once.
"""

from __future__ import annotations

from campaign.words import say

GROUPS: dict[str, dict[str, str]] = {
    say("Before the game"): {
        "next": say("Show where the campaign stands on the road, and what may come next."),
        "setup": say("Set up a battle and print its briefing."),
        "choose": say("Make each side’s secret choice."),
        "draw": say("Deal each team its secret cards."),
        "reveal": say("Reveal the choices, or a secret card."),
        "briefing": say("Show or print a briefing again."),
        "roll": say("Roll a named test of the rules."),
        "round": say("Score a battle round."),
        "attack": say("Roll an attack, batch by batch."),
        "odds": say("Show the exact odds of an attack."),
        "play": say("Play a battle step by step, or continue one."),
    },
    say("After the game"): {
        "result": say("Record the result of a battle, or of many."),
        "amend": say("Correct anything that was recorded."),
        "void": say("Void an entry, or restore it."),
    },
    say("Between games"): {
        "ledger": say("Show teams, resources and every battle."),
        "standings": say("Show who leads, and why."),
        "log": say("Show who recorded what, and when."),
        "show": say("Show everything about one entry."),
        "adjust": say("Change a resource by hand."),
        "missed": say("Record that a team missed a game."),
        "phase": say("Close a phase of the campaign and keep its table."),
        "team": say("Let a team join or leave; check and show rosters."),
        "settings": say("Apply changes made in campaign.yaml."),
        "site": say("Write the whole campaign as a website."),
    },
    say("Campaigns and content"): {
        "print": say("Print cards and sheets for the table."),
        "demo": say("Write a small sample campaign and show it."),
        "new": say("Start a campaign."),
        "check": say("Find problems in a campaign or in content."),
        "packs": say("List, show and create game systems."),
    },
}
VERBS: dict[str, str] = {verb: line for group in GROUPS.values() for verb, line in group.items()}
