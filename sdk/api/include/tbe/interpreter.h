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

// Returns a tensor of one number per element, rounded to `dtype` as cast_to(double → dtype) does. `numbers` must have
// as many entries as the shape has elements.
HostTensor FromNumbers(DataType dtype, const Dims& shape, const std::vector<double>& numbers);
// Returns the elements as doubles; exact for every dtype but 64-bit integers beyond 2^53.
std::vector<double> ToNumbers(const HostTensor& tensor);

// Options of the interpreter.
struct EvaluateOptions {
  // Float types: only explicit casts and the outputs round, operations don't. The result is the mathematics of the
  // kernel, against which the rounding of a compiled kernel is judged.
  bool higher_precision = false;
};

// Computes the values of `outputs` (none empty) when input i is inputs[i]. Every operation is computed in double
// (integers exactly, wrapping around) and rounded to its dtype; sums, products and convolutions accumulate in double.
// Each node is evaluated once. E2010: an input is missing or differs from its placeholder in dtype, shape or size, or a
// gather index or a read of compute() lies outside its tensor.
opdk::Result<std::vector<HostTensor>> Evaluate(const std::vector<Tensor>& outputs,
                                               const std::vector<HostTensor>& inputs,
                                               const EvaluateOptions& options = {});

// An output in higher precision with the running error bound of each element. The bound says how far a kernel that
// rounds every operation to its dtype may lie from the value. It is infinite where an intermediate value doesn't fit
// its dtype or where a rounding may decide a selection or an index. It is 0 where nothing is rounded (data movement,
// integers).
//
// Roundings are counted from the expression: half a unit in the last place for + - * / and casts, the stated accuracy
// of the function for exp, tanh, …; n terms summed err by about sqrt(n) roundings of the sum of their magnitudes;
// errors of operands are carried through by what the operation does to their extremes.
struct BoundedTensor {
  HostTensor value;
  std::vector<double> bounds;
};

// Evaluates with higher_precision and computes the bounds. Errors as in Evaluate.
opdk::Result<std::vector<BoundedTensor>> EvaluateWithBounds(const std::vector<Tensor>& outputs,
                                                            const std::vector<HostTensor>& inputs);

}  // namespace tbe
