// A case as the search varies it: every value at hand, and the way to YAML and back.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

struct SearchTensor {
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape;
  std::vector<long double> data;  // row-major; holds every element of every dtype exactly
  TensorLayout layout;
};

// A port of the prototype. No entry: an optional input that is absent, a dynamic one without entries.
struct SearchPort {
  std::string name;
  PortKind kind = PortKind::kRequired;
  std::vector<SearchTensor> entries;
};

struct SearchCase {
  std::string op;
  std::string engine;
  std::vector<SearchPort> inputs;
  std::map<std::string, Written> attrs;  // those that aren't left to their defaults
  OpCase frame;                          // how the seed is judged (OperatorUse::frame)

  // The dtype of its first tensor: what a tensor that names none has.
  ge::DataType dtype() const;
  OpCase ToCase(const std::string& name = "found") const;
  size_t elements() const;
  // IsBounded of all its tensors together.
  bool IsBounded(size_t max_elements) const;
};

// What a search begins with.
struct EngineSeeds {
  std::vector<SearchCase> cases;
  size_t fresh = 0;  // the first so many; the others are what earlier searches kept
};

// The case with one dtype on one engine. What it expects literally is left out: it holds for its own values only.
// std::nullopt: it has no data, or elements that aren't numbers.
std::optional<SearchCase> SearchCaseOf(const OpCase& op_case, const CaseInstance& instance, const std::string& engine);

// Elements as numbers; empty for a dtype whose elements aren't.
std::vector<long double> ElementsOf(ge::DataType dtype, const std::vector<uint8_t>& bytes);
// The element of `dtype` that is nearest to `value`; integers saturate, and have no NaN.
long double RoundTo(ge::DataType dtype, long double value);
// Whether a tensor of this shape, and one that an extent of 0 is taken out of, has at most so many elements: what is
// computed of an empty tensor need not be empty.
bool IsBounded(const std::vector<int64_t>& shape, size_t max_elements);
// Gives the tensor another shape; its elements repeat where there are more, and are zeros where there were none.
void Reshape(SearchTensor& tensor, std::vector<int64_t> shape);

}  // namespace opdk::verify
