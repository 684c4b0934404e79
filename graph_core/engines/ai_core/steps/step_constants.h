// The constant values of a plan, for making one of its steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "graph_core/engines/packed_constant.h"

namespace opdk {

class StepConstants {
 public:
  // Takes the data of each value of the plan in `values`, nullptr for values that change. `packed`: the constants that
  // an equal step, of this or another process, has packed.
  StepConstants(std::span<const void* const> values, std::span<const PackedConstant> packed = {})
      : values_(values), packed_(packed) {}

  std::span<const void* const> values() const { return values_; }
  const void* operator[](int value) const { return values_[static_cast<size_t>(value)]; }
  // Returns the packed constant of a value; nullptr if there is none in this form.
  const PackedConstant* FindPacked(int value, std::string_view form) const {
    const auto found = std::find_if(packed_.begin(), packed_.end(), [&](const PackedConstant& each) {
      return each.value == value && each.form == form;
    });
    return found == packed_.end() ? nullptr : &*found;
  }

 private:
  std::span<const void* const> values_;
  std::span<const PackedConstant> packed_;
};

}  // namespace opdk
