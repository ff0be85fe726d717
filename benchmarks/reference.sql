-- The bare work of remembering one text: seven inserts in one transaction, nothing read, nothing decided.
-- `:n` is the number of the memory, `:at` its time, `:text` its words, `:terms` its terms for the text index.
INSERT INTO op(id, at, kind) VALUES(:n, :at, 1);
INSERT INTO item(id, uid, slab, kind, op) VALUES(:n, randomblob(16), 0, 1, :n);
INSERT INTO revision(id, item, n, op) VALUES(:n, :n, 1, :n);
INSERT INTO content(rev, text) VALUES(:n, :text);
INSERT INTO fts(rowid, title, text) VALUES(:n, '', :terms);
INSERT INTO head(item, rev, slab, space, kind, status, standing, pinned, time, op) VALUES(:n, :n, 0, 1, 1, 0, 0, 0, :at, :n);
INSERT INTO edge(src, type, dst, from_op) VALUES(:n, 1, max(:n - 1, 1), :n);
