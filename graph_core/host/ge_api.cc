#include "ge/ge_api.h"

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "graph_core/host/ge_options.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "opdk/author_graph.h"
#include "parser/onnx_parser.h"

namespace ge {
namespace {

using opdk::ErrorCode;
using opdk::OptionMap;
using opdk::Result;

// Spelled out: Status alone is ge::Status here.
using CoreStatus = opdk::Status;

thread_local std::string t_error;
thread_local std::string t_warning;

struct Process {
  std::mutex mutex;
  OptionMap options;
  std::shared_ptr<opdk::PackageRegistry> packages;  // nullptr: not initialized
  int sessions = 0;
};

Process& TheProcess() {
  static Process process;
  return process;
}

CoreStatus NotInitialized() {
  return CoreStatus(ErrorCode::kUsage, "the graph engine is not initialized").Hint("call ge::GEInitialize first");
}

// Runs a call of the API: no exception leaves it, and what went wrong is kept for GEGetErrorMsg.
Status Call(const char* name, const std::function<CoreStatus()>& work) {
  const CoreStatus status = opdk::Fence(work, [name] { return std::string(name); });
  if (status.ok()) return SUCCESS;
  t_error = status.ToString();
  return FAILED;
}

OptionMap Strings(const std::map<AscendString, AscendString>& options) {
  auto text = [](const AscendString& string) {
    return std::string(string.GetString() == nullptr ? "" : string.GetString());
  };
  OptionMap result;
  for (const auto& [key, value] : options) result[text(key)] = text(value);
  return result;
}

void NoteWarnings(const opdk::GeOptions& options) {
  t_warning.clear();
  for (const std::string& warning : options.warnings) t_warning += (t_warning.empty() ? "" : "\n") + warning;
}

// A graph of a session. The mutex is held while it compiles; runs share what was compiled.
struct Entry {
  std::mutex mutex;
  Graph graph{"graph"};
  std::optional<opdk::Graph> copy;  // of AddGraphWithCopy, until it is compiled
  bool shared = true;               // with the caller, who may still change it
  OptionMap options;
  bool iterates = false;    // SetNeedIteration: one launch runs it as often as a variable says
  std::string fingerprint;  // of the graph as it was compiled
  std::shared_ptr<const opdk::CompiledSession> compiled;
};

std::string Fingerprint(const opdk::Graph& graph) {
  constexpr int64_t kHashesOnly = 0;
  return opdk::Print(graph, {.max_const_elements = kHashesOnly, .placement = false});
}

// Gives the Data nodes the shapes and data types of these tensors.
CoreStatus Specialize(opdk::Graph& graph, const std::vector<Tensor>& inputs) {
  const std::vector<opdk::Node*> data = graph.inputs();
  if (inputs.size() != data.size()) {
    return CoreStatus(ErrorCode::kInputMissing,
                      fmt::format("the graph has {} inputs, {} were given", data.size(), inputs.size()));
  }
  for (size_t i = 0; i < data.size(); ++i) {
    TensorDesc& desc = data[i]->op().outputs.at(0).desc;
    desc.SetShape(inputs[i].GetTensorDesc().GetShape());
    desc.SetDataType(inputs[i].GetDataType());
  }
  return CoreStatus();
}

}  // namespace

class SessionImpl {
 public:
  explicit SessionImpl(OptionMap options) : options_(std::move(options)) {
    Process& process = TheProcess();
    const std::lock_guard lock(process.mutex);
    ++process.sessions;
    packages_ = process.packages;
    global_ = process.options;
    static std::atomic<uint64_t> next_id{1};
    id_ = next_id++;
  }

  ~SessionImpl() {
    {
      const std::lock_guard lock(queue_mutex_);
      closing_ = true;
    }
    queue_changed_.notify_all();
    if (runner_.joinable()) runner_.join();
    Process& process = TheProcess();
    const std::lock_guard lock(process.mutex);
    --process.sessions;
  }

  SessionImpl(const SessionImpl&) = delete;
  SessionImpl& operator=(const SessionImpl&) = delete;

  uint64_t id() const { return id_; }

  CoreStatus Add(uint32_t id, const Graph& graph, const OptionMap& options, bool copy) {
    OPDK_TRY(Usable());
    OPDK_TRY(opdk::CheckOptions(options, opdk::OptionLevel::kGraph));
    auto entry = std::make_shared<Entry>();
    entry->graph = graph;
    entry->shared = !copy;
    entry->options = options;
    entry->iterates = !opdk::IsEmpty(graph) && opdk::DataOf(graph).need_iteration;
    if (copy) {
      OPDK_TRY(entry->copy, opdk::FromOperators(graph));
    }
    const std::lock_guard lock(mutex_);
    if (entries_.emplace(id, std::move(entry)).second) return CoreStatus();
    return CoreStatus(ErrorCode::kUsage, fmt::format("graph {} is in this session already", id))
        .Hint("take another id, or call RemoveGraph first");
  }

  CoreStatus Remove(uint32_t id) {
    OPDK_TRY(const std::shared_ptr<Entry> entry, Find(id));
    const std::lock_guard busy(entry->mutex);
    const std::lock_guard lock(mutex_);
    entries_.erase(id);
    return CoreStatus();
  }

  CoreStatus Build(uint32_t id, const std::vector<Tensor>* inputs) {
    OPDK_TRY(const std::shared_ptr<Entry> entry, Find(id));
    const std::lock_guard busy(entry->mutex);
    return Compile(id, *entry, inputs);
  }

  CoreStatus Run(uint32_t id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs) {
    OPDK_TRY(const std::shared_ptr<Entry> entry, Find(id));
    std::shared_ptr<const opdk::CompiledSession> compiled;
    {
      const std::lock_guard busy(entry->mutex);
      OPDK_TRY(Compile(id, *entry, nullptr));
      compiled = entry->compiled;
    }
    OPDK_TRY(const int64_t iterations, IterationsOf(*entry));
    auto results = compiled->model.Run(inputs, nullptr, iterations);
    if (!results.ok()) return std::move(results).status().At(fmt::format("graph {}", id));
    outputs = *std::move(results);
    return CoreStatus();
  }

  CoreStatus RunAsync(uint32_t id, std::vector<Tensor> inputs, Session::RunAsyncCallback callback) {
    OPDK_TRY(Find(id));
    const std::lock_guard lock(queue_mutex_);
    if (!runner_.joinable()) runner_ = std::thread([this] { RunQueue(); });
    queue_.push_back([this, id, inputs = std::move(inputs), callback = std::move(callback)] {
      std::vector<Tensor> outputs;
      const Status status = Call("RunGraphAsync", [&] { return Run(id, inputs, outputs); });
      if (callback)
        (void)Call("the callback of RunGraphAsync", [&] { return callback(status, outputs), CoreStatus(); });
    });
    queue_changed_.notify_one();
    return CoreStatus();
  }

  // How often one launch of the graph runs it. GE's frameworks keep the number in a variable of this name.
  Result<int64_t> IterationsOf(const Entry& entry) const {
    static constexpr const char* kVariable = "npu_runconfig/iterations_per_loop";
    if (!entry.iterates) return int64_t{1};
    auto value = memory_->variables.Value(kVariable);
    if (!value.ok()) {
      return std::move(value)
          .status()
          .At("a graph with SetNeedIteration(true)")
          .Hint(fmt::format("assign the number of iterations to the variable {} in another graph of the session",
                            kVariable));
    }
    int64_t count = 0;
    if (value->GetDataType() == DT_INT64 && value->GetSize() == sizeof(int64_t)) {
      std::memcpy(&count, value->GetData(), sizeof(count));
    } else if (value->GetDataType() == DT_INT32 && value->GetSize() == sizeof(int32_t)) {
      int32_t narrow = 0;
      std::memcpy(&narrow, value->GetData(), sizeof(narrow));
      count = narrow;
    }
    if (count > 0) return count;
    return CoreStatus(ErrorCode::kUsage,
                      fmt::format("the variable {} must be one whole number from 1 on, of type int32 "
                                  "or int64",
                                  kVariable));
  }

  CoreStatus Variables(const std::vector<std::string>& names, std::vector<Tensor>& values) {
    OPDK_TRY(Usable());
    std::vector<Tensor> found;
    for (const std::string& name : names) {
      OPDK_TRY(found.emplace_back(), memory_->variables.Value(name));
    }
    values = std::move(found);
    return CoreStatus();
  }

  Result<bool> NeedsRebuild(uint32_t id) {
    OPDK_TRY(const std::shared_ptr<Entry> entry, Find(id));
    const std::lock_guard busy(entry->mutex);
    if (!entry->compiled || !entry->shared) return false;
    OPDK_TRY(const opdk::Graph now, opdk::FromOperators(entry->graph));
    return Fingerprint(now) != entry->fingerprint;
  }

 private:
  CoreStatus Usable() const {
    if (packages_ == nullptr) return NotInitialized();
    return opdk::CheckOptions(options_, opdk::OptionLevel::kSession);
  }

  Result<std::shared_ptr<Entry>> Find(uint32_t id) {
    OPDK_TRY(Usable());
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(id);
    if (found != entries_.end()) return found->second;
    return CoreStatus(ErrorCode::kUsage, fmt::format("there is no graph {} in this session", id)).Hint("call AddGraph");
  }

  CoreStatus Compile(uint32_t id, Entry& entry, const std::vector<Tensor>* inputs) {
    if (entry.compiled) return CoreStatus();
    CoreStatus status = CompileNow(entry, inputs);
    return status.ok() ? std::move(status) : std::move(status).At(fmt::format("graph {}", id));
  }

  CoreStatus CompileNow(Entry& entry, const std::vector<Tensor>* inputs) {
    OPDK_TRY(const opdk::GeOptions options, opdk::ReadOptions(global_, options_, entry.options));
    NoteWarnings(options);
    OPDK_TRY(const auto session, opdk::Session::Create(packages_, options.session, memory_));
    std::unique_ptr<opdk::Graph> graph;
    if (entry.copy) {
      graph = entry.copy->Clone();
    } else {
      OPDK_TRY(opdk::Graph made, opdk::FromOperators(entry.graph));
      graph = std::make_unique<opdk::Graph>(std::move(made));
    }
    entry.fingerprint = Fingerprint(*graph);
    if (inputs != nullptr) OPDK_TRY(Specialize(*graph, *inputs));
    OPDK_TRY(opdk::CompiledSession compiled, session->Compile(std::move(*graph)));
    entry.compiled = std::make_shared<const opdk::CompiledSession>(std::move(compiled));
    entry.copy.reset();
    return CoreStatus();
  }

  // Runs what is queued, in order; what is left when the session goes is still run.
  void RunQueue() {
    std::unique_lock lock(queue_mutex_);
    while (true) {
      queue_changed_.wait(lock, [this] { return closing_ || !queue_.empty(); });
      if (queue_.empty()) return;
      const std::function<void()> work = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      work();
      lock.lock();
    }
  }

  OptionMap options_;
  OptionMap global_;
  std::shared_ptr<opdk::PackageRegistry> packages_;
  const std::shared_ptr<opdk::SessionMemory> memory_ = std::make_shared<opdk::SessionMemory>();
  uint64_t id_ = 0;
  std::mutex mutex_;
  std::map<uint32_t, std::shared_ptr<Entry>> entries_;

  std::mutex queue_mutex_;
  std::condition_variable queue_changed_;
  std::deque<std::function<void()>> queue_;
  bool closing_ = false;
  std::thread runner_;
};

Status GEInitialize(const std::map<AscendString, AscendString>& options) {
  return Call("GEInitialize", [&]() -> CoreStatus {
    Process& process = TheProcess();
    const std::lock_guard lock(process.mutex);
    if (process.packages != nullptr) return CoreStatus();
    OPDK_TRY(const opdk::GeOptions read, opdk::ReadOptions(Strings(options)));
    // Engines and passes are named in options too: whether they exist shows in a session.
    OPDK_TRY(auto packages, opdk::PackageRegistry::Load(read.registry));
    OPDK_TRY(opdk::Session::Create(packages, read.session));
    NoteWarnings(read);
    opdk::PackageRegistry::SetCurrent(packages);
    process.packages = std::move(packages);
    process.options = Strings(options);
    return CoreStatus();
  });
}

Status GEFinalize() {
  return Call("GEFinalize", []() -> CoreStatus {
    Process& process = TheProcess();
    const std::lock_guard lock(process.mutex);
    if (process.packages == nullptr) return NotInitialized();
    if (process.sessions > 0) {
      return CoreStatus(ErrorCode::kUsage, fmt::format("{} sessions are still open", process.sessions))
          .Hint("destroy every ge::Session before GEFinalize");
    }
    opdk::PackageRegistry::SetCurrent(nullptr);
    process.packages.reset();
    process.options.clear();
    return CoreStatus();
  });
}

graphStatus aclgrphParseONNX(const char* model_file, const std::map<AscendString, AscendString>& parser_params,
                             Graph& graph) {
  const Status status = Call("aclgrphParseONNX", [&]() -> CoreStatus {
    if (model_file == nullptr) return CoreStatus(ErrorCode::kUsage, "no model file is given");
    std::shared_ptr<opdk::PackageRegistry> packages;
    {
      const std::lock_guard lock(TheProcess().mutex);
      packages = TheProcess().packages;
    }
    if (packages == nullptr) return NotInitialized();
    OPDK_TRY(opdk::ParseResult parsed, packages->ParseModel({{model_file}, Strings(parser_params), domi::ONNX}));
    t_warning = fmt::format("{}", fmt::join(parsed.warnings, "\n"));
    graph = parsed.graph;
    return CoreStatus();
  });
  return status == SUCCESS ? GRAPH_SUCCESS : GRAPH_FAILED;
}

AscendString GEGetErrorMsgV2() { return opdk::Neutral(t_error); }
AscendString GEGetWarningMsgV2() { return opdk::Neutral(t_warning); }

Session::Session(const std::map<AscendString, AscendString>& options)
    : impl_(std::make_unique<SessionImpl>(Strings(options))) {}
Session::~Session() = default;

Status Session::AddGraph(uint32_t graph_id, const Graph& graph) {
  return AddGraph(graph_id, graph, std::map<AscendString, AscendString>());
}

Status Session::AddGraph(uint32_t graph_id, const Graph& graph, const std::map<AscendString, AscendString>& options) {
  return Call("AddGraph", [&] { return impl_->Add(graph_id, graph, Strings(options), false); });
}

Status Session::AddGraphWithCopy(uint32_t graph_id, const Graph& graph) {
  return AddGraphWithCopy(graph_id, graph, {});
}

Status Session::AddGraphWithCopy(uint32_t graph_id, const Graph& graph,
                                 const std::map<AscendString, AscendString>& options) {
  return Call("AddGraphWithCopy", [&] { return impl_->Add(graph_id, graph, Strings(options), true); });
}

Status Session::RemoveGraph(uint32_t graph_id) {
  return Call("RemoveGraph", [&] { return impl_->Remove(graph_id); });
}

Status Session::CompileGraph(uint32_t graph_id) {
  return Call("CompileGraph", [&] { return impl_->Build(graph_id, nullptr); });
}

Status Session::BuildGraph(uint32_t graph_id, const std::vector<Tensor>& inputs) {
  return Call("BuildGraph", [&] { return impl_->Build(graph_id, &inputs); });
}

Status Session::RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs) {
  return Call("RunGraph", [&] { return impl_->Run(graph_id, inputs, outputs); });
}

Status Session::RunGraphAsync(uint32_t graph_id, const std::vector<Tensor>& inputs, RunAsyncCallback callback) {
  return Call("RunGraphAsync", [&] { return impl_->RunAsync(graph_id, inputs, std::move(callback)); });
}

Status Session::GetVariables(const std::vector<AscendString>& var_names, std::vector<Tensor>& var_values) {
  return Call("GetVariables", [&] { return impl_->Variables(opdk::ToTexts(var_names), var_values); });
}

bool Session::IsGraphNeedRebuild(uint32_t graph_id) {
  bool needed = false;
  (void)Call("IsGraphNeedRebuild", [&]() -> CoreStatus {
    OPDK_TRY(needed, impl_->NeedsRebuild(graph_id));
    return CoreStatus();
  });
  return needed;
}

uint64_t Session::GetSessionId() const { return impl_->id(); }

}  // namespace ge
