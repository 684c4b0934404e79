// Datasets and runs.
#include <fmt/format.h>

#include <cstring>
#include <span>

#include "graph_core/acl/device_memory.h"
#include "graph_core/acl/models.h"
#include "graph_core/acl/process.h"
#include "graph_core/acl/runtime.h"
#include "graph_core/base/tensor_size.h"

namespace opdk::acl {

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
  desc.gears = model->gears;
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

// `gear`: its shape where a gear says it.
Outcome FillInput(const ModelPort& port, const aclmdlDataset::Entry& entry, size_t index,
                  const std::vector<int64_t>* gear, RunInput& input) {
  if (entry.buffer == nullptr || (entry.buffer->data == nullptr && entry.buffer->size > 0)) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the buffer of input {} ({}) has no memory", index, port.name));
  }
  const std::vector<int64_t>& of_model = gear == nullptr ? port.dims : *gear;
  const std::vector<int64_t>& dims = entry.desc == nullptr ? of_model : entry.desc->dims;
  if (IsUnknown(dims)) {
    return Fail(
        ACL_ERROR_INVALID_PARAM,
        fmt::format(
            "the shape of input {} ({}) isn't known: aclmdlSetDatasetTensorDesc says it, or the call that names "
            "a gear of the model",
            index, port.name));
  }
  const ge::DataType dtype = entry.desc == nullptr || entry.desc->type == ACL_DT_UNDEFINED
                                 ? port.dtype
                                 : static_cast<ge::DataType>(entry.desc->type);
  size_t bytes = entry.desc == nullptr && gear == nullptr ? port.bytes : 0;
  if (bytes == 0) {
    const auto counted = TensorBytes(dtype, dims);
    if (!counted.ok()) return FromStatus(counted.status());
    bytes = *counted;
  }
  if (entry.buffer->size < bytes) {
    return Fail(ACL_ERROR_MODEL_INPUT_NOT_MATCH, fmt::format("input {} ({}) has {} bytes, its buffer has {}", index,
                                                             port.name, bytes, entry.buffer->size));
  }
  if (bytes > 0) OPDK_ACL_TRY(CheckBuffer("input", index, port, entry.buffer->data, bytes));
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
  arguments.inputs.resize(model.executable.inputs().size());
  arguments.outputs.resize(output.entries.size());
  for (size_t i = 0; i < arguments.inputs.size(); ++i) {
    const std::vector<int64_t>* gear = GearShape(model.gears, input, i);
    OPDK_ACL_TRY(FillInput(model.inputs[i], input.entries[i], i, gear, arguments.inputs[i]));
  }
  for (size_t i = 0; i < output.entries.size(); ++i) {
    const aclmdlDataset::Entry& entry = output.entries[i];
    if (entry.buffer->size > 0) {
      OPDK_ACL_TRY(CheckBuffer("output", i, model.outputs[i], entry.buffer->data, entry.buffer->size));
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
    std::shared_ptr<aclTensorDesc>& desc = output.entries[i].desc;
    if (desc == nullptr) desc = std::make_shared<aclTensorDesc>();
    desc->type = static_cast<aclDataType>(given.dtype);
    desc->dims.assign(given.shape.begin(), given.shape.end());
    desc->origin_dims = desc->dims;
    model.last_output_dims.push_back(desc->dims);
  }
  return {};
}

Outcome Start(uint32_t id, const aclmdlDataset* input, aclmdlDataset* output, std::shared_ptr<AclModel>& model,
              std::shared_ptr<aclmdlDataset>& from, std::shared_ptr<aclmdlDataset>& to) {
  OPDK_ACL_TRY(FindModel(id, model));
  OPDK_ACL_TRY(Datasets().Find(input, from));
  return Datasets().Find(output, to);
}

// Callers may no longer ask for the description that they were given of the entry.
void Unlist(const aclmdlDataset::Entry& entry) {
  if (entry.desc == nullptr || !TensorDescs().Has(entry.desc.get())) return;
  static_cast<void>(TensorDescs().Remove(entry.desc.get()));
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclmdlDataset* aclmdlCreateDataset(void) {
  return Get<aclmdlDataset*>(__func__, nullptr, [](aclmdlDataset*& dataset) -> Outcome {
    dataset = Datasets().Add(std::make_shared<aclmdlDataset>());
    return {};
  });
}
aclError aclmdlDestroyDataset(const aclmdlDataset* dataset) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlDataset> gone;
    OPDK_ACL_TRY(Datasets().Remove(dataset, &gone));
    // A run that is still on has it, and needs no descriptions of others'.
    for (aclmdlDataset::Entry& entry : gone->entries) Unlist(entry);
    return {};
  });
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
    std::shared_ptr<aclTensorDesc> desc;
    if (tensorDesc != nullptr) {
      OPDK_ACL_TRY(TensorDescs().Find(tensorDesc, desc));
      desc = std::make_shared<aclTensorDesc>(*desc);
    }
    Unlist(found->entries[index]);
    found->entries[index].desc = std::move(desc);
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
  int32_t stream_timeout = -1;  // milliseconds; -1: without end
};

namespace {

Handles<aclmdlExecConfigHandle>& ExecConfigs() {
  static Handles<aclmdlExecConfigHandle> configs("configuration of a run");
  return configs;
}

// NULL: as if none were given.
Outcome FindExecConfig(const aclmdlExecConfigHandle* handle, std::shared_ptr<aclmdlExecConfigHandle>& config) {
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
    if (attrValue == nullptr) return IsNull("value");
    if (attr == ACL_MDL_STREAM_SYNC_TIMEOUT || attr == ACL_MDL_EVENT_SYNC_TIMEOUT) {
      int32_t timeout = 0;
      if (valueSize != sizeof timeout) return Fail(ACL_ERROR_INVALID_PARAM, "the value has another size");
      std::memcpy(&timeout, attrValue, sizeof timeout);
      if (timeout < -1) return Fail(ACL_ERROR_INVALID_PARAM, "a time is -1 or milliseconds");
      // A run waits for no events.
      if (attr == ACL_MDL_STREAM_SYNC_TIMEOUT) config->stream_timeout = timeout;
      return {};
    }
    return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, fmt::format("runs have no option {}", static_cast<int>(attr)));
  });
}

aclError aclmdlExecuteV2(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output, aclrtStream stream,
                         const aclmdlExecConfigHandle* handle) {
  std::shared_ptr<aclmdlExecConfigHandle> config;
  const aclError code = Call(__func__, [&] { return FindExecConfig(handle, config); });
  if (code != ACL_SUCCESS) return code;
  const aclError launched = aclmdlExecuteAsync(modelId, input, output, stream);
  if (launched != ACL_SUCCESS) return launched;
  return aclrtSynchronizeStreamWithTimeout(stream, config == nullptr ? -1 : config->stream_timeout);
}
aclError aclmdlExecuteAsyncV2(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output, aclrtStream stream,
                              const aclmdlExecConfigHandle* handle) {
  std::shared_ptr<aclmdlExecConfigHandle> config;
  const aclError code = Call(__func__, [&] { return FindExecConfig(handle, config); });
  return code == ACL_SUCCESS ? aclmdlExecuteAsync(modelId, input, output, stream) : code;
}
