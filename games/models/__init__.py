"""What is stored: people, games, seats, the append-only log, and what moderation keeps."""

from games.models.codes import CODE_ALPHABET, CODE_LENGTH, new_code
from games.models.desk import Hold, PersonNote, ReadMark
from games.models.games import Entry, Game, GameQuerySet, Player
from games.models.moderation import Act, Appeal, EndedSession, Report
from games.models.notices import LetterMark, PushSubscription
from games.models.people import MUTED_NAME, TakenName, User
from games.models.processes import Chore, Outage, Process
from games.models.proposals import Proposal, Waiting
from games.models.puzzles import PuzzleProgress, PuzzleTries
from games.models.ratings import Rated, Rating
from games.models.results import Result
from games.models.reviews import KeptReview
from games.models.sessionstore import LoginSession
from games.models.table import Device, JoinToken
from games.models.ties import Challenge, Tie
from games.models.tokens import Token
from games.models.words import Word

__all__ = [
    "CODE_ALPHABET",
    "CODE_LENGTH",
    "MUTED_NAME",
    "Act",
    "Appeal",
    "Challenge",
    "Chore",
    "Device",
    "EndedSession",
    "Entry",
    "Game",
    "GameQuerySet",
    "Hold",
    "JoinToken",
    "KeptReview",
    "LetterMark",
    "LoginSession",
    "Outage",
    "PersonNote",
    "Player",
    "Process",
    "Proposal",
    "PushSubscription",
    "PuzzleProgress",
    "PuzzleTries",
    "Rated",
    "Rating",
    "ReadMark",
    "Report",
    "Result",
    "TakenName",
    "Tie",
    "Token",
    "User",
    "Waiting",
    "Word",
    "new_code",
]
