/* The C end of the bridge: starts an interpreter where none runs, and the package in it. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

static const char *start_isolated(const char *home)
{
    PyPreConfig before;
    PyConfig config;
    PyPreConfig_InitIsolatedConfig(&before);
    before.utf8_mode = 1;
    PyStatus status = Py_PreInitialize(&before);
    if (PyStatus_Exception(status))
        return status.err_msg ? status.err_msg : "unknown";
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0; /* the packages needed are known: nothing else is looked for */
    status = PyConfig_SetBytesString(&config, &config.home, home);
    if (!PyStatus_Exception(status))
        status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status))
        return status.err_msg ? status.err_msg : "unknown";
    PyEval_SaveThread();
    return NULL;
}

/* The building environment's paths come after the process's own. False with a Python error set. */
static int add_paths(const char *paths)
{
    PyObject *path = PySys_GetObject("path");
    PyObject *text = PyUnicode_FromString(paths);
    PyObject *added = text ? PyUnicode_Splitlines(text, 0) : NULL;
    int is_done = path != NULL && added != NULL;
    for (Py_ssize_t i = 0; is_done && i < PyList_Size(added); i++) {
        PyObject *entry = PyList_GetItem(added, i);
        const int is_known = PySequence_Contains(path, entry);
        is_done = is_known == 1 || (is_known == 0 && PyList_Append(path, entry) == 0);
    }
    Py_XDECREF(added);
    Py_XDECREF(text);
    return is_done;
}

/* The Python error in one line, kept for the one start there is. */
static const char *error_text(void)
{
    static char line[1024];
    PyObject *type, *error, *trace;
    PyErr_Fetch(&type, &error, &trace);
    PyErr_NormalizeException(&type, &error, &trace);
    PyObject *text = error ? PyObject_Str(error) : NULL;
    const char *name = type ? ((PyTypeObject *)type)->tp_name : "error";
    snprintf(line, sizeof line, "%s: %s", name, text ? PyUnicode_AsUTF8(text) : "");
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(error);
    Py_XDECREF(trace);
    PyErr_Clear();
    return line;
}

/* NULL when an interpreter runs, else why it can't. A C program's environment plays no part. */
__attribute__((visibility("default"))) const char *pyaclnn_start_interpreter(const char *home)
{
    return Py_IsInitialized() ? NULL : start_isolated(home);
}

/* The function that runs calls in Python; NULL when the package can't be used, with the reason in `why`. `close` shuts
   the gate. */
__attribute__((visibility("default"))) void *
pyaclnn_start(const char *paths, const char *bridge, void (*close)(void), const char **why)
{
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *module = add_paths(paths) ? PyImport_ImportModule(bridge) : NULL;
    PyObject *address =
        module ? PyObject_CallMethod(module, "start", "K", (unsigned long long)(uintptr_t)close) : NULL;
    void *call = address ? PyLong_AsVoidPtr(address) : NULL;
    if (call == NULL)
        *why = error_text();
    Py_XDECREF(address);
    Py_XDECREF(module);
    PyGILState_Release(state);
    return call;
}
