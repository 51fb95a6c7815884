"""The database: tables, connections, backups, and what an administrator does to it."""
