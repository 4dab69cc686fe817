"""The content of an event as text: whatever form it came in, without secrets, as turns or paragraphs."""
