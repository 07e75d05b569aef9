"""The return codes of the simulator are CANN's: each has a name in the headers."""

from pyaclnn.abi.codes import code_name
from pyaclnn.simulator import codes


def test_each_code_is_one_that_the_headers_name() -> None:
    values = {name: value for name, value in vars(codes).items() if name.isupper()}
    assert len(values) > 30
    assert [name for name, value in values.items() if not code_name(value)] == []
    assert len(set(values.values())) == len(values)
