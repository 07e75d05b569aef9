/* Threads of a client that wait for one another give up Python's lock meanwhile.
 *
 * A client such as PyTorch's NPU backend calls CANN while it holds locks of its own, and takes the same locks in
 * threads that hold Python's, which is right where CANN needs no Python. Here each would wait for the other. So the
 * functions by which C and C++ wait for a lock are replaced, in clients only, by ones that don't wait with Python's
 * lock held. Nor do they wait for Python's lock with the other one held, where the order can be chosen: a thread that
 * is stopped there while the interpreter finalizes would keep it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>

#include "gate.h"
#include "redirect.h"

/* Without Python's lock it is plain waiting. With it: wait until the lock is free, take Python's again, try again. */
#define WITHOUT_PYTHON(lock, try, wait, unlock)                                                                        \
    for (;;) {                                                                                                         \
        const int code = try(lock);                                                                                    \
        if (code != EBUSY)                                                                                             \
            return code;                                                                                               \
        void *thread = pyaclnn_release_interpreter();                                                                  \
        const int waited = wait(lock);                                                                                 \
        if (thread == NULL || waited != 0) {                                                                           \
            pyaclnn_take_interpreter(thread);                                                                          \
            return waited;                                                                                             \
        }                                                                                                              \
        unlock(lock);                                                                                                  \
        pyaclnn_take_interpreter(thread);                                                                              \
    }

static int lock_mutex(pthread_mutex_t *mutex)
{
    WITHOUT_PYTHON(mutex, pthread_mutex_trylock, pthread_mutex_lock, pthread_mutex_unlock)
}

static int lock_to_read(pthread_rwlock_t *lock)
{
    WITHOUT_PYTHON(lock, pthread_rwlock_tryrdlock, pthread_rwlock_rdlock, pthread_rwlock_unlock)
}

static int lock_to_write(pthread_rwlock_t *lock)
{
    WITHOUT_PYTHON(lock, pthread_rwlock_trywrlock, pthread_rwlock_wrlock, pthread_rwlock_unlock)
}

/* What is done once is done with Python's lock, as it would be; only waiting for another thread is without it. */
struct once {
    void (*run)(void);
    void *thread;
};
static __thread struct once *current;

static void run_with_python(void)
{
    struct once *call = current;
    pyaclnn_take_interpreter(call->thread);
    call->thread = NULL; /* should `run` throw, the lock stays where its caller expects it */
    call->run();
    call->thread = pyaclnn_release_interpreter();
}

static int run_once(pthread_once_t *control, void (*run)(void))
{
    enum { DONE = 2 }; /* in glibc and musl alike; without it every call would give up Python's lock */
    if (*(volatile const int *)control == DONE)
        return pthread_once(control, run);
    struct once call = {run, pyaclnn_release_interpreter()}, *outer = current;
    if (call.thread == NULL)
        return pthread_once(control, run);
    current = &call;
    const int code = pthread_once(control, run_with_python);
    current = outer;
    pyaclnn_take_interpreter(call.thread);
    return code;
}

/* Called where a static variable of a C++ function is not known to be initialized yet. */
static int (*real_guard)(uint64_t *);

static int take_guard(uint64_t *guard)
{
    void *thread = pyaclnn_release_interpreter();
    const int is_mine = real_guard(guard);
    pyaclnn_take_interpreter(thread);
    return is_mine;
}

static int is_client(const struct loaded *library)
{
    return pyaclnn_is_linked_to(library, "libascendcl.so") && !pyaclnn_is_linked_to(library, "libpyaclnn_gate.so");
}

void pyaclnn_watch_clients(void)
{
    static const struct redirection waits[] = {
        {"pthread_mutex_lock", (void *)lock_mutex},
        {"pthread_rwlock_rdlock", (void *)lock_to_read},
        {"pthread_rwlock_wrlock", (void *)lock_to_write},
        {"pthread_once", (void *)run_once},
        {"__cxa_guard_acquire", (void *)take_guard},
    };
    void *cxx = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
    int (*found)(uint64_t *) = cxx ? (int (*)(uint64_t *))dlsym(cxx, "__cxa_guard_acquire") : NULL;
    if (found != NULL)
        real_guard = found;
    pyaclnn_redirect(is_client, waits, sizeof waits / sizeof *waits - (real_guard == NULL));
}
