"""One operator written out as the two C calls, to show what ``d.add(x, y)`` does.

It uses the package's own C interface, so that it runs on the simulator as well as on CANN.
"""

import numpy as np

from pyaclnn import Device


def main() -> None:
    with Device(0) as d:
        x = d.tensor(np.array([1, 2, 3], np.float32))
        y = d.tensor(np.array([10, 20, 30], np.float32))
        out = d.empty(3, "float32")
        with d.stream() as stream:
            c = d.c_interface
            ffi = c.ffi

            # Scalars are descriptors too: the value is copied, the caller destroys it.
            value = ffi.new("float *", 2.0)
            alpha = c.function("aclCreateScalar")(value, x.dtype.code)

            # Phase 1 checks the arguments, picks kernels and says how much workspace they need.
            get_workspace_size, add = c.phases("aclnnAdd")
            size, executor = ffi.new("uint64_t *"), ffi.new("aclOpExecutor **")
            code = get_workspace_size(x.handle, y.handle, alpha, out.handle, size, executor)
            assert code == 0, code

            # Phase 2 launches on the stream and uses up the executor, whether it succeeds or not.
            workspace = ffi.new("void **")
            if size[0]:
                assert c.function("aclrtMalloc")(workspace, size[0], 0) == 0
            code = add(workspace[0], size[0], executor[0], stream.handle)
            assert code == 0, code

            # The launch returns at once: nothing may be freed or read before the stream has passed it.
            assert c.function("aclrtSynchronizeStream")(stream.handle) == 0
            if size[0]:
                assert c.function("aclrtFree")(workspace[0]) == 0
            assert c.function("aclDestroyScalar")(alpha) == 0

        print(out.numpy(), "=", d.add(x, y, alpha=2).numpy())


if __name__ == "__main__":
    main()
