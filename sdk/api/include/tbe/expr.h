// The tensor-expression data structure. A tbe::Tensor is a handle to an immutable node of a directed acyclic graph;
// authors build it with tbe/dsl.h, and the AI Core engine prints, hashes, interprets, fuses and compiles it.
//
// Shapes are concrete (the shapes of one instance). A compiled kernel doesn't depend on them: the engine collapses
// dimensions, replaces the extents by symbols and hashes the result without the extents. A number that depends on
// shapes or attributes must therefore be a Param, whose value is an argument of the kernel. A number that belongs to
// the mathematics (0.5 in GELU) is a Const.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/types.h"

namespace tbe {

using ge::DataType;
// Kinds of nodes. The end of this file lists the files that a new kind concerns.
enum class Kind : uint8_t {
  kInput,      // placeholder: `input_index`
  kConst,      // rank-0 constant, part of the kernel: `value`
  kParam,      // rank-0 number given at launch: `value` (this instance's)
  kUnary,      // inputs: a
  kBinary,     // inputs: a, b (same shape and dtype)
  kSelect,     // inputs: condition (bool), a, b (same shape)
  kCast,       // inputs: a; `rounding`
  kBroadcast,  // inputs: a; output axis axes[i] carries input axis i, every other axis repeats; a 1 there repeats too
  kReduce,     // inputs: a; `axes` (sorted, non-negative) are kept as extent 1 (`keepdims`) or dropped
  kTranspose,  // inputs: a; output axis i is input axis axes[i]
  kReshape,    // inputs: a; same number of elements, row-major
  kSlice,      // inputs: a; output[i] = a[starts[i] + i * steps[i]], steps may be negative
  kConcat,     // inputs: any number, joined along axes[0]
  kPad,        // inputs: a, fill (rank 0); `starts` elements before each axis; shape gives the rest. Negative crops
  kGather,     // inputs: params, indices (int32/int64, negative counts from the end); along axes[0]
  kScatter,    // inputs: base [S, rest...], ids [I...] (int32/int64), updates [I..., rest...]. The result is base, then
               // for each id in row-major order its row is combined with the update's by `reduce`, or becomes it
               // (`overwrite`: the last one wins). Ids outside 0 … S-1 are dropped
  kScan,     // inputs: a; along axes[0] each element is combined by `reduce` (sum, prod, max, min) with those before it
  kCompute,  // general indexing: `body` over index variables and, when reduce_shape is not empty, reduction variables
  // The cube. Two 8-bit operands, signed or not, give int32; otherwise all dtypes are the same.
  kMatmul,  // inputs: a [..., M, K], b [..., K, N], optional bias [N]; `trans_a`, `trans_b`; batch axes broadcast
  kConv,    // inputs: x [N, C, spatial...], w [O, C/groups, spatial...], optional bias [O]; `conv`
  kConvTranspose,  // inputs: x [N, C, spatial...], w [C, O/groups, spatial...], optional bias [O]; `conv`, whose pads
                   // are cropped; shape gives the rest
  kPool,           // inputs: x [N, C, spatial...]; `pool`
  kConvBackpropFilter,  // inputs: x [N, C, spatial...], gradient [N, O, places...] of the result; `conv`; shape: the
                        // filter's [O, C/groups, taps...]
};

// Operations of one operand. Packages hold the numbers of the enumerators, so a new enumerator is the last one.
enum class UnaryOp : uint8_t {
  kNeg,
  kAbs,
  kExp,
  kLog,
  kSqrt,
  kRsqrt,
  kReciprocal,
  kErf,
  kTanh,
  kSigmoid,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kAsinh,
  kAcosh,
  kAtanh,
  kFloor,
  kCeil,
  kRound,  // half to even
  kTrunc,
  kSign,
  kNot,  // bool: logic, integer: bitwise
  kIsNan,
  kIsInf,
  kExpm1,
  kLog1p,
  kErfc,
};
inline constexpr UnaryOp kLastUnaryOp = UnaryOp::kErfc;

// Operations of two operands. A new enumerator is the last one, too.
enum class BinaryOp : uint8_t {
  kAdd,
  kSub,
  kMul,
  kDiv,   // integers truncate towards zero
  kMod,   // has the sign of the divisor
  kFmod,  // has the sign of the dividend
  kPow,
  kMax,  // kMax, kMin: NaN wins
  kMin,
  kAnd,  // kAnd, kOr, kXor: of bool logic, of integers bitwise
  kOr,
  kXor,
  kLess,  // kLess to kNotEqual: the result is bool
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAtan2,
  kShiftLeft,
  kShiftRight,
};
inline constexpr BinaryOp kLastBinaryOp = BinaryOp::kShiftRight;

// Reductions. In kMax and kMin a NaN wins.
enum class ReduceOp : uint8_t { kSum, kProd, kMax, kMin, kAny, kAll };

// Rounding of a cast from floating point to integer. Float to bool is "not zero"; numbers out of range saturate.
enum class Rounding : uint8_t { kTrunc, kFloor, kCeil, kNearestEven, kHalfUp };

// Attributes of a convolution. Empty lists stand for ones (strides, dilations) or zeros (pads).
struct ConvParams {
  // One entry per spatial axis.
  std::vector<int64_t> strides = {}, pads_begin = {}, pads_end = {}, dilations = {};
  int64_t groups = 1;
};

// kAverage divides by the elements of the window that lie inside the data, kAverageIncludePad by all of the window.
enum class PoolMode : uint8_t { kMax, kAverage, kAverageIncludePad };

// Attributes of a pooling, one entry per spatial axis.
struct PoolParams {
  PoolMode mode = PoolMode::kMax;
  std::vector<int64_t> window = {}, strides = {}, pads_begin = {}, pads_end = {}, dilations = {};
};

// An author's advice about a value or the kernel that computes it; tbe/schedule.h says what each hint means. A hint
// never changes results.
struct ScheduleHints {
  struct Tile {
    int64_t axis = 0;
    int64_t size = 0;
  };
  bool materialize = false;
  bool recompute = false;
  bool no_fuse = false;
  std::vector<Tile> tiles = {};
  std::optional<int64_t> parallel_above = std::nullopt;
};

struct ExprNode;
using ExprPtr = std::shared_ptr<const ExprNode>;

// A number inside a kernel: int64 for integers and bool, double for floating point.
using Number = std::variant<int64_t, double>;

class Tensor;

// A node of an expression. Kind says which fields a node uses. Nodes never change once they are shared, so threads may
// read them.
struct TensorNode {
  Kind kind = Kind::kInput;
  DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape;
  std::vector<Tensor> inputs;

  int input_index = -1;
  ge::AscendString name;  // of an input or an author's label; never part of the hash
  Number value = 0.0;
  UnaryOp unary = UnaryOp::kNeg;
  BinaryOp binary = BinaryOp::kAdd;
  ReduceOp reduce = ReduceOp::kSum;
  Rounding rounding = Rounding::kTrunc;
  std::vector<int64_t> axes;
  bool keepdims = false;
  bool overwrite = false;  // kScatter
  std::vector<int64_t> starts, steps;
  bool trans_a = false, trans_b = false;
  ConvParams conv;
  PoolParams pool;
  ExprPtr body;                       // kCompute
  std::vector<int64_t> reduce_shape;  // kCompute
  ScheduleHints hints;                // axes of tiles are not negative
};

// A handle; copying is cheap. Default-constructed: no tensor.
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(std::shared_ptr<const TensorNode> node) : node_(std::move(node)) {}

  const TensorNode& operator*() const { return *node_; }
  const TensorNode* operator->() const { return node_.get(); }
  const TensorNode* get() const { return node_.get(); }
  explicit operator bool() const { return node_ != nullptr; }

  const std::vector<int64_t>& shape() const { return node_->shape; }
  DataType dtype() const { return node_->dtype; }
  int64_t rank() const { return static_cast<int64_t>(node_->shape.size()); }

 private:
  std::shared_ptr<const TensorNode> node_;
};

// Scalar expressions: the body of compute(shape, lambda).
enum class ExprKind : uint8_t { kIndex, kReduceIndex, kLiteral, kExtent, kRead, kUnary, kBinary, kSelect, kCast };

// A node of a scalar expression; never changes once it is shared.
struct ExprNode {
  ExprKind kind = ExprKind::kLiteral;
  DataType dtype = ge::DT_INT64;
  int index = 0;  // kIndex, kReduceIndex: which variable; kRead, kExtent: which entry of TensorNode::inputs
  int axis = 0;   // kExtent
  Number value = int64_t{0};
  UnaryOp unary = UnaryOp::kNeg;
  BinaryOp binary = BinaryOp::kAdd;
  std::vector<ExprPtr> operands;  // kRead: one index per axis; reads outside the tensor are an author's error
};

}  // namespace tbe

// A new kind concerns names.cc, print.cc and hash.cc in sdk/api/src/tbe, its interpreter/interpreter.cc, and
// graph_core/engines/ai_core/canonical/kernel_nodes.cc: the compiler names each of them, by a switch without default or
// an array of names. Besides, the function that makes such nodes; interpreter/bounds.cc, where results aren't as exact
// as of a movement; and the kernel's code (codegen/evaluator.cc) where no kernel operation expresses it. Walks,
// rewrites, fusion, channel blocks, mutants and counted work take any kind, the last three by leaving it alone.
