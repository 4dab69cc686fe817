"""What a note would have an agent do that only a person may allow, told by its meaning.

Words say the same in too many ways for a list of them; commands, options and settings are told by form (`orders`).
"""

from collections.abc import Sequence

from knowledge.ports.embedder import Embedder, likelihoods
from knowledge.text.instructions import HARMLESS, NOTES, TEMPERATURE

CERTAIN = 0.95  # likelihood from which a note is held; docs/measurements/extraction.md
_REASONS = {
    "executes": "tells an agent to run what it downloads",
    "protection": "tells an agent to switch protection off",
    "sends": "tells an agent to send data away",
    "overrides": "tells an agent to ignore instructions, or to hide something",
    "destroys": "tells an agent to delete what cannot be restored",
}


def demands(texts: Sequence[str], embedder: Embedder) -> list[str | None]:
    """Of each text what it demands of this kind, in words; None of one that demands nothing, and by a model without a
    side for instructions of all."""
    if "instruction" not in embedder.sides:
        return [None] * len(texts)
    return list(map(_demand, likelihoods(texts, NOTES, embedder, "instruction", TEMPERATURE)))


def _demand(likely: dict[str, float]) -> str | None:
    if likely[HARMLESS] > 1 - CERTAIN:
        return None
    return _REASONS[max(_REASONS, key=likely.__getitem__)]
