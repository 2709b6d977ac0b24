"""Models: people, games, seats, the append-only log, and moderation."""

from games.models.chat import ChatMessage
from games.models.devices import Device, JoinToken
from games.models.games import CODE_ALPHABET, CODE_LENGTH, Entry, Game, GameQuerySet, Player, SharedDeal, new_code
from games.models.moderation import (
    Act,
    Appeal,
    Cooldown,
    EndedSession,
    PersonNote,
    Proposal,
    ProposalStatus,
    ReadMark,
    Report,
)
from games.models.notifications import EmailMark, PushSubscription
from games.models.people import MUTED_NAME, TakenName, Token, User
from games.models.processes import Chore, Outage, Process
from games.models.puzzles import PuzzleProgress, PuzzleTries
from games.models.ratings import Rated, Rating
from games.models.relations import Challenge, Relation
from games.models.results import Result, StoredReview
from games.models.sessionstore import LoginSession
from games.models.tournaments import Entrant, Pairing, Tournament, TournamentAct, TournamentRound

__all__ = [
    "CODE_ALPHABET",
    "CODE_LENGTH",
    "MUTED_NAME",
    "Act",
    "Appeal",
    "Challenge",
    "ChatMessage",
    "Chore",
    "Cooldown",
    "Device",
    "EmailMark",
    "EndedSession",
    "Entrant",
    "Entry",
    "Game",
    "GameQuerySet",
    "JoinToken",
    "LoginSession",
    "Outage",
    "Pairing",
    "PersonNote",
    "Player",
    "Process",
    "Proposal",
    "ProposalStatus",
    "PushSubscription",
    "PuzzleProgress",
    "PuzzleTries",
    "Rated",
    "Rating",
    "ReadMark",
    "Relation",
    "Report",
    "Result",
    "SharedDeal",
    "StoredReview",
    "TakenName",
    "Token",
    "Tournament",
    "TournamentAct",
    "TournamentRound",
    "User",
    "new_code",
]
