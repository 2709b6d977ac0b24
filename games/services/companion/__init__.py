"""Games with a printed deck: tables, the places of devices, and the log that the devices write."""
