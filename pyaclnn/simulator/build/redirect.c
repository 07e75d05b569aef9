/* The slots through which a loaded library calls others, and how one of them is changed. */
#define _GNU_SOURCE
#include <elf.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "redirect.h"

#if defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, ADDRESS_SLOT = R_X86_64_GLOB_DAT };
#elif defined(__aarch64__)
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, ADDRESS_SLOT = R_AARCH64_GLOB_DAT };
#else
enum { JUMP_SLOT = -1, ADDRESS_SLOT = -1 };
#endif

struct request {
    int (*is_meant)(const struct loaded *);
    const struct redirection *list;
    size_t count;
};

/* Loaders may or may not have turned the addresses of a dynamic section into those of the process. */
static const void *address_in(const struct loaded *library, ElfW(Addr) value)
{
    const ElfW(Addr) base = library->parts->dlpi_addr;
    return (const void *)(value < base ? base + value : value);
}

static const ElfW(Dyn) *find(const struct loaded *library, ElfW(Sxword) tag)
{
    for (const ElfW(Dyn) *entry = library->dynamic; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag)
            return entry;
    return NULL;
}

int pyaclnn_is_linked_to(const struct loaded *library, const char *name)
{
    for (const ElfW(Dyn) *entry = library->dynamic; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED && strcmp(library->names + entry->d_un.d_val, name) == 0)
            return 1;
    return 0;
}

int pyaclnn_contains(const struct loaded *library, const void *address)
{
    for (int i = 0; i < library->parts->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &library->parts->dlpi_phdr[i];
        const uintptr_t start = library->parts->dlpi_addr + part->p_vaddr, at = (uintptr_t)address;
        if (part->p_type == PT_LOAD && start <= at && at < start + part->p_memsz)
            return 1;
    }
    return 0;
}

static void change(const struct loaded *library, void **slot, void *target)
{
    const uintptr_t page = sysconf(_SC_PAGESIZE), at = (uintptr_t)slot;
    const int is_fixed = library->fixed_from <= at && at < library->fixed_to;
    void *start = (void *)(at & -page);
    if (*slot == target)
        return;
    if (is_fixed && mprotect(start, page, PROT_READ | PROT_WRITE) != 0) {
        perror("pyaclnn simulator: calls between libraries can't be redirected, threads may hang");
        return;
    }
    *slot = target;
    if (is_fixed)
        mprotect(start, page, PROT_READ);
}

static void change_all(const struct loaded *library, const struct request *wanted, ElfW(Sxword) table, ElfW(Sxword) size)
{
    const ElfW(Dyn) *start = find(library, table), *bytes = find(library, size);
    if (start == NULL || bytes == NULL)
        return;
    const ElfW(Rela) *entries = address_in(library, start->d_un.d_ptr);
    for (size_t i = 0; i < bytes->d_un.d_val / sizeof *entries; i++) {
        const int type = (int)ELF64_R_TYPE(entries[i].r_info);
        if (type != JUMP_SLOT && type != ADDRESS_SLOT)
            continue;
        const char *name = library->names + library->symbols[ELF64_R_SYM(entries[i].r_info)].st_name;
        for (size_t k = 0; k < wanted->count; k++)
            if (strcmp(name, wanted->list[k].name) == 0)
                change(library, (void **)(library->parts->dlpi_addr + entries[i].r_offset), wanted->list[k].target);
    }
}

static int look_at(struct dl_phdr_info *parts, size_t size, void *request)
{
    const struct request *wanted = request;
    struct loaded library = {.parts = parts};
    (void)size;
    for (int i = 0; i < parts->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &parts->dlpi_phdr[i];
        if (part->p_type == PT_DYNAMIC)
            library.dynamic = (const void *)(parts->dlpi_addr + part->p_vaddr);
        if (part->p_type == PT_GNU_RELRO) {
            library.fixed_from = parts->dlpi_addr + part->p_vaddr;
            library.fixed_to = library.fixed_from + part->p_memsz;
        }
    }
    if (library.dynamic == NULL || find(&library, DT_SYMTAB) == NULL || find(&library, DT_STRTAB) == NULL)
        return 0;
    library.symbols = address_in(&library, find(&library, DT_SYMTAB)->d_un.d_ptr);
    library.names = address_in(&library, find(&library, DT_STRTAB)->d_un.d_ptr);
    if (wanted->is_meant(&library)) {
        change_all(&library, wanted, DT_JMPREL, DT_PLTRELSZ);
        change_all(&library, wanted, DT_RELA, DT_RELASZ);
    }
    return 0;
}

void pyaclnn_redirect(int (*is_meant)(const struct loaded *), const struct redirection *list, size_t count)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    struct request wanted = {is_meant, list, count};
    pthread_mutex_lock(&one_at_a_time);
    dl_iterate_phdr(look_at, &wanted);
    pthread_mutex_unlock(&one_at_a_time);
}
