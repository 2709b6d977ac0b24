"""What all tests share, by topic: see the modules named here."""

pytest_plugins = [
    "pytester",
    "tests.gating",
    "tests.shared",
    "tests.fixtures_site",
    "tests.database",
    "tests.people",
    "tests.moderators",
]
