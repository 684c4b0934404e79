// SVMClassifier's probabilities of classes. Each pair of classes has a probability, the sigmoid of its decision. The
// classes' probabilities p are those of which p[i] / (p[i] + p[j]) come nearest to the pairs' probabilities r[i, j]:
// they make p Q p^T least, where Q[t, t] is the sum of r[j, t]^2 and Q[t, j] is -r[j, t] r[t, j]. (Wu, Lin, Weng:
// Probability estimates for multi-class classification by pairwise coupling, JMLR 5, 2004, section 4.2.)
//
// The search goes over the classes again and again, and ends for a sample where Q p is nearly constant. ONNX Runtime
// ends there too, so that its numbers are these and not those of the minimum.
//
// Example: two classes and r[0, 1] = 0.8. Q is [0.04, -0.16; -0.16, 0.64], p is at first [0.5, 0.5], Q p is
// [-0.06, 0.24], and p Q p^T is 0.09. Class 0 grows by (0.09 + 0.06) / 0.04 = 3.75, and both are divided by 4.75: p is
// [0.895, 0.105]. Class 1 follows, and so on until p is [0.8, 0.2].
#include <fmt/format.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/written_functions.h"

namespace opdk::onnx_plugin {
namespace {

// `chosen`, `a`, `b`, `places`, `different`, `unit`, `units`, `start`, `shape`, `trips`, `limit` are constants that
// depend on the number of classes. p is [samples, classes, 1], q [samples, classes, classes].
constexpr const char* kProbabilitiesText = R"(
<domain: "opdk", opset_import: ["" : 17, "ai.onnx.ml" : 1]> SvmProbabilities (x) => (label, probabilities) {
  minus = Neg(b)
  decisions = Gather <axis = 1> (all_decisions, chosen)
  scaled = Mul(decisions, a)
  turned = Sub(minus, scaled)
  sigmoid = Sigmoid(turned)
  least = Constant <value = float {1e-7}> ()
  most = Constant <value = float {0.9999999}> ()
  pairs = Clip(sigmoid, least, most)
  one = Constant <value = float {1.0}> ()
  others = Sub(one, pairs)
  both = Concat <axis = 1> (pairs, others)
  flat = Gather <axis = 1> (both, places)
  with_diagonal = Reshape(flat, shape)
  r = Mul(with_diagonal, different)
  turned_r = Transpose <perm = [0, 2, 1]> (r)
  crossed = Mul(r, turned_r)
  squares = Mul(r, r)
  over_first = Constant <value = int64[1] {1}> ()
  sums = ReduceSum <keepdims = 1> (squares, over_first)
  diagonal = Mul(sums, unit)
  q = Sub(diagonal, crossed)
  last = Constant <value = int64[1] {-1}> ()
  columns = Transpose <perm = [2, 0, 1]> (q)
  of_classes = Unsqueeze(columns, last)
  column_shape = Shape(of_classes)
  zero_place = Constant <value = int64[1] {0}> ()
  rest = Constant <value = int64[1] {4}> ()
  p_shape = Slice(column_shape, over_first, rest, zero_place)
  p_first = Expand(start, p_shape)
  p_sum = ReduceSum <keepdims = 1> (p_first, over_first)
  zero = Constant <value = float {0.0}> ()
  seeks_first = Greater(p_sum, zero)
  yes = Constant <value = bool {1}> ()
  p_end, seeks_end = Loop <body = sweep (int64 trip, bool go, float[N, K, 1] p, bool[N, 1, 1] seeks)
      => (bool go_on, float[N, K, 1] p_next, bool[N, 1, 1] still) {
    qp = MatMul(q, p)
    p_qp = Mul(p, qp)
    pqp = ReduceSum <keepdims = 1> (p_qp, over_first)
    apart = Sub(qp, pqp)
    distances = Abs(apart)
    distance = ReduceMax <axes = [1], keepdims = 1> (distances)
    is_far = GreaterOrEqual(distance, limit)
    still = And(seeks, is_far)
    p_swept, pqp_swept, qp_swept = Scan <num_scan_inputs = 2, body = step
        (float[N, K, 1] p_old, float[N, 1, 1] pqp_old, float[N, K, 1] qp_old, float[N, K, 1] column, float[K, 1] here)
        => (float[N, K, 1] p_new, float[N, 1, 1] pqp_new, float[N, K, 1] qp_new) {
      column_here = Mul(column, here)
      own = ReduceSum <keepdims = 1> (column_here, over_first)
      qp_at = Mul(qp_old, here)
      qp_here = ReduceSum <keepdims = 1> (qp_at, over_first)
      missing = Sub(pqp_old, qp_here)
      growth = Div(missing, own)
      divisor = Add(growth, one)
      added = Mul(here, growth)
      grown = Add(p_old, added)
      p_new = Div(grown, divisor)
      growth_own = Mul(growth, own)
      twice = Add(qp_here, qp_here)
      slope = Add(growth_own, twice)
      gain = Mul(growth, slope)
      gained = Add(pqp_old, gain)
      once_divided = Div(gained, divisor)
      pqp_new = Div(once_divided, divisor)
      moved = Mul(column, growth)
      qp_moved = Add(qp_old, moved)
      qp_new = Div(qp_moved, divisor)
    }> (p, pqp, qp, of_classes, units)
    p_next = Where(still, p_swept, p)
    numbers = Cast <to = 1> (still)
    any_number = ReduceMax <keepdims = 0> (numbers)
    go_on = Greater(any_number, zero)
  }> (trips, yes, p_first, seeks_first)
  probabilities = Squeeze(p_end, last)
})";

const onnx::AttributeProto* AttributeOf(const onnx::NodeProto& node, const char* name) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == name) return &attribute;
  }
  return nullptr;
}

onnx::NodeProto ConstantNode(const std::string& name, const onnx::TensorProto& tensor) {
  onnx::NodeProto node;
  node.set_op_type("Constant");
  node.add_output(name);
  auto* attribute = node.add_attribute();
  attribute->set_name("value");
  attribute->set_type(onnx::AttributeProto::TENSOR);
  *attribute->mutable_t() = tensor;
  return node;
}

onnx::NodeProto FloatConstant(const std::string& name, const std::vector<int64_t>& dims,
                              const std::vector<float>& numbers) {
  onnx::TensorProto tensor;
  tensor.set_data_type(onnx::TensorProto::FLOAT);
  for (const int64_t dim : dims) tensor.add_dims(dim);
  for (const float number : numbers) tensor.add_float_data(number);
  return ConstantNode(name, tensor);
}

onnx::NodeProto IntConstant(const std::string& name, const std::vector<int64_t>& dims,
                            const std::vector<int64_t>& numbers) {
  onnx::TensorProto tensor;
  tensor.set_data_type(onnx::TensorProto::INT64);
  for (const int64_t dim : dims) tensor.add_dims(dim);
  for (const int64_t number : numbers) tensor.add_int64_data(number);
  return ConstantNode(name, tensor);
}

// Returns the Constant nodes for `count` classes.
std::vector<onnx::NodeProto> ConstantsOfClasses(int64_t count, const std::vector<float>& a,
                                                const std::vector<float>& b) {
  const int64_t pairs = count * (count - 1) / 2;
  std::vector<float> unit(static_cast<size_t>(count * count), 0), different(unit.size(), 1);
  // Places of r[i, j] among the pairs' probabilities, behind which 1 - each follows.
  std::vector<int64_t> places(unit.size(), 0);
  std::vector<int64_t> chosen(static_cast<size_t>(pairs));
  int64_t pair = 0;
  for (int64_t i = 0; i < count; ++i) {
    unit[static_cast<size_t>(i * count + i)] = 1;
    different[static_cast<size_t>(i * count + i)] = 0;
    for (int64_t j = i + 1; j < count; ++j, ++pair) {
      places[static_cast<size_t>(i * count + j)] = pair;
      places[static_cast<size_t>(j * count + i)] = pairs + pair;
      // The decision of two classes stands behind its negative.
      chosen[static_cast<size_t>(pair)] = count == 2 ? 1 : pair;
    }
  }
  const auto classes = static_cast<float>(count);
  return {IntConstant("chosen", {pairs}, chosen),
          FloatConstant("a", {pairs}, a),
          FloatConstant("b", {pairs}, b),
          IntConstant("places", {count * count}, places),
          FloatConstant("different", {count, count}, different),
          FloatConstant("unit", {count, count}, unit),
          FloatConstant("units", {count, count, 1}, unit),
          FloatConstant("start", {}, {1 / classes}),
          FloatConstant("limit", {}, {0.005F / classes}),
          IntConstant("shape", {3}, {-1, count, count}),
          IntConstant("trips", {}, {std::max<int64_t>(100, count)})};
}

std::vector<float> FloatsOf(const onnx::AttributeProto* attribute) {
  return attribute == nullptr ? std::vector<float>()
                              : std::vector<float>(attribute->floats().begin(), attribute->floats().end());
}

Status RefuseProbabilities(const onnx::NodeProto& node, const std::string& why) {
  return Status(ErrorCode::kModelInvalid, fmt::format("{}: {}", NodeTitle(node), why))
      .Hint("export the model without probabilities (prob_a, prob_b)");
}

Result<std::optional<onnx::FunctionProto>> WriteSvmProbabilities(const onnx::NodeProto& node, int64_t opset) {
  const std::vector<float> a = FloatsOf(AttributeOf(node, "prob_a")), b = FloatsOf(AttributeOf(node, "prob_b"));
  if (a.empty()) return std::optional<onnx::FunctionProto>();
  const auto* per_class = AttributeOf(node, "vectors_per_class");
  const int64_t classes = per_class == nullptr ? 0 : per_class->ints_size();
  if (classes < 2)
    return RefuseProbabilities(node, "it has probabilities, but no support vectors of two or more classes");
  const auto pairs = static_cast<size_t>(classes * (classes - 1) / 2);
  if (a.size() != pairs || b.size() != pairs) {
    return RefuseProbabilities(
        node, fmt::format("prob_a has {} and prob_b {} numbers, but there are {} pairs of classes", a.size(), b.size(),
                          pairs));
  }
  const auto* transform = AttributeOf(node, "post_transform");
  if (transform != nullptr && transform->s() != "NONE") {
    return RefuseProbabilities(node,
                               fmt::format("post_transform '{}' of probabilities is not supported", transform->s()));
  }
  onnx::FunctionProto function;
  const auto status = onnx::OnnxParser::Parse(function, kProbabilitiesText);
  OPDK_CHECK(status.IsOK(), status.ErrorMessage());
  for (auto& import : *function.mutable_opset_import()) {
    if (!import.domain().empty()) import.set_version(opset);
  }
  // A function's nodes stand in order, so the nodes added here come before the steps of the text.
  google::protobuf::RepeatedPtrField<onnx::NodeProto> steps;
  steps.Swap(function.mutable_node());
  auto* decisions = function.add_node();
  *decisions = node;
  decisions->clear_attribute();
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() != "prob_a" && attribute.name() != "prob_b") *decisions->add_attribute() = attribute;
  }
  *decisions->mutable_input(0) = "x";
  decisions->clear_output();
  decisions->add_output("label");
  decisions->add_output("all_decisions");
  for (onnx::NodeProto& constant : ConstantsOfClasses(classes, a, b)) *function.add_node() = std::move(constant);
  for (onnx::NodeProto& step : steps) *function.add_node() = std::move(step);
  return std::optional<onnx::FunctionProto>(std::move(function));
}

}  // namespace

OPDK_WRITE_ONNX(WriteSvmProbabilities, "ai.onnx.ml", SVMClassifier);

}  // namespace opdk::onnx_plugin
