// A constant in the form in which a kernel keeps it: a convolution's weights in the layout that its primitive reads.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace opdk {

// Plain data, a part of the program. Loading the kernel again needn't pack the constant again.
struct PackedConstant {
  int step = 0;      // of the steps that the node's kernel consists of
  int value = 0;     // which of the kernel's values it is made of
  std::string form;  // the engine's word for the layout: one value in one form is the same bytes
  size_t bytes = 0;
  std::shared_ptr<const std::byte> data;  // 64-byte aligned

  bool operator==(const PackedConstant&) const = default;
};

}  // namespace opdk
