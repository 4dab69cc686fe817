"""What happens to a file that somebody uploads: it is kept, read, found, replaced and forgotten."""
