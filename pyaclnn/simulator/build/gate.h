/* What the exported functions and the gate agree on. */
#ifndef PYACLNN_GATE_H
#define PYACLNN_GATE_H

enum { PYACLNN_DONE = 0, PYACLNN_FAILED = 1, PYACLNN_CLOSED = 2 };

/* Runs a function by name. `args` points to the arguments, `result` to room for the value returned. */
int pyaclnn_gate(const char *name, void **args, void *result);

/* Gives up Python's lock if the calling thread holds it, else NULL; and takes it again. */
void *pyaclnn_release_interpreter(void);
void pyaclnn_take_interpreter(void *thread);

/* Leads the mutexes of libraries that use CANN around deadlocks with Python's lock, once they are loaded. */
void pyaclnn_watch_clients(void);

#endif
