// The division of one operator's (or one fused group's) expression into kernel calls. Cube nodes become oneDNN
// primitives, with the elementwise operations behind them as epilogue. The rest becomes vector kernels.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph_core/engines/ai_core/canonical/canonical_kernel.h"
#include "graph_core/engines/ai_core/direct/direct_kernel.h"
#include "tbe/expr.h"

namespace opdk {

// An operation that a primitive applies to its result.
struct Epilogue {
  enum class Kind : uint8_t {
    kRelu,  // alpha: the slope below 0
    kClip,
    kLinear,
    kSigmoid,
    kTanh,
    kAbs,
    kSqrt,
    kSquare,
    kGeluErf,
    kGeluTanh,
    kSwish,  // x * sigmoid(alpha * x)
    kHardSwish,
    kAdd
  };
  Kind kind = Kind::kRelu;
  float alpha = 0, beta = 0;  // kClip: bounds; kLinear: alpha * x + beta
  int value = -1;             // kAdd: a tensor of the result's shape
};

// Quantizes the int32 sums of a cube of 8-bit operands to bytes of the result's dtype:
// saturate(round((sums - taken * sums of the data) * scale) + zero point), halves rounding to even
// The fields are values. `scale` and `taken` hold one number, or one for each of the cube's channels (a product's
// columns).
struct Requantization {
  bool present() const { return scale >= 0; }

  int scale = -1;       // float
  int zero_point = -1;  // one number of the result's dtype
  int taken = -1;       // int32; -1: nothing
  int fill = -1;        // one number of the data's dtype, with which a convolution pads; -1: zeros
  bool scale_by_channel = false, taken_by_channel = false;
  bool is_signed = false;  // the result
};

// One step of a plan: a kernel call inside a node's kernel. A step of the program (graph_core/program) is a whole node.
struct StepSpec {
  bool is_cube() const { return cube.get() != nullptr; }
  bool is_attention() const { return !parts.empty(); }
  bool is_vector() const { return !is_cube() && !is_attention(); }

  // Empty for a cube step, and of a plan that was read, since only passes look at them. A kInput's input_index is a
  // value of the plan.
  std::vector<tbe::Tensor> expressions;
  CanonicalKernel kernel;
  std::shared_ptr<const DirectPattern> direct;  // computes `kernel`; nullptr: generated code does
  // The values that receive the expressions, or the cube's result.
  std::vector<int> outputs;

  tbe::Tensor cube;              // a cube node; its inputs' shapes count, their data are `cube_inputs`
  std::vector<int> cube_inputs;  // values: data, weights
  int bias = -1;                 // value of the result's channel count
  std::vector<Epilogue> epilogues;
  Requantization requantization;
  int64_t x_c0 = 0, y_c0 = 0;         // channel blocks of the cube's data; of its result and the tensor added to it
  std::vector<std::string> unheeded;  // hints that this step can't follow, and why; beside those of `kernel`

  // The steps of softmax(a b) c, which is computed some rows at a time: the product, the softmax and the second
  // product. Each is described as if it ran alone. The tensors between them are no values in memory. The step itself
  // has an output and nothing else.
  std::vector<StepSpec> parts;
};

// Options of one node. Nodes with equal expressions share the plan, not these.
struct NodeOptions {
  bool adds_in_place = false;  // the added tensor lies in the result's memory
  bool measures = false;       // which of several primitives is the fastest may be measured when the step is made
  bool winograd = false;       // a convolution may be computed by Winograd's algorithm
  bool operator==(const NodeOptions&) const = default;
};

struct PlanValue {
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape = {};  // without blocks
  int64_t c0 = 0;                   // 0: row-major; else stored in blocks of so many channels
};

// Indices that an operator refuses where they lie outside.
struct IndexCheck {
  int value = -1;  // of the plan; -1: the one index is `number`
  int64_t number = 0;
  ge::DataType dtype = ge::DT_INT64;
  std::vector<int64_t> shape;    // of the indices
  std::vector<int64_t> extents;  // one, of all indices; or one for each index of the last axis
  bool from_end = false;         // negative indices count from the end
  int member = 0;                // which operator of the node's body asks, in its order
  std::string input;             // the operator's

  bool operator==(const IndexCheck&) const = default;
};

// A check and the expression of its indices.
struct IndexCheckDraft {
  tbe::Tensor indices;
  IndexCheck check;
};

// Values: first the inputs (by input_index), then the outputs, then temporaries.
struct StepPlan {
  std::vector<StepSpec> steps;
  std::vector<PlanValue> values;
  std::vector<IndexCheck> checks;
  int inputs = 0;
  int outputs = 0;
  bool no_fuse = false;  // a hint of the author: an operator that stays a kernel of its own
};

// Equal operators of a graph have one plan.
using SharedPlan = std::shared_ptr<const StepPlan>;

// Returns the kernels of a plan that are generated code.
std::vector<const KernelIr*> GeneratedKernels(const StepPlan& plan);
// Returns whether a step, or a part of one, reads a value.
bool Reads(const StepSpec& step, int value);
// Returns the name of a vector step's kernel, a function of its canonical form: "add_mul_<hash>",
// "softmax_rows_<hash>".
std::string VectorKernelName(const StepSpec& spec);

}  // namespace opdk
