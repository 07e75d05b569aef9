"""Runs system-test cases of operator repositories through pyaclnn and compares with the references beside them."""
