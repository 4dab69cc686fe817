"""What an event changes in the files: entries, records, reports, and what is no longer so."""
