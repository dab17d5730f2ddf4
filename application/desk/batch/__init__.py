"""Games in files and folders: read wherever they stand, gone over one by one."""
