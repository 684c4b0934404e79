// Precision standards by name: when an element, and when a tensor, is as expected.
#pragma once

#include <yaml-cpp/yaml.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/types.h"
#include "graph_core/base/yaml_reading.h"
#include "opdk/status.h"

namespace opdk::verify {

// Integers and bool are exact under every standard but kQuant.
enum class StandardKind : uint8_t {
  kBinary,           // equal bits; NaN equals NaN of any payload
  kAllclose,         // |a - e| <= atol + rtol |e|
  kUlp,              // at most `ulp` units in the last place of the dtype
  kMixed,            // CANN 2026: 99 % allclose with the dtype's limits, and max |a - e| <= max(floor, 32 ULP of e)
  kMereMare,         // CANN's community standard: mean relative error < rtol, largest < 10 rtol, (|e| + 1e-7) below
  kDoubleBenchmark,  // CANN's graded standard: error at most a multiple of another engine's error
  kQuant,            // integers that were rounded: |a - e| <= atol
  kDerived,          // |a - e| <= kDerivedFactor times the element's bound, derived from the operator's expression
};

// A kernel may round twice as often as its expression, because of another order or another formula of equal length.
inline constexpr double kDerivedFactor = 2;

struct Standard {
  StandardKind kind = StandardKind::kAllclose;
  double rtol = 0;
  double atol = 0;
  double floor = 0;  // kMixed
  int64_t ulp = 0;   // kUlp
  // kDoubleBenchmark: largest ratio of MARE, MERE and RMSE.
  std::array<double, 3> ratios = {};
  std::string source;       // who chose the standard: "default of float", "the case"
  bool by_default = false;  // neither the case nor the command line names a standard

  // Returns "allclose(rtol=4e-06, atol=1e-07), default of float".
  std::string Describe() const;
};

// Returns the default: allclose with rtol and atol of 4e-6, 1e-7 for float; 1e-7, 1e-9 for double; 2e-3, 1e-4 for
// float16; 1.6e-2, 1e-3 for bfloat16; binary for every other dtype.
Standard DefaultStandard(ge::DataType dtype);

// Returns the default if the golden is the operator's expression or its reference: the rounding bound of each element.
// It is tighter than the flat default where little is rounded (0, exact, for moved data), and wider where a long sum or
// a cancellation loses more.
Standard DerivedStandard();

// Reads `standard:` of a case, a name or a mapping of one name to its settings:
//   standard: mixed                       standard: {allclose: {rtol: 1e-3, atol: 1e-5}}
//   standard: {ulp: 4}                    standard: {double_benchmark: L1}
// E2011: an unknown name, or a setting that it doesn't have.
Result<Standard> ReadStandard(const YamlReader& reader, const YAML::Node& node, ge::DataType dtype);
// Returns the standard with this name and default settings, for the command line. E1001.
Result<Standard> StandardNamed(const std::string& name, ge::DataType dtype);
std::vector<std::string> StandardNames();

}  // namespace opdk::verify
