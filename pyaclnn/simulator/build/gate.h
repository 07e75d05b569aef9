/* What the exported functions and the gate agree on. */
#ifndef PYACLNN_GATE_H
#define PYACLNN_GATE_H

enum { PYACLNN_DONE = 0, PYACLNN_FAILED = 1, PYACLNN_CLOSED = 2 };

typedef int (*pyaclnn_call)(const char *name, void **args, void *result);

/* Runs a function by name. `args` points to the arguments, `result` to room for the value returned. */
int pyaclnn_gate(const char *name, void **args, void *result);

/* Gives up Python's lock if the calling thread holds it, else NULL; and takes it again. */
void *pyaclnn_release_interpreter(void);
void pyaclnn_take_interpreter(void *thread);

/* Lets no call in any more. True where Python can still be entered, and calls were let in until now. */
int pyaclnn_shut_gate(void);

/* Once a call can be made; before Python can't be entered any more; and when something was given back after that. */
void pyaclnn_expect_report(pyaclnn_call call);
void pyaclnn_take_report(void);
void pyaclnn_gave_back_late(void);

/* Whether the interpreter finalizes, or has. */
int pyaclnn_python_is_ending(void);

/* Leads the locks of libraries that use CANN around deadlocks with Python's lock, once they are loaded. */
void pyaclnn_watch_clients(void);

/* Threads that need Python once it finalizes are stopped, not unwound. */
void pyaclnn_keep_threads(void);

#endif
