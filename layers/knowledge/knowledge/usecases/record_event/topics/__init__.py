"""The topics of an event: what they may be called, which it has, and in which summary each belongs."""
