/* Threads of a client that wait for one of its mutexes give up Python's lock meanwhile.
 *
 * A client such as PyTorch's NPU backend calls CANN while it holds mutexes, and takes the same mutexes in threads that
 * hold Python's lock, which is right where CANN needs no Python. Here each would wait for the other. So its calls of
 * pthread_mutex_lock are led through a function that doesn't wait with Python's lock held. Nothing on disk changes.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gate.h"

#if defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, ADDRESS_SLOT = R_X86_64_GLOB_DAT };
#define SYMBOL_OF ELF64_R_SYM
#elif defined(__aarch64__)
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, ADDRESS_SLOT = R_AARCH64_GLOB_DAT };
#define SYMBOL_OF ELF64_R_SYM
#endif

#ifdef SYMBOL_OF

static int lock_without_python(pthread_mutex_t *mutex)
{
    if (pthread_mutex_trylock(mutex) == 0)
        return 0;
    void *thread = pyaclnn_release_interpreter();
    const int code = pthread_mutex_lock(mutex);
    pyaclnn_take_interpreter(thread);
    return code;
}

struct tables {
    const ElfW(Sym) *symbols;
    const char *names;
    const ElfW(Rela) *jumps, *others;
    size_t jump_bytes, other_bytes;
    uintptr_t fixed_from, fixed_to; /* what is read-only once the library is loaded */
    int is_client, is_bound;
};

static void read_dynamic(const ElfW(Dyn) *entry, struct tables *found)
{
    const ElfW(Dyn) *first = entry;
    for (; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_SYMTAB: found->symbols = (const void *)entry->d_un.d_ptr; break;
        case DT_STRTAB: found->names = (const void *)entry->d_un.d_ptr; break;
        case DT_JMPREL: found->jumps = (const void *)entry->d_un.d_ptr; break;
        case DT_PLTRELSZ: found->jump_bytes = entry->d_un.d_val; break;
        case DT_RELA: found->others = (const void *)entry->d_un.d_ptr; break;
        case DT_RELASZ: found->other_bytes = entry->d_un.d_val; break;
        case DT_FLAGS_1: found->is_bound = (entry->d_un.d_val & DF_1_NOW) != 0; break;
        }
    }
    for (entry = first; found->names != NULL && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED && strcmp(found->names + entry->d_un.d_val, "libascendcl.so") == 0)
            found->is_client = 1;
}

static void replace(const struct tables *tables, void **slot)
{
    const uintptr_t page = sysconf(_SC_PAGESIZE), at = (uintptr_t)slot;
    const int is_fixed = tables->fixed_from <= at && at < tables->fixed_to;
    void *start = (void *)(at & -page);
    if (*slot == (void *)lock_without_python)
        return;
    if (is_fixed && mprotect(start, page, PROT_READ | PROT_WRITE) != 0) {
        perror("pyaclnn simulator: a client's mutexes can't be watched, several threads of it may hang");
        return;
    }
    *slot = (void *)lock_without_python;
    if (is_fixed)
        mprotect(start, page, PROT_READ);
}

static void replace_all(const struct tables *tables, ElfW(Addr) base, const ElfW(Rela) *entries, size_t bytes)
{
    for (size_t i = 0; entries != NULL && i < bytes / sizeof *entries; i++) {
        const unsigned type = ELF64_R_TYPE(entries[i].r_info);
        if (type != JUMP_SLOT && type != ADDRESS_SLOT)
            continue;
        const ElfW(Sym) *symbol = tables->symbols + SYMBOL_OF(entries[i].r_info);
        if (strcmp(tables->names + symbol->st_name, "pthread_mutex_lock") == 0)
            replace(tables, (void **)(base + entries[i].r_offset));
    }
}

static int look_at(struct dl_phdr_info *library, size_t size, void *unused)
{
    struct tables tables = {0};
    (void)size;
    (void)unused;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &library->dlpi_phdr[i];
        const uintptr_t start = library->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_DYNAMIC && library->dlpi_addr != 0)
            read_dynamic((const void *)start, &tables);
        if (part->p_type == PT_GNU_RELRO) {
            tables.fixed_from = start;
            tables.fixed_to = start + part->p_memsz;
        }
    }
    if (tables.is_client && tables.is_bound && tables.symbols != NULL) { /* the others bind names as they go */
        replace_all(&tables, library->dlpi_addr, tables.jumps, tables.jump_bytes);
        replace_all(&tables, library->dlpi_addr, tables.others, tables.other_bytes);
    }
    return 0;
}

void pyaclnn_watch_clients(void)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    dl_iterate_phdr(look_at, NULL);
    pthread_mutex_unlock(&one_at_a_time);
}

#else

void pyaclnn_watch_clients(void) {}

#endif
