"""What an event says: statements that stand alone, figures and technologies, by rules or by a language model."""
