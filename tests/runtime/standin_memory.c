// The memory. What is handed out as device memory is an address in a range that nobody may touch;
// the bytes behind it lie in the heap, so that the sanitizers and valgrind watch the stand-in's own
// copies. Managed and pinned memory are the heap's own: the host may touch those.
#include "standin_state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 256, GUARD = 4096, RANGE_USUAL = 64 << 20 };

// Address space that is never given back, not even by a reset: whoever keeps a pointer too long
// finds nothing at it, and no other allocation either.
struct range {
  struct range *next;
  uintptr_t address;
  size_t size, used;
};

static struct range *ranges;
static struct allocation *allocations;

// The first gap lies before the first allocation.
static struct range *new_range(size_t least) {
  size_t size = least > RANGE_USUAL - GUARD ? least + GUARD : RANGE_USUAL;
  struct range *range = calloc(1, sizeof *range);
  if (!range) return NULL;
  void *address = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED) {
    free(range);
    return NULL;
  }
  *range =
      (struct range){.next = ranges, .address = (uintptr_t)address, .size = size, .used = GUARD};
  return ranges = range;
}

// An address never used before, with a gap behind the bytes. 0 when there is none.
static uintptr_t new_address(size_t size) {
  if (size > SIZE_MAX - 2 * GUARD - ALIGNMENT) return 0;
  size_t taken = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + GUARD;
  struct range *range = ranges;
  if (!range || range->size - range->used < taken) range = new_range(taken);
  if (!range) return 0;
  uintptr_t address = range->address + range->used;
  range->used += taken;
  return address;
}

static bool fill_allocation(struct allocation *allocation) {
  bool device_memory = allocation->type == cudaMemoryTypeDevice;
  uintptr_t address = device_memory ? new_address(allocation->size) : 0;
  if (device_memory && !address) return false;
  // posix_memalign and not aligned_alloc: the size stays exact for those who watch the heap.
  void *bytes = NULL;
  if (posix_memalign(&bytes, ALIGNMENT, allocation->size) != 0) return false;
  memset(bytes, STANDIN_FRESH_BYTE, allocation->size);
  allocation->bytes = bytes;
  allocation->address = device_memory ? address : (uintptr_t)bytes;
  return true;
}

cudaError_t memory_allocate(enum cudaMemoryType type, size_t size, void **pointer) {
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = NULL;
  // CUDA takes nothing for cudaMalloc and cudaMallocHost, and refuses it for cudaMallocManaged.
  if (size == 0) return type == cudaMemoryTypeManaged ? cudaErrorInvalidValue : cudaSuccess;
  struct allocation *allocation = calloc(1, sizeof *allocation);
  if (!allocation) return cudaErrorMemoryAllocation;
  *allocation = (struct allocation){.next = allocations,
                                    .type = type,
                                    .device = this_thread()->device,
                                    .live = true,
                                    .size = size};
  if (!fill_allocation(allocation)) {
    free(allocation);
    return cudaErrorMemoryAllocation;
  }
  allocations = allocation;
  *pointer = (void *)allocation->address;
  return cudaSuccess;
}

// The allocation that the address lies in, or lay; the latest, where the heap gave it out again.
static struct allocation *find(uintptr_t address) {
  for (struct allocation *one = allocations; one; one = one->next)
    if (address - one->address < one->size) return one;
  return NULL;
}

const struct allocation *memory_at(const void *pointer) {
  const struct allocation *found = find((uintptr_t)pointer);
  return found && found->live ? found : NULL;
}

static bool in_ranges(uintptr_t address) {
  for (const struct range *range = ranges; range; range = range->next)
    if (address - range->address < range->size) return true;
  return false;
}

cudaError_t memory_free(void *pointer, bool pinned) {
  if (!pointer) return cudaSuccess;
  struct allocation *found = find((uintptr_t)pointer);
  const char *wrong = NULL;
  if (!found) wrong = "was never handed out";
  else if (found->address != (uintptr_t)pointer) wrong = "lies inside an allocation";
  else if (!found->live) wrong = "was freed before";
  else if (pinned != (found->type == cudaMemoryTypeHost)) wrong = "is the other function's";
  if (wrong) {
    fault("%s of %p, which %s", pinned ? "cudaFreeHost" : "cudaFree", pointer, wrong);
    return cudaErrorInvalidValue;
  }
  queue_run_device(found->device);
  found->live = false;
  free(found->bytes);
  return cudaSuccess;
}

bool memory_place(const void *pointer, size_t bytes, struct place *place) {
  uintptr_t address = (uintptr_t)pointer;
  const struct allocation *found = memory_at(pointer);
  *place = (struct place){.allocation = found, .address = address};
  const char *wrong = NULL;
  if (!pointer) wrong = "at NULL";
  else if (!found && in_ranges(address)) wrong = "outside any live allocation";
  else if (found && bytes > found->size - (address - found->address)) wrong = "beyond the end";
  if (!wrong) return true;
  fault("%zu bytes at %p, %s", bytes, pointer, wrong);
  return false;
}

unsigned char *place_bytes(const struct place *place) {
  const struct allocation *allocation = place->allocation;
  if (!allocation) return (unsigned char *)place->address;
  if (allocation->live) return allocation->bytes + (place->address - allocation->address);
  fault("memory at %p was freed under an operation still queued", (void *)place->address);
  return NULL;
}

int memory_live(enum cudaMemoryType type, int device) {
  int count = 0;
  for (const struct allocation *one = allocations; one; one = one->next)
    count += one->live && one->type == type && (device < 0 || one->device == device);
  return count;
}

void memory_reset(void) {
  while (allocations) {
    struct allocation *next = allocations->next;
    if (allocations->live) free(allocations->bytes);
    free(allocations);
    allocations = next;
  }
}

STANDIN_EXPORT int standin_live_allocations(int device) {
  lock();
  int count = device < 0 ? 0 : memory_live(cudaMemoryTypeDevice, device);
  unlock();
  return count;
}

STANDIN_EXPORT int standin_live_host_allocations(void) {
  lock();
  int count = memory_live(cudaMemoryTypeManaged, -1) + memory_live(cudaMemoryTypeHost, -1);
  unlock();
  return count;
}

// The bytes behind device memory, or NULL.
static unsigned char *device_bytes(const void *pointer, size_t bytes) {
  const struct allocation *found = memory_at(pointer);
  if (!found || found->type != cudaMemoryTypeDevice) return NULL;
  size_t before = (uintptr_t)pointer - found->address;
  return bytes <= found->size - before ? found->bytes + before : NULL;
}

STANDIN_EXPORT bool standin_peek(const void *device_pointer, void *destination, size_t bytes) {
  lock();
  const unsigned char *found = device_bytes(device_pointer, bytes);
  if (found) memcpy(destination, found, bytes);
  unlock();
  return found != NULL;
}

STANDIN_EXPORT bool standin_poke(void *device_pointer, const void *source, size_t bytes) {
  lock();
  unsigned char *found = device_bytes(device_pointer, bytes);
  if (found) memcpy(found, source, bytes);
  unlock();
  return found != NULL;
}
