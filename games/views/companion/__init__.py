"""Views of tables with the printed deck: forms, pad and display, joining, devices and result picture."""
