// Which package, which of its cases.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "sdk/cli/test/test_options.h"
#include "sdk/verify/cases/op_case.h"

namespace opdk::cli {

// What is tested.
struct TestTarget {
  std::vector<std::string> plugin_dirs;
  std::vector<std::string> case_paths;
  std::vector<std::string> options;  // those of `opdk test` that name it, from any directory
  std::string log;                   // where the results of its last run are kept; "": nowhere
};

// The package of the directory, built, or the directories that were named.
Result<TestTarget> FindTarget(const TestOptions& options);

// A case with one dtype on one engine.
struct PlannedCase {
  const verify::OpCase* op_case = nullptr;
  ge::DataType dtype = ge::DT_FLOAT;
  std::string engine;
  std::string id;  // "Mish/is odd/float/ai_core"; the second of that name ends in "#2"
};

Result<std::vector<verify::OpCase>> ReadAllCases(const TestTarget& target, const TestOptions& options);

// Those that the options name, without looking at the shard. E3001: none is.
Result<std::vector<PlannedCase>> SelectCases(const std::vector<verify::OpCase>& cases, const TestOptions& options);

// Keeps shard i of n: which one a case belongs to depends on its id alone. E1001: not "i/n" with 1 <= i <= n.
Status KeepShard(const std::string& shard, std::vector<PlannedCase>& planned);

}  // namespace opdk::cli
