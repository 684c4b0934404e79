#include "sdk/tools/verify/cases/msopst.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "graph_core/base/type_names.h"
#include "graph_core/base/yaml_reading.h"
#include "sdk/tools/verify/cases/expand.h"
#include "sdk/tools/verify/cases/read_case.h"

namespace opdk::verify {
namespace {

const std::vector<std::string> kCaseFields = {
    "case_name",       "op",     "input_desc", "output_desc",   "attr",    "calc_expect_func_file",
    "error_threshold", "expect", "fuzz_impl",  "fuzz_case_num", "st_mode", "run_torch_api",
    "compile_flag"};
const std::vector<std::string> kTensorFields = {
    "name",          "format",      "ori_format",      "type",        "shape", "ori_shape",
    "typical_shape", "shape_range", "data_distribute", "value_range", "value", "is_const"};
// The fields that may list alternatives. Alternatives of a field go together in all tensors.
enum Field : size_t { kFormat, kShape, kType, kDistribution, kRange, kFields };
constexpr const char* kFieldNames[kFields] = {"format", "shape", "type", "data_distribute", "value_range"};

// One tensor with the alternatives of each field.
struct TensorFields {
  YAML::Node node;
  std::string name;
  std::vector<YAML::Node> alternatives[kFields];
};

bool IsList(const YAML::Node& node, bool of_lists) {
  return node.IsSequence() && (!of_lists || (node.size() > 0 && node[0].IsSequence()));
}

Status RefuseFuzz(const YamlReader& reader, const YAML::Node& node) {
  return reader.Error(node, "values that a fuzz function makes are not known here")
      .Hint("write the values, or let opdk derive cases: opdk test --derive, opdk fuzz");
}

bool SaysFuzz(const YAML::Node& node) {
  if (node.IsScalar()) return node.Scalar() == "fuzz";
  if (!node.IsSequence()) return false;
  return std::any_of(node.begin(), node.end(), [](const YAML::Node& item) { return SaysFuzz(item); });
}

Result<TensorFields> ReadTensorFields(const YamlReader& reader, const YAML::Node& node) {
  OPDK_TRY(const auto entries, reader.Map(node, "a tensor", kTensorFields));
  for (const auto& [key, value] : entries) {
    if (SaysFuzz(value)) return RefuseFuzz(reader, value);
  }
  TensorFields fields;
  fields.node = node;
  if (node["name"]) {
    OPDK_TRY(fields.name, reader.Text(node["name"], "name"));
  }
  for (const char* required : {"type", "shape"}) {
    if (!node[required]) return reader.Error(node, fmt::format("a tensor has no {}", required));
  }
  for (size_t field = 0; field < kFields; ++field) {
    const YAML::Node value = node[kFieldNames[field]];
    if (!value) continue;
    if (IsList(value, field == kShape || field == kRange)) {
      for (const YAML::Node& item : value) fields.alternatives[field].push_back(item);
    } else {
      fields.alternatives[field].push_back(value);
    }
  }
  if (node["value"] && fields.alternatives[kShape].size() > 1) {
    return reader.Error(node["value"], "a tensor with a value has one shape");
  }
  return fields;
}

Result<std::vector<TensorFields>> ReadTensorList(const YamlReader& reader, const YAML::Node& owner, const char* key) {
  std::vector<TensorFields> tensors;
  if (!owner[key]) return tensors;
  OPDK_TRY(const auto items, reader.List(owner[key], key));
  for (const YAML::Node& item : items) {
    OPDK_TRY(TensorFields fields, ReadTensorFields(reader, item));
    tensors.push_back(std::move(fields));
  }
  return tensors;
}

// Counts the alternatives of each field. Every tensor that lists alternatives must list equally many.
Status CountAlternatives(const YamlReader& reader, const std::vector<TensorFields>& tensors,
                         size_t (&counts)[kFields]) {
  for (const TensorFields& tensor : tensors) {
    for (size_t field = 0; field < kFields; ++field) {
      const size_t count = tensor.alternatives[field].size();
      if (count <= 1) continue;
      if (counts[field] > 1 && counts[field] != count) {
        return reader.Error(tensor.node[kFieldNames[field]],
                            fmt::format("{} lists {} alternatives where another tensor lists {}", kFieldNames[field],
                                        count, counts[field]));
      }
      counts[field] = count;
    }
  }
  return Status();
}

YAML::Node Chosen(const TensorFields& tensor, Field field, const size_t (&index)[kFields]) {
  const auto& alternatives = tensor.alternatives[field];
  if (alternatives.empty()) return YAML::Node(YAML::NodeType::Undefined);
  return alternatives[alternatives.size() == 1 ? 0 : index[field]];
}

Result<std::string> ReadType(const YamlReader& reader, const YAML::Node& node) {
  static const std::map<std::string, std::string> names = {
      {"fp16", "float16"},  {"half", "float16"}, {"fp32", "float"},    {"float32", "float"},
      {"bf16", "bfloat16"}, {"fp64", "double"},  {"float64", "double"}};
  OPDK_TRY(const std::string text, reader.Text(node, "type"));
  const auto found = names.find(text);
  const std::string name = found == names.end() ? text : found->second;
  ge::DataType dtype = ge::DT_UNDEFINED;
  if (!ParseDtypeName(name, dtype)) {
    return reader.Unknown(node, "type", text,
                          {"float16", "float", "double", "bfloat16", "int8", "int16", "int32", "int64", "uint8",
                           "uint16", "uint32", "uint64", "bool"});
  }
  return name;
}

bool IsDynamic(const YAML::Node& shape) {
  return std::any_of(shape.begin(), shape.end(),
                     [](const YAML::Node& dim) { return dim.IsScalar() && dim.Scalar().starts_with('-'); });
}

// Returns the concrete shape: typical_shape if `shape` holds -1 or -2. It must lie within shape_range.
Result<YAML::Node> ConcreteShape(const YamlReader& reader, const TensorFields& tensor, const YAML::Node& shape) {
  if (!shape.IsSequence()) return reader.Error(shape, "shape must be a list of extents");
  if (!IsDynamic(shape)) return shape;
  const YAML::Node typical = tensor.node["typical_shape"];
  if (!typical) return reader.Error(shape, "a shape with -1 or -2 needs a typical_shape");
  const YAML::Node concrete = IsList(typical, true) ? typical[0] : typical;
  if (!concrete.IsSequence() || IsDynamic(concrete)) return reader.Error(typical, "typical_shape must be concrete");
  const YAML::Node ranges = tensor.node["shape_range"];
  if (!ranges) return concrete;
  OPDK_TRY(const auto pairs, reader.List(ranges, "shape_range"));
  for (size_t i = 0; i < pairs.size() && i < concrete.size(); ++i) {
    if (!pairs[i].IsSequence() || pairs[i].size() != 2) {
      return reader.Error(pairs[i], "a range of shape_range is [lowest, highest]");
    }
    OPDK_TRY(const int64_t low, reader.Int(pairs[i][0], "lowest"));
    OPDK_TRY(const int64_t high, reader.Int(pairs[i][1], "highest"));
    OPDK_TRY(const int64_t extent, reader.Int(concrete[i], "an extent"));
    if (extent < low || (high >= 0 && extent > high)) {
      return reader.Error(concrete[i], fmt::format("extent {} lies outside its shape_range", extent));
    }
  }
  return concrete;
}

Status SetDistribution(const YamlReader& reader, const TensorFields& tensor, const size_t (&index)[kFields],
                       YAML::Node& input) {
  const YAML::Node named = Chosen(tensor, kDistribution, index), range = Chosen(tensor, kRange, index);
  std::string name = "uniform";
  if (named.IsDefined()) {
    OPDK_TRY(name, reader.Text(named, "data_distribute"));
  }
  if (range.IsDefined() && (!range.IsSequence() || range.size() != 2)) {
    return reader.Error(range, "value_range is [min, max]");
  }
  YAML::Node random(YAML::NodeType::Map);
  if (!range.IsDefined()) {
    if (name == "uniform") {
      random[name].push_back("0.1");
      random[name].push_back("1");
    } else {
      input["random"] = named;
      return Status();
    }
  } else {
    random[name].push_back(range[0]);
    if (name == "triangular") {
      OPDK_TRY(const double low, reader.Float(range[0], "value_range"));
      OPDK_TRY(const double high, reader.Float(range[1], "value_range"));
      random[name].push_back(fmt::format("{}", (low + high) / 2));
    }
    random[name].push_back(range[1]);
  }
  input["random"] = random;
  return Status();
}

Result<YAML::Node> ToTensor(const YamlReader& reader, const TensorFields& tensor, const size_t (&index)[kFields],
                            bool is_input) {
  YAML::Node node(YAML::NodeType::Map);
  OPDK_TRY(const std::string type, ReadType(reader, Chosen(tensor, kType, index)));
  node["dtype"] = type;
  OPDK_TRY(const YAML::Node shape, ConcreteShape(reader, tensor, Chosen(tensor, kShape, index)));
  node["shape"] = shape;
  if (!is_input) return node;
  const YAML::Node format = Chosen(tensor, kFormat, index);
  if (format.IsDefined()) node["format"] = format;
  for (const char* key : {"ori_format", "ori_shape"}) {
    const YAML::Node value = tensor.node[key];
    if (!value) continue;
    const bool listed = IsList(value, key == std::string("ori_shape")) && value.size() > 0;
    const size_t which = key == std::string("ori_shape") ? index[kShape] : index[kFormat];
    node[key] = listed ? value[std::min(which, value.size() - 1)] : value;
  }
  if (tensor.node["is_const"]) OPDK_TRY(reader.Bool(tensor.node["is_const"], "is_const"));
  const YAML::Node value = tensor.node["value"];
  if (!value) {
    OPDK_TRY(SetDistribution(reader, tensor, index, node));
  } else if (value.IsScalar() && value.Scalar().ends_with(".bin")) {
    node["file"] = value;
  } else {
    node["data"] = value;
  }
  return node;
}

// Returns the ports by name if each has one (a repeated name is a dynamic port's entries), else in order.
Result<YAML::Node> ToPorts(const YamlReader& reader, const std::vector<TensorFields>& tensors,
                           const size_t (&index)[kFields], bool is_input) {
  const bool named = std::all_of(tensors.begin(), tensors.end(), [](const TensorFields& t) { return !t.name.empty(); });
  YAML::Node ports(named ? YAML::NodeType::Map : YAML::NodeType::Sequence);
  std::map<std::string, std::vector<YAML::Node>> entries;
  for (const TensorFields& tensor : tensors) {
    OPDK_TRY(const YAML::Node node, ToTensor(reader, tensor, index, is_input));
    if (named) {
      entries[tensor.name].push_back(node);
    } else {
      ports.push_back(node);
    }
  }
  for (const auto& [name, nodes] : entries) {
    if (nodes.size() == 1) {
      ports[name] = nodes[0];
    } else {
      for (const YAML::Node& node : nodes) ports[name].push_back(node);
    }
  }
  return ports;
}

Status SetAttrs(const YamlReader& reader, const YAML::Node& given, YAML::Node& node) {
  if (!given["attr"]) return Status();
  OPDK_TRY(const auto attrs, reader.List(given["attr"], "attr"));
  for (const YAML::Node& attr : attrs) {
    OPDK_TRY(const auto entries, reader.Map(attr, "an attribute", {"name", "type", "value"}));
    static_cast<void>(entries);
    if (!attr["name"] || !attr["value"]) return reader.Error(attr, "an attribute has a name and a value");
    if (SaysFuzz(attr["value"])) return RefuseFuzz(reader, attr["value"]);
    OPDK_TRY(const std::string name, reader.Text(attr["name"], "name"));
    node["attrs"][name] = attr["value"];
  }
  return Status();
}

Status SetJudgement(const YamlReader& reader, const YAML::Node& given, YAML::Node& node) {
  if (given["calc_expect_func_file"]) node["golden"]["msopst"] = given["calc_expect_func_file"];
  if (given["error_threshold"]) {
    OPDK_TRY(const auto limits, reader.List(given["error_threshold"], "error_threshold"));
    if (limits.size() != 2) return reader.Error(given["error_threshold"], "error_threshold is [limit, share]");
    for (const YAML::Node& limit : limits) {
      OPDK_TRY(const double number, reader.Float(limit, "error_threshold"));
      if (!(number >= 0 && number <= 1)) return reader.Error(limit, "a limit of error_threshold lies within 0 … 1");
    }
    node["standard"]["allclose"]["rtol"] = limits[0];
    node["standard"]["allclose"]["atol"] = limits[0];
  }
  if (!given["expect"]) return Status();
  OPDK_TRY(const std::string expect, reader.Text(given["expect"], "expect"));
  if (expect != "success" && expect != "failed")
    return reader.Unknown(given["expect"], "expect", expect, {"success", "failed"});
  if (expect == "failed") node["refused"] = true;
  return Status();
}

Status CheckFields(const YamlReader& reader, const YAML::Node& given) {
  OPDK_TRY(const auto entries, reader.Map(given, "a case", kCaseFields));
  for (const auto& [key, value] : entries) {
    const std::string& name = key.Scalar();
    if (name == "fuzz_impl" || name == "fuzz_case_num") return RefuseFuzz(reader, key);
    if (name == "st_mode" || name == "run_torch_api" || name == "compile_flag") {
      return reader
          .Error(key, fmt::format("{} asks for a framework's or compiler's mode that does not exist here", name))
          .Hint("remove it: the case runs on the engines");
    }
  }
  for (const char* required : {"case_name", "op", "input_desc", "output_desc"}) {
    if (!given[required]) return reader.Error(given, fmt::format("a case has no {}", required));
  }
  return Status();
}

std::string LabelOf(const std::vector<TensorFields>& inputs, const size_t (&index)[kFields]) {
  if (inputs.empty()) return "";
  std::string label;
  for (const Field field : {kFormat, kType}) {
    const YAML::Node chosen = Chosen(inputs[0], field, index);
    if (chosen.IsDefined() && chosen.IsScalar()) label += "_" + chosen.Scalar();
  }
  return label;
}

Status AppendCases(const YamlReader& reader, const std::string& file, const YAML::Node& given,
                   std::vector<OpCase>& cases) {
  OPDK_TRY(CheckFields(reader, given));
  OPDK_TRY(const std::string op, reader.Text(given["op"], "op"));
  OPDK_TRY(const std::string name, reader.Text(given["case_name"], "case_name"));
  OPDK_TRY(const auto inputs, ReadTensorList(reader, given, "input_desc"));
  OPDK_TRY(const auto outputs, ReadTensorList(reader, given, "output_desc"));
  size_t counts[kFields] = {1, 1, 1, 1, 1};
  std::vector<TensorFields> all = inputs;
  all.insert(all.end(), outputs.begin(), outputs.end());
  OPDK_TRY(CountAlternatives(reader, all, counts));
  size_t combinations = 1;
  for (const size_t count : counts) {
    combinations *= count;
    if (combinations <= kMostCombinations) continue;
    return reader.Error(given, fmt::format("more than {} combinations of alternatives", kMostCombinations))
        .Hint("write several cases with fewer alternatives each");
  }
  size_t index[kFields] = {};
  const bool several = std::any_of(std::begin(counts), std::end(counts), [](size_t count) { return count > 1; });
  for (size_t number = 1;; ++number) {
    YAML::Node node(YAML::NodeType::Map);
    node["name"] = several ? fmt::format("{}_sub_{:03}{}", name, number, LabelOf(inputs, index)) : name;
    OPDK_TRY(node["inputs"], ToPorts(reader, inputs, index, true));
    OPDK_TRY(node["expect"], ToPorts(reader, outputs, index, false));
    OPDK_TRY(SetAttrs(reader, given, node));
    OPDK_TRY(SetJudgement(reader, given, node));
    if (node["refused"]) node.remove("expect");
    OPDK_TRY(OpCase one, ReadWrittenCase(reader, file, op, node, given.Mark()));
    if (!inputs.empty()) {
      OPDK_TRY(const std::string type, ReadType(reader, Chosen(inputs[0], kType, index)));
      ParseDtypeName(type, one.dtypes[0]);
    }
    cases.push_back(std::move(one));
    size_t field = kFields;
    while (field > 0 && ++index[field - 1] == counts[field - 1]) index[--field] = 0;
    if (field == 0) return Status();
  }
}

}  // namespace

Result<std::vector<OpCase>> ReadMsopstCases(const std::string& text, const std::string& name) {
  const YamlReader reader(name, ErrorCode::kCaseInvalid);
  OPDK_TRY(const YAML::Node file, reader.Parse(text));
  if (!file.IsSequence()) return reader.Error(file, "an msOpST file is a list of cases");
  std::vector<OpCase> cases;
  std::set<std::string> names;
  for (const YAML::Node& given : file) {
    const YamlReader located = reader.WithFallback(given.Mark());
    OPDK_TRY(AppendCases(located, name, given, cases));
    const std::string& own = given["case_name"].Scalar();
    if (!names.insert(own).second)
      return reader.Error(given["case_name"], fmt::format("case_name '{}' stands twice", own));
  }
  return cases;
}

}  // namespace opdk::verify
