#include "ge/ge_api.h"

#include <fmt/format.h>

#include <utility>

#include "graph_core/host/ge_process.h"
#include "graph_core/host/ge_session.h"
#include "graph_core/session.h"

namespace ge {

using opdk::ErrorCode;
// The full name is needed: Status alone is ge::Status here.
using CoreStatus = opdk::Status;

Status GEInitialize(const std::map<AscendString, AscendString>& options) {
  return Call("GEInitialize", [&]() -> CoreStatus {
    Process& process = TheProcess();
    const std::lock_guard lock(process.mutex);
    if (process.packages != nullptr) return CoreStatus();
    OPDK_TRY(const opdk::GeOptions read, opdk::ReadOptions(Strings(options)));
    // A session finds out whether the engines and passes in the options exist.
    OPDK_TRY(auto packages, opdk::PackageRegistry::Load(read.registry));
    OPDK_TRY(opdk::Session::Create(packages, read.session));
    NoteWarnings(read.warnings);
    opdk::PackageRegistry::SetCurrent(packages);
    process.packages = std::move(packages);
    process.options = Strings(options);
    process.scope_passes = read.scope_passes;
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
    process.scope_passes.clear();
    return CoreStatus();
  });
}

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
  std::vector<TensorDesc> descs;
  for (const Tensor& input : inputs) descs.push_back(input.GetTensorDesc());
  return Call("BuildGraph", [&] { return impl_->Build(graph_id, &descs); });
}

Status Session::BuildGraph(uint32_t graph_id, const std::vector<InputTensorInfo>& inputs) {
  std::vector<TensorDesc> descs;
  for (const InputTensorInfo& input : inputs) {
    descs.emplace_back(Shape(input.dims), FORMAT_ND, static_cast<DataType>(input.data_type));
  }
  return Call("BuildGraph", [&] { return impl_->Build(graph_id, &descs); });
}

Status Session::LoadGraph(uint32_t graph_id, const std::map<AscendString, AscendString>& options,
                          [[maybe_unused]] void* stream) const {
  return Call("LoadGraph", [&] { return impl_->Load(graph_id, Strings(options)); });
}

Status Session::LoadModelFile(uint32_t graph_id, const std::map<AscendString, AscendString>& options,
                              const AscendString& path) const {
  return Call("LoadGraph", [&] { return impl_->LoadFile(graph_id, Strings(options), opdk::ToText(path)); });
}

CompiledGraphSummaryPtr Session::GetCompiledGraphSummary(uint32_t graph_id) {
  CompiledGraphSummaryPtr summary;
  (void)Call("GetCompiledGraphSummary", [&]() -> CoreStatus {
    OPDK_TRY(summary, impl_->Summary(graph_id));
    return CoreStatus();
  });
  return summary;
}

Status Session::RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs) {
  return Call("RunGraph", [&] { return impl_->Run(graph_id, inputs, outputs); });
}

Status Session::RunGraph(uint32_t graph_id, const ContinuousTensorList& inputs, std::vector<Tensor>& outputs) {
  return RunGraph(graph_id, inputs.GetTensorList(), outputs);
}

Status Session::RunGraphAsync(uint32_t graph_id, const ContinuousTensorList& inputs, RunAsyncCallback callback) {
  return RunGraphAsync(graph_id, inputs.GetTensorList(), std::move(callback));
}

Status Session::RunGraphAsync(uint32_t graph_id, const std::vector<Tensor>& inputs, RunAsyncCallback callback) {
  return Call("RunGraphAsync", [&] { return impl_->RunAsync(graph_id, inputs, std::move(callback)); });
}

Status Session::RunGraphDistribute(uint32_t graph_id, const std::map<int32_t, std::vector<Tensor>>& device_to_inputs,
                                   std::map<int32_t, std::vector<Tensor>>& device_to_outputs) {
  return Call("RunGraphDistribute", [&]() -> CoreStatus {
    OPDK_TRY(impl_->Usable());
    if (device_to_inputs.size() != 1 || !device_to_inputs.contains(0)) {
      return CoreStatus(ErrorCode::kUsage, "a graph runs on device 0")
          .Hint("give it all inputs, and no other device any");
    }
    std::vector<Tensor> outputs;
    OPDK_TRY(impl_->Run(graph_id, device_to_inputs.at(0), outputs));
    device_to_outputs = {{0, std::move(outputs)}};
    return CoreStatus();
  });
}

Status Session::RunGraphWithStreamAsync(uint32_t graph_id, void* stream, const std::vector<Tensor>& inputs,
                                        std::vector<Tensor>& outputs) {
  return Call("RunGraphWithStreamAsync", [&] { return impl_->RunOnStream(graph_id, stream, inputs, outputs); });
}

Status Session::ExecuteGraphWithStreamAsync(uint32_t graph_id, void* stream, const std::vector<gert::Tensor>& inputs,
                                            std::vector<gert::Tensor>& outputs) {
  return Call("ExecuteGraphWithStreamAsync", [&] { return impl_->RunOnStream(graph_id, stream, inputs, outputs); });
}

Status Session::RegisterExternalAllocator(const void* stream, AllocatorPtr allocator) const {
  return Call("RegisterExternalAllocator", [&] { return impl_->RegisterAllocator(stream, std::move(allocator)); });
}

Status Session::UnregisterExternalAllocator(const void* stream) const {
  return Call("UnregisterExternalAllocator", [&] { return impl_->UnregisterAllocator(stream); });
}

Status Session::SetGraphConstMemoryBase(uint32_t graph_id, const void* memory, size_t size) {
  return Call("SetGraphConstMemoryBase", [&] { return impl_->TakeConstMemory(graph_id, memory, size); });
}

Status Session::UpdateGraphFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size) {
  return Call("UpdateGraphFeatureMemoryBase", [&] { return impl_->TakeFeatureMemory(graph_id, memory, size); });
}

Status Session::SetGraphFixedFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size) {
  return Call("SetGraphFixedFeatureMemoryBase", [&] { return impl_->TakeFixedMemory(graph_id, memory, size); });
}

Status Session::SetGraphFixedFeatureMemoryBaseWithType(uint32_t graph_id, MemoryType type, const void* memory,
                                                       size_t size) {
  return Call("SetGraphFixedFeatureMemoryBaseWithType", [&] {
    if (type == MEMORY_TYPE_DEFAULT) return impl_->TakeFixedMemory(graph_id, memory, size);
    return CoreStatus(ErrorCode::kUsage, "no graph has memory of this type")
        .Hint("MEMORY_TYPE_DEFAULT is all there is");
  });
}

Status Session::UpdateGraphRefreshableFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size) {
  return Call("UpdateGraphRefreshableFeatureMemoryBase",
              [&] { return impl_->TakeFeatureMemory(graph_id, memory, size); });
}

Status Session::RegisterCallBack(const char* key, CallBack callback) {
  return Call("RegisterCallBackFunc",
              [&] { return impl_->RegisterCallBack(key == nullptr ? "" : key, std::move(callback)); });
}

Status Session::ShardGraphsToFile(const char*) const { return ShardGraphs(); }

Status Session::ShardGraphs() const {
  return Call("ShardGraphs", [&]() -> CoreStatus {
    OPDK_TRY(impl_->Usable());
    return CoreStatus(ErrorCode::kUsage, "graphs aren't split among devices")
        .Hint("they run in this process as they are");
  });
}

Status Session::SaveGraphsToPb(const char*) const { return ShardGraphs(); }

Status Session::PaRemapped(uint64_t, uint64_t, uint64_t) const {
  return Call("PaRemapped", [&] { return impl_->Usable(); });
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
