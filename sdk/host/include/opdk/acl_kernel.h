// A program's own kernel of a single operator. aclopCreateKernel takes the bytes of a shared library for this machine
// (`cc -shared -fPIC`), and the name of a function in it that is an OpdkAclKernel. C and C++.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// One call of a kernel, for one block of a run. All its pointers are valid during the call only.
typedef struct OpdkAclKernelCall {
  size_t struct_size;  // size of this structure, as the caller knows it
  void* const* inputs;
  const size_t* input_bytes;
  size_t input_count;
  void* const* outputs;
  const size_t* output_bytes;
  size_t output_count;
  void* const* workspaces;  // of aclopSetKernelWorkspaceSizes' sizes, shared by the run, 64-byte aligned
  size_t workspace_count;
  const void* args;  // copy of aclopSetKernelArgs' arguments: tiling, extents
  size_t arg_bytes;
  uint32_t block;   // number of the block, from 0 on
  uint32_t blocks;  // aclopSetKernelArgs's blockDim
} OpdkAclKernelCall;

// A kernel. Its blocks run side by side, on any threads. It must not throw.
typedef void (*OpdkAclKernel)(const OpdkAclKernelCall* call);

#ifdef __cplusplus
}  // extern "C"
#endif
