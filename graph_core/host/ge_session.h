// Implementation of ge::Session.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ge/ge_api.h"
#include "graph_core/base/work_queue.h"
#include "graph_core/host/ge_options.h"
#include "graph_core/host/graph_cache.h"
#include "graph_core/session.h"

namespace ge {

// A graph of a session. Compiling holds the mutex; runs share the compiled model.
struct SessionGraph {
  std::mutex mutex;
  uint32_t id = 0;
  Graph graph{"graph"};
  std::optional<opdk::Graph> copy;  // of AddGraphWithCopy, until it is compiled
  bool shared = true;               // the caller may still change the graph
  opdk::OptionMap options;
  bool iterates = false;                          // SetNeedIteration: a variable holds the number of runs per launch
  std::string fingerprint;                        // of the graph when it was compiled
  bool from_file = false;                         // the model is from a file, see graph_cache.h
  std::optional<std::vector<TensorDesc>> inputs;  // descriptions that it was compiled for; nullopt: the graph's own
  std::vector<std::string> saves;                 // names of the variables, if all outputs are variables
  // Names of its Summary operators. Their values are outputs of the compiled graph, behind its own outputs.
  std::vector<std::string> summaries;
  std::shared_ptr<const opdk::CompiledSession> compiled;
  std::vector<std::shared_ptr<opdk::TensorDump>> dumps;  // of the compiled model's runs
};

class SessionImpl {
 public:
  explicit SessionImpl(opdk::OptionMap options);
  ~SessionImpl();
  SessionImpl(const SessionImpl&) = delete;
  SessionImpl& operator=(const SessionImpl&) = delete;

  uint64_t id() const { return id_; }

  opdk::Status Add(uint32_t id, const Graph& graph, const opdk::OptionMap& options, bool copy);
  opdk::Status Remove(uint32_t id);
  // Compiles a graph for inputs of these descriptions. nullptr: the graph's own descriptions.
  opdk::Status Build(uint32_t id, const std::vector<TensorDesc>* inputs);
  opdk::Status Load(uint32_t id, const opdk::OptionMap& options);
  // Makes a compiled graph from a file graph `id`.
  opdk::Status LoadFile(uint32_t id, const opdk::OptionMap& options, const std::string& path);
  opdk::Result<CompiledGraphSummaryPtr> Summary(uint32_t id);
  // Takes memory for the constants that kernels read, and compiles the graph once more.
  opdk::Status TakeConstMemory(uint32_t id, const void* memory, size_t size);
  // Takes memory for data that can't be moved between runs. There is no such data, so no bytes are needed.
  opdk::Status TakeFixedMemory(uint32_t id, const void* memory, size_t size);
  // Takes memory for all intermediate data of a run. E1001: a dynamic graph.
  opdk::Status TakeFeatureMemory(uint32_t id, const void* memory, size_t size);
  opdk::Result<bool> NeedsRebuild(uint32_t id);

  opdk::Status Run(uint32_t id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs);
  opdk::Status RunOnStream(uint32_t id, const void* stream, const std::vector<Tensor>& inputs,
                           std::vector<Tensor>& outputs);
  // Runs a compiled graph on gert's tensors. E1001: the graph isn't compiled.
  opdk::Status RunOnStream(uint32_t id, const void* stream, const std::vector<gert::Tensor>& inputs,
                           std::vector<gert::Tensor>& outputs);
  opdk::Status RunAsync(uint32_t id, std::vector<Tensor> inputs, RunAsyncCallback callback);
  opdk::Status RegisterAllocator(const void* stream, AllocatorPtr allocator);
  opdk::Status UnregisterAllocator(const void* stream);
  opdk::Status RegisterCallBack(const std::string& key, Session::CallBack callback);
  opdk::Status Variables(const std::vector<std::string>& names, std::vector<Tensor>& values);
  opdk::Status Usable() const;

 private:
  opdk::Result<std::shared_ptr<SessionGraph>> Find(uint32_t id);
  // Returns a graph that is compiled. E1001: it isn't.
  opdk::Result<std::shared_ptr<SessionGraph>> FindCompiled(uint32_t id);
  opdk::Status Insert(uint32_t id, std::shared_ptr<SessionGraph> entry);
  opdk::Status Compile(uint32_t id, SessionGraph& entry, const std::vector<TensorDesc>* inputs);
  opdk::Status CompileNow(SessionGraph& entry, const std::vector<TensorDesc>* inputs);
  opdk::Status CompileIn(SessionGraph& entry, std::span<std::byte> constant_memory);
  // A session with the options of a graph, and the options for files of its runs.
  struct Core {
    std::unique_ptr<opdk::Session> session;
    opdk::DebugOptions debug;
    bool writes_fusion_result = false;
    std::optional<opdk::GraphCache> cache;
  };
  // Makes the session for a graph. `graph` gets the shapes that options give its inputs; nullptr: no graph gets them.
  opdk::Result<Core> CoreOf(const SessionGraph& entry, opdk::Graph* graph) const;
  // Stores the compiled model in the graph's entry.
  static opdk::Status Take(SessionGraph& entry, const Core& core, opdk::CompiledSession compiled);
  // Returns the graph, and compiles it before if needed.
  opdk::Result<std::shared_ptr<SessionGraph>> Ready(uint32_t id);

  // Returns the number of runs in one launch of the graph. GE's frameworks keep this number in a variable.
  opdk::Result<int64_t> IterationsOf(const SessionGraph& entry) const;
  // Returns the callback of this key. nullptr: none is registered.
  Session::CallBack CallBackOf(const std::string& key);
  // Checks that a callback takes the graph's summaries. E1001: the graph has summaries, and no callback is registered.
  opdk::Status CheckSummaries(const SessionGraph& entry);
  // Calls the callbacks with their values after a run. Leaves the graph's own outputs in `outputs`.
  opdk::Status CallBack(uint32_t id, const SessionGraph& entry, std::vector<Tensor>& outputs);

  opdk::OptionMap options_;
  opdk::OptionMap global_;
  std::shared_ptr<opdk::PackageRegistry> packages_;
  const std::shared_ptr<opdk::SessionMemory> memory_ = std::make_shared<opdk::SessionMemory>();
  uint64_t id_ = 0;
  std::mutex mutex_;  // guards all members below
  std::map<uint32_t, std::shared_ptr<SessionGraph>> entries_;
  std::map<const void*, AllocatorPtr> allocators_;
  std::map<std::string, Session::CallBack> callbacks_;
  // Queues of RunGraphAsync. Runs of one graph go in order, runs of different graphs at the same time. The queues end
  // before the session does.
  std::map<uint32_t, opdk::WorkQueue> queues_;
};

}  // namespace ge
