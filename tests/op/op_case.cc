#include "tests/op/op_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <stdexcept>

#include "graph_core/ir/element_type.h"
#include "graph_core/ir/type_names.h"

namespace opdk {
namespace {

ge::DataType ReadDtype(const std::string& name) {
  ge::DataType dtype = ge::DT_UNDEFINED;
  if (!ParseDtypeName(name, dtype)) throw std::runtime_error(fmt::format("no dtype is named '{}'", name));
  return dtype;
}

template <typename T>
T ReadElement(const std::string& text) {
  using Limits = std::numeric_limits<T>;
  if (text == "min") return Limits::lowest();
  if (text == "max") return Limits::max();
  if (text == "true" || text == "false") return static_cast<T>(text == "true");
  char* end = nullptr;
  // Its mantissa has 64 bits: every integer of every dtype is exact.
  const long double value = std::strtold(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0') throw std::runtime_error(fmt::format("'{}' is no number", text));
  if constexpr (std::is_integral_v<T>) {
    const bool fits = value >= static_cast<long double>(Limits::lowest()) &&
                      value <= static_cast<long double>(Limits::max()) && std::floor(value) == value;
    if (!fits) throw std::runtime_error(fmt::format("'{}' does not fit the dtype", text));
    return static_cast<T>(value);
  } else {
    return static_cast<T>(static_cast<double>(value));
  }
}

std::vector<uint8_t> ReadElements(const std::vector<std::string>& texts, ge::DataType dtype) {
  std::vector<uint8_t> bytes;
  const bool known = VisitElementType(dtype, [&]<typename T>(T) {
    bytes.resize(texts.size() * sizeof(T));
    for (size_t i = 0; i < texts.size(); ++i) {
      const T value = ReadElement<T>(texts[i]);
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  if (!known) throw std::runtime_error("the dtype has no elements a case could hold");
  return bytes;
}

Attr ReadAttr(const YAML::Node& node, const std::string& type) {
  if (type == "Int") return node.as<int64_t>();
  if (type == "Float") return node.as<float>();
  if (type == "Bool") return node.as<bool>();
  if (type == "String") return node.as<std::string>();
  if (type == "Type") return ReadDtype(node.as<std::string>());
  if (type == "ListInt") return node.as<std::vector<int64_t>>();
  if (type == "ListFloat") return node.as<std::vector<float>>();
  if (type == "Tensor") return ReadTensor(node, ge::DT_FLOAT).value;
  throw std::runtime_error(fmt::format("a case can't hold an attribute of type {}", type));
}

void CheckKeys(const YAML::Node& node, const std::vector<std::string>& known) {
  for (const auto& entry : node) {
    const auto key = entry.first.as<std::string>();
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      throw std::runtime_error(fmt::format("key '{}' is unknown", key));
    }
  }
}

void AppendPorts(std::vector<Port>& ports, const IrPort& declared, int ir_index, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    Port port;
    port.name = declared.kind == PortKind::kDynamic ? fmt::format("{}{}", declared.name, i) : declared.name;
    port.ir_index = ir_index;
    ports.push_back(std::move(port));
  }
}

void SetAttrs(const OpCase& op_case, const OpDesc& prototype, OpDesc& op) {
  for (const auto& entry : op_case.node["attrs"]) {
    const auto name = entry.first.as<std::string>();
    const auto declared = std::find_if(prototype.ir_attrs.begin(), prototype.ir_attrs.end(),
                                       [&](const IrAttr& attr) { return attr.name == name; });
    if (declared == prototype.ir_attrs.end()) {
      throw std::runtime_error(fmt::format("{} has no attribute '{}'", op_case.op, name));
    }
    op.attrs[name] = ReadAttr(entry.second, declared->type);
  }
}

void ReadFile(const std::filesystem::path& path, const std::string& relative, std::vector<OpCase>& cases) {
  try {
    const YAML::Node file = YAML::LoadFile(path.string());
    for (const auto& operation : file) {
      for (const YAML::Node& node : operation.second) {
        OpCase op_case{relative, operation.first.as<std::string>(), node["name"].as<std::string>(), {}, node};
        CheckKeys(node,
                  {"name", "dtypes", "inputs", "attrs", "expect", "fails", "fails_at_run", "tolerance", "engines"});
        for (const YAML::Node& dtype : node["dtypes"]) op_case.dtypes.push_back(ReadDtype(dtype.as<std::string>()));
        if (op_case.dtypes.empty()) op_case.dtypes = {ge::DT_FLOAT};
        cases.push_back(op_case);
      }
    }
  } catch (const std::exception& error) {
    cases.push_back({relative, relative, "can be read", {}, YAML::Node(std::string(error.what()))});
  }
}

}  // namespace

std::vector<OpCase> ReadOpCases(const std::string& directory) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<OpCase> cases;
  for (const auto& path : paths) ReadFile(path, std::filesystem::relative(path, directory).string(), cases);
  return cases;
}

CaseTensor ReadTensor(const YAML::Node& node, ge::DataType default_dtype) {
  CheckKeys(node, {"dtype", "shape", "data", "fill"});
  const ge::DataType dtype = node["dtype"] ? ReadDtype(node["dtype"].as<std::string>()) : default_dtype;
  const YAML::Node data = node["data"];
  std::vector<std::string> texts;
  if (data && data.IsSequence()) texts = data.as<std::vector<std::string>>();
  if (data && data.IsScalar()) texts = {data.as<std::string>()};
  std::vector<int64_t> dims;
  if (node["shape"]) {
    dims = node["shape"].as<std::vector<int64_t>>();
  } else if (data && data.IsSequence()) {
    dims = {static_cast<int64_t>(texts.size())};
  }
  CaseTensor tensor;
  tensor.has_data = data || node["fill"];
  const ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, dtype);
  if (!tensor.has_data) {
    tensor.value = ge::Tensor(desc);
    return tensor;
  }
  const int64_t count = ElementCount(dims);
  if (node["fill"]) texts.assign(static_cast<size_t>(count), node["fill"].as<std::string>());
  if (static_cast<int64_t>(texts.size()) != count) {
    throw std::runtime_error(fmt::format("shape {} has {} elements, data has {}", DimsText(dims), count, texts.size()));
  }
  tensor.value = ge::Tensor(desc, ReadElements(texts, dtype));
  return tensor;
}

std::vector<CaseTensor> ReadTensors(const YAML::Node& node, ge::DataType default_dtype) {
  if (!node.IsSequence()) return {ReadTensor(node, default_dtype)};
  std::vector<CaseTensor> tensors;
  for (const YAML::Node& entry : node) tensors.push_back(ReadTensor(entry, default_dtype));
  return tensors;
}

OpDesc BuildOp(const OpCase& op_case, ge::DataType dtype, const OpDesc& prototype, std::vector<CaseTensor>& inputs) {
  OpDesc op = prototype;
  op.name = "case";
  op.inputs.clear();
  op.outputs.clear();
  std::vector<std::string> names;
  for (size_t i = 0; i < prototype.ir_inputs.size(); ++i) {
    const IrPort& declared = prototype.ir_inputs[i];
    names.push_back(declared.name);
    const YAML::Node given = op_case.node["inputs"][declared.name];
    std::vector<CaseTensor> tensors;
    if (given) tensors = ReadTensors(given, dtype);
    if (!given && declared.kind == PortKind::kRequired) throw std::runtime_error("no input '" + declared.name + "'");
    if (!given && declared.kind == PortKind::kOptional) {
      // An absent optional input keeps its place.
      tensors.resize(1);
      tensors[0].value = ge::Tensor(ge::TensorDesc(ge::Shape(), ge::FORMAT_RESERVED, ge::DT_UNDEFINED));
    }
    AppendPorts(op.inputs, declared, static_cast<int>(i), tensors.size());
    inputs.insert(inputs.end(), tensors.begin(), tensors.end());
  }
  if (op_case.node["inputs"]) CheckKeys(op_case.node["inputs"], names);
  for (size_t i = 0; i < inputs.size(); ++i) op.inputs[i].desc = inputs[i].value.GetTensorDesc();

  names.clear();
  for (size_t i = 0; i < prototype.ir_outputs.size(); ++i) {
    const IrPort& declared = prototype.ir_outputs[i];
    names.push_back(declared.name);
    size_t count = declared.kind == PortKind::kDynamic ? 0 : 1;
    const YAML::Node expected = op_case.node["expect"] ? op_case.node["expect"][declared.name] : YAML::Node();
    if (declared.kind == PortKind::kDynamic && expected.IsDefined()) count = expected.size();
    AppendPorts(op.outputs, declared, static_cast<int>(i), count);
  }
  if (op_case.node["expect"]) CheckKeys(op_case.node["expect"], names);
  if (op_case.node["attrs"]) SetAttrs(op_case, prototype, op);
  return op;
}

}  // namespace opdk
