// Broadcasting of two inputs by numpy's rules, for AI CPU kernels: Eigen's reshape and broadcast sizes, or element
// indexes.
#pragma once

#include <cstdint>
#include <vector>

#include "cpu_context.h"
#include "cpu_types.h"

namespace aicpu {

// Relation of two shapes, in CANN's names and values.
enum class BcastShapeType {
  SAME_SHAPE = 0,
  X_ONE_ELEMENT = 1,
  Y_ONE_ELEMENT = 2,
  DIFF_SHAPE = 3,
};

// Sizes of one broadcast. The kernel sets the tensors, Bcast sets the rest. All shapes have the output's rank; an input
// of shape reshape_i repeats bcast_i times along each axis.
struct BCalcInfo {
  Tensor* input_0 = nullptr;
  Tensor* input_1 = nullptr;
  Tensor* output = nullptr;
  std::vector<int64_t> reshape_0;
  std::vector<int64_t> reshape_1;
  std::vector<int64_t> shape_out;
  std::vector<int64_t> bcast_0;
  std::vector<int64_t> bcast_1;
  // Index of the input's element from which each element of the output is computed.
  std::vector<int64_t> x_indexes;
  std::vector<int64_t> y_indexes;
};

// Broadcasts two shapes. Used by one thread at a time.
class AICPU_VISIBILITY Bcast {
 public:
  Bcast() = default;
  // Broadcasts the two shapes. IsValid() returns whether they fit.
  Bcast(std::vector<int64_t>& x_shape, std::vector<int64_t>& y_shape);

  // Takes the shapes of input_0 and input_1. KERNEL_STATUS_PARAM_INVALID, logged, when they don't broadcast.
  uint32_t GenerateBcastInfo(const BCalcInfo& calc_info);
  // Sets the reshapes, broadcasts and the output's shape.
  void GetBcastVec(BCalcInfo& calc_info);
  void BCastIndexes(std::vector<int64_t>& x_indexes, std::vector<int64_t>& y_indexes);
  // Returns the index of the input's element from which element `index` of the output is computed.
  int64_t GetBroadcastXIndex(int64_t index) const;
  int64_t GetBroadcastYIndex(int64_t index) const;

  // Returns whether the two shapes broadcast.
  bool IsValid() const { return valid_; }
  const std::vector<int64_t>& x_reshape() const { return x_reshape_; }
  const std::vector<int64_t>& y_reshape() const { return y_reshape_; }
  const std::vector<int64_t>& result_shape() const { return result_shape_; }
  const std::vector<int64_t>& x_bcast() const { return x_bcast_; }
  const std::vector<int64_t>& y_bcast() const { return y_bcast_; }

 private:
  bool Set(const std::vector<int64_t>& x_shape, const std::vector<int64_t>& y_shape);

  bool valid_ = true;
  std::vector<int64_t> x_reshape_;
  std::vector<int64_t> y_reshape_;
  std::vector<int64_t> result_shape_;
  std::vector<int64_t> x_bcast_;
  std::vector<int64_t> y_bcast_;
};

}  // namespace aicpu
