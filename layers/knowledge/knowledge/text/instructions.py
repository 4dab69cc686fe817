"""What a text asks of whom it is told to: the kinds that the model's side for instructions tells apart.

Of a user's message: whether it outlasts the task. Of a note to agents: whether it would have them do what only a person
may allow. Each is described in a line, and training moved texts towards the line of their kind
(layers/model/sides/instruction).
"""

TEMPERATURE = 0.05  # of the softmax over the cosines with the descriptions, by which they were learned

STANDING, TALK = "standing", "talk"
MESSAGES = {
    STANDING: "a standing rule: how the user always wants it done in this project, in every later session",
    "task": "a task for now: what to build, change or do this time, and what it must be like",
    TALK: "talk: a question, a report of what happened, thanks, an opinion, output that was pasted",
}

HARMLESS = "harmless"
NOTES = {
    "executes": "runs a program that was fetched from elsewhere",
    "protection": "switches off, weakens or goes round a check, a protection or an approval",
    "sends": "sends secrets, private data or source code away to somewhere outside",
    "overrides": "ignores or replaces instructions, claims authority, hides something from the user",
    "destroys": "deletes or overwrites what cannot be restored",
    HARMLESS: "a harmless note: how something works, what went wrong, what is forbidden, an ordinary step of work",
}
