"""An opened brand: client, local store, connection state, edit locks, change signals."""
