"""One entry a deployed function, of the same name; none imports another."""
