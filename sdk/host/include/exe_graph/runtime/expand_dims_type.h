// ExpandDimsType: the positions at which axes of extent 1 are inserted when a shape gets another format.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gert {

// A mask of inserted axes. A value type.
class ExpandDimsType {
 public:
  using AxisIndex = uint64_t;
  static constexpr size_t kMaxExpandSize = 56;

  ExpandDimsType() = default;
  // Reads one digit for each axis of the full shape; '1' marks an inserted axis. A text longer than kMaxExpandSize, or
  // nullptr: no axis.
  explicit ExpandDimsType(const char* expand_dims_type) {
    if (expand_dims_type == nullptr) return;
    for (; expand_dims_type[size_] != '\0'; ++size_) {
      if (size_ >= kMaxExpandSize) {
        size_ = mask_ = 0;
        return;
      }
      if (expand_dims_type[size_] == '1') SetExpandIndex(size_);
    }
  }

  bool operator==(const ExpandDimsType& other) const { return size_ == other.size_ && mask_ == other.mask_; }
  AxisIndex GetFullSize() const { return size_; }
  void SetExpandIndex(AxisIndex index) { mask_ |= uint64_t{1} << index; }
  bool IsExpandIndex(AxisIndex index) const { return (mask_ >> index & 1) != 0; }

 private:
  uint64_t size_ = 0;
  uint64_t mask_ = 0;
};

}  // namespace gert
