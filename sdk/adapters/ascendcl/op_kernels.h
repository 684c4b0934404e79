// A program's own kernels of single operators, and the functions that choose one for descriptions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "opdk/acl_kernel.h"
#include "sdk/adapters/ascendcl/ops.h"

// The choice of an operator's function; valid while the function is called.
struct aclopKernelDesc {
  std::string kernel;
  uint32_t blocks = 0;
  std::vector<std::byte> args;
  std::vector<size_t> workspaces;
};

namespace opdk::acl {

// A kernel that was chosen for descriptions.
struct ChosenKernel {
  std::shared_ptr<const void> library;  // that the function is in
  OpdkAclKernel function = nullptr;
  aclopKernelDesc desc;
  std::vector<size_t> input_bytes, output_bytes;  // of the inputs and outputs that are fed
};

// Returns the kernel chosen for such a call; nullptr: aclopUpdateParams was not called for one. Costs only one reading
// of a flag if no kernel was made.
std::shared_ptr<const ChosenKernel> FindKernel(const OpCall& call);
// Launches the kernel on the stream.
Outcome LaunchKernel(std::shared_ptr<const ChosenKernel> kernel, std::vector<std::shared_ptr<aclDataBuffer>> inputs,
                     std::vector<std::shared_ptr<aclDataBuffer>> outputs, aclrtStream stream);
void ForgetKernels();

}  // namespace opdk::acl
