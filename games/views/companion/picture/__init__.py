"""The picture of a table's result: public facts alone, made to be shared."""
