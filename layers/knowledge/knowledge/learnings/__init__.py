"""What an agent run taught: extract → embed → upsert, once a run."""

from knowledge.learnings.learner import Learner
from knowledge.learnings.models import CompletedRun, Completion, Given, GivenLearning, Kept

__all__ = ["CompletedRun", "Completion", "Given", "GivenLearning", "Kept", "Learner"]
