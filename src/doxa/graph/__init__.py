"""The versioned belief graph: the contract every store keeps, and the store in an SQLite file."""
