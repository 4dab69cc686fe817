"""One module a log format: `recognises` and `read`."""
