/* The gate between exported C functions and the Python that computes them.
 *
 * It starts an interpreter in a C program and uses the running one in a Python process. Where Python can't be
 * entered it says so, so that the caller can fail: a function that silently returns 0 would mean success.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libgen.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gate.h"

typedef const char *(*interpreter_function)(const char *home);
typedef void *(*start_function)(const char *paths, const char *bridge, void (*close)(void), const char **why);

enum { LONGEST_WAIT_MS = 60000 };

static pthread_mutex_t start_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static atomic_int is_ready, has_failed, is_starting, is_closed, calls_inside;
static pyaclnn_call enter_python;
static int (*python_is_initialized)(void);
static int (*python_is_finalizing)(void);
static int has_seen_python, keeps_sites;
static char failure[2048]; /* why all calls fail; written once, before has_failed */

static void *python_symbol(const char *name)
{
    return dlsym(RTLD_DEFAULT, name);
}

/* Said once: a gate that has failed stays shut. */
static void fail(const char *what, const char *why)
{
    snprintf(failure, sizeof failure, "pyaclnn simulator: %s%s%.1500s; every call fails", what, why ? ": " : "",
             why ? why : "");
    fprintf(stderr, "%s\n", failure);
    atomic_store(&has_failed, 1);
}

/* Later calls stay outside, those inside are waited for. False when some stay there. */
static int wait_for_calls(void)
{
    const struct timespec pause = {0, 1000000};
    atomic_store(&is_closed, 1);
    for (int i = 0; i < LONGEST_WAIT_MS && atomic_load(&calls_inside) > 0; i++)
        nanosleep(&pause, NULL);
    return atomic_load(&calls_inside) == 0;
}

/* Called when the interpreter begins to finalize. */
static void close_gate(void)
{
    if (wait_for_calls())
        pyaclnn_take_report();
}

static int find_python(void)
{
    python_is_initialized = (int (*)(void))python_symbol("Py_IsInitialized");
    python_is_finalizing = (int (*)(void))python_symbol("Py_IsFinalizing");
    if (python_is_finalizing == NULL) /* its name before 3.13 */
        python_is_finalizing = (int (*)(void))python_symbol("_Py_IsFinalizing");
    return python_is_initialized != NULL;
}

int pyaclnn_python_is_ending(void)
{
    return python_is_finalizing != NULL && python_is_finalizing();
}

static int python_is_running(void)
{
    return python_is_initialized() && !pyaclnn_python_is_ending();
}

__attribute__((constructor)) static void look_for_python(void)
{
    has_seen_python = find_python() && python_is_initialized();
}

static int python_fits(void)
{
    const char *(*version)(void) = (const char *(*)(void))python_symbol("Py_GetVersion");
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
        fail("the Python that built these libraries has no shared library, so that only a Python process can use them",
             NULL);
        return 0;
    }
    if (dlopen(PYACLNN_LIBPYTHON, RTLD_NOW | RTLD_GLOBAL) == NULL) {
        fail("can't load Python", dlerror());
        return 0;
    }
    return find_python();
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
    if (!find_python() || !python_is_running()) {
        if (has_seen_python || pyaclnn_python_is_ending()) {
            atomic_store(&is_closed, 1); /* an interpreter is not started anew at the end of its process */
            return;
        }
        if (!load_python())
            return;
    }
    void *bridge = python_fits() ? open_bridge() : NULL;
    if (bridge == NULL)
        return;
    interpreter_function start_interpreter = (interpreter_function)dlsym(bridge, "pyaclnn_start_interpreter");
    start_function start_package = (start_function)dlsym(bridge, "pyaclnn_start");
    if (start_interpreter == NULL || start_package == NULL) {
        fail("the bridge to Python is incomplete", NULL);
        return;
    }
    const char *why = start_interpreter(PYACLNN_PYTHON_HOME);
    if (why != NULL) {
        fail("the Python of " PYACLNN_PYTHON_HOME " can't be used", why);
        return;
    }
    enter_python = (pyaclnn_call)start_package(PYACLNN_PATHS, PYACLNN_BRIDGE, close_gate, &why);
    if (enter_python == NULL)
        fail("the package pyaclnn can't be used by the Python of this process", why);
    else {
        pyaclnn_keep_threads();
        keeps_sites = pyaclnn_expect_report(enter_python);
        atomic_store(&is_ready, 1);
    }
}

/* A thread that waits for the start must not hold the interpreter's lock, which the start needs. */
void *pyaclnn_release_interpreter(void)
{
    int (*initialized)(void) = (int (*)(void))python_symbol("Py_IsInitialized");
    int (*holds)(void) = (int (*)(void))python_symbol("PyGILState_Check");
    void *(*save)(void) = (void *(*)(void))python_symbol("PyEval_SaveThread");
    if (pyaclnn_python_is_ending()) /* the thread that ends it must go on holding the lock */
        return NULL;
    return initialized && holds && save && initialized() && holds() ? save() : NULL;
}

void pyaclnn_take_interpreter(void *thread)
{
    void (*restore)(void *) = (void (*)(void *))python_symbol("PyEval_RestoreThread");
    if (thread != NULL && restore != NULL)
        restore(thread);
}

int pyaclnn_shut_gate(void)
{
    const int was_open = !atomic_exchange(&is_closed, 1) && atomic_load(&is_ready) && python_is_running();
    return was_open && wait_for_calls();
}

static int is_open(void)
{
    if (atomic_load(&is_ready))
        return 1;
    if (atomic_load(&has_failed))
        return 0;
    void *thread = pyaclnn_release_interpreter();
    pthread_mutex_lock(&start_lock);
    if (!atomic_load(&is_ready) && !atomic_load(&has_failed) && !atomic_load(&is_starting)) {
        atomic_store(&is_starting, 1);
        start();
        atomic_store(&is_starting, 0);
    }
    pthread_mutex_unlock(&start_lock);
    pyaclnn_take_interpreter(thread);
    return atomic_load(&is_ready);
}

/* Where Python can't be entered, the gate itself knows one answer: why. */
static int refuse(const char *name, void *result)
{
    if (!atomic_load(&has_failed) || strcmp(name, "aclGetRecentErrMsg") != 0)
        return PYACLNN_FAILED;
    *(const char **)result = failure;
    return PYACLNN_DONE;
}

/* A call may come back to the gate through a function of the client that it calls: the outer site is kept. */
static int call_python(const char *name, void **args, void *result, const void *site)
{
    if (!keeps_sites)
        return enter_python(name, args, result);
    const void *outer = pyaclnn_change_site(site);
    const int is_done = enter_python(name, args, result);
    pyaclnn_change_site(outer);
    return is_done;
}

int pyaclnn_gate(const char *name, void **args, void *result, const void *site)
{
    if (atomic_load(&is_closed))
        return PYACLNN_CLOSED;
    if (!is_open())
        return atomic_load(&is_closed) ? PYACLNN_CLOSED : refuse(name, result);
    if (strcmp(name, "aclrtSetDevice") == 0) /* a client's threads do so first, and not often */
        pyaclnn_watch_clients();
    atomic_fetch_add(&calls_inside, 1);
    int outcome = PYACLNN_CLOSED;
    if (!atomic_load(&is_closed) && python_is_running())
        outcome = call_python(name, args, result, site) ? PYACLNN_DONE : PYACLNN_FAILED;
    atomic_fetch_sub(&calls_inside, 1);
    return outcome;
}
