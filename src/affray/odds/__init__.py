"""The exact odds of pools of dice, for people.

pools   from words to odds: dice text, or a system's own way of rolling

Odds are plain data: `dice` (the pool as text), `total` (how many raw outcomes there are, all
equally likely) and `outcomes`, each with its `count` and what it shows by name. Besides: `system`,
the chance `p_...` of anything that has a name, `mean` and `sd` of numbers, and in `axes` what the
names of an outcome mean where that needs more words.

A system explains its own dice through an entry point of the group `affray.odds`, named like the
system: a function from the text of the dice to such data, which raises `DiceError`. It is found
without loading the system.
"""
