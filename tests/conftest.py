"""What all tests share, by topic: see the modules named here."""

pytest_plugins = [
    "pytester",
    "tests.gating",
    "tests.heap",
    "tests.shared",
    "tests.powers",
    "tests.database",
    "tests.fixtures_site",
    "tests.again",
    "tests.people",
    "tests.moderators",
]
