"""The limits of reading an upload (time, memory, size), each with its reason."""

MAX_BYTES = 10 * 2**20
"""The product's promise: 10 MB a file."""

MAX_UNPACKED_BYTES = 100 * 2**20
"""What a DOCX may unpack to: a tenth of what deflate could make of 10 MB, ten times what real ones need."""

MAX_PAGES = 2_000
"""Longer than any manual; at 3 ms to 30 ms a page it stays within the time limit."""

MAX_PAGE_CHARACTERS = 200_000
"""A dense page of a newspaper has 30,000; more is a bomb or a plot drawn with letters."""

MAX_ROWS = 250_000
"""At some 500 tokens a chunk and ten rows in it, this is 25,000 chunks: the largest plan's whole limit."""

MAX_COLUMNS = 2_000
"""Postgres stops at 1,600; a wider table is a matrix, and its rows say nothing in words."""

MAX_CELL_CHARACTERS = 131_072
"""The csv module's own field limit, and four times Excel's (32,767). A longer cell is a document."""

MAX_NAME_CHARACTERS = 200
"""A column's name is repeated in each row; a longer one would multiply the file."""

MAX_TEXT_CHARACTERS = 64 * 2**20
"""What a file's text may grow to with the columns' names in each row: six times the largest upload."""

CHUNK_TOKENS = 500
"""What a group of rows aims at: the chunker's own aim."""

CPU_SECONDS = 30
"""Several times what the slowest real file measured takes."""

WALL_SECONDS = 45
"""A parse that waits rather than works ends here; below the function's own timeout."""

MEMORY_BYTES = 1024 * 2**20
"""The child's whole address space, shared libraries included."""

MAX_OUTPUT_BYTES = 512 * 2**20
"""What the child may write: the longest text in its most wasteful spelling. Lambda's /tmp has as much."""
