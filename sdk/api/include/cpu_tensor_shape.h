// aicpu::TensorShape: the dimensions and the format of a kernel's tensor.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cpu_types.h"

namespace opdk {
class CpuNode;
}  // namespace opdk

namespace aicpu {

class CpuKernelUtils;

// Extents and format of a tensor. -1: the extent isn't known.
class AICPU_VISIBILITY TensorShape {
 public:
  TensorShape(const TensorShape&) = delete;
  TensorShape& operator=(const TensorShape&) = delete;
  ~TensorShape() = default;

  void SetFormat(Format format);
  Format GetFormat() const;
  // Returns whether the rank is unknown until the kernel has run.
  bool GetUnknownRank() const;
  void SetUnknownRank(bool unknown_rank);
  void SetDimSizes(const std::vector<int64_t>& dim_sizes);
  std::vector<int64_t> GetDimSizes() const;
  // Returns the extent of an axis; 0 when the index is out of range.
  int64_t GetDimSize(int32_t index) const;
  int32_t GetDims() const;
  // Returns the number of elements: 1 for a scalar, -1 when a dimension is negative.
  int64_t NumElements() const;

 private:
  friend class CpuKernelUtils;
  friend class Tensor;
  friend class AttrValue;
  friend class ::opdk::CpuNode;
  TensorShape() = default;

  std::vector<int64_t> dims_;
  Format format_ = FORMAT_ND;
  bool unknown_rank_ = false;
};

}  // namespace aicpu
