// Which of a package's cases.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/suite/test_options.h"

namespace opdk::verify {

// A case with one dtype on one engine.
struct PlannedCase {
  const OpCase* op_case = nullptr;
  ge::DataType dtype = ge::DT_FLOAT;
  std::string engine;
  std::string id;  // "Mish/is odd/float/ai_core"; the second of that name ends in "#2"
};

// Of the target's files, or of --case.
Result<std::vector<OpCase>> ReadAllCases(const TestTarget& target, const TestOptions& options);

// Those that the options name, without looking at the shard. E3001: none is.
Result<std::vector<PlannedCase>> SelectCases(const std::vector<OpCase>& cases, const TestOptions& options);

// Keeps shard i of n: which one a case belongs to depends on its id alone. E1001: not "i/n" with 1 <= i <= n.
Status KeepShard(const std::string& shard, std::vector<PlannedCase>& planned);

}  // namespace opdk::verify
