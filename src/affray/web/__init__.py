"""The table in the browser: one process, its fights, and whoever is connected to them.

server    the process: where it listens, how it stops, the addresses that phones can reach
app       the application: its routes put together
guard     headers, bounds of bodies, whose request a request is
seating   seats, their links and cookies
hub       the fights in memory, who looks at them, what is sent to whom
acting    what a seat may do, from forms and from JSON
showing   what a seat is shown, as plain data
asked     open questions and their options as a page shows them
looks     the pages themselves
ahead     previews and estimates, in a process of their own
desk      pages of the host: fights, parties, new fights, the library, the bench
table     pages of a seat, its stream and its forms
bots      the same over HTTP with JSON
rules     the rulebooks, for everybody

A page knows systems only through the kernel, and a seat only ever gets what `showing` makes of
the kernel's view for it.
"""
