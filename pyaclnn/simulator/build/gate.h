/* What the exported functions and the gate agree on. */
#ifndef PYACLNN_GATE_H
#define PYACLNN_GATE_H

#include <stddef.h>
#include <stdint.h>

enum { PYACLNN_DONE = 0, PYACLNN_FAILED = 1, PYACLNN_CLOSED = 2 };

typedef int (*pyaclnn_call)(const char *name, void **args, void *result);

/* Runs a function by name. `args` points to the arguments, `result` to room for the value returned; `site` is the
   address in the client that the function returns to. */
int pyaclnn_gate(const char *name, void **args, void *result, const void *site);

/* Keeps a site for the call under way on this thread; the one kept before. */
const void *pyaclnn_change_site(const void *site);

/* The file of that call, its address, and its offset in the file as debuggers count; false when there is none. */
int pyaclnn_find_site(char *file, size_t room, uint64_t *address, uint64_t *offset);

/* `function+0x12` for an address; false when its file exports no function there. */
int pyaclnn_find_symbol(uint64_t address, char *name, size_t room);

/* Gives up Python's lock if the calling thread holds it, else NULL; and takes it again. */
void *pyaclnn_release_interpreter(void);
void pyaclnn_take_interpreter(void *thread);

/* Lets no call in any more. True where Python can still be entered, and calls were let in until now. */
int pyaclnn_shut_gate(void);

/* Once a call can be made; before Python can't be entered any more; and when something was given back after that. */
int pyaclnn_expect_report(pyaclnn_call call); /* whether the check mode is on */
void pyaclnn_take_report(void);
void pyaclnn_gave_back_late(void);

/* Whether the interpreter finalizes, or has. */
int pyaclnn_python_is_ending(void);

/* Leads the locks of libraries that use CANN around deadlocks with Python's lock, once they are loaded. */
void pyaclnn_watch_clients(void);

/* Threads that need Python once it finalizes are stopped, not unwound. */
void pyaclnn_keep_threads(void);

#endif
