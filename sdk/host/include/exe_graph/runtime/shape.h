// gert::Shape: a shape of a run, of at most 25 axes, stored in the object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace gert {

// Extents of a tensor. A value type that allocates nothing.
struct Shape {
 public:
  static constexpr size_t kMaxDimNum = 25;
  static constexpr int64_t kInvalidDimValue = std::numeric_limits<int64_t>::min();

  Shape() = default;
  // Makes a shape; a scalar when there are more than kMaxDimNum extents.
  Shape(std::initializer_list<int64_t> args) {
    if (args.size() > kMaxDimNum) return;
    for (const int64_t dim : args) dims_[dim_num_++] = dim;
  }

  bool operator==(const Shape& rht) const {
    if (dim_num_ != rht.dim_num_) return false;
    for (size_t i = 0; i < dim_num_; ++i) {
      if (dims_[i] != rht.dims_[i]) return false;
    }
    return true;
  }
  bool operator!=(const Shape& rht) const { return !(*this == rht); }

  // Returns the number of elements, 1 for a scalar; kInvalidDimValue when int64_t can't hold it.
  int64_t GetShapeSize() const {
    int64_t count = 1;
    for (size_t i = 0; i < dim_num_; ++i) {
      if (__builtin_mul_overflow(count, dims_[i], &count)) return kInvalidDimValue;
    }
    return count;
  }

  bool IsScalar() const { return dim_num_ == 0; }
  void SetScalar() { dim_num_ = 0; }
  size_t GetDimNum() const { return dim_num_; }
  // Sets the rank, at most kMaxDimNum. New axes have the extents that were stored at their places before.
  void SetDimNum(size_t dim_num) { dim_num_ = dim_num < kMaxDimNum ? dim_num : kMaxDimNum; }
  // Returns an extent; kInvalidDimValue from kMaxDimNum on.
  int64_t GetDim(size_t idx) const { return idx < kMaxDimNum ? dims_[idx] : kInvalidDimValue; }
  const int64_t& operator[](size_t idx) const { return dims_[idx]; }
  int64_t& operator[](size_t idx) { return dims_[idx]; }
  // Sets an extent. If idx lies behind the last axis, the rank becomes idx, not idx + 1, as in CANN; so set the rank
  // first. Does nothing from kMaxDimNum on.
  void SetDim(size_t idx, int64_t dim_value) {
    if (idx >= kMaxDimNum) return;
    dims_[idx] = dim_value;
    if (dim_num_ < idx) dim_num_ = idx;
  }
  // Appends an axis; does nothing when there are kMaxDimNum axes.
  Shape& AppendDim(int64_t value) {
    if (dim_num_ < kMaxDimNum) dims_[dim_num_++] = value;
    return *this;
  }

 private:
  size_t dim_num_ = 0;
  std::array<int64_t, kMaxDimNum> dims_{};
};

}  // namespace gert
