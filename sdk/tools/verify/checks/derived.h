// Instances that a check makes from a case's: other shapes, other attributes, other values.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "graph/tensor.h"
#include "opdk/op_desc.h"
#include "sdk/tools/verify/checks/kernel_runner.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// Verifies `op` and infers its outputs anew; `known(i)`: whether the value of input i is known.
Status InferAnew(OpDesc& op, const std::vector<ge::Tensor>& inputs, const std::function<bool(size_t)>& known,
                 const PackageRegistry& packages);

// Makes a runner of the operator on these inputs (their descs count): infers the outputs and prepares the kernel.
// E2003: inference refuses the operator; E2008: no column matches, or no kernel runs.
Result<std::unique_ptr<KernelRunner>> MakeDerived(OpDesc op, const std::vector<ge::Tensor>& inputs,
                                                  std::string_view engine, const TestHarness& harness);

// Returns a tensor of the same dtype whose element i is `from`'s element `source(i)`.
ge::Tensor Rearranged(const ge::Tensor& from, const std::vector<int64_t>& shape,
                      const std::function<size_t(size_t)>& source);

int64_t CountOf(const ge::Tensor& tensor);

}  // namespace opdk::verify
