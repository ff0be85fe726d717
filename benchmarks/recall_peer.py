"""Asks one other library, with its own interpreter: `python recall_peer.py NAME FOLDER`. Imports nothing of doxa.

The folder holds `corpora.json` (per memory its texts in order and its questions), `said.json` and `vectors.npy` (every
text and question with its vector, so that all libraries have the same embedder). Writes `NAME.json`: per question the
places of the texts that came back, best first, and the seconds that it took.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

MOST = 20
Search = Callable[[str], Sequence[int]]
Embed = Callable[[Sequence[str]], Any]


def tiered_in_memory(texts: Sequence[str], embed: Embed, number: int) -> Search:
    """tiered-memory: TF-IDF in memory."""
    from memory_system import InMemoryBackend

    return _tiered(texts, InMemoryBackend())


def tiered_hybrid(texts: Sequence[str], embed: Embed, number: int) -> Search:
    """tiered-memory: TF-IDF and Chroma by reciprocal ranks."""
    from memory_system import InMemoryBackend
    from memory_system.backends.chroma import ChromaBackend
    from memory_system.backends.hybrid import HybridBackend

    semantic = ChromaBackend(collection_name=f"tiered{number}")
    collection = next(name for name, value in vars(semantic).items() if type(value).__name__ == "Collection")
    client = _chroma_client()
    made = client.get_or_create_collection(f"own{number}", embedding_function=_chroma_function(embed))
    setattr(semantic, collection, made)
    return _tiered(texts, HybridBackend(InMemoryBackend(), semantic))


def _tiered(texts: Sequence[str], backend: Any) -> Search:
    from memory_system import AlwaysConsolidate, NoDecay, TieredMemory

    memory = TieredMemory(backend, AlwaysConsolidate(), NoDecay())
    places = {memory.store(text).id: place for place, text in enumerate(texts)}
    return lambda question: [places[each.event.id] for each in memory.retrieve(question, top_k=MOST)]


def chroma(texts: Sequence[str], embed: Embed, number: int) -> Search:
    """Chroma: a collection in memory."""
    collection = _chroma_client().create_collection(f"peer{number}", embedding_function=_chroma_function(embed))
    for start in range(0, len(texts), 1000):
        part = list(texts[start : start + 1000])
        collection.add(ids=[str(start + place) for place in range(len(part))], documents=part)
    return lambda question: [
        int(each) for each in collection.query(query_texts=[question], n_results=min(MOST, len(texts)))["ids"][0]
    ]


def _chroma_client() -> Any:
    os.environ["ANONYMIZED_TELEMETRY"] = "False"
    import chromadb

    return chromadb.Client()  # as tiered-memory opens it: one process has one


def _chroma_function(embed: Embed) -> Any:
    from chromadb import EmbeddingFunction

    class Same(EmbeddingFunction):  # type: ignore[misc]
        """The vectors that every library is given."""

        def __init__(self) -> None:
            pass

        def __call__(self, input: Any) -> Any:  # Chroma's name for it
            return [np.asarray(each, np.float32) for each in embed(list(input))]

    return Same()


def langgraph(texts: Sequence[str], embed: Embed, number: int) -> Search:
    """LangGraph: its store in memory with an index."""
    from langgraph.store.memory import InMemoryStore

    store = InMemoryStore(index={"dims": len(embed([texts[0]])[0]), "embed": embed, "fields": ["text"]})
    for place, text in enumerate(texts):
        store.put(("one",), str(place), {"text": text})
    return lambda question: [int(item.key) for item in store.search(("one",), query=question, limit=MOST)]


def mem0(texts: Sequence[str], embed: Embed, number: int) -> Search:
    """mem0 with `infer=False`: what is told is kept as it is, without a model."""
    os.environ.setdefault("OPENAI_API_KEY", "unused")
    os.environ["MEM0_TELEMETRY"] = "False"
    from mem0 import Memory

    dimensions = len(embed([texts[0]])[0])
    memory = Memory.from_config(
        {
            "vector_store": {
                "provider": "qdrant",
                "config": {
                    "path": str(Path(sys.argv[2]) / f"qdrant{number}"),
                    "collection_name": f"peer{number}",
                    "embedding_model_dims": dimensions,
                },
            },
            "history_db_path": ":memory:",
        }
    )
    memory.embedding_model = _Mem0Embedder(embed)
    places: dict[str, int] = {}
    for place, text in enumerate(texts):
        for each in memory.add(text, user_id="one", infer=False)["results"]:
            places[each["id"]] = place

    def search(question: str) -> list[int]:
        found = memory.search(question, filters={"user_id": "one"}, top_k=MOST, threshold=0.0)["results"]
        return [places[each["id"]] for each in found if each["id"] in places]

    return search


class _Mem0Embedder:
    def __init__(self, embed: Embed) -> None:
        self._embed = embed

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return [float(each) for each in self._embed([text])[0]]

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list[list[float]]:
        return [self.embed(each) for each in texts]


def dual_mem(texts: Sequence[str], embed: Embed, number: int) -> Search:
    """dual-mem 0.1.0 in its mode without a model; sentences that it writes itself have no vector here."""
    import asyncio

    from dual_mem import MemoryClient

    loop = asyncio.new_event_loop()
    place_of = Path(sys.argv[2]) / f"dual{number}"
    place_of.mkdir()
    os.environ["DUAL_MEM_EMBED_DIM"] = str(len(embed([texts[0]])[0]))
    client = MemoryClient(storage_dir=str(place_of), mode="lite", embed=_DualEmbedder(embed))
    places: dict[str, int] = {}
    for place, text in enumerate(texts):
        written = loop.run_until_complete(client.add(content=text, app_id="one", user_id="one"))
        places.update(dict.fromkeys([written.memory_id, *written.extra_node_ids], place))

    def search(question: str) -> list[int]:
        asked = client.search(query=question, app_ids=["one"], user_id="one", limit=MOST, min_score=0.0)
        found = loop.run_until_complete(asked).memories
        items = sorted([*found.normal, *found.profile], key=lambda each: -each.score)
        return list(dict.fromkeys(places[each.memory_id] for each in items if each.memory_id in places))[:MOST]

    return search


class _DualEmbedder:
    def __init__(self, embed: Embed) -> None:
        self._embed = embed

    async def embed(self, text: str) -> list[float]:
        return [float(each) for each in self._embed([text])[0]]

    async def embed_queued(self, text: str) -> list[float]:
        return await self.embed(text)

    async def embed_batch(self, texts: Sequence[str]) -> list[list[float]]:
        return [await self.embed(each) for each in texts]


PEERS: dict[str, Callable[[Sequence[str], Embed, int], Search]] = {
    "tiered-memory in memory": tiered_in_memory,
    "tiered-memory hybrid": tiered_hybrid,
    "Chroma": chroma,
    "LangGraph store": langgraph,
    "mem0 infer=False": mem0,
    "dual-mem lite": dual_mem,
}


def main() -> None:
    """Ask every question and write what came back."""
    name, folder = sys.argv[1], Path(sys.argv[2])
    said = json.loads((folder / "said.json").read_text(encoding="utf-8"))
    vectors = np.load(folder / "vectors.npy")
    row = {text: place for place, text in enumerate(said)}

    def embed(texts: Sequence[str]) -> list[list[float]]:
        return [vectors[row[text]].tolist() if text in row else [0.0] * vectors.shape[1] for text in texts]

    rankings, seconds = [], []
    for number, corpus in enumerate(json.loads((folder / "corpora.json").read_text(encoding="utf-8"))):
        search = PEERS[name](corpus["texts"], embed, number)
        for question in corpus["questions"]:
            start = time.perf_counter()
            found = search(question)
            seconds.append(time.perf_counter() - start)
            rankings.append([int(each) for each in found])
    (folder / f"{name}.json").write_text(json.dumps({"rankings": rankings, "seconds": seconds}), encoding="utf-8")


if __name__ == "__main__":
    main()
