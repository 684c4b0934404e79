#include "sdk/tools/verify/golden/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "graph_core/base/element_type.h"
#include "tbe/print.h"
#include "tbe/walk.h"

namespace opdk::verify {
namespace {

using tbe::BinaryOp;
using tbe::Kind;
using tbe::ReduceOp;
using tbe::Tensor;
using tbe::TensorNode;
using tbe::UnaryOp;

struct Change {
  std::string text;
  Tensor node;  // takes the place of the changed node
};
using Changes = std::vector<Change>;

template <typename Edit>
Tensor With(const Tensor& tensor, const Edit& edit) {
  auto node = std::make_shared<TensorNode>(*tensor);
  edit(*node);
  return Tensor(std::move(node));
}

std::vector<Tensor> Replaced(const std::vector<Tensor>& outputs, const TensorNode* place, const Tensor& by) {
  // The replacement's inputs are the original's.
  const auto replace = [&](const Tensor& node, const std::vector<Tensor>&) {
    return node.get() == place ? by : Tensor();
  };
  return tbe::Rewrite(outputs, replace).value();
}

const std::map<UnaryOp, UnaryOp>& UnarySwaps() {
  static const std::map<UnaryOp, UnaryOp> swaps = {
      {UnaryOp::kExp, UnaryOp::kExpm1},   {UnaryOp::kExpm1, UnaryOp::kExp},   {UnaryOp::kLog, UnaryOp::kLog1p},
      {UnaryOp::kLog1p, UnaryOp::kLog},   {UnaryOp::kSqrt, UnaryOp::kRsqrt},  {UnaryOp::kRsqrt, UnaryOp::kReciprocal},
      {UnaryOp::kErf, UnaryOp::kTanh},    {UnaryOp::kTanh, UnaryOp::kErf},    {UnaryOp::kSigmoid, UnaryOp::kTanh},
      {UnaryOp::kSin, UnaryOp::kCos},     {UnaryOp::kCos, UnaryOp::kSin},     {UnaryOp::kTan, UnaryOp::kTanh},
      {UnaryOp::kAsin, UnaryOp::kAcos},   {UnaryOp::kAcos, UnaryOp::kAsin},   {UnaryOp::kAtan, UnaryOp::kTanh},
      {UnaryOp::kSinh, UnaryOp::kCosh},   {UnaryOp::kCosh, UnaryOp::kSinh},   {UnaryOp::kAsinh, UnaryOp::kAtan},
      {UnaryOp::kFloor, UnaryOp::kTrunc}, {UnaryOp::kCeil, UnaryOp::kFloor},  {UnaryOp::kRound, UnaryOp::kFloor},
      {UnaryOp::kTrunc, UnaryOp::kFloor}, {UnaryOp::kIsNan, UnaryOp::kIsInf}, {UnaryOp::kIsInf, UnaryOp::kIsNan},
      {UnaryOp::kAbs, UnaryOp::kNeg},     {UnaryOp::kErfc, UnaryOp::kErf}};
  return swaps;
}

const std::multimap<BinaryOp, BinaryOp>& BinarySwaps() {
  static const std::multimap<BinaryOp, BinaryOp> swaps = {{BinaryOp::kAdd, BinaryOp::kSub},
                                                          {BinaryOp::kSub, BinaryOp::kAdd},
                                                          {BinaryOp::kMul, BinaryOp::kDiv},
                                                          {BinaryOp::kDiv, BinaryOp::kMul},
                                                          {BinaryOp::kMax, BinaryOp::kMin},
                                                          {BinaryOp::kMin, BinaryOp::kMax},
                                                          {BinaryOp::kMod, BinaryOp::kFmod},
                                                          {BinaryOp::kFmod, BinaryOp::kMod},
                                                          {BinaryOp::kPow, BinaryOp::kMul},
                                                          {BinaryOp::kAnd, BinaryOp::kOr},
                                                          {BinaryOp::kOr, BinaryOp::kAnd},
                                                          {BinaryOp::kXor, BinaryOp::kOr},
                                                          {BinaryOp::kLess, BinaryOp::kLessEqual},
                                                          {BinaryOp::kLess, BinaryOp::kGreater},
                                                          {BinaryOp::kLessEqual, BinaryOp::kLess},
                                                          {BinaryOp::kLessEqual, BinaryOp::kGreaterEqual},
                                                          {BinaryOp::kGreater, BinaryOp::kGreaterEqual},
                                                          {BinaryOp::kGreater, BinaryOp::kLess},
                                                          {BinaryOp::kGreaterEqual, BinaryOp::kGreater},
                                                          {BinaryOp::kGreaterEqual, BinaryOp::kLessEqual},
                                                          {BinaryOp::kEqual, BinaryOp::kNotEqual},
                                                          {BinaryOp::kNotEqual, BinaryOp::kEqual},
                                                          {BinaryOp::kShiftLeft, BinaryOp::kShiftRight},
                                                          {BinaryOp::kShiftRight, BinaryOp::kShiftLeft}};
  return swaps;
}

template <typename Map, typename Op>
std::vector<Op> SwapsOf(const Map& swaps, Op op) {
  std::vector<Op> others;
  const auto [begin, end] = swaps.equal_range(op);
  for (auto each = begin; each != end; ++each) others.push_back(each->second);
  return others;
}

// Returns changes of a number, as (text, number).
std::vector<std::pair<std::string, tbe::Number>> OtherNumbers(const tbe::Number& number) {
  if (const auto* whole = std::get_if<int64_t>(&number)) {
    return {{"is 1 more", *whole + 1}, {"is 1 less", *whole - 1}};
  }
  const double real = std::get<double>(number);
  if (real == 0) return {{"is 1 more", 1.0}, {"is 0.01 more", 0.01}};
  return {{"is 1 % more", real * 1.01}, {"is 1 % less", real * 0.99}, {"is 1 more", real + 1}};
}

void ChangeNumber(const Tensor& tensor, Changes& changes) {
  for (const auto& [text, number] : OtherNumbers(tensor->value)) {
    changes.push_back({fmt::format("{} {}", tbe::NameOf(tensor->kind), text),
                       With(tensor, [&number = number](TensorNode& node) { node.value = number; })});
  }
}

// Replaces the node with one of its inputs, if dtype and shape fit.
void LeaveOut(const Tensor& tensor, size_t kept, const std::string& text, Changes& changes) {
  const Tensor& input = tensor->inputs[kept];
  if (input.dtype() == tensor.dtype() && input.shape() == tensor.shape()) changes.push_back({text, input});
}

void ChangeUnary(const Tensor& tensor, Changes& changes) {
  const std::string name = tbe::NameOf(tensor->unary);
  for (const UnaryOp other : SwapsOf(UnarySwaps(), tensor->unary)) {
    if (other == UnaryOp::kNeg || IsFloat(tensor->inputs[0].dtype())) {
      changes.push_back({fmt::format("{} becomes {}", name, tbe::NameOf(other)),
                         With(tensor, [&](TensorNode& node) { node.unary = other; })});
    }
  }
  LeaveOut(tensor, 0, name + " is left out", changes);
}

void ChangeBinary(const Tensor& tensor, Changes& changes) {
  const std::string name = tbe::NameOf(tensor->binary);
  for (const BinaryOp other : SwapsOf(BinarySwaps(), tensor->binary)) {
    changes.push_back({fmt::format("{} becomes {}", name, tbe::NameOf(other)),
                       With(tensor, [&](TensorNode& node) { node.binary = other; })});
  }
  LeaveOut(tensor, 0, fmt::format("the second operand of {} is left out", name), changes);
  LeaveOut(tensor, 1, fmt::format("the first operand of {} is left out", name), changes);
  if (tensor->binary == BinaryOp::kAtan2) {
    changes.push_back({"the operands of atan2 are swapped",
                       With(tensor, [](TensorNode& node) { std::swap(node.inputs[0], node.inputs[1]); })});
  }
}

void ChangeSelect(const Tensor& tensor, Changes& changes) {
  changes.push_back({"the branches of select are swapped",
                     With(tensor, [](TensorNode& node) { std::swap(node.inputs[1], node.inputs[2]); })});
  LeaveOut(tensor, 1, "select always takes the first branch", changes);
  LeaveOut(tensor, 2, "select always takes the second branch", changes);
}

void ChangeCast(const Tensor& tensor, Changes& changes) {
  const Tensor& input = tensor->inputs[0];
  if (IsFloat(input.dtype()) && !IsFloat(tensor.dtype()) && tensor.dtype() != ge::DT_BOOL) {
    const auto other = tensor->rounding == tbe::Rounding::kTrunc ? tbe::Rounding::kNearestEven : tbe::Rounding::kTrunc;
    changes.push_back({fmt::format("the cast rounds by {}", tbe::NameOf(other)),
                       With(tensor, [&](TensorNode& node) { node.rounding = other; })});
  }
  LeaveOut(tensor, 0, "the cast is left out", changes);
  // A cast to another dtype and back: the pair can be left out.
  if (input->kind == Kind::kCast && input->inputs[0].dtype() == tensor.dtype()) {
    changes.push_back({"the cast there and back is left out", input->inputs[0]});
  }
}

// Returns the first `count` elements along an axis.
Tensor FirstOf(const Tensor& tensor, int64_t axis, int64_t count) {
  auto node = std::make_shared<TensorNode>();
  node->kind = Kind::kSlice;
  node->dtype = tensor.dtype();
  node->shape = tensor.shape();
  node->shape[static_cast<size_t>(axis)] = count;
  node->inputs = {tensor};
  node->starts.assign(tensor.shape().size(), 0);
  node->steps.assign(tensor.shape().size(), 1);
  return Tensor(std::move(node));
}

// Changes the operation of a reduction or scan. `what`: "reduce" or "scan".
void ChangeCombination(const std::string& what, const Tensor& tensor, Changes& changes) {
  static const std::multimap<ReduceOp, ReduceOp> swaps = {
      {ReduceOp::kSum, ReduceOp::kMax}, {ReduceOp::kProd, ReduceOp::kSum}, {ReduceOp::kMax, ReduceOp::kMin},
      {ReduceOp::kMin, ReduceOp::kMax}, {ReduceOp::kAny, ReduceOp::kAll},  {ReduceOp::kAll, ReduceOp::kAny}};
  for (const ReduceOp other : SwapsOf(swaps, tensor->reduce)) {
    changes.push_back({fmt::format("{0}_{1} becomes {0}_{2}", what, tbe::NameOf(tensor->reduce), tbe::NameOf(other)),
                       With(tensor, [&](TensorNode& node) { node.reduce = other; })});
  }
}

void ChangeScan(const Tensor& tensor, Changes& changes) {
  ChangeCombination("scan", tensor, changes);
  LeaveOut(tensor, 0, "scan combines nothing", changes);
  for (int64_t other = 0; other < tensor.rank(); ++other) {
    if (other == tensor->axes[0]) continue;
    changes.push_back({fmt::format("scan goes along axis {} instead of {}", other, tensor->axes[0]),
                       With(tensor, [&](TensorNode& node) { node.axes = {other}; })});
  }
}

void ChangeReduce(const Tensor& tensor, Changes& changes) {
  ChangeCombination("reduce", tensor, changes);
  const std::string name = "reduce_" + tbe::NameOf(tensor->reduce);
  const Tensor& input = tensor->inputs[0];
  for (const int64_t axis : tensor->axes) {
    const int64_t extent = input.shape()[static_cast<size_t>(axis)];
    if (extent < 2) continue;
    const auto over = [&](int64_t count) {
      return With(tensor, [&](TensorNode& node) { node.inputs[0] = FirstOf(input, axis, count); });
    };
    changes.push_back({fmt::format("{} leaves out the last element", name), over(extent - 1)});
    changes.push_back({fmt::format("{} takes the first element only of axis {}", name, axis), over(1)});
    for (int64_t other = 0; other < input.rank(); ++other) {
      if (tensor->axes.size() != 1 || other == axis || input.shape()[static_cast<size_t>(other)] != extent) continue;
      // Without another axis the rest has an equal shape only if the extents between the axes are equal.
      Tensor moved = With(tensor, [&](TensorNode& node) { node.axes = {other}; });
      std::vector<int64_t> shape = input.shape();
      if (tensor->keepdims) continue;
      shape.erase(shape.begin() + other);
      if (shape == tensor.shape()) {
        changes.push_back({fmt::format("{} goes over axis {} instead of {}", name, other, axis), std::move(moved)});
      }
    }
  }
}

void ChangeOffsets(const Tensor& tensor, Changes& changes) {
  const std::vector<int64_t>& from = tensor->inputs[0].shape();
  for (size_t axis = 0; axis < tensor->starts.size(); ++axis) {
    for (const int64_t by : {1, -1}) {
      const int64_t start = tensor->starts[axis] + by;
      if (tensor->kind == Kind::kSlice) {
        const int64_t extent = tensor.shape()[axis];
        const int64_t last = start + (extent - 1) * tensor->steps[axis];
        if (extent == 0 || start < 0 || start >= from[axis] || last < 0 || last >= from[axis]) continue;
      } else if (from[axis] == tensor.shape()[axis] || start < 0 || start + from[axis] > tensor.shape()[axis]) {
        continue;
      }
      changes.push_back({fmt::format("{} begins {} at axis {}", tbe::NameOf(tensor->kind),
                                     by > 0 ? "one later" : "one earlier", axis),
                         With(tensor, [&](TensorNode& node) { node.starts[axis] = start; })});
    }
  }
}

void ChangeTranspose(const Tensor& tensor, Changes& changes) {
  const std::vector<int64_t>& from = tensor->inputs[0].shape();
  for (size_t a = 0; a < tensor->axes.size(); ++a) {
    for (size_t b = a + 1; b < tensor->axes.size(); ++b) {
      const int64_t extent = from[static_cast<size_t>(tensor->axes[a])];
      if (extent < 2 || extent != from[static_cast<size_t>(tensor->axes[b])]) continue;
      changes.push_back({fmt::format("transpose confuses axes {} and {}", a, b),
                         With(tensor, [&](TensorNode& node) { std::swap(node.axes[a], node.axes[b]); })});
    }
  }
}

// Changes each index to the next one, (i + 1), as far as it stays below the extent.
void ChangeGather(const Tensor& tensor, Changes& changes) {
  const Tensor& indices = tensor->inputs[1];
  const int64_t extent = tensor->inputs[0].shape()[static_cast<size_t>(tensor->axes[0])];
  if (extent < 2) return;
  const auto constant = [&](int64_t value) {
    auto number = std::make_shared<TensorNode>();
    number->kind = Kind::kConst;
    number->dtype = indices.dtype();
    number->value = value;
    auto spread = std::make_shared<TensorNode>();
    spread->kind = Kind::kBroadcast;
    spread->dtype = indices.dtype();
    spread->shape = indices.shape();
    spread->inputs = {Tensor(std::move(number))};
    return Tensor(std::move(spread));
  };
  const auto binary = [&](BinaryOp op, const Tensor& a, const Tensor& b) {
    auto node = std::make_shared<TensorNode>();
    node->kind = Kind::kBinary;
    node->dtype = indices.dtype();
    node->shape = indices.shape();
    node->binary = op;
    node->inputs = {a, b};
    return Tensor(std::move(node));
  };
  const Tensor next = binary(BinaryOp::kMin, binary(BinaryOp::kAdd, indices, constant(1)), constant(extent - 1));
  changes.push_back(
      {"gather takes the element behind", With(tensor, [&](TensorNode& node) { node.inputs[1] = next; })});
}

void ChangeWindow(const Tensor& tensor, Changes& changes) {
  const bool pool = tensor->kind == Kind::kPool;
  const tbe::ConvParams& conv = tensor->conv;
  const size_t axes = pool ? tensor->pool.pads_begin.size() : conv.pads_begin.size();
  for (size_t axis = 0; axis < axes; ++axis) {
    const int64_t end = pool ? tensor->pool.pads_end[axis] : conv.pads_end[axis];
    if (end < 1) continue;
    changes.push_back(
        {fmt::format("{} pads one more before and one less behind axis {}", tbe::NameOf(tensor->kind), axis),
         With(tensor, [&](TensorNode& node) {
           auto& begin_pads = pool ? node.pool.pads_begin : node.conv.pads_begin;
           auto& end_pads = pool ? node.pool.pads_end : node.conv.pads_end;
           ++begin_pads[axis];
           --end_pads[axis];
         })});
  }
  if (pool) {
    const auto other = tensor->pool.mode == tbe::PoolMode::kMax ? tbe::PoolMode::kAverage : tbe::PoolMode::kMax;
    changes.push_back({fmt::format("pooling by {} becomes {}", tbe::NameOf(tensor->pool.mode), tbe::NameOf(other)),
                       With(tensor, [&](TensorNode& node) { node.pool.mode = other; })});
  }
}

void DropBias(const Tensor& tensor, Changes& changes) {
  if (tensor->inputs.size() < 3) return;
  changes.push_back({"the bias is left out", With(tensor, [](TensorNode& node) { node.inputs.resize(2); })});
}

// Returns the body with the scalar `place` replaced by `by`.
tbe::ExprPtr ReplacedIn(const tbe::ExprPtr& body, const tbe::ExprNode* place, const tbe::ExprPtr& by) {
  return tbe::Rewrite(body, [&](const tbe::ExprPtr& expr, const std::vector<tbe::ExprPtr>&) {
    return expr.get() == place ? by : tbe::ExprPtr();
  });
}

// Changes a scalar of the body. `place`: its number in the order of the walk, from 1 on.
void ChangeScalar(const Tensor& tensor, const tbe::ExprPtr& expr, size_t place, Changes& changes) {
  const auto add = [&](const std::string& text, const auto& edit) {
    auto changed = std::make_shared<tbe::ExprNode>(*expr);
    edit(*changed);
    changes.push_back({fmt::format("in the body, {} (scalar {})", text, place), With(tensor, [&](TensorNode& node) {
                         node.body = ReplacedIn(tensor->body, expr.get(), changed);
                       })});
  };
  if (expr->kind == tbe::ExprKind::kLiteral) {
    for (const auto& [text, number] : OtherNumbers(expr->value)) {
      add("the number " + text, [&number = number](tbe::ExprNode& node) { node.value = number; });
    }
  } else if (expr->kind == tbe::ExprKind::kBinary) {
    for (const BinaryOp other : SwapsOf(BinarySwaps(), expr->binary)) {
      add(fmt::format("{} becomes {}", tbe::NameOf(expr->binary), tbe::NameOf(other)),
          [&](tbe::ExprNode& node) { node.binary = other; });
    }
  } else if (expr->kind == tbe::ExprKind::kUnary) {
    for (const UnaryOp other : SwapsOf(UnarySwaps(), expr->unary)) {
      add(fmt::format("{} becomes {}", tbe::NameOf(expr->unary), tbe::NameOf(other)),
          [&](tbe::ExprNode& node) { node.unary = other; });
    }
  } else if (expr->kind == tbe::ExprKind::kSelect) {
    add("the branches of select are swapped",
        [](tbe::ExprNode& node) { std::swap(node.operands[1], node.operands[2]); });
  }
}

void ChangeCompute(const Tensor& tensor, Changes& changes) {
  const std::vector<tbe::ExprPtr> order = tbe::PostOrder(tensor->body);
  for (size_t i = 0; i < order.size(); ++i) ChangeScalar(tensor, order[i], i + 1, changes);
  for (size_t axis = 0; axis < tensor->reduce_shape.size(); ++axis) {
    if (tensor->reduce_shape[axis] < 2) continue;
    changes.push_back({fmt::format("the reduction leaves out the last of axis {}", axis),
                       With(tensor, [&](TensorNode& node) { --node.reduce_shape[axis]; })});
  }
}

Changes ChangesOf(const Tensor& tensor) {
  Changes changes;
  switch (tensor->kind) {
    case Kind::kConst:
    case Kind::kParam:
      ChangeNumber(tensor, changes);
      break;
    case Kind::kUnary:
      ChangeUnary(tensor, changes);
      break;
    case Kind::kBinary:
      ChangeBinary(tensor, changes);
      break;
    case Kind::kSelect:
      ChangeSelect(tensor, changes);
      break;
    case Kind::kCast:
      ChangeCast(tensor, changes);
      break;
    case Kind::kReduce:
      ChangeReduce(tensor, changes);
      break;
    case Kind::kSlice:
    case Kind::kPad:
      ChangeOffsets(tensor, changes);
      break;
    case Kind::kTranspose:
      ChangeTranspose(tensor, changes);
      break;
    case Kind::kConcat:
      if (tensor->inputs.size() > 1 && tensor->inputs[0].shape() == tensor->inputs[1].shape()) {
        changes.push_back({"the first two parts of concat are swapped",
                           With(tensor, [](TensorNode& node) { std::swap(node.inputs[0], node.inputs[1]); })});
      }
      break;
    case Kind::kGather:
      ChangeGather(tensor, changes);
      break;
    case Kind::kScatter:
      LeaveOut(tensor, 0, "the updates of scatter are left out", changes);
      break;
    case Kind::kScan:
      ChangeScan(tensor, changes);
      break;
    case Kind::kCompute:
      ChangeCompute(tensor, changes);
      break;
    case Kind::kMatmul:
      DropBias(tensor, changes);
      break;
    case Kind::kConv:
    case Kind::kConvTranspose:
      DropBias(tensor, changes);
      ChangeWindow(tensor, changes);
      break;
    case Kind::kPool:
      ChangeWindow(tensor, changes);
      break;
    default:
      break;
  }
  return changes;
}

// Returns kinds and operations of the nodes, and their inputs.
std::string StructureOf(const std::vector<Tensor>& order) {
  std::unordered_map<const TensorNode*, size_t> numbers;
  std::string text;
  for (size_t i = 0; i < order.size(); ++i) {
    numbers[order[i].get()] = i;
    const TensorNode& node = *order[i];
    text += fmt::format(";{}.{}.{}.{}", static_cast<int>(node.kind), static_cast<int>(node.unary),
                        static_cast<int>(node.binary), static_cast<int>(node.reduce));
    for (const Tensor& input : node.inputs) text += fmt::format(",{}", numbers.at(input.get()));
  }
  return text;
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

// Returns the printed line of the changed node.
std::string LineOf(const Tensor& changed, size_t place, const std::vector<Tensor>& order,
                   const std::vector<std::string>& lines, const std::vector<Tensor>& outputs) {
  const auto known =
      std::find_if(order.begin(), order.end(), [&](const Tensor& each) { return each.get() == changed.get(); });
  if (known != order.end()) return fmt::format("%{} = %{}", place, known - order.begin());
  const std::vector<std::string> now = LinesOf(tbe::Print(outputs));
  const auto [was, is] = std::mismatch(lines.begin(), lines.end(), now.begin(), now.end());
  return is == now.end() ? "" : *is;
}

}  // namespace

std::vector<Mutant> MutantsOf(const std::vector<Tensor>& outputs) {
  const std::vector<Tensor> order = tbe::PostOrder(outputs);  // the numbers of tbe::Print
  const size_t structure = std::hash<std::string>()(StructureOf(order));
  const std::vector<std::string> lines = LinesOf(tbe::Print(outputs));
  std::vector<Mutant> mutants;
  for (size_t i = 0; i < order.size(); ++i) {
    for (const Change& change : ChangesOf(order[i])) {
      Mutant mutant{fmt::format("{:x}/{}/{}", structure, i, change.text), change.text, i < lines.size() ? lines[i] : "",
                    "", Replaced(outputs, order[i].get(), change.node)};
      mutant.becomes = LineOf(change.node, i, order, lines, mutant.outputs);
      mutants.push_back(std::move(mutant));
    }
  }
  return mutants;
}

}  // namespace opdk::verify
