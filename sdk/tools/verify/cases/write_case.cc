#include "sdk/tools/verify/cases/write_case.h"

#include <fmt/format.h>

#include "graph/utils/type_utils.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/cases/flow_text.h"

namespace opdk::verify {
namespace {

class Writer {
 public:
  explicit Writer(YAML::EMITTER_MANIP style) : style_(style) { out_.SetSeqFormat(YAML::Flow); }

  std::string Text() const { return out_.c_str(); }

  void File(const std::string& op, const std::vector<OpCase>& cases, YAML::EMITTER_MANIP list_style) {
    out_ << YAML::Block << YAML::BeginMap << YAML::Key << op << YAML::Value << list_style << YAML::BeginSeq;
    for (const OpCase& op_case : cases) Case(op_case);
    out_ << YAML::EndSeq << YAML::EndMap;
  }

  void Case(const OpCase& op_case) {
    Begin();
    Key("name") << op_case.name;
    if (op_case.dtypes != std::vector<ge::DataType>{ge::DT_FLOAT}) {
      Key("dtypes") << YAML::Flow << YAML::BeginSeq;
      for (const ge::DataType dtype : op_case.dtypes) out_ << DtypeName(dtype);
      out_ << YAML::EndSeq;
    }
    if (!op_case.inputs.ports.empty()) Ports("inputs", op_case.inputs);
    if (!op_case.attrs.empty()) {
      Key("attrs") << YAML::Flow << YAML::BeginMap;
      for (const WrittenAttr& attr : op_case.attrs) Value(attr.name.text, attr.value);
      out_ << YAML::EndMap;
    }
    if (!op_case.outputs.empty()) {
      Key("outputs") << YAML::Flow << YAML::BeginMap;
      for (const auto& [name, count] : op_case.outputs) Key(name.text) << count;
      out_ << YAML::EndMap;
    }
    Expectation(op_case);
    Judgement(op_case);
    if (op_case.seed) Key("seed") << *op_case.seed;
    out_ << YAML::EndMap;
  }

 private:
  YAML::Emitter& Key(const std::string& key) { return out_ << YAML::Key << key << YAML::Value; }
  void Begin() { out_ << style_ << YAML::BeginMap; }

  void Value(const std::string& key, const Written& value) {
    if (!value) return;
    Key(key);
    EmitFlow(out_, value.node());
  }

  void Shape(const std::string& key, const std::vector<int64_t>& shape) {
    Key(key) << YAML::Flow << YAML::BeginSeq;
    for (const int64_t extent : shape) out_ << extent;
    out_ << YAML::EndSeq;
  }

  void Format(const std::string& key, const std::optional<ge::Format>& format) {
    if (format) Key(key) << ge::TypeUtils::FormatToSerialString(*format);
  }

  void Tensor(const WrittenTensor& tensor) {
    out_ << YAML::Flow << YAML::BeginMap;
    if (tensor.dtype) Key("dtype") << DtypeName(*tensor.dtype);
    if (tensor.shape) Shape("shape", *tensor.shape);
    Format("format", tensor.layout.format);
    Format("ori_format", tensor.layout.origin_format);
    if (tensor.layout.origin_shape) Shape("ori_shape", *tensor.layout.origin_shape);
    for (const auto& [key, value] : tensor.values.Entries()) Value(key, *value);
    if (tensor.fixed) Key("fixed") << true;
    out_ << YAML::EndMap;
  }

  void Ports(const std::string& key, const WrittenPorts& ports) {
    Key(key);
    if (ports.by_place) {
      out_ << YAML::Flow << YAML::BeginSeq;
    } else {
      Begin();
    }
    for (const WrittenPort& port : ports.ports) {
      if (!ports.by_place) Key(port.name.text);
      if (port.listed) out_ << YAML::Flow << YAML::BeginSeq;
      for (const WrittenTensor& tensor : port.tensors) Tensor(tensor);
      if (port.listed) out_ << YAML::EndSeq;
    }
    if (ports.by_place) {
      out_ << YAML::EndSeq;
    } else {
      out_ << YAML::EndMap;
    }
  }

  void Expectation(const OpCase& op_case) {
    if (op_case.expect) Ports("expect", *op_case.expect);
    if (!op_case.fails.empty()) Key("fails") << op_case.fails;
    if (!op_case.fails_at_run.empty()) Key("fails_at_run") << op_case.fails_at_run;
    if (op_case.refused) Key("refused") << true;
  }

  void Golden(const WrittenGolden& golden) {
    Key("golden");
    if (!golden.has_files) {
      out_ << golden.sources.front().name.text;
      return;
    }
    out_ << YAML::Flow << YAML::BeginMap;
    for (const auto& [name, file] : golden.sources) Key(name.text) << file.text;
    out_ << YAML::EndMap;
  }

  void Relations(const std::vector<Relation>& relations) {
    Key("relations") << YAML::Flow << YAML::BeginSeq;
    for (const Relation& relation : relations) {
      if (relation.ports.empty() && !relation.axis) {
        out_ << relation.kind;
        continue;
      }
      out_ << YAML::Flow << YAML::BeginMap;
      Key(relation.kind);
      if (relation.axis) {
        out_ << YAML::Flow << YAML::BeginMap;
        Key("axis") << *relation.axis << YAML::EndMap;
      } else {
        out_ << YAML::Flow << YAML::BeginSeq;
        for (const WrittenName& port : relation.ports) out_ << port.text;
        out_ << YAML::EndSeq;
      }
      out_ << YAML::EndMap;
    }
    out_ << YAML::EndSeq;
  }

  // Writes numbers with the fewest digits that read back as the same numbers.
  void Tolerance(const WrittenTolerance& tolerance) {
    Key("tolerance") << YAML::Flow << YAML::BeginMap;
    if (tolerance.rtol) Key("rtol") << fmt::format("{}", *tolerance.rtol);
    if (tolerance.atol) Key("atol") << fmt::format("{}", *tolerance.atol);
    out_ << YAML::EndMap;
  }

  void Judgement(const OpCase& op_case) {
    if (op_case.golden) Golden(*op_case.golden);
    Value("standard", op_case.standard);
    if (!op_case.standards.empty()) {
      Key("standards") << YAML::Flow << YAML::BeginMap;
      for (const auto& [output, standard] : op_case.standards) Value(output.text, standard);
      out_ << YAML::EndMap;
    }
    if (op_case.tolerance) Tolerance(*op_case.tolerance);
    if (!op_case.relations.empty()) Relations(op_case.relations);
    if (!op_case.engines.empty()) {
      Key("engines") << YAML::Flow << YAML::BeginSeq;
      for (const WrittenName& engine : op_case.engines) out_ << engine.text;
      out_ << YAML::EndSeq;
    }
  }

  YAML::Emitter out_;
  YAML::EMITTER_MANIP style_;  // of the case's mapping and its ports
};

}  // namespace

std::string CaseText(const OpCase& op_case) {
  Writer writer(YAML::Flow);
  writer.Case(op_case);
  return writer.Text();
}

std::string CaseLines(const OpCase& op_case) {
  Writer writer(YAML::Block);
  writer.Case(op_case);
  return writer.Text();
}

std::string CaseFileText(const std::string& op, const std::vector<OpCase>& cases) {
  Writer writer(YAML::Flow);
  writer.File(op, cases, YAML::Block);
  return writer.Text() + "\n";
}

std::string CaseFileLine(const OpCase& op_case) {
  Writer writer(YAML::Flow);
  writer.File(op_case.op, {op_case}, YAML::Flow);
  return writer.Text();
}

}  // namespace opdk::verify
