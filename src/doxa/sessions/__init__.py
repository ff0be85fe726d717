"""Working memory: the messages of conversations that go on, kept until their session is consolidated."""

from doxa.sessions.contract import Session, SessionMessage, Sessions
from doxa.sessions.stored import StoredSessions

__all__ = ["Session", "SessionMessage", "Sessions", "StoredSessions"]
