from __future__ import annotations

import pytest

from doxa import ANY
from doxa.access import read_token
from doxa.errors import AlreadyExists, InvalidInput, NotFound
from doxa.graph.key_rows import KeyRows


def opened(memory, token):
    return KeyRows(memory.graph).opened_by(read_token(token))


def test_a_key_opens_with_its_token_until_it_is_revoked(memory):
    made = memory.keys.create(user="ann", right="read", label="phone")
    assert opened(memory, made.token) == made.key
    assert memory.keys.revoke(made.key.id).revoked_at is not None
    assert opened(memory, made.token) is None
    assert [key.label for key in memory.keys.list()] == ["phone"]


def test_another_secret_does_not_open(memory):
    first, second = memory.keys.create(), memory.keys.create()
    mixed = ".".join([*first.token.split(".")[:3], second.token.split(".")[3]])
    assert opened(memory, mixed) is None


def test_what_opens_is_not_in_the_file(open_memory, home):
    memory = open_memory()
    token = memory.keys.create(label="phone").token
    memory.close()
    files = b"".join(path.read_bytes() for path in home.iterdir() if path.is_file())
    assert b"phone" in files
    assert token.split(".")[3].encode() not in files


def test_a_second_project_may_accept_the_same_key(open_memory):
    first, second = open_memory("one"), open_memory("two")
    made = first.keys.create(user=ANY, right="operator")
    assert opened(second, made.token) is None
    second.keys.create(user="ann", right="read", token=made.token)
    assert opened(second, made.token).right == "read"
    with pytest.raises(AlreadyExists):
        second.keys.create(token=made.token)


def test_erasing_a_user_erases_their_keys(memory):
    gone, kept = memory.keys.create(user="ann", label="anns"), memory.keys.create(user=ANY)
    assert memory.erase(user="ann", confirm=True).state == "complete"
    assert opened(memory, gone.token) is None
    assert opened(memory, kept.token) is not None


@pytest.mark.parametrize(
    "given",
    [
        {"right": "all"},
        {"label": "x" * 201},
        {"label": "a\nb"},
        {"token": "doxa.x"},
        {"token": "doxa.d29yaw.0123456789abcdef.a"},
    ],
)
def test_a_key_that_cannot_be_is_refused(memory, given):
    with pytest.raises(InvalidInput):
        memory.keys.create(**given)


def test_there_is_no_key_to_revoke(memory):
    with pytest.raises(NotFound):
        memory.keys.revoke("0" * 16)
