// The C functions that generated kernels call instead of Halide's own runtime: parallel loops on the process' one
// thread pool, scratch memory that is kept per thread, errors.
#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "opdk/parallel.h"

namespace {

constexpr size_t kAlignment = 128;
constexpr size_t kSlots = 16;

// Blocks that one thread has used before. A kernel needs the same few sizes again and again.
class Scratch {
 public:
  ~Scratch() {
    for (Block& block : blocks_) std::free(block.data);
  }

  void* Take(size_t size) {
    Block* best = nullptr;
    Block* replaceable = nullptr;
    for (Block& block : blocks_) {
      if (block.taken) continue;
      if (block.size >= size && (best == nullptr || block.size < best->size)) best = &block;
      if (replaceable == nullptr || block.size < replaceable->size) replaceable = &block;
    }
    if (best == nullptr && replaceable == nullptr) return Allocate(size);
    if (best == nullptr) {
      std::free(replaceable->data);
      *replaceable = {Allocate(size), size, false};
      if (replaceable->data == nullptr) {
        replaceable->size = 0;
        return nullptr;
      }
      best = replaceable;
    }
    best->taken = true;
    return best->data;
  }

  void Return(void* data) {
    for (Block& block : blocks_) {
      if (block.data == data && block.taken) {
        block.taken = false;
        return;
      }
    }
    std::free(data);
  }

 private:
  struct Block {
    void* data = nullptr;
    size_t size = 0;
    bool taken = false;
  };
  static void* Allocate(size_t size) {
    return std::aligned_alloc(kAlignment, (size + kAlignment - 1) / kAlignment * kAlignment);
  }
  std::array<Block, kSlots> blocks_{};
};

Scratch& ThreadScratch() {
  thread_local Scratch scratch;
  return scratch;
}

int Fail(const char* what) {
  std::fprintf(stderr, "opdk: a generated kernel failed: %s\n", what);
  return -1;
}

}  // namespace

#define OPDK_RUNTIME extern "C" __attribute__((visibility("default")))

OPDK_RUNTIME void* halide_malloc(void*, size_t size) {
  // Vectors may read up to one register past the end of a scratch buffer.
  return ThreadScratch().Take(std::max<size_t>(size, 1) + kAlignment);
}

OPDK_RUNTIME void halide_free(void*, void* data) {
  if (data != nullptr) ThreadScratch().Return(data);
}

OPDK_RUNTIME int halide_do_par_for(void* user_context, int (*task)(void*, int, uint8_t*), int min, int size,
                                   uint8_t* closure) {
  int threads = std::min(opdk::ThreadCount(), size);
  int result = 0;
  if (threads <= 1 || omp_in_parallel() != 0) {
    for (int i = min; i < min + size && result == 0; ++i) result = task(user_context, i, closure);
    return result;
  }
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (int i = min; i < min + size; ++i) {
    int code = task(user_context, i, closure);
    if (code != 0) {
#pragma omp atomic write
      result = code;
    }
  }
  return result;
}

OPDK_RUNTIME int halide_error_out_of_memory(void*) { return Fail("out of memory"); }
OPDK_RUNTIME int halide_error_buffer_argument_is_null(void*, const char* name) { return Fail(name); }
OPDK_RUNTIME int halide_error_buffer_allocation_too_large(void*, const char* name, uint64_t, uint64_t) {
  return Fail(name);
}
OPDK_RUNTIME int halide_error_buffer_extents_too_large(void*, const char* name, int64_t, int64_t) { return Fail(name); }
OPDK_RUNTIME int halide_error_host_is_null(void*, const char* name) { return Fail(name); }
OPDK_RUNTIME int halide_error_specialize_fail(void*, const char* message) { return Fail(message); }
OPDK_RUNTIME void halide_error(void*, const char* message) { Fail(message); }
