"""What a later statement does to an earlier one: it is no longer so, or it still holds.

Each is described in a line, and training moved pairs towards the line of theirs (layers/model/sides/change).
"""

TEMPERATURE = 0.05  # of the softmax over the cosines with the descriptions, by which they were learned

CHANGED, STANDS = "changed", "stands"
RELATIONS = {
    CHANGED: "the later statement ends, corrects or replaces the earlier one, which no longer holds",
    STANDS: "the earlier statement still holds beside the later one",
}
