// Datasets and runs.
#include <fmt/format.h>

#include <cstring>
#include <span>

#include "graph_core/base/tensor_size.h"
#include "sdk/adapters/ascendcl/device_memory.h"
#include "sdk/adapters/ascendcl/models.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/prof.h"
#include "sdk/adapters/ascendcl/runtime.h"

namespace opdk::acl {

Handles<aclmdlDataset>& Datasets() {
  static Handles<aclmdlDataset> datasets("dataset");
  return datasets;
}

namespace {

// The arguments of one run; kept by each thread so that a run allocates nothing.
struct RunArguments {
  std::vector<RunInput> inputs;
  std::vector<RunOutput> outputs;
};

// Checks a buffer when a run begins, which may be long after the run was launched.
Outcome CheckPortBuffer(const char* side, size_t index, const ModelPort& port, const void* data, size_t bytes) {
  Outcome outcome = CheckPlace("memory", data, bytes, Place::kAny);
  if (!outcome.ok()) outcome.text = fmt::format("{} {} ({}): {}", side, index, port.name, outcome.text);
  return outcome;
}

// Fills in an input. `gear`: its shape in the chosen gear; nullptr: no gear says it.
Outcome FillInput(const ModelPort& port, const aclmdlDataset::Entry& entry, size_t index,
                  const std::vector<int64_t>* gear, RunInput& input) {
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
  const ge::DataType dtype =
      entry.desc == nullptr || entry.desc->type == ACL_DT_UNDEFINED ? port.dtype : ToGeType(entry.desc->type);
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
  if (bytes > 0) OPDK_ACL_TRY(CheckPortBuffer("input", index, port, entry.buffer->data, bytes));
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
      OPDK_ACL_TRY(CheckPortBuffer("output", i, model.outputs[i], entry.buffer->data, entry.buffer->size));
    }
    arguments.outputs[i] = {entry.buffer->data, entry.buffer->size};
  }
  const WatchedRun watched(model.id);
  const Status status = model.executable.Run(arguments.inputs, arguments.outputs, watched.observer());
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
    // A run that is still going on has the dataset, and needs no descriptions of others.
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

// Finds the configuration of a run. NULL: none is given.
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
