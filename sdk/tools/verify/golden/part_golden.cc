#include "sdk/tools/verify/golden/part_golden.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph_core/base/element_type.h"
#include "tbe/walk.h"

namespace opdk::verify {
namespace {

// The dependence of a value on the complex inputs. Zero counts as linear in every input.
enum class Dependence : uint8_t { kNone, kZero, kLinear, kOther };

bool IsLinear(Dependence d) { return d == Dependence::kLinear || d == Dependence::kZero; }

// Returns the dependence of a value that is one of these, or their sum.
Dependence OneOf(const std::vector<Dependence>& choices) {
  const auto all = [&](auto holds) { return std::all_of(choices.begin(), choices.end(), holds); };
  if (all([](Dependence d) { return d == Dependence::kZero; })) return Dependence::kZero;
  if (all(IsLinear)) return Dependence::kLinear;
  const bool fixed = all([](Dependence d) { return d == Dependence::kNone || d == Dependence::kZero; });
  return fixed ? Dependence::kNone : Dependence::kOther;
}

// Returns the dependence of a value that `deciding` selects. `deciding` must not depend on the complex inputs.
Dependence Decided(Dependence deciding, const std::vector<Dependence>& choices) {
  const bool fixed = deciding == Dependence::kNone || deciding == Dependence::kZero;
  return fixed ? OneOf(choices) : Dependence::kOther;
}

Dependence OfUnary(tbe::UnaryOp op, Dependence a) {
  const bool fixed = a == Dependence::kNone || a == Dependence::kZero;
  if (op == tbe::UnaryOp::kNeg) return a;
  return fixed ? Dependence::kNone : Dependence::kOther;
}

Dependence OfBinary(tbe::BinaryOp op, Dependence a, Dependence b) {
  const bool a_fixed = a == Dependence::kNone || a == Dependence::kZero;
  const bool b_fixed = b == Dependence::kNone || b == Dependence::kZero;
  switch (op) {
    case tbe::BinaryOp::kAdd:
    case tbe::BinaryOp::kSub:
      return OneOf({a, b});
    case tbe::BinaryOp::kMul:
      if (a_fixed && b_fixed) return Dependence::kNone;
      return a_fixed ? b : b_fixed ? a : Dependence::kOther;
    case tbe::BinaryOp::kDiv:
      return b_fixed ? (a_fixed ? Dependence::kNone : a) : Dependence::kOther;
    default:
      return a_fixed && b_fixed ? Dependence::kNone : Dependence::kOther;
  }
}

Dependence OfNumber(const tbe::Number& number) {
  const bool zero = std::visit([](auto value) { return value == 0; }, number);
  return zero ? Dependence::kZero : Dependence::kNone;
}

Dependence OfBody(const tbe::TensorNode& node, const std::vector<Dependence>& inputs) {
  using tbe::ExprKind;
  std::unordered_map<const tbe::ExprNode*, Dependence> known;
  for (const tbe::ExprPtr& expr : tbe::PostOrder(node.body)) {
    const auto of = [&](size_t i) { return known.at(expr->operands[i].get()); };
    Dependence found = Dependence::kNone;
    switch (expr->kind) {
      case ExprKind::kIndex:
      case ExprKind::kReduceIndex:
      case ExprKind::kExtent:
        break;
      case ExprKind::kLiteral:
        found = OfNumber(expr->value);
        break;
      case ExprKind::kRead: {
        std::vector<Dependence> places;
        for (size_t i = 0; i < expr->operands.size(); ++i) places.push_back(of(i));
        found = Decided(OneOf(places), {inputs[static_cast<size_t>(expr->index)]});
        break;
      }
      case ExprKind::kUnary:
        found = OfUnary(expr->unary, of(0));
        break;
      case ExprKind::kBinary:
        found = OfBinary(expr->binary, of(0), of(1));
        break;
      case ExprKind::kSelect:
        found = Decided(of(0), {of(1), of(2)});
        break;
      case ExprKind::kCast:
        found = IsFloat(expr->dtype) ? of(0) : OfUnary(tbe::UnaryOp::kFloor, of(0));
        break;
    }
    known[expr.get()] = found;
  }
  const Dependence body = known.at(node.body.get());
  const bool sums = node.reduce_shape.empty() || node.reduce == tbe::ReduceOp::kSum;
  return sums ? body : OfUnary(tbe::UnaryOp::kFloor, body);
}

Dependence OfNode(const tbe::TensorNode& node, const std::vector<Dependence>& inputs) {
  using tbe::Kind;
  const auto fixed_only = [&] { return Decided(OneOf(inputs), {Dependence::kNone}); };
  switch (node.kind) {
    case Kind::kConst:
    case Kind::kParam:
      return OfNumber(node.value);
    case Kind::kUnary:
      return OfUnary(node.unary, inputs[0]);
    case Kind::kBinary:
      return OfBinary(node.binary, inputs[0], inputs[1]);
    case Kind::kSelect:
      return Decided(inputs[0], {inputs[1], inputs[2]});
    case Kind::kCast:
      return IsFloat(node.dtype) ? inputs[0] : fixed_only();
    case Kind::kBroadcast:
    case Kind::kTranspose:
    case Kind::kReshape:
    case Kind::kSlice:
    case Kind::kConcat:
    case Kind::kPad:
      return OneOf(inputs);
    case Kind::kReduce:
    case Kind::kScan:
      return node.reduce == tbe::ReduceOp::kSum ? inputs[0] : fixed_only();
    case Kind::kGather:
      return Decided(inputs[1], {inputs[0]});
    case Kind::kScatter:
      return node.overwrite || node.reduce == tbe::ReduceOp::kSum ? Decided(inputs[1], {inputs[0], inputs[2]})
                                                                  : fixed_only();
    case Kind::kCompute:
      return OfBody(node, inputs);
    default:
      return fixed_only();
  }
}

bool TreatsPartsAlike(const BoundExpression& bound, const CaseInstance& instance) {
  std::unordered_map<const tbe::TensorNode*, Dependence> known;
  for (const tbe::Tensor& node : tbe::PostOrder(bound.outputs)) {
    std::vector<Dependence> inputs;
    for (const tbe::Tensor& input : node->inputs) {
      inputs.push_back(input ? known.at(input.get()) : Dependence::kZero);
    }
    if (node->kind == tbe::Kind::kInput) {
      const Port& port = instance.op.inputs[static_cast<size_t>(node->input_index)];
      known[node.get()] = IsComplex(port.desc.GetDataType()) ? Dependence::kLinear : Dependence::kNone;
    } else {
      known[node.get()] = OfNode(*node, inputs);
    }
  }
  for (size_t i = 0; i < bound.outputs.size(); ++i) {
    const Dependence found = known.at(bound.outputs[i].get());
    const bool complex = IsComplex(instance.op.outputs[i].desc.GetDataType());
    if (complex ? !IsLinear(found) : !(found == Dependence::kNone || found == Dependence::kZero)) return false;
  }
  return true;
}

ge::TensorDesc PartDesc(ge::TensorDesc desc) {
  desc.SetDataType(PartOf(desc.GetDataType()));
  return desc;
}

// Returns every other part, from part `which` (0: real, 1: imaginary) on. A tensor that isn't complex stays as it is.
ge::Tensor PartsIn(const ge::Tensor& tensor, size_t which) {
  const ge::DataType dtype = tensor.GetTensorDesc().GetDataType();
  if (!IsComplex(dtype)) return tensor;
  const auto size = static_cast<size_t>(ge::GetSizeByDataType(PartOf(dtype)));
  std::vector<uint8_t> bytes(tensor.GetSize() / 2);
  for (size_t at = 0; at < bytes.size(); at += size) {
    std::memcpy(bytes.data() + at, tensor.GetData() + 2 * at + which * size, size);
  }
  return ge::Tensor(PartDesc(tensor.GetTensorDesc()), bytes);
}

CaseInstance PartInstance(const CaseInstance& instance, size_t which) {
  CaseInstance part = instance;
  for (size_t i = 0; i < part.inputs.size(); ++i) {
    part.inputs[i].value = PartsIn(instance.inputs[i].value, which);
    part.op.inputs[i].desc = PartDesc(instance.op.inputs[i].desc);
  }
  for (Port& output : part.op.outputs) output.desc = PartDesc(output.desc);
  return part;
}

template <typename T>
std::vector<T> Interleaved(const std::vector<T>& first, const std::vector<T>& second) {
  std::vector<T> both;
  for (size_t i = 0; i < first.size(); ++i) both.insert(both.end(), {first[i], second[i]});
  return both;
}

CaseTensor Joined(const CaseTensor& real, const CaseTensor& imaginary, const ge::TensorDesc& desc) {
  if (!IsComplex(desc.GetDataType())) return real;
  const auto size = static_cast<size_t>(ge::GetSizeByDataType(PartOf(desc.GetDataType())));
  std::vector<uint8_t> bytes(2 * real.value.GetSize());
  for (size_t at = 0; at < real.value.GetSize(); at += size) {
    std::memcpy(bytes.data() + 2 * at, real.value.GetData() + at, size);
    std::memcpy(bytes.data() + 2 * at + size, imaginary.value.GetData() + at, size);
  }
  CaseTensor joined;
  joined.has_data = true;
  joined.value = ge::Tensor(desc, bytes);
  joined.negative_zero = Interleaved(real.negative_zero, imaginary.negative_zero);
  joined.bounds = Interleaved(real.bounds, imaginary.bounds);
  return joined;
}

}  // namespace

Result<Golden> PartGolden(const CaseInstance& instance, const TestHarness& harness) {
  const auto is_complex = [](const Port& port) { return IsComplex(port.desc.GetDataType()); };
  const std::vector<Port>&inputs = instance.op.inputs, &outputs = instance.op.outputs;
  if (std::none_of(inputs.begin(), inputs.end(), is_complex)) return Golden();
  const CaseInstance real = PartInstance(instance, 0), imaginary = PartInstance(instance, 1);
  OPDK_TRY(const BoundExpression bound, BindExpression(real, harness));
  if (bound.outputs.empty() || !TreatsPartsAlike(bound, instance)) return Golden();
  OPDK_TRY(const Golden first, ExpressionGolden(real, harness));
  OPDK_TRY(const Golden second, ExpressionGolden(imaginary, harness));
  if (first.source.empty() || second.source.empty()) return Golden();
  Golden golden;
  golden.source = first.source + ", part by part";
  for (size_t i = 0; i < outputs.size(); ++i) {
    golden.outputs.push_back({true, Joined(first.outputs[i].tensor, second.outputs[i].tensor, outputs[i].desc)});
  }
  return golden;
}

}  // namespace opdk::verify
