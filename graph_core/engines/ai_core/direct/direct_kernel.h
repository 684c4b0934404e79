// Kernels written by hand, for computations that generated code does badly: row-wise softmax, whose exponentials are
// scaled where they stand, and data movement, whose runs and tiles depend on the shape.
//
// A kernel is recognised in the canonical form alone, so that, as with generated kernels, one answer holds for every
// shape; what depends on the shape is decided when an instance is made.
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
  // The data of the kernel's inputs and outputs, in their order, and workspace_bytes() bytes, 64-byte aligned. Any
  // number of threads may call it.
  virtual void Run(std::span<const void* const> inputs, std::span<void* const> outputs, std::byte* workspace) const = 0;
  virtual size_t workspace_bytes() const { return 0; }

  // Indices of an axis, which a kernel judges while it reads them.
  struct Indices {
    int input = -1;  // -1: none
    int64_t extent = 0;
  };
  virtual Indices judged() const { return {}; }
  // As Run; returns whether the judged indices lie in [-extent, extent).
  virtual bool RunJudging(std::span<const void* const> inputs, std::span<void* const> outputs,
                          std::byte* workspace) const {
    Run(inputs, outputs, workspace);
    return true;
  }
};

// What a canonical kernel was recognised as.
class DirectPattern {
 public:
  virtual ~DirectPattern() = default;
  // "softmax_rows".
  virtual std::string name() const = 0;
  // Whether it gains more than fusing its neighbours with generated code in its place would.
  virtual bool stays_alone() const { return true; }
  // For one instance's symbols and numbers. E1001: see TargetIsa.
  virtual Result<std::unique_ptr<DirectKernel>> Instantiate(const CanonicalKernel& kernel) const = 0;
};

// nullptr: nothing here computes it.
std::shared_ptr<const DirectPattern> FindDirectPattern(const KernelIr& ir);

std::shared_ptr<const DirectPattern> MatchSoftmax(const KernelIr& ir);
std::shared_ptr<const DirectPattern> MatchCopies(const KernelIr& ir);
std::shared_ptr<const DirectPattern> MatchGather(const KernelIr& ir);
std::shared_ptr<const DirectPattern> MatchPads(const KernelIr& ir);
std::shared_ptr<const DirectPattern> MatchSums(const KernelIr& ir);

}  // namespace opdk
