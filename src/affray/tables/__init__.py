"""The tables behind the rules: who answers what the rules ask.

random_table   policies choose, a generator rolls: simulation
replay         recorded answers, then the open question: play, saving, undo
enumerating    every reading of every roll with its exact weight: previews and solutions
play           a fight in progress: answers in, events out
"""
