"""The nine tools of the MCP reference memory server, over beliefs: entities, observations, relations.

Each is a claim: an entity says what type it is, an observation what was observed of it, a relation what it has to do
with another. Relations have attributes of their own, so that none takes another's place, whatever its type is called.
What differs only in case, spaces or final punctuation is the same; everything can be restored and undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from doxa.errors import NotFound
from doxa.memory import Memory
from doxa.operations.compatible import CompatibleTool, Told
from doxa.records import Belief, Claim

ENTITY, OBSERVATION, RELATION = "entity", "observation", "relation"
TYPE, OBSERVED, RELATED = "entity_type", "observation", "relation "
"""Attributes of the three; that of a relation goes on with its type."""
PAGE = 1000


@dataclass(slots=True)
class _Entity:
    belief: Belief
    type: str
    observations: dict[str, Belief] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Graph:
    entities: dict[str, _Entity]
    relations: dict[tuple[str, str, str], Belief]

    def within(self, names: Iterable[str]) -> dict[str, Any]:
        """Return the part about some entities: them, and the relations that touch one of them."""
        kept = set(names)
        entities = [_shown(name, each) for name, each in self.entities.items() if name in kept]
        relations = [_related(key) for key in self.relations if key[0] in kept or key[2] in kept]
        return {"entities": entities, "relations": relations}


def read_graph(memory: Memory) -> _Graph:
    """Return every entity with its observations, and every relation between them, oldest first."""
    entities: dict[str, _Entity] = {}
    relations: dict[tuple[str, str, str], Belief] = {}
    found = list(_claims(memory))
    for belief, claim in found:
        if belief.kind == ENTITY and claim.attribute == TYPE:
            entities.setdefault(str(claim.subject), _Entity(belief, str(claim.value)))
    for belief, claim in found:
        subject, value = str(claim.subject), str(claim.value)
        if claim.attribute == OBSERVED and subject in entities:
            entities[subject].observations[value] = belief
        elif belief.kind == RELATION and (claim.attribute or "").startswith(RELATED):
            relations[(subject, str(claim.attribute).removeprefix(RELATED), value)] = belief
    return _Graph(entities, relations)


def _claims(memory: Memory) -> Iterator[tuple[Belief, Claim]]:
    pages, cursor = [], None
    while True:
        page = memory.list(kinds=(ENTITY, OBSERVATION, RELATION), limit=PAGE, cursor=cursor)
        pages.append(page.items)
        cursor = page.cursor
        if cursor is None:
            break
    for belief in reversed([each for items in pages for each in items]):
        if belief.claim is not None:
            yield belief, belief.claim


def _create_entities(memory: Memory, given: Mapping[str, Any]) -> Told:
    there = read_graph(memory).entities
    fresh: dict[str, Mapping[str, Any]] = {}
    for each in given["entities"]:
        if each["name"] not in there:
            fresh.setdefault(each["name"], each)
    claims: list[Claim] = []
    for name, each in fresh.items():
        claims.append(_typed(name, each["entityType"]))
        claims += [_observed(name, said) for said in dict.fromkeys(each["observations"])]
    made = _believed(memory, claims)
    created = [
        {"name": name, "entityType": fresh[name]["entityType"], "observations": fresh[name]["observations"]}
        for name in fresh
        if _typed(name, fresh[name]["entityType"]) in made
    ]
    return Told({"entities": created})


def _create_relations(memory: Memory, given: Mapping[str, Any]) -> Told:
    graph = read_graph(memory)
    keys = dict.fromkeys(_key(each) for each in given["relations"])
    for source, _, target in keys:
        _known(graph, source)
        _known(graph, target)
    fresh = [key for key in keys if key not in graph.relations]
    made = _believed(memory, [_relation(*key) for key in fresh])
    return Told({"relations": [_related(key) for key in fresh if _relation(*key) in made]})


def _add_observations(memory: Memory, given: Mapping[str, Any]) -> Told:
    graph = read_graph(memory)
    wanted: list[tuple[str, list[str]]] = []
    seen: dict[str, set[str]] = {}
    for each in given["observations"]:
        name = each["entityName"]
        have = seen.setdefault(name, set(_known(graph, name).observations))
        fresh = [said for said in dict.fromkeys(each["contents"]) if said not in have]
        have.update(fresh)
        wanted.append((name, fresh))
    made = _believed(memory, [_observed(name, said) for name, fresh in wanted for said in fresh])
    results = [
        {"entityName": name, "addedObservations": [said for said in fresh if _observed(name, said) in made]}
        for name, fresh in wanted
    ]
    return Told({"results": results})


def _delete_entities(memory: Memory, given: Mapping[str, Any]) -> Told:
    graph, names = read_graph(memory), dict.fromkeys(given["entityNames"])
    gone = {name: graph.entities[name] for name in names if name in graph.entities}
    refs = [each.id for entity in gone.values() for each in (entity.belief, *entity.observations.values())]
    refs += [belief.id for key, belief in graph.relations.items() if key[0] in gone or key[2] in gone]
    _deleted(memory, refs)
    missing = [name for name in names if name not in gone]
    said = f"Deleted {len(gone)} of {len(names)} entities. Not found: {', '.join(missing)}"
    return _message(said if missing else "Entities deleted successfully")


def _delete_observations(memory: Memory, given: Mapping[str, Any]) -> Told:
    graph, refs, missing = read_graph(memory), [], []
    for each in given["deletions"]:
        entity = graph.entities.get(each["entityName"])
        if entity is None:
            missing.append(each["entityName"])
            continue
        refs += [entity.observations[said].id for said in each["observations"] if said in entity.observations]
    refs = list(dict.fromkeys(refs))
    _deleted(memory, refs)
    asked = sum(len(each["observations"]) for each in given["deletions"])
    said = f"Deleted {len(refs)} of {asked} observations."
    if missing:
        said += f" Entities not found: {', '.join(missing)}"
    return _message("Observations deleted successfully" if len(refs) == asked else said)


def _delete_relations(memory: Memory, given: Mapping[str, Any]) -> Told:
    graph = read_graph(memory)
    keys = dict.fromkeys(_key(each) for each in given["relations"])
    refs = [graph.relations[key].id for key in keys if key in graph.relations]
    _deleted(memory, refs)
    asked = len(given["relations"])
    said = f"Deleted {len(refs)} of {asked} relations. The rest matched nothing."
    return _message("Relations deleted successfully" if len(refs) == asked else said)


def _read_graph(memory: Memory, given: Mapping[str, Any]) -> Told:
    graph = read_graph(memory)
    entities = [_shown(name, each) for name, each in graph.entities.items()]
    return Told({"entities": entities, "relations": [_related(key) for key in graph.relations]})


def _search_nodes(memory: Memory, given: Mapping[str, Any]) -> Told:
    graph, wanted = read_graph(memory), given["query"].lower()
    return Told(
        graph.within(
            name
            for name, each in graph.entities.items()
            if any(wanted in text.lower() for text in (name, each.type, *each.observations))
        )
    )


def _open_nodes(memory: Memory, given: Mapping[str, Any]) -> Told:
    return Told(read_graph(memory).within(given["names"]))


def _believed(memory: Memory, claims: Sequence[Claim]) -> list[Claim]:
    """Believe claims in one operation; return those that were not believed before."""
    if not claims:
        return []
    outcomes = memory.expand(claims).outcomes
    return [claim for claim, outcome in zip(claims, outcomes, strict=True) if outcome.verdict == "new"]


def _deleted(memory: Memory, refs: Sequence[str]) -> None:
    if refs:
        memory.delete(*refs)


def _typed(name: str, type_: str) -> Claim:
    return Claim(f"{name} ({type_})", subject=name, attribute=TYPE, value=type_, kind=ENTITY)


def _observed(name: str, said: str) -> Claim:
    return Claim(said, subject=name, attribute=OBSERVED, value=said, kind=OBSERVATION)


def _relation(source: str, type_: str, target: str) -> Claim:
    return Claim(f"{source} {type_} {target}", subject=source, attribute=RELATED + type_, value=target, kind=RELATION)


def _key(relation: Mapping[str, str]) -> tuple[str, str, str]:
    return relation["from"], relation["relationType"], relation["to"]


def _related(key: tuple[str, str, str]) -> dict[str, str]:
    return {"from": key[0], "to": key[2], "relationType": key[1]}


def _shown(name: str, entity: _Entity) -> dict[str, Any]:
    return {"name": name, "entityType": entity.type, "observations": list(entity.observations)}


def _known(graph: _Graph, name: str) -> _Entity:
    if name not in graph.entities:
        said = f"There is no entity {name!r}."
        raise NotFound(said, mend="Create it with create_entities.", field="entityName", value=name)
    return graph.entities[name]


def _message(said: str) -> Told:
    return Told({"success": True, "message": said}, text=said)


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _array(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_TEXT = {"type": "string"}
_ENTITY = _object(name=_TEXT, entityType=_TEXT, observations=_array(_TEXT))
_RELATION = _object(**{"from": _TEXT, "to": _TEXT, "relationType": _TEXT})
_ENTITIES, _RELATIONS = _object(entities=_array(_ENTITY)), _object(relations=_array(_RELATION))
_GRAPH = _object(entities=_array(_ENTITY), relations=_array(_RELATION))
_DONE = _object(success={"type": "boolean"}, message=_TEXT)

REFERENCE_TOOLS: tuple[CompatibleTool, ...] = (
    CompatibleTool(
        "create_entities",
        "Create entities, each with a type and observations; those whose name exists are left as they are.",
        _ENTITIES,
        _ENTITIES,
        "write",
        _create_entities,
        begins=True,
    ),
    CompatibleTool(
        "create_relations",
        "Create relations between entities, in the active voice (`works_at`); those that exist are left out.",
        _RELATIONS,
        _RELATIONS,
        "write",
        _create_relations,
        begins=True,
    ),
    CompatibleTool(
        "add_observations",
        "Add observations to entities; the reply says which were new.",
        _object(observations=_array(_object(entityName=_TEXT, contents=_array(_TEXT)))),
        _object(results=_array(_object(entityName=_TEXT, addedObservations=_array(_TEXT)))),
        "write",
        _add_observations,
        begins=True,
    ),
    CompatibleTool(
        "delete_entities",
        "Delete entities with their observations and relations.",
        _object(entityNames=_array(_TEXT)),
        _DONE,
        "write",
        _delete_entities,
        destructive=True,
        idempotent=True,
    ),
    CompatibleTool(
        "delete_observations",
        "Delete observations of entities.",
        _object(deletions=_array(_object(entityName=_TEXT, observations=_array(_TEXT)))),
        _DONE,
        "write",
        _delete_observations,
        destructive=True,
        idempotent=True,
    ),
    CompatibleTool(
        "delete_relations",
        "Delete relations between entities.",
        _RELATIONS,
        _DONE,
        "write",
        _delete_relations,
        destructive=True,
        idempotent=True,
    ),
    CompatibleTool(
        "read_graph",
        "Return all entities and relations.",
        {"type": "object", "properties": {}},
        _GRAPH,
        "read",
        _read_graph,
        read_only=True,
        idempotent=True,
    ),
    CompatibleTool(
        "search_nodes",
        "Return the entities whose name, type or observations hold a text, and the relations that touch them.",
        _object(query={"type": "string", "maxLength": 2048}),
        _GRAPH,
        "read",
        _search_nodes,
        read_only=True,
        idempotent=True,
    ),
    CompatibleTool(
        "open_nodes",
        "Return entities by their names, and the relations that touch them.",
        _object(names=_array(_TEXT)),
        _GRAPH,
        "read",
        _open_nodes,
        read_only=True,
        idempotent=True,
    ),
)
