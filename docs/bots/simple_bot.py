"""A bot that plays the heroes through a whole fight: python simple_bot.py [ENCOUNTER]

It starts `affray play ENCOUNTER --stdio` and talks to it as docs/protocol.md says: it asks for the
odds of what it could do and takes what most likely succeeds.
"""

import json
import subprocess
import sys


def fill(option):
    """An option as a key: the lowest number, no words of one's own, nothing bought."""
    return [
        place if isinstance(place, str) else str(place["number"][0]) if "number" in place else ""
        for place in option
    ]


def chance_of_success(preview):
    """How likely the first roll is a success; an option without a roll counts as nothing."""
    for roll in preview["rolls"][:1]:
        return sum(r["p"] for r in roll["readings"] if r["reading"] == "success")
    return 0.0


class Bot:
    def __init__(self, encounter, *options):
        command = ["affray", "play", encounter, "--stdio", *options]
        pipe = subprocess.PIPE
        self.table = subprocess.Popen(command, stdin=pipe, stdout=pipe)  # noqa: S603

    def say(self, **request):
        self.table.stdin.write(json.dumps(request).encode() + b"\n")
        self.table.stdin.flush()

    def hear(self):
        line = self.table.stdout.readline()
        if not line:
            raise SystemExit("the table has closed")
        return json.loads(line)

    def pick(self, question):
        """The key of the best option: an attack on somebody, if there is one."""
        best, chance = question["options"][0], -1.0
        fights = [option for option in question["options"] if option[0] == "fight"]
        for option in fights[:12]:
            self.say(preview={"question": question["question"], "key": fill(option)})
            found = chance_of_success(self.hear()["preview"])
            if found > chance:
                best, chance = option, found
        return fill(best)

    def play(self):
        """Plays until nothing is open any more; returns who has won."""
        questions = []
        while True:
            message = self.hear()
            if "view" in message:
                questions = []
            elif "question" in message:
                questions.append(message["question"])
            elif "refused" in message:
                raise SystemExit(message["refused"]["why"])
            elif "bye" in message:
                return message["bye"]["result"]
            elif "waiting" in message and message["waiting"]["over"]:
                self.say(bye={})
            elif "waiting" in message:
                question = next(q for q in questions if q["yours"] or q["offered"])
                if "pool" in question:
                    self.say(roll={"question": question["question"]})
                else:
                    answer = {"question": question["question"], "key": self.pick(question)}
                    self.say(answer=answer)


if __name__ == "__main__":
    encounter, *options = sys.argv[1:] or ["trade/duel"]
    sys.stdout.write(f"result: {Bot(encounter, *options).play()}\n")
