// One kind of a compiled graph's memory for intermediate results.
#pragma once

#include <cstddef>
#include <memory>

#include "ge/ge_api_types.h"

namespace ge {

// Kind and size of the memory.
class FeatureMemory {
 public:
  FeatureMemory(const FeatureMemory&) = delete;
  FeatureMemory& operator=(const FeatureMemory&) = delete;
  ~FeatureMemory() = default;

  MemoryType GetType() const { return type_; }
  size_t GetSize() const { return size_; }  // bytes
  // Returns whether the memory must keep its place while the graph is loaded.
  bool IsFixed() const { return fixed_; }

 private:
  friend class CompiledGraphSummary;
  FeatureMemory(MemoryType type, size_t size, bool fixed) : type_(type), size_(size), fixed_(fixed) {}

  MemoryType type_;
  size_t size_;
  bool fixed_;
};

using FeatureMemoryPtr = std::shared_ptr<FeatureMemory>;

}  // namespace ge
