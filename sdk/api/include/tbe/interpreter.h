// The reference evaluator of tensor expressions: plain, slow, and right by reading. Tests compare compiled kernels
// with it.
#pragma once

#include <cstdint>
#include <vector>

#include "opdk/status.h"
#include "tbe/elementwise.h"

namespace tbe {

// A dense row-major tensor with its bytes.
struct HostTensor {
  DataType dtype = ge::DT_FLOAT;
  Dims shape;
  std::vector<uint8_t> bytes;
};

// One number per element, rounded to `dtype` as cast_to(double → dtype) does. The numbers must be as many as the
// shape has elements.
HostTensor FromNumbers(DataType dtype, const Dims& shape, const std::vector<double>& numbers);
// The elements as doubles; exact for every dtype but 64-bit integers beyond 2^53.
std::vector<double> ToNumbers(const HostTensor& tensor);

struct EvaluateOptions {
  // Float types: no rounding between operations, only by explicit casts and of the outputs. What is left is the
  // mathematics of the kernel, to judge the rounding of a compiled one.
  bool higher_precision = false;
};

// The values of `outputs` (none empty) when input i is inputs[i]. Every operation is computed in double (integers
// exactly, wrapping around) and rounded to its dtype; sums, products and convolutions accumulate in double. Each node
// is evaluated once. E2010 when an input is missing or has another dtype, shape or size than its placeholder, or when a
// gather index or a read of compute() lies outside its tensor.
opdk::Result<std::vector<HostTensor>> Evaluate(const std::vector<Tensor>& outputs,
                                               const std::vector<HostTensor>& inputs,
                                               const EvaluateOptions& options = {});

// An output in higher precision with the running error bound of each element: how far a kernel that rounds every
// operation to its dtype may lie from it. Infinite where an intermediate value doesn't fit its dtype or a rounding may
// decide what is selected or gathered; 0 where nothing is rounded (data movement, integers).
//
// Roundings are counted from the expression: half a unit in the last place for + - * / and casts, the stated accuracy
// of the function for exp, tanh, …; n terms summed err by about sqrt(n) roundings of the sum of their magnitudes;
// errors of operands are carried through by what the operation does to their extremes.
struct BoundedTensor {
  HostTensor value;
  std::vector<double> bounds;
};

// Evaluate with higher_precision and the bounds. Errors as there.
opdk::Result<std::vector<BoundedTensor>> EvaluateWithBounds(const std::vector<Tensor>& outputs,
                                                            const std::vector<HostTensor>& inputs);

}  // namespace tbe
