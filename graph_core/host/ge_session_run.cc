// The runs of a session's graphs.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph_core/host/ge_process.h"
#include "graph_core/host/ge_session.h"
#include "graph_core/host/gert_tensors.h"

namespace ge {

using opdk::ErrorCode;
using opdk::Result;
// The full name is needed: Status alone is ge::Status here.
using CoreStatus = opdk::Status;

namespace {

// Returns the mutex of a stream. Runs on one stream go one after the other, whatever their session and thread.
std::shared_ptr<std::mutex> TurnOf(const void* stream) {
  static std::mutex mutex;
  static std::map<const void*, std::weak_ptr<std::mutex>> turns;
  const std::lock_guard lock(mutex);
  std::erase_if(turns, [](const auto& turn) { return turn.second.expired(); });
  std::weak_ptr<std::mutex>& known = turns[stream];
  std::shared_ptr<std::mutex> turn = known.lock();
  if (turn == nullptr) known = turn = std::make_shared<std::mutex>();
  return turn;
}

// Stores the reports of the last run, also of a failed run.
void NoteReports(const SessionGraph& entry) {
  std::vector<std::string> reports;
  for (const auto& dump : entry.dumps) {
    for (std::string& report : dump->TakeReports()) reports.push_back(std::move(report));
  }
  NoteRunWarnings(reports);
}

// Makes a tensor in memory of the allocator. nullptr: in memory of its own.
Result<Tensor> NewOutput(const TensorDesc& desc, size_t bytes, const AllocatorPtr& allocator) {
  Tensor tensor(desc);
  if (allocator == nullptr) {
    tensor.SetData(std::vector<uint8_t>(bytes));
    return tensor;
  }
  MemBlock* const block = allocator->Malloc(bytes);
  if (block == nullptr || block->GetAddr() == nullptr) {
    return CoreStatus(ErrorCode::kShapeOverflow, fmt::format("the stream's allocator has no {} bytes", bytes));
  }
  tensor.SetData(static_cast<uint8_t*>(block->GetAddr()), bytes, [allocator, block](uint8_t*) { block->Free(); });
  return tensor;
}

// The caller's outputs of a run.
class StreamOutputs {
 public:
  // Makes the outputs. `beside`: number of the model's last outputs, which don't belong to the caller.
  StreamOutputs(const opdk::Executable& model, std::vector<Tensor>& given, size_t beside, AllocatorPtr allocator)
      : given_(given), beside_(beside), allocator_(std::move(allocator)), outputs_(model.outputs().size()) {}

  CoreStatus Prepare() {
    const size_t own = outputs_.size() - beside_;
    if (!given_.empty() && given_.size() != own) {
      return CoreStatus(ErrorCode::kInputMismatch,
                        fmt::format("the graph has {} outputs, {} are given", own, given_.size()))
          .Hint("give none, or one tensor for each");
    }
    results_ = given_;
    results_.resize(outputs_.size());
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (results_[i].GetData() != nullptr) outputs_[i].data = results_[i].GetData();
      if (results_[i].GetData() != nullptr) outputs_[i].capacity = results_[i].GetSize();
    }
    return CoreStatus();
  }

  std::span<opdk::RunOutput> outputs() { return outputs_; }

  // Copies outputs without memory of the caller. Called while they are still in the run's own memory.
  CoreStatus Take() {
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const opdk::RunOutput& output = outputs_[i];
      const TensorDesc desc(Shape({output.shape.begin(), output.shape.end()}), FORMAT_ND, output.dtype);
      if (results_[i].GetData() != nullptr) {
        results_[i].SetTensorDesc(desc);
        continue;
      }
      OPDK_TRY(results_[i], NewOutput(desc, output.bytes, allocator_));
      if (output.bytes > 0) std::memcpy(results_[i].GetData(), output.data, output.bytes);
    }
    given_ = std::move(results_);
    return CoreStatus();
  }

 private:
  std::vector<Tensor>& given_;
  const size_t beside_;
  const AllocatorPtr allocator_;
  std::vector<opdk::RunOutput> outputs_;
  std::vector<Tensor> results_;
};

}  // namespace

CoreStatus SessionImpl::Run(uint32_t id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs) {
  OPDK_TRY(const std::shared_ptr<SessionGraph> entry, Ready(id));
  OPDK_TRY(CheckSummaries(*entry));
  OPDK_TRY(const int64_t iterations, IterationsOf(*entry));
  auto results = entry->compiled->model.Run(inputs, nullptr, iterations);
  NoteReports(*entry);
  if (!results.ok()) return std::move(results).status().At(fmt::format("graph {}", id));
  OPDK_TRY(CallBack(id, *entry, *results));
  outputs = *std::move(results);
  return CoreStatus();
}

CoreStatus SessionImpl::RunOnStream(uint32_t id, const void* stream, const std::vector<Tensor>& inputs,
                                    std::vector<Tensor>& outputs) {
  const std::shared_ptr<std::mutex> turn = TurnOf(stream);
  const std::lock_guard alone(*turn);
  OPDK_TRY(const std::shared_ptr<SessionGraph> entry, Ready(id));
  OPDK_TRY(CheckSummaries(*entry));
  OPDK_TRY(const int64_t iterations, IterationsOf(*entry));
  AllocatorPtr allocator;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = allocators_.find(stream); found != allocators_.end()) allocator = found->second;
  }
  std::vector<std::vector<int64_t>> shapes;
  std::vector<opdk::RunInput> given;
  for (const Tensor& input : inputs) shapes.push_back(input.GetTensorDesc().GetShape().GetDims());
  for (size_t i = 0; i < inputs.size(); ++i) {
    given.push_back({inputs[i].GetData(), inputs[i].GetSize(), inputs[i].GetDataType(), shapes[i]});
  }
  const opdk::Executable& model = entry->compiled->model;
  StreamOutputs written(model, outputs, entry->summaries.size(), std::move(allocator));
  OPDK_TRY(written.Prepare());
  CoreStatus taken;
  CoreStatus status = model.Run(
      given, written.outputs(), nullptr, [&] { taken = written.Take(); }, iterations);
  NoteReports(*entry);
  if (status.ok()) status = std::move(taken);
  if (status.ok()) status = CallBack(id, *entry, outputs);
  return status.ok() ? std::move(status) : std::move(status).At(fmt::format("graph {}", id));
}

CoreStatus SessionImpl::RunOnStream(uint32_t id, const void* stream, const std::vector<gert::Tensor>& inputs,
                                    std::vector<gert::Tensor>& outputs) {
  OPDK_TRY(FindCompiled(id));
  auto given = Borrowed(inputs);
  if (!given.ok()) return std::move(given).status().At("inputs");
  auto made = Borrowed(outputs);
  if (!made.ok()) return std::move(made).status().At("outputs");
  OPDK_TRY(RunOnStream(id, stream, *given, *made));
  Return(*std::move(made), outputs);
  return CoreStatus();
}

CoreStatus SessionImpl::RunAsync(uint32_t id, std::vector<Tensor> inputs, RunAsyncCallback callback) {
  OPDK_TRY(Find(id));
  const std::lock_guard lock(mutex_);
  queues_[id].Add([this, id, inputs = std::move(inputs), callback = std::move(callback)] {
    std::vector<Tensor> outputs;
    const Status status = Call("RunGraphAsync", [&] { return Run(id, inputs, outputs); });
    if (callback) (void)Call("the callback of RunGraphAsync", [&] { return callback(status, outputs), CoreStatus(); });
  });
  return CoreStatus();
}

Result<int64_t> SessionImpl::IterationsOf(const SessionGraph& entry) const {
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
  return CoreStatus(
      ErrorCode::kUsage,
      fmt::format("the variable {} must be one whole number from 1 on, of type int32 or int64", kVariable));
}

CoreStatus SessionImpl::RegisterAllocator(const void* stream, AllocatorPtr allocator) {
  OPDK_TRY(Usable());
  if (allocator == nullptr) return CoreStatus(ErrorCode::kUsage, "no allocator is given");
  const std::lock_guard lock(mutex_);
  if (allocators_.emplace(stream, std::move(allocator)).second) return CoreStatus();
  return CoreStatus(ErrorCode::kUsage, "the stream has an allocator already").Hint("call UnregisterExternalAllocator");
}

CoreStatus SessionImpl::UnregisterAllocator(const void* stream) {
  OPDK_TRY(Usable());
  const std::lock_guard lock(mutex_);
  if (allocators_.erase(stream) > 0) return CoreStatus();
  return CoreStatus(ErrorCode::kUsage, "the stream has no allocator").Hint("call RegisterExternalAllocator first");
}

CoreStatus SessionImpl::RegisterCallBack(const std::string& key, Session::CallBack callback) {
  OPDK_TRY(Usable());
  if (key != "Save" && key != "Summary") {
    return CoreStatus(ErrorCode::kUsage, fmt::format("nothing calls back for '{}'", key)).Hint("Save or Summary");
  }
  if (!callback) return CoreStatus(ErrorCode::kUsage, "no callback is given");
  const std::lock_guard lock(mutex_);
  callbacks_[key] = std::move(callback);
  return CoreStatus();
}

Session::CallBack SessionImpl::CallBackOf(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = callbacks_.find(key);
  return found == callbacks_.end() ? Session::CallBack() : found->second;
}

CoreStatus SessionImpl::CheckSummaries(const SessionGraph& entry) {
  if (entry.summaries.empty() || CallBackOf("Summary")) return CoreStatus();
  return CoreStatus(ErrorCode::kUsage, "the graph shows values, and no callback takes them")
      .At(fmt::format("node {} (Summary)", entry.summaries.front()))
      .Hint("call RegisterCallBackFunc(\"Summary\", ...)");
}

CoreStatus SessionImpl::CallBack(uint32_t id, const SessionGraph& entry, std::vector<Tensor>& outputs) {
  const auto call = [&](const char* key, const std::vector<std::string>& names, size_t first) {
    const Session::CallBack callback = names.empty() ? Session::CallBack() : CallBackOf(key);
    if (!callback) return CoreStatus();
    std::map<AscendString, Tensor> values;
    for (size_t i = 0; i < names.size(); ++i) values[AscendString(names[i].c_str())] = outputs.at(first + i);
    const uint32_t code = callback(id, values);
    if (code == 0) return CoreStatus();
    return CoreStatus(ErrorCode::kKernelFailed,
                      fmt::format("the callback for {} of graph {} returned {}", key, id, code));
  };
  const size_t own = outputs.size() - entry.summaries.size();
  OPDK_TRY(call("Save", entry.saves, 0));
  OPDK_TRY(call("Summary", entry.summaries, own));
  outputs.resize(own);
  return CoreStatus();
}

}  // namespace ge
