"""The verbs of `campaign` by when they are used, each with the line that help and shells show for it.

Nothing else knows all verbs. Typer is not needed for it, so that Tab on a verb is answered at once.
"""

from __future__ import annotations

from campaign.words import say

GROUPS: dict[str, dict[str, str]] = {
    say("Before the game"): {
        "next": say("Where the road stands, and where it may lead."),
        "setup": say("Make a battle and print its briefing."),
        "choose": say("Take each side's secret choice."),
        "draw": say("Deal each team its cards, in secret."),
        "reveal": say("Show what was chosen, or a secret card."),
        "briefing": say("Show or print a briefing again."),
        "roll": say("Take a named test of the rules."),
        "round": say("Score a battle round."),
        "attack": say("Roll an attack, batch by batch."),
        "odds": say("Exact odds of an attack."),
        "play": say("Walk through a battle from wherever it stands."),
    },
    say("After the game"): {
        "result": say("Take the result of a battle, or of a season."),
        "amend": say("Correct anything that was recorded."),
        "void": say("Take an entry out of the count, or back in."),
    },
    say("Between games"): {
        "ledger": say("Teams, resources and every battle."),
        "standings": say("Who leads, and what decided it."),
        "log": say("Who wrote what, and when."),
        "show": say("Everything that is known of one entry."),
        "adjust": say("Change a resource by hand."),
        "missed": say("Note that a team missed a game."),
        "phase": say("Close a phase of the campaign; its table is kept."),
        "team": say("Let a team join or leave; check and show rosters."),
        "settings": say("Take in what campaign.yaml says by now."),
        "site": say("The whole campaign as a web site."),
    },
    say("Campaigns and content"): {
        "print": say("Cards and sheets for the table."),
        "demo": say("Write a small played campaign and show it."),
        "new": say("Start a campaign."),
        "check": say("Find every problem of a campaign or content."),
        "packs": say("List, show and start game systems."),
    },
}
VERBS: dict[str, str] = {verb: line for group in GROUPS.values() for verb, line in group.items()}
