"""One module a log format: `NAME`, `recognises` and `read`, and of text `begins`."""
