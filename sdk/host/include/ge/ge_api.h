// The session API: graphs are added to a session, compiled and run. Options have three levels; graph wins over session
// over global (the options of GEInitialize). Implemented by libopdk_graph_core.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "graph/tensor.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"

namespace ge {

// Once per process: loads the operator packages and the engines. A second call before GEFinalize succeeds and changes
// nothing.
OPDK_API Status GEInitialize(const std::map<AscendString, AscendString>& options);
inline Status GEInitialize(const std::map<std::string, std::string>& options) {
  return GEInitialize(opdk::Neutral(options));
}
// Fails while nothing is initialized. Sessions must be gone before.
OPDK_API Status GEFinalize();
// What the last failed call of this thread had to say: code, what, where, why, next step. "" when nothing failed.
OPDK_API AscendString GEGetErrorMsgV2();
OPDK_API AscendString GEGetWarningMsgV2();
inline std::string GEGetErrorMsg() { return opdk::ToText(GEGetErrorMsgV2()); }
inline std::string GEGetWarningMsg() { return opdk::ToText(GEGetWarningMsgV2()); }

class SessionImpl;

// Has its own graph ids and its own variables, which its graphs share and which keep their values between runs. Thread-safe: calls for different graphs run in parallel, those for one graph in turn.
class OPDK_API Session {
 public:
  using RunAsyncCallback = std::function<void(Status status, std::vector<Tensor>& outputs)>;

  explicit Session(const std::map<std::string, std::string>& options) : Session(opdk::Neutral(options)) {}
  explicit Session(const std::map<AscendString, AscendString>& options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Fails when the id is taken. The graph is shared with the caller until it is compiled; WithCopy takes a deep copy.
  Status AddGraph(uint32_t graph_id, const Graph& graph);
  Status AddGraph(uint32_t graph_id, const Graph& graph, const std::map<std::string, std::string>& options) {
    return AddGraph(graph_id, graph, opdk::Neutral(options));
  }
  Status AddGraph(uint32_t graph_id, const Graph& graph, const std::map<AscendString, AscendString>& options);
  Status AddGraphWithCopy(uint32_t graph_id, const Graph& graph);
  Status AddGraphWithCopy(uint32_t graph_id, const Graph& graph, const std::map<AscendString, AscendString>& options);
  Status RemoveGraph(uint32_t graph_id);

  Status CompileGraph(uint32_t graph_id);
  // Compiles for these inputs' shapes and data types and makes the graph ready to run.
  Status BuildGraph(uint32_t graph_id, const std::vector<Tensor>& inputs);
  // Compiles and loads on the first call. `outputs` is replaced. A graph with SetNeedIteration(true) runs as often as the
  // session's variable "npu_runconfig/iterations_per_loop" (int32 or int64, one number) says: one launch, the same inputs,
  // the last outputs.
  Status RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs);
  Status RunGraphAsync(uint32_t graph_id, const std::vector<Tensor>& inputs, RunAsyncCallback callback);

  // Copies of the values that variables of this session have now. Fails when one doesn't exist or has no value yet.
  Status GetVariables(const std::vector<std::string>& var_names, std::vector<Tensor>& var_values) {
    return GetVariables(opdk::Neutral(var_names), var_values);
  }
  Status GetVariables(const std::vector<AscendString>& var_names, std::vector<Tensor>& var_values);

  // The graph changed since it was compiled: remove and add it again.
  bool IsGraphNeedRebuild(uint32_t graph_id);
  uint64_t GetSessionId() const;

 private:
  std::unique_ptr<SessionImpl> impl_;
};

}  // namespace ge
