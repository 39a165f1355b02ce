"""The kernel: what every system and every table shares, and nothing that does I/O or draws chance.

Rules ask, a table answers. A rule is a plain function of a fight and a table; what it cannot know
(a choice, a ruling, dice) it asks the table for, and what it changes it changes through verbs of
the fight that record events. The modules, in the order in which they build on each other:

keys        what an answer looks like: tuples of words and ids
question    questions, answers, edits and the four refusals
event       what has happened, under which rule, and who may know
table       the protocol behind which every table stands, and its two ways out
fight       combatants, sides and the verbs that every system has
reaction    "after this, may anyone react?"
sheet       what a card shows: tracks, tags, lines
view        what a seat may see
policy      who answers when no person does
rulebook    the ledger as data, and the house rules in force
encounter   from a TOML text to a fight's setup
copier      copies of a fight, field by field, as fast as written out by hand
plain       copying, comparing and saving records: the defaults of a small system
words       sentences for codes, made at the edge
telling     a log of sentences: those that every system has, and several people in one
system      the contract of a system
running     steps, one after the other
"""
