"""How somebody who is not this program plays at a table: seats, stand-ins, messages.

chairs    who answers for whom: people, bots, policies; what they may see
kept      the verbs of a fight in progress, saved or not
picks     what somebody is about to answer, and may still change
requests  what may be said to a table, read and checked
session   one seat's conversation: a request in, messages out

docs/protocol.md describes the messages for those who write bots.
"""

PROTOCOL = 1
"""The version of the messages; it rises when a bot that was written for the one before would
break."""
