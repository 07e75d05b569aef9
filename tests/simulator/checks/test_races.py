"""Two streams, or a stream and the host, on the same bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ..machines import D2D, D2H, H2D, in_thread
from .programs import COUNT, NBYTES, Checked


@pytest.fixture
def streams(sim: Checked) -> tuple[Any, Any]:
    return sim.stream(), sim.stream()


def order(sim: Checked, first: Any, second: Any, event: Any = None) -> None:
    """What is launched on the second stream from now on comes after what is on the first."""
    event = event or sim.event(1, ex=True)
    sim.ok("aclrtRecordEvent", event, first)
    sim.ok("aclrtStreamWaitEvent", second, event)


class TestStreams:
    def test_found(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x = sim.filled()
        sim.set(x, streams[0])
        sim.set(x, streams[1])
        assert sim.wait(streams[0]) == 0
        assert sim.wait(streams[1]) == 507035
        assert sim.only.name == "race"
        assert "machines.py" in sim.only.made
        assert "machines.py" in sim.only.used
        assert "machines.py" in sim.only.text, "the place of the earlier launch"
        assert "[race]" in str(sim.message())
        assert sim.wait(streams[1]) == 0

    def test_a_reader_and_a_writer(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x, out = sim.filled(), sim.filled()
        sim.add(x, out, streams[0])
        sim.set(x, streams[1])
        assert sim.names == ["race"]
        assert "writes its memory where aclnnAdds" in sim.only.text
        assert "reads self" in sim.only.text

    def test_two_readers(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x, first, second = sim.filled(), sim.filled(), sim.filled()
        sim.add(x, first, streams[0])
        sim.add(x, second, streams[1])
        assert sim.names == []

    def test_the_default_stream(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x = sim.filled()
        sim.set(x, sim.null)
        sim.set(x, streams[0])
        assert sim.names == ["race"]

    def test_copies(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x, y = sim.filled(), sim.filled()
        sim.ok("aclrtMemcpyAsync", x, NBYTES, y, NBYTES, D2D, streams[0])
        sim.set(y, streams[1])
        assert sim.names == ["race"]

    def test_a_shared_workspace(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        workspace = sim.malloc(4096)
        for stream in streams:
            x, out = (sim.tensor(sim.filled(), (2, 4), strides=(1, 2)) for _ in range(2))
            size, executor = sim.prepared_add(x, out)
            assert sim.launch("aclnnAdds", workspace, size, executor, stream) == 0
        assert sim.names == ["race"]
        assert "workspace" in sim.only.text

    def test_an_event_between(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x = sim.filled()
        sim.set(x, streams[0])
        order(sim, *streams)
        sim.set(x, streams[1])
        assert sim.wait(streams[1]) == 0
        assert sim.names == []

    def test_an_event_recorded_too_early(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x, event = sim.filled(), sim.event(1, ex=True)
        sim.ok("aclrtRecordEvent", event, streams[0])
        sim.set(x, streams[0])
        sim.ok("aclrtStreamWaitEvent", streams[1], event)
        sim.set(x, streams[1])
        assert sim.names == ["race"]

    def test_events_in_a_chain(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x, third = sim.filled(), sim.stream()
        sim.set(x, streams[0])
        order(sim, streams[0], third)
        order(sim, third, streams[1])
        sim.set(x, streams[1])
        assert sim.names == []

    def test_an_event_that_was_done_before_the_wait(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x, event = sim.filled(), sim.event(1, ex=True)
        sim.set(x, streams[0])
        sim.ok("aclrtRecordEvent", event, streams[0])
        for _ in range(3):
            sim.get("aclrtStreamQuery", "aclrtStreamStatus", streams[0])
        sim.ok("aclrtStreamWaitEvent", streams[1], event)
        sim.set(x, streams[1])
        assert sim.names == []

    def test_the_host_between(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x = sim.filled()
        sim.set(x, streams[0])
        assert sim.wait(streams[0]) == 0
        sim.set(x, streams[1])
        assert sim.names == []

    def test_another_thread_waited(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x = sim.filled()
        sim.set(x, streams[0])

        def wait() -> int:
            sim.ok("aclrtSetDevice", 0)
            return sim.wait(streams[0])

        assert in_thread(wait) == 0
        sim.set(x, streams[1])
        assert sim.names == []

    def test_work_that_ran_but_was_not_waited_for(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x, y = sim.filled(), sim.filled()
        sim.set(x, streams[0])
        sim.set(y, streams[0])
        sim.get("aclrtStreamQuery", "aclrtStreamStatus", streams[0])
        sim.set(x, streams[1])
        assert sim.names == ["race"]

    def test_a_wait_for_another_stream_does_not_help(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x = sim.filled()
        sim.set(x, streams[0])
        assert sim.wait(streams[1]) == 0
        sim.set(x, streams[1])
        assert sim.names == ["race"]

    @pytest.mark.parametrize("offset", [0, 1])
    def test_elements_that_alternate(self, sim: Checked, streams: tuple[Any, Any], offset: int) -> None:
        x, outs = sim.malloc(2 * NBYTES), [sim.filled(), sim.filled()]
        sim.ok("aclrtMemset", x, 2 * NBYTES, 0, 2 * NBYTES)
        host = sim.malloc_host(NBYTES)
        sim.ok("aclrtMemcpy2dAsync", x + 4 * offset, 8, host, 4, 4, COUNT, H2D, streams[0])
        sim.add(x, outs[0], streams[1], strides=(2,))
        assert sim.names == ["race"] * (offset == 0)

    def test_neighbours(self, sim: Checked, streams: tuple[Any, Any]) -> None:
        x = sim.filled()
        sim.set(x, streams[0], size=NBYTES // 2)
        sim.set(x + NBYTES // 2, streams[1], size=NBYTES // 2)
        assert sim.names == []


class TestHost:
    def test_reading_a_queued_result(self, sim: Checked) -> None:
        x, out, host = sim.filled(), sim.filled(), np.zeros(COUNT, np.float32)
        sim.add(x, out)
        assert sim("aclrtMemcpy", sim.host(host), NBYTES, out, NBYTES, D2H) == 107000
        assert sim.only.name == "unsynchronized-host-read"
        assert "aclnnAdds" in sim.only.text
        assert "machines.py" in sim.only.used
        assert not host.any(), "nothing was copied"

    def test_reading_an_operand(self, sim: Checked) -> None:
        x, out = sim.filled(), sim.filled()
        sim.add(x, out)
        sim.download(x, np.float32, COUNT)
        assert sim.names == []

    @pytest.mark.parametrize("which", [0, 1])
    def test_writing_under_queued_work(self, sim: Checked, which: int) -> None:
        pair = sim.filled(), sim.filled()
        sim.add(*pair)
        assert sim.copy_in(pair[which]) == 107000
        assert sim.names == ["unsynchronized-host-write"]

    def test_a_memset(self, sim: Checked) -> None:
        x, out = sim.filled(), sim.filled()
        sim.add(x, out)
        assert sim("aclrtMemset", x, NBYTES, 0, NBYTES) == 107000
        assert sim.names == ["unsynchronized-host-write"]

    def test_a_copy_that_waits_for_one_stream_only(self, sim: Checked) -> None:
        """With ordinary host memory, an asynchronous copy waits for its stream and then copies at once."""
        x, host, streams = sim.filled(), np.zeros(COUNT, np.float32), (sim.stream(), sim.stream())
        sim.set(x, streams[0])
        assert sim("aclrtMemcpyAsync", sim.host(host), NBYTES, x, NBYTES, D2H, streams[1]) == 107000
        assert sim.names == ["unsynchronized-host-read"]
        sim.ok("aclrtMemcpyAsync", sim.host(host), NBYTES, x, NBYTES, D2H, streams[0])
        assert sim.names == ["unsynchronized-host-read"]

    def test_repaired(self, sim: Checked) -> None:
        x, out = sim.filled(), sim.filled()
        sim.add(x, out)
        assert sim.wait() == 0
        assert sim.download(out, np.float32, COUNT).tolist() == [2.0] * COUNT
        assert sim.copy_in(x) == 0
        assert sim.names == []
