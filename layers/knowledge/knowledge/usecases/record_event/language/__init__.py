"""What the words of a text tell: nouns, titles, and the closed classes of words."""
