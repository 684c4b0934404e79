#include "graph_core/host/ge_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/host/fusion_result.h"
#include "graph_core/host/ge_process.h"
#include "graph_core/host/ge_summary.h"
#include "graph_core/host/summary_values.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/ir/text.h"
#include "graph_core/ir/variables.h"
#include "opdk/author_graph.h"

namespace ge {

using opdk::ErrorCode;
using opdk::OptionMap;
using opdk::Result;
// The full name is needed: Status alone is ge::Status here.
using CoreStatus = opdk::Status;

namespace {

std::string Fingerprint(const opdk::Graph& graph) {
  constexpr int64_t kHashesOnly = 0;
  return opdk::Print(graph, {.max_const_elements = kHashesOnly, .placement = false});
}

// Gives the Data nodes these shapes and data types.
CoreStatus Specialize(opdk::Graph& graph, const std::vector<TensorDesc>& inputs) {
  const std::vector<opdk::Node*> data = graph.inputs();
  if (inputs.size() != data.size()) {
    return CoreStatus(ErrorCode::kInputMissing,
                      fmt::format("the graph has {} inputs, {} were given", data.size(), inputs.size()));
  }
  for (size_t i = 0; i < data.size(); ++i) {
    TensorDesc& desc = data[i]->op().outputs.at(0).desc;
    desc.SetShape(inputs[i].GetShape());
    desc.SetDataType(inputs[i].GetDataType());
  }
  return CoreStatus();
}

// Returns the names of the variables that the graph's outputs are. Empty: some output is no variable.
std::vector<std::string> SavedVariables(const opdk::Graph& graph) {
  std::vector<std::string> names;
  for (const opdk::Endpoint& output : graph.net_output()->inputs()) {
    if (output.node == nullptr || !output.node->Is(opdk::kVariable)) return {};
    names.push_back(output.node->name());
  }
  return names;
}

// Checks memory for a graph that needs `needed` bytes. E1001: it is null, too small or not aligned.
CoreStatus CheckMemory(uint32_t id, const void* memory, size_t size, size_t needed) {
  if (memory == nullptr) return CoreStatus(ErrorCode::kUsage, "no memory is given");
  if (size < needed) {
    return CoreStatus(ErrorCode::kUsage, fmt::format("graph {} needs {} bytes, {} are given", id, needed, size))
        .Hint("GetCompiledGraphSummary says how many it needs");
  }
  if (reinterpret_cast<uintptr_t>(memory) % opdk::kArenaAlignment == 0) return CoreStatus();
  return CoreStatus(ErrorCode::kUsage, fmt::format("the memory at {} doesn't begin at a multiple of {} bytes", memory,
                                                   opdk::kArenaAlignment))
      .Hint("aligned_alloc returns aligned memory");
}

}  // namespace

SessionImpl::SessionImpl(OptionMap options) : options_(std::move(options)) {
  Process& process = TheProcess();
  const std::lock_guard lock(process.mutex);
  ++process.sessions;
  packages_ = process.packages;
  global_ = process.options;
  static std::atomic<uint64_t> next_id{1};
  id_ = next_id++;
}

SessionImpl::~SessionImpl() {
  for (auto& [id, queue] : queues_) queue.Finish();
  Process& process = TheProcess();
  const std::lock_guard lock(process.mutex);
  --process.sessions;
}

CoreStatus SessionImpl::Usable() const {
  if (packages_ == nullptr) return NotInitialized();
  return opdk::CheckOptions(options_, opdk::OptionLevel::kSession);
}

Result<std::shared_ptr<SessionGraph>> SessionImpl::Find(uint32_t id) {
  OPDK_TRY(Usable());
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found != entries_.end()) return found->second;
  return CoreStatus(ErrorCode::kUsage, fmt::format("there is no graph {} in this session", id)).Hint("call AddGraph");
}

Result<std::shared_ptr<SessionGraph>> SessionImpl::FindCompiled(uint32_t id) {
  OPDK_TRY(std::shared_ptr<SessionGraph> entry, Find(id));
  const std::lock_guard busy(entry->mutex);
  if (entry->compiled) return entry;
  return CoreStatus(ErrorCode::kUsage, fmt::format("graph {} isn't compiled", id)).Hint("call CompileGraph first");
}

Result<std::shared_ptr<SessionGraph>> SessionImpl::Ready(uint32_t id) {
  OPDK_TRY(std::shared_ptr<SessionGraph> entry, Find(id));
  const std::lock_guard busy(entry->mutex);
  OPDK_TRY(Compile(id, *entry, nullptr));
  return entry;
}

CoreStatus SessionImpl::Add(uint32_t id, const Graph& graph, const OptionMap& options, bool copy) {
  OPDK_TRY(Usable());
  OPDK_TRY(opdk::CheckOptions(options, opdk::OptionLevel::kGraph));
  auto entry = std::make_shared<SessionGraph>();
  entry->id = id;
  entry->graph = graph;
  entry->shared = !copy;
  entry->options = options;
  entry->iterates = !opdk::IsEmpty(graph) && opdk::DataOf(graph).need_iteration;
  if (copy) {
    OPDK_TRY(entry->copy, opdk::FromOperators(graph));
  }
  return Insert(id, std::move(entry));
}

CoreStatus SessionImpl::Insert(uint32_t id, std::shared_ptr<SessionGraph> entry) {
  const std::lock_guard lock(mutex_);
  if (entries_.emplace(id, std::move(entry)).second) return CoreStatus();
  return CoreStatus(ErrorCode::kUsage, fmt::format("graph {} is in this session already", id))
      .Hint("take another id, or call RemoveGraph first");
}

CoreStatus SessionImpl::Remove(uint32_t id) {
  OPDK_TRY(const std::shared_ptr<SessionGraph> entry, Find(id));
  const std::lock_guard busy(entry->mutex);
  const std::lock_guard lock(mutex_);
  entries_.erase(id);
  return CoreStatus();
}

CoreStatus SessionImpl::Build(uint32_t id, const std::vector<TensorDesc>* inputs) {
  OPDK_TRY(const std::shared_ptr<SessionGraph> entry, Find(id));
  const std::lock_guard busy(entry->mutex);
  return Compile(id, *entry, inputs);
}

CoreStatus SessionImpl::Compile(uint32_t id, SessionGraph& entry, const std::vector<TensorDesc>* inputs) {
  if (entry.compiled) return CoreStatus();
  CoreStatus status = CompileNow(entry, inputs);
  return status.ok() ? std::move(status) : std::move(status).At(fmt::format("graph {}", id));
}

Result<SessionImpl::Core> SessionImpl::CoreOf(const SessionGraph& entry, opdk::Graph* graph) const {
  OPDK_TRY(opdk::GeOptions options, opdk::ReadOptions(global_, options_, entry.options));
  if (graph != nullptr) OPDK_TRY(opdk::ApplyShapes(options.shapes, *graph, options.session));
  opdk::SwitchFusion(*packages_, options);
  if (!options.graph_key.empty() && options.graph_cache.empty()) {
    options.warnings.push_back("option 'ge.graph_key' has no effect without 'ge.graph_compiler_cache_dir'");
  }
  NoteWarnings(options.warnings);
  Core core;
  OPDK_TRY(core.session, opdk::Session::Create(packages_, options.session, memory_));
  core.session->NumberDumps(entry.id);
  core.debug = std::move(options.debug);
  core.writes_fusion_result = options.writes_fusion_result;
  if (!options.graph_cache.empty() && !options.graph_key.empty()) {
    core.cache.emplace(options.graph_cache, options.graph_key, opdk::SettingsText({global_, options_, entry.options}));
  }
  return core;
}

CoreStatus SessionImpl::Take(SessionGraph& entry, const Core& core, opdk::CompiledSession compiled) {
  OPDK_TRY(entry.dumps, opdk::WatchRuns(core.debug, compiled.model));
  std::vector<std::string> unknown;
  for (const auto& dump : entry.dumps) {
    for (const std::string& layer : dump->unknown_layers()) {
      unknown.push_back(fmt::format("option 'ge.exec.dumpLayer': the graph has no step '{}' to dump", layer));
    }
  }
  AddWarnings(unknown);
  AddWarnings(compiled.report.warnings);
  entry.compiled = std::make_shared<const opdk::CompiledSession>(std::move(compiled));
  return CoreStatus();
}

CoreStatus SessionImpl::CompileNow(SessionGraph& entry, const std::vector<TensorDesc>* inputs) {
  std::unique_ptr<opdk::Graph> graph;
  if (entry.copy) {
    graph = entry.copy->Clone();
  } else {
    OPDK_TRY(opdk::Graph made, opdk::FromOperators(entry.graph));
    graph = std::make_unique<opdk::Graph>(std::move(made));
  }
  entry.fingerprint = Fingerprint(*graph);
  entry.saves = SavedVariables(*graph);
  OPDK_TRY(entry.summaries, opdk::TakeSummaries(*graph));
  OPDK_TRY(const Core core, CoreOf(entry, graph.get()));
  if (inputs != nullptr) OPDK_TRY(Specialize(*graph, *inputs));
  OPDK_TRY(opdk::CompiledSession compiled,
           core.cache ? core.cache->Compile(*core.session, std::move(*graph), entry.fingerprint)
                      : core.session->Compile(std::move(*graph)));
  entry.from_file = core.cache.has_value();
  if (core.writes_fusion_result && !compiled.report.passes.empty()) {
    OPDK_TRY(opdk::WriteFusionResult(opdk::FusionResultPath(), fmt::format("{}_{}", id_, entry.id),
                                     compiled.report.matches));
  }
  OPDK_TRY(Take(entry, core, std::move(compiled)));
  if (inputs != nullptr) entry.inputs = *inputs;
  entry.copy.reset();
  return CoreStatus();
}

CoreStatus SessionImpl::CompileIn(SessionGraph& entry, std::span<std::byte> constant_memory) {
  if (opdk::IsEmpty(entry.graph)) {
    return CoreStatus(ErrorCode::kUsage, "it was loaded from a file, whose memory its constants lie in");
  }
  OPDK_TRY(opdk::Graph graph, opdk::FromOperators(entry.graph));
  if (Fingerprint(graph) != entry.fingerprint) {
    return CoreStatus(ErrorCode::kUsage, "it was changed since it was compiled, and its constants with it")
        .Hint("give it memory before it is changed, or add it again");
  }
  OPDK_TRY(opdk::TakeSummaries(graph));
  OPDK_TRY(const Core core, CoreOf(entry, &graph));
  if (entry.inputs) OPDK_TRY(Specialize(graph, *entry.inputs));
  std::shared_ptr<const opdk::CompiledSession> before = entry.compiled;
  if (entry.from_file) {  // a file holds constants also in forms that kernels don't read
    OPDK_TRY(opdk::CompiledSession again, core.session->Compile(std::move(*graph.Clone())));
    before = std::make_shared<const opdk::CompiledSession>(std::move(again));
  }
  OPDK_TRY(opdk::CompiledSession compiled, core.session->CompileIn(std::move(graph), before->model, constant_memory));
  return Take(entry, core, std::move(compiled));
}

CoreStatus SessionImpl::Load(uint32_t id, const OptionMap& options) {
  OPDK_TRY(FindCompiled(id));
  OPDK_TRY(opdk::CheckOptions(options, opdk::OptionLevel::kGraph));
  for (const auto& [key, value] : options) {
    if (opdk::FindOptionKey(key)->meaning != opdk::OptionMeaning::kRead) continue;
    return CoreStatus(ErrorCode::kUsage, fmt::format("graph {} is compiled: '{}' comes too late", id, key))
        .Hint("give it to AddGraph");
  }
  return CoreStatus();
}

CoreStatus SessionImpl::LoadFile(uint32_t id, const OptionMap& options, const std::string& path) {
  OPDK_TRY(Usable());
  OPDK_TRY(opdk::CheckOptions(options, opdk::OptionLevel::kGraph));
  auto entry = std::make_shared<SessionGraph>();
  entry->id = id;
  entry->graph = Graph();
  entry->shared = false;
  entry->options = options;
  OPDK_TRY(const Core core, CoreOf(*entry, nullptr));
  OPDK_TRY(opdk::CompiledSession loaded, core.session->LoadFile(path));
  entry->saves = SavedVariables(loaded.model.program().graph);
  OPDK_TRY(Take(*entry, core, std::move(loaded)));
  return Insert(id, std::move(entry));
}

Result<CompiledGraphSummaryPtr> SessionImpl::Summary(uint32_t id) {
  OPDK_TRY(const std::shared_ptr<SessionGraph> entry, FindCompiled(id));
  const std::lock_guard busy(entry->mutex);
  const opdk::Executable& model = entry->compiled->model;
  CompiledGraphSummary::Data data;
  data.is_static = !model.dynamic();
  data.constants = opdk::ConstantBytes(model);
  data.features = model.feature_bytes();
  const opdk::StreamCounts streams = opdk::CountStreams(model.program());
  data.streams = static_cast<size_t>(streams.streams);
  data.events = static_cast<size_t>(streams.events);
  const std::span<const opdk::PortSpec> outputs = model.outputs();
  for (const opdk::PortSpec& output : outputs.first(outputs.size() - entry->summaries.size())) {
    data.shapes.emplace_back(output.shape);
    data.dtypes.push_back(output.dtype);
  }
  return CompiledGraphSummaryPtr(new CompiledGraphSummary(std::move(data)));
}

CoreStatus SessionImpl::TakeConstMemory(uint32_t id, const void* memory, size_t size) {
  OPDK_TRY(const std::shared_ptr<SessionGraph> entry, FindCompiled(id));
  const std::lock_guard busy(entry->mutex);
  const opdk::Executable& model = entry->compiled->model;
  const std::string place = fmt::format("graph {}", id);
  if (model.dynamic()) return SizeUnknown().At(place);
  const size_t needed = opdk::ConstantBytes(model);
  OPDK_TRY(CheckMemory(id, memory, size, needed));
  CoreStatus status = CompileIn(*entry, {static_cast<std::byte*>(const_cast<void*>(memory)), needed});
  return status.ok() ? std::move(status) : std::move(status).At(place);
}

CoreStatus SessionImpl::TakeFixedMemory(uint32_t id, const void* memory, size_t size) {
  OPDK_TRY(FindCompiled(id));
  return CheckMemory(id, memory, size, 0);
}

CoreStatus SessionImpl::TakeFeatureMemory(uint32_t id, const void* memory, size_t size) {
  OPDK_TRY(const std::shared_ptr<SessionGraph> entry, FindCompiled(id));
  const std::lock_guard busy(entry->mutex);
  const opdk::Executable& model = entry->compiled->model;
  if (model.dynamic()) return SizeUnknown().At(fmt::format("graph {}", id));
  OPDK_TRY(CheckMemory(id, memory, size, model.feature_bytes()));
  model.UseFeatureMemory(static_cast<std::byte*>(const_cast<void*>(memory)));
  return CoreStatus();
}

Result<bool> SessionImpl::NeedsRebuild(uint32_t id) {
  OPDK_TRY(const std::shared_ptr<SessionGraph> entry, Find(id));
  const std::lock_guard busy(entry->mutex);
  if (!entry->compiled || !entry->shared) return false;
  OPDK_TRY(const opdk::Graph now, opdk::FromOperators(entry->graph));
  return Fingerprint(now) != entry->fingerprint;
}

CoreStatus SessionImpl::Variables(const std::vector<std::string>& names, std::vector<Tensor>& values) {
  OPDK_TRY(Usable());
  std::vector<Tensor> found;
  for (const std::string& name : names) {
    OPDK_TRY(found.emplace_back(), memory_->variables.Value(name));
  }
  values = std::move(found);
  return CoreStatus();
}

}  // namespace ge
