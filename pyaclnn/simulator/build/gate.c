/* The gate between exported C functions and the Python that computes them.
 *
 * It starts an interpreter in a C program and uses the running one in a Python process. Where Python can't be
 * entered it says so, so that the caller can fail: a function that silently returns 0 would mean success.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libgen.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gate.h"

typedef int (*start_function)(void (*close)(void));
typedef int (*call_function)(const char *name, void **args, void *result);

static pthread_mutex_t start_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static atomic_int is_ready, has_failed, is_starting, is_closed, calls_inside;
static call_function enter_python;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "pyaclnn simulator: %s%s%s\n", what, why ? ": " : "", why ? why : "");
    atomic_store(&has_failed, 1);
}

/* Called when the interpreter begins to finalize: later calls stay outside, those inside are waited for. */
static void close_gate(void)
{
    const struct timespec pause = {0, 1000000};
    atomic_store(&is_closed, 1);
    for (int i = 0; i < 5000 && atomic_load(&calls_inside) > 0; i++)
        nanosleep(&pause, NULL);
}

static int python_is_running(void)
{
    int (*is_initialized)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "Py_IsInitialized");
    return is_initialized != NULL && is_initialized();
}

static int python_fits(void)
{
    const char *(*version)(void) = (const char *(*)(void))dlsym(RTLD_DEFAULT, "Py_GetVersion");
    const size_t length = strlen(PYACLNN_PYTHON_VERSION);
    if (version == NULL || (strncmp(version(), PYACLNN_PYTHON_VERSION, length) == 0 && version()[length] == '.'))
        return 1;
    fail("these libraries were built for Python " PYACLNN_PYTHON_VERSION ", this process runs", version());
    return 0;
}

/* Extension modules of Python need its symbols in the global scope. */
static int load_python(void)
{
    if (PYACLNN_LIBPYTHON[0] == '\0') {
        fail("the Python that built these libraries has no shared library, so that only a Python process can use them", NULL);
        return 0;
    }
    if (dlopen(PYACLNN_LIBPYTHON, RTLD_NOW | RTLD_GLOBAL) == NULL) {
        fail("can't load Python", dlerror());
        return 0;
    }
    return 1;
}

static void *open_bridge(void)
{
    Dl_info here;
    char own[4096], path[4200];
    if (dladdr((void *)close_gate, &here) == 0 || strlen(here.dli_fname) >= sizeof own) {
        fail("can't tell where the libraries are", NULL);
        return NULL;
    }
    strcpy(own, here.dli_fname);
    snprintf(path, sizeof path, "%s/libpyaclnn_bridge.so", dirname(own));
    void *bridge = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (bridge == NULL)
        fail("can't load the bridge to Python", dlerror());
    return bridge;
}

static void start(void)
{
    char *old_home = NULL;
    const int is_embedded = !python_is_running();
    if (is_embedded) {
        const char *home = getenv("PYTHONHOME");
        old_home = home ? strdup(home) : NULL;
        if (!load_python())
            return;
        setenv("PYTHONHOME", PYACLNN_PYTHON_HOME, 1);
    }
    void *bridge = python_fits() ? open_bridge() : NULL;
    if (bridge != NULL) {
        start_function start_python = (start_function)dlsym(bridge, "pyaclnn_start");
        enter_python = (call_function)dlsym(bridge, "pyaclnn_call");
        if (start_python == NULL || enter_python == NULL || !start_python(close_gate))
            fail("Python or the package pyaclnn can't be started in this process", NULL);
        else
            atomic_store(&is_ready, 1);
    }
    if (is_embedded) {
        if (old_home != NULL)
            setenv("PYTHONHOME", old_home, 1);
        else
            unsetenv("PYTHONHOME");
        free(old_home);
    }
}

static int is_open(void)
{
    if (atomic_load(&is_ready))
        return 1;
    pthread_mutex_lock(&start_lock);
    if (!atomic_load(&is_ready) && !atomic_load(&has_failed) && !atomic_load(&is_starting)) {
        atomic_store(&is_starting, 1);
        start();
        atomic_store(&is_starting, 0);
    }
    pthread_mutex_unlock(&start_lock);
    return atomic_load(&is_ready);
}

int pyaclnn_gate(const char *name, void **args, void *result)
{
    if (atomic_load(&is_closed))
        return PYACLNN_CLOSED;
    if (!is_open())
        return PYACLNN_FAILED;
    atomic_fetch_add(&calls_inside, 1);
    int outcome = PYACLNN_CLOSED;
    if (!atomic_load(&is_closed))
        outcome = enter_python(name, args, result) ? PYACLNN_DONE : PYACLNN_FAILED;
    atomic_fetch_sub(&calls_inside, 1);
    return outcome;
}
