"""What variables of a running sample hold, and operators on it.

Types, numbers, vectors and pointers as C++ has them; what CANN gave; and expressions whose value only the script knows.
"""
