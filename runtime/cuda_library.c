#include "cuda_library.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct probe {
  struct dltab_cuda cuda;
  bool found;
  char reason[256];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct dltab_cuda found; // written once, before `usable` points to it
static _Atomic(const struct dltab_cuda *) usable;

static int find_loaded(struct dl_phdr_info *library, size_t size, void *path) {
  (void)size;
  const char *slash = strrchr(library->dlpi_name, '/');
  const char *name = slash ? slash + 1 : library->dlpi_name;
  bool is_it = strncmp(name, "libcudart.so", 12) == 0 || strncmp(name, "libcudart-", 10) == 0;
  if (is_it) snprintf(path, 4096, "%s", library->dlpi_name);
  return is_it;
}

// Wheels give the library names of their own, and load it where dlsym does not look.
static void *open_loaded(void) {
  char path[4096];
  return dl_iterate_phdr(find_loaded, path) ? dlopen(path, RTLD_NOW | RTLD_NOLOAD) : NULL;
}

static void *open_library(char *reason, size_t size) {
  static const char *const names[] = {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0",
                                      "libcudart.so"};
  const char *named = getenv("DLTAB_CUDART");
  if (named && *named) {
    void *library = dlopen(named, RTLD_NOW | RTLD_LOCAL);
    if (!library) snprintf(reason, size, "DLTAB_CUDART names what cannot be loaded: %s", dlerror());
    return library;
  }
  void *library = open_loaded();
  for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library)
    snprintf(
        reason, size,
        "there is no CUDA runtime library (libcudart.so, of CUDA 11 to 13); DLTAB_CUDART can name "
        "one");
  return library;
}

static bool resolve(void *library, struct probe *probe) {
#define RESOLVE(name)                                                                              \
  {                                                                                                \
    void *symbol = dlsym(library, #name);                                                          \
    memcpy(&probe->cuda.name, &symbol, sizeof symbol);                                             \
    if (!symbol)                                                                                   \
      snprintf(probe->reason, sizeof probe->reason,                                                \
               "the CUDA runtime library that was found has no " #name);                           \
    if (!symbol) return false;                                                                     \
  }
  DLTAB_CUDA_FUNCTIONS(RESOLVE)
#undef RESOLVE
  return true;
}

static bool count_devices(struct probe *probe) {
  const struct dltab_cuda *cuda = &probe->cuda;
  int driver = 0;
  cudaError_t result = cuda->cudaGetDeviceCount(&probe->cuda.device_count);
  if (result == cudaSuccess && cuda->device_count > 0) return true;
  if (result == cudaSuccess) result = cudaErrorNoDevice;
  bool no_driver = result == cudaErrorInsufficientDriver &&
                   cuda->cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0;
  snprintf(probe->reason, sizeof probe->reason, "%s (%s)",
           no_driver ? "there is no NVIDIA driver" : cuda->cudaGetErrorString(result),
           cuda->cudaGetErrorName(result));
  return false;
}

static void *run_probe(void *argument) {
  struct probe *probe = argument;
  void *library = open_library(probe->reason, sizeof probe->reason);
  probe->found = library && resolve(library, probe) && count_devices(probe);
  return NULL;
}

static _Thread_local char last_reason[256];

// On a thread of its own, because a failure leaves an error behind in the thread it happened in.
static void look(void) {
  struct probe probe = {.reason = "there is no memory for a thread to look for CUDA"};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_probe, &probe) == 0) pthread_join(thread, NULL);
  memcpy(last_reason, probe.reason, sizeof last_reason);
  if (!probe.found) return;
  found = probe.cuda;
  atomic_store_explicit(&usable, &found, memory_order_release);
}

const struct dltab_cuda *dltab_cuda(const char **reason) {
  *reason = last_reason;
  const struct dltab_cuda *cuda = atomic_load_explicit(&usable, memory_order_acquire);
  if (cuda) return cuda;
  pthread_mutex_lock(&lock);
  if (!atomic_load_explicit(&usable, memory_order_relaxed)) look();
  pthread_mutex_unlock(&lock);
  return atomic_load_explicit(&usable, memory_order_acquire);
}

const char *dlt_cuda_unavailable(void) {
  const char *reason;
  return dltab_cuda(&reason) ? NULL : reason;
}

dlt_status dltab_cuda_fail(const struct dltab_cuda *cuda, dlt_error *error, const char *call,
                           cudaError_t result) {
  return dltab_fail(error, DLT_ERR_CUDA, "%s failed: %s (%s)", call,
                    cuda->cudaGetErrorString(result), cuda->cudaGetErrorName(result));
}
