#include "Allocations.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_OTHER_ALLOCATOR
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(HAS_OTHER_ALLOCATOR)

#include <malloc.h>
#include <stdatomic.h>

// The functions below take the place of those of the C library in the whole process, because the
// program comes first where symbols are looked up. They call what the C library calls itself, so
// that memory can go to its 'free', which is not replaced.

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// A counter for each thread on a cache line of its own, so that counting takes one addition and no
// locked instruction. Threads share a counter if there are more of them, and may then lose counts.
enum { SLOTS = 256 };
static struct {
  _Alignas(64) atomic_long count;
} slots[SLOTS];
static atomic_uint threads;
// One more than the slot of the thread; 0 before its first allocation.
static __thread unsigned slot;

static void count(void) {
  if (slot == 0) {
    slot = 1 + atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) % SLOTS;
  }
  atomic_long *counter = &slots[slot - 1].count;
  long value = atomic_load_explicit(counter, memory_order_relaxed);
  atomic_store_explicit(counter, value + 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  count();
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

int64_t allocationsSoFar(void) {
  int64_t sum = 0;
  for (int index = 0; index < SLOTS; index++) {
    sum += atomic_load_explicit(&slots[index].count, memory_order_relaxed);
  }
  return sum;
}

int64_t allocatedBytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}

void returnFreedMemory(void) { malloc_trim(0); }

#else

int64_t allocationsSoFar(void) { return -1; }

int64_t allocatedBytes(void) { return -1; }

void returnFreedMemory(void) {}

#endif
