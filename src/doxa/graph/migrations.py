"""The schema as an append-only list of migrations; entry N takes a file from version N to N + 1. Never edit one.

Transaction time is `op.id`; `at` is only its label. Words live only in content tables (marked below): erase deletes
there and keeps the numbers of op, item, revision and edge as tombstones. Assertion tables carry `[from_op, to_op)` and
their rows are never reopened. Derived tables can be rebuilt from the rest.
"""

from __future__ import annotations

from doxa.graph.nodes import FOREVER

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # --- log ---
        "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID",
        "CREATE TABLE op(id INTEGER PRIMARY KEY, at INTEGER NOT NULL UNIQUE, kind INTEGER NOT NULL,"
        " actor INTEGER, undoes INTEGER) STRICT",
        "CREATE INDEX op_undoes ON op(undoes) WHERE undoes IS NOT NULL",
        "CREATE TABLE receipt(request BLOB PRIMARY KEY, digest BLOB NOT NULL, op INTEGER NOT NULL,"
        " results TEXT) STRICT,"
        " WITHOUT ROWID",
        "CREATE INDEX receipt_op ON receipt(op)",
        # --- identity ---
        "CREATE TABLE slab(id INTEGER PRIMARY KEY, user TEXT UNIQUE, op INTEGER NOT NULL) STRICT",  # words
        "CREATE TABLE symbol(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT",  # words
        # an owner's root has parent 0 and the name ""
        "CREATE TABLE space(id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, slab INTEGER NOT NULL, name TEXT NOT NULL,"
        " op INTEGER NOT NULL, UNIQUE(slab, parent, name)) STRICT",  # words
        "CREATE INDEX space_op ON space(op)",
        "CREATE TABLE item(id INTEGER PRIMARY KEY, uid BLOB NOT NULL UNIQUE, slab INTEGER NOT NULL,"
        " kind INTEGER NOT NULL,"
        " agent INTEGER, session INTEGER, contexts INTEGER, op INTEGER NOT NULL, erased INTEGER) STRICT",
        "CREATE INDEX item_slab ON item(slab)",
        "CREATE INDEX item_op ON item(op)",
        "CREATE INDEX item_session ON item(session) WHERE session IS NOT NULL",
        "CREATE INDEX item_erased ON item(erased) WHERE erased IS NOT NULL",
        "CREATE TABLE revision(id INTEGER PRIMARY KEY, item INTEGER NOT NULL, n INTEGER NOT NULL, op INTEGER NOT NULL,"
        " UNIQUE(item, n)) STRICT",
        "CREATE INDEX revision_op ON revision(op)",
        # --- words ---
        # the address at birth: immutable, since krefs are kept when an item moves; not unique, since an item whose
        # creation was undone keeps its address for past reads while a new item may take it
        "CREATE TABLE name(item INTEGER PRIMARY KEY, space INTEGER NOT NULL, kind INTEGER NOT NULL,"
        " name TEXT NOT NULL) STRICT",
        "CREATE INDEX name_address ON name(space, name, kind)",
        "CREATE TABLE content(rev INTEGER PRIMARY KEY, title TEXT, text TEXT NOT NULL, claim TEXT, meta TEXT,"
        " said_at INTEGER, valid_from INTEGER, valid_to INTEGER, valid_precision INTEGER) STRICT",
        "CREATE TABLE note(op INTEGER PRIMARY KEY, reason TEXT NOT NULL) STRICT",
        "CREATE TABLE mention(slab INTEGER NOT NULL, form TEXT NOT NULL, rev INTEGER NOT NULL, role INTEGER NOT NULL,"
        " PRIMARY KEY(slab, form, rev, role)) STRICT, WITHOUT ROWID",
        "CREATE INDEX mention_rev ON mention(rev)",
        "CREATE TABLE artifact(id INTEGER PRIMARY KEY, rev INTEGER NOT NULL, name TEXT NOT NULL,"
        " location TEXT NOT NULL,"
        " meta TEXT, op INTEGER NOT NULL) STRICT",
        "CREATE INDEX artifact_rev ON artifact(rev)",
        "CREATE INDEX artifact_op ON artifact(op)",
        "CREATE INDEX artifact_location ON artifact(location)",
        # --- assertions ---
        "CREATE TABLE fact(id INTEGER PRIMARY KEY, node INTEGER NOT NULL, key INTEGER NOT NULL, value TEXT NOT NULL,"
        f" from_op INTEGER NOT NULL, to_op INTEGER NOT NULL DEFAULT {FOREVER}) STRICT",
        f"CREATE UNIQUE INDEX fact_now ON fact(node, key) WHERE to_op={FOREVER}",
        "CREATE INDEX fact_from ON fact(from_op)",
        "CREATE INDEX fact_hist ON fact(node, key, from_op)",
        f"CREATE INDEX fact_to ON fact(to_op) WHERE to_op<{FOREVER}",
        "CREATE TABLE edge(id INTEGER PRIMARY KEY, src INTEGER NOT NULL, type INTEGER NOT NULL, dst INTEGER NOT NULL,"
        f" meta TEXT, from_op INTEGER NOT NULL, to_op INTEGER NOT NULL DEFAULT {FOREVER}) STRICT",
        f"CREATE UNIQUE INDEX edge_now ON edge(src, type, dst) WHERE to_op={FOREVER}",
        "CREATE INDEX edge_out ON edge(src, type)",
        "CREATE INDEX edge_in ON edge(dst, type)",
        "CREATE INDEX edge_from ON edge(from_op)",
        f"CREATE INDEX edge_to ON edge(to_op) WHERE to_op<{FOREVER}",
        # `canonical` = 1: the row that makes the canonical name findable by its form
        "CREATE TABLE alias(id INTEGER PRIMARY KEY, item INTEGER NOT NULL, form TEXT NOT NULL, text TEXT NOT NULL,"
        " canonical INTEGER NOT NULL DEFAULT 0,"
        f" from_op INTEGER NOT NULL, to_op INTEGER NOT NULL DEFAULT {FOREVER}) STRICT",  # words
        f"CREATE UNIQUE INDEX alias_now ON alias(item, form, canonical) WHERE to_op={FOREVER}",
        "CREATE INDEX alias_form ON alias(form, item)",
        "CREATE INDEX alias_item ON alias(item)",
        "CREATE INDEX alias_from ON alias(from_op)",
        f"CREATE INDEX alias_to ON alias(to_op) WHERE to_op<{FOREVER}",
        "CREATE TABLE observation(id INTEGER PRIMARY KEY, rev INTEGER NOT NULL, source INTEGER NOT NULL,"
        " said_at INTEGER,"
        " turn INTEGER, start INTEGER, stop INTEGER, independent INTEGER NOT NULL, detail TEXT,"
        f" from_op INTEGER NOT NULL, to_op INTEGER NOT NULL DEFAULT {FOREVER}) STRICT",
        "CREATE INDEX observation_rev ON observation(rev)",
        "CREATE INDEX observation_turn ON observation(turn) WHERE turn IS NOT NULL",
        "CREATE INDEX observation_from ON observation(from_op)",
        f"CREATE INDEX observation_to ON observation(to_op) WHERE to_op<{FOREVER}",
        # --- derived ---
        "CREATE TABLE head(item INTEGER PRIMARY KEY, rev INTEGER NOT NULL, slab INTEGER NOT NULL,"
        " space INTEGER NOT NULL,"
        " kind INTEGER NOT NULL, status INTEGER NOT NULL, standing INTEGER NOT NULL, pinned INTEGER NOT NULL,"
        " ident TEXT, slot TEXT, time INTEGER NOT NULL,"
        " until INTEGER NOT NULL, op INTEGER NOT NULL) STRICT",
        "CREATE UNIQUE INDEX head_ident ON head(slab, ident) WHERE status=0 AND ident IS NOT NULL",
        "CREATE INDEX head_slot ON head(slab, slot) WHERE slot IS NOT NULL",
        "CREATE INDEX head_list ON head(slab, status, op, kind)",
        "CREATE INDEX head_time ON head(slab, time, until)",
        "CREATE TABLE corpus(slab INTEGER PRIMARY KEY, documents INTEGER NOT NULL, terms INTEGER NOT NULL) STRICT",
        "CREATE TABLE vector(rev INTEGER PRIMARY KEY, v BLOB NOT NULL) STRICT",
        "CREATE TABLE code(slab INTEGER NOT NULL, base INTEGER NOT NULL, revs BLOB NOT NULL, codes BLOB NOT NULL,"
        " PRIMARY KEY(slab, base)) STRICT, WITHOUT ROWID",
        "CREATE VIRTUAL TABLE fts USING fts5(title, text, content='', contentless_delete=1,"
        " tokenize='unicode61 remove_diacritics 0')",
        # --- outside versioned state ---
        "CREATE TABLE usage(rev INTEGER PRIMARY KEY, last INTEGER NOT NULL, n INTEGER NOT NULL) STRICT",
        "CREATE TABLE session(id INTEGER PRIMARY KEY, slab INTEGER NOT NULL, name TEXT NOT NULL, meta TEXT,"
        " opened_at INTEGER NOT NULL, used_at INTEGER NOT NULL, closed_at INTEGER, UNIQUE(slab, name)) STRICT",  # words
        "CREATE TABLE message(session INTEGER NOT NULL, n INTEGER NOT NULL, role TEXT NOT NULL, name TEXT,"
        " content TEXT NOT NULL, at INTEGER NOT NULL, meta TEXT, PRIMARY KEY(session, n)) STRICT,"
        " WITHOUT ROWID",  # words
        "CREATE TABLE counter(slab INTEGER NOT NULL, name TEXT NOT NULL, n INTEGER NOT NULL,"
        " PRIMARY KEY(slab, name)) STRICT, WITHOUT ROWID",  # words
        "CREATE TABLE queue(id INTEGER PRIMARY KEY, op INTEGER NOT NULL, slab INTEGER NOT NULL, kind INTEGER NOT NULL,"
        " state INTEGER NOT NULL, due INTEGER NOT NULL, body TEXT) STRICT",  # words
    ),
    (
        # tasks: how often one was taken, how often that failed for good, under which lease, why it failed last
        "ALTER TABLE queue ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE queue ADD COLUMN lasting INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE queue ADD COLUMN claim INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE queue ADD COLUMN error TEXT",
        "CREATE INDEX queue_due ON queue(due)",
    ),
    (
        # keys of a server, by the hash of what opens; `everybody` = for whichever user a call names
        "CREATE TABLE access(id TEXT PRIMARY KEY, digest BLOB NOT NULL, who TEXT, everybody INTEGER NOT NULL,"
        " level TEXT NOT NULL, label TEXT NOT NULL, made_at INTEGER NOT NULL, revoked_at INTEGER) STRICT,"
        " WITHOUT ROWID",  # words
    ),
    (
        # what was asserted of one edge before: where thousands lead to one end, neither end alone finds it fast
        "CREATE INDEX edge_hist ON edge(src, type, dst, from_op)",
        "DROP INDEX edge_out",
    ),
    (
        # what is pinned, which every context of an agent begins with: a handful of all that an owner has
        "CREATE INDEX head_pinned ON head(slab, status, op) WHERE pinned=1",
    ),
    (
        # a name that is the item's id needs no index of its own, see `naming`; `given` = 0 says that it is one
        "ALTER TABLE name ADD COLUMN given INTEGER NOT NULL DEFAULT 1",
        "UPDATE name SET given=0 WHERE name=(SELECT lower(hex(i.uid)) FROM item i WHERE i.id=name.item)",
        "DROP INDEX name_address",
        "CREATE INDEX name_given ON name(space, name, kind) WHERE given=1",
    ),
    (
        # flags that are set now, few of all that is asserted: what was undone or rolled back is found by it
        f"CREATE INDEX fact_flag ON fact(key, node) WHERE value='true' AND to_op={FOREVER}",
    ),
)
