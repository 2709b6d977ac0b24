"""What is stored: people, games, seats, the append-only log, and what moderation keeps."""

from games.models.codes import CODE_ALPHABET, CODE_LENGTH, new_code
from games.models.desk import Hold, PersonNote, ReadMark
from games.models.games import Entry, Game, GameQuerySet, Player
from games.models.moderation import Act, Appeal, EndedSession, Report
from games.models.people import MUTED_NAME, TakenName, User
from games.models.processes import Chore, Process
from games.models.proposals import Proposal, Waiting
from games.models.reviews import KeptReview
from games.models.sessionstore import LoginSession
from games.models.table import Device, JoinToken

__all__ = [
    "CODE_ALPHABET",
    "CODE_LENGTH",
    "MUTED_NAME",
    "Act",
    "Appeal",
    "Chore",
    "Device",
    "EndedSession",
    "Entry",
    "Game",
    "GameQuerySet",
    "Hold",
    "JoinToken",
    "KeptReview",
    "LoginSession",
    "PersonNote",
    "Player",
    "Process",
    "Proposal",
    "ReadMark",
    "Report",
    "TakenName",
    "User",
    "Waiting",
    "new_code",
]
