"""What people have on disk -> rows: one file per format, each a function of a path's name and its bytes."""
