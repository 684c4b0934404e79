// A program's own kernel of a single operator: what aclopCreateKernel takes is the bytes of a shared library for this
// machine (`cc -shared -fPIC`), and the name of a function in it that is an OpdkAclKernel. C and C++.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// One call of a kernel: of one block of a run. Whatever it points to is valid for that call.
typedef struct OpdkAclKernelCall {
  size_t struct_size;  // of this, as the caller knows it
  void* const* inputs;
  const size_t* input_bytes;
  size_t input_count;
  void* const* outputs;
  const size_t* output_bytes;
  size_t output_count;
  void* const* workspaces;  // as aclopSetKernelWorkspaceSizes says, of the run, 64-byte aligned
  size_t workspace_count;
  const void* args;  // the copy of what aclopSetKernelArgs was given: tiling, extents
  size_t arg_bytes;
  uint32_t block;   // from 0 on
  uint32_t blocks;  // aclopSetKernelArgs's blockDim
} OpdkAclKernelCall;

// Blocks run side by side, on any threads. It throws nothing.
typedef void (*OpdkAclKernel)(const OpdkAclKernelCall* call);

#ifdef __cplusplus
}  // extern "C"
#endif
