/* The report of the check mode at the end of a process.
 *
 * It is made while Python can be entered: in a Python process before its interpreter finalizes, in a C program by the
 * destructor below. The destructor shows it, so that both say it last, whether or not aclFinalize was called.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "gate.h"

static pyaclnn_call enter_python;
static pid_t process; /* a child of it made none of the mistakes, and may not be able to enter Python */
static char *everything, *without_leaks;
static int is_taken, exit_code;
static atomic_int is_late;

int pyaclnn_expect_report(pyaclnn_call call)
{
    int is_checking = 0;
    void *find_site = (void *)pyaclnn_find_site, *find_symbol = (void *)pyaclnn_find_symbol;
    void *args[] = {&find_site, &find_symbol};
    call("pyaclnn_is_checking", args, &is_checking);
    if (is_checking) {
        enter_python = call;
        process = getpid();
    }
    return is_checking;
}

void pyaclnn_take_report(void)
{
    if (enter_python == NULL || is_taken || process != getpid())
        return;
    is_taken = 1;
    void *texts[] = {&everything, &without_leaks};
    enter_python("pyaclnn_report", texts, &exit_code);
}

/* Nobody saw what it gave back: what was left before may be no leak. */
void pyaclnn_gave_back_late(void)
{
    atomic_store(&is_late, 1);
}

__attribute__((destructor)) static void show_report(void)
{
    if (enter_python == NULL || process != getpid())
        return;
    if (pyaclnn_shut_gate())
        pyaclnn_take_report();
    const char *text = atomic_load(&is_late) ? without_leaks : everything;
    if (text == NULL)
        return;
    fputs(text, stderr);
    fflush(NULL);
    if (exit_code != 0)
        _exit(exit_code);
}
