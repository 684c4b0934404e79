#include "op_impl/ai_cpu/common/row_panels.h"

#include <algorithm>
#include <cstddef>
#include <new>

namespace opdk {

RowPanels::RowPanels(const float* b, int64_t columns, int64_t depth, const VectorFunctions& functions)
    : columns_(columns), depth_(depth), functions_(&functions) {
  const int64_t panel = functions.panel, padded = (columns + panel - 1) / panel * panel;
  panels_.reset(new (std::align_val_t(kAlignment)) float[static_cast<size_t>(padded * depth)]);
  if (padded != columns) std::fill_n(panels_.get() + (padded - panel) * depth, panel * depth, 0.0F);
  functions.pack_panels(b, columns, depth, panels_.get());
}

void RowPanels::Multiply(const float* a, int64_t rows, const float* start, float* y, int64_t stride) const {
  functions_->multiply_panels({a, rows, panels_.get(), columns_, depth_, start, y, stride});
}

}  // namespace opdk
