#include "graph_core/host/operator_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <type_traits>
#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/base/element_type.h"
#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/base/sha256.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/node_runner.h"
#include "graph_core/ir/axis_order.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/ir/text_values.h"
#include "graph_core/preparation/pipeline.h"
#include "opdk/declaration.h"
#include "opdk/dtype_name.h"

namespace opdk {
namespace {

using Json = nlohmann::json;

// Returns the names of `count` entries of a prototype's ports, in order. A dynamic port takes all entries that the
// other ports leave.
Result<std::vector<std::string>> PortNames(const OpDesc& declared, const std::vector<IrPort>& ports, size_t count,
                                           const char* what) {
  const auto is_dynamic = [](const IrPort& port) { return port.kind == PortKind::kDynamic; };
  const auto dynamic = static_cast<size_t>(std::count_if(ports.begin(), ports.end(), is_dynamic));
  const auto required = static_cast<size_t>(
      std::count_if(ports.begin(), ports.end(), [](const IrPort& port) { return port.kind == PortKind::kRequired; }));
  const size_t others = ports.size() - dynamic;
  if (count < required || (dynamic == 0 && count > others) || dynamic > 1) {
    return Status(
        ErrorCode::kGraphInvalid,
        dynamic > 1
            ? fmt::format("{} has several dynamic {}s: no entry can be assigned to one of them", declared.type, what)
            : fmt::format("{} has {} {}s, {} are described", declared.type, ports.size(), what, count));
  }
  const size_t entries = count > others ? count - others : 0;
  std::vector<std::string> names;
  for (const IrPort& port : ports) {
    if (!is_dynamic(port)) names.push_back(port.name);
    for (size_t i = 0; is_dynamic(port) && i < entries; ++i) names.push_back(fmt::format("{}{}", port.name, i));
  }
  names.resize(std::min(names.size(), count));
  return names;
}

Status Wrong(std::string_view what) { return Status(ErrorCode::kDefinitionInvalid, what); }

// Keys of CANN's files. compile_flag, origin_format, origin_shape, shape_range and dynamic_input have no effect.
constexpr std::string_view kOperatorKeys[] = {"op", "name", "input_desc", "output_desc", "attr", "compile_flag"};
constexpr std::string_view kTensorKeys[] = {"type",         "format",      "shape",         "name",     "origin_format",
                                            "origin_shape", "shape_range", "dynamic_input", "is_const", "const_value"};
constexpr std::string_view kAttributeKeys[] = {"name", "type", "value"};

Status CheckKeys(const Json& object, std::span<const std::string_view> known, std::string_view what) {
  const std::string wrong = UnknownKey(object, known, what);
  return wrong.empty() ? Status() : Wrong(wrong);
}

// Reads an operator of a file. Errors are located in the operator.
class OperatorReader {
 public:
  OperatorReader(const Json& json, const PackageRegistry& packages) : json_(json), packages_(packages) {}

  Result<FileOperator> Read(size_t index) {
    if (!json_.is_object() || !json_.contains("op") || !json_["op"].is_string()) {
      return Wrong("an operator is an object with a text \"op\"");
    }
    OPDK_TRY(CheckKeys(json_, kOperatorKeys, "an operator"));
    const std::string type = json_["op"];
    OPDK_TRY(std::vector<OperatorTensor> inputs, Tensors("input_desc"));
    OPDK_TRY(const std::vector<OperatorTensor> outputs, Tensors("output_desc"));
    OPDK_TRY(const OpDesc* declared, packages_.Declared(type, type));
    OPDK_TRY(AttrMap attrs, Attributes(*declared));
    FileOperator result;
    result.key = KeyOf(type, inputs, outputs, attrs);
    result.file_name = fmt::format("{}_{}", index, type) + parts_;
    if (const auto name = json_.find("name"); name != json_.end()) {
      OPDK_TRY(result.file_name, FileName(*name));
    }
    std::vector<ge::TensorDesc> described;
    described.reserve(outputs.size());
    for (const OperatorTensor& output : outputs) described.push_back(output.desc);
    OPDK_TRY(result.graph, OperatorGraph(type, std::move(inputs), described, std::move(attrs), packages_));
    OPDK_TRY(CheckOutputs(result.graph, described));
    return result;
  }

 private:
  static std::string KeyOf(const std::string& type, const std::vector<OperatorTensor>& inputs,
                           const std::vector<OperatorTensor>& outputs, const AttrMap& attrs) {
    std::string text;
    OperatorKey key(text, type);
    for (const OperatorTensor& input : inputs) {
      std::string digest;
      if (input.constant) {
        digest = OperatorKey::DigestOf(
            {reinterpret_cast<const char*>(input.constant->GetData()), input.constant->GetSize()});
      }
      key.Input(input.desc.GetDataType(), input.desc.GetFormat(), input.desc.GetShape().GetDims(), digest);
    }
    for (const OperatorTensor& output : outputs) {
      key.Output(output.desc.GetDataType(), output.desc.GetFormat(), output.desc.GetShape().GetDims());
    }
    key.Attributes(OperatorKey::AttrText(attrs));
    return text;
  }

  Status CheckOutputs(const Graph& graph, const std::vector<ge::TensorDesc>& described) const {
    const std::unique_ptr<Graph> copy = graph.Clone();
    PassContext context;
    context.packages = &packages_;
    OPDK_TRY(InferOnly(*copy, context));
    const std::vector<Port>& made = copy->net_output()->op().inputs;
    for (size_t i = 0; i < described.size() && i < made.size(); ++i) {
      const std::string wrong = CompareDescribed(made[i].desc, described[i]);
      if (!wrong.empty())
        return Status(ErrorCode::kGraphInvalid, "the operator gives " + wrong).At(fmt::format("output_desc[{}]", i));
    }
    return Status();
  }

  // Returns the name of the model's file, which must not lead out of the output directory. E2012.
  static Result<std::string> FileName(const Json& name) {
    if (!name.is_string() || name.get<std::string>().empty()) return Wrong("\"name\" is no text");
    const std::string text = name;
    if (text.find('/') != std::string::npos || text.find('\0') != std::string::npos || text.starts_with('.')) {
      return Wrong(fmt::format("\"name\": '{}' is no name of a file", text));
    }
    return text;
  }

  Result<std::vector<OperatorTensor>> Tensors(const char* key) {
    std::vector<OperatorTensor> tensors;
    const auto list = json_.find(key);
    if (list == json_.end() || !list->is_array()) return Wrong(fmt::format("\"{}\" is missing or no list", key));
    for (size_t i = 0; i < list->size(); ++i) {
      auto tensor = Tensor((*list)[i]);
      if (!tensor.ok()) return std::move(tensor).status().At(fmt::format("{}[{}]", key, i));
      tensors.push_back(*std::move(tensor));
    }
    return tensors;
  }

  Result<OperatorTensor> Tensor(const Json& json) {
    const auto type = json.find("type");
    if (!json.is_object() || type == json.end() || !type->is_string()) return Wrong("\"type\" is missing");
    OPDK_TRY(CheckKeys(json, kTensorKeys, "a tensor"));
    OperatorTensor tensor;
    const std::string name = *type;
    if (name == "UNDEFINED") {
      tensor.desc.SetDataType(ge::DT_UNDEFINED);
      parts_ += "_28";
      return tensor;
    }
    ge::DataType dtype = ge::DT_UNDEFINED;
    if (!ParseDtypeName(name, dtype)) return Wrong(fmt::format("'{}' is no type", name));
    ge::Format format = ge::FORMAT_ND;
    if (const auto given = json.find("format"); given != json.end()) {
      if (!given->is_string()) return Wrong("\"format\" is no text");
      const std::string text = *given;
      format = ge::TypeUtils::SerialStringToFormat(text);
      if (format == ge::FORMAT_RESERVED) return Wrong(fmt::format("'{}' is no format", text));
    }
    std::vector<int64_t> dims;
    if (const auto shape = json.find("shape"); shape != json.end()) {
      if (!shape->is_array()) return Wrong("\"shape\" is no list");
      for (const Json& extent : *shape) {
        if (!extent.is_number_integer()) return Wrong("an entry of \"shape\" is no whole number");
        dims.push_back(extent);
      }
    }
    parts_ += fmt::format("_{}_{}", static_cast<int>(dtype), static_cast<int>(format));
    for (const int64_t extent : dims) parts_ += fmt::format("_{}", extent);
    tensor.desc = ge::TensorDesc(ge::Shape(dims), format, dtype);
    tensor.desc.SetOriginShape(ge::Shape(dims));
    tensor.desc.SetOriginFormat(format);
    if (const auto is_const = json.find("is_const"); is_const != json.end()) {
      if (!is_const->is_boolean()) return Wrong("\"is_const\" is neither true nor false");
      if (!is_const->get<bool>()) return tensor;
      OPDK_TRY(tensor.constant, Constant(json, tensor.desc));
    }
    return tensor;
  }

  static Result<ge::Tensor> Constant(const Json& json, const ge::TensorDesc& desc) {
    const auto value = json.find("const_value");
    if (value == json.end() || !value->is_array()) return Wrong("\"const_value\" is missing or no list");
    std::vector<uint8_t> bytes;
    bool fits = true;
    const bool known = VisitElementType(desc.GetDataType(), [&](auto example) {
      using T = decltype(example);
      for (const Json& each : *value) {
        const T number = Number<T>(each, fits);
        const auto* data = reinterpret_cast<const uint8_t*>(&number);
        bytes.insert(bytes.end(), data, data + sizeof number);
      }
    });
    const int64_t count = desc.GetShape().GetShapeSize();
    const auto scalars = static_cast<int64_t>(value->size());
    if (!known || !fits) {
      return Wrong("an entry of \"const_value\" is no number of its type");
    }
    if (scalars != (desc.GetShape().GetDims().empty() ? 1 : count)) {
      return Wrong(fmt::format("\"const_value\" has {} numbers", scalars));
    }
    return ge::Tensor(desc, bytes);
  }

  // Converts a JSON number. Whole numbers are exact; `fits` becomes false if one is out of range.
  template <typename T>
  static T Number(const Json& json, bool& fits) {
    if constexpr (std::is_same_v<T, bool>) {
      fits = fits && (json.is_boolean() || json.is_number());
      return json.is_boolean() ? json.get<bool>() : json.is_number() && json.get<double>() != 0;
    } else if constexpr (std::is_integral_v<T>) {
      if (json.is_number_unsigned()) {
        const auto wide = json.get<uint64_t>();
        fits = fits && std::in_range<T>(wide);
        return static_cast<T>(wide);
      }
      const int64_t wide = json.is_number_integer() ? json.get<int64_t>() : 0;
      fits = fits && json.is_number_integer() && std::in_range<T>(wide);
      return static_cast<T>(wide);
    } else {
      fits = fits && json.is_number();
      return static_cast<T>(json.is_number() ? json.get<double>() : 0.0);
    }
  }

  Result<AttrMap> Attributes(const OpDesc& declared) {
    AttrMap attrs;
    const auto list = json_.find("attr");
    if (list == json_.end()) return attrs;
    if (!list->is_array()) return Wrong("\"attr\" is no list");
    for (const Json& entry : *list) {
      const auto has_text = [&](const char* key) { return entry.contains(key) && entry[key].is_string(); };
      if (!entry.is_object() || !has_text("name") || !has_text("type") || !entry.contains("value")) {
        return Wrong("an attribute has a \"name\", a \"type\" and a \"value\"");
      }
      OPDK_TRY(CheckKeys(entry, kAttributeKeys, "an attribute"));
      const std::string name = entry["name"];
      OPDK_TRY([[maybe_unused]] const IrAttr* known, FindAttr(declared, name));
      auto value = Attribute(entry["type"], entry["value"]);
      if (!value.ok()) return std::move(value).status().At(fmt::format("attr {}", name));
      attrs[name] = *std::move(value);
    }
    return attrs;
  }

  static Result<Attr> Attribute(const std::string& type, const Json& value) {
    try {
      if (type == "bool") return Attr(value.get<bool>());
      if (type == "int") return Attr(value.get<int64_t>());
      if (type == "float") return Attr(value.get<float>());
      if (type == "string") return Attr(value.get<std::string>());
      if (type == "list_bool") return Attr(value.get<std::vector<bool>>());
      if (type == "list_int") return Attr(value.get<std::vector<int64_t>>());
      if (type == "list_float") return Attr(value.get<std::vector<float>>());
      if (type == "list_string") return Attr(value.get<std::vector<std::string>>());
      if (type == "list_list_int") return Attr(value.get<std::vector<std::vector<int64_t>>>());
      if (type == "data_type") {
        ge::DataType dtype = ge::DT_UNDEFINED;
        if (ParseDtypeName(value.get<std::string>(), dtype)) return Attr(dtype);
        return Wrong(fmt::format("'{}' is no type", value.get<std::string>()));
      }
      if (type == "list_data_type") {
        std::vector<ge::DataType> dtypes;
        for (const auto& name : value.get<std::vector<std::string>>()) {
          if (!ParseDtypeName(name, dtypes.emplace_back())) return Wrong(fmt::format("'{}' is no type", name));
        }
        return Attr(std::move(dtypes));
      }
    } catch (const Json::exception&) {
      return Wrong(fmt::format("its value is no {}", type));
    }
    return Wrong(fmt::format("'{}' is no type of an attribute", type));
  }

  const Json& json_;
  const PackageRegistry& packages_;
  std::string parts_;  // parts of the file's name: type, format and extents of each tensor
};

void AppendNumber(std::string& text, int64_t number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number);
  text.append(digits, end.ptr);
}

// Separates tensors and attributes in a key.
constexpr char kAttributes = '#';

}  // namespace

OperatorKey::OperatorKey(std::string& text, std::string_view type) : text_(text) { text_ = type; }

void OperatorKey::Tensor(char side, ge::DataType dtype, ge::Format format, std::span<const int64_t> dims) {
  text_ += side;
  AppendNumber(text_, dtype);
  text_ += '@';
  AppendNumber(text_, format);
  for (const int64_t extent : dims) {
    text_ += ',';
    AppendNumber(text_, extent);
  }
  text_ += ';';
}

void OperatorKey::Input(ge::DataType dtype, ge::Format format, std::span<const int64_t> dims, std::string_view digest) {
  if (dtype == ge::DT_UNDEFINED) {
    text_ += "<_;";
    return;
  }
  Tensor('<', dtype, format, dims);
  text_ += digest;
}

void OperatorKey::Output(ge::DataType dtype, ge::Format format, std::span<const int64_t> dims) {
  Tensor('>', dtype, format, dims);
}

void OperatorKey::Attributes(std::string_view attrs) {
  text_ += kAttributes;
  text_ += attrs;
}

std::string OperatorKey::AttrText(const AttrMap& attrs) { return text::AttrMapText(attrs, -1); }
std::string OperatorKey::DigestOf(std::string_view bytes) { return "=" + Sha256(bytes); }

bool MatchesOperator(std::string_view pattern, std::string_view key) {
  constexpr std::string_view kUnknown = ",-1";
  const size_t attrs = pattern.find(kAttributes);
  size_t at = 0;
  for (size_t i = 0; i < pattern.size();) {
    const std::string_view rest = pattern.substr(i);
    if (i < attrs && rest.starts_with(kUnknown) && (rest[kUnknown.size()] == ',' || rest[kUnknown.size()] == ';')) {
      if (at >= key.size() || key[at] != ',') return false;
      at = std::min(key.find_first_of(",;", at + 1), key.size());
      i += kUnknown.size();
    } else {
      if (at >= key.size() || key[at] != pattern[i]) return false;
      ++at;
      ++i;
    }
  }
  return at == key.size();
}

std::string CompareDescribed(const ge::TensorDesc& made, const ge::TensorDesc& described) {
  if (described.GetDataType() == ge::DT_UNDEFINED) return "";
  const std::vector<int64_t> is = made.GetShape().GetDims(), said = described.GetShape().GetDims();
  const auto fits = [](int64_t a, int64_t b) { return a == b || a < 0 || b < 0; };
  const bool open = is == ge::UNKNOWN_RANK || said == ge::UNKNOWN_RANK;
  const bool one = ElementCount(is) == 1 && ElementCount(said) == 1;  // both are a single number, with or without axes
  const bool same = open || one || std::equal(is.begin(), is.end(), said.begin(), said.end(), fits);
  if (same && made.GetDataType() == described.GetDataType()) return "";
  return fmt::format("{}, not {}", DescribeTensor(made.GetDataType(), is),
                     DescribeTensor(described.GetDataType(), said));
}

namespace {

// Refuses an attribute that names another order of axes than the format of an image.
Status CheckOrder(const OpDesc& declared, const std::vector<std::string>& names,
                  const std::vector<OperatorTensor>& inputs, const AttrMap& attrs, const PackageRegistry& packages) {
  const OpInfo* info = packages.Information(declared.type);
  if (info == nullptr || !info->layout) return Status();
  const LayoutInfo& layout = *info->layout;
  const auto attr = attrs.find(layout.order);
  const auto* said = attr == attrs.end() ? nullptr : std::get_if<std::string>(&attr->second);
  const auto order = said == nullptr ? std::nullopt : OrderOf(ge::TypeUtils::DataFormatToFormat(*said));
  for (size_t i = 0; i < names.size() && order; ++i) {
    const ge::TensorDesc& desc = inputs[i].desc;
    const auto own = OrderOf(desc.GetFormat());
    const bool is_image = std::find(layout.data.begin(), layout.data.end(), names[i]) != layout.data.end();
    if (!is_image || !own || own == order || desc.GetShape().GetDims().size() != AxesOf(desc.GetFormat())) continue;
    return Status(ErrorCode::kGraphInvalid,
                  fmt::format("{} is {}, but the attribute {} is {}", names[i],
                              ge::TypeUtils::FormatToSerialString(desc.GetFormat()), layout.order, *said))
        .Hint(fmt::format("leave {} out: without it the formats of the tensors say the order", layout.order));
  }
  return Status();
}

}  // namespace

Result<Graph> OperatorGraph(const std::string& type, std::vector<OperatorTensor> inputs,
                            const std::vector<ge::TensorDesc>& described, AttrMap attrs,
                            const PackageRegistry& packages) {
  const size_t outputs = described.size();
  OPDK_TRY(const OpDesc* declared, packages.Declared(type, type));
  for (const auto& [name, value] : attrs) OPDK_TRY(FindAttr(*declared, name));
  OPDK_TRY(const std::vector<std::string> names, PortNames(*declared, declared->ir_inputs, inputs.size(), "input"));
  OPDK_TRY(const std::vector<std::string> results, PortNames(*declared, declared->ir_outputs, outputs, "output"));
  OPDK_TRY(CheckOrder(*declared, names, inputs, attrs, packages));
  OpDesc op = StructuralDesc(type, type);
  op.attrs = std::move(attrs);
  std::vector<const ge::Tensor*> constants;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].desc.GetDataType() == ge::DT_UNDEFINED) continue;
    op.inputs.push_back({names[i], -1, inputs[i].desc});
    constants.push_back(inputs[i].constant ? &*inputs[i].constant : nullptr);
  }
  std::map<std::string, int> dynamic;
  for (const IrPort& port : declared->ir_outputs) {
    if (port.kind == PortKind::kDynamic) {
      const size_t others = declared->ir_outputs.size() - 1;
      dynamic[port.name] = static_cast<int>(outputs > others ? outputs - others : 0);
    }
  }
  OPDK_TRY(op.outputs, OutputPorts(*declared, dynamic));
  for (size_t i = 0; i < std::min(op.outputs.size(), outputs); ++i) {
    op.outputs[i].desc.SetFormat(described[i].GetFormat());
    op.outputs[i].desc.SetOriginFormat(described[i].GetFormat());
  }
  Graph graph(type);
  AddSingleOp(graph, std::move(op), [&](size_t i) { return constants[i]; });
  return graph;
}

Result<std::vector<FileOperator>> ReadOperators(const std::string& path, const PackageRegistry& packages) {
  OPDK_TRY(const std::string text, ReadFile(path, kTextFile));
  const Json json = ParseJson(text);
  if (json.is_discarded()) return Wrong("it is no JSON").At(path);
  if (!json.is_array() || json.empty()) return Wrong("it is no list of operators").At(path);
  std::vector<FileOperator> operators;
  for (size_t i = 0; i < json.size(); ++i) {
    const std::string place = fmt::format("{}: operator {}", path, i);
    auto read = OperatorReader(json[i], packages).Read(i);
    if (!read.ok()) return std::move(read).status().At(place);
    read->place = place;
    operators.push_back(*std::move(read));
  }
  return operators;
}

}  // namespace opdk
