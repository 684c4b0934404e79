// The library from which the tests' program makes kernels.
#include <cstdint>
#include <stdexcept>

#include "opdk/acl_kernel.h"

// Scales a block's share of the input. Each block leaves its number in the workspace, if there is one.
extern "C" void Scale(const OpdkAclKernelCall* call) {
  const float factor = *static_cast<const float*>(call->args);
  const auto* x = static_cast<const float*>(call->inputs[0]);
  auto* y = static_cast<float*>(call->outputs[0]);
  const size_t count = call->input_bytes[0] / sizeof(float);
  for (size_t i = call->block; i < count; i += call->blocks) y[i] = factor * x[i];
  if (call->workspace_count > 0) static_cast<uint32_t*>(call->workspaces[0])[call->block] = call->block;
}

extern "C" void Throw(const OpdkAclKernelCall*) { throw std::runtime_error("on purpose"); }
