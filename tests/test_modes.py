"""What a mode switches on, and how the model is named."""

from __future__ import annotations

import pytest

from doxa.config import Config
from doxa.config.modes import switches_of
from doxa.errors import InvalidInput


class Silent:
    """A model that is never asked."""

    id = "silent"

    def ask(self, instructions, text, reply, *, light=False, tools=()):
        raise AssertionError("nothing should have asked")


@pytest.mark.parametrize(
    ("mode", "switched"),
    [
        ("lite", ("rules", "extractive", "off")),
        ("pro", ("model", "model", "off")),
        ("ultra", ("model", "model", "background")),
    ],
)
def test_a_mode_decides_who_reads_who_summarises_and_whether_it_dreams(mode, switched):
    switches = switches_of(Config.load({}, mode=mode), has_model=True)
    assert (switches.mode, (switches.extraction, switches.consolidation, switches.dreaming)) == (mode, switched)


def test_without_a_mode_there_being_a_model_decides():
    assert switches_of(Config.load({}), has_model=True).mode == "pro"
    assert switches_of(Config.load({}), has_model=False).mode == "lite"


def test_each_switch_can_be_set_by_itself():
    config = Config.load({"DOXA_DREAMING": "background"}, mode="pro", extraction="off", consolidation="extractive")
    switches = switches_of(config, has_model=True)
    assert (switches.extraction, switches.consolidation, switches.dreaming) == ("off", "extractive", "background")
    assert not switches.asks


def test_a_mode_without_its_model_reads_by_rules_and_says_so():
    switches = switches_of(Config.load({}, mode="ultra"), has_model=False)
    assert (switches.extraction, switches.consolidation, switches.dreaming) == ("rules", "extractive", "background")
    assert "there is no model" in switches.warnings[0]


@pytest.mark.parametrize("switch", ["extraction", "consolidation"])
def test_a_switch_set_to_a_model_that_is_missing_is_refused(switch):
    with pytest.raises(InvalidInput, match=f"{switch} is model, and there is no model.*DOXA_MODEL"):
        switches_of(Config.load({}, **{switch: "model"}), has_model=False)


@pytest.mark.parametrize("mode", ["pros", "", 3, True])
def test_a_bad_mode_is_refused(open_memory, mode):
    with pytest.raises(InvalidInput, match="mode"):
        open_memory(mode=mode)


def test_a_memory_takes_a_model_and_a_mode(open_memory):
    memory = open_memory(model=Silent(), mode="lite")
    assert memory.add("I moved to Berlin.").beliefs
    assert open_memory("other", model=Silent()).status().warnings == ()


@pytest.mark.parametrize("model", [3, object(), ["openai:x"]])
def test_what_is_no_model_is_refused(open_memory, model):
    with pytest.raises(InvalidInput, match="model is"):
        open_memory(model=model)


def test_the_models_key_is_never_shown():
    config = Config.load({"DOXA_MODEL_KEY": "sk-do-not-show-me-ever", "DOXA_MODEL": "openai:gpt-5-mini"})
    shown = {setting.name: setting.value for setting in config.explain()}
    assert (shown["model"], shown["model_key"]) == ("openai:gpt-5-mini", "********")
    assert "do-not-show" not in repr(config)
    assert config.model_key == "sk-do-not-show-me-ever"
