// Descriptions of models.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sdk/adapters/ascendcl/models.h"

namespace opdk::acl {

Handles<aclmdlDesc>& ModelDescs() {
  static Handles<aclmdlDesc> descs("model description");
  return descs;
}

Outcome NoPort(const char* what, size_t index, size_t count) {
  return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("there is no {} {}: the model has {}", what, index, count));
}

namespace {

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

// Returns the name behind CANN's "node:0:", which its models' outputs are called with; "" where there is none.
std::string_view BehindNode(std::string_view name) {
  const size_t node = name.find(':'), number = node == std::string_view::npos ? node : name.find(':', node + 1);
  if (number == std::string_view::npos || number == node + 1) return "";
  const std::string_view digits = name.substr(node + 1, number - node - 1);
  const bool numbered = digits.find_first_not_of("0123456789") == std::string_view::npos;
  return numbered ? name.substr(number + 1) : std::string_view();
}

// Returns the index of the port of that name, with or without a node in front; as many as there are: none has it.
size_t IndexOf(const std::vector<ModelPort>& ports, std::string_view name) {
  for (const std::string_view each : {name, BehindNode(name)}) {
    if (each.empty()) continue;
    const auto at = std::find_if(ports.begin(), ports.end(), [&](const ModelPort& port) { return port.name == each; });
    if (at != ports.end()) return static_cast<size_t>(at - ports.begin());
  }
  return ports.size();
}

aclError FindByName(const char* function, const aclmdlDesc* desc, Side side, const char* name, size_t* index) {
  return Call(function, [&]() -> Outcome {
    if (name == nullptr) return IsNull("name");
    if (index == nullptr) return IsNull("place for the index");
    std::shared_ptr<aclmdlDesc> found;
    OPDK_ACL_TRY(ModelDescs().Find(desc, found));
    const std::vector<ModelPort>& ports = PortsOf(*found, side);
    const size_t at = IndexOf(ports, name);
    if (at == ports.size()) {
      std::vector<std::string> known;
      for (const ModelPort& port : ports) known.push_back(port.name);
      const std::string near = Nearest(name, known);
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the model has no '{}'{}", name,
                                                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
    *index = at;
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

// Describes a model, which the description outlives.
aclError DescribeOnce(const char* function, aclmdlDesc* desc, const char* path, const void* data, size_t bytes) {
  return Call(function, [&]() -> Outcome {
    std::shared_ptr<aclmdlDesc> found;
    std::shared_ptr<AclModel> model;
    OPDK_ACL_TRY(ModelDescs().Find(desc, found));
    OPDK_ACL_TRY(LoadForDescription(path, data, bytes, model));
    return Describe(model, *found);
  });
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
    std::shared_ptr<aclmdlDesc> desc;
    OPDK_ACL_TRY(ModelDescs().Find(modelDesc, desc));
    if (name == nullptr) return IsNull("name");
    for (const Side side : {Side::kInput, Side::kOutput}) {
      const std::vector<ModelPort>& ports = PortsOf(*desc, side);
      const size_t index = IndexOf(ports, name);
      if (index == ports.size()) continue;
      real = ports[index].name.c_str();
      return {};
    }
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the model has no tensor '{}'", name));
  });
}

const char* aclmdlGetOpAttr(aclmdlDesc* modelDesc, const char* opName, const char* attr) {
  return Get<const char*>(__func__, nullptr, [&](const char*&) -> Outcome {
    std::shared_ptr<aclmdlDesc> desc;
    OPDK_ACL_TRY(ModelDescs().Find(modelDesc, desc));
    if (opName == nullptr || attr == nullptr) return IsNull("name");
    return Fail(
        ACL_ERROR_INVALID_PARAM,
        fmt::format("operator '{}' of a compiled model gives no attribute '{}'; 'opdk om dump' shows its attributes",
                    opName, attr));
  });
}
