"""The table in the terminal: people around one screen play a fight.

screen     lines out, lines in: wrapped to the terminal, readable aloud and without colour
teller     what has happened, as sentences
cards      the combatants and the order of the round
menu       options as lists that are never long
chances    exact odds in words
sitting    the conversation: ask, answer, go on
looking    commands that look: why, rules, cards, log, odds, help
hands      commands that change something: undo, edit, otherwise, force, hand
who        combatants by whatever a person calls them
"""
