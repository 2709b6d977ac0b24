"""The picture of a table's result: what everybody may know of it, drawn by the site to be sent on."""
