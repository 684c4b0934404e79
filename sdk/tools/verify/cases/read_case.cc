#include "sdk/tools/verify/cases/read_case.h"

#include <fmt/format.h>

#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/package/yaml_attr.h"
#include "sdk/tools/verify/cases/expand.h"
#include "sdk/tools/verify/cases/relations.h"

namespace opdk::verify {
namespace {

const std::vector<std::string> kCaseKeys = {"name",         "dtypes",  "inputs",    "attrs",    "expect",    "fails",
                                            "fails_at_run", "refused", "tolerance", "standard", "standards", "engines",
                                            "golden",       "seed",    "each",      "outputs",  "relations"};
const std::vector<std::string> kTensorKeys = {"data",  "fill",  "random", "edge",       "special",   "file",
                                              "dtype", "shape", "format", "ori_format", "ori_shape", "fixed"};

WrittenName NameOf(const YAML::Node& node) { return {node.Scalar(), {node.Mark()}}; }

Result<std::vector<int64_t>> ReadDims(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const auto items, reader.List(node, "shape"));
  std::vector<int64_t> dims;
  for (const YAML::Node& item : items) {
    OPDK_TRY(const int64_t dim, reader.Int(item, "an extent"));
    dims.push_back(dim);
  }
  return dims;
}

Result<ge::Format> ReadFormat(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const std::string name, reader.Text(node, "a format"));
  const ge::Format format = ge::TypeUtils::SerialStringToFormat(name);
  if (format != ge::FORMAT_RESERVED) return format;
  return reader.Unknown(node, "format", name,
                        {"ND", "NCHW", "NHWC", "HWCN", "NC1HWC0", "FRACTAL_Z", "FRACTAL_NZ", "NCDHW", "NDHWC"});
}

Status ReadLayout(const YamlReader& reader, const YAML::Node& node, TensorLayout& layout) {
  if (node["format"]) {
    OPDK_TRY(layout.format, ReadFormat(reader, node["format"]));
  }
  if (node["ori_format"]) {
    OPDK_TRY(layout.origin_format, ReadFormat(reader, node["ori_format"]));
  }
  if (node["ori_shape"]) {
    OPDK_TRY(layout.origin_shape, ReadDims(reader, node["ori_shape"]));
  }
  return Status();
}

Result<WrittenPort> ReadPort(const YamlReader& reader, const YAML::Node& node) {
  WrittenPort port;
  port.place = {node.Mark()};
  port.listed = node.IsSequence();
  OPDK_TRY(const auto entries, port.listed ? reader.List(node, "a port") : Result<std::vector<YAML::Node>>({node}));
  for (const YAML::Node& entry : entries) {
    OPDK_TRY(WrittenTensor tensor, ReadWrittenTensor(reader, entry));
    port.tensors.push_back(std::move(tensor));
  }
  return port;
}

// Reads ports by name, or listed in the prototype's order.
Result<WrittenPorts> ReadPorts(const YamlReader& reader, const YAML::Node& node, const char* key) {
  WrittenPorts ports;
  ports.place = {node.Mark()};
  ports.by_place = node.IsSequence();
  if (ports.by_place) {
    for (const YAML::Node& item : node) {
      OPDK_TRY(WrittenPort port, ReadPort(reader, item));
      ports.ports.push_back(std::move(port));
    }
    return ports;
  }
  OPDK_TRY(const auto entries, reader.Map(node, key));
  for (const auto& [name, value] : entries) {
    OPDK_TRY(WrittenPort port, ReadPort(reader, value));
    port.name = NameOf(name);
    ports.ports.push_back(std::move(port));
  }
  return ports;
}

Status ReadDtypes(const YamlReader& reader, const YAML::Node& node, std::vector<ge::DataType>& dtypes) {
  OPDK_TRY(const auto items, reader.List(node, "dtypes"));
  dtypes.clear();
  for (const YAML::Node& item : items) {
    OPDK_TRY(const ge::DataType dtype, ReadYamlDtype(reader, item));
    dtypes.push_back(dtype);
  }
  return dtypes.empty() ? reader.Error(node, "dtypes is empty") : Status();
}

Status ReadOutputs(const YamlReader& reader, const YAML::Node& node, OpCase& op_case) {
  OPDK_TRY(const auto entries, reader.Map(node, "outputs"));
  for (const auto& [name, value] : entries) {
    OPDK_TRY(const int64_t count, reader.Int(value, "the number of outputs"));
    if (count < 0 || count > 1024) return reader.Error(value, "the number of outputs must be 0 to 1024");
    op_case.outputs.emplace_back(NameOf(name), static_cast<size_t>(count));
  }
  return Status();
}

// Reads the golden. A source that is named together with a file is a mapping. The run checks whether the source exists.
Result<WrittenGolden> ReadGolden(const YamlReader& reader, const YAML::Node& node) {
  WrittenGolden golden;
  golden.place = {node.Mark()};
  golden.has_files = node.IsMap();
  if (!golden.has_files) {
    OPDK_TRY(const std::string name, reader.Text(node, "golden"));
    golden.sources.push_back({{name, golden.place}, {}});
    return golden;
  }
  OPDK_TRY(const auto entries, reader.Map(node, "golden"));
  for (const auto& [name, value] : entries) {
    OPDK_TRY(const std::string file, reader.Text(value, "golden"));
    golden.sources.push_back({NameOf(name), {file, {value.Mark()}}});
  }
  return golden;
}

Result<WrittenTolerance> ReadTolerance(const YamlReader& reader, const YAML::Node& node) {
  WrittenTolerance tolerance;
  tolerance.place = {node.Mark()};
  OPDK_TRY(const auto entries, reader.Map(node, "tolerance", {"rtol", "atol"}));
  for (const auto& [key, value] : entries) {
    OPDK_TRY((key.Scalar() == "rtol" ? tolerance.rtol : tolerance.atol), reader.Float(value, key.Scalar()));
  }
  return tolerance;
}

// Reads the expected values and the standards that judge them.
Status ReadExpectation(const YamlReader& reader, const YAML::Node& node, OpCase& op_case) {
  if (node["expect"]) {
    OPDK_TRY(op_case.expect, ReadPorts(reader, node["expect"], "expect"));
  }
  if (node["outputs"]) OPDK_TRY(ReadOutputs(reader, node["outputs"], op_case));
  if (node["fails"]) {
    OPDK_TRY(op_case.fails, reader.Text(node["fails"], "fails"));
  }
  if (node["fails_at_run"]) {
    OPDK_TRY(op_case.fails_at_run, reader.Text(node["fails_at_run"], "fails_at_run"));
  }
  if (node["refused"]) {
    OPDK_TRY(op_case.refused, reader.Bool(node["refused"], "refused"));
  }
  if (node["golden"]) {
    OPDK_TRY(op_case.golden, ReadGolden(reader, node["golden"]));
  }
  op_case.standard = Written(node["standard"]);
  if (node["standards"]) {
    OPDK_TRY(const auto entries, reader.Map(node["standards"], "standards"));
    for (const auto& [name, value] : entries) op_case.standards.emplace_back(NameOf(name), Written(value));
  }
  if (node["tolerance"]) {
    OPDK_TRY(op_case.tolerance, ReadTolerance(reader, node["tolerance"]));
  }
  return Status();
}

}  // namespace

Result<WrittenTensor> ReadWrittenTensor(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const auto entries, reader.Map(node, "a tensor", kTensorKeys));
  static_cast<void>(entries);
  WrittenTensor tensor;
  tensor.place = {node.Mark()};
  if (node["dtype"]) {
    OPDK_TRY(tensor.dtype, ReadYamlDtype(reader, node["dtype"]));
  }
  if (node["shape"]) {
    OPDK_TRY(tensor.shape, ReadDims(reader, node["shape"]));
  }
  OPDK_TRY(ReadLayout(reader, node, tensor.layout));
  tensor.values = TensorValues::In(node);
  if (node["fixed"]) {
    OPDK_TRY(tensor.fixed, reader.Bool(node["fixed"], "fixed"));
  }
  return tensor;
}

Result<OpCase> ReadWrittenCase(const YamlReader& reader, const std::string& file, const std::string& op,
                               const YAML::Node& node, const YAML::Mark& origin) {
  const YamlReader located = reader.WithFallback(origin);
  OPDK_TRY(const auto entries, located.Map(node, "a case of " + op, kCaseKeys));
  static_cast<void>(entries);
  OpCase op_case;
  op_case.file = file;
  op_case.op = op;
  op_case.origin = {{origin}, Written(node)};
  if (!node["name"]) return located.Error(node, fmt::format("a case of {} has no name", op));
  OPDK_TRY(op_case.name, located.Text(node["name"], "name"));
  if (node["relations"]) {
    OPDK_TRY(op_case.relations, ReadRelations(located, node["relations"]));
  }
  if (node["dtypes"]) OPDK_TRY(ReadDtypes(located, node["dtypes"], op_case.dtypes));
  if (node["inputs"]) {
    OPDK_TRY(op_case.inputs, ReadPorts(located, node["inputs"], "inputs"));
  }
  if (node["attrs"]) {
    OPDK_TRY(const auto attrs, located.Map(node["attrs"], "attrs"));
    for (const auto& [name, value] : attrs) op_case.attrs.push_back({NameOf(name), Written(value)});
  }
  OPDK_TRY(ReadExpectation(located, node, op_case));
  if (node["engines"]) {
    OPDK_TRY(const auto engines, located.List(node["engines"], "engines"));
    for (const YAML::Node& item : engines) {
      OPDK_TRY(const std::string engine, located.Text(item, "an engine"));
      op_case.engines.push_back({engine, {item.Mark()}});
    }
  }
  if (node["seed"]) {
    OPDK_TRY(op_case.seed, located.Int(node["seed"], "seed"));
  }
  return op_case;
}

Result<std::vector<OpCase>> ReadWrittenCases(const YamlReader& reader, const std::string& file, const std::string& op,
                                             const YAML::Node& node) {
  std::vector<OpCase> cases;
  OPDK_TRY(const auto entries, reader.Map(node, "a case of " + op, kCaseKeys));
  static_cast<void>(entries);
  if (!node["name"]) return reader.Error(node, fmt::format("a case of {} has no name", op));
  OPDK_TRY(const std::vector<YAML::Node> expanded, ExpandEach(reader.WithFallback(node.Mark()), node));
  for (const YAML::Node& one : expanded) {
    OPDK_TRY(OpCase op_case, ReadWrittenCase(reader, file, op, one, node.Mark()));
    cases.push_back(std::move(op_case));
  }
  return cases;
}

}  // namespace opdk::verify
