/* Leads calls that a loaded library makes of other libraries' functions through functions of ours. */
#ifndef PYACLNN_REDIRECT_H
#define PYACLNN_REDIRECT_H

#include <link.h>
#include <stddef.h>

struct redirection {
    const char *name;
    void *target;
};

/* A loaded library or program, as its dynamic section and program headers describe it. */
struct loaded {
    const struct dl_phdr_info *parts;
    const ElfW(Dyn) *dynamic;
    const ElfW(Sym) *symbols;
    const char *names;
    uintptr_t fixed_from, fixed_to; /* what is read-only once it is loaded */
};

/* Changes the libraries of this process that are meant; what is loaded later needs another call. Nothing on disk
   changes. Where the kind of machine is unknown nothing happens. */
void pyaclnn_redirect(int (*is_meant)(const struct loaded *), const struct redirection *list, size_t count);

int pyaclnn_is_linked_to(const struct loaded *library, const char *name);
int pyaclnn_contains(const struct loaded *library, const void *address);

#endif
