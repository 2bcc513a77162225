#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

/// How often this process has allocated memory; negative where that is not counted.
int64_t allocationsSoFar(void);

/// How many bytes are allocated; negative where that is not counted.
int64_t allocatedBytes(void);

/// Gives memory that has been freed back to the system, as far as possible.
void returnFreedMemory(void);

#endif
