"""Picture of a table's result, which shows public facts only and is made to be shared."""
