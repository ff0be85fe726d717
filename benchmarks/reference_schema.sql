-- The tables that reference.sql writes to, with their indexes, as in doxa's first schema. They do not follow it, so that
-- ratios of different versions can be compared.
CREATE TABLE op(id INTEGER PRIMARY KEY, at INTEGER NOT NULL UNIQUE, kind INTEGER NOT NULL, actor INTEGER, undoes INTEGER) STRICT;
CREATE TABLE item(id INTEGER PRIMARY KEY, uid BLOB NOT NULL UNIQUE, slab INTEGER NOT NULL, kind INTEGER NOT NULL, op INTEGER NOT NULL) STRICT;
CREATE INDEX item_slab ON item(slab, kind);
CREATE INDEX item_op ON item(op);
CREATE TABLE revision(id INTEGER PRIMARY KEY, item INTEGER NOT NULL, n INTEGER NOT NULL, op INTEGER NOT NULL, UNIQUE(item, n)) STRICT;
CREATE INDEX revision_op ON revision(op);
CREATE TABLE content(rev INTEGER PRIMARY KEY, title TEXT, text TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE fts USING fts5(title, text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0');
INSERT INTO fts(fts, rank) VALUES('automerge', 0);
INSERT INTO fts(fts, rank) VALUES('pgsz', 2000);
CREATE TABLE head(item INTEGER PRIMARY KEY, rev INTEGER NOT NULL, slab INTEGER NOT NULL, space INTEGER NOT NULL,
  kind INTEGER NOT NULL, status INTEGER NOT NULL, standing INTEGER NOT NULL, pinned INTEGER NOT NULL, ident TEXT,
  time INTEGER NOT NULL, op INTEGER NOT NULL) STRICT;
CREATE UNIQUE INDEX head_ident ON head(slab, ident) WHERE status=0 AND ident IS NOT NULL;
CREATE INDEX head_list ON head(slab, status, op, kind);
CREATE INDEX head_time ON head(slab, time);
CREATE TABLE edge(id INTEGER PRIMARY KEY, src INTEGER NOT NULL, type INTEGER NOT NULL, dst INTEGER NOT NULL,
  from_op INTEGER NOT NULL, to_op INTEGER NOT NULL DEFAULT 9223372036854775807) STRICT;
CREATE UNIQUE INDEX edge_now ON edge(src, type, dst) WHERE to_op=9223372036854775807;
CREATE INDEX edge_out ON edge(src, type);
CREATE INDEX edge_in ON edge(dst, type);
CREATE INDEX edge_from ON edge(from_op);
