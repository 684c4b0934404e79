// The canonical form of one vector kernel: a tensor expression whose extents are symbols and whose shape-dependent
// numbers are arguments. Two instances of a computation that differ only in extents have the same KernelIr, so its text
// is the key of the kernel cache, and the code generator sees nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tbe/expr.h"

namespace opdk {

enum class KernelOp : uint8_t {
  kInput,    // argument tensor `index`, row-major over `dims`
  kNumber,   // `value`
  kParam,    // scalar argument `index`
  kUnary,    // inputs: a
  kBinary,   // inputs: a, b of the same dims
  kSelect,   // inputs: condition, a, b of the same dims
  kCast,     // inputs: a
  kMap,      // inputs: a; reads a at maps[i] for each axis i of a: broadcast, transpose, slice
  kReduce,   // inputs: a; `axes` of a are reduced, dims are the others
  kConcat,   // inputs joined along axes[0]; starts[i]: symbol of the first index of input i
  kPad,      // inputs: a, fill (no dims); reads a at maps, or fill where one of `maps` leaves a's extent
  kGather,   // inputs: params, indices; axes[0]: axis of params (-1: its extent is 1), axes[1]: where the indices' axes
             // stand in the result
  kScatter,  // inputs: base, ids, updates (dims: of ids, then the rows' own); axes[0]: axis of base that the ids count
             // along (-1: its extent is 1), `reduce`, `overwrite`
  kScan,     // inputs: a; each element combined by `reduce` with those before it along axes[0]
  kCompute,  // `body`: kIndex and kReduceIndex count axes of dims and reduce_dims, kExtent's index is a symbol
  kReshape,  // inputs: a with the same number of elements
};

// The position at which an axis of a producer is read: symbol `start` (-1: 0) + step * index[axis] (axis -1: no index).
struct AxisMap {
  int axis = -1;
  int start = -1;
  int64_t step = 1;
};

// The author's advice on storing a value (tbe/schedule.h).
enum class StoringHint : uint8_t { kNone, kMaterialize, kRecompute };

struct KernelNode {
  KernelOp op = KernelOp::kInput;
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int> inputs;
  std::vector<int> dims;  // the symbol of each axis' extent, outermost first; extents of 1 are left out
  int index = 0;
  tbe::Number value = 0.0;
  tbe::UnaryOp unary = tbe::UnaryOp::kNeg;
  tbe::BinaryOp binary = tbe::BinaryOp::kAdd;
  tbe::ReduceOp reduce = tbe::ReduceOp::kSum;
  bool overwrite = false;  // kScatter: an update takes the place of what was there
  tbe::Rounding rounding = tbe::Rounding::kTrunc;
  std::vector<AxisMap> maps;
  std::vector<int> axes;
  std::vector<int> starts;
  std::vector<int> reduce_dims;
  tbe::ExprPtr body;
  StoringHint storing = StoringHint::kNone;
};

// Loops over the axis with this extent run in blocks of so many elements.
struct TileHint {
  int symbol = 0;
  int64_t size = 0;
};

struct KernelIr {
  std::vector<KernelNode> nodes;  // producers before consumers
  std::vector<int> outputs;       // nodes; those with the same dims stand together
  int symbols = 0;                // int32 arguments: extents and starts
  std::vector<ge::DataType> params;
  int inputs = 0;      // argument tensors, counting the kInput nodes
  bool large = false;  // an index may pass 2^31
  std::vector<TileHint> tiles;
  int64_t parallel_above = -1;  // elements; -1: the cost of the operations decides
  std::string name = {};        // KernelName() of the finished kernel; "": it isn't finished
};

// Returns the text of a kernel: unique, stable between processes, readable.
std::string Print(const KernelIr& ir);
// Derives a name from the kernel's text: up to three operations and 16 hexadecimal digits, a C identifier.
std::string KernelName(const KernelIr& ir);
// Returns a summary for people, such as "add+relu+mul, 3 d, 2 in".
std::string Describe(const KernelIr& ir);

// Returns the name of the node's operation, such as "exp" or "reduce_sum".
std::string NameOf(const KernelNode& node);

// Returns a hash of 128 bits as 32 hexadecimal digits. The hash isn't cryptographic.
std::string HashText(std::string_view text);

// Positions of a kernel's arguments in the array that its `<name>_argv` entry takes. First come pointers to int32
// symbols, to the number of tasks that parallel loops are divided into (int32), and to scalars of their dtypes (float16
// and bfloat16 as float). Then halide_buffer_t pointers of inputs and outputs.
struct KernelArguments {
  explicit KernelArguments(const KernelIr& ir)
      : tasks(ir.symbols),
        params(tasks + 1),
        inputs(params + static_cast<int>(ir.params.size())),
        outputs(inputs + ir.inputs),
        count(outputs + static_cast<int>(ir.outputs.size())) {}
  int tasks, params, inputs, outputs, count;
};

// Returns the schedule hints that are part of a kernel: "materialize %3", "tile s1 4096", "parallel_above 100000".
std::vector<std::string> HintsOf(const KernelIr& ir);

// A kernel as the compiler and the cache know it.
struct CodegenKernel {
  std::string name;  // the C symbol; its entry is <name>_argv(void**)
  const KernelIr* ir = nullptr;
};

}  // namespace opdk
