"""What an agent run taught: extract → embed → upsert, once a run."""

from knowledge.learnings.explicit import ExplicitLearning, Given
from knowledge.learnings.learner import Learner
from knowledge.learnings.models import CompletedRun, Completion, LearningOutcome

__all__ = ["CompletedRun", "Completion", "ExplicitLearning", "Given", "Learner", "LearningOutcome"]
