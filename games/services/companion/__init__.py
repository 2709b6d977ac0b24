"""Games with a printed deck: tables, devices at their places, and the log that they write."""
