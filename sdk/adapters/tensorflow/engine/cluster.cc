#include "sdk/adapters/tensorflow/engine/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "opdk/log.h"

namespace opdk::tensorflow_adapter {
namespace {

constexpr size_t kMostModels = 16;
// After so many models with shapes of their own comes one for all sizes.
constexpr size_t kMostExact = 8;
// Weights that change this often are inputs: they are being trained.
constexpr uint64_t kMostGenerations = 3;

bool Fits(const Shapes& shapes, const OpdkTfRun& request) {
  if (shapes.size() != request.input_count) return false;
  for (size_t i = 0; i < shapes.size(); ++i) {
    const OpdkTfTensor& input = request.inputs[i];
    const auto fits = [](int64_t size, int64_t given) { return size == given || size == ge::UNKNOWN_DIM; };
    if (!std::equal(shapes[i].begin(), shapes[i].end(), input.dims, input.dims + input.rank, fits)) return false;
  }
  return true;
}

bool IsKnown(const std::vector<int64_t>& shape) {
  return std::all_of(shape.begin(), shape.end(), [](int64_t size) { return size >= 0; });
}

// Makes each extent of `shapes` unknown that differs from `others`. False: the ranks differ.
bool Generalize(const Shapes& others, Shapes& shapes) {
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (others[i].size() != shapes[i].size()) return false;
    for (size_t axis = 0; axis < shapes[i].size(); ++axis) {
      if (others[i][axis] != shapes[i][axis]) shapes[i][axis] = ge::UNKNOWN_DIM;
    }
  }
  return true;
}

Status NoMemory(size_t output) {
  return Status(ErrorCode::kInternal, fmt::format("TensorFlow gives no memory for output {}", output));
}

size_t ElementsOf(std::span<const int64_t> shape) {
  size_t count = 1;
  for (const int64_t size : shape) count *= static_cast<size_t>(size);
  return count;
}

void* Allocate(const OpdkTfRun& request, size_t output, std::span<const int64_t> shape, size_t bytes) {
  return request.allocate(request.receiver, output, static_cast<int32_t>(shape.size()), shape.data(), bytes);
}

}  // namespace

Result<std::unique_ptr<Cluster>> Cluster::Open(std::string_view graph, std::vector<std::string> outputs,
                                               std::vector<size_t> weights, const std::vector<std::string>& options) {
  OPDK_TRY(AdapterOptions read, ReadAdapterOptions(options));
  OPDK_TRY(Packages packages, LoadedPackages());
  std::unique_ptr<Cluster> cluster(new Cluster(std::move(packages), std::move(read)));
  cluster->outputs_ = std::move(outputs);
  cluster->weights_ = std::move(weights);
  if (!cluster->graph_.ParseFromArray(graph.data(), static_cast<int>(graph.size()))) {
    return Status(ErrorCode::kModelInvalid, "attribute 'graph' of the GeOp isn't a graph");
  }
  return cluster;
}

Result<std::shared_ptr<const ClusterModel>> Cluster::ModelFor(const OpdkTfRun& request) {
  const std::lock_guard lock(mutex_);
  const uint64_t generation = request.generation > kMostGenerations ? 0 : request.generation;
  const auto found = std::find_if(models_.begin(), models_.end(), [&](const Compiled& each) {
    return each.generation == generation && Fits(each.shapes, request);
  });
  if (found != models_.end()) {
    models_.splice(models_.begin(), models_, found);
    return models_.front().model;
  }
  Compiled compiled{Shapes(request.input_count), generation, nullptr};
  for (size_t i = 0; i < request.input_count; ++i) {
    const OpdkTfTensor& input = request.inputs[i];
    compiled.shapes[i].assign(input.dims, input.dims + input.rank);
  }
  OPDK_TRY(compiled.model, Compile(compiled.shapes, request, generation));
  // Weights don't come back.
  std::erase_if(models_, [&](const Compiled& each) { return each.generation != generation && each.generation != 0; });
  models_.push_front(std::move(compiled));
  if (models_.size() > kMostModels) models_.pop_back();
  return models_.front().model;
}

// Compiles a model for `shapes`. If several similar shapes were compiled before, it compiles for unknown extents and
// sets `shapes` to the shapes that the model takes.
Result<std::shared_ptr<const ClusterModel>> Cluster::Compile(Shapes& shapes, const OpdkTfRun& request,
                                                             uint64_t generation) const {
  std::vector<WeightBytes> constants;
  for (const size_t weight : generation == 0 ? std::vector<size_t>() : weights_) {
    const OpdkTfTensor& input = request.inputs[weight];
    constants.push_back({weight, {static_cast<const char*>(input.data), input.bytes}});
  }
  Shapes any = shapes;
  size_t similar = 0;
  for (const Compiled& each : models_) {
    Shapes both = any;
    if (each.generation != generation || !Generalize(each.shapes, both)) continue;
    any = std::move(both);
    ++similar;
  }
  if (similar >= kMostExact) {
    auto model = CompileCluster(packages_, graph_, outputs_, any, constants, options_);
    if (model.ok()) {
      shapes = std::move(any);
      return std::make_shared<const ClusterModel>(*std::move(model));
    }
    // A cluster that can't be compiled for an unknown extent is compiled for each extent.
  }
  OPDK_TRY(ClusterModel model, CompileCluster(packages_, graph_, outputs_, shapes, constants, options_));
  return std::make_shared<const ClusterModel>(std::move(model));
}

Status Cluster::Run(const OpdkTfRun& request) {
  if (outputs_.empty()) return {};
  OPDK_TRY(const std::shared_ptr<const ClusterModel> compiled, ModelFor(request));
  const Executable& model = compiled->compiled.model;
  std::vector<RunInput> inputs;
  for (size_t i = 0; i < compiled->inputs.size(); ++i) {
    const OpdkTfTensor& tensor = request.inputs[compiled->inputs[i]];
    inputs.push_back(
        {tensor.data, tensor.bytes, model.inputs()[i].dtype, {tensor.dims, static_cast<size_t>(tensor.rank)}});
  }
  const std::vector<PortSpec>& specs = model.outputs();
  std::vector<RunOutput> outputs(specs.size());
  for (size_t i = 0; i < specs.size(); ++i) {
    if (!IsKnown(specs[i].shape)) continue;
    const size_t bytes = ElementsOf(specs[i].shape) * static_cast<size_t>(ge::GetSizeByDataType(specs[i].dtype));
    outputs[i].data = Allocate(request, i, specs[i].shape, bytes);
    outputs[i].capacity = bytes;
    if (outputs[i].data == nullptr && bytes > 0) return NoMemory(i);
  }
  // Outputs whose shapes depend on values come from the model's own memory.
  Status copied;
  const auto copy = [&] {
    for (size_t i = 0; i < specs.size() && copied.ok(); ++i) {
      if (IsKnown(specs[i].shape)) continue;
      void* const to = Allocate(request, i, outputs[i].shape, outputs[i].bytes);
      if (outputs[i].bytes == 0) continue;
      if (to == nullptr) copied = NoMemory(i);
      if (to != nullptr) std::memcpy(to, outputs[i].data, outputs[i].bytes);
    }
  };
  OPDK_TRY(model.Run(inputs, outputs, nullptr, copy));
  for (const auto& dump : compiled->dumps) {
    for (const std::string& line : dump->TakeReports()) Log(LogLevel::kWarning, "tensorflow", "%s", line.c_str());
  }
  return copied;
}

}  // namespace opdk::tensorflow_adapter
