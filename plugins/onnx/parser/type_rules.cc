#include "plugins/onnx/parser/type_rules.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "plugins/onnx/parser/value_types.h"

namespace opdk::onnx_plugin {
namespace {

using onnx::TensorProto;
using Names = std::set<std::string_view>;

// The largest rank a tensor may have here; also bounds what a damaged file can make us store.
constexpr int kMaxRank = 64;

const onnx::AttributeProto* Find(const onnx::NodeProto& node, std::string_view name) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == name) return &attribute;
  }
  return nullptr;
}

int64_t IntOr(const onnx::NodeProto& node, std::string_view name, int64_t fallback) {
  const auto* attribute = Find(node, name);
  return attribute == nullptr ? fallback : attribute->i();
}

std::string Input(const onnx::NodeProto& node, int index) { return index < node.input_size() ? node.input(index) : ""; }

// Number of entries of an axes or shape argument: an attribute in old opsets, an input of known size in newer ones.
std::optional<int64_t> ListLength(const onnx::NodeProto& node, std::string_view attr, int input,
                                  const ValueTypes& types) {
  if (const auto* attribute = Find(node, attr)) return attribute->ints_size();
  if (!Input(node, input).empty()) return types.Dim(Input(node, input), 0);
  return std::nullopt;
}

std::optional<int> Bounded(std::optional<int64_t> rank) {
  if (!rank || *rank < 0 || *rank > kMaxRank) return std::nullopt;
  return static_cast<int>(*rank);
}

std::optional<int64_t> Plus(std::optional<int64_t> a, std::optional<int64_t> b) {
  if (!a || !b || *b > kMaxRank || *b < -kMaxRank) return std::nullopt;
  return *a + *b;
}

std::optional<int64_t> Negated(std::optional<int64_t> a) { return a ? std::optional<int64_t>(-*a) : std::nullopt; }

std::optional<int64_t> LargestRank(const onnx::NodeProto& node, const ValueTypes& types) {
  int64_t largest = 0;
  for (const auto& input : node.input()) {
    const auto rank = types.Rank(input);
    if (!rank) return std::nullopt;
    largest = std::max<int64_t>(largest, *rank);
  }
  return largest;
}

std::optional<int64_t> ReducedRank(const onnx::NodeProto& node, std::optional<int64_t> rank, const ValueTypes& types) {
  if (IntOr(node, "keepdims", 1) != 0) return rank;
  if (Find(node, "axes") == nullptr && Input(node, 1).empty()) {
    return IntOr(node, "noop_with_empty_axes", 0) != 0 ? rank : std::optional<int64_t>(0);
  }
  return Plus(rank, Negated(ListLength(node, "axes", 1, types)));
}

std::optional<int64_t> MatMulRank(const onnx::NodeProto& node, const ValueTypes& types) {
  const auto a = types.Rank(Input(node, 0));
  const auto b = types.Rank(Input(node, 1));
  if (!a || !b) return std::nullopt;
  return std::max({*a, *b, 2}) - (*a == 1 ? 1 : 0) - (*b == 1 ? 1 : 0);
}

const Names& KeepsShapeOfFirst() {
  static const Names names = {"Abs",
                              "Neg",
                              "Exp",
                              "Log",
                              "Sqrt",
                              "Reciprocal",
                              "Erf",
                              "Sin",
                              "Cos",
                              "Tan",
                              "Asin",
                              "Acos",
                              "Atan",
                              "Sinh",
                              "Cosh",
                              "Asinh",
                              "Acosh",
                              "Atanh",
                              "Floor",
                              "Ceil",
                              "Round",
                              "Sign",
                              "IsNaN",
                              "IsInf",
                              "Relu",
                              "LeakyRelu",
                              "Elu",
                              "Selu",
                              "Celu",
                              "ThresholdedRelu",
                              "Gelu",
                              "Sigmoid",
                              "HardSigmoid",
                              "HardSwish",
                              "Softplus",
                              "Softsign",
                              "Tanh",
                              "Clip",
                              "PRelu",
                              "Not",
                              "Softmax",
                              "LogSoftmax",
                              "Hardmax",
                              "BatchNormalization",
                              "InstanceNormalization",
                              "LRN",
                              "LayerNormalization",
                              "Conv",
                              "ConvTranspose",
                              "MaxPool",
                              "AveragePool",
                              "LpPool",
                              "GlobalAveragePool",
                              "GlobalMaxPool",
                              "Transpose",
                              "Concat",
                              "Split",
                              "Slice",
                              "Pad",
                              "Tile",
                              "Cast",
                              "CastLike",
                              "Identity",
                              "Dropout",
                              "CumSum",
                              "TopK",
                              "Trilu",
                              "Shrink",
                              "LpNormalization",
                              "MeanVarianceNormalization",
                              "Upsample",
                              "Resize",
                              "DepthToSpace",
                              "SpaceToDepth",
                              "ReverseSequence",
                              "ScatterElements",
                              "ScatterND",
                              "Bernoulli"};
  return names;
}

const Names& Broadcasts() {
  static const Names names = {"Add", "Sub", "Mul",   "Div",  "Pow",         "Mod",     "BitShift",       "And",
                              "Or",  "Xor", "Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "Max",
                              "Min", "Sum", "Mean",  "Where"};
  return names;
}

bool Gives(const Names& names, const onnx::NodeProto& node) { return names.contains(node.op_type()); }

bool IsReduction(const onnx::NodeProto& node) { return node.op_type().rfind("Reduce", 0) == 0; }

std::optional<int64_t> Rank(const onnx::NodeProto& node, const ValueTypes& types) {
  const std::string& type = node.op_type();
  const std::optional<int64_t> first = types.Rank(Input(node, 0));
  if (Gives(KeepsShapeOfFirst(), node)) return first;
  if (Gives(Broadcasts(), node)) return LargestRank(node, types);
  if (IsReduction(node)) return ReducedRank(node, first, types);
  if (type == "ArgMax" || type == "ArgMin") return IntOr(node, "keepdims", 1) != 0 ? first : Plus(first, -1);
  if (type == "Flatten" || type == "Gemm") return 2;
  if (type == "Shape" || type == "Range") return 1;
  if (type == "Size") return 0;
  if (type == "MatMul") return MatMulRank(node, types);
  if (type == "Gather") return Plus(Plus(first, types.Rank(Input(node, 1))), -1);
  if (type == "Reshape") return ListLength(node, "shape", 1, types);
  if (type == "ConstantOfShape") return types.Dim(Input(node, 0), 0);
  if (type == "Squeeze") return Plus(first, Negated(ListLength(node, "axes", 1, types)));
  if (type == "Unsqueeze") return Plus(first, ListLength(node, "axes", 1, types));
  if (type == "Expand") {
    const auto length = types.Dim(Input(node, 1), 0);
    return first && length ? std::optional<int64_t>(std::max(*first, *length)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<int> OutputRank(const onnx::NodeProto& node, const ValueTypes& types) {
  return Bounded(Rank(node, types));
}

int32_t OutputElementType(const onnx::NodeProto& node, int output, const ValueTypes& types) {
  static const Names kBool = {
      "And", "Or", "Xor", "Not", "Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "IsNaN", "IsInf"};
  static const Names kInt64 = {"Shape", "Size", "ArgMax", "ArgMin"};
  const std::string& type = node.op_type();
  if (output > 0 && type != "Split") {
    if (type == "MaxPool" || type == "TopK") return TensorProto::INT64;
    return type == "Dropout" ? TensorProto::BOOL : TensorProto::UNDEFINED;
  }
  if (Gives(kBool, node)) return TensorProto::BOOL;
  if (Gives(kInt64, node)) return TensorProto::INT64;
  if (type == "Cast") return static_cast<int32_t>(IntOr(node, "to", TensorProto::UNDEFINED));
  if (type == "Where" || type == "CastLike") return types.ElementType(Input(node, 1));
  if (type == "ConstantOfShape") {
    const auto* value = Find(node, "value");
    return value == nullptr ? static_cast<int32_t>(TensorProto::FLOAT) : value->t().data_type();
  }
  static const Names kFirst = {"Flatten", "Gemm",      "MatMul", "Gather", "Reshape",
                               "Squeeze", "Unsqueeze", "Expand", "Range"};
  const bool same =
      Gives(KeepsShapeOfFirst(), node) || Gives(Broadcasts(), node) || Gives(kFirst, node) || IsReduction(node);
  return same ? types.ElementType(Input(node, 0)) : static_cast<int32_t>(TensorProto::UNDEFINED);
}

}  // namespace opdk::onnx_plugin
