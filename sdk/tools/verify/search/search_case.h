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

// A port of the prototype. A port without entries is an absent optional input, or a dynamic input without entries.
struct SearchPort {
  std::string name;
  PortKind kind = PortKind::kRequired;
  std::vector<SearchTensor> entries;
};

struct SearchCase {
  std::string op;
  std::string engine;
  std::vector<SearchPort> inputs;
  std::map<std::string, Written> attrs;  // attributes that aren't left to their defaults
  OpCase frame;                          // how the seed case is judged (OperatorUse::frame)

  // Returns the dtype of the first tensor, which holds for tensors that name none.
  ge::DataType dtype() const;
  OpCase ToCase(const std::string& name = "found") const;
  size_t elements() const;
  // Returns IsBounded of all its tensors together.
  bool IsBounded(size_t max_elements) const;
};

// The cases with which a search begins.
struct EngineSeeds {
  std::vector<SearchCase> cases;
  size_t fresh = 0;  // number of fresh cases, which come first; earlier searches kept the others
};

// Returns the case with one dtype on one engine. The case's expected values are left out: they hold for its own inputs
// only. nullopt: the case has no data, or elements that aren't numbers.
std::optional<SearchCase> SearchCaseOf(const OpCase& op_case, const CaseInstance& instance, const std::string& engine);

// Returns elements as numbers; empty for a dtype whose elements aren't numbers.
std::vector<long double> ElementsOf(ge::DataType dtype, const std::vector<uint8_t>& bytes);
// Returns the element of `dtype` that is nearest to `value`. Integers saturate, and have no NaN.
long double RoundTo(ge::DataType dtype, long double value);
// Returns whether a tensor of this shape has at most so many elements. Extents of 0 count as 1, because results
// computed from an empty tensor need not be empty.
bool IsBounded(const std::vector<int64_t>& shape, size_t max_elements);
// Gives the tensor another shape. Its elements repeat if there are more places; a tensor without elements gets zeros.
void Reshape(SearchTensor& tensor, std::vector<int64_t> shape);

}  // namespace opdk::verify
