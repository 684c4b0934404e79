#include "tests/conformance/test_case.h"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "plugins/onnx/parser/narrow_numbers.h"
#include "tests/conformance/boundary_values.h"

namespace opdk::conformance {
namespace {

namespace fs = std::filesystem;

template <typename Message>
Result<Message> ReadMessage(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Message message;
  if (!file || !message.ParseFromIstream(&file)) {
    return Status(ErrorCode::kInputFormat, fmt::format("'{}' can't be read", path));
  }
  return message;
}

Result<std::string> ReadBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) return Status(ErrorCode::kInputFormat, fmt::format("'{}' can't be read", path));
  return bytes;
}

// Reads tensors. ONNX's data sets hold bfloat16 as uint16, because numpy has no such type; the dtype that the model
// declares decides.
Result<std::vector<ge::Tensor>> ReadTensors(const TestCase& test, const char* role,
                                            const std::vector<ValueInfo>& declared) {
  std::vector<ge::Tensor> tensors;
  for (int i = 0;; ++i) {
    const std::string path = fmt::format("{}/test_data_set_0/{}_{}.pb", test.directory, role, i);
    if (!fs::exists(path)) return tensors;
    OPDK_TRY(const std::string bytes, ReadBytes(path));
    const auto at = static_cast<size_t>(i);
    const ValueInfo value = at < declared.size() ? declared[at] : ValueInfo();
    OPDK_TRY(std::vector<ge::Tensor> decoded, DecodeBoundary(value.onnx_type, bytes, test.directory));
    const bool brain = value.type == ge::DT_BF16 && decoded.front().GetDataType() == ge::DT_UINT16;
    if (brain) static_cast<void>(decoded.front().SetDataType(ge::DT_BF16));
    std::move(decoded.begin(), decoded.end(), std::back_inserter(tensors));
  }
}

ValueInfo Describe(const onnx::ValueInfoProto& value) {
  return {value.name(), onnx_plugin::GraphType(value.type().tensor_type().elem_type()), value.type()};
}

// Returns why a value holds more than numbers of a type that exists here; "" if it is a tensor, a sequence or an
// optional value of numbers.
std::string BeyondNumbers(const onnx::ValueInfoProto& value) {
  if (value.type().value_case() == onnx::TypeProto::VALUE_NOT_SET) return "";
  const BoundaryType held = BoundaryTypeOf(value.type());
  if (held.tensor == nullptr) return "map values";
  const ge::DataType type = onnx_plugin::GraphType(held.tensor->tensor_type().elem_type());
  if (type == ge::DT_STRING) return "strings";
  return type == ge::DT_UNDEFINED ? "numbers of 8 bits or fewer that no kernel has" : "";
}

// Returns why a node is no operator of ONNX's standard domain; "" if it is one. Looks into the node's graphs too.
std::string BeyondOperators(const onnx::NodeProto& node) {
  if (!node.domain().empty() && node.domain() != "ai.onnx") return "domain " + node.domain();
  for (const auto& attribute : node.attribute()) {
    if (!attribute.has_g()) continue;
    for (const auto* values : {&attribute.g().input(), &attribute.g().output()}) {
      for (const auto& value : *values) {
        if (std::string why = BeyondNumbers(value); !why.empty()) return why;
      }
    }
    for (const auto& inner : attribute.g().node()) {
      if (std::string why = BeyondOperators(inner); !why.empty()) return why;
    }
  }
  return "";
}

void NoteBeyond(CaseInfo& info, const std::string& why) {
  if (info.beyond.empty()) info.beyond = why;
}

}  // namespace

std::vector<TestCase> FindCases(const std::string& data, const std::vector<std::string>& kinds) {
  std::vector<TestCase> cases;
  for (const auto& kind : kinds) {
    const size_t first = cases.size();
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(data + "/" + kind, error)) {
      if (!fs::exists(entry.path() / "model.onnx")) continue;
      cases.push_back({kind, entry.path().filename().string(), entry.path().string()});
    }
    std::sort(cases.begin() + static_cast<std::ptrdiff_t>(first), cases.end(),
              [](const TestCase& a, const TestCase& b) { return a.name < b.name; });
  }
  return cases;
}

Result<CaseInfo> ReadInfo(const TestCase& test) {
  OPDK_TRY(const auto model, ReadMessage<onnx::ModelProto>(test.model()));
  CaseInfo info;
  std::set<std::string> seen;
  for (const auto& node : model.graph().node()) {
    NoteBeyond(info, BeyondOperators(node));
    if (node.op_type() != "Constant" && seen.insert(node.op_type()).second) info.operators.push_back(node.op_type());
  }
  std::set<std::string> initializers;
  for (const auto& initializer : model.graph().initializer()) initializers.insert(initializer.name());
  for (const auto* values : {&model.graph().input(), &model.graph().output()}) {
    for (const auto& value : *values) {
      const std::string why = BeyondNumbers(value);
      info.only_numbers = info.only_numbers && why.empty();
      NoteBeyond(info, why);
    }
  }
  for (const auto& input : model.graph().input()) {
    if (!initializers.contains(input.name())) info.inputs.push_back(Describe(input));
  }
  for (const auto& output : model.graph().output()) info.outputs.push_back(Describe(output));
  return info;
}

Result<CaseData> ReadData(const TestCase& test, const CaseInfo& info) {
  CaseData data;
  OPDK_TRY(data.inputs, ReadTensors(test, "input", info.inputs));
  OPDK_TRY(data.outputs, ReadTensors(test, "output", info.outputs));
  // Some old models declare their initializers as inputs. Their data sets hold these inputs too, after the real inputs.
  const bool tensors = std::all_of(info.inputs.begin(), info.inputs.end(),
                                   [](const ValueInfo& input) { return BoundaryTypeOf(input.onnx_type).is_tensor(); });
  if (tensors && data.inputs.size() > info.inputs.size()) data.inputs.resize(info.inputs.size());
  return data;
}

}  // namespace opdk::conformance
