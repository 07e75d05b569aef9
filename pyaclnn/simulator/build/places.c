/* Where in the client an exported function was called: kept for the call under way, and asked for by Python.
 *
 * Only the check mode keeps it. What it means in words is left to the moment when somebody reads it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gate.h"

struct question {
    uintptr_t address;
    char *file;
    size_t room;
    uint64_t offset;
};

static __thread const void *site_of_call;

const void *pyaclnn_change_site(const void *site)
{
    const void *outer = site_of_call;
    site_of_call = site;
    return outer;
}

static int look_at(struct dl_phdr_info *parts, size_t size, void *asked)
{
    struct question *question = asked;
    (void)size;
    for (int i = 0; i < parts->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &parts->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || question->address - (parts->dlpi_addr + part->p_vaddr) >= part->p_memsz)
            continue;
        question->offset = question->address - parts->dlpi_addr; /* in a program with fixed addresses that is 0 */
        snprintf(question->file, question->room, "%s", parts->dlpi_name ? parts->dlpi_name : "");
        return 1;
    }
    return 0;
}

/* dl_iterate_phdr, not dladdr: the latter waits for constructors of libraries that other threads load, which may
   themselves call CANN, and searches all symbols. */
int pyaclnn_find_site(char *file, size_t room, uint64_t *address, uint64_t *offset)
{
    if (site_of_call == NULL)
        return 0;
    /* The call is before the address it returns to, which may be on the next line. */
    struct question question = {(uintptr_t)site_of_call - 1, file, room, 0};
    if (!dl_iterate_phdr(look_at, &question))
        return 0;
    if (file[0] == '\0') { /* the program itself */
        const ssize_t length = readlink("/proc/self/exe", file, room - 1);
        file[length > 0 ? length : 0] = '\0';
    }
    *address = question.address;
    *offset = question.offset;
    return 1;
}

int pyaclnn_find_symbol(uint64_t address, char *name, size_t room)
{
    Dl_info found;
    if (dladdr((void *)(uintptr_t)address, &found) == 0 || found.dli_sname == NULL)
        return 0;
    snprintf(name, room, "%s+%#lx", found.dli_sname, (unsigned long)(address - (uintptr_t)found.dli_saddr));
    return 1;
}
