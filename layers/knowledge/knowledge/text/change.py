"""What a later sentence is to an earlier one, in the words by which the model's side for changes knows it."""

ENDS, SAME, OTHER = "ends", "same", "other"
SENTENCES = {
    ENDS: "After the second the first no longer holds: it says what holds now instead.",
    SAME: "Both are about the same matter, and both hold.",
    OTHER: "They are about different things.",
}
TEMPERATURE = 0.05  # by which the model's side for changes learned them (layers/model/sides/change)
LONGEST = 400  # characters that are read of either
