// One kernel call inside a task: a generated vector kernel or a oneDNN primitive.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "opdk/status.h"

namespace opdk {

class KernelStep {
 public:
  virtual ~KernelStep() = default;
  // `values`: the data of each value of the plan. `workspace`: workspace_bytes() bytes, 64-byte aligned.
  virtual Status Run(std::span<void* const> values, std::byte* workspace) = 0;
  // Whether the step keeps an operand, a constant, in a form of its own, so that Run doesn't look at the value itself.
  virtual bool packs(int value) const {
    static_cast<void>(value);
    return false;
  }
  virtual size_t workspace_bytes() const { return 0; }
  virtual std::string kernel_name() const = 0;
  virtual std::string description() const = 0;
};

// When the fastest of several primitives is found out where it isn't known yet.
enum class Measuring : bool { kNow, kLater };

}  // namespace opdk
