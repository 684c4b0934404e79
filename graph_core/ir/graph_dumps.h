// Dumps of graphs that GE's environment variables ask for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/ir/dump_forms.h"
#include "graph_core/ir/pass.h"

namespace opdk {

// Where compiling a graph stands, by GE's names.
enum class DumpStage : uint8_t {
  kBegin,              // PreRunBegin: as it was handed in
  kBeforeInference,    // RunCustomPassBeforeInfershape: behind packages' passes before inference
  kInferred,           // AfterInfershape
  kAfterInference,     // RunCustomPass_AfterInferShape: behind folding and packages' passes after inference
  kPrepared,           // PreRunAfterPrepare
  kOptimizedOriginal,  // PreRunAfterOptimizeOriginalGraph: behind packages' passes after the built-in fusion
  kOptimized,          // RunCustomPassAfterOriginGraphOptimize: behind packages' last passes
  kPlaced,             // AfterEnginePlacer
  kEnginesOptimized,   // PreRunAfterOptimizeSubgraph: fused
  kBuilt,              // Build: kernels compiled, memory planned
  kLoaded,             // PreRunAfterBuild: each node with its kernel
};
std::string_view NameOf(DumpStage stage);

// Settings of the environment variables for graph dumps.
//   DUMP_GE_GRAPH      1 everything, 2 without weights, 3 the structure
//   DUMP_GRAPH_LEVEL   1 all stages, 2 the main stages (default), 3 the last, 4 the first, or names joined by '|'
//   DUMP_GRAPH_FORMAT  ge_proto, onnx, readable joined by '|'
struct GraphDumps {
  bool on = false;
  DumpDetail detail = DumpDetail::kAll;
  std::vector<DumpStage> stages;
  std::vector<DumpForm> forms = {DumpForm::kProto, DumpForm::kOnnx};
  uint32_t graph_id = 0;  // in the files' names
};

// Reads the environment variables. E1001: a variable has a value that isn't allowed.
Result<GraphDumps> GraphDumpsOfEnvironment();

// Writes "ge_proto_<8 digits>_graph_<id>_<suffix>.txt" ("ge_onnx_….pbtxt", "ge_readable_….txt") below the first
// directory that ASCEND_DUMP_PATH, DUMP_GRAPH_PATH or ASCEND_WORK_PATH names, else the working directory, in
// pid_<pid>_deviceid_0. The digits count the files' stages in this process. E1006: it can't be written; E2007.
Status DumpGraph(const Graph& graph, std::span<const DumpForm> forms, DumpDetail detail, uint32_t id,
                 std::string_view suffix);
// Dumps the graph if `dumps` asks for this stage. Errors: see DumpGraph.
Status DumpAt(DumpStage stage, const Graph& graph, const GraphDumps& dumps);

// Runs the passes and dumps the graph behind each pass that ends one of GE's stages. `dumps` nullptr: no dumps.
Status RunPassesAndDump(std::string_view table, std::span<const Pass> passes, Graph& graph, const PassContext& context,
                        const GraphDumps* dumps);

}  // namespace opdk
