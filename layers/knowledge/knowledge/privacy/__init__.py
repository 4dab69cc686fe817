"""Removes what must never be stored from texts and runs: secrets and e-mails."""
