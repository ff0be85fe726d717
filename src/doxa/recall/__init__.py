"""From a question to memories: read it, search by several legs, fuse, weigh, fold, cut."""
