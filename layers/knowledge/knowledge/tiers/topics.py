"""Which category of the second tier a text belongs to, without an LLM: by prototypes and cue words."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.embedder import Embedder, Vector
from knowledge.tiers import paths
from knowledge.tiers.words import content_words

CUE = 0.08  # what a cue word adds to the cosine, at most twice
FLOOR = 0.22  # below, no category fits: measured on MiniLM, where unrelated sentences stay under it
NEAREST = 2  # prototypes a category is judged by, so that one lucky sentence does not decide


@dataclass(frozen=True)
class Category:
    """What a text is like: example sentences to compare with, and words that speak for it."""

    prototypes: tuple[str, ...]
    cues: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Classified:
    """A category's name, as a folder, and how well it fits: cosine plus cues; 0 for a new one."""

    category: str
    score: float


CATEGORIES = {
    "agent": Category(
        (
            "The agent finished the task and reported its result.",
            "Sub-agents are orchestrated by a master agent that assigns work orders.",
            "Capabilities, tools and plugins that the agent can call.",
            "The agent retried the tool call and recovered from the failure.",
        ),
        frozenset("agent agents subagent orchestrator tool-call worker".split()),
    ),
    "organization": Category(
        (
            "Team structure, roles and who is responsible for what.",
            "The company hired new people and changed the reporting lines.",
            "Legal entity, shareholders, board and offices of the company.",
            "Working hours, holidays and internal processes of the staff.",
        ),
        frozenset("team hired hiring employee employees department founder board office payroll".split()),
    ),
    "product": Category(
        (
            "A new feature for the users was added to the application.",
            "Requirements, user stories and the product roadmap.",
            "The implementation of the backend, its database and its deployment.",
            "The screen, button or form in the app behaves in a new way.",
        ),
        frozenset("feature features roadmap backend frontend deployment deployed release checkout ui".split()),
    ),
    "ai": Category(
        (
            "Which large language model is used and how it is configured.",
            "Embeddings, vector search and retrieval-augmented generation.",
            "Fine-tuning, training data and evaluation of machine learning models.",
            "Inference latency, context window and tokens of the model.",
        ),
        frozenset("llm embedding embeddings model models inference fine-tuning token tokens gpu rag".split()),
    ),
    "documentation": Category(
        (
            "The README, guides and reference pages were updated.",
            "The changelog lists what changed in each version.",
            "Write down the architecture decision record and keep the docs current.",
            "Tutorials, code comments and examples for developers.",
        ),
        frozenset("readme docs documentation changelog tutorial tutorials guide adr docstring docstrings".split()),
    ),
    "prompts": Category(
        (
            "The system prompt tells the assistant how to answer.",
            "Prompt templates, few-shot examples and instructions for the model.",
            "Rewording the instruction made the model's output follow the format.",
            "Variables and placeholders in a prompt.",
        ),
        frozenset("prompt prompts few-shot instruction instructions".split()),
    ),
    "gtm": Category(
        (
            "Go-to-market plan, launch and marketing campaigns.",
            "Target customers, positioning against competitors and market research.",
            "Sales outreach, leads, partnerships and the conversion funnel.",
            "Advertising, social media, blog posts and search engine ranking.",
        ),
        frozenset("marketing launch campaign competitor competitors sales leads seo advertising market".split()),
    ),
    "unit-economics": Category(
        (
            "Customer acquisition cost, lifetime value and gross margin.",
            "Monthly recurring revenue, churn and average revenue per customer.",
            "Prices of the plans, payments and invoices.",
            "Infrastructure cost per request, burn rate and runway.",
        ),
        frozenset("revenue margin churn cac ltv mrr arr price prices pricing invoice payment payments cost burn".split()),
    ),
    "critical-review": Category(
        (
            "A critical review of the plan found weaknesses and risks.",
            "Lessons from what went wrong, the root cause and what to do better.",
            "The assumption is not proven and should be challenged.",
            "Code review found flaws that must be fixed before going on.",
        ),
        frozenset("review reviewer risk risks weakness flaw flaws assumption retrospective postmortem".split()),
    ),
    "security": Category(
        (
            "A vulnerability lets attackers access data of others.",
            "Authentication, permissions, API keys and secrets.",
            "Data is encrypted, and privacy law such as GDPR is respected.",
            "Dependencies with known exploits, audits and penetration tests.",
        ),
        frozenset("security vulnerability encryption encrypted oauth password passwords gdpr attacker secrets xss".split()),
    ),
    "user": Category(
        (
            "The user prefers short answers and works in the evening.",
            "Personal preferences, habits and goals of the user.",
            "The user's name, time zone, language and job.",
            "He asked to be addressed informally and dislikes long emails.",
        ),
        frozenset("prefers preference preferences likes dislikes timezone".split()),
    ),
}


class Topics:
    """Classifies texts with one embedder; the prototypes are embedded once, at the first text."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._prototypes: dict[str, list[Vector]] = {}

    def classify(self, text: str, topic: str | None = None, known: Sequence[str] = ()) -> Classified:
        """The category of a text.

        The named `topic`, where it is a category of the seed or one of the tenant's own `known` ones; else a known one
        whose name is in the text; else the seed's that fits best; and where none fits, a new one: the topic, or the two
        words that the text is about.
        """
        named = paths.slug(topic) if topic else ""
        if named in {*CATEGORIES, *known}:
            return Classified(named, 1.0)
        words = content_words(text)
        own = next((name for name in known if name not in CATEGORIES and set(name.split("-")) <= set(words)), None)
        if own:
            return Classified(own, 1.0)
        best = self._best(f"{topic}: {text}" if topic else text)
        return best if best.score >= FLOOR else Classified(named or _new(words), 0.0)

    def _best(self, text: str) -> Classified:
        vector = self._embedder.embed([text])[0]
        words = set(re.findall(r"[\w-]+", text.lower()))
        scores = {
            name: _nearness(vector, prototypes) + CUE * min(2, len(words & CATEGORIES[name].cues))
            for name, prototypes in self._vectors().items()
        }
        best = max(scores, key=lambda name: scores[name])
        return Classified(best, scores[best])

    def _vectors(self) -> dict[str, list[Vector]]:
        if not self._prototypes:
            for name, category in CATEGORIES.items():
                self._prototypes[name] = self._embedder.embed(category.prototypes)
        return self._prototypes


def _nearness(vector: Vector, prototypes: Sequence[Vector]) -> float:
    """The mean cosine with the nearest prototypes; all vectors have length one."""
    cosines = (sum(map(float.__mul__, vector, prototype)) for prototype in prototypes)
    return sum(sorted(cosines, reverse=True)[:NEAREST]) / NEAREST


def _new(words: Sequence[str]) -> str:
    """The two most frequent words, the first of them where they are equal, as a folder's name."""
    return paths.slug(" ".join(word for word, _ in Counter(words).most_common(2))) if words else "general"
