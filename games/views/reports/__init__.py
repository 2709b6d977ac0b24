"""Views of reports, decisions and appeals."""
