"""What each operator checks and computes, in NumPy.

``operators`` has the definitions, a module for each family, found by ``registry``. They are made of ``rules``, which
check a call, of ``kernels``, which compute, and of ``patterns``, which operators of one shape share. ``lowering``
records the kernels of a call. The other modules tell what dtypes, shapes, scalars and chips are to all of them.
"""
