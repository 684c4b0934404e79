// The selection among a package's cases.
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
  std::string id;  // "Mish/is odd/float/ai_core"; the second one with this name ends in "#2"
};

// Reads the cases of the target's files, or of --case.
Result<std::vector<OpCase>> ReadAllCases(const TestTarget& target, const TestOptions& options);

// Returns the cases that the options name, of all shards. E3001: there is none.
Result<std::vector<PlannedCase>> SelectCases(const std::vector<OpCase>& cases, const TestOptions& options);

// Keeps the cases of shard i of n. A case's shard depends on its id alone. E1001: not "i/n" with 1 <= i <= n.
Status KeepShard(const std::string& shard, std::vector<PlannedCase>& planned);

}  // namespace opdk::verify
