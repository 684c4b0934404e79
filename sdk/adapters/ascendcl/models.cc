#include "sdk/adapters/ascendcl/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/file.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/loading/offline_encryption.h"
#include "graph_core/loading/offline_file.h"
#include "graph_core/offline_session.h"
#include "sdk/adapters/ascendcl/device_memory.h"
#include "sdk/adapters/ascendcl/model_queues.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/prof.h"

namespace opdk::acl {
namespace {

struct Models {
  std::mutex mutex;
  std::map<uint32_t, std::shared_ptr<AclModel>> by_id;
  uint32_t next = 1;
};
Models& TheModels() {
  static Models models;
  return models;
}

// Describes a port. `desc`: of a Data node, or of the node's output that gives the port; may be nullptr.
ModelPort PortOf(const PortSpec& spec, const ge::TensorDesc* desc) {
  ModelPort port;
  port.name = spec.name;
  port.dtype = spec.dtype;
  port.dims = spec.shape;
  if (desc != nullptr) {
    port.format = static_cast<aclFormat>(desc->GetFormat());
    static_cast<void>(desc->GetShapeRange(port.range));
  }
  if (port.range.size() != port.dims.size()) {
    port.range.clear();
    for (const int64_t extent : port.dims) {
      port.range.emplace_back(extent < 0 ? 0 : extent, extent < 0 ? -1 : extent);
    }
  }
  if (!IsUnknown(port.dims)) {
    const auto bytes = TensorBytes(port.dtype, port.dims);
    port.bytes = bytes.ok() ? *bytes : 0;
  }
  return port;
}

void DescribePorts(AclModel& model) {
  const Graph& graph = model.executable.program().graph;
  const std::vector<Node*> data = graph.inputs();
  const std::vector<PortSpec>&inputs = model.executable.inputs(), &outputs = model.executable.outputs();
  for (size_t i = 0; i < inputs.size(); ++i) {
    model.inputs.push_back(PortOf(inputs[i], i < data.size() ? &data[i]->op().outputs[0].desc : nullptr));
  }
  const Node* result = graph.net_output();
  for (size_t i = 0; i < outputs.size(); ++i) {
    const bool known = result != nullptr && i < result->op().inputs.size();
    model.outputs.push_back(PortOf(outputs[i], known ? &result->op().inputs[i].desc : nullptr));
  }
}

// The origin of a model, and the memory that it is to use.
struct Source {
  const char* path = nullptr;
  const void* data = nullptr;
  size_t bytes = 0;
  void* work = nullptr;
  size_t work_bytes = 0;
  const void* weight = nullptr;
  size_t weight_bytes = 0;
  const ModelQueues* queues = nullptr;
};

Outcome ModelBytes(const Source& source, OfflineBytes& bytes) {
  if (source.path != nullptr) {
    auto file = ReadOffline(source.path);
    if (!file.ok()) return FromStatus(file.status());
    bytes = *std::move(file);
    return {};
  }
  if (source.data == nullptr || source.bytes == 0) return IsNull("model");
  // The caller may free them.
  const std::shared_ptr<std::byte> copy = NewSharedAligned(source.bytes);
  std::memcpy(copy.get(), source.data, source.bytes);
  auto readable = DecryptOffline({{reinterpret_cast<const char*>(copy.get()), source.bytes}, copy});
  if (!readable.ok()) return FromStatus(readable.status());
  bytes = *std::move(readable);
  return {};
}

Outcome LoadBytes(const Source& source, std::shared_ptr<AclModel>& model) {
  OfflineBytes bytes({});
  OPDK_ACL_TRY(CheckInitialized());
  OPDK_ACL_TRY(ModelBytes(source, bytes));
  return LoadModel(bytes, source.path == nullptr ? "" : source.path, nullptr, model);
}

Outcome UseMemory(const Source& source, const Executable& executable) {
  const size_t weights = executable.program().memory.constants;
  if (source.weight != nullptr && source.weight_bytes < weights) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                fmt::format("the weights have {} bytes, memory of {} is given for them", weights, source.weight_bytes));
  }
  if (source.work == nullptr) return {};
  if (executable.dynamic()) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                "how much memory it needs is known only at a run: load it without the caller's");
  }
  const size_t needed = std::max<size_t>(executable.feature_bytes(), 1);
  if (source.work_bytes < needed) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("a run computes in {} bytes, {} are given: aclmdlQuerySize tells",
                                                     needed, source.work_bytes));
  }
  if (reinterpret_cast<uintptr_t>(source.work) % kArenaAlignment != 0) {
    return Fail(ACL_ERROR_MEMORY_ADDRESS_UNALIGNED, "working memory begins at a multiple of 64 bytes");
  }
  OPDK_ACL_TRY(CheckPlace("working memory", source.work, source.work_bytes, Place::kAny));
  executable.UseFeatureMemory(static_cast<std::byte*>(source.work));
  return {};
}

aclError Load(const char* function, const Source& source, uint32_t* model_id) {
  return Call(function, [&]() -> Outcome {
    if (model_id == nullptr) return IsNull("place for the model's number");
    std::shared_ptr<AclModel> model;
    OPDK_ACL_TRY(LoadBytes(source, model));
    OPDK_ACL_TRY(UseMemory(source, model->executable));
    return KeepModel(std::move(model), *model_id, source.queues);
  });
}

aclError QuerySize(const char* function, const Source& source, size_t* work, size_t* weight) {
  return Call(function, [&]() -> Outcome {
    if (work == nullptr || weight == nullptr) return IsNull("place for the sizes");
    std::shared_ptr<AclModel> model;
    OPDK_ACL_TRY(LoadBytes(source, model));
    *work = std::max<size_t>(model->executable.feature_bytes(), 1);
    *weight = std::max<size_t>(model->executable.program().memory.constants, 1);
    return {};
  });
}

}  // namespace

Outcome LoadModel(const OfflineBytes& bytes, const std::string& place, std::shared_ptr<SessionMemory> memory,
                  std::shared_ptr<AclModel>& model) {
  std::optional<Packages> packages;
  OPDK_ACL_TRY(ProcessPackages(packages));
  auto loaded = OpenOffline(packages->registry(), bytes, {}, std::move(memory));
  if (!loaded.ok()) return FromStatus(place.empty() ? loaded.status() : Status(loaded.status()).At(place));
  model = std::make_shared<AclModel>(std::move(loaded->model));
  DescribePorts(*model);
  model->gears = GearsOf(model->executable, model->inputs, model->outputs);
  return {};
}

Outcome KeepModel(std::shared_ptr<AclModel> model, uint32_t& id, const ModelQueues* queues) {
  OPDK_ACL_TRY(AttachDump(*model));
  Models& all = TheModels();
  const std::lock_guard lock(all.mutex);
  model->id = all.next++;
  if (queues != nullptr) OPDK_ACL_TRY(QueueFeed::Start(*queues, *model));
  id = model->id;
  all.by_id.emplace(id, std::move(model));
  return {};
}

Outcome LoadForDescription(const char* path, const void* data, size_t bytes, std::shared_ptr<AclModel>& model) {
  Source source;
  source.path = path;
  source.data = data;
  source.bytes = bytes;
  return LoadBytes(source, model);
}

namespace {

Outcome NoModel(uint32_t id) { return Fail(ACL_ERROR_INVALID_MODEL_ID, fmt::format("there is no model {}", id)); }

}  // namespace

Outcome FindModel(uint32_t id, std::shared_ptr<AclModel>& model) {
  Models& all = TheModels();
  const std::lock_guard lock(all.mutex);
  const auto found = all.by_id.find(id);
  if (found == all.by_id.end()) return NoModel(id);
  model = found->second;
  return {};
}

Outcome UnloadModel(uint32_t id) {
  Models& all = TheModels();
  decltype(all.by_id)::node_type gone;  // ends when the runs that are on have
  {
    const std::lock_guard lock(all.mutex);
    gone = all.by_id.extract(id);
  }
  if (gone.empty()) return NoModel(id);
  EndSubscription(id);
  return gone.mapped()->feed == nullptr ? Outcome() : gone.mapped()->feed->Stop();
}

size_t UnloadAllModels() {
  ForgetBundles();
  Models& all = TheModels();
  const std::lock_guard lock(all.mutex);
  const size_t count = all.by_id.size();
  all.by_id.clear();
  EndDumps();
  return count;
}

}  // namespace opdk::acl

// The options of a load, set one by one.
struct aclmdlConfigHandle {
  size_t type = 0;
  std::string path;
  const void* model = nullptr;
  size_t model_bytes = 0;
  void* work = nullptr;
  size_t work_bytes = 0;
  void* weight = nullptr;
  size_t weight_bytes = 0;
  opdk::acl::ModelQueues queues;
};

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

namespace {

Handles<aclmdlConfigHandle>& ModelConfigs() {
  static Handles<aclmdlConfigHandle> configs("configuration");
  return configs;
}

}  // namespace

aclError aclmdlLoadFromFile(const char* modelPath, uint32_t* modelId) {
  if (modelPath == nullptr) return Call(__func__, [] { return IsNull("path"); });
  return Load(__func__, {.path = modelPath}, modelId);
}

aclError aclmdlLoadFromMem(const void* model, size_t modelSize, uint32_t* modelId) {
  return Load(__func__, {.data = model, .bytes = modelSize}, modelId);
}

aclError aclmdlLoadFromFileWithMem(const char* modelPath, uint32_t* modelId, void* workPtr, size_t workSize,
                                   void* weightPtr, size_t weightSize) {
  if (modelPath == nullptr) return Call(__func__, [] { return IsNull("path"); });
  return Load(
      __func__,
      {.path = modelPath, .work = workPtr, .work_bytes = workSize, .weight = weightPtr, .weight_bytes = weightSize},
      modelId);
}

aclError aclmdlLoadFromMemWithMem(const void* model, size_t modelSize, uint32_t* modelId, void* workPtr,
                                  size_t workSize, void* weightPtr, size_t weightSize) {
  return Load(__func__,
              {.data = model,
               .bytes = modelSize,
               .work = workPtr,
               .work_bytes = workSize,
               .weight = weightPtr,
               .weight_bytes = weightSize},
              modelId);
}

aclError aclmdlLoadFromFileWithQ(const char* modelPath, uint32_t* modelId, const uint32_t* inputQ, size_t inputQNum,
                                 const uint32_t* outputQ, size_t outputQNum) {
  if (modelPath == nullptr) return Call(__func__, [] { return IsNull("path"); });
  const ModelQueues queues{inputQ, inputQNum, outputQ, outputQNum};
  return Load(__func__, {.path = modelPath, .queues = &queues}, modelId);
}
aclError aclmdlLoadFromMemWithQ(const void* model, size_t modelSize, uint32_t* modelId, const uint32_t* inputQ,
                                size_t inputQNum, const uint32_t* outputQ, size_t outputQNum) {
  const ModelQueues queues{inputQ, inputQNum, outputQ, outputQNum};
  return Load(__func__, {.data = model, .bytes = modelSize, .queues = &queues}, modelId);
}

aclError aclmdlUnload(uint32_t modelId) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<AclModel> model;
    OPDK_ACL_TRY(FindModel(modelId, model));
    if (model->bundle == 0) return UnloadModel(modelId);
    return Fail(ACL_ERROR_INVALID_PARAM,
                fmt::format("model {} is of bundle {}: aclmdlBundleUnload unloads it", modelId, model->bundle));
  });
}

aclError aclmdlQuerySize(const char* fileName, size_t* workSize, size_t* weightSize) {
  if (fileName == nullptr) return Call(__func__, [] { return IsNull("path"); });
  return QuerySize(__func__, {.path = fileName}, workSize, weightSize);
}

aclError aclmdlQuerySizeFromMem(const void* model, size_t modelSize, size_t* workSize, size_t* weightSize) {
  return QuerySize(__func__, {.data = model, .bytes = modelSize}, workSize, weightSize);
}

aclError aclmdlQueryExeOMDesc(const char* fileName, aclmdlExeOMDesc* mdlPartitionSize) {
  return Call(__func__, [&]() -> Outcome {
    if (mdlPartitionSize == nullptr) return IsNull("place for the sizes");
    if (fileName == nullptr) return IsNull("path");
    const auto facts = opdk::FactsOfFile(fileName);
    if (!facts.ok()) return FromStatus(facts.status());
    *mdlPartitionSize = {};
    mdlPartitionSize->workSize = facts->memory.planned;
    for (const opdk::OmSection& section : facts->sections) {
      const size_t bytes = section.bytes.size();
      if (section.type == opdk::OmPartition::kModelDef) mdlPartitionSize->modelDescSize = bytes;
      if (section.type == opdk::OmPartition::kWeightsData) mdlPartitionSize->weightSize = bytes;
      if (section.type == opdk::OmPartition::kTbeKernels) mdlPartitionSize->kernelSize = bytes;
      if (section.type == opdk::OmPartition::kTaskInfo) mdlPartitionSize->staticTaskSize = bytes;
    }
    return {};
  });
}

aclmdlConfigHandle* aclmdlCreateConfigHandle(void) {
  return Get<aclmdlConfigHandle*>(__func__, nullptr, [](aclmdlConfigHandle*& handle) -> Outcome {
    handle = ModelConfigs().Add(std::make_shared<aclmdlConfigHandle>());
    return {};
  });
}
aclError aclmdlDestroyConfigHandle(aclmdlConfigHandle* handle) {
  return Call(__func__, [&] { return ModelConfigs().Remove(handle); });
}

aclError aclmdlSetConfigOpt(aclmdlConfigHandle* handle, aclmdlConfigAttr attr, const void* attrValue,
                            size_t valueSize) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlConfigHandle> config;
    OPDK_ACL_TRY(ModelConfigs().Find(handle, config));
    if (attrValue == nullptr) return IsNull("value");
    const auto read = [&](auto& to) { return TakeValue(attrValue, valueSize, to); };
    switch (attr) {
      case ACL_MDL_LOAD_TYPE_SIZET:
        return read(config->type);
      case ACL_MDL_PATH_PTR: {
        const char* path = nullptr;
        OPDK_ACL_TRY(read(path));
        if (path == nullptr) return IsNull("path");
        config->path = path;
        return {};
      }
      case ACL_MDL_MEM_ADDR_PTR:
        return read(config->model);
      case ACL_MDL_MEM_SIZET:
        return read(config->model_bytes);
      case ACL_MDL_WEIGHT_ADDR_PTR:
        return read(config->weight);
      case ACL_MDL_WEIGHT_SIZET:
        return read(config->weight_bytes);
      case ACL_MDL_WORKSPACE_ADDR_PTR:
        return read(config->work);
      case ACL_MDL_WORKSPACE_SIZET:
        return read(config->work_bytes);
      case ACL_MDL_INPUTQ_NUM_SIZET:
        return read(config->queues.input_count);
      case ACL_MDL_INPUTQ_ADDR_PTR:
        return read(config->queues.inputs);
      case ACL_MDL_OUTPUTQ_NUM_SIZET:
        return read(config->queues.output_count);
      case ACL_MDL_OUTPUTQ_ADDR_PTR:
        return read(config->queues.outputs);
      case ACL_MDL_PRIORITY_INT32:
      case ACL_MDL_WORKSPACE_MEM_OPTIMIZE:
        return {};  // threads have one priority, and inputs and outputs never share memory with what is computed
      default:
        return Fail(ACL_ERROR_FEATURE_UNSUPPORTED,
                    fmt::format("models aren't loaded by option {}", static_cast<int>(attr)));
    }
  });
}

aclError aclmdlLoadWithConfig(const aclmdlConfigHandle* handle, uint32_t* modelId) {
  std::shared_ptr<aclmdlConfigHandle> config;
  if (const aclError code = Call(__func__, [&] { return ModelConfigs().Find(handle, config); }); code != ACL_SUCCESS) {
    return code;
  }
  switch (config->type) {
    case ACL_MDL_LOAD_FROM_FILE:
      return aclmdlLoadFromFile(config->path.c_str(), modelId);
    case ACL_MDL_LOAD_FROM_FILE_WITH_MEM:
      return aclmdlLoadFromFileWithMem(config->path.c_str(), modelId, config->work, config->work_bytes, config->weight,
                                       config->weight_bytes);
    case ACL_MDL_LOAD_FROM_MEM:
      return aclmdlLoadFromMem(config->model, config->model_bytes, modelId);
    case ACL_MDL_LOAD_FROM_MEM_WITH_MEM:
      return aclmdlLoadFromMemWithMem(config->model, config->model_bytes, modelId, config->work, config->work_bytes,
                                      config->weight, config->weight_bytes);
    case ACL_MDL_LOAD_FROM_FILE_WITH_Q:
      return aclmdlLoadFromFileWithQ(config->path.c_str(), modelId, config->queues.inputs, config->queues.input_count,
                                     config->queues.outputs, config->queues.output_count);
    case ACL_MDL_LOAD_FROM_MEM_WITH_Q:
      return aclmdlLoadFromMemWithQ(config->model, config->model_bytes, modelId, config->queues.inputs,
                                    config->queues.input_count, config->queues.outputs, config->queues.output_count);
    default:
      return Call(__func__, [&] {
        return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, fmt::format("there is no way {} to load a model", config->type));
      });
  }
}
