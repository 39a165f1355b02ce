"""The tables behind the rules: who answers what the rules ask.

random_table   policies choose, a generator rolls: simulation
replay         recorded answers, then the open question: play, saving, undo
enumerating    every reading of every roll with its exact weight: previews and solutions
play           a fight in progress: answers in, events out
stepping       from one step boundary to the next open question
kept           what is kept of a fight in play: rows of the log, boundaries, changes
audit          a kept fight run again, and what differs
"""
