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

// Gets what a graph computed for it, by name; anything but 0 makes the run fail.
using pCallBackFunc = uint32_t (*)(uint32_t graph_id, const std::map<std::string, Tensor>& params_list);
namespace session {
using pCallBackFunc = uint32_t (*)(uint32_t graph_id, const std::map<AscendString, Tensor>& params_list);
}

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

// Has its own graph ids and its own variables, which its graphs share and which keep their values between runs.
// Thread-safe: calls for different graphs run in parallel, those for one graph in turn. sdk/docs/session.md lists all
// functions of GE's session with what became of them.
class OPDK_API Session {
 public:
  using RunAsyncCallback = ge::RunAsyncCallback;
  using CallBack = std::function<uint32_t(uint32_t graph_id, const std::map<AscendString, Tensor>& params_list)>;

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
  Status BuildGraph(uint32_t graph_id, const std::vector<InputTensorInfo>& inputs);
  // The graph must be compiled; it is loaded then, for every stream. Of options only those that mean nothing here may
  // be
  // given: the others belong to AddGraph, as the graph is compiled by them.
  Status LoadGraph(uint32_t graph_id, const std::map<AscendString, AscendString>& options, void* stream) const;
  // Fails: model files have no form here yet.
  Status LoadGraph(uint32_t graph_id, const std::map<std::string, std::string>& options,
                   const std::string& om_file_path) const {
    return LoadModelFile(graph_id, opdk::Neutral(options), AscendString(om_file_path.c_str()));
  }
  // nullptr: the graph doesn't exist or isn't compiled.
  CompiledGraphSummaryPtr GetCompiledGraphSummary(uint32_t graph_id);

  // Compiles and loads on the first call. `outputs` is replaced by new tensors. A graph with SetNeedIteration(true)
  // runs as often as the session's variable "npu_runconfig/iterations_per_loop" (int32 or int64, one number) says: one
  // launch, the same inputs, the last outputs.
  Status RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs);
  Status RunGraph(uint32_t graph_id, const ContinuousTensorList& inputs, std::vector<Tensor>& outputs);
  // What stands in braces could be either of them without these.
  Status RunGraph(uint32_t graph_id, std::initializer_list<Tensor> inputs, std::vector<Tensor>& outputs) {
    return RunGraph(graph_id, std::vector<Tensor>(inputs), outputs);
  }
  Status RunGraphAsync(uint32_t graph_id, std::initializer_list<Tensor> inputs, RunAsyncCallback callback) {
    return RunGraphAsync(graph_id, std::vector<Tensor>(inputs), std::move(callback));
  }
  // The inputs' bytes are shared with the caller until the callback has been called.
  Status RunGraphAsync(uint32_t graph_id, const std::vector<Tensor>& inputs, RunAsyncCallback callback);
  Status RunGraphAsync(uint32_t graph_id, const ContinuousTensorList& inputs, RunAsyncCallback callback);
  // RunGraph on device 0, which is all there is: fails for others.
  Status RunGraphDistribute(uint32_t graph_id, const std::map<int32_t, std::vector<Tensor>>& device_to_inputs,
                            std::map<int32_t, std::vector<Tensor>>& device_to_outputs);
  // A stream (any address; nullptr is one too) is an order: what several threads run on one stream runs in turn, and
  // what they run on different streams at once. It has run when the call returns, so that there is nothing to wait for.
  // `outputs` is empty, or has a tensor for each output. What has bytes is written to without a copy, must be large
  // enough and gets the output's shape and type; what has none gets memory of the stream's allocator, if it has one.
  Status RunGraphWithStreamAsync(uint32_t graph_id, void* stream, const std::vector<Tensor>& inputs,
                                 std::vector<Tensor>& outputs);
  // The same of tensors in gert's form, for a graph that is compiled. Shapes and bytes are those that are stored;
  // formats aren't looked at. An output without bytes holds new ones, until its last holder lets go of it.
  Status ExecuteGraphWithStreamAsync(uint32_t graph_id, void* stream, const std::vector<gert::Tensor>& inputs,
                                     std::vector<gert::Tensor>& outputs);
  // Whose memory outputs get that a run on this stream has to provide; the session holds it until it is unregistered.
  // What a run computes on the way lies in memory of the session's own. Fails for nullptr; a stream has one.
  Status RegisterExternalAllocator(const void* stream, AllocatorPtr allocator) const;
  // Fails when the stream has none.
  Status UnregisterExternalAllocator(const void* stream) const;

  // Memory of the caller's, 64-byte aligned, of as many bytes as GetCompiledGraphSummary says, that lives until it is
  // another or the graph is removed. For constants: fails, since kernels keep them in forms of their own. For what a
  // static graph computes on the way (Update…): its runs use it from then on, one after the other, once the one that is
  // on has ended. For the part of that which can't be moved between runs (…Fixed…): nothing is of that kind.
  Status SetGraphConstMemoryBase(uint32_t graph_id, const void* memory, size_t size);
  Status UpdateGraphFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size);
  Status SetGraphFixedFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size);
  Status SetGraphFixedFeatureMemoryBaseWithType(uint32_t graph_id, MemoryType type, const void* memory, size_t size);
  Status UpdateGraphRefreshableFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size);

  // Copies of the values that variables of this session have now. Fails when one doesn't exist or has no value yet.
  Status GetVariables(const std::vector<std::string>& var_names, std::vector<Tensor>& var_values) {
    return GetVariables(opdk::Neutral(var_names), var_values);
  }
  Status GetVariables(const std::vector<AscendString>& var_names, std::vector<Tensor>& var_values);
  // "Save": called after each run of a graph whose outputs are all variables, with their values by their names, before
  // the run's own results are given. "Summary": so too, with what the graph's Summary operators show, by their names; a
  // run of a graph that has some fails where none is registered. One callback a key, the last one counts. Fails for
  // another key and for nullptr.
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

  // The graph changed since it was compiled: remove and add it again.
  bool IsGraphNeedRebuild(uint32_t graph_id);
  uint64_t GetSessionId() const;

  // They fail: graphs aren't split among devices, and SaveGraphsToPb has nothing that they were split to.
  Status ShardGraphsToFile(const char* file_path = "./") const;
  Status ShardGraphs() const;
  Status SaveGraphsToPb(const char* file_path) const;
  // Nothing here depends on physical addresses: succeeds.
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
