// Convolutions whose filter isn't finite, where zeros pad x. oneDNN multiplies the padding too, and 0 times an infinity
// is NaN. Positions outside of x must add nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "graph_core/engines/ai_core/steps/step_constants.h"
#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "opdk/status.h"

namespace opdk {

// Returns whether a convolution's window reaches into the padding.
bool PadsWithZeros(const StepSpec& spec);

bool AllFinite(const float* numbers, int64_t count);

// Computes the gradient of a row-major float kConvBackpropFilter, without positions outside of `x`. Slow.
void FilterGradientInsideOnly(const tbe::TensorNode& cube, const float* x, const float* gradient, float* filter);

// Computes the step in float, tap by tap, inside of x only. Slow. E6001: oneDNN fails.
Status ConvolveInsideOnly(const StepSpec& spec, std::span<void* const> values);

// A filter that may not be finite where zeros pad x. Each run checks it.
class UnboundedFilter {
 public:
  // Returns the filter that each run must check; nullopt if the filter is known to be finite or nothing pads x.
  static std::optional<UnboundedFilter> Of(const StepSpec& spec, const StepConstants& constants);
  bool IsFinite(std::span<void* const> values) const {
    return AllFinite(static_cast<const float*>(values[static_cast<size_t>(value_)]), count_);
  }
  Status Convolve(std::span<void* const> values) const { return ConvolveInsideOnly(spec_, values); }

 private:
  UnboundedFilter(const StepSpec& spec, int value, int64_t count) : spec_(spec), value_(value), count_(count) {}

  StepSpec spec_;
  int value_;
  int64_t count_;
};

}  // namespace opdk
