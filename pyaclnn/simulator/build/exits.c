/* Threads that Python would end while it finalizes are stopped where they are instead.
 *
 * Before 3.14 a thread that asks for the interpreter's lock then ends by pthread_exit, which unwinds its stack: through
 * C++ functions that must not throw, which abort the process, and through destructors that use Python without the lock.
 * Extension modules that give up the lock to call CANN ask for it just there. Python 3.14 stops such threads by itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include "gate.h"
#include "redirect.h"

static void stop_or_exit(void *value)
{
    while (pyaclnn_python_is_ending())
        pause();
    pthread_exit(value);
}

static int is_python(const struct loaded *library)
{
    const void *function = dlsym(RTLD_DEFAULT, "Py_IsInitialized");
    return function != NULL && pyaclnn_contains(library, function);
}

void pyaclnn_keep_threads(void)
{
    static const struct redirection exits[] = {{"pthread_exit", (void *)stop_or_exit}};
    pyaclnn_redirect(is_python, exits, 1);
}
