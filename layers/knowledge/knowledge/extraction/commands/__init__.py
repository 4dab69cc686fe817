"""What a run's commands prove: checks, fixes, workarounds."""
