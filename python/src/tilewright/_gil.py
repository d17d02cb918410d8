"""Refuses free-threaded CPython.

The vector environment writes to arrays that callers hold, and relies on the GIL for the moment in which it takes them. Nobody has
tested the package without the GIL, so it says so instead of being wrong now and then.
"""

import sysconfig

if sysconfig.get_config_var("Py_GIL_DISABLED"):
    raise ImportError(
        "tilewright needs CPython with the GIL; this is a free-threaded build. Use the ordinary build of the same version: "
        "players, training and vector environments release the GIL while they work"
    )
