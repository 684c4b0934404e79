// One operator on given or generated inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/session.h"
#include "opdk/single_op.h"
#include "opdk/status.h"

namespace opdk {

struct OperatorRun {
  std::string type;
  std::vector<std::string> inputs;           // NAME=SOURCE
  std::vector<std::string> constants;        // names of the inputs that are constants
  std::vector<std::string> attrs;            // NAME=VALUE
  std::vector<std::string> dynamic_outputs;  // NAME=N
  int repeat = 1;
  uint64_t seed = 0;
};

struct OperatorOutcome {
  SingleOp op;
  double prepared_ms = 0;
  std::vector<double> run_ms;            // of each repetition, without the run that prepares the buffers
  std::vector<std::string> input_names;  // of the fed inputs, then of the constants
  std::vector<ge::Tensor> inputs;
  std::vector<ge::Tensor> outputs;  // one for each of op.outputs()
};

// Runs one operator. `packages` are the process's current ones. E1001: an argument without its form; E1003: no inputs;
// the errors of the prototype, attributes and files that the arguments name, of SingleOp::Create and of SingleOp::Run.
Result<OperatorOutcome> RunOperator(const OperatorRun& run, const CompileOptions& session,
                                    const PackageRegistry& packages);

}  // namespace opdk
