#include "sdk/tools/verify/cases/search_use.h"

#include <algorithm>

#include "graph_core/base/type_names.h"

namespace opdk::verify {
namespace {

using Shape = std::vector<int64_t>;
using Shapes = std::vector<Shape>;

const std::vector<Shapes>& KnownShapes() {
  static const std::vector<Shapes> shapes = {
      {{2, 3}, {2, 3}, {2, 3}},           // element-wise
      {{4, 5}, {5, 3}, {3}},              // a matrix product with bias
      {{2, 3, 8, 8}, {4, 3, 3, 3}, {4}},  // a convolution
      {{2, 3, 4}, {3}, {3}},              // per channel
      {{2, 3, 4}, {4}, {4}},              // along the last axis
      {{2, 3}, {3}, {1}},                 // broadcast
      {{6}, {6}, {6}},
      {{2, 3, 4, 5}, {2, 3, 4, 5}, {2, 3, 4, 5}},
      {{2, 4, 5}, {2, 5, 3}, {3}},        // a batch of matrix products
      {{2, 3, 8, 8}, {3, 4, 3, 3}, {4}},  // a transposed convolution
      {{2, 3, 8, 8}, {3}, {3}},
      {{2, 3, 8}, {4, 3, 3}, {4}},
      {{2, 1, 3}, {4, 1}, {1}},
      {{}, {}, {}},
      {{4, 6}, {}, {}},
      {{5, 4}, {2}, {2, 4}},  // rows by index
      {{2, 3, 4}, {2, 3, 4}, {4}},
  };
  return shapes;
}

std::vector<Written> Scalars(const std::vector<std::string>& texts) { return {texts.begin(), texts.end()}; }

std::vector<Written> ValuesOfType(const std::string& type, const CandidateValues& values) {
  if (type == "Int") return Scalars({"1", "0", "-1", "2"});
  if (type == "Float") return Scalars({"0.5", "1"});
  if (type == "Bool") return Scalars({"false", "true"});
  if (type == "Type") return Scalars({"float", "int32"});
  std::vector<Written> lists;
  if (type == "ListInt") {
    for (const std::vector<int64_t>& list : values.int_lists) lists.push_back(Written::List(list));
  } else if (type == "ListFloat") {
    lists = {Written::List(std::vector<std::string>{"0.5"}), Written::List(std::vector<std::string>{"1", "1"})};
  }
  return lists;
}

// Returns every combination of the required attributes' values; few values of each attribute if the combinations are
// many.
std::vector<std::map<std::string, Written>> AttrChoices(const OpDesc& prototype, const CandidateValues& values) {
  std::vector<std::map<std::string, Written>> choices = {{}};
  for (const IrAttr& attr : prototype.ir_attrs) {
    if (!attr.required) continue;
    std::vector<std::map<std::string, Written>> more;
    for (const auto& choice : choices) {
      for (const Written& value : ValuesOfType(attr.type, values)) {
        more.push_back(choice);
        more.back()[attr.name] = value;
      }
    }
    constexpr size_t kMost = 64;
    if (more.size() > kMost) more.resize(kMost);
    choices = std::move(more);
  }
  return choices;
}

// Returns the literals of an input that holds axes, extents or indices.
const std::vector<std::pair<Shape, TensorValues>>& IntegerLiterals() {
  static const std::vector<std::pair<Shape, TensorValues>> literals = {{{1}, IntegerData({1})},
                                                                       {{}, IntegerData({1}, true)},
                                                                       {{1}, IntegerData({0})},
                                                                       {{2}, IntegerData({0, 1})},
                                                                       {{2}, IntegerData({2, 3})},
                                                                       {{4}, IntegerData({0, 1, 0, 1})},
                                                                       {{2, 2}, IntegerData({0, 1, 1, 0})}};
  return literals;
}

}  // namespace

TensorValues IntegerData(const std::vector<int64_t>& numbers, bool scalar) {
  TensorValues values;
  values.data = scalar ? Written(numbers[0]) : Written::List(numbers);
  return values;
}

const CandidateValues& KnownValues() {
  static const CandidateValues values = {
      KnownShapes(), IntegerLiterals(), {{1}, {0}, {1, 1}, {0, 1}, {2, 2}, {1, 0}, {1, 1, 1, 1}}};
  return values;
}

bool IntegersOnly(const EngineOpInfo& info, const std::string& port) {
  const PortInfo* found = info.FindPort(port);
  if (found == nullptr) return false;
  return std::all_of(found->dtypes.begin(), found->dtypes.end(),
                     [](ge::DataType dtype) { return dtype == ge::DT_INT32 || dtype == ge::DT_INT64; });
}

std::vector<OperatorUse> CandidateUses(const OpDesc& prototype, const EngineOpInfo& info,
                                       const CandidateValues& values) {
  std::vector<OperatorUse> uses;
  const auto choices = AttrChoices(prototype, values);
  for (const bool with_optional : {false, true}) {
    for (const Shapes& shapes : values.shapes) {
      for (const auto& [integer_shape, integers] : values.integers) {
        OperatorUse use;
        use.frame.op = prototype.type;
        size_t tensor = 0;
        bool has_integers = false;
        for (const IrPort& port : prototype.ir_inputs) {
          if (port.kind == PortKind::kOptional && !with_optional) continue;
          UseInput input;
          input.port = port.name;
          input.dynamic = port.kind == PortKind::kDynamic;
          input.optional = port.kind == PortKind::kOptional;
          const PortInfo* known = info.FindPort(port.name);
          if (known != nullptr && !known->dtypes.empty()) input.dtype = known->dtypes[0];
          if (IntegersOnly(info, port.name)) {
            input.shape = integer_shape;
            input.literal = integers;
            input.fixed = true;
            has_integers = true;
          } else {
            input.shape = shapes[std::min(tensor++, shapes.size() - 1)];
          }
          use.inputs.push_back(input);
          if (input.dynamic) use.inputs.push_back(input);
        }
        for (const auto& choice : choices) {
          use.attrs = choice;
          uses.push_back(use);
        }
        if (!has_integers) break;
      }
    }
  }
  return uses;
}

}  // namespace opdk::verify
