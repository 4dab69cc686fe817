"""Storage, events and queues of AWS on this machine."""
