"""Knowledge Loop: what one agent run teaches, the next one starts with."""
