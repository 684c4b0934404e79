#include "sdk/tools/verify/cases/op_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/yaml_attr.h"
#include "sdk/tools/verify/cases/case_tensor.h"
#include "sdk/tools/verify/cases/expand.h"
#include "sdk/tools/verify/cases/msopst.h"
#include "sdk/tools/verify/cases/random_values.h"
#include "sdk/tools/verify/cases/relations.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kCaseKeys = {"name",         "dtypes",  "inputs",    "attrs",    "expect",    "fails",
                                            "fails_at_run", "refused", "tolerance", "standard", "standards", "engines",
                                            "golden",       "seed",    "each",      "outputs",  "relations"};

Result<OpCase> ReadCase(const YamlReader& reader, const std::string& file, const std::string& op,
                        const YAML::Node& node) {
  OPDK_TRY(const auto entries, reader.Map(node, "a case of " + op, kCaseKeys));
  static_cast<void>(entries);
  OpCase op_case;
  op_case.file = file;
  op_case.op = op;
  op_case.node = node;
  op_case.mark = node.Mark();
  if (!node["name"]) return reader.Error(node, fmt::format("a case of {} has no name", op));
  OPDK_TRY(op_case.name, reader.Text(node["name"], "name"));
  op_case.dtypes = {ge::DT_FLOAT};
  if (node["relations"]) OPDK_TRY(CheckRelations(reader, node["relations"]));
  if (!node["dtypes"]) return op_case;
  op_case.dtypes.clear();
  OPDK_TRY(const auto dtypes, reader.List(node["dtypes"], "dtypes"));
  for (const YAML::Node& item : dtypes) {
    OPDK_TRY(const ge::DataType dtype, ReadYamlDtype(reader, item));
    op_case.dtypes.push_back(dtype);
  }
  if (op_case.dtypes.empty()) return reader.Error(node["dtypes"], "dtypes is empty");
  return op_case;
}

void AppendPorts(std::vector<Port>& ports, const IrPort& declared, int ir_index, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    Port port;
    port.name = declared.kind == PortKind::kDynamic ? fmt::format("{}{}", declared.name, i) : declared.name;
    port.ir_index = ir_index;
    ports.push_back(std::move(port));
  }
}

std::vector<std::string> NamesOf(const std::vector<IrPort>& ports) {
  std::vector<std::string> names;
  for (const IrPort& port : ports) names.push_back(port.name);
  return names;
}

Status CheckPorts(const YamlReader& reader, const YAML::Node& node, const std::string& what, const std::string& op,
                  const std::vector<IrPort>& ports) {
  if (!node) return Status();
  if (node.IsSequence()) {
    if (node.size() <= ports.size()) return Status();
    return reader.Error(node, fmt::format("{} lists {} ports, {} has {}", what, node.size(), op, ports.size()));
  }
  OPDK_TRY(const auto entries, reader.Map(node, what));
  const std::vector<std::string> known = NamesOf(ports);
  for (const auto& [key, value] : entries) {
    if (std::find(known.begin(), known.end(), key.Scalar()) == known.end()) {
      return reader.Unknown(key, fmt::format("{} of {}", what == "inputs" ? "input" : "output", op), key.Scalar(),
                            known);
    }
  }
  return Status();
}

// What the case says of a port: by name, or by its place when it lists them in the prototype's order.
YAML::Node PortNode(const YAML::Node& given, const IrPort& port, size_t place) {
  if (given && given.IsMap() && given[port.name]) return given[port.name];
  if (given && given.IsSequence() && place < given.size()) return given[place];
  return YAML::Node(YAML::NodeType::Undefined);
}

Status ReadInputs(const YamlReader& reader, const OpCase& op_case, ge::DataType dtype, DataSource& source,
                  CaseInstance& instance) {
  const YAML::Node given = op_case.node["inputs"];
  OPDK_TRY(CheckPorts(reader, given, "inputs", op_case.op, instance.op.ir_inputs));
  for (size_t i = 0; i < instance.op.ir_inputs.size(); ++i) {
    const IrPort& declared = instance.op.ir_inputs[i];
    const YAML::Node port = PortNode(given, declared, i);
    std::vector<CaseTensor> tensors;
    if (port.IsDefined()) {
      OPDK_TRY(tensors, ReadTensors(reader, port, dtype, source));
    } else if (declared.kind == PortKind::kRequired) {
      return reader.Error(op_case.node, fmt::format("no input '{}', which {} requires", declared.name, op_case.op));
    } else if (declared.kind == PortKind::kOptional) {
      // An absent optional input keeps its place.
      tensors.resize(1);
      tensors[0].value = ge::Tensor(ge::TensorDesc(ge::Shape(), ge::FORMAT_RESERVED, ge::DT_UNDEFINED));
    }
    AppendPorts(instance.op.inputs, declared, static_cast<int>(i), tensors.size());
    std::move(tensors.begin(), tensors.end(), std::back_inserter(instance.inputs));
  }
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    instance.op.inputs[i].desc = instance.inputs[i].value.GetTensorDesc();
  }
  return Status();
}

// `outputs: {y: 3}`: how many entries a dynamic output has of which nothing is expected.
Result<size_t> DynamicOutputs(const YamlReader& reader, const OpCase& op_case, const std::string& name) {
  const YAML::Node counts = op_case.node["outputs"];
  if (!counts || !counts.IsMap() || !counts[name]) return size_t{0};
  OPDK_TRY(const int64_t count, reader.Int(counts[name], "the number of outputs"));
  if (count < 0 || count > 1024) return reader.Error(counts[name], "the number of outputs must be 0 to 1024");
  return static_cast<size_t>(count);
}

Status ReadExpected(const YamlReader& reader, const OpCase& op_case, ge::DataType dtype, DataSource& source,
                    CaseInstance& instance) {
  const YAML::Node expect = op_case.node["expect"];
  OPDK_TRY(CheckPorts(reader, expect, "expect", op_case.op, instance.op.ir_outputs));
  OPDK_TRY(CheckPorts(reader, op_case.node["standards"], "standards", op_case.op, instance.op.ir_outputs));
  OPDK_TRY(CheckPorts(reader, op_case.node["outputs"], "outputs", op_case.op, instance.op.ir_outputs));
  for (size_t i = 0; i < instance.op.ir_outputs.size(); ++i) {
    const IrPort& declared = instance.op.ir_outputs[i];
    const YAML::Node port = PortNode(expect, declared, i);
    std::vector<CaseTensor> tensors;
    if (port.IsDefined()) {
      OPDK_TRY(tensors, ReadTensors(reader, port, dtype, source));
    }
    size_t count = declared.kind == PortKind::kDynamic ? 0 : 1;
    if (declared.kind == PortKind::kDynamic && port.IsDefined()) count = tensors.size();
    if (declared.kind == PortKind::kDynamic && !port.IsDefined()) {
      OPDK_TRY(count, DynamicOutputs(reader, op_case, declared.name));
    }
    if (port.IsDefined() && tensors.size() != count) {
      return reader.Error(port, fmt::format("output '{}' of {} is one tensor", declared.name, op_case.op));
    }
    AppendPorts(instance.op.outputs, declared, static_cast<int>(i), count);
    for (size_t k = 0; k < count; ++k) {
      instance.expected.push_back(tensors.empty() ? CaseInstance::Expected()
                                                  : CaseInstance::Expected{true, std::move(tensors[k])});
    }
  }
  return Status();
}

Status ReadAttrs(const YamlReader& reader, const OpCase& op_case, DataSource& source, OpDesc& op) {
  if (!op_case.node["attrs"]) return Status();
  OPDK_TRY(const auto entries, reader.Map(op_case.node["attrs"], "attrs"));
  for (const auto& [key, value] : entries) {
    const std::string& name = key.Scalar();
    const auto declared =
        std::find_if(op.ir_attrs.begin(), op.ir_attrs.end(), [&](const IrAttr& attr) { return attr.name == name; });
    if (declared == op.ir_attrs.end()) {
      std::vector<std::string> known;
      for (const IrAttr& attr : op.ir_attrs) known.push_back(attr.name);
      return reader.Unknown(key, "attribute of " + op_case.op, name, known);
    }
    if (declared->type == "Tensor") {
      OPDK_TRY(CaseTensor tensor, ReadTensor(reader, value, ge::DT_FLOAT, source));
      op.attrs[name] = std::move(tensor.value);
    } else {
      OPDK_TRY(op.attrs[name], ReadYamlAttr(reader, value, declared->type, fmt::format("attribute '{}'", name)));
    }
  }
  return Status();
}

Result<std::string> OptionalText(const YamlReader& reader, const YAML::Node& node, const char* key) {
  if (!node[key]) return std::string();
  return reader.Text(node[key], key);
}

}  // namespace

std::string OpCase::Place() const { return fmt::format("{}:{}: {} {}", file, mark.line + 1, op, name); }

YamlReader ReaderOf(const OpCase& op_case) {
  return YamlReader(op_case.file, ErrorCode::kCaseInvalid).WithFallback(op_case.mark);
}

Result<uint64_t> SeedOf(const OpCase& op_case) {
  const YamlReader reader = ReaderOf(op_case);
  if (op_case.node["seed"]) {
    OPDK_TRY(const int64_t seed, reader.Int(op_case.node["seed"], "seed"));
    return static_cast<uint64_t>(seed);
  }
  // 63 bits: it can be written as a `seed`.
  return HashText(YAML::Dump(op_case.node), HashText(op_case.op) + op_case.run_seed) >> 1;
}

Result<std::vector<OpCase>> ReadCases(const std::string& text, const std::string& name) {
  const YamlReader reader(name, ErrorCode::kCaseInvalid);
  OPDK_TRY(const YAML::Node file, reader.Parse(text));
  OPDK_TRY(const auto operators, reader.Map(file, "a case file"));
  std::vector<OpCase> cases;
  for (const auto& [op, nodes] : operators) {
    if (!nodes.IsSequence()) return reader.Error(nodes, fmt::format("{} must have a list of cases", op.Scalar()));
    for (const YAML::Node& node : nodes) {
      OPDK_TRY(const OpCase op_case, ReadCase(reader, name, op.Scalar(), node));
      OPDK_TRY(auto expanded, ExpandEach(reader, op_case));
      std::move(expanded.begin(), expanded.end(), std::back_inserter(cases));
    }
  }
  return cases;
}

Result<std::vector<OpCase>> ReadCaseFile(const std::string& path) {
  auto read = ReadFile(path, {"the case file", kMaxText});
  if (!read.ok()) return std::move(read).status().Hint("check the path");
  const std::string& text = *read;
  return fs::path(path).extension() == ".json" ? ReadMsopstCases(text, path) : ReadCases(text, path);
}

std::vector<std::string> CaseFilesIn(const std::string& directory) {
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".yaml") paths.push_back(entry->path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

bool CaseInstance::runnable() const {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const bool absent = op.inputs[i].desc.GetDataType() == ge::DT_UNDEFINED;
    if (!absent && !inputs[i].has_data) return false;
  }
  return true;
}

Result<CaseInstance> Instantiate(const OpCase& op_case, ge::DataType dtype, const OpDesc& prototype) {
  const YamlReader reader = ReaderOf(op_case);
  CaseInstance instance;
  instance.op = prototype;
  instance.op.name = "case";
  instance.op.inputs.clear();
  instance.op.outputs.clear();
  if (op_case.node["seed"]) OPDK_TRY(SeedOf(op_case));
  DataSource source;
  source.directory = fs::path(op_case.file).parent_path().string();
  source.seed = [&] {
    if (!instance.seed) instance.seed = SeedOf(op_case).value();
    return *instance.seed;
  };
  OPDK_TRY(ReadInputs(reader, op_case, dtype, source, instance));
  OPDK_TRY(ReadExpected(reader, op_case, dtype, source, instance));
  OPDK_TRY(ReadAttrs(reader, op_case, source, instance.op));
  OPDK_TRY(instance.fails, OptionalText(reader, op_case.node, "fails"));
  OPDK_TRY(instance.fails_at_run, OptionalText(reader, op_case.node, "fails_at_run"));
  if (op_case.node["refused"]) {
    OPDK_TRY(instance.refused, reader.Bool(op_case.node["refused"], "refused"));
  }
  if (op_case.node["engines"]) {
    OPDK_TRY(const auto engines, reader.List(op_case.node["engines"], "engines"));
    for (const YAML::Node& item : engines) {
      OPDK_TRY(const std::string engine, reader.Text(item, "an engine"));
      const std::vector<std::string>& known = EngineNames();
      if (std::find(known.begin(), known.end(), engine) == known.end()) {
        return reader.Unknown(item, "engine", engine, known);
      }
      instance.engines.push_back(engine);
    }
  }
  return instance;
}

Result<Standard> StandardOf(const OpCase& op_case, ge::DataType dtype, const std::string& output) {
  const YamlReader reader = ReaderOf(op_case);
  const YAML::Node given = op_case.node["standard"];
  const YAML::Node tolerance = op_case.node["tolerance"];
  if (given && tolerance) return reader.Error(tolerance, "a case has either a standard or a tolerance");
  const YAML::Node by_output = op_case.node["standards"];
  if (by_output) {
    OPDK_TRY(const auto outputs, reader.Map(by_output, "standards"));
    for (const auto& [key, value] : outputs) {
      if (key.Scalar() == output) return ReadStandard(reader, value, dtype);
    }
  }
  if (given) return ReadStandard(reader, given, dtype);
  Standard standard = DefaultStandard(dtype);
  if (!tolerance) return standard;
  OPDK_TRY(const auto entries, reader.Map(tolerance, "tolerance", {"rtol", "atol"}));
  for (const auto& [key, value] : entries) {
    OPDK_TRY((key.Scalar() == "rtol" ? standard.rtol : standard.atol), reader.Float(value, key.Scalar()));
  }
  standard.source = "the case";
  standard.by_default = false;
  return standard;
}

}  // namespace opdk::verify
