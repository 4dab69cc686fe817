"""PostgreSQL on this machine, and the migration of any database."""
