"""Many games at once: games in files, folders and stores, examined one by one."""
