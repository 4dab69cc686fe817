"""One module a log format: `NAME`, `recognises` and `read`."""
