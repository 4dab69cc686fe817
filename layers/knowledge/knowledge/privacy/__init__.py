"""What must never be stored: secrets and e-mails out of texts and runs."""
