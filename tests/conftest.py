"""Set before numpy is imported: on a loaded machine one BLAS thread is far faster than one per core."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
