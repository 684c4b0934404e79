#include "graph_core/engines/ai_core/steps/kernel_step.h"

#include <algorithm>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/engines/ai_core/steps/shared_constant.h"

namespace opdk {

bool KernelStep::Judge(const IndexCheck&) { return false; }

bool KernelStep::packs(int value) const {
  return std::any_of(packed_.begin(), packed_.end(), [&](const PackedConstant& each) { return each.value == value; });
}

const std::byte* KernelStep::Pack(const StepConstants& constants, int value, std::string form, size_t bytes,
                                  const std::function<void(std::byte* to)>& pack) {
  const PackedConstant* known = constants.FindPacked(value, form);
  if (known != nullptr && known->bytes == bytes) return packed_.emplace_back(*known).data.get();
  const std::shared_ptr<std::byte> data = NewSharedAligned(bytes);
  pack(data.get());
  return packed_.emplace_back(PackedConstant{0, value, std::move(form), bytes, SharedConstant(data, bytes)}).data.get();
}

}  // namespace opdk
