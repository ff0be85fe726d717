"""Decision memory over git: why the code is as it is, with the words that say so."""
