#include "sdk/tools/verify/golden/python_golden.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/base/element_type.h"
#include "graph_core/base/file.h"
#include "graph_core/base/type_names.h"
#include "opdk/output_file.h"
#include "sdk/tools/model/npy.h"
#include "sdk/tools/verify/golden/python_process.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json AttrToJson(const Attr& attr) {
  return std::visit(
      []<typename T>(const T& value) -> json {
        if constexpr (std::is_same_v<T, ge::DataType>) {
          return DtypeName(value);
        } else if constexpr (std::is_same_v<T, std::vector<ge::DataType>>) {
          json names = json::array();
          for (const ge::DataType dtype : value) names.push_back(DtypeName(dtype));
          return names;
        } else if constexpr (std::is_constructible_v<json, T> && !std::is_same_v<T, std::monostate> &&
                             !std::is_same_v<T, ge::Tensor> && !std::is_same_v<T, std::vector<ge::Tensor>> &&
                             !std::is_same_v<T, std::shared_ptr<NamedAttrs>> &&
                             !std::is_same_v<T, std::vector<std::shared_ptr<NamedAttrs>>>) {
          return value;
        } else {
          return nullptr;
        }
      },
      attr);
}

bool HasUnknown(const std::vector<int64_t>& dims) { return ElementCount(dims) < 0; }

json TensorToJson(const Port& port, const IrPort& declared, const std::string& file) {
  const std::vector<int64_t> dims = port.desc.GetShape().GetDims();
  json tensor = {{"name", port.name},
                 {"port", declared.name},
                 {"dynamic", declared.kind == PortKind::kDynamic},
                 {"file", file},
                 {"dtype", DtypeName(port.desc.GetDataType())},
                 {"format", ge::TypeUtils::FormatToSerialString(port.desc.GetFormat())},
                 {"shape", HasUnknown(dims) ? json(nullptr) : json(dims)},
                 {"absent", port.desc.GetDataType() == ge::DT_UNDEFINED}};
  return tensor;
}

Status WriteText(const fs::path& path, const std::string& text) {
  const Status written = WriteFile(path, text, {.synced = false});
  if (written.ok()) return Status();
  return Status(ErrorCode::kWriteFailed, fmt::format("the golden's files can't be written: {}", written.message()));
}

// Writes call.json and the inputs.
Status WriteCall(const fs::path& folder, PythonGolden kind, const std::string& path, const std::string& function,
                 const CaseInstance& instance) {
  static constexpr const char* kKinds[] = {"function", "reference", "msopst", "onnx"};
  const OpDesc& op = instance.op;
  json call = {{"kind", kKinds[static_cast<size_t>(kind)]}, {"path", path}, {"function", function}, {"op", op.type}};
  call["inputs"] = json::array();
  call["outputs"] = json::array();
  call["attrs"] = json::object();
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const std::string file = fmt::format("in{}.npy", i);
    call["inputs"].push_back(
        TensorToJson(op.inputs[i], op.ir_inputs[static_cast<size_t>(op.inputs[i].ir_index)], file));
    if (op.inputs[i].desc.GetDataType() == ge::DT_UNDEFINED) continue;
    OPDK_TRY(const std::string bytes, FormatNpy(instance.inputs[i].value));
    OPDK_TRY(WriteText(folder / file, bytes));
  }
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    call["outputs"].push_back(TensorToJson(op.outputs[i], op.ir_outputs[static_cast<size_t>(op.outputs[i].ir_index)],
                                           fmt::format("out{}.npy", i)));
  }
  call["tensor_attrs"] = json::object();
  for (const IrAttr& attr : op.ir_attrs) {
    const auto set = op.attrs.find(attr.name);
    const Attr& value = set == op.attrs.end() ? attr.default_value : set->second;
    call["attrs"][attr.name] = AttrToJson(value);
    const auto* tensor = std::get_if<ge::Tensor>(&value);
    if (tensor == nullptr || tensor->GetSize() == 0) continue;
    const std::string file = fmt::format("attr_{}.npy", attr.name);
    call["tensor_attrs"][attr.name] = file;
    OPDK_TRY(const std::string bytes, FormatNpy(*tensor));
    OPDK_TRY(WriteText(folder / file, bytes));
  }
  return WriteText(folder / "call.json", call.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string ReadText(const fs::path& path) {
  auto text = ReadFile(path, {"what the golden wrote", kMaxTensor});
  return text.ok() ? *std::move(text) : "";
}

template <typename From, typename To>
To Rounded(From value) {
  if constexpr (std::is_same_v<From, To>) {
    return value;
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else {
    return static_cast<To>(value);
  }
}

// Converts the array to the output's dtype. Returns "" or why values would be lost.
std::string Convert(const ge::Tensor& from, const ge::TensorDesc& to, ge::Tensor& result) {
  std::string wrong = fmt::format("a golden can't be {}", DtypeName(to.GetDataType()));
  const ge::DataType source = from.GetTensorDesc().GetDataType();
  if (IsComplex(source) != IsComplex(to.GetDataType()) || (IsFloat(source) && !IsFloat(to.GetDataType()))) {
    return fmt::format("it is {}, the output is {}", DtypeName(source), DtypeName(to.GetDataType()));
  }
  VisitElementType(PartOf(to.GetDataType()), [&]<typename To>(To) {
    VisitElementType(PartOf(source), [&]<typename From>(From) {
      const size_t count = from.GetSize() / sizeof(From);
      std::vector<uint8_t> bytes(count * sizeof(To));
      wrong.clear();
      for (size_t i = 0; i < count; ++i) {
        From value;
        std::memcpy(&value, from.GetData() + i * sizeof(From), sizeof(From));
        const To rounded = Rounded<From, To>(value);
        if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
          if (static_cast<From>(rounded) != value || (rounded < To(0)) != (value < From(0))) {
            wrong = fmt::format("{} does not fit {}", value, DtypeName(to.GetDataType()));
          }
        }
        std::memcpy(bytes.data() + i * sizeof(To), &rounded, sizeof(To));
      }
      ge::TensorDesc desc = to;
      desc.SetShape(from.GetTensorDesc().GetShape());
      result = ge::Tensor(desc, bytes);
    });
  });
  return wrong;
}

// Returns each element's bound, if the driver has measured the effect of roundings: the measured distance, plus the
// distance that is allowed everywhere. Compare() allows kDerivedFactor times the bound.
Result<std::vector<double>> ReadBounds(const fs::path& path, const ge::Tensor& expected) {
  std::vector<double> bounds;
  std::error_code error;
  const ge::DataType dtype = expected.GetTensorDesc().GetDataType();
  if (!fs::exists(path, error) || !IsFloat(PartOf(dtype))) return bounds;
  OPDK_TRY(const ge::Tensor measured, ParseNpy(ReadText(path)));
  bounds.resize(measured.GetSize() / sizeof(double));
  std::memcpy(bounds.data(), measured.GetData(), measured.GetSize());
  const Standard standard = DefaultStandard(dtype);
  constexpr double kRoundings = 8;
  VisitElementType(PartOf(dtype), [&]<typename T>(T) {
    const auto part = [&](size_t i) {
      T value;
      std::memcpy(&value, expected.GetData() + i * sizeof(T), sizeof(T));
      return static_cast<double>(value);
    };
    for (size_t i = 0; i < bounds.size(); ++i) {
      // A complex number's parts stand in pairs, and have its modulus (error_metrics.h).
      const double magnitude = IsComplex(dtype) ? std::hypot(part(i), part(i ^ 1)) : std::abs(part(i));
      const double everywhere = standard.atol + (std::isfinite(magnitude) ? standard.rtol * magnitude : 0);
      bounds[i] = (kRoundings * bounds[i] + everywhere) / kDerivedFactor;
    }
  });
  return bounds;
}

Result<Golden> ReadResults(const fs::path& folder, const YamlReader& reader, const WrittenName& what,
                           const OpDesc& op) {
  Golden golden;
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    OPDK_TRY(const ge::Tensor array, ParseNpy(ReadText(folder / fmt::format("out{}.npy", i))));
    CaseInstance::Expected expected;
    expected.compared = true;
    expected.tensor.has_data = true;
    const std::string wrong = Convert(array, op.outputs[i].desc, expected.tensor.value);
    if (!wrong.empty()) {
      return ErrorAt(reader, what.place, fmt::format("the golden's output {}: {}", op.outputs[i].name, wrong));
    }
    OPDK_TRY(expected.tensor.bounds, ReadBounds(folder / fmt::format("bound_out{}.npy", i), expected.tensor.value));
    golden.outputs.push_back(std::move(expected));
  }
  return golden;
}

}  // namespace

Result<Golden> RunPythonGolden(PythonGolden kind, const WrittenName& what, const OpCase& op_case,
                               const CaseInstance& instance, const PythonServer* server) {
  const YamlReader reader = ReaderOf(op_case);
  const std::string& text = what.text;
  std::string path = text, function;
  if (kind != PythonGolden::kOnnx) {
    const size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) {
      return ErrorAt(reader, what.place, fmt::format("'{}' must be file.py:function", text));
    }
    path = text.substr(0, colon);
    function = text.substr(colon + 1);
  }
  const std::string full = fs::absolute(fs::path(op_case.file).parent_path() / path).string();
  // Python itself would wait for a writer if the file is a pipe.
  auto file = InputFile::Open(
      full, {kind == PythonGolden::kOnnx ? "the golden's ONNX model" : "the golden's Python file", kMaxModel});
  if (!file.ok()) return std::move(file).status().At(reader.Place(what.place.mark));
  const TemporaryDirectory folder = TemporaryDirectory::Named("opdk_golden_");
  if (folder.path().empty()) return Status(ErrorCode::kWriteFailed, "no temporary directory can be made");
  OPDK_TRY(WriteCall(folder.path(), kind, full, function, instance));
  const PythonRun run = RunPython(folder.path(), server);
  if (run.refuses) return Golden{"", {}, fmt::format("Python {}: {}", text, run.messages)};
  if (!run.good) {
    // Python's last line says what failed, the lines before say where.
    const size_t last = run.messages.rfind('\n') + 1;  // npos + 1 is 0
    Status error =
        ErrorAt(reader, what.place, fmt::format("the golden {} failed: {}", text, run.messages.substr(last)));
    std::istringstream before(run.messages.substr(0, last));
    for (std::string line; std::getline(before, line);) error = std::move(error).At(line);
    return run.hint.empty() ? error : std::move(error).Hint(run.hint);
  }
  OPDK_TRY(Golden golden, ReadResults(folder.path(), reader, what, instance.op));
  golden.source = fmt::format("{} {}", kind == PythonGolden::kOnnx ? "ONNX model" : "Python", text);
  return golden;
}

}  // namespace opdk::verify
