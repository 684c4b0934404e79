// The session API: graphs are added to a session, compiled and run. Options have three levels; graph wins over session
// over global (the options of GEInitialize). Implemented by libopdk_graph_core.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "exe_graph/runtime/tensor.h"
#include "ge/ge_allocator.h"
#include "ge/ge_api_error_codes.h"
#include "ge/ge_api_types.h"
#include "ge/ge_continuous_tensor_list_api.h"
#include "ge/ge_graph_compile_summary.h"
#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "graph/tensor.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"

namespace ge {

// Receives the results that a graph computed for it, by name. Any result but 0 makes the run fail.
using pCallBackFunc = uint32_t (*)(uint32_t graph_id, const std::map<std::string, Tensor>& params_list);
namespace session {
using pCallBackFunc = uint32_t (*)(uint32_t graph_id, const std::map<AscendString, Tensor>& params_list);
}

// Loads the operator packages and the engines, once per process. A second call before GEFinalize succeeds and changes
// nothing.
OPDK_API Status GEInitialize(const std::map<AscendString, AscendString>& options);
inline Status GEInitialize(const std::map<std::string, std::string>& options) {
  return GEInitialize(opdk::Neutral(options));
}
// Unloads them; fails if nothing is initialized. Destroy all sessions before.
OPDK_API Status GEFinalize();
// Returns the message of this thread's last failed call: code, fault, place, reason, next step. "" when no call failed.
OPDK_API AscendString GEGetErrorMsgV2();
OPDK_API AscendString GEGetWarningMsgV2();
inline std::string GEGetErrorMsg() { return opdk::ToText(GEGetErrorMsgV2()); }
inline std::string GEGetWarningMsg() { return opdk::ToText(GEGetWarningMsgV2()); }

class SessionImpl;

// A set of graphs. It has its own graph ids and its own variables, which its graphs share and which keep their values
// between runs. Thread-safe: calls for different graphs run in parallel, calls for one graph one after the other.
// sdk/docs/session.md lists all functions of GE's session and their state here.
class OPDK_API Session {
 public:
  using RunAsyncCallback = ge::RunAsyncCallback;
  using CallBack = std::function<uint32_t(uint32_t graph_id, const std::map<AscendString, Tensor>& params_list)>;

  explicit Session(const std::map<std::string, std::string>& options) : Session(opdk::Neutral(options)) {}
  explicit Session(const std::map<AscendString, AscendString>& options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Adds a graph, which is shared with the caller until it is compiled; WithCopy takes a deep copy. Fails when the id
  // is taken.
  Status AddGraph(uint32_t graph_id, const Graph& graph);
  Status AddGraph(uint32_t graph_id, const Graph& graph, const std::map<std::string, std::string>& options) {
    return AddGraph(graph_id, graph, opdk::Neutral(options));
  }
  Status AddGraph(uint32_t graph_id, const Graph& graph, const std::map<AscendString, AscendString>& options);
  Status AddGraphWithCopy(uint32_t graph_id, const Graph& graph);
  Status AddGraphWithCopy(uint32_t graph_id, const Graph& graph, const std::map<AscendString, AscendString>& options);
  Status RemoveGraph(uint32_t graph_id);

  // Compiles the graph for the shapes and data types that its inputs declare.
  Status CompileGraph(uint32_t graph_id);
  // Compiles the graph for these inputs' shapes and data types and makes it ready to run.
  Status BuildGraph(uint32_t graph_id, const std::vector<Tensor>& inputs);
  Status BuildGraph(uint32_t graph_id, const std::vector<InputTensorInfo>& inputs);
  // Loads a compiled graph, for every stream. Only options without a meaning here may be given: the others belong to
  // AddGraph, because the graph is compiled with them.
  Status LoadGraph(uint32_t graph_id, const std::map<AscendString, AscendString>& options, void* stream) const;
  // Fails: a session can't load model files yet.
  Status LoadGraph(uint32_t graph_id, const std::map<std::string, std::string>& options,
                   const std::string& om_file_path) const {
    return LoadModelFile(graph_id, opdk::Neutral(options), AscendString(om_file_path.c_str()));
  }
  // Returns facts about a compiled graph; nullptr when the graph doesn't exist or isn't compiled.
  CompiledGraphSummaryPtr GetCompiledGraphSummary(uint32_t graph_id);

  // Runs a graph; the first call compiles and loads it. `outputs` is replaced by new tensors. A graph with
  // SetNeedIteration(true) runs as often as the session's variable "npu_runconfig/iterations_per_loop" (int32 or int64,
  // one number) says: one launch, the same inputs, the last run's outputs.
  Status RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs);
  Status RunGraph(uint32_t graph_id, const ContinuousTensorList& inputs, std::vector<Tensor>& outputs);
  // Resolves calls with a list in braces, which would fit both overloads above.
  Status RunGraph(uint32_t graph_id, std::initializer_list<Tensor> inputs, std::vector<Tensor>& outputs) {
    return RunGraph(graph_id, std::vector<Tensor>(inputs), outputs);
  }
  Status RunGraphAsync(uint32_t graph_id, std::initializer_list<Tensor> inputs, RunAsyncCallback callback) {
    return RunGraphAsync(graph_id, std::vector<Tensor>(inputs), std::move(callback));
  }
  // Runs a graph and calls `callback` with the results. The inputs' bytes are shared with the caller until then.
  Status RunGraphAsync(uint32_t graph_id, const std::vector<Tensor>& inputs, RunAsyncCallback callback);
  Status RunGraphAsync(uint32_t graph_id, const ContinuousTensorList& inputs, RunAsyncCallback callback);
  // Runs a graph on device 0, the only device; fails for other devices.
  Status RunGraphDistribute(uint32_t graph_id, const std::map<int32_t, std::vector<Tensor>>& device_to_inputs,
                            std::map<int32_t, std::vector<Tensor>>& device_to_outputs);
  // Runs a graph on a stream (any address, or nullptr). Runs on one stream, from any threads, come one after the other;
  // runs on different streams may overlap. The run has ended when the call returns, so there is nothing to wait for.
  // `outputs` is empty, or has a tensor for each output. A tensor with bytes is written without a copy, must be large
  // enough and gets the output's shape and type. A tensor without bytes gets memory of the stream's allocator, if the
  // stream has one.
  Status RunGraphWithStreamAsync(uint32_t graph_id, void* stream, const std::vector<Tensor>& inputs,
                                 std::vector<Tensor>& outputs);
  // Runs a compiled graph with tensors in gert's form. Shapes and bytes are the stored ones; formats are ignored. An
  // output without bytes gets new memory, which lives until its last holder frees it.
  Status ExecuteGraphWithStreamAsync(uint32_t graph_id, void* stream, const std::vector<gert::Tensor>& inputs,
                                     std::vector<gert::Tensor>& outputs);
  // Registers the allocator for outputs that runs on this stream must provide. The session holds the allocator until it
  // is unregistered. Intermediate results lie in the session's own memory. Fails for nullptr, and when the stream has
  // an allocator.
  Status RegisterExternalAllocator(const void* stream, AllocatorPtr allocator) const;
  // Removes the stream's allocator; fails when the stream has none.
  Status UnregisterExternalAllocator(const void* stream) const;

  // Gives a graph memory of the caller: 64-byte aligned, of the size that GetCompiledGraphSummary says. It must live
  // until other memory is given or the graph is removed. SetGraphConstMemoryBase fails, because kernels keep constants
  // in their own form. Update… gives a static graph memory for its intermediate results. The graph's runs use it, one
  // after the other, once the current run has ended. …Fixed… gives memory for intermediate results that can't be moved
  // between runs; there are none.
  Status SetGraphConstMemoryBase(uint32_t graph_id, const void* memory, size_t size);
  Status UpdateGraphFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size);
  Status SetGraphFixedFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size);
  Status SetGraphFixedFeatureMemoryBaseWithType(uint32_t graph_id, MemoryType type, const void* memory, size_t size);
  Status UpdateGraphRefreshableFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size);

  // Copies the current values of this session's variables. Fails when a variable doesn't exist or has no value yet.
  Status GetVariables(const std::vector<std::string>& var_names, std::vector<Tensor>& var_values) {
    return GetVariables(opdk::Neutral(var_names), var_values);
  }
  Status GetVariables(const std::vector<AscendString>& var_names, std::vector<Tensor>& var_values);
  // Registers a callback for a key. "Save": called after each run of a graph whose outputs are all variables, with the
  // variables' values by name, before the run returns its own results. "Summary": called likewise with the values of
  // the graph's Summary operators by name; a run of a graph with Summary operators fails without this callback. Each
  // key has one callback, the last registered. Fails for another key and for nullptr.
  Status RegisterCallBackFunc(const std::string& key, const pCallBackFunc& callback) {
    return RegisterCallBack(
        key.c_str(), callback == nullptr ? CallBack() : [callback](uint32_t id, const auto& given) {
          std::map<std::string, Tensor> values;
          for (const auto& [name, value] : given) values[opdk::ToText(name)] = value;
          return callback(id, values);
        });
  }
  Status RegisterCallBackFunc(const char* key, const session::pCallBackFunc& callback) {
    return RegisterCallBack(key, callback == nullptr ? CallBack() : CallBack(callback));
  }

  // Returns whether the graph changed since it was compiled. If it did, remove the graph and add it again.
  bool IsGraphNeedRebuild(uint32_t graph_id);
  uint64_t GetSessionId() const;

  // Fails, as the two functions below: graphs aren't split among devices, so there are no parts to save.
  Status ShardGraphsToFile(const char* file_path = "./") const;
  Status ShardGraphs() const;
  Status SaveGraphsToPb(const char* file_path) const;
  // Succeeds and does nothing: no part of a session depends on physical addresses.
  Status PaRemapped(uint64_t va, uint64_t new_pa, uint64_t len) const;

 private:
  Status LoadModelFile(uint32_t graph_id, const std::map<AscendString, AscendString>& options,
                       const AscendString& path) const;
  Status RegisterCallBack(const char* key, CallBack callback);

  std::unique_ptr<SessionImpl> impl_;
};

inline Status GeSessionLoadGraph(Session& session, uint32_t graph_id,
                                 const std::map<AscendString, AscendString>& options, void* stream) {
  return session.LoadGraph(graph_id, options, stream);
}
inline Status GeSessionExecuteGraphWithStreamAsync(Session& session, uint32_t graph_id, void* stream,
                                                   const std::vector<gert::Tensor>& inputs,
                                                   std::vector<gert::Tensor>& outputs) {
  return session.ExecuteGraphWithStreamAsync(graph_id, stream, inputs, outputs);
}

}  // namespace ge
