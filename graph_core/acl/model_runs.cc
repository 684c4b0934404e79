// Descriptions of models, datasets and runs.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "graph_core/acl/device_memory.h"
#include "graph_core/acl/models.h"
#include "graph_core/acl/process.h"
#include "graph_core/acl/runtime.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/loading/offline_file.h"

namespace opdk::acl {

Handles<aclmdlDesc>& ModelDescs() {
  static Handles<aclmdlDesc> descs("model description");
  return descs;
}
Handles<aclmdlDataset>& Datasets() {
  static Handles<aclmdlDataset> datasets("dataset");
  return datasets;
}

namespace {

Outcome NoPort(const char* what, size_t index, size_t count) {
  return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("there is no {} {}: the model has {}", what, index, count));
}

enum class Side { kInput, kOutput };
const std::vector<ModelPort>& PortsOf(const aclmdlDesc& desc, Side side) {
  return side == Side::kInput ? desc.inputs : desc.outputs;
}

Outcome FindPort(const aclmdlDesc* desc, Side side, size_t index, std::shared_ptr<aclmdlDesc>& found,
                 const ModelPort*& port) {
  OPDK_ACL_TRY(ModelDescs().Find(desc, found));
  const std::vector<ModelPort>& ports = PortsOf(*found, side);
  if (index >= ports.size()) return NoPort(side == Side::kInput ? "input" : "output", index, ports.size());
  port = &ports[index];
  return {};
}

template <typename Value, typename Work>
Value AskPort(const char* function, const aclmdlDesc* desc, Side side, size_t index, Value otherwise, Work work) {
  return Get(function, otherwise, [&](Value& value) -> Outcome {
    std::shared_ptr<aclmdlDesc> found;
    const ModelPort* port = nullptr;
    OPDK_ACL_TRY(FindPort(desc, side, index, found, port));
    value = work(*port);
    return {};
  });
}

Outcome WriteDims(const std::string& name, const std::vector<int64_t>& dims, aclmdlIODims* to) {
  if (to == nullptr) return IsNull("place for the dimensions");
  if (dims.size() > ACL_MAX_DIM_CNT) return Fail(ACL_ERROR_STORAGE_OVER_LIMIT, "there are more dimensions than fit");
  *to = {};
  std::strncpy(to->name, name.c_str(), ACL_MAX_TENSOR_NAME_LEN - 1);
  to->dimCount = dims.size();
  std::copy(dims.begin(), dims.end(), to->dims);
  return {};
}

aclError GetDims(const char* function, const aclmdlDesc* desc, Side side, size_t index, aclmdlIODims* dims) {
  return Call(function, [&]() -> Outcome {
    std::shared_ptr<aclmdlDesc> found;
    const ModelPort* port = nullptr;
    OPDK_ACL_TRY(FindPort(desc, side, index, found, port));
    return WriteDims(port->name, port->dims, dims);
  });
}

aclError FindByName(const char* function, const aclmdlDesc* desc, Side side, const char* name, size_t* index) {
  return Call(function, [&]() -> Outcome {
    if (name == nullptr) return IsNull("name");
    if (index == nullptr) return IsNull("place for the index");
    std::shared_ptr<aclmdlDesc> found;
    OPDK_ACL_TRY(ModelDescs().Find(desc, found));
    const std::vector<ModelPort>& ports = PortsOf(*found, side);
    const auto at = std::find_if(ports.begin(), ports.end(), [&](const ModelPort& port) { return port.name == name; });
    if (at == ports.end()) {
      std::vector<std::string> known;
      for (const ModelPort& port : ports) known.push_back(port.name);
      const std::string near = Nearest(name, known);
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the model has no '{}'{}", name,
                                                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
    *index = static_cast<size_t>(at - ports.begin());
    return {};
  });
}

Outcome Describe(const std::shared_ptr<AclModel>& model, aclmdlDesc& desc) {
  desc.inputs = model->inputs;
  desc.outputs = model->outputs;
  desc.model = model;
  return {};
}

// A description outlives the model that it was asked of.
aclError DescribeOnce(const char* function, aclmdlDesc* desc, const char* path, const void* data, size_t bytes) {
  uint32_t id = 0;
  const aclError code = path != nullptr ? aclmdlLoadFromFile(path, &id) : aclmdlLoadFromMem(data, bytes, &id);
  if (code != ACL_SUCCESS) return code;
  const aclError described = aclmdlGetDesc(desc, id);
  static_cast<void>(aclmdlUnload(id));
  static_cast<void>(function);
  return described;
}

// What one run works with; kept by each thread so that a run allocates nothing.
struct RunArguments {
  std::vector<RunInput> inputs;
  std::vector<RunOutput> outputs;
};

Outcome FillInput(const ModelPort& port, const aclmdlDataset::Entry& entry, size_t index, RunInput& input) {
  if (entry.buffer == nullptr || (entry.buffer->data == nullptr && entry.buffer->size > 0)) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the buffer of input {} ({}) has no memory", index, port.name));
  }
  const std::vector<int64_t>& dims = entry.desc == nullptr ? port.dims : entry.desc->dims;
  if (IsUnknown(dims)) {
    return Fail(
        ACL_ERROR_INVALID_PARAM,
        fmt::format("the shape of input {} ({}) isn't known: aclmdlSetDatasetTensorDesc says it", index, port.name));
  }
  const ge::DataType dtype = entry.desc == nullptr || entry.desc->type == ACL_DT_UNDEFINED
                                 ? port.dtype
                                 : static_cast<ge::DataType>(entry.desc->type);
  size_t bytes = entry.desc == nullptr ? port.bytes : 0;
  if (bytes == 0) {
    const auto counted = TensorBytes(dtype, dims);
    if (!counted.ok()) return FromStatus(counted.status());
    bytes = *counted;
  }
  if (entry.buffer->size < bytes) {
    return Fail(ACL_ERROR_MODEL_INPUT_NOT_MATCH, fmt::format("input {} ({}) has {} bytes, its buffer has {}", index,
                                                             port.name, bytes, entry.buffer->size));
  }
  input = {entry.buffer->data, bytes, dtype, dims};
  return {};
}

Outcome Run(AclModel& model, const aclmdlDataset& input, aclmdlDataset& output) {
  if (input.entries.size() != model.inputs.size()) {
    return Fail(ACL_ERROR_MODEL_INPUT_NOT_MATCH,
                fmt::format("the model has {} inputs, the dataset {}", model.inputs.size(), input.entries.size()));
  }
  if (output.entries.size() != model.outputs.size()) {
    return Fail(ACL_ERROR_MODEL_OUTPUT_NOT_MATCH,
                fmt::format("the model has {} outputs, the dataset {}", model.outputs.size(), output.entries.size()));
  }
  thread_local RunArguments arguments;
  arguments.inputs.resize(input.entries.size());
  arguments.outputs.resize(output.entries.size());
  for (size_t i = 0; i < input.entries.size(); ++i) {
    OPDK_ACL_TRY(FillInput(model.inputs[i], input.entries[i], i, arguments.inputs[i]));
  }
  for (size_t i = 0; i < output.entries.size(); ++i) {
    const aclmdlDataset::Entry& entry = output.entries[i];
    if (entry.buffer == nullptr || entry.buffer->data == nullptr) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("the buffer of output {} ({}) has no memory", i, model.outputs[i].name));
    }
    arguments.outputs[i] = {entry.buffer->data, entry.buffer->size};
  }
  const Status status = model.executable.Run(arguments.inputs, arguments.outputs);
  if (!status.ok()) return FromStatus(status);
  if (!model.executable.dynamic()) return {};
  const std::lock_guard lock(model.mutex);
  model.last_output_dims.clear();
  for (size_t i = 0; i < output.entries.size(); ++i) {
    const RunOutput& given = arguments.outputs[i];
    auto desc = std::make_shared<aclTensorDesc>();
    desc->type = static_cast<aclDataType>(given.dtype);
    desc->dims.assign(given.shape.begin(), given.shape.end());
    desc->origin_dims = desc->dims;
    model.last_output_dims.push_back(desc->dims);
    output.entries[i].desc = std::move(desc);
  }
  return {};
}

Outcome Start(uint32_t id, const aclmdlDataset* input, aclmdlDataset* output, std::shared_ptr<AclModel>& model,
              std::shared_ptr<aclmdlDataset>& from, std::shared_ptr<aclmdlDataset>& to) {
  OPDK_ACL_TRY(FindModel(id, model));
  OPDK_ACL_TRY(Datasets().Find(input, from));
  return Datasets().Find(output, to);
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclmdlDesc* aclmdlCreateDesc(void) {
  return Get<aclmdlDesc*>(__func__, nullptr, [](aclmdlDesc*& desc) -> Outcome {
    desc = ModelDescs().Add(std::make_shared<aclmdlDesc>());
    return {};
  });
}
aclError aclmdlDestroyDesc(aclmdlDesc* modelDesc) {
  return Call(__func__, [&] { return ModelDescs().Remove(modelDesc); });
}

aclError aclmdlGetDesc(aclmdlDesc* modelDesc, uint32_t modelId) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    std::shared_ptr<AclModel> model;
    OPDK_ACL_TRY(ModelDescs().Find(modelDesc, desc));
    OPDK_ACL_TRY(FindModel(modelId, model));
    return Describe(model, *desc);
  });
}
aclError aclmdlGetDescFromFile(aclmdlDesc* modelDesc, const char* modelPath) {
  if (modelPath == nullptr) return Call(__func__, [] { return IsNull("path"); });
  return DescribeOnce(__func__, modelDesc, modelPath, nullptr, 0);
}
aclError aclmdlGetDescFromMem(aclmdlDesc* modelDesc, const void* model, size_t modelSize) {
  return DescribeOnce(__func__, modelDesc, nullptr, model, modelSize);
}

size_t aclmdlGetNumInputs(aclmdlDesc* modelDesc) {
  return Get<size_t>(__func__, 0, [&](size_t& count) -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    OPDK_ACL_TRY(ModelDescs().Find(modelDesc, desc));
    count = desc->inputs.size();
    return {};
  });
}
size_t aclmdlGetNumOutputs(aclmdlDesc* modelDesc) {
  return Get<size_t>(__func__, 0, [&](size_t& count) -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    OPDK_ACL_TRY(ModelDescs().Find(modelDesc, desc));
    count = desc->outputs.size();
    return {};
  });
}

size_t aclmdlGetInputSizeByIndex(aclmdlDesc* modelDesc, size_t index) {
  return AskPort<size_t>(__func__, modelDesc, Side::kInput, index, 0, [](const ModelPort& port) { return port.bytes; });
}
size_t aclmdlGetOutputSizeByIndex(aclmdlDesc* modelDesc, size_t index) {
  return AskPort<size_t>(__func__, modelDesc, Side::kOutput, index, 0,
                         [](const ModelPort& port) { return port.bytes; });
}

aclError aclmdlGetInputDims(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims) {
  return GetDims(__func__, modelDesc, Side::kInput, index, dims);
}
aclError aclmdlGetInputDimsV2(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims) {
  return GetDims(__func__, modelDesc, Side::kInput, index, dims);
}
aclError aclmdlGetOutputDims(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims) {
  return GetDims(__func__, modelDesc, Side::kOutput, index, dims);
}

aclError aclmdlGetCurOutputDims(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    const ModelPort* port = nullptr;
    OPDK_ACL_TRY(FindPort(modelDesc, Side::kOutput, index, desc, port));
    if (const std::shared_ptr<AclModel> model = desc->model.lock(); model != nullptr) {
      const std::lock_guard lock(model->mutex);
      if (index < model->last_output_dims.size()) return WriteDims(port->name, model->last_output_dims[index], dims);
    }
    return WriteDims(port->name, port->dims, dims);
  });
}

aclError aclmdlGetInputDimsRange(const aclmdlDesc* modelDesc, size_t index, aclmdlIODimsRange* dimsRange) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    const ModelPort* port = nullptr;
    OPDK_ACL_TRY(FindPort(modelDesc, Side::kInput, index, desc, port));
    if (dimsRange == nullptr) return IsNull("place for the ranges");
    if (port->range.size() > ACL_MAX_DIM_CNT)
      return Fail(ACL_ERROR_STORAGE_OVER_LIMIT, "there are more dimensions than fit");
    *dimsRange = {};
    dimsRange->rangeCount = port->range.size();
    for (size_t i = 0; i < port->range.size(); ++i) {
      dimsRange->range[i][0] = port->range[i].first;
      dimsRange->range[i][1] = port->range[i].second;
    }
    return {};
  });
}

const char* aclmdlGetInputNameByIndex(const aclmdlDesc* modelDesc, size_t index) {
  return AskPort<const char*>(__func__, modelDesc, Side::kInput, index, "",
                              [](const ModelPort& port) { return port.name.c_str(); });
}
const char* aclmdlGetOutputNameByIndex(const aclmdlDesc* modelDesc, size_t index) {
  return AskPort<const char*>(__func__, modelDesc, Side::kOutput, index, "",
                              [](const ModelPort& port) { return port.name.c_str(); });
}
aclFormat aclmdlGetInputFormat(const aclmdlDesc* modelDesc, size_t index) {
  return AskPort(__func__, modelDesc, Side::kInput, index, ACL_FORMAT_UNDEFINED,
                 [](const ModelPort& port) { return port.format; });
}
aclFormat aclmdlGetOutputFormat(const aclmdlDesc* modelDesc, size_t index) {
  return AskPort(__func__, modelDesc, Side::kOutput, index, ACL_FORMAT_UNDEFINED,
                 [](const ModelPort& port) { return port.format; });
}
aclDataType aclmdlGetInputDataType(const aclmdlDesc* modelDesc, size_t index) {
  return AskPort(__func__, modelDesc, Side::kInput, index, ACL_DT_UNDEFINED,
                 [](const ModelPort& port) { return static_cast<aclDataType>(port.dtype); });
}
aclDataType aclmdlGetOutputDataType(const aclmdlDesc* modelDesc, size_t index) {
  return AskPort(__func__, modelDesc, Side::kOutput, index, ACL_DT_UNDEFINED,
                 [](const ModelPort& port) { return static_cast<aclDataType>(port.dtype); });
}
aclError aclmdlGetInputIndexByName(const aclmdlDesc* modelDesc, const char* name, size_t* index) {
  return FindByName(__func__, modelDesc, Side::kInput, name, index);
}
aclError aclmdlGetOutputIndexByName(const aclmdlDesc* modelDesc, const char* name, size_t* index) {
  return FindByName(__func__, modelDesc, Side::kOutput, name, index);
}

const char* aclmdlGetTensorRealName(const aclmdlDesc* modelDesc, const char* name) {
  return Get<const char*>(__func__, nullptr, [&](const char*& real) -> Outcome {
    size_t index = 0;
    std::shared_ptr<aclmdlDesc> desc;
    OPDK_ACL_TRY(ModelDescs().Find(modelDesc, desc));
    if (name == nullptr) return IsNull("name");
    for (const Side side : {Side::kInput, Side::kOutput}) {
      for (index = 0; index < PortsOf(*desc, side).size(); ++index) {
        if (PortsOf(*desc, side)[index].name != name) continue;
        real = PortsOf(*desc, side)[index].name.c_str();
        return {};
      }
    }
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the model has no tensor '{}'", name));
  });
}

const char* aclmdlGetOpAttr(aclmdlDesc* modelDesc, const char* opName, const char* attr) {
  return Get<const char*>(__func__, nullptr, [&](const char*&) -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    OPDK_ACL_TRY(ModelDescs().Find(modelDesc, desc));
    if (opName == nullptr || attr == nullptr) return IsNull("name");
    return Fail(ACL_ERROR_INVALID_PARAM,
                "operators of a compiled model have no such attribute; 'opdk om dump' shows them");
  });
}

// ---- datasets

aclmdlDataset* aclmdlCreateDataset(void) {
  return Get<aclmdlDataset*>(__func__, nullptr, [](aclmdlDataset*& dataset) -> Outcome {
    dataset = Datasets().Add(std::make_shared<aclmdlDataset>());
    return {};
  });
}
aclError aclmdlDestroyDataset(const aclmdlDataset* dataset) {
  return Call(__func__, [&] { return Datasets().Remove(dataset); });
}
aclError aclmdlAddDatasetBuffer(aclmdlDataset* dataset, aclDataBuffer* dataBuffer) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlDataset> found;
    std::shared_ptr<aclDataBuffer> buffer;
    OPDK_ACL_TRY(Datasets().Find(dataset, found));
    OPDK_ACL_TRY(Buffers().Find(dataBuffer, buffer));
    found->entries.push_back({std::move(buffer), dataBuffer, nullptr});
    return {};
  });
}
size_t aclmdlGetDatasetNumBuffers(const aclmdlDataset* dataset) {
  return Get<size_t>(__func__, 0, [&](size_t& count) -> Outcome {
    std::shared_ptr<aclmdlDataset> found;
    OPDK_ACL_TRY(Datasets().Find(dataset, found));
    count = found->entries.size();
    return {};
  });
}
aclDataBuffer* aclmdlGetDatasetBuffer(const aclmdlDataset* dataset, size_t index) {
  return Get<aclDataBuffer*>(__func__, nullptr, [&](aclDataBuffer*& buffer) -> Outcome {
    std::shared_ptr<aclmdlDataset> found;
    OPDK_ACL_TRY(Datasets().Find(dataset, found));
    if (index >= found->entries.size()) return NoPort("buffer", index, found->entries.size());
    buffer = found->entries[index].handle;
    return {};
  });
}
aclError aclmdlSetDatasetTensorDesc(aclmdlDataset* dataset, aclTensorDesc* tensorDesc, size_t index) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlDataset> found;
    OPDK_ACL_TRY(Datasets().Find(dataset, found));
    if (index >= found->entries.size()) return NoPort("buffer", index, found->entries.size());
    if (tensorDesc == nullptr) {
      found->entries[index].desc = nullptr;
      return {};
    }
    std::shared_ptr<aclTensorDesc> desc;
    OPDK_ACL_TRY(TensorDescs().Find(tensorDesc, desc));
    found->entries[index].desc = std::make_shared<aclTensorDesc>(*desc);
    return {};
  });
}
aclTensorDesc* aclmdlGetDatasetTensorDesc(const aclmdlDataset* dataset, size_t index) {
  return Get<aclTensorDesc*>(__func__, nullptr, [&](aclTensorDesc*& desc) -> Outcome {
    std::shared_ptr<aclmdlDataset> found;
    OPDK_ACL_TRY(Datasets().Find(dataset, found));
    if (index >= found->entries.size()) return NoPort("buffer", index, found->entries.size());
    std::shared_ptr<aclTensorDesc>& own = found->entries[index].desc;
    if (own == nullptr) return {};
    if (!TensorDescs().Has(own.get())) TensorDescs().Add(own);
    desc = own.get();
    return {};
  });
}

// ---- runs

aclError aclmdlExecute(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<AclModel> model;
    std::shared_ptr<aclmdlDataset> from, to;
    OPDK_ACL_TRY(Start(modelId, input, output, model, from, to));
    return Run(*model, *from, *to);
  });
}

aclError aclmdlExecuteAsync(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output, aclrtStream stream) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<AclModel> model;
    std::shared_ptr<aclmdlDataset> from, to;
    std::shared_ptr<Stream> on;
    OPDK_ACL_TRY(Start(modelId, input, output, model, from, to));
    OPDK_ACL_TRY(FindStream(stream, on));
    on->Add([model, from, to] { return Run(*model, *from, *to); });
    return {};
  });
}

struct aclmdlExecConfigHandle {
  int32_t timeouts = -1;
};

namespace {

Handles<aclmdlExecConfigHandle>& ExecConfigs() {
  static Handles<aclmdlExecConfigHandle> configs("configuration of a run");
  return configs;
}

Outcome CheckExecConfig(const aclmdlExecConfigHandle* handle) {
  std::shared_ptr<aclmdlExecConfigHandle> config;
  return handle == nullptr ? Outcome() : ExecConfigs().Find(handle, config);
}

}  // namespace

aclmdlExecConfigHandle* aclmdlCreateExecConfigHandle(void) {
  return Get<aclmdlExecConfigHandle*>(__func__, nullptr, [](aclmdlExecConfigHandle*& handle) -> Outcome {
    handle = ExecConfigs().Add(std::make_shared<aclmdlExecConfigHandle>());
    return {};
  });
}
aclError aclmdlDestroyExecConfigHandle(const aclmdlExecConfigHandle* handle) {
  return Call(__func__, [&] { return ExecConfigs().Remove(handle); });
}
aclError aclmdlSetExecConfigOpt(aclmdlExecConfigHandle* handle, aclmdlExecConfigAttr attr, const void* attrValue,
                                size_t valueSize) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlExecConfigHandle> config;
    OPDK_ACL_TRY(ExecConfigs().Find(handle, config));
    if (attrValue == nullptr || valueSize == 0) return IsNull("value");
    // A run that hangs isn't ended, and has the memory that it was loaded with.
    if (attr == ACL_MDL_STREAM_SYNC_TIMEOUT || attr == ACL_MDL_EVENT_SYNC_TIMEOUT) return {};
    return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, fmt::format("runs have no option {}", static_cast<int>(attr)));
  });
}

aclError aclmdlExecuteV2(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output, aclrtStream stream,
                         const aclmdlExecConfigHandle* handle) {
  const aclError code = Call(__func__, [&] { return CheckExecConfig(handle); });
  if (code != ACL_SUCCESS) return code;
  const aclError launched = aclmdlExecuteAsync(modelId, input, output, stream);
  return launched == ACL_SUCCESS ? aclrtSynchronizeStream(stream) : launched;
}
aclError aclmdlExecuteAsyncV2(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output, aclrtStream stream,
                              const aclmdlExecConfigHandle* handle) {
  const aclError code = Call(__func__, [&] { return CheckExecConfig(handle); });
  return code == ACL_SUCCESS ? aclmdlExecuteAsync(modelId, input, output, stream) : code;
}
