"""What a Redis server adds: several hosts, lost connections, a time to live for what is over."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import redis

from doxa import Memory
from doxa.config import Config
from doxa.errors import Busy, InvalidInput
from doxa.records import Message
from doxa.sessions.shared import RedisSessions


@pytest.fixture
def open_sessions(redis_url, tmp_path, clock):
    opened = []

    def make(**given):
        opened.append(RedisSessions(redis_url, **{"project": tmp_path.name, "clock": clock, **given}))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


def test_hosts_that_write_at_once_lose_nothing(open_sessions):
    hosts = [open_sessions() for _ in range(4)]

    def write(number):
        hosts[number % 4].append([Message("user", f"{number} a"), Message("user", f"{number} b")], session="s")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(40)))
    told = [each.message.content for each in hosts[0].read("s", limit=100)]
    assert len(told) == 80
    assert all(told[at].split()[0] == told[at + 1].split()[0] for at in range(0, 80, 2))


def test_hosts_that_count_at_once_never_get_one_number_twice(open_sessions, clock):
    hosts = [open_sessions() for _ in range(4)]
    with ThreadPoolExecutor(8) as pool:
        numbers = pool.map(lambda each: hosts[each % 4].next_sequence(day=clock.now().date()), range(40))
    assert sorted(numbers) == list(range(1, 41))


def test_a_write_that_is_sent_again_is_done_once(open_sessions, monkeypatch):
    sessions = open_sessions()
    monkeypatch.setattr(sessions, "_token", lambda: "doxa:token:same")
    for _ in range(2):
        sessions.append(Message("user", "a"), session="s")
    assert sessions.get("s").messages == 1


def test_a_lost_connection_is_opened_again(open_sessions):
    sessions = open_sessions()
    sessions.append(Message("user", "a"), session="s")
    for each in sessions._redis.client_list():
        if each["cmd"] != "client|list":
            sessions._redis.client_kill_filter(_id=each["id"])
    sessions._redis.connection_pool.disconnect()
    sessions.append(Message("user", "b"), session="s")
    assert sessions.get("s").messages == 2


def test_a_server_that_is_not_there_is_busy_not_a_crash(tmp_path):
    sessions = RedisSessions(redis.Redis(unix_socket_path=str(tmp_path / "none"), decode_responses=True))
    with pytest.raises(Busy, match="Redis"):
        sessions.append(Message("user", "a"), session="s")


def test_only_what_is_over_has_a_time_to_live(open_sessions):
    sessions = open_sessions(keep_closed=timedelta(hours=1))
    sessions.append(Message("user", "a"), session="s")
    keys = sessions._keys(None, "s")[:2]
    assert [sessions._redis.ttl(key) for key in keys] == [-1, -1]
    sessions.close_session("s")
    assert [sessions._redis.ttl(key) for key in keys] == [3600, 3600]
    sessions.append(Message("user", "b"), session="s")
    assert [sessions._redis.ttl(key) for key in keys] == [-1, -1]


def test_projects_do_not_see_each_other(open_sessions):
    open_sessions(project="one").append(Message("user", "a"), session="s")
    assert open_sessions(project="two").list() == ()


def test_an_address_that_is_none_is_refused():
    with pytest.raises(InvalidInput, match="nowhere"):
        RedisSessions("nowhere")


def test_the_setting_names_the_server(redis_url, home, clock):
    config = Config(home=home, project=home.parent.name, embedder=None, sessions_url=redis_url)
    with Memory(config=config, clock=clock) as one, Memory(config=config, clock=clock) as other:
        one.ingest("I like tea.", session="s")
        assert [each.message.content for each in other.sessions.read(session="s")] == ["I like tea."]


def test_a_memory_works_with_shared_sessions(redis_url, home, clock, tmp_path):
    shared = RedisSessions(redis_url, project=tmp_path.name, clock=clock)
    with Memory(home=home, embedder=None, clock=clock, user="ana", sessions=shared) as memory:
        memory.ingest("I live in Lisbon.", session="s")
        memory.consolidate(session="s")
        assert [each.claim.value for each in memory.list(kinds=["profile"]).items] == ["Lisbon"]
        assert shared.get("s", user="ana").closed_at is not None
    shared.close()
