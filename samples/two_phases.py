"""One operator written out as the two C calls, to show what ``d.add(x, y)`` does.

It uses the package's own C interface, so that it runs on the simulator as well as on CANN.
"""

from contextlib import ExitStack

import numpy as np

from pyaclnn import Device


def check(worked: bool, function: str, code: int = 0) -> None:
    if not worked:
        raise RuntimeError(f"{function} failed with {code}")


def main() -> None:
    with Device(0) as d:
        x = d.tensor(np.array([1, 2, 3], np.float32))
        y = d.tensor(np.array([10, 0, 20, 0, 30], np.float32))[::2]  # not contiguous: CANN copies it to a workspace
        out = d.empty(3, "float32")
        with d.stream() as stream, ExitStack() as made:
            c = d.c_interface
            ffi = c.ffi

            # Scalars are descriptors too: the value is copied, the caller destroys it.
            value = ffi.new("float *", 2.0)
            alpha = c.function("aclCreateScalar")(value, x.dtype.code)
            check(alpha != ffi.NULL, "aclCreateScalar")
            made.callback(c.function("aclDestroyScalar"), alpha)

            # Phase 1 checks the arguments, picks kernels and says how much workspace they need.
            get_workspace_size, add = c.phases("aclnnAdd")
            size, executor = ffi.new("uint64_t *"), ffi.new("aclOpExecutor **")
            code = get_workspace_size(x.handle, y.handle, alpha, out.handle, size, executor)
            check(code == 0, "aclnnAddGetWorkspaceSize", code)

            # An executor that is never launched is the caller's to destroy.
            workspace = ffi.new("void **")
            if size[0]:
                code = c.function("aclrtMalloc")(workspace, size[0], 0)
                if code:
                    c.function("aclDestroyAclOpExecutor")(executor[0])
                check(code == 0, "aclrtMalloc", code)
                made.callback(c.function("aclrtFree"), workspace[0])

            # Phase 2 launches on the stream and uses up the executor, whether it succeeds or not.
            code = add(workspace[0], size[0], executor[0], stream.handle)
            check(code == 0, "aclnnAdd", code)

            # The launch returns at once: nothing may be freed or read before the stream has passed it.
            code = c.function("aclrtSynchronizeStream")(stream.handle)
            check(code == 0, "aclrtSynchronizeStream", code)

        print(out.numpy(), "=", d.add(x, y, alpha=2).numpy())


if __name__ == "__main__":
    main()
