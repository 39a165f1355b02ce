"""Many fights: how often each side wins, how long it takes, and what it leaves of everybody.

chance   a generator for each fight, and Wilson's interval
sums     what is added up, in whole numbers
running  one fight, a batch, many batches in several processes
report   the sums as plain data and as text
"""
