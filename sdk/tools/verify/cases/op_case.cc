#include "sdk/tools/verify/cases/op_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/yaml_attr.h"
#include "opdk/declaration.h"
#include "sdk/tools/verify/cases/case_tensor.h"
#include "sdk/tools/verify/cases/msopst.h"
#include "sdk/tools/verify/cases/random_values.h"
#include "sdk/tools/verify/cases/read_case.h"
#include "sdk/tools/verify/cases/write_case.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;

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

// Checks that the prototype has a port of this name. `side`: "input" or "output".
Status CheckName(const YamlReader& reader, const WrittenName& name, const char* side, const std::string& op,
                 const std::vector<IrPort>& ports) {
  const std::vector<std::string> known = NamesOf(ports);
  if (std::find(known.begin(), known.end(), name.text) != known.end()) return Status();
  return UnknownAt(reader, name.place, fmt::format("{} of {}", side, op), name.text, known);
}

Status CheckPorts(const YamlReader& reader, const WrittenPorts& given, const char* side, const std::string& op,
                  const std::vector<IrPort>& ports) {
  if (given.by_place && given.ports.size() > ports.size()) {
    return ErrorAt(reader, given.place,
                   fmt::format("{} lists {} ports, {} has {}", side == std::string("input") ? "inputs" : "expect",
                               given.ports.size(), op, ports.size()));
  }
  for (const WrittenPort& port : given.ports) {
    if (!given.by_place) OPDK_TRY(CheckName(reader, port.name, side, op, ports));
  }
  return Status();
}

Result<std::vector<CaseTensor>> MakeTensors(const YamlReader& reader, const WrittenPort& port, ge::DataType dtype,
                                            DataSource& source) {
  std::vector<CaseTensor> tensors;
  for (const WrittenTensor& written : port.tensors) {
    OPDK_TRY(CaseTensor tensor, MakeTensor(reader, written, dtype, source));
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

Status MakeInputs(const YamlReader& reader, const OpCase& op_case, ge::DataType dtype, DataSource& source,
                  CaseInstance& instance) {
  OPDK_TRY(CheckPorts(reader, op_case.inputs, "input", op_case.op, instance.op.ir_inputs));
  for (size_t i = 0; i < instance.op.ir_inputs.size(); ++i) {
    const IrPort& declared = instance.op.ir_inputs[i];
    const WrittenPort* port = op_case.inputs.Find(declared.name, i);
    std::vector<CaseTensor> tensors;
    if (port != nullptr) {
      OPDK_TRY(tensors, MakeTensors(reader, *port, dtype, source));
    } else if (declared.kind == PortKind::kRequired) {
      return ErrorAt(reader, op_case.origin.place,
                     fmt::format("no input '{}', which {} requires", declared.name, op_case.op));
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

// Returns the number of entries of a dynamic output without expected values.
size_t DynamicOutputs(const OpCase& op_case, const std::string& name) {
  for (const auto& [output, count] : op_case.outputs) {
    if (output.text == name) return count;
  }
  return 0;
}

Status MakeExpected(const YamlReader& reader, const OpCase& op_case, ge::DataType dtype, DataSource& source,
                    CaseInstance& instance) {
  const std::vector<IrPort>& declared_outputs = instance.op.ir_outputs;
  if (op_case.expect) OPDK_TRY(CheckPorts(reader, *op_case.expect, "output", op_case.op, declared_outputs));
  for (const auto& [name, standard] : op_case.standards) {
    OPDK_TRY(CheckName(reader, name, "output", op_case.op, declared_outputs));
  }
  for (const auto& [name, count] : op_case.outputs) {
    OPDK_TRY(CheckName(reader, name, "output", op_case.op, declared_outputs));
  }
  for (size_t i = 0; i < declared_outputs.size(); ++i) {
    const IrPort& declared = declared_outputs[i];
    const WrittenPort* port = op_case.expect ? op_case.expect->Find(declared.name, i) : nullptr;
    const bool dynamic = declared.kind == PortKind::kDynamic;
    std::vector<CaseTensor> tensors;
    size_t count = dynamic ? DynamicOutputs(op_case, declared.name) : 1;
    if (port != nullptr) {
      OPDK_TRY(tensors, MakeTensors(reader, *port, dtype, source));
      if (!dynamic && tensors.size() != 1) {
        return ErrorAt(reader, port->place, fmt::format("output '{}' of {} is one tensor", declared.name, op_case.op));
      }
      count = tensors.size();
    }
    AppendPorts(instance.op.outputs, declared, static_cast<int>(i), count);
    for (size_t k = 0; k < count; ++k) {
      instance.expected.push_back(tensors.empty() ? CaseInstance::Expected()
                                                  : CaseInstance::Expected{true, std::move(tensors[k])});
    }
  }
  return Status();
}

Status SetAttrs(const YamlReader& reader, const OpCase& op_case, DataSource& source, OpDesc& op) {
  for (const auto& [name, value] : op_case.attrs) {
    const auto declared = std::find_if(op.ir_attrs.begin(), op.ir_attrs.end(),
                                       [&, wanted = name.text](const IrAttr& attr) { return attr.name == wanted; });
    if (declared == op.ir_attrs.end()) {
      std::vector<std::string> known;
      for (const IrAttr& attr : op.ir_attrs) known.push_back(attr.name);
      return UnknownAt(reader, name.place, "attribute of " + op_case.op, name.text, known);
    }
    const auto dtype = value.node().IsScalar() ? DtypeAsInt(*declared, value.node().Scalar()) : std::nullopt;
    if (dtype) {
      op.attrs[name.text] = *dtype;
    } else if (declared->type == "Tensor") {
      OPDK_TRY(const WrittenTensor written, ReadWrittenTensor(reader, value.node()));
      OPDK_TRY(CaseTensor tensor, MakeTensor(reader, written, ge::DT_FLOAT, source));
      op.attrs[name.text] = std::move(tensor.value);
    } else {
      OPDK_TRY(op.attrs[name.text],
               ReadYamlAttr(reader, value.node(), declared->type, fmt::format("attribute '{}'", name.text)));
    }
  }
  return Status();
}

}  // namespace

std::string OpCase::Place() const { return fmt::format("{}:{}: {} {}", file, origin.place.mark.line + 1, op, name); }

YamlReader ReaderOf(const OpCase& op_case) {
  return YamlReader(op_case.file, ErrorCode::kCaseInvalid).WithFallback(op_case.origin.place.mark);
}

uint64_t SeedOf(const OpCase& op_case) {
  if (op_case.seed) return static_cast<uint64_t>(*op_case.seed);
  const Written& text = op_case.origin.text;
  // 63 bits, so that the seed can be written as `seed`.
  return HashText(text ? YAML::Dump(text.node()) : CaseText(op_case), HashText(op_case.op) + op_case.run_seed) >> 1;
}

Result<std::vector<OpCase>> ReadCases(const std::string& text, const std::string& name) {
  const YamlReader reader(name, ErrorCode::kCaseInvalid);
  OPDK_TRY(const YAML::Node file, reader.Parse(text));
  OPDK_TRY(const auto operators, reader.Map(file, "a case file"));
  std::vector<OpCase> cases;
  for (const auto& [op, nodes] : operators) {
    if (!nodes.IsSequence()) return reader.Error(nodes, fmt::format("{} must have a list of cases", op.Scalar()));
    for (const YAML::Node& node : nodes) {
      OPDK_TRY(auto expanded, ReadWrittenCases(reader, name, op.Scalar(), node));
      std::move(expanded.begin(), expanded.end(), std::back_inserter(cases));
    }
  }
  return cases;
}

Result<OpCase> ReadCaseText(const std::string& op, const std::string& text, const std::string& file) {
  const YamlReader reader(file, ErrorCode::kCaseInvalid);
  OPDK_TRY(const YAML::Node node, reader.Parse(text));
  return ReadWrittenCase(reader, file, op, node, node.Mark());
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
  DataSource source;
  source.directory = fs::path(op_case.file).parent_path().string();
  source.seed = [&] {
    if (!instance.seed) instance.seed = SeedOf(op_case);
    return *instance.seed;
  };
  OPDK_TRY(MakeInputs(reader, op_case, dtype, source, instance));
  OPDK_TRY(MakeExpected(reader, op_case, dtype, source, instance));
  OPDK_TRY(SetAttrs(reader, op_case, source, instance.op));
  instance.fails = op_case.fails;
  instance.fails_at_run = op_case.fails_at_run;
  instance.refused = op_case.refused;
  for (const auto& [engine, place] : op_case.engines) {
    const std::vector<std::string>& known = EngineNames();
    if (std::find(known.begin(), known.end(), engine) == known.end()) {
      return UnknownAt(reader, place, "engine", engine, known);
    }
    instance.engines.push_back(engine);
  }
  return instance;
}

Result<Standard> StandardOf(const OpCase& op_case, ge::DataType dtype, const std::string& output) {
  const YamlReader reader = ReaderOf(op_case);
  const auto& tolerance = op_case.tolerance;
  if (op_case.standard && tolerance) {
    return ErrorAt(reader, tolerance->place, "a case has either a standard or a tolerance");
  }
  for (const auto& [name, standard] : op_case.standards) {
    if (name.text == output) return ReadStandard(reader, standard.node(), dtype);
  }
  if (op_case.standard) return ReadStandard(reader, op_case.standard.node(), dtype);
  Standard standard = DefaultStandard(dtype);
  if (!tolerance) return standard;
  standard.rtol = tolerance->rtol.value_or(standard.rtol);
  standard.atol = tolerance->atol.value_or(standard.atol);
  standard.source = "the case";
  standard.by_default = false;
  return standard;
}

}  // namespace opdk::verify
