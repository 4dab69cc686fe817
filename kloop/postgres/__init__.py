"""PostgreSQL on this machine, and the SQL brought into any."""
