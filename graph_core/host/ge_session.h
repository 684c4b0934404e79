// What a ge::Session does.
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

// A graph of a session. The mutex is held while it compiles; runs share what was compiled.
struct SessionGraph {
  std::mutex mutex;
  uint32_t id = 0;
  Graph graph{"graph"};
  std::optional<opdk::Graph> copy;  // of AddGraphWithCopy, until it is compiled
  bool shared = true;               // with the caller, who may still change it
  opdk::OptionMap options;
  bool iterates = false;                          // SetNeedIteration: one launch runs it as often as a variable says
  std::string fingerprint;                        // of the graph as it was compiled
  bool from_file = false;                         // it was compiled into one: graph_cache.h
  std::optional<std::vector<TensorDesc>> inputs;  // that it was compiled for; nullopt: as the graph has them
  std::vector<std::string> saves;                 // names of the variables that its outputs are, when all are
  // Names of its Summary operators: what they show are outputs of the compiled graph behind its own.
  std::vector<std::string> summaries;
  std::shared_ptr<const opdk::CompiledSession> compiled;
  std::vector<std::shared_ptr<opdk::TensorDump>> dumps;  // of the runs of what was compiled
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
  // For inputs of these descriptions; nullptr: as the graph has them.
  opdk::Status Build(uint32_t id, const std::vector<TensorDesc>* inputs);
  opdk::Status Load(uint32_t id, const opdk::OptionMap& options);
  // A compiled graph from a file becomes graph `id`.
  opdk::Status LoadFile(uint32_t id, const opdk::OptionMap& options, const std::string& path);
  opdk::Result<CompiledGraphSummaryPtr> Summary(uint32_t id);
  // For what kernels read of constants. The graph is compiled once more.
  opdk::Status TakeConstMemory(uint32_t id, const void* memory, size_t size);
  // For what can't be moved between runs, which nothing is.
  opdk::Status TakeFixedMemory(uint32_t id, const void* memory, size_t size);
  // For all that a run computes on the way.
  opdk::Status TakeFeatureMemory(uint32_t id, const void* memory, size_t size);
  opdk::Result<bool> NeedsRebuild(uint32_t id);

  opdk::Status Run(uint32_t id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs);
  opdk::Status RunOnStream(uint32_t id, const void* stream, const std::vector<Tensor>& inputs,
                           std::vector<Tensor>& outputs);
  // E1001: the graph isn't compiled.
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
  // The graph with what was compiled of it. E1001: it isn't compiled.
  opdk::Result<std::shared_ptr<SessionGraph>> FindCompiled(uint32_t id);
  opdk::Status Insert(uint32_t id, std::shared_ptr<SessionGraph> entry);
  opdk::Status Compile(uint32_t id, SessionGraph& entry, const std::vector<TensorDesc>* inputs);
  opdk::Status CompileNow(SessionGraph& entry, const std::vector<TensorDesc>* inputs);
  opdk::Status CompileIn(SessionGraph& entry, std::span<std::byte> constant_memory);
  // What the options of a graph say: a session that compiles it, and what is written of its runs.
  struct Core {
    std::unique_ptr<opdk::Session> session;
    opdk::DebugOptions debug;
    bool writes_fusion_result = false;
    std::optional<opdk::GraphCache> cache;
  };
  // `graph`: takes the shapes that options give its inputs; nullptr: there is none to take them.
  opdk::Result<Core> CoreOf(const SessionGraph& entry, opdk::Graph* graph) const;
  // Makes what was compiled the graph's.
  static opdk::Status Take(SessionGraph& entry, const Core& core, opdk::CompiledSession compiled);
  // Compiled if it wasn't.
  opdk::Result<std::shared_ptr<SessionGraph>> Ready(uint32_t id);

  // How often one launch of the graph runs it. GE's frameworks keep the number in a variable.
  opdk::Result<int64_t> IterationsOf(const SessionGraph& entry) const;
  // nullptr: none is registered.
  Session::CallBack CallBackOf(const std::string& key);
  // E1001: the graph has something to show, and nobody looks.
  opdk::Status CheckSummaries(const SessionGraph& entry);
  // After a run: calls back with the values that are for callbacks, and leaves the graph's own outputs.
  opdk::Status CallBack(uint32_t id, const SessionGraph& entry, std::vector<Tensor>& outputs);

  opdk::OptionMap options_;
  opdk::OptionMap global_;
  std::shared_ptr<opdk::PackageRegistry> packages_;
  const std::shared_ptr<opdk::SessionMemory> memory_ = std::make_shared<opdk::SessionMemory>();
  uint64_t id_ = 0;
  std::mutex mutex_;  // of all below
  std::map<uint32_t, std::shared_ptr<SessionGraph>> entries_;
  std::map<const void*, AllocatorPtr> allocators_;
  std::map<std::string, Session::CallBack> callbacks_;
  // Of RunGraphAsync: a graph's runs in order, different graphs' side by side. Nobody's queue goes before the session.
  std::map<uint32_t, opdk::WorkQueue> queues_;
};

}  // namespace ge
