"""The table in the terminal: people around one screen play a fight.

screen     lines out, lines in: wrapped to the terminal, readable aloud and without colour
teller     what has happened, as sentences
cards      the combatants and the order of the round
menu       options as lists that are never long
chances    exact odds in words
asking     the open question as it is asked
filling    the free places of an option
sitting    the conversation: ask, answer, go on
commands   what can be typed beside an answer
looking    those that look: why, rules, cards, log, odds
hands      those that change what has happened: undo, otherwise, force
editing    the GM's edits
handing    who plays whom; saving and leaving
who        combatants by whatever a person calls them
"""
