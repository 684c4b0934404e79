// Hand-written kernels, for computations that generated code does badly: row-wise softmax, whose exponentials are
// scaled in place, and data movement, whose runs and tiles depend on the shape.
//
// A kernel is recognised in the canonical form alone. So one answer holds for every shape, as with generated kernels.
// Choices that depend on the shape are made with the instance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "graph_core/engines/ai_core/canonical/canonical_kernel.h"
#include "opdk/status.h"

namespace opdk {

class DirectKernel {
 public:
  virtual ~DirectKernel() = default;
  // Computes the outputs from the inputs, both in the kernel's order. `workspace`: workspace_bytes() bytes, 64-byte
  // aligned. Thread-safe.
  virtual void Run(std::span<const void* const> inputs, std::span<void* const> outputs, std::byte* workspace) const = 0;
  virtual size_t workspace_bytes() const { return 0; }

  // Indices of an axis, which a kernel judges while it reads them.
  struct Indices {
    int input = -1;  // -1: none
    int64_t extent = 0;
  };
  virtual Indices judged() const { return {}; }
  // Runs the kernel and returns whether all judged indices lie in [-extent, extent).
  virtual bool RunJudging(std::span<const void* const> inputs, std::span<void* const> outputs,
                          std::byte* workspace) const {
    Run(inputs, outputs, workspace);
    return true;
  }
};

// The hand-written kernel that a canonical kernel was recognised as.
class DirectPattern {
 public:
  virtual ~DirectPattern() = default;
  // Returns the name of the kernel, such as "softmax_rows".
  virtual std::string name() const = 0;
  // Returns whether this kernel alone gains more than generated code that is fused with its neighbours.
  virtual bool stays_alone() const { return true; }
  // Makes the kernel for the symbols and numbers of one instance. E1001: see TargetIsa.
  virtual Result<std::unique_ptr<DirectKernel>> Instantiate(const CanonicalKernel& kernel) const = 0;
};

// Returns the pattern that computes `ir`; nullptr if there is none.
std::shared_ptr<const DirectPattern> FindDirectPattern(const KernelIr& ir);

std::shared_ptr<const DirectPattern> MatchSoftmax(const KernelIr& ir);
std::shared_ptr<const DirectPattern> MatchCopies(const KernelIr& ir);
std::shared_ptr<const DirectPattern> MatchGather(const KernelIr& ir);
std::shared_ptr<const DirectPattern> MatchPads(const KernelIr& ir);
std::shared_ptr<const DirectPattern> MatchSums(const KernelIr& ir);

}  // namespace opdk
