// The share of an operator's possible faults that its cases would notice.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

struct MutantReport {
  std::string change;   // "mul becomes div"
  std::string where;    // "%3 = mul %1, %2 : float[2, 3]", or "output y"
  std::string becomes;  // "%3 = div %1, %2 : float[2, 3]"; "" for mutants of results
};

struct MutationScore {
  std::string op;
  std::string expression;                // of the first case, printed; "": the operator has none
  size_t killed = 0;                     // noticed by a case
  std::vector<MutantReport> survivors;   // noticed by no case
  std::vector<MutantReport> equivalent;  // equal bits on all probing inputs: not counted
  size_t cases = 0;                      // the used cases, one per dtype
  std::vector<std::string> notes;        // why a case couldn't be used

  size_t counted() const { return killed + survivors.size(); }
  // Returns the score in [0, 1]; 1 without mutants.
  double score() const;
};

// A case with one of its dtypes.
struct ScoredCase {
  const OpCase* op_case = nullptr;
  ge::DataType dtype = ge::DT_FLOAT;
};

// Evaluates mutants with the interpreter for each of the cases, and judges the results as the case does. The mutants
// are those of the operator's expression (mutants.h) and of its results (last element, a row, the sign, NaN). An
// operator without an expression has mutants of its AI CPU kernel's results. A mutant that no case notices is tried
// with up to 1,000 random inputs of the cases' shapes. Every case is one of `op`. The operator's code runs in this
// process.
MutationScore ScoreMutants(const std::string& op, const std::vector<ScoredCase>& cases, const TestHarness& harness);

nlohmann::json ToJson(const MutationScore& score);
MutationScore MutationScoreFrom(const nlohmann::json& json);

}  // namespace opdk::verify
